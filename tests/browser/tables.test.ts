/** Tables of lists: columns as wide as what they hold, sums in sight, columns chosen by hand, sentences in another language. */
import type { Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { sampleRecord } from '#kit/entity/conformance/sample.server.ts'
import { samples } from '../house/samples.ts'
import { signIn } from './api.ts'
import { openScreen, pane, PHONE, session, settled, useBrowser, world } from './harness.ts'
import { asProgram } from './stock.ts'

useBrowser()

beforeAll(async () => {
  const { port, admin, dataDir } = world()
  const api = await signIn(port, admin.username, admin.password)
  const { total } = await api.get<{ total: number }>('/api/v1/bill/list', { pageSize: 1 })
  if (total > 0) return
  await asProgram(api, dataDir, (ctx) =>
    ctx.db.write(ctx.user.operatorId, (tx) => sampleRecord(tx, ctx, 'bill', {}, { path: [], samples })),
  )
})

interface Answer {
  data: { list: Record<string, unknown>[]; total: number; exact: boolean; totals?: Record<string, number> }
}
/** The rows of the server with other values: what a company has after years. */
const changed = (page: Page, address: RegExp, change: (answer: Answer) => void): Promise<unknown> =>
  page.route(address, async (route: Route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as Answer
    change(answer)
    await route.fulfill({ response, json: answer })
  })
const BILLS = /\/api\/v1\/bill\/list/
const VEHICLES = /\/api\/v1\/vehicle\/list/
const head = (page: Page, name: string) => pane(page).locator(`thead th[data-col="${name}"]`)
const width = async (page: Page, name: string): Promise<number> => (await head(page, name).boundingBox())!.width
const isCut = (page: Page, name: string): Promise<boolean> =>
  pane(page)
    .locator(`tbody td[data-col="${name}"]`)
    .first()
    .evaluate((cell) =>
      [cell, ...cell.querySelectorAll('*')].some(
        (one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible',
      ),
    )

describe('the columns of a table', () => {
  test('are as wide as what they hold: plates whole on every page, a long text up to its most, and a dragged one stays', async () => {
    const { page, api } = await session()
    let plate = '沪A12345'
    await changed(page, VEHICLES, ({ data }) => data.list.forEach((row) => (row['plateNo'] = plate)))
    await openScreen(page, '/vehicle/vehicleList', 'vehicleList')
    const narrow = await width(page, 'plateNo')
    expect(await isCut(page, 'plateNo')).toBe(false)
    plate = '沪A12345（临时号牌，已申请正式号牌）'
    await pane(page).getByRole('button', { name: '刷新' }).click()
    await expect.poll(() => width(page, 'plateNo')).toBeGreaterThan(narrow + 100)
    expect(await isCut(page, 'plateNo')).toBe(false)
    await pane(page).getByRole('button', { name: '列设置' }).click()
    const panel = page.getByRole('dialog').filter({ hasText: '列设置' })
    await panel.getByRole('spinbutton', { name: '车牌号 列宽' }).fill('90')
    await panel.getByRole('spinbutton', { name: '车牌号 列宽' }).press('Enter')
    await expect.poll(() => width(page, 'plateNo')).toBe(90)
    await panel.getByRole('button', { name: '恢复默认' }).click()
    await expect.poll(() => width(page, 'plateNo')).toBeGreaterThan(narrow + 100)
    await api.post('/api/v1/setting', { key: 'list:vehicleList', value: null })
  })
  test('are found, shown and hidden at once and moved by the keyboard', async () => {
    const { page, api } = await session()
    await openScreen(page, '/vehicle/vehicleList', 'vehicleList')
    await pane(page).getByRole('button', { name: '列设置' }).click()
    const panel = page.getByRole('dialog').filter({ hasText: '列设置' })
    const lines = panel.locator('.zyt-list-columns li')
    await lines.first().waitFor()
    const all = await lines.count()
    expect(all).toBeGreaterThan(12)
    await panel.getByRole('button', { name: '全部隐藏' }).click()
    await expect.poll(() => pane(page).locator('thead th[data-col]').count()).toBe(1)
    await panel.getByRole('button', { name: '全部显示' }).click()
    await expect.poll(() => pane(page).locator('thead th[data-col]').count()).toBe(all)
    await panel.getByRole('textbox', { name: '查找列' }).fill('chexing')
    await expect.poll(() => lines.count()).toBeLessThan(5)
    await panel.getByRole('textbox', { name: '查找列' }).fill('没有这一列')
    await panel.getByText('没有匹配的列').waitFor()
    await panel.getByRole('textbox', { name: '查找列' }).fill('')
    await expect.poll(() => lines.count()).toBe(all)
    const nameAt = (n: number): Promise<string | null> => lines.nth(n).getAttribute('data-name')
    const second = await nameAt(1)
    await lines.nth(1).getByRole('checkbox').focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(() => nameAt(2)).toBe(second)
    await page.keyboard.press('ArrowDown')
    expect(await page.evaluate(() => document.activeElement?.closest('li')?.getAttribute('data-name'))).toBe(await nameAt(3))
    await panel.getByRole('button', { name: '恢复默认' }).click()
    await api.post('/api/v1/setting', { key: 'list:vehicleList', value: null })
  })
})

describe('sums of a list', () => {
  const many = (answer: Answer): void => {
    const [first] = answer.data.list
    if (!first) return
    answer.data.list = Array.from({ length: 20 }, (_, i) => ({
      ...first,
      id: 900_000 + i,
      status: 'unpaid',
      amount: 100_000_000,
      $actions: [],
    }))
    answer.data.total = 638
    answer.data.totals = { ...answer.data.totals, amount: 123_456_789_000 }
  }
  const bills = async (size?: typeof PHONE) => {
    const s = await session(undefined, size ? { viewport: size } : {})
    await changed(s.page, BILLS, many)
    await openScreen(s.page, '/bill/billInfoList', 'billInfoList')
    return s
  }
  test('of the page and of all rows are told apart, whole, and in sight at any height', async () => {
    const { page } = await bills()
    const foot = pane(page).locator('tfoot tr')
    expect(await foot.evaluateAll((lines) => lines.map((line) => (line as HTMLElement).innerText.replace(/\s+/g, ' ')))).toEqual([
      expect.stringContaining('本页合计'),
      expect.stringMatching(/全部合计.*1,234,567,890\.00/),
    ])
    expect(await foot.first().locator('td[data-col="amount"]').innerText()).toBe('20,000,000.00')
    await page.setViewportSize({ width: 1440, height: 620 })
    for (const line of [foot.first(), foot.last()]) {
      const at = (await line.boundingBox())!
      const box = (await pane(page).locator('.zyt-table-box').boundingBox())!
      expect(at.y).toBeGreaterThanOrEqual(box.y)
      expect(at.y + at.height).toBeLessThanOrEqual(box.y + box.height + 1)
    }
    expect(
      await foot
        .last()
        .locator('td[data-col="amount"]')
        .evaluate((cell) => cell.scrollWidth > cell.clientWidth),
    ).toBe(false)
  })
  test('stand above the cards on a phone', async () => {
    const { page } = await bills(PHONE)
    const sums = (await pane(page).locator('.zyt-card-totals').boundingBox())!
    const cards = (await pane(page).locator('.zyt-row-card').first().boundingBox())!
    expect(sums.y + sums.height).toBeLessThanOrEqual(cards.y)
    await pane(page).locator('.zyt-card-totals').getByText('1,234,567,890.00').waitFor()
  })
})

test('in English a list has no Chinese but names: heads, states, sums, sentences around figures', async () => {
  const { page, api } = await session()
  await api.post('/api/v1/setting', { key: 'language', value: 'en' })
  try {
    await changed(page, BILLS, ({ data }) => data.list.forEach((row) => Object.assign(row, { status: 'unpaid', dueOn: '2026-01-05' })))
    await openScreen(page, '/bill/billInfoList', 'billInfoList')
    await settled(page)
    const cell = pane(page).locator('tbody td[data-col="dueOn"]').first()
    await expect.poll(() => cell.innerText()).toMatch(/^2026-01-05\s+\d+ days overdue$/)
    expect(await isCut(page, 'dueOn')).toBe(false)
    const chinese = await pane(page)
      .locator('thead, tfoot, td[data-col="status"], td[data-col="kind"], td[data-col="dueOn"], td.zyt-actions')
      .evaluateAll((parts) => parts.map((part) => (part as HTMLElement).innerText).filter((text) => /[\u4e00-\u9fff]/.test(text)))
    expect(chinese).toEqual([])
  } finally {
    await api.post('/api/v1/setting', { key: 'language', value: null })
  }
})
