/** Webhooks end to end: put down with the change, signed, repeated as agreed, ended when nobody answers (transport.md §8, §10 W, J14). */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { systemContext } from '#kit/access/system-context.server.ts'
import { AppError, refused } from '#kit/basics/errors.ts'
import { fakeClock, type FakeClock } from '#kit/basics/time/clock.ts'
import { sampleRecord } from '#kit/entity/conformance/sample.server.ts'
import { buildRegistry } from '#kit/entity/registry.server.ts'
import { actNamed, add } from '#kit/entity/store.server.ts'
import { startOutbox, type RunningOutbox } from '#kit/jobs/outbox.server.ts'
import { verifiedId } from '#kit/ports/standard-webhooks.server.ts'
import { startRig, type Rig } from '#tests/house/rig.ts'
import { samples } from '#tests/house/samples.ts'
import { modules } from '../../../../modules.ts'
import { servedModules } from '../../../../modules.server.ts'
import { EVENTS, eventOf, hookProblem, PAUSES, wants } from '../clients/webhook.rules.ts'

let rig: Rig
let ctx: Context
let clock: FakeClock
let outbox: RunningOutbox
interface Heard {
  headers: Record<string, string>
  body: { type: string; id: string; seq: number; data: { no: string; status: string } }
  text: string
}
let heard: Heard[] = []
let answers: (number | AppError)[] = []
beforeAll(async () => {
  rig = await startRig()
  clock = fakeClock(new Date().toISOString())
  const plain = buildRegistry(modules, servedModules)
  const post = async ({ headers, body }: { headers: Record<string, string>; body: string }) => {
    heard.push({ headers, text: body, body: JSON.parse(body) as Heard['body'] })
    const next = answers.shift() ?? 200
    if (next instanceof AppError) throw next
    return next
  }
  const ports = Object.create(plain.ports, { webhook: { value: { inside: ['partner.test'], post } } }) as typeof plain.ports
  const registry = { ...plain, ports }
  ctx = systemContext({ db: rig.db, clock, registry, operatorId: rig.admin.ctx.user.operatorId, requestId: 'test' })
  outbox = startOutbox({ db: rig.db, registry, clock, log: () => {}, pollMs: 10_000_000 })
})
afterEach(() => {
  heard = []
  answers = []
})
afterAll(async () => {
  await outbox?.stop()
  expect(rig?.faults).toEqual([])
  await rig?.close()
})

const write = <T>(run: (tx: Tx) => Promise<T>): Promise<T> => ctx.db.write(ctx.user.operatorId, run)
const put = async (name: string, values: object): Promise<number> => (await write((tx) => add(tx, ctx, name, { ...values }, 'server'))).id
const act = (name: string, action: string, id: number, input: object = {}) =>
  write((tx) => actNamed(tx, ctx, name, action, id, null, { ...input }, 'server'))
const soon = (hours: number): string => new Date(Date.parse(clock.now()) + hours * 3_600_000).toISOString()
const deliveries = (client: number) =>
  ctx.db.read(ctx.user.operatorId, (db) =>
    db.selectFrom('webhookDelivery').selectAll().where('client', '=', client).orderBy('id').execute(),
  )
