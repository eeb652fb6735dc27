/** Days a vehicle stood on the books, was with a lessee, or was blocked: rows of 车辆收益 (finance.md §3.7). */
import { sql, type RawBuilder } from 'kysely'
import { addDays, instantAt } from '#kit/basics/day.ts'
import { pieces } from '#kit/report/pieces.server.ts'
import type { SourceArgs } from '#kit/report/statement.server.ts'
import { blockedSpans } from '#modules/vehicles/vehicles.public.ts'

const dayOf = (at: string): RawBuilder<unknown> => sql`(${sql.ref(at)} at time zone 'Asia/Shanghai')::date`

/**
 * One row a vehicle and piece of the time axis. A day is leased when a segment begins on it or covers it: the day a vehicle comes back is
 * no leased day, as it is not in the rent. It is blocked when a block covers it likewise and no lessee has the vehicle: no day is both, so
 * leased ≤ available ≤ stood. A vehicle stands from its purchase to the day before its disposal, and never in days to come.
 */
export function vehicleDayRows(args: SourceArgs): RawBuilder<unknown> {
  const operator = args.ctx.user.operatorId
  const vehicles = args
    .scoped('vehicle')
    .where((eb) => eb.or([eb('t.disposedOn', 'is', null), eb('t.disposedOn', '>', args.from)]))
    .select(['t.id', 't.plateNo', 't.store', 't.model'])
    .select(sql`coalesce(t.purchased_on, ${dayOf('t.createdAt')})`.as('since'))
    .select(sql`least(t.disposed_on, ${args.today}::date + 1)`.as('until'))
  // The days of all spans of a vehicle, each day once. A span that begins and ends on one day has none.
  const daysOf = (spans: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`(select s.vehicle, range_agg(daterange(${dayOf('s.fromAt')}, ${dayOf('s.toAt')})) as days from ${spans} s
      where s.from_at < ${instantAt(addDays(args.to, 1))}::timestamptz and (s.to_at is null or s.to_at >= greatest(s.from_at, ${instantAt(args.from)}::timestamptz))
      group by s.vehicle)`
  const segments = sql`(select vehicle, from_at, to_at from lease_segment where operator_id = ${operator} and deleted_at is null)`
  const none = sql`'{}'::datemultirange`
  const count = (days: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`(select coalesce(sum(upper(r) - lower(r)), 0) from unnest((${days}) * datemultirange(daterange(p.first, p.next))) r)`
  return sql`
    select v.id, 'vehicle' as entity, v.plate_no as title, p.first as day, null::text as note, v.id as vehicle, v.store, v.model,
      p.next - p.first as stood, ${count(sql`coalesce(l.days, ${none})`)} as leased,
      ${count(sql`coalesce(b.days, ${none}) - coalesce(l.days, ${none})`)} as blocked
    from (${vehicles}) v
    left join ${daysOf(segments)} l on l.vehicle = v.id
    left join ${daysOf(blockedSpans(args.ctx))} b on b.vehicle = v.id
    cross join lateral ${pieces(args, sql`v.since`, sql`v.until`)} p`
}
