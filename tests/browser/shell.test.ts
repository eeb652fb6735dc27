import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { openScreen, originOf, pane, session, toast, useBrowser, type Session } from './harness.ts'

useBrowser()

const TOTAL = '**/api/v1/projectTask/total'
const NOTICES = {
  undistributedTaskCount: 2,
  unapprovedCount: 1,
  reminderList: [{ reminderType: '发车提醒', carpoolNo: 'PC20261121-0001', vehicleNo: '沪A12345', driverName: '张师傅', executeTime: '2026-11-21 09:00:00' }],
  unapprovedTaskList: [{ taskName: '退车审批', reminderType: '待审批', vehicleNo: '沪B23456', tenantryName: '李四', approvalStartTime: '2026-11-20 10:00:00', businessId: 88, approvalScene: 2 }],
  vehicleRevenueWarnVoList: [{ vehicleNo: '沪C34567', warningTime: '2026-11-19' }],
}

describe('the side menu', () => {
  test('collapses, and remembers it in a cookie: 1 open, 0 collapsed', async () => {
    const { page, context } = await session()
    const cookie = async (): Promise<string | undefined> => (await context.cookies(originOf())).find((c) => c.name === 'sidebarStatus')?.value
    await openScreen(page, '/dashboard', 'dashboard')
    await page.getByRole('button', { name: '收起菜单' }).click()
    await expect.poll(cookie).toBe('0')
    await page.reload()
    await page.getByRole('button', { name: '展开菜单' }).click()
    await expect.poll(cookie).toBe('1')
    await page.reload()
    await page.getByRole('button', { name: '收起菜单' }).waitFor()
  })
})

describe('the notice panel', () => {
  const panel = (page: Page) => page.getByRole('region', { name: /^消息提醒/ })
  async function withNotices(answer: () => object = () => NOTICES): Promise<Session> {
    const s = await session()
    await s.page.route(TOTAL, (route) => route.fulfill({ json: { code: 200, message: '', data: answer() } }))
    await openScreen(s.page, '/dashboard', 'dashboard')
    return s
  }

  test('is not there without notices', async () => {
    const { page } = await withNotices(() => ({ undistributedTaskCount: 0, unapprovedCount: 0, reminderList: [], unapprovedTaskList: [], vehicleRevenueWarnVoList: [] }))
    expect(await panel(page).count()).toBe(0)
  })
  test('steps through its three kinds and stops at both ends; each leads to its page', async () => {
    const { page } = await withNotices()
    const box = panel(page)
    await box.getByText('消息提醒 3').waitFor()
    const [back, on] = [box.getByRole('button', { name: '上一条' }), box.getByRole('button', { name: '下一条' })]
    const opens = async (button: string): Promise<URL> => {
      await box.getByRole('button', { name: button }).click()
      // Pages of modules that do not exist yet are told as missing; where the button leads stands in the address.
      await page.waitForURL(/linePageList|workflow|operationalWarning/)
      const url = new URL(page.url())
      await openScreen(page, '/dashboard', 'dashboard')
      return url
    }
    await box.getByRole('heading', { name: '配送提醒' }).waitFor()
    for (const text of ['PC20261121-0001', '沪A12345', '张师傅', '发车提醒']) await box.getByText(text).waitFor()
    expect(await back.isDisabled()).toBe(true)
    await on.click()
    await box.getByRole('heading', { name: '审批任务' }).waitFor()
    for (const text of ['退车审批', '沪B23456', '李四']) await box.getByText(text).waitFor()
    await on.click()
    await box.getByRole('heading', { name: '车辆收益异常' }).waitFor()
    for (const text of ['沪C34567', '2026-11-19']) await box.getByText(text).waitFor()
    expect(await on.isDisabled()).toBe(true)
    await box.getByText('3 / 3').waitFor()
    await back.click()
    await box.getByText('2 / 3').waitFor()
    await back.click()
    expect((await opens('去处理')).href).toMatch(/linePageList/)
    await on.click()
    expect((await opens('去处理')).href).toMatch(/workflow/)
    await on.click()
    await on.click()
    expect((await opens('去查看')).href).toMatch(/operationalWarning/)
  })
  test('collapses and closes; a closed one comes back only for something new', async () => {
    let answer: object = NOTICES
    const { page } = await withNotices(() => answer)
    const box = panel(page)
    await box.getByRole('button', { name: '收起' }).click()
    await box.getByRole('heading', { name: '配送提醒' }).waitFor({ state: 'hidden' })
    await box.getByRole('button', { name: '展开' }).click()
    await box.getByRole('button', { name: '关闭提醒' }).click()
    await box.waitFor({ state: 'hidden' })
    answer = { ...NOTICES, vehicleRevenueWarnVoList: [...NOTICES.vehicleRevenueWarnVoList, { vehicleNo: '沪D45678', warningTime: '2026-11-21' }] }
    await page.reload()
    await box.getByText('消息提醒 4').waitFor()
  })
  test('is fed every 30 seconds while signed in, and no longer once the token was found invalid', async () => {
    const s = await session()
    const { page } = s
    await page.clock.install()
    let asked = 0
    await page.route(TOTAL, (route) => {
      asked++
      return route.fulfill({ json: { code: 200, message: '', data: NOTICES } })
    })
    await openScreen(page, '/dashboard', 'dashboard')
    await expect.poll(() => asked).toBeGreaterThan(0)
    const before = asked
    // A tenth earlier or later, so that not all consoles ask in the same second.
    await page.clock.fastForward(25_000)
    expect(asked).toBe(before)
    await page.clock.fastForward(9_000)
    await expect.poll(() => asked).toBe(before + 1)
    await page.evaluate(() => localStorage.setItem('isLogOut', '1'))
    await page.clock.fastForward(34_000)
    await page.clock.fastForward(34_000)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    expect(asked).toBe(before + 1)
  })
})

