import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { openScreen, pageLink, pane, session, type Session, settled, toastShown, useBrowser, world } from './harness.ts'

useBrowser()

const tabs = (page: Page) => page.getByRole('tablist', { name: '已打开的页面' }).getByRole('tab')
const names = (page: Page): Promise<string[]> => tabs(page).allInnerTexts()
const menu = async (page: Page, name: string): Promise<void> => pageLink(page, name).click()
const question = (page: Page) => page.locator('dialog.zyt-confirm')
const field = (page: Page, name: string) => pane(page).locator(`[data-field="${name}"] input, [data-field="${name}"] textarea`).first()

async function threeOpen(): Promise<Session> {
  const s = await session()
  await openScreen(s.page, '/vehicle/vehicleList', 'vehicleList')
  await menu(s.page, '预备车辆')
  await pane(s.page, 'preVehicleList').waitFor()
  await menu(s.page, '车辆库存')
  await pane(s.page, 'stockList').waitFor()
  await expect.poll(() => names(s.page)).toEqual(['车辆列表', '预备车辆', '车辆库存'])
  return s
}

async function tabMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: '标签页操作' }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

/** A new vehicle, half typed. */
async function halfTyped(): Promise<Session> {
  const s = await session()
  await openScreen(s.page, '/vehicle/vehicleAdd', 'vehicleAdd')
  await field(s.page, 'plateNo').fill('沪D99887')
  await field(s.page, 'engineNo').fill('ENG-半截')
  await s.page.getByText(/已保存草稿/).waitFor()
  return s
}
async function nothingLost(page: Page): Promise<void> {
  await expect.poll(() => field(page, 'plateNo').inputValue()).toBe('沪D99887')
  expect(await field(page, 'engineNo').inputValue()).toBe('ENG-半截')
}
/** Every test leaves the account without a draft. */
const forget = async (s: Session): Promise<void> => {
  for (const { key } of await s.api.get<{ key: string }[]>('/api/v1/draft/list')) await s.api.post('/api/v1/draft/delete', { key })
}

