/** What the engines read and keep: subjects, states at the beginnings of days, stored reports. */
import { sql } from 'kysely'
import type { Tx } from '#kit/access/context.server.ts'
import { addDays, type Day, dayOf, instantAt } from '#kit/basics/time/day.ts'
import { anyOf } from '#kit/entity/query/live-rows.server.ts'
import { BAD_CLOCK, FILTERED, JUMP, NO_FIX } from '../places/flags.ts'
import { newState, type EngineState } from './engine.rules.ts'
import type { Subject } from './findings.server.ts'
import type { Point } from './point.ts'

/** States of the beginnings of days are kept so long; later data are stored and shown, but tell no new story. */
export const KEEP_DAYS = 4
/** The day of the running state. */
export const RUNNING = '9999-12-31'

export interface Begun {
  subject: Subject
  state: EngineState
  /** Set when everything from this instant on is folded again. */
  from: number | null
}
export interface StateOfDay {
  vehicle: number
  day: string
  state: EngineState
}

export async function subjectsOf(tx: Tx, vehicles: readonly number[]): Promise<Map<number, Subject>> {
  const rows = await tx
    .selectFrom('vehicle')
    .leftJoin('terminal', (j) => j.onRef('terminal.vehicle', '=', 'vehicle.id').on('terminal.deletedAt', 'is', null))
    .select(['vehicle.id as vehicle', 'vehicle.store', 'terminal.id as terminal'])
    .where('vehicle.id', '=', anyOf(vehicles))
    .execute()
  return new Map(rows.map((row) => [row.vehicle, row]))
}

export async function runningStates(tx: Tx, operatorId: number, vehicles: readonly number[]): Promise<Map<number, EngineState>> {
  const { rows } = await sql<{
    vehicle: number
    state: EngineState
  }>`select vehicle, state from engine_state where operator_id = ${operatorId} and vehicle = any(${sql.val(vehicles)}::bigint[]) and day = ${RUNNING}`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.vehicle, row.state]))
}

/** The state at the beginning of the day that late data belong to; null when that is too long ago. */
export async function earlierState(
  tx: Tx,
  operatorId: number,
  vehicle: number,
  since: number,
): Promise<{ state: EngineState; from: number } | null> {
  const { rows } = await sql<{
    day: string
    state: EngineState
  }>`select day::text as day, state from engine_state where operator_id = ${operatorId} and vehicle = ${vehicle} and day < ${RUNNING} order by day desc`.execute(
    tx,
  )
  const day = dayOf(since)
  const start = rows.find((row) => row.day <= day)
  if (start) return { state: start.state, from: Date.parse(instantAt(start.day as Day)) }
  // Before everything that is known, but of a time we still tell of.
  const oldest = rows.at(-1)
  return oldest && day >= addDays(oldest.day as Day, -KEEP_DAYS) ? { state: newState(), from: Date.parse(instantAt(day)) } : null
}

interface StoredPosition {
  vehicle: number
  terminal: number
  at: number
  serial: number
  lng: number
  lat: number
  speed: number
  status: number
  alarm: number
  odometer: number | null
  flags: number
  t: (number | null)[] | null
  h: (number | null)[] | null
  s: number | null
  o: number | null
}
/** Through the bindings: a terminal's key is the only index positions have. `most` of each terminal. */
export async function pointsAfter(tx: Tx, operatorId: number, begun: readonly Begun[], most: number): Promise<Map<number, Point[]>> {
  if (begun.length === 0) return new Map()
  const list = (of: (one: Begun) => number) => sql`${`{${begun.map(of).join(',')}}`}::bigint[]`
  const after = ({ state, from }: Begun): number => Math.max(0, from === null ? state.at : from - 1)
  const { rows } = await sql<StoredPosition>`
    select u.vehicle, u.terminal, round(extract(epoch from q.at) * 1000)::bigint as at, q.serial, q.lng, q.lat, q.speed, q.status, q.alarm, q.odometer, q.flags, q.t, q.h, q.s, q.o
    from (select distinct b.vehicle, b.terminal, 'epoch'::timestamptz + w.after * interval '1 ms' as after from unnest(${list((one) => one.subject.vehicle)}, ${list(after)}) as w(vehicle, after)
      join terminal_binding b on b.operator_id = ${operatorId} and b.vehicle = w.vehicle and b.deleted_at is null and (b.to_at is null or b.to_at > 'epoch'::timestamptz + w.after * interval '1 ms')) u
    cross join lateral (select p.at, p.serial, p.lng, p.lat, p.speed, p.status, p.alarm, p.odometer, p.flags, p.items->'t' as t, p.items->'h' as h, (p.items->>'s')::bigint as s, (p.items->>'o')::bigint as o from position p
      where p.terminal = u.terminal and p.at > u.after and p.vehicle = u.vehicle and p.flags & ${BAD_CLOCK} = 0 order by p.at, p.serial limit ${most}) q`.execute(
    tx,
  )
  const byVehicle = Map.groupBy(rows, (row) => row.vehicle)
  return new Map(
    [...byVehicle].map(([vehicle, points]) => [
      vehicle,
      upTo(
        points.toSorted((a, b) => a.at - b.at || a.serial - b.serial || a.terminal - b.terminal),
        most,
      ).map(pointOf),
    ]),
  )
}
/** The first `most`, and an instant is never cut: its reports are looked at together. */
function upTo<P extends { at: number }>(points: readonly P[], most: number): readonly P[] {
  if (points.length < most) return points
  const { at } = points[most - 1]!
  const whole = points.findIndex((p) => p.at === at)
  return whole > 0 ? points.slice(0, whole) : points.filter((p) => p.at === at)
}
const pointOf = (r: StoredPosition): Point => ({
  at: r.at,
  lng: r.lng / 1e6,
  lat: r.lat / 1e6,
  speed: r.speed / 10,
  status: r.status,
  alarm: r.alarm,
  odometer: r.odometer === null ? null : r.odometer * 100,
  located: (r.flags & FILTERED) === 0 && ((r.flags & NO_FIX) === 0 || (r.flags & JUMP) !== 0),
  row: { terminal: r.terminal, serial: r.serial, jump: (r.flags & JUMP) !== 0 },
  temperatures: r.t,
  humidities: r.h,
  vehicleSignals: r.s,
  io: r.o,
})

export async function keepStates(tx: Tx, operatorId: number, states: readonly StateOfDay[], before: Day): Promise<void> {
  if (states.length === 0) return
  await sql`insert into engine_state (operator_id, vehicle, day, state) select ${operatorId}, u.vehicle, u.day::date, u.state::jsonb
    from unnest(${sql.val(states.map((k) => k.vehicle))}::bigint[], ${sql.val(states.map((k) => k.day))}::text[], ${sql.val(states.map((k) => JSON.stringify(k.state)))}::text[]) as u(vehicle, day, state)
    on conflict (operator_id, vehicle, day) do update set state = excluded.state`.execute(tx)
  const begun = states.filter((k) => k.day !== RUNNING).map((k) => k.vehicle)
  if (begun.length)
    await sql`delete from engine_state where operator_id = ${operatorId} and vehicle = any(${sql.val(begun)}::bigint[]) and day < ${before}`.execute(
      tx,
    )
}
