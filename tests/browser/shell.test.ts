import { describe, expect, test } from 'vitest'
import type { Page, Request } from 'playwright-core'
import { openScreen, originOf, pane, type Session, session, toast, toastShown, useBrowser, visitor } from './harness.ts'

useBrowser()

const TOTAL = '**/api/v1/projectTask/total'
const NOTICES = {
  undistributedTaskCount: 2,
  unapprovedCount: 1,
  reminderList: [
    {
      reminderType: '发车提醒',
      carpoolNo: 'PC20261121-0001',
      vehicleNo: '沪A12345',
      driverName: '张师傅',
      executeTime: '2026-11-21 09:00:00',
    },
  ],
  unapprovedTaskList: [
    {
      taskName: '退车审批',
      reminderType: '待审批',
      vehicleNo: '沪B23456',
      tenantryName: '李四',
      approvalStartTime: '2026-11-20 10:00:00',
      businessId: 88,
      approvalScene: 2,
    },
  ],
  vehicleRevenueWarnVoList: [{ vehicleNo: '沪C34567', warningTime: '2026-11-19' }],
}

describe('the side menu', () => {
  test('collapses, and remembers it in a cookie: 1 open, 0 collapsed', async () => {
    const { page, context } = await session()
    const cookie = async (): Promise<string | undefined> =>
      (await context.cookies(originOf())).find((c) => c.name === 'sidebarStatus')?.value
    await openScreen(page, '/homePage', 'homePage')
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
    await openScreen(s.page, '/homePage', 'homePage')
    return s
  }

  test('is not there without notices', async () => {
    const { page } = await withNotices(() => ({
      undistributedTaskCount: 0,
      unapprovedCount: 0,
      reminderList: [],
      unapprovedTaskList: [],
      vehicleRevenueWarnVoList: [],
    }))
    expect(await panel(page).count()).toBe(0)
  })
  test('steps through its three kinds and stops at both ends; each leads to its page', async () => {
    const s = await withNotices()
    // The case of that link was never there; whether its page gets as far as asking for it before the test goes on is a matter of time.
    s.expectProblem(/answer: 404 GET \/api\/v1\/workflow\/case/)
    const { page } = s
    const box = panel(page)
    await box.getByText('消息提醒 3').waitFor()
    const [back, on] = [box.getByRole('button', { name: '上一条' }), box.getByRole('button', { name: '下一条' })]
    /** Where a button leads: path and query. Of a module that does not exist yet the console says so and keeps the address. */
    const opens = async (button: string): Promise<string> => {
      await box.getByRole('button', { name: button }).click()
      await page.waitForURL(/linePageList|workflow|operationalWarning/)
      const url = new URL(page.url())
      const missing = url.pathname === '/404' ? url.searchParams.get('from') : null
      await openScreen(page, '/homePage', 'homePage')
      return missing ?? url.pathname + decodeURIComponent(url.search)
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
    expect(await opens('去处理')).toMatch(/linePageList/)
    await on.click()
    expect(await opens('去处理')).toMatch(/workflow\?businessId=88&approvalScene=2$/)
    await on.click()
    await on.click()
    expect(await opens('去查看')).toMatch(/operationalWarning/)
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
    answer = {
      ...NOTICES,
      vehicleRevenueWarnVoList: [...NOTICES.vehicleRevenueWarnVoList, { vehicleNo: '沪D45678', warningTime: '2026-11-21' }],
    }
    await page.reload()
    await box.getByText('消息提醒 4').waitFor()
  })
  test('is fed every 30 seconds while signed in, and no longer once the token was found invalid', async () => {
    const { page } = await session()
    await page.clock.install()
    // What happens elsewhere is told by the stream of events, and would be a reason of its own to ask.
    await page.route('**/api/v1/events', () => {})
    let asked = 0
    await page.route(TOTAL, (route) => {
      asked++
      return route.fulfill({ json: { code: 200, message: '', data: NOTICES } })
    })
    /** Requests are told in the order in which they were made: those made before have been counted by now. */
    const counted = async (): Promise<number> => {
      await page.evaluate(() => fetch('/verify.json').then(({ ok }) => ok))
      return asked
    }
    await openScreen(page, '/homePage', 'homePage')
    await panel(page).waitFor()
    // A tenth earlier or later, so that not all consoles ask in the same second. The clock stands still from now on, however slow this is.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 20_000)
    expect(await counted()).toBe(1)
    await page.clock.fastForward(34_000)
    expect(await counted()).toBe(2)
    await page.evaluate(() => localStorage.setItem('isLogOut', '1'))
    await page.clock.fastForward(34_000)
    await page.clock.fastForward(34_000)
    expect(await counted()).toBe(2)
  })
})

describe('requests', () => {
  const overlay = (page: Page) => page.locator('.zyt-overlay-seen', { hasText: '加载中…' })

  test('carry token type, token and a key of their own; signing in and checking a token carry the client’s credentials', async () => {
    const s = await session()
    const asked: Request[] = []
    s.page.on('request', (request) => void asked.push(request))
    await openScreen(s.page, '/vehicle/vehicleList', 'vehicleList')
    const exported = s.page.waitForRequest('**/api/v1/vehicle/export')
    await s.page.getByRole('button', { name: '导出' }).click()
    const write = (await exported).headers()
    expect(write).toMatchObject({
      authorization: `bearer ${s.api.token}`,
      'content-type': 'application/json',
      'idempotency-key': expect.stringMatching(/^[\w-]{16,}$/),
    })
    const of = (path: string) => asked.filter((r) => new URL(r.url()).pathname === path).map((r) => r.headers()['authorization'])
    expect(of('/api/v1/vehicle/list')[0]).toBe(`bearer ${s.api.token}`)
    expect(of('/api/oauth/check_token')[0]).toMatch(/^Basic /)
    expect(asked.filter((r) => new URL(r.url()).pathname === '/api/auth/resources').map((r) => r.headers()['authorization'])).toContain(
      `bearer ${s.api.token}`,
    )
    const guest = await visitor()
    const token = guest.page.waitForRequest('**/api/oauth/token*')
    guest.expectProblem(/answer: 400 POST \/api\/oauth\/token/)
    await guest.page.goto('/login')
    await guest.page.getByLabel('用户名').fill('nobody')
    await guest.page.getByLabel('密码', { exact: true }).fill('Nobody#2026')
    await guest.page.getByRole('button', { name: '登录', exact: true }).click()
    expect((await token).headers()['authorization']).toMatch(/^Basic /)
  })
  test('that write lay 加载中… over the whole page until they are answered, and nothing can be pressed twice', async () => {
    const { page } = await session()
    await openScreen(page, '/vehicle/vehicleList', 'vehicleList')
    let answer: () => void = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    let calls = 0
    await page.route('**/api/v1/vehicle/export', async (route) => {
      calls++
      await held
      await route.fulfill({ json: { code: 200, message: '', data: null } })
    })
    const button = page.getByRole('button', { name: '导出' })
    await button.click()
    await overlay(page).waitFor()
    const { x, y } = (await button.boundingBox())!
    const box = (await overlay(page).boundingBox())!
    expect([box.x, box.y, box.width, box.height]).toEqual([0, 0, 1440, 900])
    await page.mouse.click(x + 8, y + 8)
    answer()
    await overlay(page).waitFor({ state: 'hidden' })
    expect(calls).toBe(1)
  })
})

describe('the shared controls', () => {
  const demo = async (): Promise<Session> => {
    const s = await session()
    await s.page.goto('/demo')
    await pane(s.page, 'demo').getByRole('heading', { name: '详情表' }).waitFor()
    return s
  }
  test('a detail table has labels and values, marks what is required, explains by a hint, copies; its section’s heading takes controls', async () => {
    const { page, context } = await demo()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const row = (label: string) =>
      pane(page, 'demo')
        .locator('.zyt-detail-row')
        .filter({ has: page.locator('dt', { hasText: label }) })
        .first()
    expect(await row('车牌号').locator('.zyt-required').innerText()).toBe('*')
    expect(await row('月租金').locator('.zyt-required').count()).toBe(0)
    await row('月租金').getByLabel('说明：含税，按自然月计收').hover()
    await page.getByRole('tooltip', { name: '含税，按自然月计收' }).waitFor()
    await row('车牌号').getByRole('button', { name: /^复制/ }).click()
    await toastShown(page, '已复制')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('沪A12345')
    const value = (label: string) => row(label).locator('dd').innerText()
    expect(await value('时间')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect(await value('十位时间戳')).toBe(await value('时间'))
    expect(await value('相对时间')).toBe('刚刚、5分钟前、2小时前、1天前')

    // The heading of a section takes controls at its right.
    const header = pane(page, 'demo')
      .locator('.zyt-section-header')
      .filter({ has: page.getByRole('heading', { name: '详情表' }) })
    const extra = header.getByRole('button', { name: '附加操作' })
    const [title, control] = [(await header.getByRole('heading').boundingBox())!, (await extra.boundingBox())!]
    expect(control.x).toBeGreaterThan(title.x + title.width)
    await extra.click()
    await toastShown(page, '标题栏右侧可放任意控件')
  })
  test('a dialog is 80 % wide, 15 vh from the top, with 取消, 驳回 and 确定, and a click beside it leaves it open', async () => {
    const { page } = await demo()
    const dialog = page.getByRole('dialog').filter({ hasText: '示例弹窗' })
    const open = async (): Promise<void> => {
      await pane(page, 'demo').getByRole('button', { name: '打开弹窗' }).click()
      await dialog.waitFor()
    }
    await open()
    const box = (await page.locator('.zyt-dialog:visible').boundingBox())!
    expect([Math.round(box.width), Math.round(box.y)]).toEqual([1152, 135])
    expect(await page.locator('.zyt-dialog-footer button').allInnerTexts()).toEqual([
      expect.stringMatching(/^取 ?消$/),
      expect.stringMatching(/^驳 ?回$/),
      expect.stringMatching(/^确 ?定$/),
    ])
    await page.mouse.click(20, 700)
    await page.mouse.click(1400, 880)
    expect(await dialog.isVisible()).toBe(true)
    for (const [name, toast] of [
      [/取 ?消/, null],
      [/驳 ?回/, '已驳回'],
      [/确 ?定/, '已确定'],
    ] as const) {
      if (!(await dialog.isVisible())) await open()
      await dialog.getByRole('button', { name }).click()
      await dialog.waitFor({ state: 'hidden' })
      if (toast) await toastShown(page, toast)
    }
  })
})

describe('pages without a menu', () => {
  test('the root leads to the welcome page, an unknown address to /404, and visitors are asked for nothing on the public ones', async () => {
    const { page } = await session()
    await page.goto('/')
    await page.waitForURL('**/homePage')
    await page.goto('/no/such/page?id=1')
    await page.waitForURL('**/404?from=*')
    await page.getByText('页面地址：/no/such/page?id=1').waitFor()
    // Inside the console: the menu stands beside it.
    await page.getByRole('navigation', { name: '主菜单' }).waitFor()
    await page.getByRole('button', { name: '返回首页' }).click()
    await pane(page, 'homePage').waitFor()
    const guest = await visitor()
    for (const [path, words] of [
      ['/appDownLoad', /下载|安装/],
      ['/franchise', /加盟/],
      ['/source', '源代码与许可'],
      ['/401', '没有访问权限'],
      ['/404', '页面不存在'],
    ] as const) {
      await guest.page.goto(path)
      await guest.page.getByRole('heading', { name: words }).first().waitFor()
      expect(new URL(guest.page.url()).pathname).toBe(path)
    }
    // Who uses the program without an account is offered its source, too.
    for (const path of ['/my', '/verify', '/appDownLoad', '/franchise']) {
      await guest.page.goto(path)
      await guest.page.locator('footer').getByRole('link', { name: '源代码与许可' }).waitFor()
    }
  })
})

describe('around every page', () => {
  test('Ctrl+K finds a vehicle by its plate and by pinyin, and a menu by its initials', async () => {
    const { page } = await session()
    await openScreen(page, '/homePage', 'homePage')
    const box = page.getByRole('combobox', { name: '搜索菜单、记录与操作' })
    await page.keyboard.press('Control+k')
    await box.fill('B20007')
    await page.getByRole('option', { name: /沪B20007/ }).click()
    await pane(page, 'vehicleDetail')
      .getByRole('heading', { name: /沪B20007/ })
      .waitFor()
    await page.keyboard.press('Control+k')
    await box.fill('hub20008')
    await page.getByRole('option', { name: /沪B20008/ }).waitFor()
    await box.fill('oym')
    await page.getByRole('option', { name: /欧阳明/ }).waitFor()
    await box.fill('admin')
    await page
      .getByRole('option', { name: /^记录.*用户 · .*admin|用户 · .*admin/ })
      .first()
      .waitFor()
    await box.fill('cxk')
    await page
      .getByRole('option', { name: /车型库/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await pane(page, 'vehicleTypeBaseList').waitFor()
  })
  test('Enter in the search takes what was typed, also before it is answered, not what an earlier word had found', async () => {
    const { page } = await session()
    await openScreen(page, '/homePage', 'homePage')
    const box = page.getByRole('combobox', { name: '搜索菜单、记录与操作' })
    await page.keyboard.press('Control+k')
    await box.fill('沪B2001')
    // The newest of ten stands first.
    await page.getByRole('option', { name: /沪B20019/ }).waitFor()
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/v1/search?*', async (route) => {
      await answer.promise
      await route.continue()
    })
    await page.keyboard.type('0')
    await page.keyboard.press('Enter')
    expect(await box.inputValue()).toBe('沪B20010')
    answer.resolve()
    await pane(page, 'vehicleDetail')
      .getByRole('heading', { name: /沪B20010/ })
      .waitFor()
  })
  test('a message without a page of its own is read where it is listed', async () => {
    const { page, api } = await session()
    const { id, version } = await api.post<{ id: number; version: number }>('/api/v1/systemMessage/add', {
      title: '停电通知',
      category: 'notice',
      content: '周六 8:00 至 12:00\n虹桥店停电。',
      toAll: true,
    })
    await api.post('/api/v1/systemMessage/publish', { id, version })
    await openScreen(page, '/homePage', 'homePage')
    const bell = page.getByRole('button', { name: /^消息/ }).first()
    await page.getByRole('button', { name: /^消息，\d+ 条未读/ }).waitFor()
    await bell.click()
    await page.getByRole('button', { name: /停电通知/ }).click()
    const dialog = page.getByRole('dialog').filter({ hasText: '停电通知' })
    await dialog.getByText('虹桥店停电。').waitFor()
    await dialog.getByRole('button', { name: '关闭' }).click()
    // Read it is, and the bell counts what is left; other messages may come meanwhile.
    const mine = () => api.get<{ unread: number; list: { title: string; readAt: string | null }[] }>('/api/v1/message/list', {})
    await expect.poll(async () => (await mine()).list.find((m) => m.title === '停电通知')?.readAt).toEqual(expect.any(String))
    await expect
      .poll(async () => {
        const { unread } = await mine()
        return (await bell.getAttribute('aria-label')) === (unread ? `消息，${unread} 条未读` : '消息')
      })
      .toBe(true)
  })
  test('an address that is picked in the place search is given back with its place', async () => {
    const { page } = await session()
    await page.goto('/demo')
    await pane(page, 'demo').getByText('请输入地址').first().waitFor()
    const input = pane(page, 'demo').getByLabel('地点', { exact: true })
    await input.fill('浦东新区')
    await page.locator('.ant-select-item-option', { hasText: '上海市浦东新区' }).first().click()
    await expect.poll(() => input.inputValue()).toContain('浦东新区')
    await pane(page, 'demo')
      .getByText(/上海市浦东新区.*（121\.\d+, 31\.\d+）/)
      .waitFor()
  })
  test('a lost line is shown above the page until it is back', async () => {
    const s = await session()
    s.expectProblem(/ERR_/)
    await openScreen(s.page, '/vehicle/vehicleList', 'vehicleList')
    await s.page.route('**/api/v1/vehicle/list*', (route) => route.abort('connectionfailed'))
    await s.page.getByRole('button', { name: '刷新', exact: true }).click()
    await s.page
      .locator('.zyt-main')
      .getByText(/网络|连接/)
      .first()
      .waitFor()
    await s.page.unroute('**/api/v1/vehicle/list*')
    expect(await toast(s.page, 'undefined').count()).toBe(0)
  })
})
