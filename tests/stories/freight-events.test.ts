/**
 * What a phone tells late, with a wrong clock and in any order (transport.md §2.8, §6): the times of a trip are those of its events, and a
 * mission ends as if all of them had come as they happened. DEEP=1 for more orders of arrival.
 */
import { sql } from 'kysely'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#kit/access/context.server.ts'
import { instantAt } from '#kit/basics/time/day.ts'
import { takeEvents } from '#modules/transport/phone/events.server.ts'
import type { PhoneEvent } from '#modules/transport/phone/events.wire.ts'
import { EMPTY, type RateComponents } from '#modules/freight/rating/engine/schema.rules.ts'
import { seedFor } from '../draws.ts'
import { Company } from './company.ts'
import { freightDesk, type World } from './freight.ts'
import { flat } from './tariff.ts'

const DAY = '2026-09-18'
const MINUTE = 60_000
/** Minutes after eight. */
const at = (minute: number): string => new Date(Date.parse(instantAt(DAY as never, '08:00')) + minute * MINUTE).toISOString()
/** A yuan a minute, and four a kilometre really driven. */
const BY_WORK: RateComponents = {
  ...EMPTY,
  kmFrom: 'actual',
  charges: [
    {
      label: '时长',
      unit: 'min',
      included: 0,
      step: 0,
      rounding: 'up',
      per: 1000,
      mode: 1,
      monthly: false,
      bands: [{ to: null, e4: 10_000 }],
    },
    {
      label: '里程',
      unit: 'km',
      included: 0,
      step: 0,
      rounding: 'up',
      per: 1000,
      mode: 1,
      monthly: false,
      bands: [{ to: null, e4: 40_000 }],
    },
  ],
}

let company: Company
let world: World
let second: number
let phone: Context
let rule: number
const desk = freightDesk(() => company.as())
beforeAll(async () => {
  company = await Company.open(DAY)
  company.clock.set(at(-60))
  world = await desk.world(flat(50_000), { store: company.store })
  world.model = await modelOf('整天可接单的')
  second = await desk.put('consignParty', {
    name: '第二家店',
    sends: true,
    receives: true,
    place: { address: '上海第二家店', lng: 121.7, lat: 31.2 },
    placeState: 'confirmed',
    store: world.store,
  })
  rule = await desk.rule({ name: '司机按时长里程', type: '3', direction: 'payable' }, BY_WORK)
  const admin = await company.read((db) =>
    db.selectFrom('user').select('id').where('operatorId', '=', company.operatorId).executeTakeFirstOrThrow(),
  )
  phone = { ...company.as(), user: { ...company.as().user, id: admin.id } }
})
afterAll(() => company?.close())

/** The offer stands all day: a driver in a tunnel has answered it in time. */
async function modelOf(name: string, more: object = {}): Promise<number> {
  const steps = [{ step: 'sign', required: true, photoMin: 0, geofence: 'off' }]
  const model = await desk.put('orderModel', { name, steps, acceptMin: 720, ...more })
  await desk.act('orderModel', 'publish', model)
  return model
}
interface Trip {
  mission: number
  driver: number
  vehicle: number
  legs: number[]
  orders: number[]
  stops: { id: number; kind: string; consignments: number[] | null }[]
}
/** Offered to a driver whose phone it is, with the first goods for one shop and the others for a second one. */
async function offered(count: number, of = world): Promise<Trip> {
  company.clock.set(at(-60))
  await company.write((tx) => tx.updateTable('driver').set({ user: null }).where('user', '=', phone.user.id).execute())
  const orders = []
  for (let i = 0; i < count; i++) orders.push(await desk.orderOf(of, 100, i === 0 ? {} : { receiver: second }))
  const legs = []
  for (const o of orders) legs.push((await desk.legOf(o)).id)
  const vehicle = await desk.sample('vehicle', {
    store: world.store,
    opMode: 'transport',
    status: 'available',
    loadKg: 9000,
    curbKg: null,
    grossKg: 14_000,
    inspectionDueOn: '2099-01-01',
    compulsoryInsuranceDueOn: '2099-01-01',
  })
  const driver = await desk.sample('driver', {
    store: world.store,
    audit: 'verified',
    source: 'own',
    account: 'active',
    licenceClass: 'B2',
    licenceDueOn: '2099-01-01',
    qualificationDueOn: '2099-01-01',
    user: phone.user.id,
  })
  const mission = await desk.put('mission', { kind: 'task', consignments: legs, planStart: at(0), planEnd: at(600) })
  await desk.act('mission', 'assign', mission, { vehicle, driver })
  const stops = await desk.read((db) =>
    db.selectFrom('missionStop').select(['id', 'kind', 'consignments']).where('mission', '=', mission).orderBy('seq').execute(),
  )
  return { mission, driver, vehicle, legs, orders, stops }
}

