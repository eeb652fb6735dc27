/** What other programs and the map read: over the edge, with rights and data permission, against stored rows. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bench, type Bench } from '#tests/house/people.ts'
import type { Person } from '#tests/house/rig.ts'
import { LIVE_COLUMNS, type LiveAnswer, type LiveColumns } from '../wire.ts'
import { columnsOf, countsOf, readAlarms, readRows } from './fleet.server.ts'

const DAY = '2026-11-18'
let b: Bench
let viewer: Person
const ids: { terminal: number; vehicle: number }[] = []

/** A vehicle in a store with a terminal bound since long ago. */
async function fitted(n: number, store: number): Promise<void> {
  const { rig } = b
  const { operatorId } = rig.admin.ctx.user
  await rig.db.write(operatorId, async (tx) => {
    const model = await tx.selectFrom('vehicleModel').select('id').orderBy('id').executeTakeFirstOrThrow()
    const vehicle = await tx
      .insertInto('vehicle')
      .values({
        operatorId,
        plateNo: `沪AR100${n}`,
        vin: `LREADS0000000000${n}`,
        model: model.id,
        store,
        status: 'available',
        plateColor: 'green',
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    const terminal = await tx
      .insertInto('terminal')
      .values({ operatorId, terminalNo: `1330000000${n}`, status: 'active', vehicle: vehicle.id, store } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('terminalBinding')
      .values({
        operatorId,
        terminal: terminal.id,
        vehicle: vehicle.id,
        store,
        fromAt: '2026-11-01T00:00:00Z',
        toAt: null,
        reason: null,
      } as never)
      .execute()
    await tx
      .insertInto('vehiclePosition')
      .values({
        operatorId,
        vehicle: vehicle.id,
        terminal: terminal.id,
        store,
        online: true,
        motion: 'driving',
        at: `${DAY}T02:00:00Z`,
        lng: 121.5,
        lat: 31.2,
        speed: 30,
        direction: 90,
        changedAt: `${DAY}T02:00:00Z`,
      } as never)
      .execute()
    ids.push({ terminal: terminal.id, vehicle: vehicle.id })
  })
}
/** From 08:00 local time, one every ten seconds; without a fix every hundredth. */
const drive = (of: { terminal: number; vehicle: number | null }, count: number, from = `${DAY}T08:00:00+08:00`): Promise<unknown> => {
  const { operatorId } = b.rig.admin.ctx.user
  return b.rig.db.write(operatorId, (tx) =>
    sql`insert into position (operator_id, terminal, vehicle, at, received_at, serial, lng, lat, altitude, speed, direction, flags, alarm, status, odometer, signal, satellites)
    select ${operatorId}, ${of.terminal}, ${of.vehicle}, ${from}::timestamptz + n * interval '10 seconds', ${from}::timestamptz + n * interval '10 seconds' + interval '1 second', n, 121500000 + n * 900, 31200000 + (n % 9) * 40, 10, 320, 90, case when n % 100 = 99 then 4 else 0 end, 0, 3, 1000 + n, 31, 12
    from generate_series(0, ${count - 1}) n`.execute(tx),
  )
}
const list = (input: object, who?: Person) => b.get('position/list', input, who)
const track = (input: object, who?: Person) =>
  b.get('position/track', { vehicle: ids[0]!.vehicle, from: `${DAY} 00:00:00`, to: `${DAY} 23:59:59`, ...input }, who)
const at = (time: string) => `${DAY} ${time}`

beforeAll(async () => {
  b = await bench()
  const group = (await b.get('dictItem/list', { keyword: '' })).data as { list: { value: string }[] }
  await b.must('vehicleModel/add', { brand: '比亚迪', name: 'T5', category: group.list[0]!.value, energy: 'electric' }).catch(() => {})
  await fitted(1, b.stores[0]!)
  await fitted(2, b.stores[1]!)
  await drive(ids[0]!, 2500)
  await drive(ids[1]!, 12)
  const onStore = await b.template(
    '本店',
    ['trainWorker', 'gpsEquipment', 'historicalTrajectory'].map((resourceCode) => ({
      resourceCode,
      rules: [{ rule: 'store', mode: 'custom' as const, values: [b.stores[0]!] }],
    })),
  )
  viewer = await b.person('viewer', { roles: [await b.role('看轨迹', ['trainWorker', 'historicalTrajectory', 'gpsEquipment'], [onStore])] })
})
afterAll(() => b.rig.close())

interface Listed {
  list: {
    terminalNo: string
    time: string
    receivedTime: string
    serial: number
    longitude: number
    speed: number
    mileage: number
    located: boolean
  }[]
  total: number
}
describe('the list of positions', () => {
  test('by terminal or by vehicle, in local times, both ends included', async () => {
    const input = { from: at('08:00:00'), to: at('08:01:00') }
    const byTerminal = (await list({ terminalNo: '013300000001', ...input })).data as Listed
    expect(byTerminal.total).toBe(7)
    expect(byTerminal.list[0]).toMatchObject({
      terminalNo: '13300000001',
      time: at('08:00:00'),
      receivedTime: at('08:00:01'),
      longitude: 121.5,
      speed: 32,
      mileage: 100,
      signal: 31,
      satellites: 12,
      located: true,
    })
    expect(byTerminal.list.at(-1)!.time).toBe(at('08:01:00'))
    expect(((await list({ vehicleNo: '沪ar1001', ...input })).data as Listed).list).toEqual(byTerminal.list)
  })
  test('page by page gives every row once, in the order of events', async () => {
    const seen: number[] = []
    for (let pageNo = 1; pageNo <= 14; pageNo++) {
      const { list: rows, total } = (
        await list({ terminalNo: '13300000001', from: at('00:00:00'), to: at('23:59:59'), pageNo, pageSize: 200 })
      ).data as Listed
      expect(total).toBe(2500)
      seen.push(...rows.map((row) => row.serial))
    }
    expect(seen).toEqual(Array.from({ length: 2500 }, (_, i) => i))
  })
  test('of a vehicle holds only what was sent while the terminal was in it', async () => {
    await drive({ terminal: ids[0]!.terminal, vehicle: null }, 3, '2026-11-17T08:00:00+08:00')
    const input = { from: '2026-11-17 00:00:00', to: '2026-11-17 23:59:59' }
    expect(((await list({ vehicleNo: '沪AR1001', ...input })).data as Listed).total).toBe(0)
    expect(((await list({ terminalNo: '13300000001', ...input })).data as Listed).total).toBe(3)
  })
  test.each([
    [{ terminalNo: '13300000001', from: '2026-11-18', to: '2026-11-19 00:00:00' }, '时间格式应为 YYYY-MM-DD HH:mm:ss'],
    [{ terminalNo: '13300000001', from: '2026-02-30 00:00:00', to: '2026-03-01 00:00:00' }, '日期 2026-02-30 不存在'],
    [{ terminalNo: '13300000001', from: '2026-11-18 10:00:00', to: '2026-11-18 09:00:00' }, '结束时间不能早于开始时间'],
    [{ terminalNo: '13300000001', from: '2026-10-01 00:00:00', to: '2026-11-18 00:00:00' }, '一次最多查询 31 天'],
    [{ terminalNo: '13300000001', from: '2026-11-18 00:00:00', to: '2026-11-18 09:00:00', pageSize: 201 }, '每页最多 200 条'],
    [{ from: '2026-11-18 00:00:00', to: '2026-11-18 09:00:00' }, '请填写终端号 terminalNo 或车牌号 vehicleNo'],
  ])('%j is refused: %s', async (input, sentence) => {
    const answer = await list(input)
    expect(answer.code).toBe(400)
    expect(answer.text).toContain(sentence)
  })
  test('shows nothing of another store, of another company, or without the right', async () => {
    const input = { from: at('00:00:00'), to: at('23:59:59') }
    expect((await list({ terminalNo: '13300000001', ...input }, viewer)).code).toBe(200)
    for (const other of [{ terminalNo: '13300000002' }, { vehicleNo: '沪AR1002' }, { terminalNo: '19999999999' }])
      expect((await list({ ...other, ...input }, viewer)).code).toBe(404)
    for (const mine of [{ terminalNo: '13300000001' }, { vehicleNo: '沪AR1001' }]) {
      expect((await list({ ...mine, ...input }, b.rig.stranger)).code).toBe(404)
      expect((await list({ ...mine, ...input }, b.rig.nobody)).code).toBe(403)
    }
  })
})

describe('a track', () => {
  interface Drawn {
    stored: number
    points: { t: number[]; lng: number[] }
    mileage: { gps: number; odometer: number | null }
    derived: boolean
  }
  test('has the points with a fix, fewer the farther one is away, and its ends at every zoom', async () => {
    const near = (await track({ zoom: 18 })).data as Drawn
    const far = (await track({ zoom: 6 })).data as Drawn
    expect([near.stored, far.stored]).toEqual([2475, 2475])
    expect(far.points.t.length).toBeLessThan(near.points.t.length)
    expect(far.points.t.length).toBeGreaterThanOrEqual(2)
    expect(near.mileage.odometer).toBeGreaterThan(30_000)
    expect(near.derived).toBe(true)
  })
  test('is simplified by the zoom, however short it is', async () => {
    const shown = async (zoom: number) => ((await track({ vehicle: ids[1]!.vehicle, zoom })).data as Drawn).points.t.length
    expect([await shown(6), await shown(18)]).toEqual([2, 4])
  })
  test('is refused for too long a time, an unknown zoom, another store and without the right', async () => {
    expect((await track({ from: '2026-10-01 00:00:00' })).text).toContain('一次最多查询 31 天')
    expect((await track({ zoom: 19 })).text).toContain('缩放级别应在 0–18 之间')
    expect((await track({}, viewer)).code).toBe(200)
    expect((await track({ vehicle: ids[1]!.vehicle }, viewer)).code).toBe(404)
    expect((await track({}, b.rig.stranger)).code).toBe(404)
    expect((await track({}, b.rig.nobody)).code).toBe(403)
  })
})

describe('last positions', () => {
  interface Live {
    counts: { total: number; online: number; driving: number }
    vehicles: { id: number[]; lng: (number | null)[] }
  }
  test('of all vehicles one may see, and no others', async () => {
    const all = (await b.get('live/vehicles')).data as Live
    expect(all.vehicles.id.toSorted((x, y) => x - y)).toEqual(ids.map((one) => one.vehicle))
    expect(all.counts).toMatchObject({ total: 2, online: 2, driving: 2 })
    const mine = (await b.get('live/vehicles', {}, viewer)).data as Live
    expect(mine.vehicles.id).toEqual([ids[0]!.vehicle])
    expect(mine.counts).toMatchObject({ total: 1, online: 1, driving: 1 })
    expect(((await b.get('live/vehicles', {}, b.rig.stranger)).data as Live).counts.total).toBe(0)
    expect((await b.get('live/vehicles', {}, b.rig.nobody)).code).toBe(403)
    expect((await b.get('live/vehicle', { vehicle: ids[1]!.vehicle }, viewer)).code).toBe(404)
  })
  test('are the same whether they are asked for at once or heard as changes, in every state, with alarms and figures', async () => {
    const { rig } = b
    const { operatorId } = rig.admin.ctx.user
    const states = [
      { online: true, motion: 'idling', lng: -0.1234565, lat: -33.5, speed: 4.5, direction: 359, accOn: true },
      { online: true, motion: 'unlocated', lng: null, lat: null },
      { online: false, motion: 'driving', oilCut: true, speed: 33.4 },
      { online: false, motion: 'parked', circuitCut: true, at: null, lng: null, lat: null },
      { online: true, motion: 'parked', oilCut: true, circuitCut: true, accOn: true, at: `${DAY}T02:00:00.600Z` },
    ]
    const made = await rig.db.write(operatorId, async (tx) => {
      const model = await tx.selectFrom('vehicleModel').select('id').orderBy('id').executeTakeFirstOrThrow()
      const vehicles: number[] = []
      for (const [i, state] of states.entries()) {
        const vehicle = await tx
          .insertInto('vehicle')
          .values({
            operatorId,
            plateNo: `沪AS"\\${i}`,
            vin: `LSTATES000000000${i}`,
            model: model.id,
            store: b.stores[0]!,
            status: 'available',
            plateColor: 'green',
          } as never)
          .returning('id')
          .executeTakeFirstOrThrow()
        await tx
          .insertInto('vehiclePosition')
          .values({
            operatorId,
            vehicle: vehicle.id,
            store: b.stores[0]!,
            at: `${DAY}T02:00:00Z`,
            lng: 121.473701,
            lat: 31.230416,
            ...state,
          } as never)
          .execute()
        vehicles.push(vehicle.id)
      }
      for (const [i, grade] of (['notice', 'severe', 'normal'] as const).entries())
        await tx
          .insertInto('alarm')
          .values({
            operatorId,
            vehicle: vehicles[i === 1 ? 0 : i],
            store: b.stores[0]!,
            kind: `b${i}`,
            grade,
            status: 'open',
            no: `BJ-LIVE-${i}`,
            startAt: `${DAY}T02:00:00Z`,
            lastAt: `${DAY}T02:00:00Z`,
            times: 1,
          } as never)
          .execute()
      return vehicles
    })
    const answer = (await b.get('live/vehicles')).data as LiveAnswer
    const heard = await rig.db.read(operatorId, async (db) => {
      const alarms = await readAlarms(db, operatorId)
      return (await readRows(db, operatorId, null)).map((row) => ({ ...row, alarm: alarms.get(row.vehicle) ?? 0 }))
    })
    const sorted = (columns: LiveColumns) =>
      columns.id.map((_, i) => LIVE_COLUMNS.map((name) => columns[name][i])).toSorted((x, y) => Number(x[0]) - Number(y[0]))
    expect(sorted(answer.vehicles)).toEqual(sorted(columnsOf(heard, true)))
    expect(answer.counts).toEqual(countsOf(heard, true))
    expect(answer.counts).toMatchObject({
      total: 7,
      online: 5,
      driving: 2,
      idling: 1,
      parked: 1,
      unlocated: 1,
      offline: 1,
      never: 1,
      alarm: 2,
    })
    const of = (vehicle: number) => LIVE_COLUMNS.map((name) => answer.vehicles[name][answer.vehicles.id.indexOf(vehicle)])
    expect(of(made[0]!).slice(2)).toEqual(['沪AS"\\0', 1, -123_457, -33_500_000, 5, 359, Date.parse(`${DAY}T02:00:00Z`) / 1000, 4, 3])
    // Who may not see alarms is told of none.
    const mine = (await b.get('live/vehicles', {}, viewer)).data as LiveAnswer
    expect(mine.counts).toMatchObject({ total: 6, alarm: 0 })
    expect(new Set(mine.vehicles.alarm)).toEqual(new Set([0]))
  })
})
