/** Signing in with the account of the company: its settings, its button, and what the login page says when nothing good comes back. */
import { expect, test } from 'vitest'
import { openScreen, session, shot, useBrowser, visitor, world } from './harness.ts'

useBrowser()

/** Of the own network. */
const INSIDE = '10.0.0.1'

test('the settings say what is wrong with an address, leave what was typed, and are saved', async () => {
  const s = await session(world().admin)
  s.expectProblem(/answer: 4\d\d POST \/api\/v1\/security\/oidc/)
  const { page } = s
  await openScreen(page, '/system/securityCenter', 'securityCenter')
  await page.getByLabel('issuer 地址').fill(`https://${INSIDE}/realms/main`)
  await page.getByRole('button', { name: '试一下' }).click()
  await page.getByText('issuer 地址必须是公网 https').waitFor()
  await page.getByLabel('issuer 地址').fill('https://id.example.com/realms/main')
  await page.getByLabel('客户端编号').fill('zuyuntong')
  await page.getByLabel('客户端密钥').fill('a secret of the provider')
  await page.getByRole('switch', { name: '停用密码登录' }).click()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('启用统一身份认证之后才能停用密码登录').waitFor()
  await page.getByRole('switch', { name: '停用密码登录' }).click()
  await shot(page, 'oidc-settings')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('已保存，不再显示').waitFor()
  await page.reload()
  await expect.poll(() => page.getByLabel('issuer 地址').inputValue()).toBe('https://id.example.com/realms/main')
  expect(await page.content()).not.toContain('a secret of the provider')
})

test('the login page has the button, leaves passwords to administrators, and says what was refused', async () => {
  const v = await visitor()
  v.expectProblem(/answer: 4\d\d POST \/api\/v1\/site\/signIn\/(?:begin|finish)/)
  const { page } = v
  const data = [{ way: 'oidc', code: 'oidc', label: '统一身份认证', button: '用公司账号登录', passwordOff: true }]
  await page.route('**/api/v1/site/signIn/ways', (route) => route.fulfill({ json: { code: 200, message: '', data } }))
  await page.goto('/login')
  await page.getByText('管理员用密码登录').waitFor()
  expect(await page.getByLabel('用户名').isVisible()).toBe(false)
  await shot(page, 'login-oidc')
  await page.getByRole('button', { name: '用公司账号登录' }).click()
  await page.getByText('本网址没有启用这种登录方式').waitFor()
  // Back from there after he has turned round.
  const begun = { verifier: 'v'.repeat(43), label: '统一身份认证', purpose: 'signIn', redirect: null }
  await page.evaluate((text) => sessionStorage.setItem('zyt:way', text), JSON.stringify(begun))
  await page.goto(`/login?error=access_denied&state=${'0'.repeat(48)}1`)
  await page.getByText('这次登录已过期或已经用过').waitFor()
  expect(new URL(page.url()).search).toBe('')
  await page.getByRole('button', { name: '返回登录' }).click()
  await page.getByText('管理员用密码登录').click()
  await page.getByLabel('用户名').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(world().admin.password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
})
