/** How cold a vehicle is right now, held against the policies of what it carries. */
import { sql } from 'kysely'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { ZONES } from './temperature.server.ts'

/** Older readings say nothing of now. */
const FRESH_MS = 15 * 60_000

/** What was agreed, ℃. */
export async function coldLimits(db: Db, policy: number): Promise<{ lowest: number; highest: number }> {
  const p = await db.selectFrom('temperaturePolicy').select(['lowest', 'highest']).where('id', '=', policy).executeTakeFirstOrThrow()
  return { lowest: Number(p.lowest), highest: Number(p.highest) }
}

interface ColdNow {
  policy: number
  lowest: number
  highest: number
  /** The reading furthest from the middle; null: no probe has spoken lately. */
  value: number | null
}

/** What each of these probes showed at a moment, as far as it had spoken shortly before. */
async function readingsAt(tx: Tx, ctx: Context, vehicle: number, slots: readonly number[], at: string): Promise<number[]> {
  const since = new Date(Date.parse(at) - FRESH_MS).toISOString()
  const { rows } = await sql<{ value: number }>`
    select distinct on (sensor_no) value::float8 / 10 as value from temperature_reading
    where operator_id = ${ctx.user.operatorId} and vehicle = ${vehicle} and sensor_no = any(${sql.val([...slots])}::int[])
      and at >= ${since} and at <= ${at} and quality = 'ok' and value is not null
    order by sensor_no, at desc`.execute(tx)
  return rows.map((r) => Number(r.value))
}

/**
 * Per policy of temperature the worst fresh reading of the vehicle's probes; nothing for a vehicle without probes. `at`: as it was at
 * that moment, for what is only heard of later.
 */
export async function coldNow(
  tx: Tx,
  ctx: Context,
  vehicle: number,
  policies: readonly number[],
  at = ctx.clock.now(),
): Promise<ColdNow[]> {
  if (policies.length === 0) return []
  const channels = await liveRows(tx, 'temperatureChannel')
    .select(['slot', 'lastAt', 'lastValue', 'lastQuality'])
    .where('vehicle', '=', vehicle)
    .where('kind', '=', 'temperature')
    .execute()
  if (channels.length === 0) return []
  const since = new Date(Date.parse(at) - FRESH_MS).toISOString()
  const values = channels.some((c) => c.lastAt !== null && c.lastAt > at)
    ? await readingsAt(
        tx,
        ctx,
        vehicle,
        channels.map((c) => Number(c.slot)),
        at,
      )
    : channels.flatMap((c) =>
        c.lastAt !== null && c.lastAt >= since && c.lastQuality === 'ok' && c.lastValue !== null ? [Number(c.lastValue)] : [],
      )
  const rows = await tx
    .selectFrom('temperaturePolicy')
    .select(['id', 'lowest', 'highest'])
    .where('id', 'in', [...policies])
    .where('kind', '=', 'temperature')
    .execute()
  return rows.map((p) => {
    const [lowest, highest] = [Number(p.lowest), Number(p.highest)]
    const off = (v: number): number => Math.max(v - highest, lowest - v)
    return { policy: p.id, lowest, highest, value: values.length ? values.reduce((a, b) => (off(b) > off(a) ? b : a)) : null }
  })
}

interface TooWarm {
  vehicle: number
  kind: 'high' | 'low'
  zone: string
  startAt: string
  endAt: string | null
  /** ℃. */
  peak: number | null
  limit: number | null
}

/** When the boxes of these vehicles were warmer or colder than their standards allow, as far as nobody called it a mistake. */
export async function excursionsOf(db: Db, vehicles: readonly number[], since: string): Promise<TooWarm[]> {
  if (vehicles.length === 0) return []
  const rows = await liveRows(db, 'excursion')
    .innerJoin('temperatureChannel', (join) =>
      join.onRef('temperatureChannel.id', '=', 'excursion.channel').onRef('temperatureChannel.operatorId', '=', 'excursion.operatorId'),
    )
    .select(['excursion.vehicle', 'excursion.kind', 'excursion.startAt', 'excursion.endAt', 'excursion.peak', 'excursion.limit'])
    .select('temperatureChannel.zone')
    .where('excursion.vehicle', 'in', [...vehicles])
    .where('excursion.measure', '=', 'temperature')
    .where('excursion.kind', 'in', ['high', 'low'])
    .where('excursion.status', '<>', 'falseAlarm')
    .where('excursion.startAt', '>=', since)
    .orderBy('excursion.startAt')
    .orderBy('excursion.id')
    .execute()
  const number = (value: unknown): number | null => (value === null ? null : Number(value))
  return rows.map((r) => ({
    ...r,
    kind: r.kind as TooWarm['kind'],
    zone: ZONES[r.zone] ?? r.zone,
    peak: number(r.peak),
    limit: number(r.limit),
  }))
}