let eventCount = 0
const said = (trip: Trip, kind: PhoneEvent['kind'], minute: number, stop?: number, data: PhoneEvent['data'] = {}): PhoneEvent => ({
  clientId: `story-${++eventCount}`.padEnd(12, '-'),
  kind,
  mission: trip.mission,
  ...(stop === undefined ? {} : { stop: trip.stops[stop]!.id }),
  at: at(minute),
  data,
})
const send = (events: PhoneEvent[], sentAt = company.clock.now()) => takeEvents(phone, { deviceId: 'd1', sentAt, events })
const missionNow = (id: number) => desk.read((db) => db.selectFrom('mission').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

/** The whole of a day's work: one consignment signed for, one in part, one left in the yard. */
function wholeDay(trip: Trip): PhoneEvent[] {
  const [a, b, left] = trip.legs
  const shop = trip.stops.findIndex((s) => s.kind === 'unload' && s.consignments!.includes(a!))
  const other = trip.stops.findIndex((s) => s.kind === 'unload' && s.consignments!.includes(b!))
  return [
    said(trip, 'accept', -50),
    said(trip, 'scan', 5, undefined, { consignment: a! }),
    said(trip, 'scan', 8, undefined, { consignment: b! }),
    said(trip, 'load', 10, undefined, { left: [left!], reason: '装不下' }),
    said(trip, 'depart', 15),
    said(trip, 'odometer', 16, undefined, { odometerFrom: 1000 }),
    said(trip, 'arrive', 60, shop),
    said(trip, 'startWork', 75, shop),
    said(trip, 'sign', 80, shop, { consignment: a!, signer: '王芳' }),
    said(trip, 'endWork', 82, shop),
    said(trip, 'leave', 90, shop),
    said(trip, 'arrive', 140, other),
    said(trip, 'startWork', 150, other),
    said(trip, 'sign', 165, other, {
      consignment: b!,
      signer: '李雷',
      lines: [{ goods: '面粉', refused: 3, short: 0, damaged: false, reason: '受潮' }],
      responsible: 'carrier',
    }),
    said(trip, 'leave', 170, other),
    said(trip, 'odometer', 185, undefined, { odometerTo: 1062.5 }),
  ]
}

/** All that is worked out of the events; numbers of rows are another's each time. */
async function endOf(trip: Trip) {
  const { status, actualStart, actualEnd, odometerFrom, odometerTo, actualKm, actualKmFrom } = await missionNow(trip.mission)
  const place = (id: number): number => trip.legs.indexOf(id)
  const stops = await desk.read((db) =>
    db
      .selectFrom('missionStop')
      .select(['seq', 'kind', 'status', 'arriveAt', 'startAt', 'endAt', 'leaveAt', 'waitMin'])
      .where('mission', '=', trip.mission)
      .orderBy('seq')
      .execute(),
  )
  const legs = await desk.read((db) =>
    db
      .selectFrom('consignment')
      .select(['id', 'status', 'loadedPieces', 'signedPieces', 'refusedPieces', 'pickedAt', 'arrivedAt', 'signedAt', 'responsible'])
      .where('id', 'in', trip.legs)
      .orderBy('id')
      .execute(),
  )
  const proofs = await desk.read((db) =>
    db
      .selectFrom('pod')
      .select(['consignment', 'signer', 'at', 'lines', 'odd', 'review'])
      .where('consignment', 'in', trip.legs)
      .orderBy('consignment')
      .execute(),
  )
  const cases = await desk.read((db) =>
    db
      .selectFrom('exceptionCase')
      .select(['kind', 'detail'])
      .where('status', '<>', 'rejected')
      .where((e) => e.or([e('mission', '=', trip.mission), e('consignment', 'in', trip.legs)]))
      .orderBy('kind')
      .execute(),
  )
  const [sheet] = await desk.sheetsOf('mission', trip.mission)
  const orders = []
  for (const o of trip.orders) orders.push(await desk.orderStatus(o))
  return {
    mission: { status, actualStart, actualEnd, odometerFrom, odometerTo, actualKm, actualKmFrom },
    stops,
    legs: legs.map(({ id, ...leg }) => ({ ...leg, leg: place(id) })),
    proofs: proofs.map(({ consignment, ...proof }) => ({ ...proof, leg: place(consignment) })),
    cases: cases.map((x) => [x.kind, x.detail?.replace(/PS\d+-\d+/, 'PS')]),
    sheet: [sheet?.status, sheet?.total, sheet?.lines?.map((l) => [l.label, l.amount, l.formula])],
    orders,
  }
}

describe('D14: events in any order of arrival', () => {
  let ordered: Awaited<ReturnType<typeof endOf>>
  beforeAll(async () => {
    const trip = await offered(3)
    company.clock.set(at(200))
    await send(wholeDay(trip))
    ordered = await endOf(trip)
  })
  test('as they happened: the mission, its stops, what was signed for and what it is paid', () => {
    expect(ordered.mission).toMatchObject({ status: 'done', actualStart: at(15), actualEnd: at(165) })
    expect(ordered.stops.map((s) => s.status).slice(1)).toEqual(['done', 'done'])
    expect(ordered.legs.map((l) => [l.status, l.pickedAt, l.arrivedAt, l.signedAt])).toEqual([
      ['signed', at(5), at(60), at(80)],
      ['partSigned', at(8), at(140), at(165)],
      ['unassigned', null, null, null],
    ])
    expect(ordered.proofs.map((p) => [p.signer, p.at])).toEqual([
      ['王芳', at(80)],
      ['李雷', at(165)],
    ])
    // 150 minutes on the road, 62.5 km by the odometer: no terminal is in the truck.
    expect(ordered.sheet).toEqual([
      'calculated',
      40_000,
      [
        ['时长', 15_000, expect.any(String)],
        ['里程', 25_000, expect.stringContaining('按里程表')],
      ],
    ])
  })
  test('backwards, one after the other, each told twice', async () => {
    const trip = await offered(3)
    const events = wholeDay(trip)
    company.clock.set(at(200))
    for (const e of events.toReversed()) {
      await send([e])
      expect((await send([e])).results[0]!.result).toBe('known')
    }
    expect(await endOf(trip)).toEqual(ordered)
  })
  test('shuffled and cut anywhere', async () => {
    const draw = fc.tuple(fc.infiniteStream(fc.nat()), fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 20, maxLength: 20 }))
    await fc.assert(
      fc.asyncProperty(draw, async ([random, cuts]) => {
        const trip = await offered(3)
        const shuffled = wholeDay(trip)
          .map((e) => ({ e, key: random.next().value as number }))
          .toSorted((x, y) => x.key - y.key)
          .map(({ e }) => e)
        company.clock.set(at(200))
        for (let from = 0, i = 0; from < shuffled.length; from += cuts[i++]!) await send(shuffled.slice(from, from + cuts[i]!))
        expect(await endOf(trip)).toEqual(ordered)
      }),
      { numRuns: process.env['DEEP'] ? 300 : 3, seed: seedFor(), endOnFailure: true },
    )
  })
  test('what does not fit in its place never does: a departure without the check stays a case for somebody', async () => {
    const model = await modelOf('要检查的', { checks: [{ item: '制动', must: true }] })
    const trip = await offered(1, { ...world, model })
    const early = said(trip, 'depart', 12)
    const checked = said(trip, 'check', 14, undefined, { checks: [{ item: '制动', ok: true }] })
    const events = [
      said(trip, 'accept', -50),
      said(trip, 'scan', 5, undefined, { consignment: trip.legs[0]! }),
      said(trip, 'load', 10, undefined, { left: [] }),
    ]
    company.clock.set(at(60))
    await send([...events, said(trip, 'depart', 15)])
    expect((await missionNow(trip.mission)).status).toBe('toDepart')
    await send([checked])
    expect(await missionNow(trip.mission)).toMatchObject({ status: 'running', actualStart: at(15) })
    // Told last and done first, before anybody had looked at the brakes.
    expect((await send([early])).results[0]!.result).toBe('kept')
    const open = await desk.read((db) =>
      db.selectFrom('exceptionCase').select('detail').where('mission', '=', trip.mission).where('status', '=', 'open').execute(),
    )
    expect(open.map((x) => x.detail)).toHaveLength(1)
    expect((await missionNow(trip.mission)).actualStart).toBe(at(15))
  })
})

