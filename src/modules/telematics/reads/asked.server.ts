/** Kilometres and places that other modules ask for: upkeep, fuel (affairs.md §5). */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/day.ts'
import { metresBetween } from '#kit/basics/earth.ts'

/** Kilometres of each vehicle since a day, and on how many days something was counted. */
export async function kmByDay(
  tx: Tx,
  ctx: Context,
  vehicles: readonly number[],
  from: Day,
): Promise<Map<number, { km: number; days: number }>> {
  if (vehicles.length === 0) return new Map()
  const rows = await tx
    .selectFrom('vehicleDay')
    .select(['vehicle', sql<number>`sum(distance)::float8 / 1000`.as('km'), sql<number>`count(*)::int`.as('days')])
    .where('operatorId', '=', ctx.user.operatorId)
    .where('vehicle', 'in', [...vehicles])
    .where('day', '>=', from)
    .where('deletedAt', 'is', null)
    .groupBy('vehicle')
    .execute()
  return new Map(rows.map((r) => [r.vehicle, { km: Number(r.km), days: Number(r.days) }]))
}

interface Fix {
  lng: number
  lat: number
  speed: number
}
/** Without a fix, filtered, or with a wrong clock. */
const UNUSABLE = 2 | 4 | 32

async function fixes(tx: Tx, ctx: Context, vehicle: number, at: string, minutes: number): Promise<Fix[]> {
  const [from, to] = [-1, 1].map((sign) => new Date(Date.parse(at) + sign * minutes * 60_000).toISOString()) as [string, string]
  const { rows } = await sql<Fix>`
    select q.lng, q.lat, q.speed from terminal_binding b join position q on q.terminal = b.terminal and q.at >= b.from_at and (b.to_at is null or q.at < b.to_at)
    where b.operator_id = ${ctx.user.operatorId} and b.vehicle = ${vehicle} and b.deleted_at is null and q.at between ${from} and ${to} and q.flags & ${UNUSABLE} = 0
    limit 2000`.execute(tx)
  return rows.map((r) => ({ lng: r.lng / 1e6, lat: r.lat / 1e6, speed: r.speed }))
}

/** Metres: how near a vehicle came to a place around a moment; null when nobody knows where it was. */
export async function nearestApproach(
  tx: Tx,
  ctx: Context,
  vehicle: number,
  at: string,
  minutes: number,
  place: { lng: number; lat: number },
): Promise<number | null> {
  const seen = await fixes(tx, ctx, vehicle, at, minutes)
  return seen.length === 0 ? null : Math.min(...seen.map((f) => metresBetween(f.lng, f.lat, place.lng, place.lat)))
}

/** Where it stood around a moment: the middle of the fixes at rest. */
export async function standingAt(
  tx: Tx,
  ctx: Context,
  vehicle: number,
  at: string,
  minutes: number,
): Promise<{ lng: number; lat: number } | null> {
  const still = (await fixes(tx, ctx, vehicle, at, minutes)).filter((f) => f.speed < 30)
  if (still.length === 0) return null
  const middle = (of: 'lng' | 'lat'): number => still.map((f) => f[of]).toSorted((a, b) => a - b)[Math.floor(still.length / 2)]!
  return { lng: middle('lng'), lat: middle('lat') }
}
