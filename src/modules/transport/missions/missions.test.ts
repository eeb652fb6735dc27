/** Missions end to end on a real database: made, assigned, refused, driven, signed in part, raced for (transport.md §2.7–2.9, J7, J8, J10). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { AppError } from '#kit/basics/errors.ts'
import { sampleRecord } from '#kit/entity/conformance/sample.server.ts'
import { actNamed, add, edit } from '#kit/entity/store.server.ts'
import { startRig, type Rig } from '#tests/house/rig.ts'
import { samples } from '#tests/house/samples.ts'
import { wrongGlyphs } from '#kit/pdf/fixture/glyphs.server.ts'
import { forgetPlaces } from '../parties/consent.server.ts'
import { takeEvents } from '../phone/events.server.ts'
import type { PhoneEvent } from '../phone/events.wire.ts'
import { advance, takePush } from '../push/push.server.ts'

let rig: Rig
let ctx: Context
beforeAll(async () => {
  rig = await startRig()
  ctx = rig.admin.ctx
})
afterAll(async () => {
  expect(rig?.faults).toEqual([])
  await rig?.close()
})

const write = <T>(run: (tx: Tx) => Promise<T>): Promise<T> => ctx.db.write(ctx.user.operatorId, run)
const read = <T>(run: (tx: Tx) => Promise<T>): Promise<T> => ctx.db.read(ctx.user.operatorId, run as never)
const put = async (name: string, values: object): Promise<number> => (await write((tx) => add(tx, ctx, name, { ...values }, 'server'))).id
const sample = (name: string, more: object = {}): Promise<number> =>
  write((tx) => sampleRecord(tx, ctx, name, { ...more }, { path: [], samples }))
const act = (name: string, action: string, id: number, input: object = {}): Promise<Record<string, unknown>> =>
  write((tx) => actNamed(tx, ctx, name, action, id, null, { ...input }, 'server'))
const why = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof AppError) return error.message
      throw error
    },
  )
const HOUR = 3_600_000
const soon = (hours: number): string => new Date(Date.parse(ctx.clock.now()) + hours * HOUR).toISOString()
let running = 0

interface World {
  store: number
  customer: number
  model: number
  from: number
  to: number
}
async function world(more: object = {}): Promise<World> {
  const n = `${++running}-${randomUUID().slice(0, 6)}`
  const store = await sample('store')
  const customer = await sample('lessee', { status: 'normal' })
  const steps = [{ step: 'sign', required: true, photoMin: 0, geofence: 'off' }]
  const model = await put('orderModel', { name: `城配${n}`, steps, ...more })
  await act('orderModel', 'publish', model)
  const party = (name: string, lng: number) =>
    put('consignParty', {
      name,
      sends: true,
      receives: true,
      place: { address: `上海 ${name}`, lng, lat: 31.2 },
      placeState: 'confirmed',
      store,
    })
  return { store, customer, model, from: await party(`仓${n}`, 121.5), to: await party(`店${n}`, 121.6) }
}
async function consignmentOf(w: World, pieces = 100, weight = 1000, more: object = {}): Promise<{ id: number; order: number }> {
  const order = await put('transportOrder', {
    customer: w.customer,
    model: w.model,
    sender: w.from,
    receiver: w.to,
    pickFrom: soon(0),
    pickTo: soon(2),
    dropFrom: soon(0),
    dropTo: soon(9),
    goods: [{ name: '面粉', category: '1700', pieces, weight, volume: 1, declared: pieces * 4500 }],
    receiptNeed: false,
    ...more,
  })
  await act('transportOrder', 'submit', order)
  const c = await read((db) => db.selectFrom('consignment').select('id').where('order', '=', order).executeTakeFirstOrThrow())
  return { id: c.id, order }
}
async function crew(w: World, more: object = {}): Promise<{ vehicle: number; driver: number }> {
  const vehicle = await sample('vehicle', {
    store: w.store,
    opMode: 'transport',
    status: 'available',
    loadKg: 3500,
    curbKg: null,
    grossKg: 4495,
    inspectionDueOn: '2099-01-01',
    compulsoryInsuranceDueOn: '2099-01-01',
  })
  const driver = await sample('driver', {
    store: w.store,
    audit: 'verified',
    source: 'own',
    account: 'active',
    licenceClass: 'C1',
    licenceDueOn: '2099-01-01',
    vehicle,
    ...more,
  })
  return { vehicle, driver }
}
const missionOf = (consignments: number[], from = 0, to = 8, more: object = {}): Promise<number> =>
  put('mission', { kind: 'task', consignments, planStart: soon(from), planEnd: soon(to), ...more })
const row = (id: number) => read((db) => db.selectFrom('mission').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
const statusOf = async (table: 'consignment' | 'transportOrder' | 'deliveryNote', id: number): Promise<string> =>
  (await read((db) => db.selectFrom(table).select('status').where('id', '=', id).executeTakeFirstOrThrow())).status
const stopsOf = (id: number) =>
  read((db) => db.selectFrom('missionStop').selectAll().where('mission', '=', id).where('deletedAt', 'is', null).orderBy('seq').execute())

async function onTheRoad(w: World, consignments: number[]) {
  const c = await crew(w)
  const m = await missionOf(consignments)
  await act('mission', 'assign', m, c)
  await act('mission', 'accept', m)
  await act('mission', 'load', m, { all: true })
  await act('mission', 'depart', m)
  return { m, ...c }
}

describe('a mission', () => {
  test('is made of consignments, refuses who may not drive it, and goes all the way', async () => {
    const w = await world()
    const [a, b] = [await consignmentOf(w), await consignmentOf(w, 20, 800)]
    const m = await missionOf([a.id, b.id])
    expect(await row(m)).toMatchObject({ status: 'open', weight: '1800.000', maxLoadKg: '1800.000', pieces: 120, stopCount: 2 })
    expect(await statusOf('transportOrder', a.order)).toBe('planned')
    const two = await crew(w)
    expect(await why(missionOf([a.id]))).toBe(`配送单已在任务 ${(await row(m)).no} 中`)
    expect(
      await why(
        act('mission', 'assign', m, {
          ...two,
          driver: (await crew(w, { licenceDueOn: soon(0).slice(0, 10).replace('2026', '2020') })).driver,
        }),
      ),
    ).toMatch(/^驾驶证将于 .* 到期$/)
    expect(await why(act('mission', 'assign', m, { ...two, driver: (await crew(w, { audit: 'unverified' })).driver }))).toBe(
      '司机未通过认证',
    )
    const heavy = await consignmentOf(w, 10, 2400)
    const over = await missionOf([heavy.id], 20, 28)
    await act('mission', 'addTo', over, { consignments: [(await consignmentOf(w, 10, 1800)).id] })
    expect(await why(act('mission', 'assign', over, two))).toBe('超载 700 kg')
    await act('mission', 'assign', m, two)
    await act('mission', 'accept', m)
    expect(await why(act('mission', 'load', m, {}))).toBe('还有 2 票未扫描')
    await act('mission', 'load', m, { all: true, sealNos: 'F001' })
    await act('mission', 'depart', m)
    const [first, last] = await stopsOf(m)
    expect([first!.kind, last!.kind]).toEqual(['load', 'unload'])
    await act('mission', 'report', m, { seq: 2, event: 'arrive', at: ctx.clock.now() })
    expect((await row(m)).status).toBe('arrived')
    expect(await statusOf('consignment', a.id)).toBe('arrived')
    await act('consignment', 'deliver', a.id, { signType: 'self', signer: '王芳', at: ctx.clock.now() })
    expect((await row(m)).status).toBe('partSigned')
    await act('consignment', 'deliver', b.id, { signType: 'self', signer: '王芳', at: ctx.clock.now() })
    expect((await row(m)).status).toBe('done')
    expect(await statusOf('transportOrder', b.order)).toBe('receipted')
    // O4: everything it held is free again, once.
    const holds = await read((db) => db.selectFrom('missionHold').select(['live', 'version']).where('mission', '=', m).execute())
    expect(holds).toEqual([
      { live: false, version: 2 },
      { live: false, version: 2 },
    ])
  })
  test('is offered for as long as its order model says, or not at all', async () => {
    const given = async (model: object) => {
      const w = await world(model)
      const { id } = await consignmentOf(w)
      const m = await put('mission', { kind: 'task', consignments: [id], planStart: soon(1), planEnd: soon(8) })
      const before = Date.parse(ctx.clock.now())
      await act('mission', 'assign', m, await crew(w))
      const row = await read((tx) => tx.selectFrom('mission').select(['status', 'acceptBy']).where('id', '=', m).executeTakeFirstOrThrow())
      return { status: row.status, minutes: row.acceptBy === null ? null : Math.round((Date.parse(row.acceptBy) - before) / 60_000) }
    }
    expect(await given({ acceptMin: 45 })).toEqual({ status: 'offered', minutes: 45 })
    expect(await given({ autoAccept: true })).toEqual({ status: 'toLoad', minutes: null })
  })
  test('T4: what was not scanned stays behind with a reason', async () => {
    const w = await world()
    const [a, b] = [await consignmentOf(w), await consignmentOf(w)]
    const m = await missionOf([a.id, b.id])
    await act('mission', 'assign', m, await crew(w))
    await act('mission', 'accept', m)
    expect(await why(act('mission', 'load', m, { shortReason: '货未到' }))).toBe('还没有一票装车，请先扫描装车，或选择全部装齐')
    await act('consignment', 'pick', a.id, { pieces: 100 })
    await act('mission', 'load', m, { shortReason: '货未到' })
    await act('mission', 'depart', m)
    expect([await statusOf('consignment', a.id), await statusOf('consignment', b.id)]).toEqual(['carrying', 'unassigned'])
  })
  test('J11: changing the truck on the road begins a leg of its own; load and kilometres go on', async () => {
    const w = await world()
    const a = await consignmentOf(w, 100, 3100)
    const { m, driver } = await onTheRoad(w, [a.id])
    const small = await crew(w)
    await write((tx) => edit(tx, ctx, 'vehicle', small.vehicle, null, { loadKg: 2500 }, 'server'))
    expect(await why(act('mission', 'transfer', m, { ...small, reason: '故障' }))).toBe('新车可装 2.5 t，少于在车 3.1 t')
    const before = Number((await row(m)).planKm)
    await act('mission', 'transfer', m, { ...(await crew(w)), reason: '故障' })
    const leg = await read((db) => db.selectFrom('mission').selectAll().where('relayOf', '=', m).executeTakeFirstOrThrow())
    expect([(await row(m)).status, leg.status, Number(leg.weight)]).toEqual(['done', 'running', 3100])
    expect(Math.round((Number((await row(m)).planKm) + Number(leg.planKm)) * 1000)).toBe(Math.round(before * 1000))
    const free = await read((db) => db.selectFrom('driver').select('workStatus').where('id', '=', driver).executeTakeFirstOrThrow())
    expect(free.workStatus).toBe('idle')
  })
  test('O4: of eight dispatchers who want one driver and one truck at one time, one has them', async () => {
    const w = await world()
    const c = await crew(w)
    const missions = []
    for (let i = 0; i < 8; i++) missions.push(await missionOf([(await consignmentOf(w)).id]))
    const said = await Promise.all(missions.map((m) => why(act('mission', 'assign', m, c))))
    expect(said.filter((s) => s === 'done')).toHaveLength(1)
    expect(said.filter((s) => s !== 'done' && !/^车辆已在任务 RW\d{8}-\d+ 中$/.test(s))).toEqual([])
  })
  test('O5: a consignment wanted by six missions at once is in one', async () => {
    const w = await world()
    const c = await consignmentOf(w)
    const said = await Promise.all(Array.from({ length: 6 }, () => why(missionOf([c.id]))))
    expect(said.filter((s) => s === 'done')).toHaveLength(1)
    expect(said.filter((s) => s !== 'done' && !s.startsWith('配送单已在任务 '))).toEqual([])
  })
})

describe('J8 signing', () => {
  test('8 of 100 refused because of the customer go back; 8 of 50 spoilt by the carrier are a claim of 360.00 and a deduction', async () => {
    const w = await world()
    const [a, b] = [await consignmentOf(w), await consignmentOf(w, 50, 500)]
    const { m } = await onTheRoad(w, [a.id, b.id])
    const carrier = await sample('carrier', { status: 'active' })
    await write((tx) => edit(tx, ctx, 'mission', m, null, { carrier }, 'server'))
    const at = ctx.clock.now()
    const line = (more: object) => [{ goods: '面粉', refused: 8, short: 0, damaged: false, reason: '规格不符', ...more }]
    await act('consignment', 'deliver', a.id, { signType: 'self', signer: '李四', at, lines: line({}), responsible: 'customer' })
    const one = await read((db) => db.selectFrom('consignment').selectAll().where('id', '=', a.id).executeTakeFirstOrThrow())
    expect([one.signedPieces, one.refusedPieces, one.status]).toEqual([92, 8, 'returning'])
    const back = await read((db) => db.selectFrom('consignment').selectAll().where('returnOf', '=', a.id).executeTakeFirstOrThrow())
    expect([back.pieces, Number(back.weight), back.from, back.to]).toEqual([8, 80, w.to, w.from])
    await act('consignment', 'deliver', b.id, {
      signType: 'self',
      signer: '李四',
      at,
      lines: line({ damaged: true, reason: '破损' }),
      responsible: 'carrier',
    })
    expect(await statusOf('consignment', b.id)).toBe('partSigned')
    const claim = await read((db) => db.selectFrom('cargoClaim').selectAll().where('order', '=', b.order).executeTakeFirstOrThrow())
    expect([claim.amount, claim.recoverFrom, claim.carrier]).toEqual([36_000, 'carrier', carrier])
    await act('cargoClaim', 'submit', claim.id)
    await act('cargoClaim', 'pass', claim.id)
    const taken = await read((db) =>
      db.selectFrom('deduction').select(['amount', 'openAmount', 'carrier']).where('claim', '=', claim.id).execute(),
    )
    expect(taken).toEqual([{ amount: 36_000, openAmount: 36_000, carrier }])
    const note = await read((db) => db.selectFrom('deliveryNote').select('id').where('consignment', '=', a.id).executeTakeFirstOrThrow())
    const paper = await rig.send({ method: 'GET', path: '/api/v1/deliveryNote/paper' }, { id: String(note.id) }, rig.admin)
    expect([paper.status, paper.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    // Figures beside Latin letters are the face's other figures, which the bench does not know.
    const { wrong, seen } = await wrongGlyphs(paper.bytes)
    expect([wrong.filter((c) => !/\d/.test(c)), seen > 60]).toEqual([[], true])
  })
  test('more than was to be delivered is refused by a sentence', async () => {
    const w = await world()
    const a = await consignmentOf(w)
    await onTheRoad(w, [a.id])
    const lines = [{ goods: '面粉', refused: 90, short: 20, damaged: false, reason: '破损' }]
    expect(await why(act('consignment', 'deliver', a.id, { signType: 'self', at: ctx.clock.now(), lines }))).toBe(
      '「面粉」拒收与短少共 110 件，多于应送 100 件',
    )
  })
})

describe('V a phone', () => {
  test('sends what it has twice, in any order and at once: each event is stored once, and the stop has the same times', async () => {
    const w = await world()
    const a = await consignmentOf(w)
    const { m, driver } = await onTheRoad(w, [a.id])
    const me = { ...ctx, user: { ...ctx.user, id: rig.admin.ctx.user.id } }
    await write((tx) => edit(tx, ctx, 'driver', driver, null, { user: me.user.id }, 'server'))
    const stop = (await stopsOf(m))[1]!
    const ago = (minutes: number): string => new Date(Date.parse(ctx.clock.now()) - minutes * 60_000).toISOString()
    const event = (kind: PhoneEvent['kind'], minutes: number, data: PhoneEvent['data'] = {}): PhoneEvent => ({
      clientId: randomUUID(),
      kind,
      mission: m,
      stop: stop.id,
      at: ago(minutes),
      lng: 121.6,
      lat: 31.2,
      accuracyM: 10,
      data,
    })
    const events = [event('arrive', 50), event('startWork', 20), event('sign', 5, { consignment: a.id, signer: '王芳' }), event('leave', 2)]
    const send = (list: PhoneEvent[]) => takeEvents(me, { deviceId: 'd1', sentAt: ctx.clock.now(), events: list })
    await Promise.all([send(events.toReversed()), send(events), send(events)])
    const stored = await read((db) => db.selectFrom('stopEvent').select(['clientId', 'kind']).where('mission', '=', m).execute())
    expect(stored).toHaveLength(4)
    const [, after] = await stopsOf(m)
    expect([after!.arriveAt, after!.startAt, after!.leaveAt, after!.status]).toEqual([events[0]!.at, events[1]!.at, events[3]!.at, 'done'])
    expect((await row(m)).status).toBe('done')
    expect(await read((db) => db.selectFrom('pod').select('id').where('consignment', '=', a.id).execute())).toHaveLength(1)
    // The same id with another content is a mistake, and changes nothing.
    const other = await send([{ ...events[0]!, at: ago(49) }])
    expect(other.results[0]!.result).toBe('invalid')
    // What happened though it no longer fits is kept, and somebody is told.
    const late = await send([event('depart', 1)])
    expect(late.results[0]!.result).toBe('kept')
    const cases = await read((db) => db.selectFrom('exceptionCase').select('detail').where('mission', '=', m).execute())
    expect(cases.map((t) => t.detail).join()).toContain('司机发车已记录，但未生效')
    // X: nobody else's mission exists for him.
    const foreign = await onTheRoad(w, [(await consignmentOf(w)).id])
    const no = await send([{ ...event('arrive', 1), mission: foreign.m, stop: (await stopsOf(foreign.m))[1]!.id }])
    expect(no.results[0]).toMatchObject({ result: 'invalid', message: '没有这个任务，或它已经派给别人，请刷新后查看' })
    await write((tx) => edit(tx, ctx, 'driver', driver, null, { user: null }, 'server'))
  })
  test('tells a signature after the departure, as it does when it was offline at the door: the stop was not in vain', async () => {
    const w = await world()
    const a = await consignmentOf(w)
    const { m, driver } = await onTheRoad(w, [a.id])
    const me = { ...ctx, user: { ...ctx.user, id: rig.admin.ctx.user.id } }
    await write((tx) => edit(tx, ctx, 'driver', driver, null, { user: me.user.id }, 'server'))
    const stop = (await stopsOf(m))[1]!
    const send = (kind: PhoneEvent['kind'], minutes: number, data: PhoneEvent['data'] = {}) => {
      const now = ctx.clock.now()
      const at = new Date(Date.parse(now) - minutes * 60_000).toISOString()
      const where = { mission: m, stop: stop.id, lng: 121.6, lat: 31.2, accuracyM: 10 }
      return takeEvents(me, { deviceId: 'd1', sentAt: now, events: [{ clientId: randomUUID(), kind, at, ...where, data }] })
    }
    await send('arrive', 50)
    await send('startWork', 20)
    await send('leave', 2)
    expect((await stopsOf(m))[1]!.status).toBe('failed')
    await send('sign', 5, { consignment: a.id, signer: '王芳' })
    expect([(await stopsOf(m))[1]!.status, (await row(m)).status]).toEqual(['done', 'done'])
  })
})

describe('J10 a push', () => {
  test('goes out in batches, is won by one of two taps, and everybody ends in one last state', async () => {
    const w = await world()
    const online = { heartbeatAt: ctx.clock.now(), position: { address: 'x', lng: 121.5, lat: 31.2 } }
    const people = []
    for (let i = 0; i < 12; i++) people.push(await crew(w, online))
    const unfit = await crew(w, { ...online, licenceDueOn: '2020-01-01' })
    const m = await missionOf([(await consignmentOf(w)).id])
    const push = await put('orderPush', { mission: m, strategy: 'broadcast', batchSize: 4, timeoutSec: 60, radius: 50_000 })
    await act('orderPush', 'start', push)
    await write((tx) => edit(tx, ctx, 'orderPush', push, null, { nextAt: soon(-1) }, 'server'))
    await advance(ctx)
    const asked = () =>
      read((db) => db.selectFrom('pushRecipient').select(['driver', 'batch', 'result']).where('push', '=', push).orderBy('id').execute())
    const second = (await asked()).filter((r) => r.batch === 2)
    expect([(await asked()).length, second.length]).toEqual([8, 4])
    await Promise.all(second.slice(0, 2).map((r) => write((tx) => takePush(tx, ctx, push, r.driver!))))
    const results = (await asked()).map((r) => r.result)
    const count = (result: string): number => results.filter((r) => r === result).length
    expect([count('won'), count('lost'), count('expired'), count('sent')]).toEqual([1, 3, 4, 0])
    expect((await asked()).some((r) => r.driver === unfit.driver)).toBe(false)
    expect((await row(m)).status).toBe('toLoad')
    const { winner, status } = await read((db) =>
      db.selectFrom('orderPush').select(['winner', 'status']).where('id', '=', push).executeTakeFirstOrThrow(),
    )
    expect([status, winner]).toEqual(['taken', (await row(m)).driver])
    expect(people.some((p) => p.driver === winner)).toBe(true)
  })
  test('prefers nobody for where he is who has not agreed to be known there', async () => {
    const w = await world()
    const [agreed, nearer] = [await crew(w), await crew(w)]
    const stands = (driver: number, lng: number) =>
      write((tx) =>
        edit(tx, ctx, 'driver', driver, null, { heartbeatAt: ctx.clock.now(), position: { address: 'x', lng, lat: 31.2 } }, 'server'),
      )
    await stands(agreed.driver, 121.55)
    await stands(nearer.driver, 121.5)
    await write((tx) => tx.updateTable('driver').set({ trackConsentAt: ctx.clock.now() }).where('id', '=', agreed.driver).execute())
    const first = async () => {
      const m = await missionOf([(await consignmentOf(w)).id])
      const drivers = [agreed.driver, nearer.driver]
      const push = await put('orderPush', { mission: m, strategy: 'sequential', drivers, batchSize: 1, timeoutSec: 60, radius: 50_000 })
      await act('orderPush', 'start', push)
      const [asked] = await read((db) => db.selectFrom('pushRecipient').select('driver').where('push', '=', push).orderBy('id').execute())
      await act('orderPush', 'stop', push)
      return asked!.driver
    }
    expect(await first()).toBe(nearer.driver)
    await put('parameterValue', { code: 'driverTrackConsent', value: true })
    expect(await first()).toBe(agreed.driver)
    await forgetPlaces(ctx)
    const places = await read((db) =>
      db.selectFrom('driver').select(['id', 'position']).where('id', 'in', [agreed.driver, nearer.driver]).orderBy('id').execute(),
    )
    expect(places.map((d) => d.position?.lng)).toEqual([121.55, undefined])
    await write((tx) => tx.deleteFrom('parameterValue').where('code', '=', 'driverTrackConsent').execute())
  })
})
