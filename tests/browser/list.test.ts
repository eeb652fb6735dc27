import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { readXlsx } from '#kit/excel/read.server.ts'
import { openScreen, pane, session, settled, toast, useBrowser, world } from './harness.ts'

useBrowser()

const LIST = '/vehicle/vehicleList'
const list = (page: Page) => pane(page, 'vehicleList')
const rows = (page: Page) => list(page).locator('tbody tr[data-id]')
const plates = (page: Page): Promise<string[]> => rows(page).locator('.zyt-key').allInnerTexts()
const head = (page: Page, name: string) => list(page).locator(`thead th[data-col="${name}"]`)

async function opened(search = '') {
  const s = await session()
  await openScreen(s.page, LIST + search, 'vehicleList')
  await rows(s.page).first().waitFor()
  return s
}

describe('a list and its address', () => {
  test('a filter stands in the address and as a chip; F5, back and a shared address give the same rows', async () => {
    const { page, another } = await opened()
    await list(page).getByLabel('车牌号', { exact: true }).fill('沪B2000')
    await list(page).getByLabel('车牌号', { exact: true }).press('Enter')
    await page.waitForURL(/plateNo=%E6%B2%AAB2000|plateNo=沪B2000/)
    await expect.poll(() => rows(page).count()).toBe(10)
    const chips = list(page).getByRole('list', { name: '当前筛选条件' })
    await chips.getByText('车牌号：').waitFor()
    const address = page.url()
    await page.reload()
    await expect.poll(() => rows(page).count()).toBe(10)
    const shared = await another()
    await shared.goto(address)
    await expect.poll(() => rows(shared).count()).toBe(10)
    await chips.getByRole('button', { name: '取消条件 车牌号' }).click()
    await expect.poll(() => rows(page).count()).toBe(20)
    expect(page.url()).not.toContain('plateNo')
    await page.goBack()
    await expect.poll(() => rows(page).count()).toBe(10)
  })
  test('sorts by a click on the head, and says which way', async () => {
    const { page } = await opened('?plateNo=沪B200')
    await head(page, 'plateNo').getByRole('button', { name: /车牌号/ }).first().click()
    await page.waitForURL(/sort=plateNo/)
    await expect.poll(async () => (await plates(page))[0]).toBe('沪B20000')
    expect(await head(page, 'plateNo').getAttribute('aria-sort')).toBe('ascending')
    await head(page, 'plateNo').getByRole('button', { name: /车牌号/ }).first().click()
    await page.waitForURL(/sort=-plateNo/)
    await expect.poll(async () => (await plates(page))[0]).toBe('沪B20039')
    expect(await head(page, 'plateNo').getAttribute('aria-sort')).toBe('descending')
  })
  test('finds by a keyword with pinyin; nothing found says so and how to go on', async () => {
    const { page } = await opened()
    const keyword = list(page).getByRole('searchbox', { name: '按关键词搜索车辆' }).or(list(page).getByLabel('按关键词搜索车辆')).first()
    await keyword.fill('hub20011')
    await keyword.press('Enter')
    await expect.poll(() => plates(page)).toEqual(['沪B20011'])
    await keyword.fill('查无此车')
    await keyword.press('Enter')
    await list(page).getByText('没有符合条件的车辆').waitFor()
    await list(page).locator('.zyt-state').getByRole('button', { name: '清空条件' }).click()
    await expect.poll(() => rows(page).count()).toBe(20)
  })
  test('an address with nonsense in it is told, not obeyed', async () => {
    const s = await opened('?nonsense=1&inspectionDueOn=yesterday&pageNo=-4')
    await expect.poll(() => rows(s.page).count()).toBe(20)
    await list(s.page).locator('.zyt-chip-bad').first().waitFor()
  })
})

