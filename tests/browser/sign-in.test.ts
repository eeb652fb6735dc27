import { totpCode, totpStep } from '#kit/access/totp.server.ts'
import { Attempts } from '#kit/access/tries/attempts.server.ts'
import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { signIn } from './api.ts'
import { originOf, pane, session, useBrowser, visitor, world } from './harness.ts'
import { asProgram } from './stock.ts'
import { makeUser, PASSWORD } from './world.ts'

useBrowser()

async function fill(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('用户名').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}
const problem = (page: Page) => page.locator('#login-problem')
const admin = () => signIn(world().port, 'admin', world().admin.password)
/** Of the RFC 4648 alphabet, back to bytes. */
function bytesOf(base32: string): Uint8Array {
  const bits = Array.from(base32.replace(/[^A-Z2-7]/g, ''))
    .map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'))
    .join('')
  return Uint8Array.from(bits.match(/.{8}/g)!, (byte) => Number.parseInt(byte, 2))
}

describe('signing in', () => {
  test('without a token any page leads to the login, and back to it afterwards', async () => {
    const { page } = await visitor()
    await page.goto('/vehicle/vehicleList?status=preparing')
    await page.waitForURL(/\/login\?redirect=/)
    await fill(page, 'admin', world().admin.password)
    await page.waitForURL('**/vehicle/vehicleList?status=preparing')
    await pane(page, 'vehicleList').waitFor()
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(
      expect.arrayContaining([
        'Admin-Token',
        'Admin-Token-Type',
        'Admin-User-Name',
        'uid',
        'X-Admin',
        'isFirst',
        'Admin-Resource',
        'X-CustomerType',
        'carrier',
        'isLogOut',
      ]),
    )
    // The password is nowhere in the address or the storage.
    const stored = await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]))
    expect(stored).not.toContain(world().admin.password)
  })
  test('says what is missing and what is wrong, and not which of the two is wrong', async () => {
    const v = await visitor()
    v.expectProblem(/answer: 400 POST \/api\/oauth\/token/)
    const { page } = v
    await page.goto('/login')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await expect.poll(() => problem(page).textContent()).toBe('请输入用户名')
    await fill(page, 'admin', '')
    await expect.poll(() => problem(page).textContent()).toBe('请输入密码')
    await fill(page, 'admin', 'not-it-1A')
    await expect.poll(() => problem(page).textContent()).toBe('用户名或密码错误')
    await fill(page, 'nobody-of-this-name', 'not-it-1A')
    await expect.poll(() => problem(page).textContent()).toBe('用户名或密码错误')
    expect(new URL(page.url()).pathname).toBe('/login')
  })
  test('lets nobody try on for a while after five wrong passwords, and says for how long; the right one does not help then', async () => {
    const { dept } = world()
    const user = await makeUser(world().port, await admin(), { dept, codes: ['vehicleList'] })
    const v = await visitor()
    v.expectProblem(/answer: 4\d\d POST \/api\/oauth\/token/)
    await v.page.goto('/login')
    for (let i = 0; i < 5; i++) {
      const answered = v.page.waitForResponse('**/api/oauth/token')
      await fill(v.page, user.username, `Wrong#${i}aaaa`)
      await answered
    }
    await fill(v.page, user.username, user.password)
    await expect.poll(() => problem(v.page).textContent()).toMatch(/密码连续错误次数过多，请 \d+ (秒|分钟)后再试/)
  })
  test('says why it asks for a code, when strangers hammer at a name that has not signed in from here', async () => {
    const { dept, port, dataDir } = world()
    const user = await makeUser(port, await admin(), { dept, codes: ['vehicleList'] })
    await asProgram(await admin(), dataDir, async ({ db, clock }) => {
      const attempts = new Attempts(db, clock)
      for (let i = 0; i < 100; i++) await attempts.failed(user.username, `10.0.${i}.1`)
    })
    const v = await visitor()
    v.expectProblem(/answer: 400 POST \/api\/oauth\/token/)
    await v.page.goto('/login')
    await fill(v.page, user.username, user.password)
    await expect.poll(() => problem(v.page).textContent()).toContain('请从近期登录过的网络登录')
  })
  test('asks for a new password at the first login, and lets nothing else happen before', async () => {
    const { dept, port } = world()
    const user = await makeUser(port, await admin(), { dept, codes: ['vehicleList'], firstLogin: true })
    const { page } = await visitor()
    await page.goto('/login')
    await fill(page, user.username, user.password)
    await page.getByText('必须先修改密码，才能继续使用系统').waitFor()
    // Whoever typed the old password goes on typing.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('pw-newPassword')
    // Another page does not lead around it.
    await page.goto('/vehicle/vehicleList')
    await page.getByText('必须先修改密码，才能继续使用系统').waitFor()
    await page.getByLabel('原密码').fill(user.password)
    await page.getByLabel('新密码', { exact: true }).fill('short')
    await page.getByLabel('再次输入新密码').fill('other')
    await page.getByRole('button', { name: '修改密码' }).click()
    await page.getByText('两次输入的新密码不一致').waitFor()
    await page.getByLabel('新密码', { exact: true }).fill(PASSWORD)
    await page.getByLabel('再次输入新密码').fill(PASSWORD)
    await page.getByRole('button', { name: '修改密码' }).click()
    await pane(page).waitFor()
    await expect(signIn(port, user.username, user.password)).rejects.toThrow()
  })
  test('asks for the one-time code where the account has one', async () => {
    const { dept, port } = world()
    const user = await makeUser(port, await admin(), { dept, codes: ['vehicleList'] })
    const own = await signIn(port, user.username, user.password)
    const { secret } = await own.post<{ secret: string }>('/api/v1/session/totp/enrol', { password: user.password })
    const code = (step: number): string => totpCode(bytesOf(secret), totpStep(new Date().toISOString()) + step)
    await own.post('/api/v1/session/totp/enable', { code: code(0) })
    const v = await visitor()
    v.expectProblem(/answer: 40[01] POST \/api\/oauth\/token/)
    await v.page.goto('/login')
    await fill(v.page, user.username, user.password)
    await v.page.getByLabel('动态验证码').fill('000000')
    await v.page.getByRole('button', { name: '验证', exact: true }).click()
    await expect.poll(() => problem(v.page).textContent()).toMatch(/验证码/)
    // The one used for enrolling is spent; the next one is not.
    await v.page.getByLabel('动态验证码').fill(code(1))
    await v.page.getByRole('button', { name: '验证', exact: true }).click()
    await pane(v.page).waitFor()
  })
  test('says in red above the accounts of a demo company that their passwords are public, and says nothing elsewhere', async () => {
    const plain = await visitor()
    await plain.page.goto('/login')
    await plain.page.getByLabel('用户名').waitFor()
    expect(await plain.page.getByRole('note').count()).toBe(0)
    const { page } = await visitor()
    const accounts = [{ username: 'dianzhang', password: PASSWORD, name: '店长', note: '本店的车与合同' }]
    await page.route('**/api/v1/site/demo', (route) => route.fulfill({ json: { code: 200, message: '', data: accounts } }))
    await page.goto('/login')
    const note = page.getByRole('note')
    await expect.poll(() => note.textContent()).toContain('密码公开在本页')
    expect(await note.textContent()).toContain('不要录入真实的客户、司机与账户')
    const [red, green] = await note.evaluate((e) => (getComputedStyle(e).color.match(/[\d.]+/g) ?? []).map(Number))
    expect(red! - green!).toBeGreaterThan(80)
    await page.getByRole('button', { name: '店长' }).waitFor()
  })
  test('leads a signed-in user who visits the login page to the start page', async () => {
    const { page } = await session()
    await page.goto('/login')
    await page.waitForURL('**/homePage')
    await pane(page, 'homePage').waitFor()
  })
  test('happens at /tmsLogin on the host of the carrier look, with its own title', async () => {
    const { page } = await visitor({ host: 'tms.localhost' })
    // Of a host that was never visited nothing is known until the server has said what it looks like.
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/v1/site/config', async (call) => {
      await answered.promise
      await call.continue()
    })
    const seen: string[] = []
    page.on('framenavigated', (frame) => seen.push(new URL(frame.url()).pathname))
    await page.goto('/homePage')
    await page.getByRole('status').waitFor()
    answered.resolve()
    await page.waitForURL(/\/tmsLogin\?redirect=/)
    expect(seen).not.toContain('/login')
    await page.getByRole('heading', { name: '租运通·承运商' }).waitFor()
    expect(new URL(page.url()).origin).toBe(originOf('tms.localhost'))
    await page.goto(`${originOf('rental.localhost')}/login`)
    await page.getByRole('heading', { name: '租运通·汽车租赁' }).waitFor()
  })
  test('ends by the menu: the token is dead on the server too', async () => {
    const { page, api, expectProblem } = await session()
    // What the page still asks for is refused from then on.
    expectProblem(/answer: 401 GET/)
    await page.goto('/homePage')
    await pane(page).waitFor()
    await page.getByRole('button', { name: /^用户菜单/ }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await page.locator('dialog.zyt-confirm').getByRole('button', { name: '确定' }).click()
    await page.waitForURL(/\/login/)
    expect((await api.raw('GET', '/api/v1/session/me')).status).toBe(401)
    expect(await page.evaluate(() => localStorage.getItem('Admin-Token'))).toBeNull()
    // And nobody who leaves is told that his login is over.
    expect(await page.evaluate(() => localStorage.getItem('isLogOut'))).not.toBe('1')
  })
})