describe('D3: the time of an event is its own', () => {
  const work = (trip: Trip, shift = 0): PhoneEvent[] =>
    [
      said(trip, 'accept', -50),
      said(trip, 'scan', 5, undefined, { consignment: trip.legs[0]! }),
      said(trip, 'load', 10, undefined, { left: [] }),
      said(trip, 'depart', 15),
      said(trip, 'arrive', 60, 1),
      said(trip, 'sign', 195, 1, { consignment: trip.legs[0]!, signer: '王芳' }),
    ].map((e) => ({ ...e, at: new Date(Date.parse(e.at) + shift * MINUTE).toISOString() }))
  test('three hours without a network are three hours of the trip, of its pay, and of nothing else', async () => {
    const trip = await offered(1)
    company.clock.set(at(240))
    await send(work(trip))
    expect(await missionNow(trip.mission)).toMatchObject({ status: 'done', actualStart: at(15), actualEnd: at(195) })
    const sheet = await desk.sheetOf('mission', trip.mission)
    expect(sheet.lines!.find((l) => l.label === '时长')!.amount).toBe(18_000)
  })
  test.each([
    ['forty minutes fast', 40, '手机时钟快 40 分钟，已校正'],
    ['two days slow', -2880, '手机时钟慢 2 天，已校正'],
  ])('a clock %s is put right by what it says as it sends', async (_clock, shift, doubt) => {
    const trip = await offered(1)
    company.clock.set(at(240))
    await send(work(trip, shift), at(240 + shift))
    expect(await missionNow(trip.mission)).toMatchObject({ actualStart: at(15), actualEnd: at(195) })
    const [proof] = await desk.read((db) =>
      db.selectFrom('pod').select(['at', 'odd', 'review']).where('mission', '=', trip.mission).execute(),
    )
    expect([proof!.at, proof!.review]).toEqual([at(195), 'pending'])
    expect(proof!.odd).toContain(doubt)
    const events = await desk.read((db) =>
      db
        .selectFrom('stopEvent')
        .select(['at', 'saidAt', 'doubt'])
        .where('mission', '=', trip.mission)
        .where('kind', '=', 'depart')
        .execute(),
    )
    expect(events).toEqual([{ at: at(15), saidAt: at(15 + shift), doubt }])
  })
  test('what would have happened in the future, or before the mission was there, happened when it was heard of, and is marked', async () => {
    const trip = await offered(1)
    const events = work(trip)
    company.clock.set(at(240))
    await send(events.slice(0, 3))
    await send([{ ...events[3]!, at: '1970-01-01T00:10:00.000Z' }])
    expect((await missionNow(trip.mission)).actualStart).toBe(at(240))
    company.clock.set(at(300))
    await send([{ ...events[5]!, at: at(900) }])
    expect((await missionNow(trip.mission)).actualEnd).toBe(at(300))
    const marked = await desk.read((db) =>
      db
        .selectFrom('stopEvent')
        .select(['kind', 'doubt'])
        .where('mission', '=', trip.mission)
        .where('doubt', 'is not', null)
        .orderBy('id')
        .execute(),
    )
    expect(marked.map((e) => [e.kind, e.doubt])).toEqual([
      ['depart', '手机上的时间早于任务，按接收时间计'],
      ['sign', '手机上的时间晚于接收时间，按接收时间计'],
    ])
  })
  test('a dispatcher says when it left, and not in the future', async () => {
    const trip = await offered(1)
    company.clock.set(at(30))
    await send(work(trip).slice(0, 3))
    expect(await desk.why(desk.act('mission', 'depart', trip.mission, { at: at(31) }))).toBe('发车时间不能晚于现在')
    await desk.act('mission', 'depart', trip.mission, { at: at(20) })
    expect((await missionNow(trip.mission)).actualStart).toBe(at(20))
  })
})