describe('how a list looks', () => {
  test('hidden columns and widths stay hidden and wide, also in another browser, until 恢复默认', async () => {
    const { page } = await opened()
    await list(page).getByRole('button', { name: '列设置' }).click()
    const panel = page.getByRole('dialog').filter({ hasText: '列设置' })
    await panel.getByRole('checkbox', { name: '能源类型' }).uncheck()
    await panel.getByRole('spinbutton', { name: '车型 列宽' }).fill('333')
    await panel.getByRole('spinbutton', { name: '车型 列宽' }).press('Enter')
    await expect.poll(() => head(page, 'energy').count()).toBe(0)
    const saved = page.waitForResponse((r) => r.url().includes('/api/v1/setting') && r.request().method() === 'POST')
    await page.keyboard.press('Escape')
    await saved
    const other = await opened()
    expect(await head(other.page, 'energy').count()).toBe(0)
    const width = (await head(other.page, 'model').boundingBox())!.width
    expect(Math.abs(width - 333)).toBeLessThan(3)
    await list(other.page).getByRole('button', { name: '列设置' }).click()
    const reset = other.page.waitForResponse((r) => r.url().includes('/api/v1/setting') && r.request().method() === 'POST')
    await other.page.getByRole('button', { name: '恢复默认' }).click()
    await head(other.page, 'energy').waitFor()
    await reset
  })
  test('a saved view is a tab with its count, and opens by its address', async () => {
    const { page, another } = await opened('?plateNo=沪B2001')
    await list(page).getByRole('button', { name: '保存视图' }).click()
    const dialog = page.getByRole('dialog').filter({ hasText: '保存视图' })
    await dialog.getByLabel('视图名称').fill('二零零一开头')
    await dialog.getByRole('button', { name: '确定' }).click()
    await toast(page, '视图「二零零一开头」已保存').waitFor()
    const tab = list(page).getByRole('tab', { name: /二零零一开头/ })
    await expect.poll(() => tab.innerText()).toMatch(/10/)
    const address = page.url()
    const shared = await another()
    await shared.goto(address)
    await expect.poll(() => rows(shared).count()).toBe(10)
    expect(await list(shared).getByRole('tab', { name: /二零零一开头/ }).getAttribute('aria-selected')).toBe('true')
    await list(page).getByRole('button', { name: '管理' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除视图' }).click()
    await page.locator('dialog.zyt-confirm').getByRole('button', { name: '确定' }).click()
    await tab.waitFor({ state: 'detached' })
  })
  test('on a phone rows are cards, and nothing is wider than the window', async () => {
    const s = await session(world().admin, { viewport: { width: 375, height: 812 } })
    await openScreen(s.page, `${LIST}?plateNo=沪B200`, 'vehicleList')
    await list(s.page).getByText(/^沪B200\d\d$/).first().waitFor()
    expect(await list(s.page).locator('table').count()).toBe(0)
    expect(await s.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  })
})

describe('what is chosen', () => {
  const bar = (page: Page) => list(page).getByRole('region', { name: '批量操作' })
  const choose = (page: Page, plate: string) => list(page).getByRole('checkbox', { name: `选择 ${plate}` }).check()

  test('stays chosen across pages; all that the filter finds is one click more', async () => {
    const { page } = await opened('?plateNo=沪B200&sort=plateNo')
    await choose(page, '沪B20000')
    await choose(page, '沪B20001')
    await list(page).getByTitle('2', { exact: true }).click()
    await choose(page, '沪B20021')
    await expect.poll(() => bar(page).innerText()).toMatch(/已选 3 条/)
    await list(page).getByTitle('1', { exact: true }).click()
    await expect.poll(() => list(page).getByRole('checkbox', { name: '选择 沪B20001' }).isChecked()).toBe(true)
    await bar(page).getByRole('button', { name: /选择全部 40 条/ }).click()
    await expect.poll(() => bar(page).innerText()).toMatch(/已选 40 条（全部）/)
    await bar(page).getByRole('button', { name: '取消选择' }).click()
    await bar(page).waitFor({ state: 'detached' })
  })
  test('a button that cannot be used says why', async () => {
    const { page } = await opened('?plateNo=沪B20000')
    await choose(page, '沪B20000')
    const release = bar(page).getByRole('button', { name: '整备完成' })
    expect(await release.getAttribute('aria-disabled')).toBe('true')
    await release.hover()
    await page.getByText(/整备未完成/).first().waitFor()
  })
  test('a bulk action asks first, then gives a result per row', async () => {
    const { page, api } = await opened('?plateNo=沪B200&sort=plateNo')
    const { vehicles, stores } = world()
    // One stands in the target already, the other does not.
    const [stays, moves] = [vehicles[20]!, vehicles[19]!]
    await choose(page, moves.plateNo)
    await list(page).getByTitle('2', { exact: true }).click()
    await choose(page, stays.plateNo)
    await bar(page).getByRole('button', { name: '调拨门店' }).click()
    const dialog = page.getByRole('dialog').filter({ hasText: '调拨门店' })
    await dialog.getByText('将影响 2 条').waitFor()
    await dialog.getByRole('combobox').first().click()
    await page.locator('.ant-select-item-option', { hasText: '虹桥店' }).first().click()
    await dialog.locator('[data-field="reason"] input').fill('集中整备')
    await dialog.getByRole('button', { name: /调拨门店 2 条/ }).click()
    const result = page.getByRole('dialog').filter({ hasText: '处理结果' })
    await result.getByText('成功 1 条，失败 1 条').waitFor()
    await result.getByText('调入门店与当前门店相同').waitFor()
    await result.getByRole('button', { name: '知道了' }).click()
    expect(await api.get('/api/v1/vehicle/detail', { id: moves.id })).toMatchObject({ store: stores.west })
  })
  test('an export holds what the list shows: its filter, columns and order', async () => {
    const { page } = await opened('?plateNo=沪B2000&sort=-plateNo')
    const coming = page.waitForEvent('download')
    await list(page).getByRole('button', { name: '导出' }).click()
    const file = await coming
    expect(file.suggestedFilename()).toMatch(/车辆.*\.xlsx$/)
    const { rows: cells } = await readXlsx(await readFile((await file.path())!))
    const text = JSON.stringify(cells)
    const found = [...text.matchAll(/沪B200\d\d/g)].map(([plate]) => plate)
    expect(found).toEqual(Array.from({ length: 10 }, (_, i) => `沪B2000${9 - i}`))
    expect(text).toContain('浦东店')
    await settled(page)
  })
})
