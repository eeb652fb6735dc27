import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { BASIC, PASSWORD, testServer, tokenForm, type TestServer } from '../http/testing.server.ts'
import { Listening } from '../database/connection/listen.server.ts'
import { accessChanged } from './loader.server.ts'
import { pinyinKeys } from '../basics/pinyin.ts'
import { checkPassword, passwordWords } from './password.rules.ts'
import { MOST_SESSIONS } from './sessions.server.ts'
import { hashPassword, verifyPassword } from './password.server.ts'
import { matchTotp, totpCode, totpStep } from './totp.server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer([], { rates: { login: { burst: 10_000, perSecond: 1000 }, user: { burst: 100_000, perSecond: 100_000 } } })
})
afterAll(() => server?.close())
beforeEach(async () => {
  server.clock.set('2026-03-01T02:00:00.000Z')
  await server.db.write(null, (tx) => tx.deleteFrom('loginAttempt').execute())
  // The clock went back: those of the test before would not be over.
  await server.db.write(1, (tx) => tx.deleteFrom('session').execute())
})

const login = (fields: Record<string, string>, extra: object = {}) => server.app.inject({ ...tokenForm(fields), ...extra })
const me = (authorization: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url: '/api/v1/session/me', headers: { authorization, ...headers } })
const post = (url: string, authorization: string, payload: object, key = crypto.randomUUID()) =>
  server.app.inject({ method: 'POST', url, headers: { authorization, 'idempotency-key': key }, payload })

describe('sessions of one person', () => {
  it('are bounded: of too many the one unused longest ends, the login log says so, others stay', async () => {
    const tokens: string[] = []
    for (let i = 0; i <= MOST_SESSIONS; i++) {
      server.clock.set(`2026-03-01T03:00:${String(i).padStart(2, '0')}.000Z`)
      const answer = await login({ username: 'clerk', password: PASSWORD })
      tokens.push(`bearer ${(answer.json() as { access_token: string }).access_token}`)
    }
    const answers = await Promise.all([tokens[0]!, tokens[1]!, tokens.at(-1)!].map((token) => me(token)))
    expect(answers.map((answer) => answer.statusCode)).toEqual([401, 200, 200])
    const { rows } = await server.db.read(1, (db) =>
      sql<{ detail: string }>`select detail from login_log where result = 'sessionsEnded' and username = 'clerk'`.execute(db),
    )
    expect(rows.at(-1)?.detail).toBe('同时登录超过 50 处，最久未使用的 1 个已结束')
    server.clock.set('2026-03-02T03:00:00.000Z')
    await login({ username: 'clerk', password: PASSWORD })
    const open = await server.db.read(1, (db) =>
      db.selectFrom('session').select('id').where('revokedAt', 'is', null).where('userId', '=', 2).execute(),
    )
    expect(open).toHaveLength(1)
  })
})

describe('the token call', () => {
  it('answers body and headers of the contract', async () => {
    const answer = await login({ username: 'admin', password: PASSWORD })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ token_type: 'bearer', expires_in: 43_200, username: 'admin', uid: 1 })
    expect(answer.headers).toMatchObject({
      'access-token': (answer.json() as { access_token: string }).access_token,
      'token-type': 'bearer',
      'customer-type': '1',
      username: 'admin',
      'is-first': '0',
      carrier: '0',
      phone: '138****5678',
      'sub-operation': '0',
      'is-admin': '1',
      'cache-control': 'no-store',
    })
  })

  it('takes the credentials from the query as the contract has them', async () => {
    const query = new URLSearchParams({ grant_type: 'password', clientType: '2', username: 'clerk', password: PASSWORD })
    const answer = await server.app.inject({ method: 'POST', url: `/api/oauth/token?${query}`, headers: { authorization: BASIC } })
    expect(answer.statusCode).toBe(200)
  })

  it.each([
    ['no client authorization', {}, { headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 401, 'invalid_client'],
    ['a wrong password', { password: 'wrong' }, {}, 400, 'invalid_grant'],
    ['an unknown user', { username: 'nobody' }, {}, 400, 'invalid_grant'],
    ['no user name', { username: ' ' }, {}, 400, 'invalid_request'],
    ['another grant type', { grant_type: 'implicit' }, {}, 400, 'unsupported_grant_type'],
    ['another client type', { clientType: '1' }, {}, 400, 'invalid_request'],
  ])('refuses %s with a Chinese sentence in the shape of OAuth', async (_title, fields, extra, status, error) => {
    const answer = await login({ username: 'clerk', password: PASSWORD, ...fields }, extra)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ error, error_description: expect.stringMatching(/[\u4e00-\u9fff]/), message: expect.any(String) })
  })

  it('stores the token only as a hash', async () => {
    const token = (await server.signIn('clerk')).slice(7)
    const rows = await server.db.read(1, (db) => db.selectFrom('session').selectAll().execute())
    expect(rows.map((row) => row.tokenHash)).toContain(createHash('sha256').update(token).digest('hex'))
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('says the same for an unknown user as for a wrong password', async () => {
    const unknown = await login({ username: 'ghost', password: 'x' })
    const wrong = await login({ username: 'clerk', password: 'x' })
    expect(unknown.body).toBe(wrong.body)
  })
})

