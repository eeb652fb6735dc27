/**
 * No secret can be read by whoever has the database or the log (decision 0122): through every door that makes one, over the wire; each is
 * remembered, and then every text of every table and every line of the log is looked through for each of them, while messages wait, after
 * they have failed, and after somebody has given them up.
 */
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#kit/access/context.server.ts'
import { totpCode, totpStep } from '#kit/access/totp.server.ts'
import { AppError, refused } from '#kit/basics/errors.ts'
import { systemClock } from '#kit/basics/time/clock.ts'
import { withRawClient } from '#kit/database/connection/connection.server.ts'
import { sampleRecord } from '#kit/entity/conformance/sample.server.ts'
import { startOutbox } from '#kit/jobs/outbox.server.ts'
import { bench, type Bench } from '#tests/house/people.ts'
import type { Answer, Person } from '#tests/house/rig.ts'
import { samples } from '#tests/house/samples.ts'
import { connectMessages, waitingMessages } from '#tests/messages-out.ts'
import { readIn, readableOf, readableRows, type Readable } from './readable.ts'

let house: Bench
beforeAll(async () => {
  house = await bench()
  connectMessages(house.rig, async (_ctx, { text, to }, { attempt }) => {
    // What is called may say back whatever it was told.
    const said = `${to.mobile}：${text}`
    throw attempt === 1 && text.includes('自助页') ? new AppError('busy', said) : refused(said)
  })
})
afterAll(async () => {
  expect(house?.rig.faults).toEqual([])
  await house?.rig.close()
})

/** What it is → itself. */
const secrets = new Map<string, string>()
function keep(what: string, secret: string | undefined): string {
  if (!secret) throw new Error(`no ${what} was made`)
  secrets.set(secret === secrets.get(what) ? what : secrets.has(what) ? `${what} ${secrets.size}` : what, secret)
  return secret
}

const ORIGIN = 'https://zyt.localhost'
const HOST = { host: 'zyt.localhost' }
const write = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => house.rig.db.write(house.rig.admin.ctx.user.operatorId, work)
const sample = (entity: string, values: object = {}): Promise<number> =>
  write((tx) => sampleRecord(tx, house.rig.admin.ctx, entity, { ...values }, { path: [], samples }))
const once = (path: string, input: object, who: Person | null = house.rig.admin, headers: Record<string, string> = {}): Promise<Answer> =>
  house.rig.send({ method: 'POST', path: `/api/${path}` }, input, who, { ...HOST, ...headers })