const clientRow = (id: number) =>
  ctx.db.read(ctx.user.operatorId, (db) => db.selectFrom('apiClient').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

let running = 0
async function world(more: object = {}) {
  const n = `${++running}${randomUUID().slice(0, 6)}`
  const store = await write((tx) => sampleRecord(tx, ctx, 'store', {}, { path: [], samples }))
  const customer = await write((tx) => sampleRecord(tx, ctx, 'lessee', { status: 'normal' }, { path: [], samples }))
  const model = await put('orderModel', { name: `城配${n}`, steps: [{ step: 'sign', required: true, photoMin: 0, geofence: 'off' }] })
  await act('orderModel', 'publish', model)
  const project = await put('project', {
    code: `P${n}`,
    name: `日配${n}`,
    customer,
    store,
    models: [model],
    from: '2020-01-01',
    to: '2099-12-31',
  })
  await write((tx) => tx.updateTable('project').set({ status: 'active' }).where('id', '=', project).execute())
  const client = await put('apiClient', { name: `客户${n}`, project, model, webhookUrl: 'https://partner.test/hook', ...more })
  const made = await rig.send({ method: 'POST', path: '/api/v1/openApi/hookSecret' }, { client }, rig.admin)
  const secret = (made.data as { secret: string }).secret
  // What the rig's own process sealed, the context of this test opens: both are built in.
  const party = (name: string, lng: number) =>
    put('consignParty', { name: `${name}${n}`, sends: true, receives: true, place: { address: name, lng, lat: 31.2 }, store })
  const [sender, receiver] = [await party('仓', 121.5), await party('店', 121.6)]
  const order = async (): Promise<number> => {
    const id = await put('transportOrder', {
      project,
      customer,
      model,
      sender,
      receiver,
      pickFrom: soon(0),
      pickTo: soon(2),
      dropFrom: soon(2),
      dropTo: soon(9),
      goods: [{ name: '面粉', category: '1700', pieces: 10, weight: 100, volume: 1 }],
      receiptNeed: false,
    })
    await act('transportOrder', 'submit', id)
    return id
  }
  return { client, secret, order, project }
}

describe('a change', () => {
  test('is told once, signed, in the order of its numbers, to who belongs to the project', async () => {
    const w = await world()
    const other = await world()
    const order = await w.order()
    await act('transportOrder', 'cancel', order, { reason: '改期' })
    await outbox.drain()
    expect(heard.map((h) => [h.body.type, h.body.seq, h.body.data.status]).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      ['order.cancelled', 2, 'cancelled'],
      ['order.confirmed', 1, 'open'],
    ])
    for (const h of heard) {
      expect(verifiedId(w.secret, h.headers, h.text)).toBe(h.body.id)
      expect(verifiedId(other.secret, h.headers, h.text)).toBeNull()
      expect(h.text).not.toMatch(/total|mobile|payable|carrier|driver/)
    }
    expect((await deliveries(w.client)).map((d) => [d.result, d.attempts, d.lastCode])).toEqual([
      ['delivered', 1, 200],
      ['delivered', 1, 200],
    ])
    expect(await deliveries(other.client)).toEqual([])
  })
  test('that is taken back tells nothing', async () => {
    const w = await world()
    const order = await w.order()
    const taken = write(async (tx) => {
      await actNamed(tx, ctx, 'transportOrder', 'cancel', order, null, { reason: '改期' }, 'server')
      throw new AppError('busy')
    })
    await expect(taken).rejects.toThrow()
    expect((await deliveries(w.client)).map((d) => d.event)).toEqual(['order.confirmed'])
    await outbox.drain()
  })
  test('carries numbers without holes, however many change at once', async () => {
    const w = await world()
    const all = await Promise.all([w.order(), w.order(), w.order()])
    await Promise.all(all.map((id) => act('transportOrder', 'cancel', id, { reason: '改期' })))
    const rows = await deliveries(w.client)
    for (const id of all) expect(rows.filter((d) => d.order === id).map((d) => d.seq)).toEqual([1, 2])
    expect(new Set(rows.map((d) => d.eventId)).size).toBe(rows.length)
    await outbox.drain()
  })
})

