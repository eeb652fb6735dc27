/** Passkeys in Chromium, with its virtual authenticator: added, used instead of the password and after it, removed; another site has nothing of it. */
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { signIn } from './api.ts'
import { pane, session, shot, useBrowser, visitor, world } from './harness.ts'
import { makeUser } from './world.ts'

useBrowser()

const problem = (page: Page) => page.locator('#login-problem')

/** A device that asks for a finger and always gets it. The key it holds, to be put into another page's. */
async function authenticator(page: Page, holds?: object) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  if (holds) await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: holds as never })
  return {
    credentials: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  }
}

test('a passkey is added, signs in without a password and after one, and is removed', async () => {
  const { dept, port } = world()
  const admin = await signIn(port, 'admin', world().admin.password)
  const user = await makeUser(port, admin, { dept, codes: ['vehicleList'] })
  const { page } = await session(user)
  const device = await authenticator(page)
  await page.goto('/profile?part=totp')
  await page.getByRole('button', { name: '添加通行密钥…' }).click()
  await page.getByLabel('名称').fill('办公室电脑')
  await page.locator('#passkey-password').fill(user.password)
  await page.getByRole('button', { name: '添加通行密钥', exact: true }).click()
  await page.getByRole('button', { name: '我已保存' }).click()
  const row = page.getByRole('list', { name: '通行密钥' }).getByRole('listitem')
  await expect.poll(() => row.innerText()).toMatch(/办公室电脑[\s\S]*可免密码登录[\s\S]*还没有用过/)
  await shot(page, 'passkeys')
  const [held] = await device.credentials()

  // Instead of the password.
  const alone = await visitor()
  await authenticator(alone.page, held)
  await alone.page.goto('/login')
  await shot(alone.page, 'login-passkey')
  await alone.page.getByRole('button', { name: '用通行密钥登录' }).click()
  await pane(alone.page).waitFor()

  // After it.
  const second = await visitor()
  second.expectProblem(/answer: 400 POST \/api\/oauth\/token/)
  await authenticator(second.page, { ...held!, signCount: 100 })
  await second.page.goto('/login')
  await second.page.getByLabel('用户名').fill(user.username)
  await second.page.getByLabel('密码', { exact: true }).fill(user.password)
  await second.page.getByRole('button', { name: '登录', exact: true }).click()
  await second.page.getByRole('button', { name: '用通行密钥验证' }).click()
  await pane(second.page).waitFor()

  // Another site of this machine: the browser gives nothing of it away, and the page says so.
  const elsewhere = await visitor({ host: 'rental.localhost' })
  await authenticator(elsewhere.page, { ...held!, signCount: 200 })
  await elsewhere.page.goto('/login')
  await elsewhere.page.getByRole('button', { name: '用通行密钥登录' }).click()
  await expect.poll(() => problem(elsewhere.page).textContent(), { timeout: 150_000 }).toContain('没有完成')

  await page.reload()
  await expect.poll(() => row.innerText()).toContain('最近使用')
  await row.getByRole('button', { name: '移除' }).click()
  await row.getByLabel('登录密码').fill(user.password)
  await row.getByRole('button', { name: '确认移除' }).click()
  await expect.poll(() => row.count()).toBe(0)
  const gone = await visitor()
  gone.expectProblem(/answer: 400 POST \/api\/oauth\/token/)
  await authenticator(gone.page, { ...held!, signCount: 300 })
  await gone.page.goto('/login')
  await gone.page.getByRole('button', { name: '用通行密钥登录' }).click()
  await expect.poll(() => problem(gone.page).textContent()).toContain('没有登记')
  expect(await signIn(port, user.username, user.password)).toBeTruthy()
})