/** Sent twice under one key: what is kept for the second is what this is about. */
async function post(path: string, input: object, who?: Person | null, headers: Record<string, string> = {}): Promise<Answer> {
  const key = { ...headers, 'idempotency-key': randomUUID() }
  const first = await once(path, input, who, key)
  expect([path, first.code, first.message]).toEqual([path, 200, '操作成功'])
  expect((await once(path, input, who, key)).text).toBe(first.text)
  return first
}
const dataOf = async <T>(answer: Promise<Answer>): Promise<T> => (await answer).data as T
const tokenIn = (url: string): string => url.split('#t=')[1]!
async function codeSent(what: string, mobile: string): Promise<string> {
  const sent = (await waitingMessages(house.rig.admin.ctx)).findLast(({ to, text }) => to.mobile === mobile && text.startsWith('验证码'))
  return keep(what, /验证码 (\d{6})/.exec(sent!.text)![1])
}
const sessionOf = async (username: string, password: string, totp?: string): Promise<string> => {
  const form = new URLSearchParams({ grant_type: 'password', clientType: '2', username, password, ...(totp ? { totp } : {}) })
  const headers = {
    authorization: `Basic ${Buffer.from('console:for tests only').toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  }
  const answer = await house.rig.send({ method: 'POST', path: '/api/oauth/token' }, form.toString(), null, headers)
  return keep('session', (JSON.parse(answer.text) as { access_token?: string }).access_token)
}
const fromBase32 = (text: string): Uint8Array => {
  const bits = Array.from(text, (c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0')).join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}

/** An account: its first password and the next, a wrong one that was typed, sessions, the second factor and its codes. */
async function account(): Promise<void> {
  const clerk = await house.person('keeper', {})
  keep('temporary password', clerk.password)
  keep('session', clerk.authorization.split(' ')[1])
  const next = keep('password', 'Wf8#kqz2Lm!9v')
  expect((await once('v1/session/password', { oldPassword: clerk.password, newPassword: next }, clerk)).code).toBe(200)
  await house.login('keeper', keep('wrong password', 'Wf8#kqz2Lm!9w'))
  const who = { ...clerk, authorization: `bearer ${await sessionOf('keeper', next)}` }
  const { secret } = await dataOf<{ secret: string }>(once('v1/session/totp/enrol', { password: next }, who))
  const seed = keep('seed of the second factor', secret)
  const step = totpStep(systemClock.now())
  const code = keep('code of the second factor', totpCode(fromBase32(seed), step))
  const { recoveryCodes } = await dataOf<{ recoveryCodes: string[] }>(once('v1/session/totp/enable', { code }, who))
  for (const one of recoveryCodes) keep('recovery code', one)
  await sessionOf('keeper', next, recoveryCodes[0])
}

/** A partner's program: its key, the secret of its callbacks and the one before. */
async function partner(): Promise<void> {
  const client = await sample('apiClient')
  keep('secret of an interface key', (await dataOf<{ secret: string }>(post('v1/openApi/issueKey', { client }))).secret)
  for (let i = 0; i < 2; i++)
    keep('secret of callbacks', (await dataOf<{ secret: string }>(post('v1/openApi/hookSecret', { client }))).secret)
}

/** Where people of the company sign in elsewhere. */
async function identityPlatform(): Promise<void> {
  const secret = keep('secret of the identity platform', 'Qx7-mR2v.9LkPzW4tYb8')
  const matching = { claim: 'email', matchBy: 'email', button: '用公司账号登录' }
  const off = { enabled: false, passwordOff: false, provesSecond: false }
  await post('v1/security/oidc/save', { issuer: 'https://id.example.com', clientId: 'zyt', secret, ...matching, ...off })
}

/** The lessee's own page: by a link a clerk sends, by a code. */
async function ownPage(): Promise<void> {
  const mobile = '13612340001'
  const lessee = await sample('lessee', { status: 'normal', mobile, name: '钱小姐' })
  const { url } = await dataOf<{ url: string }>(post('v1/lesseeLink/make', { lessee, origin: ORIGIN, send: true }))
  const token = keep('link of the own page', tokenIn(url))
  expect((await house.rig.send({ method: 'GET', path: '/api/public/lessee/page' }, {}, null, { 'x-own-link': token })).code).toBe(200)
  const company = house.rig.admin.ctx.user.operatorId.toString(36)
  await post('public/lessee/code', { c: company, mobile }, null)
  const code = await codeSent('code of the own page', mobile)
  const { pages } = await dataOf<{ pages: { token: string }[] }>(post('public/lessee/enter', { c: company, mobile, code }, null))
  keep('link of the own page by code', pages[0]!.token)
}

/** A shipment followed, a page on which orders are placed, a post that is applied for. */
async function carriage(): Promise<void> {
  const order = await sample('transportOrder', { status: 'open' })
  const { url } = await dataOf<{ url: string }>(post('v1/customerLink/make', { order, origin: ORIGIN, mobile: '13612340002' }))
  keep('link of an order', tokenIn(url))
  const page = await sample('orderPage', { status: 'active' })
  const said = { pay: '月薪 9000 元起', detail: '上海市内日配，凭驾驶证报名。', cities: '上海', until: '2099-12-31' }
  const opening = await house.must('recruitPost/publish', { id: await sample('recruitPost', { status: 'draft', ...said }), version: 1 })
  const doors = [
    { entity: 'orderPage', id: page, path: 'order', header: 'x-order-page', mobile: '13612340003' },
    { entity: 'recruitPost', id: opening.id as number, path: 'recruit', header: 'x-recruit-post', mobile: '13612340004' },
  ] as const
  for (const { entity, id, path, header, mobile } of doors) {
    const { token } = await house.rig.db.read(house.rig.admin.ctx.user.operatorId, (tx) =>
      tx.selectFrom(entity).select('token').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    const headers = { [header]: token! }
    await post(`public/${path}/code`, { mobile }, null, headers)
    const code = await codeSent(`code of ${entity}`, mobile)
    keep(`session of ${entity}`, (await dataOf<{ session: string }>(post(`public/${path}/enter`, { mobile, code }, null, headers))).session)
  }
}

/** A statement confirmed by a code, after a wrong one; a contract whose signer is sent one. */
async function papers(): Promise<void> {
  const statement = await sample('statement', { status: 'toConfirm', contactName: '王经理', contactMobile: '13612340005' })
  const made = await dataOf<{ url: string }>(post('v1/statement/link', { id: statement, origin: ORIGIN, text: true }))
  const page = { 'x-statement-token': keep('link of a statement', tokenIn(made.url)) }
  await post('public/statement/code', {}, null, page)
  const code = await codeSent('code of a statement', '13612340005')
  const wrong = code === '000000' ? '000001' : '000000'
  const confirm = { method: 'POST', path: '/api/public/statement/confirm' } as const
  expect((await house.rig.send(confirm, { name: '王经理', code: wrong }, null, page)).code).toBe(400)

  const flow = await sample('signFlow', { status: 'signing', provider: 'local', ordered: false, expireAt: '2099-12-31T00:00:00.000Z' })
  const mobile = '13612340006'
  const party = await sample('signParty', { flow, seq: 1, kind: 'person', name: '孙先生', mobile, status: 'toSign', seal: null })
  const link = await dataOf<{ url: string }>(post('v1/contract/sign/link', { partyId: party }))
  await post('public/contract/sign/code', {}, null, { 'x-sign-token': keep('link of a signer', tokenIn(link.url)) })
  await codeSent('code of a signer', mobile)
}

const logged = (): Readable[] => house.rig.lines.map((line) => readableOf('the log', line))
const readNow = async (): Promise<string[]> => readIn([...(await readableRows(house.rig.owner)), ...logged()], secrets)

test('each is made over the wire and heard again by a call repeated: none can be read while messages wait', async () => {
  for (const way of [account, partner, identityPlatform, ownPage, carriage, papers]) await way()
  expect(secrets.size).toBeGreaterThan(30)
  expect(new Set(secrets.values()).size).toBe(secrets.size)
  expect((await waitingMessages(house.rig.admin.ctx)).length).toBeGreaterThan(6)
  expect(await readNow()).toEqual([])
})

test('nor after they have failed, with a reason that repeats all of it, on no screen, and not when they are given up', async () => {
  const { db, registry, lines } = house.rig
  const outbox = startOutbox({
    db,
    registry,
    clock: systemClock,
    log: (_level, message, details) => void lines.push({ message, ...details }),
    pollMs: 10_000_000,
  })
  await outbox.drain()
  await outbox.stop()
  expect(JSON.stringify(lines)).toContain('delivery failed')
  expect(await readNow()).toEqual([])
  type Call = { id: number; version: number; status: string; lastError: string }
  const answers = [await house.get('outgoingCall/list', { pageSize: '100' })]
  const calls = (answers[0]!.data as { list: Call[] }).list
  expect(new Set(calls.map(({ status }) => status))).toEqual(new Set(['failed', 'retrying']))
  expect(calls.every(({ lastError }) => lastError.includes('（已隐藏）'))).toBe(true)
  for (const { id } of calls) answers.push(await house.get('outgoingCall/detail', { id: String(id) }))
  answers.push(await house.post('outgoingCall/export', { columns: ['label', 'summary', 'lastError'] }))
  answers.push(await house.get('/api/log/list', { pageSize: '200' }), await house.get('/api/log/login', {}))
  answers.push(await house.get('message/list', { pageSize: '100' }))
  expect(
    readIn(
      answers.map(({ bytes, text }) => readableOf('a screen', `${text}\n${bytes.toString('latin1')}`)),
      secrets,
    ),
  ).toEqual([])
  for (const { id, version } of calls) await house.must('outgoingCall/giveUp', { id, version, reason: '已电话告知' })
  expect(await waitingMessages(house.rig.admin.ctx)).toEqual([])
  expect(await readNow()).toEqual([])
})

test('the look finds what lies open: in a text, in JSON, in bytes, encoded, hashed without a key, in the log', async () => {
  const secret = secrets.get('secret of callbacks')!
  const code = secrets.get('code of a statement')!
  await withRawClient(house.rig.owner, async (client) => {
    await client.query('create table planted (a text, b jsonb, c bytea, d text, e text, f text)')
    await client.query('insert into planted values ($1, $2, $3, $4, $5, $6)', [
      `密文 ${secret}`,
      JSON.stringify({ of: [{ it: code }] }),
      Buffer.from(secret),
      Buffer.from(`{"secret":"${secret}"}`).toString('base64'),
      createHash('sha256').update(code).digest('hex'),
      `${code}1`,
    ])
  })
  house.rig.lines.push({ message: 'request', details: { body: { code } } })
  const places = await readNow()
  await withRawClient(house.rig.owner, (client) => client.query('drop table planted'))
  house.rig.lines.pop()
  expect(places).toEqual(
    [
      ...['a', 'c', 'd'].map((column) => `secret of callbacks in planted.${column}`),
      ...['planted.b', 'planted.e', 'the log'].map((place) => `code of a statement in ${place}`),
    ].toSorted(),
  )
  // And where the product keeps it, in a row of its own.
  await write((tx) => tx.updateTable('apiClient').set({ webhookSecret: secret }).execute())
  expect(await readNow()).toEqual(['secret of callbacks in api_client.webhook_secret'])
})

test('an upgrade empties what lay open: a call of before that is repeated is not done again, and says so', async () => {
  const path = '/api/v1/dept/add'
  const input = { name: '升级部', code: 'before', idx: 2 }
  const key = randomUUID()
  const admin = house.rig.admin.ctx.user
  const answer = 'Wf8#kqz2Lm!9x'
  await withRawClient(house.rig.owner, async (client) => {
    await client.query('begin')
    await client.query('alter table idempotency no force row level security')
    await client.query('delete from idempotency')
    await client.query(
      `insert into idempotency (key, operator_id, user_id, route, body_hash, holder, leased_until, applied, http_status, response, created_at)
       values ($1, $2, $3, $4, 'plain', 'before', now() + interval '1 minute', true, 200, $5, now())`,
      [key, admin.operatorId, admin.id, `POST ${path}`, JSON.stringify({ code: 200, data: { password: answer } })],
    )
    await client.query(readFileSync(join(import.meta.dirname, '../../database/migrations/0026_answers_sealed.sql'), 'utf8'))
    await client.query('commit')
  })
  const again = await house.rig.send({ method: 'POST', path }, input, house.rig.admin, { 'idempotency-key': key })
  expect([again.code, again.message]).toEqual([409, '该操作此前已提交成功，但结果未能返回，请刷新后查看'])
  expect(readIn(await readableRows(house.rig.owner), new Map([['the answer of before', answer]]))).toEqual([])
})
