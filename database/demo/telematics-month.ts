/**
 * A month of what the terminals of the demo company reported: six believable days of each vehicle, told again and again with other dates on
 * the days somebody had it, and standing at its store on all others; folded by the product's own engines.
 */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { mixed, Random } from '#kit/basics/random.ts'
import { addDays, instantAt, type Day } from '#kit/basics/time/day.ts'
import { newState, run, type Outcome } from '#modules/telematics/engine/engine.rules.ts'
import { storeOutcomes } from '#modules/telematics/engine/outcome.server.ts'
import type { Point } from '#modules/telematics/engine/point.ts'
import { rulesFor, type loadRules } from '#modules/telematics/engine/rules.server.ts'
import type { Place } from '#modules/telematics/simulator/roads.ts'
import { chinaRoads } from '#modules/telematics/simulator/simulator.server.ts'
import { Truck, type TruckPlan } from '#modules/telematics/simulator/truck.ts'
import type { DemoVehicle } from './fleet.ts'
import type { World } from './world.ts'

export const DAYS = 30
const PATTERNS = 6
const KEPT_DENSE = 4
const MINUTE = 60_000

export interface Fitted {
  vehicle: DemoVehicle
  terminal: number
  terminalNo: string
  home: Place
  cold: boolean
}

/** Every evening all drive home: days are told again in any order, and none may begin elsewhere than the one before ended. */
const HOME_BY = 1425

/** As the standards ask: five minutes on the road, two out of range; a sleeping terminal less. */
const recordedEvery = (status: number, t: readonly (number | null)[]): number =>
  t.some((x) => x !== null && (x > 80 || x < 0)) ? 2 : (status & 1) === 1 ? 5 : 20

/** Its engine is off, and nobody leaves the hold open over night. */
const standing = (status: number): number => status & ~(1 | (1 << 13))

/** Six days of one vehicle, minute by minute while it works. */
function patterns(f: Fitted): { at: number; point: Omit<Point, 'at'>; direction: number }[][] {
  const seed = mixed(Number(f.terminalNo.slice(-5)), 2026)
  const random = new Random(seed)
  const plan: TruckPlan = {
    seed,
    home: f.home,
    trade: 'local',
    cold: f.cold ? 'item51' : null,
    setpoint: 4,
    version: 2013,
    clock: 0,
    last: { place: f.home, heading: 0, metres: random.int(20_000, 400_000) * 1000 },
  }
  const start = Date.parse('2026-01-05T00:00:00+08:00')
  const truck = new Truck(plan, chinaRoads(), start)
  return Array.from({ length: PATTERNS }, (_, d) => {
    const midnight = start + d * 86_400_000
    const samples: { at: number; point: Omit<Point, 'at'>; direction: number }[] = []
    const [from, to] = [random.int(380, 560), random.int(960, 1230)]
    const hurried = random.chance(0.25) ? random.int(from, to) : -1
    let working = false
    for (let minute = 0; minute < 1440; minute += working ? 1 : minute < from ? Math.min(30, from - minute) : 30) {
      const at = midnight + minute * MINUTE
      if (minute === to) truck.recall()
      working = minute >= from && minute < HOME_BY && (minute < to || !truck.home)
      if (working) truck.step(at)
      else truck.park(at)
      const l = truck.report(at)
      const fast = hurried >= 0 && working && minute >= hurried && minute < hurried + 3 && l.speed > 200
      const of = (name: string): unknown => l.items.find((item) => item.name === name)?.value
      const t = of('temperatures') as (number | null)[] | undefined
      const h = of('humidities') as (number | null)[] | undefined
      const recorded = working && t !== undefined && minute % recordedEvery(l.status, t) === 0
      const mileage = l.items.find((item) => item.name === 'mileage')?.value as number
      samples.push({
        at: minute * MINUTE,
        direction: l.direction,
        point: {
          lng: l.longitude / 1e6,
          lat: l.latitude / 1e6,
          speed: working ? (fast ? 108 : l.speed / 10) : 0,
          status: working ? l.status : standing(l.status),
          alarm: fast ? 2 : random.chance(0.03) ? l.alarm : l.alarm & ~1,
          odometer: mileage * 100,
          located: (l.status & 2) !== 0,
          temperatures: recorded ? t.filter((x) => x !== null) : null,
          humidities: recorded && h ? h.filter((x) => x !== null) : null,
          vehicleSignals: recorded ? (of('vehicleSignals') as number) : null,
        },
      })
    }
    return samples
  })
}

/** As the gateway stores them (fix.rules.ts). */
const itemsOf = ({ temperatures: t, humidities: h, vehicleSignals: s }: Point): string | null => (t ? JSON.stringify({ t, h, s }) : null)

interface Month {
  points: Point[]
  directions: number[]
}

