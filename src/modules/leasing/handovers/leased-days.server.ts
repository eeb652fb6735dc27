/** Days a vehicle stood on the books, was with a lessee, or was blocked: rows of 车辆收益 (finance.md §3.7). */
import { sql, type RawBuilder } from 'kysely'
import { addDays, instantAt } from '#kit/basics/time/day.ts'
import { pieces } from '#kit/report/pieces.server.ts'
import type { SourceArgs } from '#kit/report/statement.server.ts'
import { blockedSpans } from '#modules/vehicles/vehicles.public.ts'

const dayOf = (at: string): RawBuilder<unknown> => sql`(${sql.ref(at)} at time zone 'Asia/Shanghai')::date`

/**
 * One row a vehicle and piece of the time axis for the days it stood, one a segment for those it was leased, one for those it was blocked.
 * A day is leased when a segment begins on it or covers it: the day a vehicle comes back is no leased day, as it is not in the rent. Segments
 * of a vehicle never overlap, so their days add up. It is blocked when a block covers it likewise and no lessee has the vehicle: no day is
 * both, so leased ≤ available ≤ stood. A vehicle stands from its purchase to the day before its disposal, and never in days to come.
 */
export function vehicleDayRows(args: SourceArgs): RawBuilder<unknown> {
  const operator = args.ctx.user.operatorId
  const vehicles = args
    .scoped('vehicle')
    .where((eb) => eb.or([eb('t.disposedOn', 'is', null), eb('t.disposedOn', '>', args.from)]))
    .select(['t.id', 't.plateNo', 't.store', 't.model'])
    .select(sql`coalesce(t.purchased_on, ${dayOf('t.createdAt')})`.as('since'))
    .select(sql`least(t.disposed_on, ${args.today}::date + 1)`.as('until'))
  const within = sql`s.from_at < ${instantAt(addDays(args.to, 1))}::timestamptz and (s.to_at is null or s.to_at >= greatest(s.from_at, ${instantAt(args.from)}::timestamptz))`
  const segments = sql`(select s.vehicle, ${dayOf('s.fromAt')} as since, ${dayOf('s.toAt')} as until from lease_segment s
    where s.operator_id = ${operator} and s.deleted_at is null and ${within})`
  // The days of all spans of a vehicle, each day once. A span that begins and ends on one day has none.
  const daysOf = (spans: RawBuilder<unknown>): RawBuilder<unknown> => sql`range_agg(daterange(s.since, s.until)) as days from ${spans} s`
  const blocks = sql`(select s.vehicle, ${dayOf('s.fromAt')} as since, ${dayOf('s.toAt')} as until from ${blockedSpans(args.ctx)} s where ${within})`
  const head = (note: string): RawBuilder<unknown> =>
    sql`v.id, 'vehicle' as entity, v.plate_no as title, p.first as day, ${sql.lit(note)}::text as note, v.id as vehicle, v.store, v.model`
  return sql`
    select ${head('在册')}, p.next - p.first as stood, 0 as leased, 0::bigint as blocked
    from (${vehicles}) v cross join lateral ${pieces(args, sql`v.since`, sql`v.until`)} p
    union all
    select ${head('出租')}, 0, p.next - p.first, 0
    from (${vehicles}) v join ${segments} s on s.vehicle = v.id
    cross join lateral ${pieces(args, sql`greatest(v.since, s.since)`, sql`least(v.until, s.until)`)} p
    union all
    select ${head('停用')}, 0, 0, (select coalesce(sum(upper(r) - lower(r)), 0) from unnest(b.days * datemultirange(daterange(p.first, p.next))) r)
    from (${vehicles}) v join (
      select b.vehicle, b.days - coalesce(l.days, '{}'::datemultirange) as days from (select s.vehicle, ${daysOf(blocks)} group by s.vehicle) b
      left join lateral (select ${daysOf(segments)} where s.vehicle = b.vehicle) l on true) b on b.vehicle = v.id
    cross join lateral ${pieces(args, sql`v.since`, sql`v.until`)} p`
}
