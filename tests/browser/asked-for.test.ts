/** Of what users of such consoles ask for (docs/operations/asked-for.md), what no other test of the browser shows. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { readXlsx } from '#kit/excel/read.server.ts'
import type { SignedIn } from './api.ts'
import { openScreen, originOf, pane, session, settled, shot, useBrowser, world } from './harness.ts'
import { outOfReach } from './in-reach.ts'
import { paperOf } from './paper.ts'

useBrowser()

const VEHICLES = '/vehicle/vehicleList?plateNo=沪B200'
const mine = async (api: SignedIn): Promise<Record<string, unknown>> =>
  (await api.get<{ mine: Record<string, unknown> }>('/api/v1/setting')).mine
const rowHeight = (page: Page): Promise<number> =>
  pane(page)
    .locator('tbody tr[data-id]')
    .nth(1)
    .evaluate((row) => Math.round(row.getBoundingClientRect().height))

test('three heights of rows for one list and three densities for all there is, compact at first, remembered by the server', async () => {
  const { page, api } = await session()
  onTestFinished(async () => {
    for (const key of ['density', 'list:vehicleList']) await api.post('/api/v1/setting', { key, value: null })
  })
  await openScreen(page, VEHICLES, 'vehicleList')
  await pane(page).locator('tbody tr[data-id]').nth(1).waitFor()
  const compact = await rowHeight(page)
  await pane(page).getByRole('button', { name: '列设置' }).click()
  const panel = page.getByRole('dialog').filter({ hasText: '列设置' })
  const heights = panel.getByRole('radiogroup', { name: '行高' })
  expect(await heights.getByRole('radio', { name: '紧凑' }).isChecked()).toBe(true)
  const choose = async (name: string): Promise<number> => {
    const before = await rowHeight(page)
    await heights.getByText(name, { exact: true }).click()
    await expect.poll(() => rowHeight(page)).toBeGreaterThan(before)
    return rowHeight(page)
  }
  const middle = await choose('适中')
  const large = await choose('宽松')
  expect(compact).toBeLessThan(middle)
  await expect.poll(async () => JSON.stringify((await mine(api))['list:vehicleList'])).toContain('"density":"large"')
  // In another browser of the same person too.
  const other = await session()
  await openScreen(other.page, VEHICLES, 'vehicleList')
  await pane(other.page).locator('tbody tr[data-id]').nth(1).waitFor()
  await expect.poll(() => rowHeight(other.page)).toBe(large)
  await panel.getByRole('button', { name: '恢复默认' }).click()
  await expect.poll(() => rowHeight(page)).toBe(compact)
  await page.keyboard.press('Escape')

  const density = () => page.evaluate(() => document.documentElement.dataset['density'])
  expect(await density()).toBe('compact')
  await page.getByRole('button', { name: '主题与密度' }).click()
  await page.getByRole('menuitem', { name: '宽松' }).click()
  await expect.poll(density).toBe('large')
  await expect.poll(async () => (await mine(api))['density']).toBe('large')
  await page.reload()
  await expect.poll(density).toBe('large')
})

test('the company marks its pages with who looks and when: on the screen, over dialogs, on paper and in files; nothing is harder to press', async () => {
  const host = 'shuiyin.localhost'
  const admin = await session()
  await admin.api.post('/api/v1/siteConfig/add', { host, look: 'leasing', title: '水印公司', company: '水印公司', watermark: true })
  const { name, mobile } = await admin.api.get<{ name: string; mobile: string | null }>('/api/v1/user/detail', { id: world().admin.id })
  const who = [name, (mobile ?? '').slice(-4)].filter((part) => part !== '').join(' ')
  const { page, context } = await session(world().admin, { host })
  // The words are drawn on a canvas; whoever draws them says them here.
  await context.addInitScript(() => {
    const drawn = (window as never as { drawn: string[] }).drawn ?? ((window as never as { drawn: string[] }).drawn = [])
    // Called on the canvas it is asked of, below.
    // oxlint-disable-next-line typescript/unbound-method
    const write = CanvasRenderingContext2D.prototype.fillText
    CanvasRenderingContext2D.prototype.fillText = function (this: CanvasRenderingContext2D, ...given) {
      drawn.push(given[0])
      return write.apply(this, given)
    }
  })
  await openScreen(page, `${originOf(host)}${VEHICLES}`, 'vehicleList')
  const words = () => page.evaluate(() => [...new Set((window as never as { drawn: string[] }).drawn)])
  // The minute may pass meanwhile.
  const kinds = async (): Promise<string[]> => [
    ...new Set((await words()).map((text) => text.trim().replace(/^\d{4}-\d\d-\d\d \d\d:\d\d$/, 'a minute'))),
  ]
  await expect.poll(kinds).toEqual([who, 'a minute'])
  /** Layers of the mark: how much of the window each covers, and whether a press goes through it. */
  const marks = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('div')]
        .filter((one) => /repeat/.test(one.style.backgroundRepeat) && one.style.backgroundImage.startsWith('url'))
        .map((one) => {
          const box = one.getBoundingClientRect()
          return {
            share: Math.round((box.width * box.height * 100) / (innerWidth * innerHeight)),
            press: getComputedStyle(one).pointerEvents,
          }
        }),
    )
  await expect.poll(marks).toEqual([{ share: 100, press: 'none' }])
  expect(await outOfReach(page)).toEqual([])
  await shot(page, 'watermark')
  await pane(page).getByRole('button', { name: '列设置' }).click()
  await page.getByRole('dialog').filter({ hasText: '列设置' }).waitFor()
  await expect.poll(async () => (await marks()).length).toBeGreaterThan(1)
  await page.keyboard.press('Escape')
  // What leaves the console bears the mark on every host.
  const coming = page.waitForEvent('download')
  await pane(page).getByRole('button', { name: '导出' }).click()
  const sheets = JSON.stringify(
    await readXlsx(await readFile((await (await coming).path())!), { isWanted: (sheet) => JSON.stringify(sheet).includes('导出人') }),
  )
  expect(sheets).toContain('导出人')
  expect(sheets).toContain(name)
  await openScreen(page, `${originOf(host)}/vehicle/vehicleDetail?id=${world().vehicles[0]!.id}`, 'vehicleDetail')
  await pane(page).getByRole('button', { name: '打印' }).click()
  expect((await paperOf(page)).words.replaceAll(/\s/g, '')).toContain(`打印${who}`.replaceAll(/\s/g, ''))
  // Without the switch no page is marked.
  await openScreen(admin.page, VEHICLES, 'vehicleList')
  expect(await admin.page.locator('div[style*="background-repeat"]').count()).toBe(0)
})