describe('tabs', () => {
  test('are closed singly, all but one, and all', async () => {
    const { page } = await threeOpen()
    await tabs(page).nth(1).click()
    await pane(page, 'preVehicleList').waitFor()
    await tabs(page).nth(1).press('Delete')
    await expect.poll(() => names(page)).toEqual(['车辆列表', '车辆库存'])
    await menu(page, '车型库')
    await expect.poll(() => names(page)).toEqual(['车辆列表', '车辆库存', '车型库'])
    await tabMenu(page, '关闭其他')
    await expect.poll(() => names(page)).toEqual(['车型库'])
    await tabMenu(page, '关闭全部')
    // An empty bar would be a blank window: the welcome page opens.
    await pane(page, 'homePage').waitFor()
    expect(await names(page)).toHaveLength(1)
  })
  test('keep what was typed, filtered and scrolled while another is in front', async () => {
    const { page } = await threeOpen()
    await tabs(page).nth(0).click()
    await pane(page, 'vehicleList').getByLabel('车牌号', { exact: true }).fill('沪B2000')
    await pane(page, 'vehicleList').getByRole('button', { name: '查询' }).click()
    await page.waitForURL(/plateNo=/)
    await tabs(page).nth(2).click()
    await pane(page, 'stockList').waitFor()
    expect(page.url()).not.toContain('plateNo')
    await tabs(page).nth(0).click()
    await page.waitForURL(/plateNo=/)
    expect(await pane(page, 'vehicleList').getByLabel('车牌号', { exact: true }).inputValue()).toBe('沪B2000')
    // Scrolled lists stand where they stood: down the page and along the table.
    await page.setViewportSize({ width: 1100, height: 500 })
    const where = () =>
      pane(page, 'vehicleList').evaluate((box) =>
        [box, ...box.querySelectorAll('*')]
          .filter((e) => e.scrollHeight > e.clientHeight + 40 && /auto|scroll/.test(getComputedStyle(e).overflowY))
          .map((e) => Math.round(e.scrollTop)),
      )
    await pane(page, 'vehicleList').evaluate((box) =>
      [box, ...box.querySelectorAll('*')].forEach(
        (e) => e.scrollHeight > e.clientHeight + 40 && /auto|scroll/.test(getComputedStyle(e).overflowY) && (e.scrollTop = 90),
      ),
    )
    expect(await where()).toContain(90)
    const before = await where()
    await tabs(page).nth(2).click()
    await pane(page, 'stockList').waitFor()
    await tabs(page).nth(0).click()
    await pane(page, 'vehicleList').waitFor()
    await expect.poll(where).toEqual(before)
  })
  test('are the same after F5, with their addresses', async () => {
    const { page } = await threeOpen()
    await tabs(page).nth(0).click()
    await page.waitForURL('**/vehicle/vehicleList')
    await page.reload()
    await settled(page)
    expect(await names(page)).toEqual(['车辆列表', '预备车辆', '车辆库存'])
    expect(await tabs(page).nth(0).getAttribute('aria-selected')).toBe('true')
    await tabs(page).nth(2).click()
    await pane(page, 'stockList').waitFor()
  })
  test('are scrolled to the same row after F5, down the page and along the table', async () => {
    const { page } = await threeOpen()
    await page.setViewportSize({ width: 1100, height: 500 })
    const scrolled = (code: string) =>
      pane(page, code).evaluate((box) =>
        [box, ...box.querySelectorAll('.zyt-table-box')].map((e) => [Math.round(e.scrollTop), Math.round(e.scrollLeft)]),
      )
    const scroll = (code: string, by: number) =>
      pane(page, code).evaluate((box, by) => [box, ...box.querySelectorAll('.zyt-table-box')].forEach((e) => e.scrollTo(by * 2, by)), by)
    await scroll('stockList', 60)
    await tabs(page).nth(0).click()
    await pane(page, 'vehicleList').locator('tbody tr').first().waitFor()
    await scroll('vehicleList', 80)
    await expect.poll(() => scrolled('vehicleList').then((all) => all.flat().filter((n) => n > 0).length)).toBeGreaterThan(1)
    const before = await scrolled('vehicleList')
    await page.reload()
    await settled(page)
    await expect.poll(() => scrolled('vehicleList')).toEqual(before)
    // Also of the tab that is built when it is looked at again.
    await tabs(page).nth(2).click()
    await pane(page, 'stockList').locator('tbody tr').first().waitFor()
    await expect.poll(() => scrolled('stockList').then((all) => all.flat().some((n) => n > 0))).toBe(true)
  })
  test('of two records are two; the same record again is the same tab, named after it', async () => {
    const { page } = await session()
    const [a, b] = world().vehicles
    await openScreen(page, `/vehicle/vehicleDetail?id=${a!.id}`, 'vehicleDetail')
    await openScreen(page, `/vehicle/vehicleDetail?id=${b!.id}`, 'vehicleDetail')
    await openScreen(page, `/vehicle/vehicleDetail?id=${a!.id}`, 'vehicleDetail')
    await expect.poll(() => names(page)).toEqual([expect.stringContaining(a!.plateNo), expect.stringContaining(b!.plateNo)])
  })
  test('of two records being changed bear their names', async () => {
    const { page } = await session()
    const [a, b] = world().vehicles
    for (const { id } of [a!, b!]) await openScreen(page, `/vehicle/vehicleMod?id=${id}`, 'vehicleMod')
    await expect.poll(() => names(page)).toEqual([`${a!.plateNo} 修改车辆`, `${b!.plateNo} 修改车辆`])
  })
  test('of a record one stepped to by 下一条 are found again, not opened twice', async () => {
    const { page } = await session()
    await openScreen(page, '/vehicle/vehicleList?plateNo=沪B2000&sort=plateNo', 'vehicleList')
    await pane(page, 'vehicleList')
      .getByRole('link', { name: '沪B20002' })
      .or(pane(page, 'vehicleList').getByText('沪B20002', { exact: true }))
      .first()
      .click()
    await pane(page, 'vehicleDetail')
      .getByRole('heading', { name: /沪B20002/ })
      .waitFor()
    await pane(page, 'vehicleDetail').getByRole('button', { name: '下一条' }).click()
    await pane(page, 'vehicleDetail')
      .getByRole('heading', { name: /沪B20003/ })
      .waitFor()
    await tabs(page).nth(0).click()
    await pane(page, 'vehicleList').getByText('沪B20003', { exact: true }).first().click()
    await pane(page, 'vehicleDetail')
      .getByRole('heading', { name: /沪B20003/ })
      .waitFor()
    await expect.poll(() => names(page)).toEqual(['车辆列表', expect.stringContaining('沪B20003')])
  })
  test('with unsaved input ask before they go', async () => {
    const s = await halfTyped()
    const { page } = s
    await page.getByRole('img', { name: '有未保存的内容' }).waitFor()
    await tabs(page).nth(0).press('Delete')
    await question(page).getByText('有未保存的内容', { exact: true }).waitFor()
    await question(page).getByRole('button', { name: '继续填写' }).click()
    await nothingLost(page)
    await tabs(page).nth(0).press('Delete')
    await question(page).getByRole('button', { name: '仍然关闭' }).click()
    await pane(page, 'homePage').waitFor()
    await forget(s)
  })
})