describe('D6: kilometres really driven', () => {
  const events = (trip: Trip): PhoneEvent[] => [
    said(trip, 'accept', -50),
    said(trip, 'scan', 5, undefined, { consignment: trip.legs[0]! }),
    said(trip, 'load', 10, undefined, { left: [] }),
    said(trip, 'depart', 15),
    said(trip, 'odometer', 16, undefined, { odometerFrom: 1000, odometerTo: 1030 }),
    said(trip, 'sign', 75, 1, { consignment: trip.legs[0]!, signer: '王芳' }),
  ]
  const kmLine = async (trip: Trip) => (await desk.sheetOf('mission', trip.mission)).lines!.find((l) => l.label === '里程')!
  test('by the track of the vehicle, whatever the odometer was read as', async () => {
    const trip = await offered(1)
    await company.write(async (tx) => {
      const own = { operatorId: company.operatorId, store: company.store }
      const terminal = await tx
        .insertInto('terminal')
        .values({ ...own, terminalNo: '13300000077', status: 'active', vehicle: trip.vehicle } as never)
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('terminalBinding')
        .values({ ...own, terminal: terminal.id, vehicle: trip.vehicle, fromAt: at(-600), toAt: null, reason: null } as never)
        .execute()
      // A minute apart, a hundredth of a degree of latitude each: 60 × 1.112 km.
      for (let i = 0; i <= 60; i++)
        await sql`insert into position (operator_id, terminal, vehicle, at, received_at, serial, lng, lat, altitude, speed, direction, flags, alarm, status, odometer, signal, satellites)
          values (${company.operatorId}, ${terminal.id}, ${trip.vehicle}, ${at(15 + i)}::timestamptz, ${at(15 + i)}::timestamptz, ${i}, 121400000, ${31_000_000 + i * 10_000}, 10, 660, 0, 0, 0, 3, null, 31, 12)`.execute(
          tx,
        )
    })
    company.clock.set(at(120))
    await send(events(trip))
    const m = await missionNow(trip.mission)
    expect(m.actualKmFrom).toBe('track')
    expect(Number(m.actualKm)).toBeGreaterThan(64)
    expect(Number(m.actualKm)).toBeLessThan(67.5)
    const line = await kmLine(trip)
    expect([line.amount, line.formula]).toEqual([Math.round(Number(m.actualKm) * 400), expect.stringContaining('实际里程按车辆轨迹')])
  })
  test('without a track by the odometer, also when it is told after the end; without either the plan stands, and the sheet says so', async () => {
    const trip = await offered(1)
    company.clock.set(at(120))
    await send(events(trip).filter((e) => e.kind !== 'odometer'))
    const m = await missionNow(trip.mission)
    expect(m.actualKm).toBeNull()
    const planned = await kmLine(trip)
    expect([planned.amount, planned.formula]).toEqual([
      Math.round(Number(m.planKm) * 400),
      expect.stringContaining('没有实际里程，按规划里程'),
    ])
    await send([said(trip, 'odometer', 100, undefined, { odometerFrom: 1000, odometerTo: 1030 })])
    expect((await kmLine(trip)).amount).toBe(12_000)
    expect(await desk.why(desk.act('mission', 'odometer', trip.mission, { odometerTo: 900 }))).toBe('收车里程表不能小于发车里程表')
    company.clock.set(at(121))
    await desk.act('mission', 'odometer', trip.mission, { odometerTo: 1031 })
    expect((await kmLine(trip)).amount).toBe(12_400)
    // Misread by a digit: nobody drove nine thousand kilometres in an hour.
    company.clock.set(at(122))
    await desk.act('mission', 'odometer', trip.mission, { odometerTo: 10_310 })
    expect((await kmLine(trip)).formula).toContain('没有实际里程，按规划里程')
  })
  test('a customer who pays by the way really driven pays for it where the truck carried nothing else', async () => {
    const price = { ...BY_WORK, charges: BY_WORK.charges.slice(1) }
    const own = await desk.world(price, { store: company.store })
    const alone = await offered(1, { ...own, model: world.model })
    company.clock.set(at(120))
    await send(events(alone))
    const [line] = (await desk.sheetOf('order', alone.orders[0]!)).lines!
    expect([line!.amount, line!.formula]).toEqual([12_000, expect.stringContaining('实际里程按里程表')])
  })
  test('a rule that was stopped pays nobody, also where the mission or the driver names it', async () => {
    const own = await desk.rule({ name: '说好的价', type: '3', direction: 'payable', priority: 1 }, flat(77_700))
    const pays = async (named: { payableRule: number }): Promise<{ total: number | null; pendingText: string | null }> => {
      const trip = await offered(1)
      await company.write((tx) => tx.updateTable('mission').set(named).where('id', '=', trip.mission).execute())
      company.clock.set(at(120))
      await send(events(trip))
      return desk.sheetOf('mission', trip.mission)
    }
    expect((await pays({ payableRule: own })).total).toBe(77_700)
    await desk.act('rateRule', 'disable', own)
    expect((await pays({ payableRule: own })).total).not.toBe(77_700)
    await desk.act('rateRule', 'disable', rule)
    const last = await pays({ payableRule: own })
    expect([last.total, last.pendingText]).toEqual([0, '没有适用的应付规则，请新建或发布规则后重新计算'])
    await desk.act('rateRule', 'enable', rule)
  })
})