function month(w: World, f: Fitted, now: string, drivesOn: (day: Day) => boolean): Month {
  const days = patterns(f)
  const random = new Random(mixed(f.vehicle.id, 99))
  const end = Date.parse(now)
  const points: Point[] = []
  const directions: number[] = []
  let shift = 0
  for (let back = DAYS; back >= 0; back--) {
    const day = addDays(w.until, -back)
    const midnight = Date.parse(instantAt(day))
    const pattern = days[random.int(0, PATTERNS - 1)]!
    const first = pattern[0]!.point.odometer!
    const last = points.at(-1)?.odometer ?? first
    shift = last - first
    // Most have their Sunday, and who was not out stood.
    const free = new Date(midnight).getUTCDay() === 6 && random.chance(0.7)
    const resting = free || !drivesOn(day)
    for (const p of pattern) {
      if (midnight + p.at > end) break
      if (resting && p.at % (30 * MINUTE) !== 0) continue
      const at = midnight + p.at
      points.push(
        resting
          ? {
              ...p.point,
              at,
              lng: f.home.lng,
              lat: f.home.lat,
              speed: 0,
              status: standing(p.point.status),
              alarm: 0,
              odometer: last,
              temperatures: null,
              humidities: null,
              vehicleSignals: null,
            }
          : { ...p.point, at, odometer: p.point.odometer! + shift },
      )
      directions.push(p.direction)
    }
  }
  return { points, directions }
}

interface Telling {
  rules: Awaited<ReturnType<typeof loadRules>>
  now: string
  drivesOn: (day: Day) => boolean
}
export const history = (w: World, f: Fitted, { rules, now, drivesOn }: Telling): Promise<void> =>
  w.write((tx) => store(w, tx, f, month(w, f, now, drivesOn), rules, now), { statementTimeoutMs: 120_000 })

async function store(w: World, tx: Tx, f: Fitted, { points, directions }: Month, rules: Telling['rules'], now: string): Promise<void> {
  const state = newState()
  const out: Outcome = run(state, points, rulesFor(rules, f.vehicle.id, f.vehicle.store.id))
  const dense = Date.parse(instantAt(addDays(w.until, -KEPT_DENSE)))
  const indices = points.flatMap((p, i) =>
    p.at >= dense ? (i % 2 === 0 || p.speed === 0 || p.alarm ? [i] : []) : p.at % (15 * MINUTE) === 0 || p.alarm ? [i] : [],
  )
  const ctx: Context = w.as()
  await storeOutcomes(tx, ctx, [
    {
      subject: { vehicle: f.vehicle.id, store: f.vehicle.store.id, terminal: f.terminal },
      out,
      from: null,
      channels: rules.channels.get(f.vehicle.id) ?? [],
    },
  ])
  const column = (of: (p: Point, i: number) => number | null) =>
    sql`${`{${indices.map((i) => of(points[i]!, i) ?? 'null').join(',')}}`}::bigint[]`
  await sql`insert into position (operator_id, terminal, vehicle, at, received_at, serial, lng, lat, altitude, speed, direction, flags, alarm, status, odometer, signal, satellites, items)
      select ${w.operatorId}, ${f.terminal}, ${f.vehicle.id}, 'epoch'::timestamptz + u.at * interval '1 ms', 'epoch'::timestamptz + (u.at + 700) * interval '1 ms', u.n % 65536, u.lng, u.lat, 12, u.speed, u.direction, u.flags, u.alarm, u.status, u.odometer, 24, 12, u.items::jsonb
      from unnest(${column((p) => p.at)}, ${column((_, i) => i)}, ${column((p) => Math.round(p.lng * 1e6))}, ${column((p) => Math.round(p.lat * 1e6))}, ${column((p) => Math.round(p.speed * 10))}, ${column((_, i) => directions[i]!)}, ${column((p) => (p.located ? 0 : 4))},
        ${column((p) => p.alarm)}, ${column((p) => p.status)}, ${column((p) => Math.round(p.odometer! / 100))}, ${sql.val(indices.map((i) => itemsOf(points[i]!)))}::text[]) as u(at, n, lng, lat, speed, direction, flags, alarm, status, odometer, items)
      on conflict do nothing`.execute(tx)
  for (const { day, state: begun } of [...out.starts.slice(-4), { day: '9999-12-31', state }])
    await sql`insert into engine_state (operator_id, vehicle, day, state) values (${w.operatorId}, ${f.vehicle.id}, ${day}, ${JSON.stringify(begun)}::jsonb) on conflict do nothing`.execute(
      tx,
    )
  const p = points.at(-1)!
  await sql`update vehicle_position set at = ${new Date(p.at).toISOString()}, received_at = ${new Date(p.at).toISOString()}, lng = ${p.lng}, lat = ${p.lat}, speed = ${p.speed}, direction = ${directions.at(-1)!}, motion = ${p.status & 1 ? (p.speed >= 3 ? 'driving' : 'idling') : 'parked'}, acc_on = ${(p.status & 1) === 1}, odometer = ${p.odometer! / 1000}, changed_at = ${now}
      where vehicle = ${f.vehicle.id} and operator_id = ${w.operatorId}`.execute(tx)
  await tx
    .updateTable('terminal')
    .set({
      firstSeenAt: new Date(points[0]!.at).toISOString(),
      lastSeenAt: new Date(p.at).toISOString(),
      lastFixAt: new Date(p.at).toISOString(),
      protocol: 'jt808v2013',
      maker: 'XT',
      model: 'XT-808R',
      deviceNo: `D${f.terminalNo.slice(-6)}`,
      firmware: 'V2.3.1',
    })
    .where('id', '=', f.terminal)
    .execute()
}
