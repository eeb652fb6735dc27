/** What a person waits for in the browser: the login page's weight, a change of screen, a large table, the palette. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { chromium, type Browser, type Page } from 'playwright-core'
import { modules } from '../../src/modules.ts'
import { Client } from './client.ts'
import { line, ms, type Line } from './measure.ts'
import { PASSWORD, type Product } from './product.ts'

const EXECUTABLE = process.env['CHROMIUM_PATH'] || '/usr/bin/chromium'
const WEB = join(import.meta.dirname, '../../dist/web')
const BUDGET = 200 * 1000

export async function benchPage(product: Product): Promise<Line[]> {
  if (!existsSync(join(WEB, 'index.html'))) return [line('browser', 'not measured: the console is not built (npm run build)')]
  if (!existsSync(EXECUTABLE)) return [line('browser', 'not measured: there is no Chromium (CHROMIUM_PATH)')]
  const browser = await chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] })
  try {
    return [await loginWeight(browser, product), ...(await inside(browser, product))]
  } finally {
    await browser.close()
  }
}

const open = async (browser: Browser, product: Product): Promise<Page> => {
  // localhost and not 127.0.0.1: browsers trust that name, as they would https.
  const context = await browser.newContext({
    baseURL: `http://localhost:${product.port}`,
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
  })
  return context.newPage()
}

/** Bytes that really went over the line, answers and headers, for everything the page asks for by itself. */
async function loginWeight(browser: Browser, product: Product): Promise<Line> {
  const page = await open(browser, product)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  const names = new Map<string, string>()
  const sizes = new Map<string, number>()
  cdp.on('Network.responseReceived', ({ requestId, response }) => void names.set(requestId, new URL(response.url).pathname))
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => void sizes.set(requestId, encodedDataLength))
  await page.goto('/login', { waitUntil: 'networkidle' })
  await page.locator('input[type=password]').waitFor()
  await page.waitForTimeout(1500)
  // Browsers offer brotli on https only, except to localhost; where this one did not, the page's text is packed here.
  const total = [...sizes.values()].reduce((sum, n) => sum + n, 0)
  const all = [...sizes].map(([id, size]) => [names.get(id) ?? '?', size] as const).toSorted((a, b) => b[1] - a[1])
  const largest = all.slice(0, 4).map(([name, size]) => `${name.split('/').at(-1) || '/'} ${Math.round(size / 1000)} kB`)
  if (process.env['BENCH_DETAILS']) for (const [name, size] of all) console.log(`${String(size).padStart(8)} ${name}`)
  const html = await (await fetch(`${product.url}/login`)).text()
  const floor = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
  await page.context().close()
  return line('login page: everything it loads', `${Math.round(total / 1000)} kB in ${sizes.size} answers (${largest.join(', ')})`, {
    floor: `the page's own HTML ${(floor / 1000).toFixed(1)} kB`,
    budget: '≤ 200 kB',
    met: total <= BUDGET,
  })
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/login')
  await page.locator('input:not([type=password])').first().fill('admin')
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.locator('input[type=password]').press('Enter')
  await page.waitForFunction(() => document.querySelector('.zyt-pane') !== null, undefined, { timeout: 60_000 })
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function inside(browser: Browser, product: Product): Promise<Line[]> {
  const page = await open(browser, product)
  page.setDefaultTimeout(60_000)
  await signIn(page)
  const admin = await Client.signIn(product)
  const lines = [...(await tablePaint(page, admin)), await routeChange(page), await palette(page)]
  admin.close()
  await page.context().close()
  return lines
}

const COLUMNS = [
  'plateNo',
  'plateColor',
  'status',
  'model',
  'energy',
  'useNature',
  'ownership',
  'store',
  'dept',
  'vin',
  'engineNo',
  'registeredOn',
  'inspectionDueOn',
  'compulsoryInsuranceDueOn',
  'commercialInsuranceDueOn',
  'loadKg',
  'volume',
  'odometer',
  'idleSince',
  'remark',
]

