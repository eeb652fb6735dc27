/** The customer's error catalogue (spec §8), row by row, each provoked. */
import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { openScreen, pageLink, pane, type Session, session, toast, toastShown, useBrowser } from './harness.ts'

useBrowser()

const LIST = '/vehicle/vehicleList'
const VEHICLES = '**/api/v1/vehicle/list*'
const EXPORT = '**/api/v1/vehicle/export'

async function onList(): Promise<Session> {
  const s = await session()
  await openScreen(s.page, LIST, 'vehicleList')
  return s
}

/** Any call that lets the one api tell what went wrong would do; 导出 is a click away. */
async function exportAnswers(s: Session, status: number, body: unknown): Promise<void> {
  s.expectProblem(new RegExp(`answer: ${status} POST /api/v1/vehicle/export`))
  await s.page.unroute(EXPORT)
  await s.page.route(EXPORT, (route) =>
    route.fulfill(typeof body === 'string' ? { status, contentType: 'text/html', body } : { status, json: body }),
  )
  const answered = s.page.waitForResponse(EXPORT)
  await s.page.getByRole('button', { name: '导出' }).click()
  await (await answered).finished()
}

/** Every toast there was, also one that went before anybody looked. */
async function watchToasts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen = new Set<string>()
    Object.assign(window, { seenToasts: seen })
    new MutationObserver(() => {
      for (const text of document.querySelectorAll('.zyt-toast span')) seen.add(text.textContent ?? '')
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  return () => page.evaluate(() => [...(window as never as { seenToasts: Set<string> }).seenToasts])
}

describe('answers of the server', () => {
  test('another body code is told by the server’s words for two seconds; a failed request for five', async () => {
    const s = await session()
    const { clock } = s.page
    await clock.install()
    await openScreen(s.page, LIST, 'vehicleList')
    // It stands still from now on, so the seconds of a toast are those that are let pass.
    await clock.pauseAt((await s.page.evaluate(() => Date.now())) + 1000)
    const lasts = async (text: string, ms: number): Promise<void> => {
      await toast(s.page, text).waitFor()
      await clock.fastForward(ms - 1)
      expect(await toast(s.page, text).count()).toBe(1)
      await clock.fastForward(1)
      await toast(s.page, text).waitFor({ state: 'detached' })
    }
    await exportAnswers(s, 200, { code: 3001, message: '库存不足，请先调拨', data: null })
    await lasts('库存不足，请先调拨', 2000)
    await exportAnswers(s, 500, { code: 500, message: '数据库正在维护', data: null })
    await lasts('数据库正在维护', 5000)
  })
  test('a failure without words, 502, 403 and a lost line have words of their own', async () => {
    const s = await onList()
    await exportAnswers(s, 500, '<html>oops</html>')
    await toastShown(s.page, '服务器请求失败')
    await exportAnswers(s, 502, '<html>Bad Gateway</html>')
    await toastShown(s.page, '服务器暂时不可用')
    await exportAnswers(s, 403, { code: 403, message: '权限不足，请设置相关权限', data: null })
    await toastShown(s.page, '权限不足，请设置相关权限')
    s.expectProblem(/ERR_(?:FAILED|CONNECTION)/)
    await s.page.unroute(EXPORT)
    await s.page.route(EXPORT, (route) => route.abort('connectionfailed'))
    await toast(s.page, '服务器请求失败').waitFor({ state: 'hidden' })
    await s.page.getByRole('button', { name: '导出' }).click()
    await toastShown(s.page, '服务器请求失败')
  })
  test('a list that fails is told by a toast as well as in its place, shown rows or none; what it refuses is told once', async () => {
    const s = await session()
    const answer = async (status: number, message: string): Promise<void> => {
      s.expectProblem(new RegExp(`answer: ${status} GET /api/v1/vehicle/list`))
      await s.page.unroute(VEHICLES)
      await s.page.route(VEHICLES, (route) => route.fulfill({ status, json: { code: status, message, data: null } }))
    }
    const alert = pane(s.page).getByRole('alert')
    await openScreen(s.page, LIST, 'vehicleList')
    await answer(500, '数据库正在维护')
    await s.page.getByRole('button', { name: '刷新' }).click()
    await alert.getByText('刷新失败，当前显示的是之前的数据').waitFor()
    await toastShown(s.page, '数据库正在维护')
    await answer(502, 'Bad Gateway')
    await s.page.reload()
    await alert.getByText('加载失败').waitFor()
    await toastShown(s.page, '服务器暂时不可用')
    const seen = await watchToasts(s.page)
    await answer(422, '请先选择门店')
    await alert.getByRole('button', { name: '重试' }).click()
    await alert.getByText('请先选择门店').waitFor()
    await answer(403, '权限不足，请设置相关权限')
    await alert.getByRole('button', { name: '重试' }).click()
    await toastShown(s.page, '权限不足，请设置相关权限')
    expect((await seen()).filter((text) => text !== '服务器暂时不可用')).toEqual(['权限不足，请设置相关权限'])
  })
  test('1501 is told in the catalogue’s words, whatever the server says', async () => {
    const s = await onList()
    await exportAnswers(s, 200, { code: 1501, message: 'duplicate key', data: null })
    await toastShown(s.page, '该证件已存在，不可重复添加')
    expect(await toast(s.page, 'duplicate key').count()).toBe(0)
  })
  test('9100 and 40103 are handed to the screen without a toast', async () => {
    const s = await onList()
    const seen = await watchToasts(s.page)
    await s.page.route('**/api/v1/vehicle/bulk/**', (route) =>
      route.fulfill({
        json: {
          code: 9100,
          message: '有的成功，有的没有成功，请查看每一条的结果',
          data: {
            done: 1,
            failed: 1,
            results: [
              { id: 1, title: '沪A00001', ok: false, message: '整备未完成：投保' },
              { id: 2, title: '沪A00002', ok: true, message: '' },
            ],
          },
        },
      }),
    )
    // Whichever vehicle is first: other files of tests add some of their own.
    await pane(s.page)
      .getByRole('row')
      .getByRole('checkbox', { name: /^选择 .\p{Lu}/u })
      .first()
      .check()
    await pane(s.page).getByRole('region', { name: '批量操作' }).getByRole('button', { name: '批量删除' }).click()
    const dialog = s.page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^批量删除 1 条/ }).click()
    await dialog.getByText('成功 1 条，失败 1 条').waitFor()
    await dialog.getByText('整备未完成：投保').waitFor()
    await dialog.getByRole('button', { name: '知道了' }).click()
    await exportAnswers(s, 200, { code: 40103, message: '需要确认后才能继续', data: null })
    // A toast that is expected comes after them, so those two would have been there by now.
    await exportAnswers(s, 200, { code: 3001, message: '最后一条', data: null })
    await toastShown(s.page, '最后一条')
    expect(await seen()).toEqual(['最后一条'])
  })
})