describe('a partner who does not answer', () => {
  test('is called again after 5 seconds and 5 minutes, with the same number and words (J14)', async () => {
    const w = await world({ webhookEvents: 'confirmed' })
    answers = [new AppError('busy', '对方暂时不可用（返回 500）'), new AppError('busy', '对方暂时不可用（返回 500）')]
    await w.order()
    await outbox.drain()
    const state = async () => (await deliveries(w.client)).map((d) => [d.result, d.attempts, d.lastCode])
    expect([heard.length, await state()]).toEqual([1, [['waiting', 1, 500]]])
    clock.advanceMinutes(4000 / 60_000)
    await outbox.drain()
    expect(heard).toHaveLength(1)
    clock.advanceMinutes(1000 / 60_000)
    await outbox.drain()
    expect(heard).toHaveLength(2)
    clock.advanceMinutes(299_000 / 60_000)
    await outbox.drain()
    expect(heard).toHaveLength(2)
    clock.advanceMinutes(1000 / 60_000)
    await outbox.drain()
    expect([heard.length, await state()]).toEqual([3, [['delivered', 3, 200]]])
    expect(new Set(heard.map((h) => h.text)).size).toBe(1)
    expect((await clientRow(w.client)).failures).toBe(0)
  })
  test('is given up after the last pause, and sent again by hand', async () => {
    const w = await world({ webhookEvents: 'confirmed' })
    answers = Array.from({ length: PAUSES.length + 1 }, () => new AppError('busy', '对方暂时不可用（返回 503）'))
    await w.order()
    await outbox.drain()
    for (const seconds of PAUSES) {
      clock.advanceMinutes((seconds * 1000) / 60_000)
      await outbox.drain()
    }
    const [given] = await deliveries(w.client)
    expect([heard.length, given!.result, given!.attempts, given!.nextAt]).toEqual([8, 'failed', 8, null])
    const again = (tx: Tx) => actNamed(tx, ctx, 'webhookDelivery', 'resend', given!.id, null, {}, 'server')
    // In one transaction: once it is committed, it is on its way at once.
    await write(async (tx) => {
      await again(tx)
      await expect(again(tx)).rejects.toThrow('正在等待发送')
    })
    await outbox.drain()
    expect((await deliveries(w.client)).map((d) => [d.result, d.eventId])).toEqual([['delivered', given!.eventId]])
    expect(heard.at(-1)!.text).toBe(heard[0]!.text)
  })
  test('with 4xx is not called again for it, and after 300 in a row not at all, with one notice', async () => {
    const w = await world({ webhookEvents: 'confirmed' })
    await write((tx) => tx.updateTable('apiClient').set({ failures: 298, failingSince: clock.now() }).where('id', '=', w.client).execute())
    answers = [refused('对方不接受（返回 410）'), refused('对方不接受（返回 410）')]
    await w.order()
    await w.order()
    await outbox.drain()
    expect((await deliveries(w.client)).map((d) => [d.result, d.attempts, d.lastCode])).toEqual([
      ['failed', 1, 410],
      ['failed', 1, 410],
    ])
    expect((await clientRow(w.client)).disabledAt).not.toBeNull()
    const notices = await ctx.db.read(ctx.user.operatorId, (db) =>
      db.selectFrom('inboxMessage').select('title').where('link', '=', `/transport/apiClientDetail?id=${w.client}`).execute(),
    )
    expect(new Set(notices.map((n) => n.title)).size).toBe(1)
    // Kept, not sent; after it is taken up again the partner may have them.
    const before = heard.length
    await w.order()
    await outbox.drain()
    const delivery = (await deliveries(w.client)).at(-1)!
    expect([heard.length, delivery.result]).toEqual([before, 'ended'])
    await expect(act('webhookDelivery', 'resend', delivery.id)).rejects.toThrow('请先恢复回调')
    await act('apiClient', 'resumeHook', w.client)
    await act('webhookDelivery', 'resend', delivery.id)
    await outbox.drain()
    expect((await deliveries(w.client)).at(-1)!.result).toBe('delivered')
  })
  test('for three days is not called any more', async () => {
    const w = await world({ webhookEvents: 'confirmed' })
    await write((tx) =>
      tx
        .updateTable('apiClient')
        .set({ failures: 3, failingSince: soon(-73) })
        .where('id', '=', w.client)
        .execute(),
    )
    answers = [new AppError('busy', '对方没有在 10 秒内应答')]
    await w.order()
    await outbox.drain()
    expect((await clientRow(w.client)).disabledAt).not.toBeNull()
  })
  test('believes both secrets for a day while one replaces the other', async () => {
    const w = await world({ webhookEvents: 'confirmed' })
    const next = (
      (await rig.send({ method: 'POST', path: '/api/v1/openApi/hookSecret' }, { client: w.client }, rig.admin)).data as { secret: string }
    ).secret
    // The rig lives in the real day, this test ahead of it.
    await write((tx) =>
      tx
        .updateTable('apiClient')
        .set({ webhookOldUntil: soon(24) })
        .where('id', '=', w.client)
        .execute(),
    )
    await w.order()
    await outbox.drain()
    const [h] = heard
    expect([verifiedId(w.secret, h!.headers, h!.text), verifiedId(next, h!.headers, h!.text)]).toEqual([h!.body.id, h!.body.id])
  })
})

describe('the rules', () => {
  test('every state an order can come into is told under some name', () => {
    for (const to of [
      'toConfirm',
      'open',
      'planned',
      'running',
      'partSigned',
      'signed',
      'receipted',
      'priced',
      'settled',
      'cancelled',
      'voided',
    ])
      expect([to, eventOf({ entity: 'transportOrder', action: 'follow', from: 'draft', to })! in EVENTS]).toEqual([to, true])
    expect(eventOf({ entity: 'transportOrder', action: 'follow', from: 'open', to: 'open' })).toBeNull()
  })
  test('what was asked for is what is sent', () => {
    expect([
      wants(null, 'order.signed'),
      wants('signed', 'order.signed'),
      wants('order.signed', 'order.signed'),
      wants('refused', 'order.signed'),
    ]).toEqual([true, true, true, false])
  })
  test.each(['http://a.example/', 'https://user:pass@example.com/', `https://${'box'}/`, `https://${'x.lan'}/`, 'nonsense'])(
    '%s is no address of a partner',
    (url) => expect(hookProblem(url, [])).not.toBeNull(),
  )
  const OWN = 'erp.lan'
  test('a named host of one’s own network is', () => expect(hookProblem(`http://${OWN}/hook`, [OWN])).toBeNull())
})