describe('a session', () => {
  it('ends after 30 idle minutes, sliding with use', async () => {
    const token = await server.signIn('clerk')
    server.clock.advanceMinutes(29)
    expect((await me(token)).statusCode).toBe(200)
    server.clock.advanceMinutes(29)
    expect((await me(token)).statusCode).toBe(200)
    server.clock.advanceMinutes(30)
    expect((await me(token)).json()).toEqual({ code: 401, error: 'invalid_token', message: '登录已过期，请重新登录', data: null })
  })

  it('is not kept alive by polls', async () => {
    const token = await server.signIn('clerk')
    server.clock.advanceMinutes(20)
    expect((await me(token, { 'x-background': '1' })).statusCode).toBe(200)
    server.clock.advanceMinutes(10)
    expect((await me(token)).statusCode).toBe(401)
  })

  it('ends 12 hours after the login whatever happens', async () => {
    const token = await server.signIn('clerk')
    for (let i = 0; i < 35; i++) {
      server.clock.advanceMinutes(20)
      expect((await me(token)).statusCode).toBe(200)
    }
    server.clock.advanceMinutes(20)
    expect((await me(token)).statusCode).toBe(401)
  })

  it('ends with logout, and logging out twice is no error', async () => {
    const token = await server.signIn('clerk')
    const out = () => server.app.inject({ method: 'POST', url: '/api/oauth/logout', headers: { authorization: token } })
    expect((await out()).statusCode).toBe(200)
    expect((await me(token)).statusCode).toBe(401)
    expect((await out()).statusCode).toBe(200)
  })

  it('is known to check_token', async () => {
    const token = (await server.signIn('clerk')).slice(7)
    const check = (text: string) =>
      server.app.inject({ method: 'POST', url: `/api/oauth/check_token?token=${text}`, headers: { authorization: BASIC } })
    expect((await check(token)).json()).toMatchObject({ active: true, user_name: 'clerk' })
    const bad = await check('nonsense')
    expect(bad.statusCode).toBe(401)
    expect(bad.json()).toMatchObject({ code: 401, error: 'invalid_token', message: '登录已过期，请重新登录' })
  })

  it('revoked on one node is refused by another when it hears of it, and a second later when it does not', async () => {
    const other = await server.another()
    const [first, second] = [await server.signIn('clerk'), await server.signIn('clerk')]
    const seenBy = async (token: string): Promise<number> =>
      (await other.app.inject({ url: '/api/v1/session/me', headers: { authorization: token } })).statusCode
    // By this clock sessions are remembered, and it stands still; whole numbers, of which a thousand more is a thousand more.
    const began = Math.ceil(performance.now())
    const clock = vi.spyOn(performance, 'now').mockReturnValue(began)
    try {
      expect([await seenBy(first), await seenBy(second)]).toEqual([200, 200])
      expect((await post('/api/v1/session/end', second, { others: true })).json()).toMatchObject({ code: 200 })
      await expect.poll(() => seenBy(first)).toBe(401)
      expect(await seenBy(second)).toBe(200)
      // Ended without a word to anybody.
      const tokenHash = createHash('sha256').update(second.slice(7)).digest('hex')
      await server.db.write(1, (tx) =>
        tx.updateTable('session').set({ revokedAt: new Date().toISOString() }).where('tokenHash', '=', tokenHash).execute(),
      )
      expect(await seenBy(second)).toBe(200)
      clock.mockReturnValue(began + 1000)
      expect(await seenBy(second)).toBe(401)
    } finally {
      clock.mockRestore()
    }
  })

  it('knows changed rights, and that its user was disabled, before the change is answered; another node after a second at most', async () => {
    const user = await server.people.add({ id: 30, username: 'leaver', codes: ['a'] })
    const other = await server.another()
    const token = await server.signIn('leaver')
    const rightsBy = async ({ app }: TestServer): Promise<unknown> =>
      ((await app.inject({ url: '/api/v1/session/me', headers: { authorization: token } })).json() as { data?: { functions: string[] } })
        .data?.functions ?? 'nobody'
    const change = () => server.db.write(1, (tx, tools) => accessChanged(tx, tools, 1))
    // The server's notices never come, and the clock of remembered sessions stands still.
    const arrival = vi.spyOn(Listening.prototype as unknown as { deliver: () => void }, 'deliver').mockReturnValue()
    const began = Math.ceil(performance.now())
    const clock = vi.spyOn(performance, 'now').mockReturnValue(began)
    try {
      expect([await rightsBy(server), await rightsBy(other)]).toEqual([['a'], ['a']])
      user.codes = ['a', 'b']
      await change()
      expect([await rightsBy(server), await rightsBy(other)]).toEqual([['a', 'b'], ['a']])
      clock.mockReturnValue(began + 1000)
      expect(await rightsBy(other)).toEqual(['a', 'b'])
      user.status = 'disabled'
      await change()
      expect([await rightsBy(server), await rightsBy(other)]).toEqual(['nobody', ['a', 'b']])
      clock.mockReturnValue(began + 2000)
      expect(await rightsBy(other)).toBe('nobody')
    } finally {
      clock.mockRestore()
      arrival.mockRestore()
    }
    expect((await login({ username: 'leaver', password: PASSWORD })).json()).toMatchObject({ error: 'account_disabled' })
  })

  it.each([
    ['a bare word', 'bearer'],
    ['another scheme', 'Basic x'],
    ['a path', 'bearer ../../x'],
    ['an invented token', `bearer ${'a'.repeat(43)}`],
    ['a very long one', `bearer ${'a'.repeat(5000)}`],
  ])('is not opened by %s', async (_title, header) => {
    expect((await me(header)).json()).toMatchObject({ code: 401, error: 'invalid_token' })
  })

  it('lies behind its company: no door stands open while none is set, and a token finds its own session only', async () => {
    const token = (await server.signIn('clerk')).slice(7)
    await server.signIn('admin')
    const hash = createHash('sha256').update(token).digest('hex')
    const seen = (company: number | null) =>
      server.db.read(company, async (db) => ({
        sessions: (await db.selectFrom('session').select('id').execute()).length,
        versions: (await db.selectFrom('accessVersion').select('operatorId').execute()).length,
        calls: (await db.selectFrom('idempotency').select('key').where('operatorId', 'is not', null).execute()).length,
      }))
    await post('/api/v1/session/end', `bearer ${token}`, { others: true })
    const own = await seen(1)
    expect(own.sessions).toBeGreaterThan(1)
    expect(own.calls).toBeGreaterThan(0)
    expect(await seen(null)).toEqual({ sessions: 0, versions: 0, calls: 0 })
    expect(await seen(999)).toEqual({ sessions: 0, versions: 0, calls: 0 })
    const sessionsByToken = (wanted: string) =>
      server.db.read(null, async (db) => (await sql<{ operatorId: number }>`select * from session_by_token(${wanted})`.execute(db)).rows)
    expect(await sessionsByToken(hash)).toMatchObject([{ operatorId: 1 }])
    for (const wanted of ['', '%', hash.slice(0, -1)]) expect(await sessionsByToken(wanted)).toEqual([])
  })
  it('lists my sessions and not those of others', async () => {
    await server.people.add({ id: 31, username: 'lister' })
    const token = await server.signIn('lister')
    await server.signIn('lister')
    const list = (await server.app.inject({ url: '/api/v1/session/list', headers: { authorization: token } })).json() as {
      data: { current: boolean }[]
    }
    expect(list.data).toHaveLength(2)
    expect(list.data.filter((row) => row.current)).toHaveLength(1)
  })
})

