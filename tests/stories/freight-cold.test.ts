/** Cold goods (transport.md §11): J6 a box that is too warm to leave, J9 an excursion that becomes an exception, T5 one chain over a relay. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, instantAt } from '#kit/basics/time/day.ts'
import { temperatureOf } from '#modules/partners/api/orders/order-details.server.ts'
import { watchCold } from '#modules/transport/watch/cold-watch.server.ts'
import { Company } from './company.ts'
import { freightDesk, type World } from './freight.ts'
import { flat } from './tariff.ts'

const TRUCK = {
  opMode: 'transport',
  status: 'available',
  loadKg: 3500,
  curbKg: null,
  grossKg: 8000,
  inspectionDueOn: '2099-01-01',
  compulsoryInsuranceDueOn: '2099-01-01',
}
const LICENCE = {
  audit: 'verified',
  source: 'own',
  account: 'active',
  licenceClass: 'B2',
  licenceDueOn: '2099-01-01',
  qualificationDueOn: '2099-01-01',
}
let company: Company
let world: World
let policy: number
let day = '2026-09-18' as ReturnType<Company['clock']['today']>
const desk = freightDesk(() => company.as())
beforeAll(async () => {
  company = await Company.open(day)
  company.clock.set(instantAt(day, '06:00'))
  world = await desk.world(flat(50_000), { store: company.store })
  policy = await desk.put('temperaturePolicy', { name: '冷藏 2–8 ℃', kind: 'temperature', lowest: 2, highest: 8 })
})
afterAll(() => company?.close())

const at = (time: string): string => instantAt(day, time as '06:00')
const now = (time: string): void => company.clock.set(at(time))
async function box(zone = 'rear'): Promise<{ vehicle: number; driver: number; channel: number }> {
  const vehicle = await desk.sample('vehicle', { store: world.store, ...TRUCK })
  const channel = await desk.put('temperatureChannel', { vehicle, kind: 'temperature', sensorNo: 1, zone })
  return { vehicle, channel, driver: await desk.sample('driver', { store: world.store, ...LICENCE }) }
}
type Box = Awaited<ReturnType<typeof box>>
/** What the probe said last, as the readings leave it. */
const reads = (b: Box, value: number, time: string) =>
  desk.write((tx) =>
    tx
      .updateTable('temperatureChannel')
      .set({ lastAt: at(time), lastValue: value, lastQuality: 'ok' })
      .where('id', '=', b.channel)
      .execute(),
  )
const reading = (b: Box, time: string, tenths: number) =>
  desk.write((tx) =>
    sql`insert into temperature_reading (operator_id, vehicle, sensor_no, at, value, quality, late, received_at)
      values (${company.operatorId}, ${b.vehicle}, 1, ${at(time)}, ${tenths}, 'ok', false, ${company.clock.now()})`.execute(tx),
  )
/** Loaded, and standing at the gate. */
async function loaded(b: Box, orders: readonly number[], time: string): Promise<number> {
  now(time)
  const consignments = []
  for (const o of orders) consignments.push((await desk.legOf(o)).id)
  const mission = await desk.put('mission', { kind: 'task', consignments, planStart: at('08:00'), planEnd: at('18:00') })
  await desk.act('mission', 'assign', mission, { vehicle: b.vehicle, driver: b.driver })
  await desk.act('mission', 'accept', mission)
  await desk.act('mission', 'load', mission, { all: true })
  return mission
}
const coldOrder = (more: object = {}): Promise<number> => desk.orderOf(world, 900, { tempPolicy: policy, ...more })
const casesOf = (mission: number) =>
  desk.read((db) => db.selectFrom('exceptionCase').selectAll().where('mission', '=', mission).orderBy('id').execute())

describe('J6: a box of 2–8 ℃', () => {
  test('does not leave at 9.4 ℃ or at 1.2 ℃, nor without a reading of late; at 5.6 ℃ it does', async () => {
    const b = await box()
    const mission = await loaded(b, [await coldOrder()], '07:40')
    now('08:05')
    expect(await desk.why(desk.act('mission', 'depart', mission))).toBe('车厢没有最近的温度读数，请检查温度探头')
    await reads(b, 9.4, '08:04')
    expect(await desk.why(desk.act('mission', 'depart', mission))).toBe('车厢温度 9.4 ℃，高于 8 ℃')
    await reads(b, 1.2, '08:05')
    expect(await desk.why(desk.act('mission', 'depart', mission))).toBe('车厢温度 1.2 ℃，低于 2 ℃')
    await reads(b, 5.6, '08:16')
    now('08:17')
    await desk.act('mission', 'depart', mission)
  })
  test('with goods that need no cold leaves at any temperature', async () => {
    const b = await box()
    const mission = await loaded(b, [await desk.orderOf(world, 900)], '07:40')
    await reads(b, 21, '08:00')
    now('08:00')
    await desk.act('mission', 'depart', mission)
  })
})

