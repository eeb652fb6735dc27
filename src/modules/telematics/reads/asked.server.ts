/** Kilometres and places that other modules ask for: upkeep, fuel (affairs.md §5). */
import { sql, type RawBuilder } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { metresBetween } from '#kit/basics/earth.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { UNUSABLE } from '../places/flags.ts'
import { mileageOf } from './track.rules.ts'
import { readPoints } from './track.server.ts'

/** Kilometres of each vehicle since a day, and on how many days something was counted. */
export async function kmByDay(tx: Tx, vehicles: readonly number[], from: Day): Promise<Map<number, { km: number; days: number }>> {
  if (vehicles.length === 0) return new Map()
  const rows = await liveRows(tx, 'vehicleDay')
    .select(['vehicle', sql<number>`sum(distance)::float8 / 1000`.as('km'), sql<number>`count(*)::int`.as('days')])
    .where('vehicle', 'in', [...vehicles])
    .where('day', '>=', from)
    .groupBy('vehicle')
    .execute()
  return new Map(rows.map((r) => [r.vehicle, { km: Number(r.km), days: Number(r.days) }]))
}

interface Place {
  lng: number
  lat: number
}
interface Around {
  vehicle: number
  at: string
}

/** Fixes `q` of each of the asked `a` (n, vehicle, at) within so many minutes of its moment. */
const fixesOf = (ctx: Context, minutes: number): RawBuilder<unknown> => sql`
  terminal_binding b join position q on q.terminal = b.terminal and q.at >= b.from_at and (b.to_at is null or q.at < b.to_at)
  where b.operator_id = ${ctx.user.operatorId} and b.vehicle = a.vehicle and b.deleted_at is null and q.flags & ${UNUSABLE} = 0
    and q.at between a.at - make_interval(mins => ${minutes}) and a.at + make_interval(mins => ${minutes})`
const asked = (list: readonly object[]): string => JSON.stringify(list.map((a, n) => ({ n, ...a })))

/** Metres: how near each vehicle came to a place around a moment; null when nobody knows where it was. As many answers as questions. */
export async function nearestApproaches(
  tx: Tx,
  ctx: Context,
  list: readonly (Around & { place: Place })[],
  minutes: number,
): Promise<(number | null)[]> {
  const metres: (number | null)[] = list.map(() => null)
  if (list.length === 0) return metres
  const flat = list.map(({ vehicle, at, place }) => ({ vehicle, at, lng: Math.round(place.lng * 1e6), lat: Math.round(place.lat * 1e6) }))
  // Which of the fixes is the nearest is plain to see on a plane; how far that is, is measured on the earth.
  const { rows } = await sql<Place & { n: number }>`
    select a.n, f.lng, f.lat from json_to_recordset(${asked(flat)}::json) as a(n int, vehicle bigint, at timestamptz, lng int, lat int) cross join lateral (
      select q.lng, q.lat from ${fixesOf(ctx, minutes)}
      order by ((q.lng - a.lng) * cos(radians(a.lat / 1e6))) ^ 2 + (q.lat - a.lat)::float8 ^ 2 limit 1) f`.execute(tx)
  for (const { n, lng, lat } of rows) metres[n] = metresBetween(lng / 1e6, lat / 1e6, list[n]!.place.lng, list[n]!.place.lat)
  return metres
}

/** Slower than this, in tenths of km/h, a vehicle stands. */
const STANDS = 30

/** Where each vehicle stood around a moment: the middle of the fixes at rest. As many answers as questions. */
export async function standings(tx: Tx, ctx: Context, list: readonly Around[], minutes: number): Promise<(Place | null)[]> {
  const places: (Place | null)[] = list.map(() => null)
  if (list.length === 0) return places
  const flat = list.map(({ vehicle, at }) => ({ vehicle, at }))
  const { rows } = await sql<Place & { n: number }>`
    select a.n, f.lng, f.lat from json_to_recordset(${asked(flat)}::json) as a(n int, vehicle bigint, at timestamptz) cross join lateral (
      select (array_agg(q.lng order by q.lng))[(1 + count(*) / 2)::int] as lng, (array_agg(q.lat order by q.lat))[(1 + count(*) / 2)::int] as lat
      from ${fixesOf(ctx, minutes)} and q.speed < ${STANDS}) f where f.lng is not null`.execute(tx)
  for (const { n, lng, lat } of rows) places[n] = { lng: lng / 1e6, lat: lat / 1e6 }
  return places
}

/** What the terminals of vehicles say the odometer shows, in whole km, and when; vehicles whose terminal counts nothing are not in it. */
export async function odometerNow(tx: Tx, vehicles: readonly number[]): Promise<Map<number, { km: number; at: string }>> {
  if (vehicles.length === 0) return new Map()
  const rows = await liveRows(tx, 'vehiclePosition')
    .select(['vehicle', 'odometer', 'at'])
    .where('vehicle', 'in', [...vehicles])
    .where('odometer', '>', 0)
    .where('at', 'is not', null)
    .execute()
  return new Map(rows.map((r) => [r.vehicle, { km: Math.floor(Number(r.odometer)), at: r.at! }]))
}

const STEP_MS = 5 * 60_000
/** Share of a trip, in steps of five minutes, in which the terminal gave a usable fix; null: no terminal was bound in that time. */
export async function trackShare(tx: Tx, ctx: Context, vehicle: number, from: string, to: string): Promise<number | null> {
  const { rows: bound } = await sql<{ id: number }>`
    select id from terminal_binding where operator_id = ${ctx.user.operatorId} and vehicle = ${vehicle} and deleted_at is null
      and from_at < ${to} and (to_at is null or to_at > ${from}) limit 1`.execute(tx)
  if (bound.length === 0) return null
  const { rows } = await sql<{ n: number }>`
    select count(distinct floor(extract(epoch from (q.at - ${from}::timestamptz)) * 1000 / ${STEP_MS}))::int as n
    from terminal_binding b join position q on q.terminal = b.terminal and q.at >= b.from_at and (b.to_at is null or q.at < b.to_at)
    where b.operator_id = ${ctx.user.operatorId} and b.vehicle = ${vehicle} and b.deleted_at is null
      and q.at >= ${from} and q.at < ${to} and q.flags & ${UNUSABLE} = 0`.execute(tx)
  const steps = Math.max(1, Math.ceil((Date.parse(to) - Date.parse(from)) / STEP_MS))
  return Math.min(1, Number(rows[0]?.n ?? 0) / steps)
}

/** A track with larger holes says nothing of the way between. */
const TRACK_SHARE = 0.8
const MOST_MS = 15 * 86_400_000
/** Metres a vehicle drove in a time, by its terminal's counter or its fixes; null where the track does not cover the time. */
export async function drivenMetres(tx: Tx, ctx: Context, vehicle: number, from: string, to: string): Promise<number | null> {
  if (from >= to || Date.parse(to) - Date.parse(from) > MOST_MS) return null
  const share = await trackShare(tx, ctx, vehicle, from, to)
  if (share === null || share < TRACK_SHARE) return null
  const { gps, odometer, used } = mileageOf(await readPoints(tx, ctx, vehicle, { from, to }))
  return Math.round(used === 'odometer' ? (odometer ?? gps) : gps)
}