describe('passwords', () => {
  const change = (token: string, oldPassword: string, newPassword: string) =>
    post('/api/v1/session/password', token, { oldPassword, newPassword })

  it('are kept as argon2id with the parameters OWASP asks for, each with a salt of its own', async () => {
    const user = await server.people.add({ id: 45, username: 'hashed' })
    expect((await change(await server.signIn('hashed'), PASSWORD, 'Yanzhi#2026')).statusCode).toBe(200)
    expect(user.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]+\$[\w+/]+$/)
    expect(await hashPassword('Yanzhi#2026')).not.toBe(user.passwordHash)
    expect(
      await Promise.all([
        verifyPassword(user.passwordHash, 'Yanzhi#2026'),
        verifyPassword(user.passwordHash, 'yanzhi#2026'),
        verifyPassword('damaged', ''),
        verifyPassword(null, ''),
      ]),
    ).toEqual([true, false, false, false])
  })

  it('must be changed first: nothing else answers until then', async () => {
    await server.people.add({ id: 40, username: 'newcomer', isFirst: true, isAdmin: true })
    const token = await server.signIn('newcomer')
    const list = () => server.app.inject({ url: '/api/v1/session/list', headers: { authorization: token } })
    expect((await list()).json()).toMatchObject({ code: 403, message: '首次登录请先修改密码', reason: 'session.password' })
    expect((await me(token)).statusCode).toBe(200)
    expect((await change(token, PASSWORD, 'Xinmima#1')).json()).toMatchObject({ code: 200 })
    expect((await list()).statusCode).toBe(200)
  })

  it.each([
    ['short1A', '密码至少 8 位'],
    ['alllowercase', '三种'],
    ['Password123!', '过于常见'],
    ['P@ssw0rd123', '过于常见'],
    ['Changer#99', '不能包含用户名'],
  ])('refuses %s', async (text, reason) => {
    if (!server.people.users.has(41)) await server.people.add({ id: 41, username: 'changer' })
    const answer = await change(await server.signIn('changer'), PASSWORD, text)
    expect(answer.statusCode).toBe(400)
    expect((answer.json() as { data: { newPassword: string } }).data.newPassword).toContain(reason)
  })

  it('is as long as the operator asks', () => {
    expect(checkPassword('Chang#du12', 'someone', 12)).toBe('密码至少 12 位')
    expect(checkPassword('Chang#du12345', 'someone', 12)).toBeNull()
    expect(checkPassword('Sh0rt#', 'someone', 4)).toBe('密码至少 8 位')
  })

  it('is not made of the names of company and product, in characters, pinyin or initials', () => {
    const words = passwordWords(['宏途汽车租赁（上海）有限公司', '租运通'], (name) => {
      const { full, initials } = pinyinKeys(name)
      return [full, initials]
    })
    for (const bad of ['Zuyuntong#1', 'zyt-ZUYUNTONG9', '宏途汽车租赁（上海）有限公司1aA', '租运通Aa1#xyz', 'Zuyunt0ng!8'])
      expect([bad, checkPassword(bad, 'someone', 8, words)]).toEqual([bad, '密码不能包含公司或系统的名称（含拼音），请换一个'])
    expect(checkPassword('Chang#du12', 'someone', 8, words)).toBeNull()
  })

  it('may not be one of the last five, and the sixth may return', async () => {
    await server.people.add({ id: 42, username: 'rotating' })
    const token = await server.signIn('rotating')
    const all = [PASSWORD, ...Array.from({ length: 5 }, (_, i) => `Lunhuan#${i}x9`)]
    for (let i = 1; i < all.length; i++) {
      expect((await change(token, all[i - 1]!, all[i - 1]!)).statusCode).toBe(400)
      expect((await change(token, all[i - 1]!, all[i]!)).statusCode).toBe(200)
    }
    expect((await change(token, all[5]!, all[1]!)).json()).toMatchObject({ data: { newPassword: '不能与最近 5 次使用过的密码相同' } })
    expect((await change(token, all[5]!, PASSWORD)).statusCode).toBe(200)
  })

  it('changed: other sessions end, this one goes on', async () => {
    await server.people.add({ id: 43, username: 'careful' })
    const [first, second] = [await server.signIn('careful'), await server.signIn('careful')]
    await change(first, PASSWORD, 'Bieren#chuqu1')
    expect((await me(second)).statusCode).toBe(401)
    expect((await me(first)).statusCode).toBe(200)
  })

  it('cannot be guessed through a stolen session', async () => {
    await server.people.add({ id: 44, username: 'robbed' })
    const token = await server.signIn('robbed')
    for (let i = 0; i < 5; i++) expect((await change(token, `guess${i}`, 'Xinmima#1')).statusCode).toBe(400)
    expect((await change(token, PASSWORD, 'Xinmima#1')).statusCode).toBe(422)
  })
})