/** From the moment the list's answer is in the browser until its hundredth row has been painted. */
async function tablePaint(page: Page, admin: Client): Promise<Line[]> {
  const value = { columns: COLUMNS.map((name) => ({ name, hidden: false })) }
  await admin.call('POST', '/api/v1/setting', { key: 'list:vehicleList', value })
  const took: number[] = []
  let cells = 0
  for (let i = 0; i < 5; i++) {
    await page.goto('about:blank')
    await page.addInitScript(() => {
      const state = { painted: 0 }
      ;(window as unknown as { bench: typeof state }).bench = state
      const look = (): void => {
        if (document.querySelectorAll('tr[data-id]').length >= 100) {
          // The frame after the one that holds the rows: they are on the screen.
          requestAnimationFrame(() => setTimeout(() => (state.painted = performance.now())))
          return
        }
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    await page.goto('/vehicle/vehicleList?pageSize=100')
    await page.waitForFunction(() => (window as unknown as { bench: { painted: number } }).bench.painted > 0)
    took.push(
      await page.evaluate(() => {
        const entries = performance
          .getEntriesByType('resource')
          .filter((e) => e.name.includes('/api/v1/vehicle/list')) as PerformanceResourceTiming[]
        return (window as unknown as { bench: { painted: number } }).bench.painted - entries.at(-1)!.responseEnd
      }),
    )
    cells = await page.evaluate(() => document.querySelector('tr[data-id]')!.querySelectorAll('td').length)
  }
  await admin.call('POST', '/api/v1/setting', { key: 'list:vehicleList', value: null })
  return [
    line(
      `table of 100 rows × ${cells} cells painted, after its data`,
      `median ${ms(median(took))} (${took.map((t) => Math.round(t)).join(', ')})`,
      { budget: '≤ 300 ms', met: median(took) <= 300 },
    ),
  ]
}

function pathOf(code: string): string {
  const screen = modules.flatMap((module) => module.screens ?? []).find((one) => one.code === code)
  if (!screen?.path) throw new Error(`no screen ${code}`)
  return screen.path
}

/** Between screens that have been seen before, by the menu's way of changing the address; and each for the first time. */
async function routeChange(page: Page): Promise<Line> {
  const known = ['storeList', 'vehicleTypeBaseList', 'user', 'role', 'dept'].map((code) => [code, pathOf(code)] as const)
  const go = async (code: string, path: string): Promise<number> =>
    page.evaluate(
      async ({ code, path }) => {
        const began = performance.now()
        history.pushState(null, '', path)
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
        for (;;) {
          await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
          const pane = [...document.querySelectorAll<HTMLElement>(`.zyt-pane[data-screen="${code}"]`)].find(
            (el) => el.offsetParent !== null,
          )
          if (pane && pane.querySelector('table, form, .ant-tree, h1, h2')) return performance.now() - began
          if (performance.now() - began > 20_000) throw new Error(`${code} did not appear`)
        }
      },
      { code, path },
    )
  const first: number[] = []
  const again: number[] = []
  for (const [code, path] of known) first.push(await go(code, path))
  for (let i = 0; i < 3; i++) for (const [code, path] of known) again.push(await go(code, path))
  return line(`change of screen (${known.length} screens)`, `median ${ms(median(again))}, first time ${ms(median(first))}`, {
    budget: '≤ 200 ms',
    met: median(again) <= 200,
  })
}

async function palette(page: Page): Promise<Line> {
  const took: number[] = []
  for (let i = 0; i < 6; i++) {
    const shown = page.evaluate(async () => {
      const began = await new Promise<number>((resolve) =>
        addEventListener('keydown', (e) => e.key === 'k' && resolve(performance.now()), { capture: true, once: false }),
      )
      for (;;) {
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        if (document.querySelector('dialog.zyt-palette[open]')) return performance.now() - began
        if (performance.now() - began > 10_000) throw new Error('no palette')
      }
    })
    await page.waitForTimeout(100)
    await page.keyboard.press('Control+k')
    took.push(await shown)
    await page.keyboard.press('Escape')
    await page.waitForTimeout(100)
  }
  return line('palette open after Ctrl+K', `median ${ms(median(took))}, first time ${ms(took[0]!)}`, {
    budget: '≤ 100 ms',
    met: median(took) <= 100,
  })
}