describe('around every page', () => {
  test('Ctrl+K finds a vehicle by its plate and by pinyin, and a menu by its initials', async () => {
    const { page } = await session()
    await openScreen(page, '/dashboard', 'dashboard')
    const box = page.getByRole('combobox', { name: '搜索菜单、记录与操作' })
    await page.keyboard.press('Control+k')
    await box.fill('B20007')
    await page.getByRole('option', { name: /沪B20007/ }).click()
    await pane(page, 'vehicleDetail').getByRole('heading', { name: /沪B20007/ }).waitFor()
    await page.keyboard.press('Control+k')
    await box.fill('hub20008')
    await page.getByRole('option', { name: /沪B20008/ }).waitFor()
    await box.fill('oym')
    await page.getByRole('option', { name: /欧阳明/ }).waitFor()
    await box.fill('admin')
    await page.getByRole('option', { name: /^记录.*用户 · .*admin|用户 · .*admin/ }).first().waitFor()
    await box.fill('cxk')
    await page.getByRole('option', { name: /车型库/ }).first().waitFor()
    await page.keyboard.press('Enter')
    await pane(page, 'vehicleTypeBaseList').waitFor()
  })
  test('a message without a page of its own is read where it is listed', async () => {
    const { page, api } = await session()
    const { id, version } = await api.post<{ id: number; version: number }>('/api/v1/systemMessage/add', { title: '停电通知', category: 'notice', content: '周六 8:00 至 12:00\n虹桥店停电。', toAll: true })
    await api.post('/api/v1/systemMessage/publish', { id, version })
    await openScreen(page, '/dashboard', 'dashboard')
    const bell = page.getByRole('button', { name: /^消息/ }).first()
    await page.getByRole('button', { name: /^消息，\d+ 条未读/ }).waitFor()
    const unread = Number(/\d+/.exec((await bell.getAttribute('aria-label'))!)![0])
    await bell.click()
    await page.getByRole('button', { name: /停电通知/ }).click()
    const dialog = page.getByRole('dialog').filter({ hasText: '停电通知' })
    await dialog.getByText('虹桥店停电。').waitFor()
    await dialog.getByRole('button', { name: '关闭' }).click()
    await page.getByRole('button', { name: unread === 1 ? '消息' : `消息，${unread - 1} 条未读`, exact: true }).waitFor()
  })
  test('an address nobody knows leads to the page that says so, and back', async () => {
    const { page } = await session()
    await page.goto('/no/such/page')
    await page.getByRole('heading', { name: '页面不存在' }).waitFor()
    await page.getByRole('link', { name: '返回首页' }).click()
    await pane(page, 'dashboard').waitFor()
  })
  test('an address that is picked in the place search is given back with its place', async () => {
    const { page } = await session()
    await page.goto('/demo')
    await pane(page, 'demo').getByText('请输入地址').first().waitFor()
    const input = pane(page, 'demo').getByLabel('地点', { exact: true })
    await input.fill('浦东新区')
    await page.locator('.ant-select-item-option', { hasText: '上海市浦东新区' }).first().click()
    await expect.poll(() => input.inputValue()).toContain('浦东新区')
    await pane(page, 'demo').getByText(/上海市浦东新区.*（121\.\d+, 31\.\d+）/).waitFor()
  })
  test('a lost line is shown above the page until it is back', async () => {
    const s = await session()
    s.expectProblem(/ERR_/)
    await openScreen(s.page, '/vehicle/vehicleList', 'vehicleList')
    await s.page.route('**/api/v1/vehicle/list*', (route) => route.abort('connectionfailed'))
    await s.page.getByRole('button', { name: '刷新', exact: true }).click()
    await s.page.locator('.zyt-main').getByText(/网络|连接/).first().waitFor()
    await s.page.unroute('**/api/v1/vehicle/list*')
    expect(await toast(s.page, 'undefined').count()).toBe(0)
  })
})
