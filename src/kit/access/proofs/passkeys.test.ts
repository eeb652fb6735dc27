/** Passkeys over the wire, with an authenticator in software. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PASSWORD, testServer, tokenForm, type TestServer } from '../../http/testing.server.ts'
import { accessChanged } from '../loader.server.ts'
import { SoftAuthenticator } from './authenticator.double.ts'

const HOST = 'zyt.example.com'
const ORIGIN = `https://${HOST}`
let server: TestServer
let token: string
beforeAll(async () => {
  const free = { burst: 100_000, perSecond: 100_000 }
  server = await testServer([], { rates: { login: free, user: free, form: free, anonymous: free } })
})
afterAll(() => server?.close())
beforeEach(async () => {
  server.clock.set('2026-03-01T02:00:00.000Z')
  for (const table of ['userPasskey', 'userRecovery', 'userTotp', 'session'] as const)
    await server.db.write(1, (tx) => tx.deleteFrom(table).execute())
  await server.db.write(null, (tx) => tx.deleteFrom('loginAttempt').execute())
  Object.assign(server.people.users.get(2)!, { secondFactorWanted: false, status: 'active' })
  server.auth.sessions.clear()
  token = await server.signIn('clerk')
})

interface Answer<T> {
  status: number
  message: string
  error: string
  data: T
}
async function call<T = any>(url: string, payload: object, { authorization = token, host = HOST } = {}): Promise<Answer<T>> {
  const headers = { ...(authorization ? { authorization } : {}), host, 'idempotency-key': crypto.randomUUID() }
  const answer = await server.app.inject({ method: 'POST', url, headers, payload })
  return { status: answer.statusCode, ...(answer.json() as Omit<Answer<T>, 'status'>) }
}
const list = async (): Promise<{ id: number; name: string; lastUsedAt: string | null; withoutPassword: boolean }[]> =>
  (await server.app.inject({ url: '/api/v1/session/passkeys', headers: { authorization: token } })).json().data
const options = async () => (await call('/api/v1/session/passkeys/challenge', { password: PASSWORD })).data
async function added(name = '办公室电脑', device = new SoftAuthenticator()): Promise<SoftAuthenticator> {
  const { status, message } = await call('/api/v1/session/passkeys/add', {
    name,
    answer: device.create(await options(), { origin: ORIGIN }),
  })
  expect([status, message]).toEqual([200, expect.any(String)])
  return device
}
const login = async (fields: Record<string, string>): Promise<Answer<any>> => {
  const answer = await server.app.inject(tokenForm(fields))
  return { status: answer.statusCode, ...(answer.json() as Omit<Answer<any>, 'status'>) }
}
const byPassword = (more: Record<string, string> = {}) => login({ username: 'clerk', password: PASSWORD, ...more })
const alone = async () => (await call('/api/v1/site/passkey', {}, { authorization: '' })).data
const byPasskey = (answer: string) => login({ grant_type: 'passkey', passkey: answer })
const results = async (): Promise<string[]> =>
  (await server.db.read(1, (db) => db.selectFrom('loginLog').select('result').orderBy('id', 'desc').limit(8).execute())).map(
    (r) => r.result,
  )

describe('a passkey', () => {
  it('is added with the password, several of them, named, and each signs in without a password', async () => {
    expect(await call('/api/v1/session/passkeys/challenge', { password: 'wrong' })).toMatchObject({ status: 400 })
    const first = await added('办公室电脑')
    const second = await added('手机')
    expect((await list()).map(({ name, withoutPassword }) => [name, withoutPassword])).toEqual([
      ['办公室电脑', true],
      ['手机', true],
    ])
    for (const device of [first, second]) {
      const answer = await byPasskey(device.get(await alone(), { origin: ORIGIN }))
      expect(answer).toMatchObject({ status: 200, username: 'clerk', uid: 2 })
    }
    expect((await list()).every(({ lastUsedAt }) => lastUsedAt === '2026-03-01T02:00:00.000Z')).toBe(true)
    const [one] = await list()
    expect(await call('/api/v1/session/passkeys/rename', { id: one!.id, name: '  财务室电脑 ' })).toMatchObject({ status: 200 })
    expect((await list()).map(({ name }) => name)).toEqual(['财务室电脑', '手机'])
  })

  it('is the second factor: the right password alone does not come in, with an answer it does, once', async () => {
    const device = await added()
    const asked = await byPassword()
    expect(asked).toMatchObject({ status: 400, error: 'totp_required', data: { totp: false } })
    // One that asks nobody who he is does as a second step.
    const answer = device.get(asked.data.passkey, { origin: ORIGIN, verified: false })
    expect(await byPassword({ passkey: answer })).toMatchObject({ status: 200, username: 'clerk' })
    const again = await byPassword({ passkey: answer })
    expect(again).toMatchObject({ status: 400, error: 'invalid_passkey', message: expect.stringContaining('已过期或已使用') })
    // And is asked anew at once.
    expect(await byPassword({ passkey: device.get(again.data.passkey, { origin: ORIGIN }) })).toMatchObject({ status: 200 })
  })

  it('gives recovery codes with the first one, ends what was opened with less, and the codes stand in for it', async () => {
    const before = await server.signIn('clerk')
    const device = new SoftAuthenticator()
    const made = await call('/api/v1/session/passkeys/add', { name: '甲', answer: device.create(await options(), { origin: ORIGIN }) })
    expect(made.data.recoveryCodes).toHaveLength(10)
    expect((await server.app.inject({ url: '/api/v1/session/me', headers: { authorization: before } })).statusCode).toBe(401)
    const second = new SoftAuthenticator()
    const more = await call('/api/v1/session/passkeys/add', { name: '乙', answer: second.create(await options(), { origin: ORIGIN }) })
    expect(more.data.recoveryCodes).toEqual([])
    const [code] = made.data.recoveryCodes as string[]
    expect(await byPassword({ totp: code! })).toMatchObject({ status: 200 })
    expect(await byPassword({ totp: code! })).toMatchObject({ status: 400, error: 'invalid_totp' })
    const anew = await call('/api/v1/session/totp/recovery', { password: PASSWORD })
    expect(anew.data.recoveryCodes).toHaveLength(10)
  })

  it('is removed with the password; the last one of who has to have a second factor is not', async () => {
    await added()
    const [one] = await list()
    expect(await call('/api/v1/session/passkeys/remove', { id: one!.id, password: 'wrong' })).toMatchObject({ status: 400 })
    server.people.users.get(2)!.secondFactorWanted = true
    await server.db.write(1, (tx, tools) => accessChanged(tx, tools, 1))
    server.auth.sessions.clear()
    const refused = await call('/api/v1/session/passkeys/remove', { id: one!.id, password: PASSWORD })
    expect(refused).toMatchObject({ message: expect.stringContaining('最后一种验证方式') })
    expect(await list()).toHaveLength(1)
  })

  it('that is removed opens nothing, and its recovery codes go with the last one', async () => {
    const device = await added()
    const [one] = await list()
    expect(await call('/api/v1/session/passkeys/remove', { id: one!.id, password: PASSWORD })).toMatchObject({ status: 200 })
    const answer = await byPasskey(device.get(await alone(), { origin: ORIGIN }))
    expect(answer).toMatchObject({ status: 400, message: expect.stringContaining('没有登记') })
    expect(await byPassword()).toMatchObject({ status: 200 })
    expect(await server.auth.secondFactor.recoveryLeft(2, 1)).toBe(0)
    expect(await results()).toEqual(expect.arrayContaining(['passkeyAdded', 'passkeyRemoved']))
  })
})

describe('an answer of a passkey is refused', () => {
  it.each([
    ['of another site', { origin: 'https://zyt.example.com.evil.test', rpId: HOST }, '只能在添加它的网址使用'],
    ['of our name without TLS', { origin: `http://${HOST}`, rpId: HOST }, '只能在添加它的网址使用'],
    ['made for another site', { origin: ORIGIN, rpId: 'evil.test' }, '没有通过验证'],
    ['that did not ask who holds it', { origin: ORIGIN, verified: false }, '没有验证指纹'],
  ])('%s', async (_title, ceremony, sentence) => {
    const device = await added()
    const answer = await byPasskey(device.get(await alone(), ceremony))
    expect(answer).toMatchObject({ status: 400, error: 'invalid_passkey', message: expect.stringContaining(sentence) })
    expect(await results()).toContain('badPasskey')
  })

  it('when its count does not go on: a copy, of which the log speaks', async () => {
    const device = await added()
    expect(await byPasskey(device.get(await alone(), { origin: ORIGIN, counter: 7 }))).toMatchObject({ status: 200 })
    for (const counter of [7, 3, 0])
      expect(await byPasskey(device.get(await alone(), { origin: ORIGIN, counter }))).toMatchObject({
        status: 400,
        message: expect.stringContaining('可能被复制'),
      })
    expect(await results()).toContain('passkeyCopied')
    expect(await byPasskey(device.get(await alone(), { origin: ORIGIN, counter: 8 }))).toMatchObject({ status: 200 })
  })

  it('of one that does not count, only when it begins to be wrong: 0 for ever is right', async () => {
    const device = await added()
    for (let i = 0; i < 2; i++)
      expect(await byPasskey(device.get(await alone(), { origin: ORIGIN, counter: 0 }))).toMatchObject({ status: 200 })
  })

  it('after five minutes, to another question, and to a question of another kind or person', async () => {
    const device = await added()
    const late = await alone()
    server.clock.advanceMinutes(6)
    expect(await byPasskey(device.get(late, { origin: ORIGIN }))).toMatchObject({ message: expect.stringContaining('已过期') })
    expect(await byPasskey(device.get({ challenge: 'x'.repeat(43) }, { origin: ORIGIN }))).toMatchObject({ status: 400 })
    const second = (await byPassword()).data.passkey
    expect(await byPasskey(device.get(second, { origin: ORIGIN }))).toMatchObject({ message: expect.stringContaining('已过期') })
    expect(await byPassword({ passkey: device.get(await alone(), { origin: ORIGIN }) })).toMatchObject({
      message: expect.stringContaining('已过期'),
    })
    // Of a colleague, for the password of another.
    await server.people.add({ id: 9, username: 'colleague' })
    const asked = (await byPassword()).data.passkey
    token = await server.signIn('colleague')
    const theirs = await added('别人的')
    expect(await byPassword({ passkey: theirs.get(asked, { origin: ORIGIN }) })).toMatchObject({
      message: expect.stringContaining('没有登记在这个账号上'),
    })
  })

  it.each(['', 'x', '{}', '{"id":"a"}', '[]', JSON.stringify({ id: 'a', rawId: 'a', type: 'public-key', response: {} })])(
    'when it is no answer: %s',
    async (text) => {
      expect(await byPasskey(text)).toMatchObject({ status: 400, error: 'invalid_passkey' })
    },
  )

  it('with a signature over something else', async () => {
    const device = await added()
    const answer = JSON.parse(device.get(await alone(), { origin: ORIGIN })) as { response: { signature: string } }
    const other = JSON.parse(device.get(await alone(), { origin: ORIGIN })) as { response: { signature: string } }
    answer.response.signature = other.response.signature
    expect(await byPasskey(JSON.stringify(answer))).toMatchObject({ message: expect.stringContaining('没有通过验证') })
  })

  it('of whoever is disabled, or comes from where he may not', async () => {
    const device = await added()
    server.people.users.get(2)!.status = 'disabled'
    expect(await byPasskey(device.get(await alone(), { origin: ORIGIN }))).toMatchObject({ error: 'account_disabled' })
    Object.assign(server.people.users.get(2)!, { status: 'active', addresses: ['10.0.0.0/8'] })
    expect(await byPasskey(device.get(await alone(), { origin: ORIGIN }))).toMatchObject({ error: 'address_refused' })
    delete server.people.users.get(2)!.addresses
  })
})

describe('adding one is refused', () => {
  it('under an address nobody has configured, whatever the header says', async () => {
    const refused = await call('/api/v1/session/passkeys/challenge', { password: PASSWORD }, { host: 'evil.test' })
    expect(refused.message).toContain('没有登记')
  })

  it('from a page of another origin, in another session, twice with one question, and of one that is there already', async () => {
    const device = new SoftAuthenticator()
    const add = (answer: object, authorization = token) => call('/api/v1/session/passkeys/add', { name: '甲', answer }, { authorization })
    expect((await add(device.create(await options(), { origin: 'https://evil.test' }))).message).toContain('只能在添加它的网址')
    const mine = await options()
    const elsewhere = await server.signIn('clerk')
    expect((await add(device.create(mine, { origin: ORIGIN }), elsewhere)).message).toContain('已过期')
    expect((await add(device.create(mine, { origin: ORIGIN }))).status).toBe(200)
    expect((await add(device.create(mine, { origin: ORIGIN }))).message).toContain('已过期')
    expect((await add(device.create(await options(), { origin: ORIGIN }))).message).toContain('已经添加过')
  })
})

it('rows of passkeys show neither key nor id, and one that is written in by hand opens nothing', async () => {
  const device = await added()
  const rows = await server.db.read(1, (db) => db.selectFrom('userPasskey').selectAll().execute())
  expect(JSON.stringify(rows)).not.toContain(device.id.toString('base64url'))
  // The row of one person, given to another.
  await server.people.add({ id: 9, username: 'colleague' })
  await server.db.write(1, (tx) => tx.updateTable('userPasskey').set({ userId: 1, username: 'admin' }).execute())
  const answer = await server.app.inject(tokenForm({ grant_type: 'passkey', passkey: device.get(await alone(), { origin: ORIGIN }) }))
  expect([answer.statusCode, (answer.json() as { error: string }).error]).toEqual([400, 'invalid_passkey'])
})