describe('the session', () => {
  test('a token check that fails: message, access information cleared, login', async () => {
    const s = await session()
    s.expectProblem(/answer: 40[01] POST \/api\/oauth\/check_token/)
    await s.api.raw('POST', '/api/oauth/logout')
    await s.page.goto(LIST)
    await s.page.waitForURL(/\/login\?redirect=/)
    await toastShown(s.page, '会话已过期，请重新登录')
    expect(await s.page.evaluate(() => ['Admin-Token', 'Admin-Resource', 'uid'].map((key) => localStorage.getItem(key)))).toEqual([
      null,
      null,
      null,
    ])
  })
  test('invalid_token elsewhere: flag set, asked once, then cleared, told and reloaded', async () => {
    const s = await onList()
    s.expectProblem(/answer: 401 /)
    await s.api.raw('POST', '/api/oauth/logout')
    // Dispatched: the stream of events may have noticed first, and its question lies over the button already.
    await s.page.getByRole('button', { name: '刷新', exact: true }).dispatchEvent('click')
    const box = s.page.locator('dialog.zyt-confirm')
    await box.getByRole('heading', { name: '登录过期' }).waitFor()
    await box.getByText('登录已过期，请重新登录').waitFor()
    expect(await box.count()).toBe(1)
    expect(await s.page.evaluate(() => localStorage.getItem('isLogOut'))).toBe('1')
    expect(await s.page.evaluate(() => localStorage.getItem('Admin-Token'))).not.toBeNull()
    await box.getByRole('button', { name: '重新登录' }).click()
    await s.page.waitForURL(/\/login\?redirect=/)
    await toastShown(s.page, '会话已过期，请重新登录')
    expect(await s.page.evaluate(() => localStorage.getItem('Admin-Token'))).toBeNull()
  })
})