test('beside the tree of departments stands the list of its people: found by pinyin, drawn wider by mouse and keys, shut, and so again after F5', async () => {
  const { page, api } = await session()
  /** Of this list, whatever it is called there. */
  const remembered = async (): Promise<[string, unknown][]> =>
    Object.entries(await mine(api)).filter(([, value]) => JSON.stringify(value).includes('"tree'))
  onTestFinished(async () => {
    for (const [key] of await remembered()) await api.post('/api/v1/setting', { key, value: null })
  })
  const { name } = (await api.get<{ list: { name: string }[] }>('/api/v1/dept/list')).list[0]!
  await openScreen(page, '/system/user', 'user')
  const tree = pane(page).getByRole('complementary', { name: /^按.*筛选$/ })
  const width = async (): Promise<number> => Math.round((await tree.boundingBox())!.width)
  const all = await pane(page).locator('tbody tr[data-id]').count()
  await tree.getByText(name).first().click()
  await page.waitForURL(/[?&]dept=/)
  await settled(page)
  // The node says how many rows hang below it, and as many are listed.
  const counted = Number((await tree.locator('.ant-tree-node-selected .zyt-list-count').innerText()).replaceAll(/\D/g, ''))
  expect(counted).toBeGreaterThan(0)
  await expect.poll(() => pane(page).locator('tbody tr[data-id]').count()).toBe(Math.min(counted, 20))
  await tree.getByText(name).first().click()
  await expect.poll(() => pane(page).locator('tbody tr[data-id]').count()).toBe(all)

  const before = await width()
  const line = pane(page).getByRole('separator', { name: '调整宽度' })
  const grip = (await line.boundingBox())!
  await page.mouse.move(grip.x + grip.width / 2, grip.y + 200)
  await page.mouse.down()
  await page.mouse.move(grip.x + 90, grip.y + 200, { steps: 4 })
  await page.mouse.up()
  await expect.poll(width).toBeGreaterThan(before + 60)
  const dragged = await width()
  await line.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(width).toBe(dragged + 20)
  const stored = (part: string) => expect.poll(async () => JSON.stringify(await remembered())).toContain(part)
  await stored('treeWidth')
  await page.reload()
  await settled(page)
  await expect.poll(width).toBe(dragged + 20)
  await pane(page)
    .getByRole('button', { name: /^收起.*树$/ })
    .click()
  await tree.waitFor({ state: 'detached' })
  await stored('"treeShut":true')
  await page.reload()
  await settled(page)
  expect(await tree.count()).toBe(0)
  await pane(page)
    .getByRole('button', { name: /^展开.*树$/ })
    .click()
  await tree.waitFor()
})
