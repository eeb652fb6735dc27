/** The open API on a real database: a partner's program orders, and everything else it tries is refused (transport.md §8, §10 W X, J14). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Tx } from '#kit/access/context.server.ts'
import { sampleRecord } from '#kit/entity/conformance/sample.server.ts'
import { actNamed, add, edit } from '#kit/entity/store.server.ts'
import { startRig, type Answer, type Person, type Rig } from '#tests/house/rig.ts'
import { samples } from '#tests/house/samples.ts'
import { partner, type Key } from '#tests/stories/partner.ts'
import { apiJobs } from './api.server.ts'
import { issueKey } from './clients/keys.server.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig?.faults).toEqual([])
  await rig?.close()
})

const write = <T>(run: (tx: Tx) => Promise<T>, who: Person = rig.admin): Promise<T> => who.ctx.db.write(who.ctx.user.operatorId, run)
const put = async (name: string, values: object, who = rig.admin): Promise<number> =>
  (await write((tx) => add(tx, who.ctx, name, { ...values }, 'server'), who)).id
const act = (name: string, action: string, id: number, input: object = {}, who = rig.admin) =>
  write((tx) => actNamed(tx, who.ctx, name, action, id, null, { ...input }, 'server'), who)
const sample = (name: string, more: object = {}, who = rig.admin): Promise<number> =>
  write((tx) => sampleRecord(tx, who.ctx, name, { ...more }, { path: [], samples }), who)
const soon = (hours: number): string => new Date(Date.parse(rig.admin.ctx.clock.now()) + hours * 3_600_000).toISOString()

interface World extends Key {
  client: number
  project: number
  customer: number
  store: number
}
let running = 0
async function world(more: object = {}, who = rig.admin): Promise<World> {
  const n = `${++running}${randomUUID().slice(0, 6)}`
  const store = await sample('store', {}, who)
  const customer = await sample('lessee', { status: 'normal' }, who)
  const model = await put('orderModel', { name: `城配${n}`, steps: [{ step: 'sign', required: true, photoMin: 0, geofence: 'off' }] }, who)
  await act('orderModel', 'publish', model, {}, who)
  const project = await put(
    'project',
    { code: `P${n}`, name: `日配${n}`, customer, store, models: [model], from: '2020-01-01', to: '2099-12-31' },
    who,
  )
  // Approval has stories of its own.
  await write((tx) => tx.updateTable('project').set({ status: 'active' }).where('id', '=', project).execute(), who)
  const client = await put('apiClient', { name: `客户${n}`, project, model, ...more }, who)
  const key = await write((tx) => issueKey(tx, who.ctx, client), who)
  return { client, project, customer, store, ...key }
}

const call = partner(() => rig)
const refusal = (a: Answer & { reason?: string }): [number, string | undefined] => [a.status, a.reason]
let orders = 0
const wanted = (more: object = {}) => ({
  outerNo: `A-${++orders}`,
  sender: { name: '浦东仓', address: '上海市浦东新区 1 号', lng: 121.6, lat: 31.35 },
  receiver: { name: '静安店', address: '上海市静安区 100 号', mobile: '13800000002', lng: 121.45, lat: 31.23 },
  pickFrom: soon(2),
  pickTo: soon(4),
  dropFrom: soon(4),
  dropTo: soon(9),
  goods: [{ name: '饮用水', pieces: 100, weight: 4680, volume: 1.5 }],
  ...more,
})
const dataOf = (a: Answer) => a.data as Record<string, unknown> & { no: string }
async function made(key: Key, more: object = {}): Promise<Record<string, unknown> & { no: string }> {
  const answer = await call(key, 'POST', 'orders', wanted(more))
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  return dataOf(answer)
}

describe('an order by program', () => {
  test('is quoted, taken, read, followed and cancelled; the log names the client', async () => {
    const w = await world()
    const o = wanted()
    const { outerNo: _, ...quoted } = o
    const quote = await call(w, 'POST', 'orders/quote', quoted)
    expect([quote.status, dataOf(quote)['priced']]).toEqual([200, false])
    const taken = dataOf(await call(w, 'POST', 'orders', o))
    expect(taken).toMatchObject({ outerNo: o.outerNo, status: 'open', code: 20, weight: 4680, sandbox: false, total: null })
    expect(taken['warnings']).toEqual([
      '发货地址的位置尚未确认，确认后才能调度',
      '收货地址的位置尚未确认，确认后才能调度',
      '没有适用的计费规则，价格待定',
    ])
    expect(dataOf(await call(w, 'GET', 'orders', { outerNo: o.outerNo })).no).toBe(taken.no)
    expect(dataOf(await call(w, 'GET', `orders/${taken.no}/track`))).toMatchObject({
      status: 'open',
      position: null,
      events: [{ what: '下单' }],
    })
    expect(dataOf(await call(w, 'GET', `orders/${taken.no}/pod`))['proofs']).toEqual([])
    const gone = await call(w, 'POST', `orders/${taken.no}/cancel`, { reason: '客户改期' })
    expect(dataOf(gone)['status']).toBe('cancelled')
    expect(refusal(await call(w, 'POST', `orders/${taken.no}/cancel`, { reason: '再来' }))).toEqual([422, 'transportOrder.cancel.state'])
    const log = await rig.admin.ctx.db.read(rig.admin.ctx.user.operatorId, (db) =>
      db
        .selectFrom('auditLog')
        .select(['userName', 'action', 'source'])
        .where('entity', '=', 'transportOrder')
        .where('title', '=', taken.no)
        .execute(),
    )
    expect(new Set(log.map((l) => `${l.userName?.slice(0, 3)} ${l.source}`))).toEqual(new Set(['接口： api']))
    expect(log.map((l) => l.action)).toEqual(expect.arrayContaining(['add', 'submit', 'cancel']))
  })
  test('is one for one number, whatever is repeated and however many come at once', async () => {
    const w = await world()
    const o = wanted()
    const idempotency = randomUUID()
    const first = await call(w, 'POST', 'orders', o, { idempotency })
    const again = await call(w, 'POST', 'orders', o, { idempotency })
    expect(again.text).toBe(first.text)
    expect(dataOf(await call(w, 'POST', 'orders', o)).no).toBe(dataOf(first).no)
    expect(refusal(await call(w, 'POST', 'orders', { ...o, goods: [{ name: '饮用水', pieces: 100, weight: 5200 }] }))).toEqual([
      409,
      'open.outerNo.other',
    ])
    expect((await call(w, 'POST', 'orders', { ...o, remark: '别的' }, { idempotency })).status).toBe(422)
    const race = wanted()
    const numbers = await Promise.all(Array.from({ length: 8 }, () => call(w, 'POST', 'orders', race)))
    expect(new Set(numbers.map((a) => dataOf(a).no)).size).toBe(1)
  })
  test('comes by the hundred, each by itself', async () => {
    const w = await world()
    const answer = await call(w, 'POST', 'orders/batch', { orders: [wanted(), { ...wanted(), goods: [] }, wanted()] })
    expect(dataOf(answer)).toMatchObject({ done: 2, failed: 1 })
    const { results } = dataOf(answer) as unknown as { results: { message: string | null; reason: string | null }[] }
    expect(results[1]).toMatchObject({ message: '请填写货物明细', reason: 'open.order.invalid' })
  })
  test('is worded in the names of the partner', async () => {
    const fieldMap = [
      { theirs: '单号', ours: 'outerNo', fixed: null },
      { theirs: 'consignee', ours: 'receiver', fixed: null },
    ]
    const w = await world({ fieldMap })
    const { outerNo, receiver, ...rest } = wanted()
    expect(dataOf(await call(w, 'POST', 'orders', { ...rest, 单号: outerNo, consignee: receiver }))).toMatchObject({ outerNo })
  })
  test('waits for a person where the model says so', async () => {
    const w = await world()
    await write((tx) =>
      tx
        .updateTable('orderModel')
        .set({ askFirst: true })
        .where('id', '=', tx.selectFrom('apiClient').select('model').where('id', '=', w.client))
        .execute(),
    )
    expect(await made(w)).toMatchObject({ status: 'toConfirm', code: 15 })
  })
})

describe('the gate', () => {
  test('believes nothing that is forged, late, repeated or altered, and says the same to a stranger and a guesser', async () => {
    const w = await world()
    const o = wanted()
    const wrong = [401, 'open.sign.wrong']
    expect(refusal(await call({ keyId: w.keyId, secret: 'guess' }, 'POST', 'orders', o))).toEqual(wrong)
    expect(refusal(await call({ keyId: `${w.keyId.slice(0, -1)}x`, secret: w.secret }, 'POST', 'orders', o))).toEqual(wrong)
    expect(refusal(await call({ keyId: w.keyId.replace(/_[^_]+$/, `_${'0'.repeat(24)}`), secret: w.secret }, 'POST', 'orders', o))).toEqual(
      wrong,
    )
    expect(refusal(await call(w, 'POST', 'orders', o, { body: JSON.stringify({ ...o, remark: '改过' }) }))).toEqual(wrong)
    expect(refusal(await call(w, 'POST', 'orders', o, { time: Math.floor(Date.now() / 1000) - 301 }))).toEqual([401, 'open.time.skew'])
    expect(refusal(await call(w, 'POST', 'orders', o, { time: Math.floor(Date.now() / 1000) + 301 }))).toEqual([401, 'open.time.skew'])
    const nonce = randomUUID()
    expect((await call(w, 'POST', 'orders', o, { nonce })).status).toBe(200)
    expect(refusal(await call(w, 'POST', 'orders', o, { nonce }))).toEqual([401, 'open.nonce.reused'])
    expect(refusal(await call(w, 'POST', 'orders', wanted(), { idempotency: null }))).toEqual([400, 'open.idempotency.missing'])
    expect(refusal(await rig.send({ method: 'GET', path: '/api/open/v1/orders' }, { outerNo: 'A' }, null))).toEqual([401, undefined])
    // A session of the console is no key.
    expect((await rig.send({ method: 'GET', path: '/api/open/v1/orders' }, { outerNo: 'A' }, rig.admin)).status).toBe(401)
  })
  test('lets one of many through with one nonce', async () => {
    const w = await world()
    const nonce = randomUUID()
    const answers = await Promise.all(Array.from({ length: 10 }, () => call(w, 'POST', 'orders', wanted(), { nonce })))
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1)
    expect(new Set(answers.filter((a) => a.status !== 200).map((a) => a.reason))).toEqual(new Set(['open.nonce.reused']))
  })
  // The key itself was locked here for a quarter of an hour: whoever had seen its number stopped the partner.
  test('pauses the origin of wrong signatures, and nobody else: the partner calls from everywhere, also from there once he has', async () => {
    const w = await world()
    const asked = (from: string, key: Key = w) => call(key, 'GET', 'orders', { outerNo: 'A' }, { from })
    const bad = { ...w, secret: 'guess' }
    const calls = () =>
      rig.db.read(rig.admin.ctx.user.operatorId, (db) => db.selectFrom('apiCall').select('code').where('client', '=', w.client).execute())
    const answers = await Promise.all(Array.from({ length: 20 }, () => asked('203.0.113.1', bad)))
    expect(answers.filter((a) => a.reason === 'open.sign.wrong').length).toBeGreaterThanOrEqual(5)
    const before = (await calls()).length
    const paused = await asked('203.0.113.1')
    expect([refusal(paused), paused.message]).toEqual([
      [401, 'open.key.locked'],
      expect.stringMatching(/^签名连续错误，此地址请 \d+ (秒|分钟)后再试；其他地址不受影响$/),
    ])
    expect((await calls()).length).toBe(before)
    expect(await made(w)).toBeTruthy()
    // From here he has called well: strangers of the same network do not stop him.
    for (let i = 0; i < 9; i++) expect((await asked('127.0.0.1', bad)).reason).toBe('open.sign.wrong')
    expect(await made(w)).toBeTruthy()
    // Another key of the same origin is another matter.
    const other = await world()
    expect((await asked('203.0.113.1', other)).status).toBe(404)
  })
  test('tells a stranger outside the allowed addresses no more than one inside, and pauses him all the same', async () => {
    const w = await world({ ipAllow: '127.0.0.0/8' })
    const from = '203.0.113.2'
    for (let i = 0; i < 5; i++)
      expect(refusal(await call({ ...w, secret: 'guess' }, 'GET', 'orders', { outerNo: 'A' }, { from }))).toEqual([401, 'open.sign.wrong'])
    expect((await call(w, 'GET', 'orders', { outerNo: 'A' }, { from })).reason).toBe('open.key.locked')
    expect((await call(w, 'GET', 'orders', { outerNo: 'A' })).status).toBe(404)
  })
  test('holds a key to its rights, its addresses, its client and its end', async () => {
    const w = await world({ scopes: '查询', ipAllow: '203.0.113.0/24' })
    const asked = () => call(w, 'GET', 'orders', { outerNo: 'none' })
    expect(refusal(await asked())).toEqual([403, 'open.ip.denied'])
    await write((tx) => edit(tx, rig.admin.ctx, 'apiClient', w.client, null, { ipAllow: '203.0.113.0/24, 127.0.0.0/8' }))
    expect((await asked()).status).toBe(404)
    expect(refusal(await call(w, 'POST', 'orders', wanted()))).toEqual([403, 'open.scope.denied'])
    const second = await write((tx) => issueKey(tx, rig.admin.ctx, w.client))
    expect([(await asked()).status, (await call(second, 'GET', 'orders', { outerNo: 'none' })).status]).toEqual([404, 404])
    await expect(write((tx) => issueKey(tx, rig.admin.ctx, w.client))).rejects.toThrow('已有两把有效的密钥')
    await write((tx) =>
      tx
        .updateTable('apiKey')
        .set({ untilAt: soon(-1) })
        .where('keyId', '=', w.keyId)
        .execute(),
    )
    expect(refusal(await asked())).toEqual([401, 'open.key.ended'])
    await act('apiClient', 'suspend', w.client)
    expect(refusal(await call(second, 'GET', 'orders', { outerNo: 'none' }))).toEqual([403, 'open.client.stopped'])
  })
  test('answers the forty-first call at once with 429, and the day ends at its number', async () => {
    const w = await world()
    // However slowly they are answered: they come in one moment.
    const moment = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    const answers = await Promise.all(Array.from({ length: 60 }, () => call(w, 'GET', 'orders', { outerNo: 'none' })))
    moment.mockRestore()
    expect(Object.entries(Object.groupBy(answers, (a) => a.status)).map(([status, all]) => [status, all!.length])).toEqual([
      ['404', 40],
      ['429', 20],
    ])
    const other = await world()
    await write((tx) =>
      tx.updateTable('apiKey').set({ dayOn: rig.admin.ctx.clock.today(), dayCalls: 49_999 }).where('keyId', '=', other.keyId).execute(),
    )
    expect((await call(other, 'GET', 'orders', { outerNo: 'none' })).status).toBe(404)
    expect(refusal(await call(other, 'GET', 'orders', { outerNo: 'none' }))).toEqual([429, 'open.quota.day'])
  })
  test('never shows a secret again, and stores none that can be read', async () => {
    const w = await world()
    const rows = await rig.admin.ctx.db.read(rig.admin.ctx.user.operatorId, (db) =>
      db.selectFrom('apiKey').select(['id', 'secret']).where('keyId', '=', w.keyId).executeTakeFirstOrThrow(),
    )
    expect(rows.secret).not.toContain(w.secret)
    const shown = await rig.send({ method: 'GET', path: '/api/v1/apiKey/detail' }, { id: String(rows.id) }, rig.admin)
    expect([shown.status, shown.text.includes(rows.secret!), shown.text.includes('"secret"')]).toEqual([200, false, false])
    const trail = await rig.admin.ctx.db.read(rig.admin.ctx.user.operatorId, (db) =>
      db.selectFrom('auditLog').select('changes').where('entity', '=', 'apiKey').execute(),
    )
    expect(JSON.stringify(trail)).not.toContain(w.secret)
  })
})

describe('another client', () => {
  test('sees, follows, proves and cancels nothing of a project that is not its own; nor does another company', async () => {
    const [mine, theirs, abroad] = [await world(), await world(), await world({}, rig.stranger)]
    const { no } = await made(mine, { outerNo: 'SECRET-1' })
    for (const stranger of [theirs, abroad]) {
      for (const path of [`orders/${no}`, `orders/${no}/track`, `orders/${no}/pod`])
        expect([path, (await call(stranger, 'GET', path)).status]).toEqual([path, 404])
      expect((await call(stranger, 'GET', 'orders', { outerNo: 'SECRET-1' })).status).toBe(404)
      expect((await call(stranger, 'GET', `orders/${no}/pod/photo`, { file: randomUUID().replaceAll('-', '') })).status).toBe(404)
      expect((await call(stranger, 'POST', `orders/${no}/cancel`, { reason: '不是我的' })).status).toBe(404)
      // Its number is free for others: it tells nobody that somebody else uses it.
      expect((await made(stranger, { outerNo: 'SECRET-1' })).no).not.toBe(no)
    }
    expect(dataOf(await call(mine, 'GET', `orders/${no}`))['status']).toBe('open')
  })
  test('is not answered with what another stored under the same key against doubling', async () => {
    const [mine, theirs] = [await world(), await world()]
    const idempotency = randomUUID()
    const o = wanted()
    const first = await call(mine, 'POST', 'orders', o, { idempotency })
    const second = await call(theirs, 'POST', 'orders', o, { idempotency })
    expect([second.status, dataOf(second).no === dataOf(first).no]).toEqual([200, false])
  })
  test('of a sandbox never meets a real order, nor a real one the sandbox', async () => {
    const real = await world()
    const box = await put('apiClient', {
      name: `沙箱${++running}`,
      project: real.project,
      model: (await row(real.client)).model,
      sandbox: true,
    })
    const key = await write((tx) => issueKey(tx, rig.admin.ctx, box))
    const [a, b] = [await made(real), await made(key)]
    expect([a['sandbox'], b['sandbox']]).toEqual([false, true])
    expect([(await call(key, 'GET', `orders/${a.no}`)).status, (await call(real, 'GET', `orders/${b.no}`)).status]).toEqual([404, 404])
  })
  const row = (id: number) =>
    rig.admin.ctx.db.read(rig.admin.ctx.user.operatorId, (db) =>
      db.selectFrom('apiClient').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    )
})

describe('the sandbox', () => {
  test('drives an order to its signature by itself, and nothing of it is an order, a mission or money', async () => {
    const w = await world({ sandbox: true })
    const count = async () =>
      rig.admin.ctx.db.read(rig.admin.ctx.user.operatorId, async (db) => [
        (await db.selectFrom('transportOrder').select('id').execute()).length,
        (await db.selectFrom('consignment').select('id').execute()).length,
        (await db.selectFrom('consignParty').select('id').execute()).length,
        (await db.selectFrom('chargeSheet').select('id').execute()).length,
      ])
    const before = await count()
    const { no } = await made(w)
    const drive = apiJobs.find((job) => job.name === 'sandbox.drive')!
    const seen: unknown[] = []
    for (let minute = 1; minute <= 6; minute++) {
      const late = {
        ...rig.admin.ctx,
        clock: { ...rig.admin.ctx.clock, now: () => new Date(Date.parse(soon(0)) + minute * 61_000).toISOString() },
      }
      await drive.run(late)
      seen.push(dataOf(await call(w, 'GET', `orders/${no}`))['status'])
    }
    expect(seen).toEqual(['open', 'planned', 'running', 'running', 'signed', 'signed'])
    expect(dataOf(await call(w, 'GET', `orders/${no}/pod`))['proofs']).toMatchObject([
      { lines: [{ goods: '饮用水', plan: 100, signed: 100 }] },
    ])
    expect(refusal(await call(w, 'POST', `orders/${no}/cancel`, { reason: '晚了' }))).toEqual([422, 'sandboxOrder.cancel.state'])
    expect(await count()).toEqual(before)
  })
})
