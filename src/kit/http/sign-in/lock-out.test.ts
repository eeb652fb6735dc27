/** Guessing at names: who waits for it, and who does not (decision 0123). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { liftPauses } from '../../access/tries/attempts.server.ts'
import { networkOf } from '../../access/tries/tries.server.ts'
import { PASSWORD, testServer, tokenForm, type TestServer } from '../testing.server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer([], { rates: { login: { burst: 10_000, perSecond: 1000 }, user: { burst: 100_000, perSecond: 100_000 } } })
})
afterAll(() => server?.close())
beforeEach(async () => {
  server.clock.set('2026-03-01T02:00:00.000Z')
  await server.db.write(null, (tx) => tx.deleteFrom('loginAttempt').execute())
})

const login = (fields: Record<string, string>, extra: object = {}) => server.app.inject({ ...tokenForm(fields), ...extra })

describe('lock-out', () => {
  const wrong = (username: string, headers: Record<string, string> = {}) =>
    login({ username, password: 'wrong' }, { headers: { ...tokenForm({}).headers, ...headers } })

  const later = (ms: number): void => server.clock.set(new Date(Date.parse(server.clock.now()) + ms).toISOString())
  /** What is answered, from an address: `in`, or the error. */
  const from = async (remoteAddress: string, username: string, password: string, totp = ''): Promise<string> =>
    (
      (await server.app.inject({ ...tokenForm({ username, password, ...(totp ? { totp } : {}) }), remoteAddress })).json() as {
        error?: string
      }
    ).error ?? 'in'

  // A lock of the name stood here: five wrong ones from anywhere shut out its owner everywhere, again and again.
  it('pauses an origin after five failures, refuses the right password meanwhile, and longer each time', async () => {
    for (let i = 0; i < 5; i++) await wrong('clerk')
    const said = async (): Promise<string> =>
      ((await login({ username: 'clerk', password: PASSWORD })).json() as { message: string }).message
    expect(await said()).toMatch(/^密码连续错误次数过多，请 30 秒后再试。急用请联系管理员解除锁定；.*npm run unlock -- 用户名$/)
    for (const [seconds, next] of [
      [30, '1 分钟'],
      [60, '5 分钟'],
      [300, '15 分钟'],
      [900, '60 分钟'],
      [3600, '60 分钟'],
    ] as const) {
      later(seconds * 1000 - 1)
      expect(await said()).toContain('请 1 秒后再试')
      later(1)
      await wrong('clerk')
      expect(await said()).toContain(`请 ${next}后再试`)
    }
    server.clock.advanceMinutes(60)
    expect((await login({ username: 'clerk', password: PASSWORD })).statusCode).toBe(200)
    // Right once, it begins anew.
    for (let i = 0; i < 4; i++) expect((await wrong('clerk')).json()).toMatchObject({ error: 'invalid_grant' })
  })

  it('hurts who guesses: from every other origin the owner comes in, and his own slips forgive themselves', async () => {
    await server.people.add({ id: 60, username: 'only_admin', isAdmin: true })
    for (let i = 0; i < 9; i++) await from('203.0.113.5', 'only_admin', `guess${i}`)
    expect(await from('203.0.113.5', 'only_admin', PASSWORD)).toBe('account_locked')
    expect(await from('198.51.100.20', 'only_admin', PASSWORD)).toBe('in')
    // All of a line of IPv6 is one origin.
    for (let i = 0; i < 5; i++) await from(`2001:db8:1:2::${i + 1}`, 'only_admin', `guess${i}`)
    expect(await from('2001:db8:1:2:ffff::9', 'only_admin', PASSWORD)).toBe('account_locked')
    expect(await from('2001:db8:1:3::9', 'only_admin', PASSWORD)).toBe('in')
    for (let i = 0; i < 4; i++) await from('198.51.100.21', 'only_admin', `slip${i}`)
    server.clock.advanceMinutes(60 * 3)
    for (let i = 0; i < 3; i++) expect(await from('198.51.100.21', 'only_admin', `slip${i}`)).toBe('invalid_grant')
    expect(await from('198.51.100.21', 'only_admin', 'slip')).toBe('account_locked')
  })

  it('of a name that is hammered at from everywhere: only known origins go on, or a second factor with the password', async () => {
    await server.people.add({ id: 61, username: 'hammered' })
    expect(await from('198.51.100.30', 'hammered', PASSWORD)).toBe('in')
    for (const name of ['hammered', 'nobody_hammered'])
      for (let i = 0; i < 99; i++) await server.auth.attempts.failed(name, `10.${name.length}.${i}.1`)
    for (const name of ['hammered', 'nobody_hammered']) expect(await from('10.201.0.1', name, 'the hundredth')).toBe('invalid_grant')
    // What strangers hear: nothing of whether the name, the password or the factor is any good.
    const asked = async (name: string, password: string, totp = '') => {
      const answer = await server.app.inject({
        ...tokenForm({ username: name, password, ...(totp ? { totp } : {}) }),
        remoteAddress: '10.200.0.1',
      })
      return answer.json() as { error: string; message: string }
    }
    const answers = [await asked('hammered', PASSWORD), await asked('hammered', 'x'), await asked('nobody_hammered', 'x')]
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ error: 'totp_with_password', message: expect.stringContaining('请从近期登录过的网络登录') })
    const both = [await asked('hammered', PASSWORD, '123456'), await asked('nobody_hammered', PASSWORD, '123456')]
    expect(both.map(({ error, message }) => [error, message])).toEqual(
      Array.from({ length: 2 }, () => ['invalid_totp', '用户名或密码错误，或动态验证码不正确']),
    )
    expect(await from('198.51.100.30', 'hammered', PASSWORD)).toBe('in')
    // Another node knows, and so does this one after a restart.
    const other = await server.another()
    const there = await other.app.inject({ ...tokenForm({ username: 'hammered', password: PASSWORD }), remoteAddress: '10.200.0.2' })
    expect(there.json()).toMatchObject({ error: 'totp_with_password' })
    await server.db.write(null, (tx) => liftPauses(tx, 'Hammered'))
    expect(await from('10.200.0.1', 'hammered', PASSWORD)).toBe('in')
  })

  it('of an address that tries faster than it may: strangers hear 429, whoever signed in from there before does not', async () => {
    const strict = await server.another({ rates: { login: { burst: 2, perSecond: 0.000_001 } } })
    const at = async (username: string, password: string): Promise<number> =>
      (await strict.app.inject({ ...tokenForm({ username, password }), remoteAddress: '198.51.100.40' })).statusCode
    expect(await at('clerk', PASSWORD)).toBe(200)
    expect([await at('nobody_1', 'x'), await at('nobody_2', 'x'), await at('admin', PASSWORD)]).toEqual([400, 429, 429])
    expect([await at('clerk', PASSWORD), await at('Clerk', 'x')]).toEqual([200, 429])
    expect([await at('clerk', PASSWORD), await at('clerk', PASSWORD)]).toEqual([200, 429])
  })

  it('that was lifted is lifted from all origins of that name, and of no other', async () => {
    for (const name of ['clerk', 'clerk2']) for (let i = 0; i < 5; i++) await from('203.0.113.6', name, 'x')
    for (let i = 0; i < 5; i++) await from('203.0.113.7', 'clerk', 'x')
    expect(await server.db.write(null, (tx) => liftPauses(tx, 'CLERK'))).toBe(2)
    expect([await from('203.0.113.6', 'clerk', PASSWORD), await from('203.0.113.7', 'clerk', PASSWORD)]).toEqual(['in', 'in'])
    expect(await from('203.0.113.6', 'clerk2', 'x')).toBe('account_locked')
  })

  it('locks names that do not exist just the same', async () => {
    for (let i = 0; i < 5; i++) await wrong('ghost')
    expect((await wrong('ghost')).json()).toMatchObject({ error: 'account_locked' })
  })

  it('counts a burst of simultaneous guesses one by one', async () => {
    const other = await server.another()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? server : other).app.inject(tokenForm({ username: 'clerk', password: 'wrong' }))),
    )
    const errors = answers.map((answer) => (answer.json() as { error: string }).error)
    expect(errors.filter((error) => error === 'invalid_grant')).toHaveLength(4)
    expect(errors.filter((error) => error === 'account_locked')).toHaveLength(16)
    // One was the moment of the pause; whoever came after it was not even looked at.
    const looked = await server.db.read(1, (db) =>
      db.selectFrom('loginLog').select('result').where('username', '=', 'clerk').orderBy('id', 'desc').limit(21).execute(),
    )
    expect(looked.filter((row) => row.result === 'badPassword')).toHaveLength(5)
    expect(looked.filter((row) => row.result === 'lockedNow')).toHaveLength(1)
  })

  it('is not escaped by inventing X-Forwarded-For', async () => {
    await Promise.all(Array.from({ length: 100 }, (_, i) => wrong(`guess${i}`, { 'x-forwarded-for': `10.1.2.${i}` })))
    const answer = await wrong('somebody', { 'x-forwarded-for': '10.9.9.9' })
    expect(answer.statusCode).toBe(429)
    const addresses = await server.db.read(1, (db) => db.selectFrom('loginAttempt').select('key').where('key', 'like', 'ip:%').execute())
    expect(addresses).toEqual([{ key: 'ip:127.0.0.1' }])
  })

  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('counts %s as %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network)
  })

  it('from an address that guesses everywhere: strangers wait, whoever signed in from there before does not', async () => {
    await server.people.add({ id: 30, username: 'at_home' })
    await server.people.add({ id: 31, username: 'visitor_here' })
    const from = (username: string, password: string) =>
      server.app.inject({ ...tokenForm({ username, password }), remoteAddress: '198.51.100.7' })
    expect((await from('at_home', PASSWORD)).statusCode).toBe(200)
    for (let i = 0; i < 100; i++) await server.auth.attempts.failed(`nobody_${i}`, '198.51.100.7')
    expect((await from('visitor_here', PASSWORD)).statusCode).toBe(429)
    expect((await from('at_home', PASSWORD)).statusCode).toBe(200)
    expect((await from('at_home', 'wrong')).json()).toMatchObject({ error: 'invalid_grant' })
    const log = await server.db.read(1, (db) =>
      db.selectFrom('loginLog').select(['result', 'username']).where('ip', '=', '198.51.100.7').orderBy('id').execute(),
    )
    expect(log).toContainEqual({ result: 'throttled', username: 'visitor_here' })
  })

  it('stand in the log of the company the name belongs to, the moment of the lock included; names nobody has, in the platform’s', async () => {
    await server.people.add({ id: 32, username: 'guessed_at' })
    for (let i = 0; i < 6; i++) await login({ username: 'guessed_at', password: `x${i}` })
    await login({ username: 'nobody_at_all', password: 'x' })
    const results = (company: number, username: string) =>
      server.db.read(company, async (db) =>
        (await db.selectFrom('loginLog').select('result').where('username', '=', username).orderBy('id').execute()).map((r) => r.result),
      )
    expect(await results(1, 'guessed_at')).toEqual([...Array<string>(5).fill('badPassword'), 'lockedNow', 'locked'])
    expect(await results(1, 'nobody_at_all')).toEqual(['badPassword'])
    expect(await results(2, 'nobody_at_all')).toEqual([])
    expect(await server.db.read(null, (db) => db.selectFrom('loginLog').selectAll().execute())).toEqual([])
  })

  it('of people who may come from some networks only are refused from elsewhere, after the password', async () => {
    await server.people.add({ id: 33, username: 'keeper', addresses: ['10.1.0.0/16', '2001:db8::/32'] })
    const from = async (remoteAddress: string, password = PASSWORD): Promise<unknown> =>
      ((await server.app.inject({ ...tokenForm({ username: 'keeper', password }), remoteAddress })).json() as { error?: string }).error ??
      'in'
    expect(await from('10.1.2.3')).toBe('in')
    expect(await from('2001:db8::7')).toBe('in')
    expect(await from('10.2.2.3')).toBe('address_refused')
    expect(await from('10.2.2.3', 'wrong')).toBe('invalid_grant')
    const { access_token } = (
      await server.app.inject({ ...tokenForm({ username: 'keeper', password: PASSWORD }), remoteAddress: '10.1.2.3' })
    ).json()
    const callFrom = async (remoteAddress: string): Promise<number> =>
      (await server.app.inject({ url: '/api/v1/session/me', headers: { authorization: `bearer ${access_token}` }, remoteAddress }))
        .statusCode
    expect([await callFrom('10.1.9.9'), await callFrom('10.2.2.3')]).toEqual([200, 403])
  })

  it('forgets failures after a success', async () => {
    for (let i = 0; i < 4; i++) await wrong('clerk')
    await server.signIn('clerk')
    expect((await wrong('clerk')).json()).toMatchObject({ error: 'invalid_grant' })
  })

  it('keeps a log of what was tried, with the text cut and on one line', async () => {
    await wrong(`x\n${'y'.repeat(40)}`)
    await wrong('clerk')
    const rows = await server.db.read(1, (db) =>
      db.selectFrom('loginLog').select(['result', 'username', 'ip']).where('userId', '=', 2).orderBy('id', 'desc').limit(1).execute(),
    )
    expect(rows).toEqual([{ result: 'badPassword', username: 'clerk', ip: '127.0.0.1' }])
  })
})