describe('J9: an excursion on the road', () => {
  const warm = (b: Box, from: string, to: string | null, more: object = {}) =>
    desk.sample('excursion', {
      channel: b.channel,
      vehicle: b.vehicle,
      store: world.store,
      policy,
      measure: 'temperature',
      kind: 'high',
      startAt: at(from),
      confirmedAt: at(from),
      endAt: to && at(to),
      peak: 9.4,
      limit: 8,
      ...more,
    })
  test('opens one exception of the mission, with the peak, how long and what was on board; found again it opens none', async () => {
    const b = await box()
    const [cold, plain] = [await coldOrder(), await desk.orderOf(world, 300)]
    const mission = await loaded(b, [cold, plain], '07:40')
    await reads(b, 5, '07:55')
    now('08:00')
    await desk.act('mission', 'depart', mission)
    // Before loading the box was warm, too: that is nobody's of this mission.
    await warm(b, '07:00', '07:20')
    now('10:20')
    expect(await watchCold(company.as())).toBe(0)
    await warm(b, '10:00', '10:12')
    expect(await watchCold(company.as())).toBe(1)
    expect(await watchCold(company.as())).toBe(0)
    const [coldCase] = await casesOf(mission)
    const no = (await desk.read((db) => db.selectFrom('consignment').select('no').where('order', '=', cold).executeTakeFirstOrThrow())).no
    expect([coldCase!.kind, coldCase!.status, coldCase!.level, coldCase!.at]).toEqual(['temperature', 'open', 'high', at('10:00')])
    expect(coldCase!.detail).toBe(`后部探头 10:00 起高于 8 ℃，极值 9.4 ℃，已持续 12 分钟。在车温控配送单：${no}`)
    // While somebody looks into it the next one is his, too; after it is closed a later one is another.
    await warm(b, '10:30', '10:41')
    now('10:45')
    expect(await watchCold(company.as())).toBe(0)
    await desk.act('exceptionCase', 'close', coldCase!.id, { responsible: 'carrier', conclusion: '冷机故障，收货方同意签收', noFee: true })
    expect(await watchCold(company.as())).toBe(1)
    expect(await watchCold(company.as())).toBe(0)
    expect((await casesOf(mission)).map((x) => x.at)).toEqual([at('10:00'), at('10:30')])
  })
  test('of goods that are delivered already, of none, or called a mistake opens none', async () => {
    const b = await box()
    const order = await coldOrder()
    const mission = await loaded(b, [order, await desk.orderOf(world, 300)], '07:40')
    await reads(b, 5, '07:55')
    now('08:00')
    await desk.act('mission', 'depart', mission)
    await warm(b, '08:30', '08:45', { status: 'falseAlarm' })
    now('09:00')
    await desk.sign(order)
    await warm(b, '09:30', null)
    now('10:00')
    expect(await watchCold(company.as())).toBe(0)
    expect(await casesOf(mission)).toEqual([])
  })
})

describe('T5: a relay on the road', () => {
  test.each([
    ['3.1 t over two boxes', 3100, ['10:00'], 2],
    ['0.8 t over three boxes', 800, ['09:10', '11:25'], 3],
  ] as const)('%s: one chain of temperatures, each box for its own time; load and kilometres go on', async (_name, kg, changes, boxes) => {
    day = addDays(day, 1)
    const all: Box[] = []
    for (let i = 0; i < boxes; i++) all.push(await box(['front', 'middle', 'rear'][i]))
    const order = await coldOrder({
      goods: [{ name: '疫苗', category: '1700', pieces: 10, weight: kg, volume: 0 }],
      pickFrom: at('07:00'),
      pickTo: at('09:00'),
      dropFrom: at('08:00'),
      dropTo: at('20:00'),
    })
    const first = await loaded(all[0]!, [order], '07:40')
    await reads(all[0]!, 5, '07:55')
    now('08:00')
    await desk.act('mission', 'depart', first)
    const planned = await desk.read((db) =>
      db.selectFrom('mission').select(['planKm', 'weight']).where('id', '=', first).executeTakeFirstOrThrow(),
    )
    const legs = [first]
    for (const [i, time] of changes.entries()) {
      now(time)
      const next = all[i + 1]!
      await reads(next, 5, time)
      await desk.act('mission', 'transfer', legs.at(-1)!, { vehicle: next.vehicle, driver: next.driver, reason: '甩挂' })
      const { id } = await desk.read((db) =>
        db.selectFrom('mission').select('id').where('relayOf', '=', legs.at(-1)!).executeTakeFirstOrThrow(),
      )
      legs.push(id)
    }
    now('14:00')
    await desk.sign(order)
    // Every box says something every quarter of an hour all day: its number in tenths, so that it is known whose reading it was.
    for (const [i, b] of all.entries())
      for (let minute = 7 * 60; minute <= 15 * 60; minute += 15)
        await reading(b, `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`, 30 + i)
    const temperature = await desk.read(async (db) =>
      temperatureOf(
        db,
        company.as(),
        await db.selectFrom('transportOrder').select(['id', 'no', 'tempPolicy']).where('id', '=', order).executeTakeFirstOrThrow(),
      ),
    )
    expect(temperature.probes.map((p) => new Set(p.readings.map((r) => r.value)))).toEqual(all.map((_, i) => new Set([(30 + i) / 10])))
    // One after the other without a hole: from loading at 07:40 to 14:00.
    const times = temperature.probes.flatMap((p) => p.readings.map((r) => Date.parse(r.at)))
    expect(times).toEqual(times.toSorted((x, y) => x - y))
    expect([times[0], times.at(-1)]).toEqual([Date.parse(at('07:45')), Date.parse(at('13:45'))])
    expect(times.slice(1).every((t, i) => t - times[i]! === 15 * 60_000)).toBe(true)
    const rows = await desk.read((db) =>
      db.selectFrom('mission').select(['planKm', 'weight', 'actualStart', 'actualEnd']).where('id', 'in', legs).orderBy('id').execute(),
    )
    expect(rows.map((r) => Number(r.weight))).toEqual(legs.map(() => Number(planned.weight)))
    expect(Math.round(rows.reduce((sum, r) => sum + Number(r.planKm), 0) * 1000)).toBe(Math.round(Number(planned.planKm) * 1000))
    for (let i = 1; i < rows.length; i++) expect(rows[i]!.actualStart).toBe(rows[i - 1]!.actualEnd)
  })
})
