/** Signing in with the account of the company (OpenID Connect) as a way of `provides.signInWays`, against a platform in this process. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SoftAuthenticator } from '#kit/access/proofs/authenticator.double.ts'
import { BASIC, PASSWORD } from '#kit/http/testing.server.ts'
import type { Offered, Returned } from '#kit/http/sign-in/ways/way.wire.ts'
import { startRig, type Answer, type Person, type Rig } from '#tests/house/rig.ts'
import { IdentityProvider } from './identity-provider.double.ts'
import { identityPlatforms, issuerProblem } from './identity-port.server.ts'
import type { OidcSettings, OidcTried, OidcView } from './oidc.wire.ts'

const FIRST = 'http://first.localhost:8080'
const SECOND = 'http://second.localhost:8080'
const away = new IdentityProvider()
let rig: Rig
let settings: OidcSettings
const post = (path: string, input: unknown, who: Person | null, site = FIRST): Promise<Answer> =>
  rig.send({ method: 'POST', path: `/api/v1/${path}` }, input, who, { host: new URL(site).host, origin: site })
const get = (path: string, who: Person | null, site = FIRST): Promise<Answer> =>
  rig.send({ method: 'GET', path: `/api/v1/${path}` }, {}, who, { host: new URL(site).host })
const save = (more: Partial<OidcSettings> = {}, who = rig.admin): Promise<Answer> =>
  post('security/oidc/save', { ...settings, ...more }, who)

interface Token {
  error?: string
  message?: string
  username?: string
}
async function byPassword(username: string, password: string): Promise<Token> {
  const headers = { authorization: BASIC, 'content-type': 'application/x-www-form-urlencoded' }
  const fields = new URLSearchParams({ grant_type: 'password', clientType: '2', username, password }).toString()
  return JSON.parse((await rig.send({ method: 'POST', path: '/api/oauth/token' }, fields, null, headers)).text) as Token
}

interface Begun {
  page: string
  verifier: string
}
const begin = (site: string, verifier: string, back = `${site}/login`): Promise<Answer> =>
  post('site/signIn/begin', { way: 'oidc', code: 'oidc', verifier, back }, null, site)
async function begun(site = FIRST): Promise<Begun> {
  const verifier = randomBytes(32).toString('base64url')
  const answer = await begin(site, verifier)
  expect([answer.message, rig.faults]).toEqual(['操作成功', []])
  return { verifier, page: (answer.data as { page: string }).page }
}
const back = (verifier: string, brought: URLSearchParams, site = FIRST): Promise<Answer> => {
  const [code, error, issuer] = ['code', 'error', 'iss'].map((name) => brought.get(name))
  const said = { ...(code ? { code } : {}), ...(error ? { error } : {}), ...(issuer ? { issuer } : {}) }
  return post('site/signIn/finish', { state: brought.get('state'), verifier, ...said }, null, site)
}
async function there(person: string, site = FIRST): Promise<Answer & { verifier: string }> {
  away.current = person
  const { page, verifier } = await begun(site)
  return { ...(await back(verifier, await away.visit(page), site)), verifier }
}
const cameIn = async (person: string, site = FIRST): Promise<Returned> => (await there(person, site)).data as Returned
const refusalOf = async (person: string, site = FIRST): Promise<string> => (await there(person, site)).message
const whoIs = async (person: string, site = FIRST): Promise<string | undefined> => (await cameIn(person, site))?.entrance?.username
const personOf = ({ entrance }: Returned): Person => ({ ctx: rig.admin.ctx, authorization: `bearer ${entrance!.token}` })
const inFirst = <T>(work: Parameters<Rig['db']['write']>[1]): Promise<T> => rig.db.write(rig.admin.ctx.user.operatorId, work) as Promise<T>
const logged = async (): Promise<{ result: string; detail: string | null }[]> =>
  rig.db.read(rig.admin.ctx.user.operatorId, (db) =>
    db.selectFrom('loginLog').select(['result', 'detail']).orderBy('id', 'desc').limit(5).execute(),
  )

beforeAll(async () => {
  rig = await startRig()
  Object.assign(rig.registry, {
    ports: Object.create(rig.registry.ports, { identity: { value: identityPlatforms(['localhost']), configurable: true } }),
  })
  const [first, second] = [rig.admin.ctx.user.operatorId, rig.stranger.ctx.user.operatorId]
  await inFirst((tx) =>
    tx
      .insertInto('operatorHost')
      .values([
        { host: 'first.localhost', operatorId: first },
        { host: 'second.localhost', operatorId: second },
      ])
      .execute(),
  )
  await inFirst((tx) => tx.updateTable('user').set({ email: 'Nobody@example.com' }).where('username', '=', 'nobody').execute())
  await rig.db.write(second, (tx) =>
    tx.updateTable('user').set({ email: 'stranger@example.com' }).where('username', '=', 'stranger').execute(),
  )
  await away.start(() =>
    [
      ['first-client', FIRST],
      ['second-client', SECOND],
    ].map(([id, site]) => ({
      client_id: id!,
      client_secret: `${id}-secret`,
      redirect_uris: [`${site}/login`],
      post_logout_redirect_uris: [`${site}/login`],
    })),
  )
  away.people.set('p-1', { email: 'nobody@EXAMPLE.com', email_verified: true, preferred_username: 'nobody' })
  away.people.set('p-2', { email: 'stranger@example.com', email_verified: true })
  away.people.set('p-3', { email: 'who@example.com', email_verified: true })
  settings = {
    issuer: away.issuer,
    clientId: 'first-client',
    secret: 'first-client-secret',
    claim: 'email',
    matchBy: 'email',
    button: '用公司账号登录',
    provesSecond: false,
    passwordOff: false,
    enabled: true,
  }
  expect((await save()).message).toBe('操作成功')
  const theirs = await post(
    'security/oidc/save',
    { ...settings, clientId: 'second-client', secret: 'second-client-secret', button: '另一家的账号' },
    rig.stranger,
    SECOND,
  )
  expect(theirs.code).toBe(200)
})
afterAll(async () => {
  await away.stop()
  await rig?.close()
})
beforeEach(async () => {
  expect((await save()).code).toBe(200)
  await inFirst((tx) => tx.updateTable('user').set({ status: 'active' }).where('username', '=', 'nobody').execute())
})

describe('signing in elsewhere', () => {
  it('leads back as the account with that mail, whatever its case, and asks for no password of ours', async () => {
    await inFirst((tx) => tx.updateTable('credential').set({ isFirst: true }).where('username', '=', 'nobody').execute())
    const returned = await cameIn('p-1')
    expect(returned).toMatchObject({ step: 'in', label: '统一身份认证', entrance: { username: 'nobody', isFirst: false } })
    expect((await get('session/me', personOf(returned))).data).toMatchObject({ username: 'nobody', isFirst: false })
    expect((await logged())[0]).toEqual({ result: 'success', detail: '统一身份认证' })
    // By his password he is asked for a new one as ever.
    expect(await byPassword('nobody', PASSWORD)).toMatchObject({ username: 'nobody', isFirst: true })
    await inFirst((tx) => tx.updateTable('credential').set({ isFirst: false }).where('username', '=', 'nobody').execute())
  })

  it('finds by the user name where the company says so', async () => {
    expect((await save({ matchBy: 'username', claim: 'preferred_username' })).code).toBe(200)
    expect(await whoIs('p-1')).toBe('nobody')
  })

  it('goes on after the platform has changed its key, at once', async () => {
    expect(await whoIs('p-1')).toBe('nobody')
    away.rotate('second')
    expect(await whoIs('p-1')).toBe('nobody')
  })

  it('of two companies each has its host, its button and its people', async () => {
    const offered = async (site: string): Promise<Offered> => (await get('site/signIn/ways', null, site)).data as Offered
    const one = { way: 'oidc', code: 'oidc', label: '统一身份认证', passwordOff: false }
    expect(await offered(FIRST)).toEqual([{ ...one, button: '用公司账号登录' }])
    expect(await offered(SECOND)).toEqual([{ ...one, button: '另一家的账号' }])
    expect(await whoIs('p-2', SECOND)).toBe('stranger')
    expect(await refusalOf('p-2')).toContain('本公司没有邮箱为「stranger@example.com」')
    expect(await refusalOf('p-1', SECOND)).toContain('本公司没有邮箱为')
  })

  it('asks our second step of who has one, unless the company leaves that to the platform', async () => {
    const device = new SoftAuthenticator()
    const own = personOf(await cameIn('p-1'))
    const call = (path: string, input: object): Promise<Answer> => post(`session/passkeys/${path}`, input, own)
    const options = (await call('challenge', { password: PASSWORD })).data
    expect((await call('add', { name: '电脑', answer: device.create(options, { origin: FIRST }) })).code).toBe(200)
    const { data, verifier } = await there('p-1')
    const asked = data as Returned
    expect(asked).toMatchObject({ step: 'second', entrance: null, second: { totp: false, passkey: expect.any(Object) } })
    const passkey = device.get(asked.second!.passkey, { origin: FIRST })
    const second = await post('site/signIn/second', { ticket: asked.ticket, verifier, passkey }, null)
    expect(second.data).toMatchObject({ step: 'in', entrance: { username: 'nobody' } })
    expect((await save({ provesSecond: true })).code).toBe(200)
    expect(await whoIs('p-1')).toBe('nobody')
    await inFirst((tx) => tx.deleteFrom('userPasskey').execute())
  })

  it('and out again, names the platform’s way out; whoever came by password is told of none', async () => {
    const headers = { host: new URL(FIRST).host, origin: FIRST }
    const out = async (authorization: string): Promise<{ next?: string }> => {
      const answer = await rig.send({ method: 'POST', path: '/api/oauth/logout' }, {}, { authorization } as Person, headers)
      return JSON.parse(answer.text) as { next?: string }
    }
    const { next } = await out(personOf(await cameIn('p-1')).authorization)
    expect(next).toMatch(new RegExp(`^${away.issuer}/session/end`))
    expect(new URL(next!).searchParams.get('post_logout_redirect_uri')).toBe(`${FIRST}/login`)
    const { access_token: token } = (await byPassword('nobody', PASSWORD)) as { access_token: string }
    expect((await out(`bearer ${token}`)).next).toBeUndefined()
  })
})

describe('it is refused, with a sentence', () => {
  it('of an unknown mail, one that is not verified, and one of two accounts', async () => {
    expect(await refusalOf('p-3')).toBe('本公司没有邮箱为「who@example.com」的账号，请联系管理员在「用户管理」中新增或填写')
    away.people.set('p-4', { email: 'nobody@example.com', email_verified: false })
    expect(await refusalOf('p-4')).toContain('还没有验证')
    const mailOf = (email: string | null) =>
      inFirst((tx) => tx.updateTable('user').set({ email }).where('username', '=', 'admin').execute())
    await mailOf('nobody@example.com')
    expect(await refusalOf('p-1')).toContain('多个账号')
    await mailOf(null)
  })

  it('of who is disabled', async () => {
    await inFirst((tx) => tx.updateTable('user').set({ status: 'disabled' }).where('username', '=', 'nobody').execute())
    expect(await refusalOf('p-1')).toBe('账号已停用，请联系管理员')
  })

  it('of who looks after a company whose duties are divided: whoever sets the platform would be all three', async () => {
    const operatorId = rig.admin.ctx.user.operatorId
    away.people.set('p-5', { email: 'admin@example.com', email_verified: true })
    await inFirst((tx) => tx.updateTable('user').set({ email: 'admin@example.com' }).where('username', '=', 'admin').execute())
    expect(await whoIs('p-5')).toBe('admin')
    await inFirst((tx) =>
      tx.insertInto('parameterValue').values({ operatorId, createdBy: null, code: 'separateAdmins', value: 'true' }).execute(),
    )
    try {
      expect(await refusalOf('p-5')).toContain('管理员须用密码或通行密钥登录')
      expect(await whoIs('p-1')).toBe('nobody')
    } finally {
      await inFirst((tx) => tx.deleteFrom('parameterValue').where('code', '=', 'separateAdmins').execute())
      await inFirst((tx) => tx.updateTable('user').set({ email: null }).where('username', '=', 'admin').execute())
    }
  })

  it('of who turned back there', async () => {
    expect(await refusalOf('')).toBe('您在统一身份认证中取消了登录')
  })

  it('with a nonce that is not the one we sent', async () => {
    away.current = 'p-1'
    const { page, verifier } = await begun()
    const forged = new URL(page)
    forged.searchParams.set('nonce', 'another')
    expect((await back(verifier, await away.visit(forged.href))).message).toContain('没有通过核对')
    expect((await logged())[0]).toMatchObject({ result: 'wayRefused', detail: expect.stringMatching(/^统一身份认证：.*OAUTH_/) })
  })

  it('with a token that another has signed', async () => {
    away.foreignKeys = true
    expect(await refusalOf('p-1')).toContain('没有通过核对')
    away.foreignKeys = false
    expect(await whoIs('p-1')).toBe('nobody')
  })

  it('a second time, and with the code of another round', async () => {
    away.current = 'p-1'
    const one = await begun()
    const brought = await away.visit(one.page)
    expect((await back(one.verifier, brought)).data).toMatchObject({ step: 'in' })
    expect((await back(one.verifier, brought)).message).toBe('这次登录已过期或已经用过，请重新点一次登录')
    const other = await begun()
    const mixed = new URLSearchParams(brought)
    mixed.set('state', new URL(other.page).searchParams.get('state')!)
    expect((await back(other.verifier, mixed)).message).toBe('登录凭据已使用或已过期，请重新点一次登录按钮')
  })

  it('in a browser that did not begin it', async () => {
    away.current = 'p-1'
    const { page } = await begun()
    expect((await back((await begun()).verifier, await away.visit(page))).message).toContain('这次登录已过期')
  })

  it('from a page that is not ours', async () => {
    const verifier = randomBytes(32).toString('base64url')
    for (const foreign of ['https://evil.example/login', `${FIRST}/elsewhere`])
      expect((await begin(FIRST, verifier, foreign)).code).toBe(422)
    // Nobody has given this host to a company of its own: it is the platform's, which has its button.
    expect((await begin('http://evil.example', verifier)).message).toContain('没有登记')
  })

  it('to bind: accounts are matched', async () => {
    const verifier = randomBytes(32).toString('base64url')
    const asked = { way: 'oidc', code: 'oidc', verifier, back: `${FIRST}/login`, bind: true }
    expect((await post('site/signIn/begin', asked, null)).message).toContain('不需要绑定')
  })

  it('with a wrong secret', async () => {
    expect((await save({ secret: 'wrong' })).code).toBe(200)
    expect(await refusalOf('p-1')).toContain('客户端编号或密钥')
  })
})

describe('the settings', () => {
  it('never give the secret back, seal it, and leave it as it is when it is not typed', async () => {
    const view = (await get('security/oidc', rig.admin)).data as OidcView
    expect(view).toMatchObject({ hasSecret: true, settings: { clientId: 'first-client' } })
    const { secret: _secret, ...rest } = settings
    expect((await post('security/oidc/save', rest, rig.admin)).code).toBe(200)
    expect(await whoIs('p-1')).toBe('nobody')
    const { rows } = await rig.db.read(rig.admin.ctx.user.operatorId, (db) =>
      sql<{ all: string }>`select row_to_json(p)::text as all from oidc_provider p`.execute(db),
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]!.all).not.toContain('first-client-secret')
    const lines = await rig.db.read(rig.admin.ctx.user.operatorId, (db) =>
      db.selectFrom('auditLog').select('changes').where('title', '=', '统一身份认证').execute(),
    )
    expect(lines.length).toBeGreaterThan(0)
    expect(JSON.stringify(lines)).not.toContain('client-secret')
  })

  it('ask for the secret again when the address changes, and do not switch passwords off for nobody', async () => {
    const { secret: _secret, ...rest } = settings
    const moved = await post('security/oidc/save', { ...rest, enabled: false, issuer: 'https://other.example.com' }, rig.admin)
    expect(moved.data).toMatchObject({ secret: expect.stringContaining('重新填写') })
    expect((await save({ enabled: false, passwordOff: true })).data).toMatchObject({ passwordOff: expect.any(String) })
  })

  it('try what the address answers', async () => {
    const tried = await post('security/oidc/try', { issuer: away.issuer }, rig.admin)
    expect(tried.data as OidcTried).toMatchObject({ authorization: `${away.issuer}/auth`, logout: `${away.issuer}/session/end` })
    expect((await post('security/oidc/try', { issuer: `${away.issuer}/nothing` }, rig.admin)).message).toContain('请核对 issuer 地址')
    expect((await post('security/oidc/try', { issuer: 'https://localhost.localdomain' }, rig.admin)).message).toContain('必须是公网 https')
  })

  it.each([
    ['https', '192.168.1.7/x'],
    ['http', 'id.example.com'],
    ['https', '[::1]'],
    ['https', 'keycloak'],
    ['https', 'user:pass@example.com'],
    ['https', 'id.example.com/?a=1'],
    ['file', '/x'],
  ])('refuse %s at %s', (scheme, rest) => expect(issuerProblem(`${scheme}://${rest}`, [])).toMatch(/公网|格式|不能/))

  it('switch passwords off for people, not for who looks after the company', async () => {
    expect((await save({ passwordOff: true })).code).toBe(200)
    expect(await byPassword('nobody', PASSWORD)).toMatchObject({
      error: 'password_off',
      message: '公司已停用密码登录，请点「用公司账号登录」登录',
    })
    expect(await byPassword('nobody', 'wrong')).toMatchObject({ error: 'invalid_grant' })
    expect((await get('site/signIn/ways', null)).data).toMatchObject([{ way: 'oidc', passwordOff: true }])
    expect(await byPassword('admin', PASSWORD)).toMatchObject({ username: 'admin' })
    expect(await whoIs('p-1')).toBe('nobody')
  })
})