describe('what was typed is not lost', () => {
  test('by F5', async () => {
    const s = await halfTyped()
    s.page.on('dialog', (dialog) => void dialog.accept())
    await s.page.reload()
    await s.page.getByText(/已恢复.*草稿/).waitFor()
    await nothingLost(s.page)
    await forget(s)
  })
  test('by switching to another browser: the server has it', async () => {
    const s = await halfTyped()
    await expect.poll(async () => (await s.api.get<{ key: string }[]>('/api/v1/draft/list')).length).toBeGreaterThan(0)
    const other = await session()
    await openScreen(other.page, '/vehicle/vehicleAdd', 'vehicleAdd')
    await nothingLost(other.page)
    await forget(s)
  })
  test('when the session expires: after signing in again the form is as it was', async () => {
    const s = await halfTyped()
    const { page } = s
    s.expectProblem(/answer: 401 /)
    await s.api.raw('POST', '/api/oauth/logout')
    // Whatever asks the server next finds out: this click, or a look of the console's own, whose question then stands before the menu.
    await pageLink(page, '车辆').dispatchEvent('click')
    await question(page).getByRole('heading', { name: '登录过期' }).waitFor()
    await question(page).getByRole('button', { name: '重新登录' }).click()
    await page.waitForURL(/\/login\?redirect=/)
    await page.getByLabel('用户名').fill('admin')
    await page.getByLabel('密码', { exact: true }).fill(world().admin.password)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await pane(page, 'vehicleList').waitFor()
    await tabs(page).filter({ hasText: '新增车辆' }).click()
    await nothingLost(page)
    await forget(await session())
  })
  test('when a new version forces a reload', async () => {
    const s = await halfTyped()
    const { page } = s
    await page.route('**/verify.json*', (route) => route.fulfill({ json: { version: 'a-newer-one' } }))
    await menu(page, '车辆')
    await question(page).getByText('有新版本，请刷新页面').waitFor()
    const loaded = page.waitForEvent('load')
    await question(page).getByRole('button').click()
    await loaded
    await pane(page, 'vehicleList').waitFor()
    await tabs(page).filter({ hasText: '新增车辆' }).click()
    await nothingLost(page)
    await forget(s)
  })
  test('and what was saved does not come back, also when the page goes before the server has forgotten it', async () => {
    const s = await session()
    const { page, api } = s
    const address = `/vehicle/vehicleMod?id=${world().vehicles[4]!.id}`
    const drafts = () => api.get<{ key: string }[]>('/api/v1/draft/list').then((list) => list.length)
    const before = await drafts()
    await openScreen(page, address, 'vehicleMod')
    await field(page, 'engineNo').fill('ENG-0004')
    await expect.poll(drafts).toBe(before + 1)
    s.expectProblem(/ERR_FAILED|draft\/delete/)
    await page.route('**/api/v1/draft/delete', (route) => route.abort())
    await page.keyboard.press('Control+s')
    await toastShown(page, '保存成功')
    await page.unroute('**/api/v1/draft/delete')
    expect(await drafts()).toBe(before + 1)
    await page.goto('/homePage')
    await openScreen(page, address, 'vehicleMod')
    await expect.poll(drafts).toBe(before)
    await settled(page)
    expect(await page.getByText(/已恢复/).count()).toBe(0)
    expect(await field(page, 'engineNo').inputValue()).toBe('ENG-0004')
  })
  test('and a saved form asks nothing more', async () => {
    const s = await session()
    const { page } = s
    await openScreen(page, `/vehicle/vehicleMod?id=${world().vehicles[3]!.id}`, 'vehicleMod')
    await field(page, 'engineNo').fill('ENG-0003')
    await page.keyboard.press('Control+s')
    await toastShown(page, '保存成功')
    expect(await page.getByRole('img', { name: '有未保存的内容' }).count()).toBe(0)
    expect(await s.api.get<{ engineNo: string }>('/api/v1/vehicle/detail', { id: world().vehicles[3]!.id })).toMatchObject({
      engineNo: 'ENG-0003',
    })
  })
})

describe('on pages made by hand', () => {
  test('ticks of a role and typed settings stay while another tab is in front, and after F5', async () => {
    const s = await session()
    const { page, api } = s
    page.on('dialog', (dialog) => void dialog.accept())
    const role = await api.post<{ id: number }>('/api/v1/role/add', { code: 'half_ticked', name: '半途的角色' })
    await openScreen(page, `/system/roleManage?id=${role.id}`, 'roleManage')
    const tick = () => pane(page, 'roleManage').getByRole('checkbox', { name: '车辆列表' })
    await tick().check()
    await page.getByRole('navigation', { name: '主菜单' }).getByText('车辆与车务').click()
    await menu(page, '车辆')
    await pane(page, 'vehicleList').waitFor()
    await tabs(page).filter({ hasText: '半途的角色' }).click()
    expect(await tick().isChecked()).toBe(true)
    await page.reload()
    await toastShown(page, '已恢复上次未保存的修改')
    expect(await tick().isChecked()).toBe(true)
    expect((await api.get<{ granted: string[] }>('/api/v1/roleGrant/detail', { id: role.id })).granted).toEqual([])
    await pane(page, 'roleManage').getByRole('button', { name: '还原' }).click()
    expect(await tick().isChecked()).toBe(false)

    await openScreen(page, '/system/parameterSett', 'parameterSett')
    const idle = () => pane(page, 'parameterSett').getByLabel('无操作自动退出')
    const stored = await idle().inputValue()
    await idle().fill('37')
    await pane(page, 'parameterSett').getByText('1 项未保存').waitFor()
    await page.reload()
    await expect.poll(() => idle().inputValue()).toBe('37')
    await pane(page, 'parameterSett').getByRole('button', { name: '还原' }).click()
    await page.reload()
    await expect.poll(() => idle().inputValue()).toBe(stored)
  })
})
