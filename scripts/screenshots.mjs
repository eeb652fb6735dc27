// The pictures of README, from a running console with the demo company: node scripts/screenshots.mjs http://localhost:8080 password-of-admin
import { mkdirSync } from 'node:fs'
import { chromium } from 'playwright-core'

const [base = 'http://localhost:8080', password] = process.argv.slice(2)
const FOLDER = 'docs/screenshots'
const DESKTOP = { width: 1200, height: 750 }
const PHONE = { width: 375, height: 760 }
mkdirSync(FOLDER, { recursive: true })

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-dev-shm-usage'],
  env: { ...process.env, LANG: 'C.UTF-8' },
})

async function visitor(viewport, colorScheme, baseURL = base) {
  const context = await browser.newContext({
    viewport,
    colorScheme,
    baseURL,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const settled = async () => {
    await page.waitForFunction(
      () =>
        !document.querySelector(
          '.zyt-pane:not([style*="none"]) [aria-busy="true"], .zyt-pane:not([style*="none"]) .ant-skeleton, .zyt-overlay',
        ),
    )
    await page.evaluate(() => document.fonts.ready)
  }
  return {
    page,
    settled,
    async signIn() {
      await page.goto('/login')
      await page.fill('input[autocomplete=username]', 'admin')
      await page.fill('input[type=password]', password)
      await page.keyboard.press('Enter')
      await page.locator('.zyt-shell').waitFor()
      // One tab, whatever was open before.
      await page.getByRole('button', { name: '标签页操作' }).click()
      await page.getByRole('menuitem', { name: /^关闭全部/ }).click()
    },
    async open(path) {
      await page.goto(path)
      await page.locator('.zyt-pane:visible').waitFor()
      await settled()
    },
    /** The record that stands first in a list, or the first one with this text. */
    async first(path, text = '') {
      await this.open(path)
      await page.locator('.zyt-pane:visible tbody tr[data-id]', { hasText: text }).first().locator('.zyt-key').click()
      await page.locator('.zyt-pane:visible .zyt-detail-head').waitFor()
      await settled()
    },
    shot: (name) => page.screenshot({ path: `${FOLDER}/${name}.png` }),
    /** For docs/design.md: small enough to be read along with the text. */
    small: (name) => page.screenshot({ path: `${FOLDER}/design-${name}.jpg`, type: 'jpeg', quality: 22 }),
  }
}

const light = await visitor(DESKTOP, 'light')
await light.page.goto('/login')
await light.page.getByText('演示账号').first().waitFor()
await light.shot('login')
await light.small('login')
await light.signIn()
await light.open('/homePage')
await light.shot('home')
await light.small('home')
await light.open('/vehicle/vehicleList')
await light.shot('vehicles')
await light.first('/vehicle/vehicleList?status=leased')
await light.small('vehicle')
await light.first('/contract/contracList?status=active')
await light.shot('contract')
await light.first('/bill/billInfoList?status=partlyPaid,unpaid&sort=dueOn')
await light.shot('bill')
await light.first('/approval/workflowList')
await light.page.locator('.zyt-pane:visible').getByRole('button', { name: '设计' }).first().click()
await light.page.locator('.zyt-pane:visible .zyt-flow, .zyt-pane:visible [class*="zyt-flow"]').first().waitFor()
await light.settled()
await light.shot('approval')

const dark = await visitor(DESKTOP, 'dark')
await dark.signIn()
await dark.open('/telematics/trainWorker')
await dark.page.locator('canvas').first().waitFor()
await dark.page.waitForTimeout(6000)
await dark.shot('dark')
await dark.open('/lease/vehicleCalendar')
await dark.small('calendar')
// Shows how loading looks, so it is never settled.
await dark.page.goto('/demo')
await dark.page.locator('.zyt-look-drawings').scrollIntoViewIfNeeded()
await dark.small('states')

const phone = await visitor(PHONE, 'light')
await phone.signIn()
await phone.open('/vehicle/vehicleList')
await phone.shot('phone')
await phone.open('/homePage')
await phone.small('phone')

// The look of a carrier is another host of the same server.
const carrier = await visitor(DESKTOP, 'dark', base.replace('://', '://tms.'))
await carrier.page.goto('/tmsLogin')
await carrier.page.getByText('演示账号').first().waitFor()
await carrier.small('tms')
await browser.close()