describe('the program', () => {
  const reloaded = (page: Page) => page.evaluate(() => (window as never as { before?: boolean }).before !== true)
  const mark = (page: Page) => page.evaluate(() => ((window as never as { before: boolean }).before = true))
  const menu = async (page: Page, name: string): Promise<void> => pageLink(page, name).click()

  test('asks for the version after each navigation; a newer one alerts and reloads', async () => {
    const { page } = await onList()
    await mark(page)
    const asked = page.waitForRequest(/\/verify\.json\?t=\d+/)
    await menu(page, '预备车辆')
    await asked
    await pane(page, 'preVehicleList').waitFor()
    expect(await reloaded(page)).toBe(false)
    await page.route('**/verify.json*', (route) => route.fulfill({ json: { version: 'another-build' } }))
    await menu(page, '车辆库存')
    const box = page.locator('dialog.zyt-confirm')
    await box.getByText('有新版本，请刷新页面').waitFor()
    // Nothing to refuse: the reload is forced.
    expect(await box.getByRole('button').count()).toBe(1)
    await box.getByRole('button').click()
    await expect.poll(() => reloaded(page).catch(() => false)).toBe(true)
    await pane(page, 'stockList').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('currentVersion'))).toBe('another-build')
    expect(await box.count()).toBe(0)
  })
  test('says 请求失败 when the version file cannot be had, and works on', async () => {
    const s = await onList()
    s.expectProblem(/answer: 404 GET \/verify\.json/)
    await s.page.route('**/verify.json*', (route) => route.fulfill({ status: 404, body: '' }))
    await menu(s.page, '车辆库存')
    await toastShown(s.page, '请求失败')
    await pane(s.page, 'stockList').waitFor()
  })
  test('goes to the pending page again when a piece of it could not be loaded', async () => {
    const s = await session()
    s.expectProblem(/ERR_FAILED|dynamically imported module|Failed to fetch/)
    await openScreen(s.page, '/homePage', 'homePage')
    await mark(s.page)
    // Gone until a fresh page asks for it, as after a new release.
    let broken = 0
    let gone = true
    s.page.on('request', (request) => {
      if (request.isNavigationRequest()) gone = false
    })
    await s.page.route('**/assets/list.web-*.js', (route) => (gone && ++broken ? route.abort('failed') : route.continue()))
    await s.page.getByRole('navigation', { name: '主菜单' }).getByText('车辆与车务').click()
    await menu(s.page, '车型库')
    await expect.poll(() => reloaded(s.page).catch(() => false)).toBe(true)
    await pane(s.page, 'vehicleTypeBaseList').getByText('奥铃冷藏 4.2 米').first().waitFor()
    expect(broken).toBeGreaterThan(0)
    expect(new URL(s.page.url()).pathname).toBe('/vehicle/vehicleTypeBaseList')
  })
  test('says 已复制 after copying', async () => {
    const { page, context } = await session()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    // The page of samples shows a waiting state for ever, on purpose.
    await page.goto('/demo')
    await pane(page, 'demo').getByRole('button', { name: /^复制/ }).first().click()
    await toastShown(page, '已复制')
    expect(await page.evaluate(() => navigator.clipboard.readText())).not.toBe('')
  })
})