describe('the second factor', () => {
  const fromBase32 = (text: string): Buffer => {
    const bits = Array.from(text)
      .map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'))
      .join('')
    return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  }

  it('follows the test values of RFC 6238', () => {
    const secret = Buffer.from('12345678901234567890')
    const at = (seconds: number) => totpCode(secret, Math.floor(seconds / 30), 8)
    expect([59, 1111111109, 1111111111, 1234567890, 2000000000, 20000000000].map(at)).toEqual([
      '94287082',
      '07081804',
      '14050471',
      '89005924',
      '69279037',
      '65353130',
    ])
    expect(matchTotp(secret, totpCode(secret, 1), '1970-01-01T00:00:59.000Z')).toBe(1)
    expect(matchTotp(secret, totpCode(secret, 5), '1970-01-01T00:00:59.000Z')).toBeNull()
  })

  it('is enrolled, asked for at login, works once per code, and can be disabled', async () => {
    await server.people.add({ id: 50, username: 'cautious' })
    const token = await server.signIn('cautious')
    const enrolment = (await post('/api/v1/session/totp/enrol', token, { password: PASSWORD })).json() as {
      data: { secret: string; uri: string }
    }
    const secret = fromBase32(enrolment.data.secret)
    const code = () => totpCode(secret, totpStep(server.clock.now()))
    expect(enrolment.data.uri).toContain('otpauth://totp/')
    expect((await login({ username: 'cautious', password: PASSWORD })).statusCode).toBe(200) // not in force yet
    expect((await post('/api/v1/session/totp/enable', token, { code: code() })).json()).toMatchObject({ code: 200 })
    expect((await login({ username: 'cautious', password: PASSWORD })).json()).toMatchObject({ error: 'totp_required' })
    expect((await login({ username: 'cautious', password: PASSWORD, totp: code() })).json()).toMatchObject({ error: 'invalid_totp' })
    server.clock.advanceMinutes(1)
    expect((await login({ username: 'cautious', password: PASSWORD, totp: code() })).statusCode).toBe(200)
    expect((await login({ username: 'cautious', password: PASSWORD, totp: code() })).json()).toMatchObject({ error: 'invalid_totp' })
    server.clock.advanceMinutes(1)
    expect((await post('/api/v1/session/totp/disable', token, { code: code() })).json()).toMatchObject({ code: 200 })
    expect((await login({ username: 'cautious', password: PASSWORD })).statusCode).toBe(200)
  })

  it('opens a name that strangers hammer at from everywhere, with the password and in one answer with it', async () => {
    await server.people.add({ id: 55, username: 'travelling' })
    const token = await server.signIn('travelling')
    const { data } = (await post('/api/v1/session/totp/enrol', token, { password: PASSWORD })).json() as { data: { secret: string } }
    const code = () => totpCode(fromBase32(data.secret), totpStep(server.clock.now()))
    await post('/api/v1/session/totp/enable', token, { code: code() })
    server.clock.advanceMinutes(1)
    for (let i = 0; i < 100; i++) await server.auth.attempts.failed('travelling', `10.3.${i}.1`)
    const from = async (password: string, totp?: string): Promise<string> => {
      const answer = await server.app.inject({
        ...tokenForm({ username: 'travelling', password, ...(totp ? { totp } : {}) }),
        remoteAddress: '203.0.113.77',
      })
      return (answer.json() as { error?: string }).error ?? 'in'
    }
    expect([await from(PASSWORD), await from('wrong'), await from('wrong', code())]).toEqual([
      'totp_with_password',
      'totp_with_password',
      'invalid_totp',
    ])
    expect(await from(PASSWORD, '000000')).toBe('invalid_totp')
    expect(await from(PASSWORD, code())).toBe('in')
  })

  it('asks for the password before it is enrolled, and a wrong one counts as a failed login', async () => {
    await server.people.add({ id: 51, username: 'robbed_twice' })
    const token = await server.signIn('robbed_twice')
    expect((await post('/api/v1/session/totp/enrol', token, {})).statusCode).toBe(400)
    for (let i = 0; i < 5; i++)
      expect((await post('/api/v1/session/totp/enrol', token, { password: `guess${i}` })).json()).toMatchObject({
        code: 400,
        data: { password: '登录密码不正确' },
      })
    expect((await post('/api/v1/session/totp/enrol', token, { password: PASSWORD })).statusCode).toBe(422)
  })

  it('ends the other sessions when it comes into force, and gives ten codes for a lost telephone, each good once', async () => {
    await server.people.add({ id: 52, username: 'twofold' })
    const [first, second] = [await server.signIn('twofold'), await server.signIn('twofold')]
    const { data } = (await post('/api/v1/session/totp/enrol', first, { password: PASSWORD })).json() as { data: { secret: string } }
    const code = () => totpCode(fromBase32(data.secret), totpStep(server.clock.now()))
    const enabled = (await post('/api/v1/session/totp/enable', first, { code: code() })).json() as { data: { recoveryCodes: string[] } }
    const { recoveryCodes } = enabled.data
    expect(new Set(recoveryCodes).size).toBe(10)
    expect((await me(second)).statusCode).toBe(401)
    expect((await me(first)).statusCode).toBe(200)
    const storedCodes = await server.db.read(1, (db) => db.selectFrom('userRecovery').selectAll().where('userId', '=', 52).execute())
    expect(storedCodes).toHaveLength(10)
    expect(recoveryCodes.some((one) => JSON.stringify(storedCodes).includes(one))).toBe(false)
    const lost = recoveryCodes[3]!
    const typed = `${lost.slice(0, 4)}-${lost.slice(4, 8)}-${lost.slice(8)}`.toLowerCase()
    expect((await login({ username: 'twofold', password: PASSWORD, totp: typed })).statusCode).toBe(200)
    expect((await login({ username: 'twofold', password: PASSWORD, totp: typed })).json()).toMatchObject({ error: 'invalid_totp' })
    server.clock.advanceMinutes(1)
    const anew = (await post('/api/v1/session/totp/recovery', first, { code: code() })).json() as { data: { recoveryCodes: string[] } }
    expect(anew.data.recoveryCodes).toHaveLength(10)
    expect((await login({ username: 'twofold', password: PASSWORD, totp: recoveryCodes[5]! })).json()).toMatchObject({
      error: 'invalid_totp',
    })
  })

  it('that the company asks for comes first: nothing else answers until there is one', async () => {
    await server.people.add({ id: 53, username: 'obliged', mustEnrol: true })
    const token = await server.signIn('obliged')
    expect((await me(token)).json()).toMatchObject({ data: { mustEnrol: true } })
    const refusal = (await server.app.inject({ url: '/api/v1/session/list', headers: { authorization: token } })).json()
    expect(refusal).toMatchObject({ code: 403, message: '公司要求启用两步验证，请先启用再继续', reason: 'session.enrol' })
    expect((await post('/api/v1/session/totp/enrol', token, { password: PASSWORD })).statusCode).toBe(200)
  })

  it('that the company asks for is not given up again by whoever has it, and the page is told so', async () => {
    await server.people.add({ id: 54, username: 'bound', secondFactorWanted: true })
    const token = await server.signIn('bound')
    const { data } = (await post('/api/v1/session/totp/enrol', token, { password: PASSWORD })).json() as { data: { secret: string } }
    const code = () => totpCode(fromBase32(data.secret), totpStep(server.clock.now()))
    expect((await post('/api/v1/session/totp/enable', token, { code: code() })).statusCode).toBe(200)
    const state = (await server.app.inject({ url: '/api/v1/session/totp', headers: { authorization: token } })).json()
    expect(state).toMatchObject({ data: { enabled: true, required: true, recoveryLeft: 10 } })
    server.clock.advanceMinutes(1)
    expect((await post('/api/v1/session/totp/disable', token, { code: code() })).json()).toMatchObject({
      code: 422,
      message: expect.stringContaining('公司要求启用两步验证，不能停用'),
    })
    expect((await login({ username: 'bound', password: PASSWORD })).json()).toMatchObject({ error: 'totp_required' })
  })

  it('keeps its secret encrypted', async () => {
    const token = await server.signIn('clerk')
    const { data } = (await post('/api/v1/session/totp/enrol', token, { password: PASSWORD })).json() as { data: { secret: string } }
    const rows = await server.db.read(1, (db) => db.selectFrom('userTotp').selectAll().execute())
    expect(JSON.stringify(rows)).not.toContain(data.secret)
    expect(Buffer.from(rows[0]!.secret, 'base64').includes(fromBase32(data.secret))).toBe(false)
  })
})
