/** Goods that must be kept cold: whether the box may leave with them, and in which boxes they were (transport.md §2.8 depart, J6, T5). */
import { sql } from 'kysely'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { coldNow } from '#modules/telematics/telematics.public.ts'

export async function coldEnough(tx: Tx, ctx: Context, missionId: number, vehicle: number | null, at: string): Promise<void> {
  if (vehicle === null) return
  const policies = await liveRows(tx, 'consignment')
    .select('tempPolicy')
    .where('mission', '=', missionId)
    .where('tempPolicy', 'is not', null)
    .where('status', 'in', ['loadedPlan', 'toPick', 'carrying'])
    .execute()
  const ids = [...new Set(policies.flatMap((p) => (p.tempPolicy ? [p.tempPolicy] : [])))]
  for (const { lowest, highest, value } of await coldNow(tx, ctx, vehicle, ids, at)) {
    if (value === null) throw refused('车厢没有最近的温度读数，请检查温度探头')
    if (value > highest) throw refused(`车厢温度 ${value} ℃，高于 ${highest} ℃`)
    if (value < lowest) throw refused(`车厢温度 ${value} ℃，低于 ${lowest} ℃`)
  }
}

interface Ride {
  vehicle: number
  from: string
  to: string
}
const later = (a: string, b: string): string => (a > b ? a : b)
const earlier = (a: string, b: string): string => (a < b ? a : b)

/** From loading to signature, over every vehicle of a relay and each for its own time: what a box carried before or after is another's. */
export async function ridesOf(
  db: Db,
  ctx: Context,
  leg: { mission: number; pickedAt: string; signedAt: string | null },
): Promise<readonly Ride[]> {
  const { rows } = await sql<{ vehicle: number | null; startAt: string | null; endAt: string | null }>`
    with recursive chain as (
      select id, relay_of, vehicle, actual_start, actual_end, 0 as back from mission where operator_id = ${ctx.user.operatorId} and id = ${leg.mission}
      union all select m.id, m.relay_of, m.vehicle, m.actual_start, m.actual_end, c.back + 1 from mission m join chain c on m.id = c.relay_of
        where m.operator_id = ${ctx.user.operatorId} and c.back < 50)
    select vehicle, actual_start as "startAt", actual_end as "endAt" from chain order by back desc`.execute(db)
  const end = leg.signedAt ?? ctx.clock.now()
  const iso = (at: string | null): string | null => (at === null ? null : new Date(at).toISOString())
  return rows
    .map((r, i) => ({
      vehicle: r.vehicle,
      from: i === 0 ? leg.pickedAt : later(leg.pickedAt, iso(r.startAt) ?? leg.pickedAt),
      to: i === rows.length - 1 ? end : earlier(end, iso(r.endAt) ?? end),
    }))
    .filter((r): r is Ride => r.vehicle !== null && r.from < r.to)
}
