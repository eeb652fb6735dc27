/** Days a vehicle stood on the books, was with a lessee, or was blocked: rows of 车辆收益 (finance.md §3.7). */
import { sql, type RawBuilder } from 'kysely'
import type { SourceArgs } from '#kit/report/statement.server.ts'
import { blockedSpans } from '#modules/vehicles/vehicles.public.ts'

/**
 * One row a vehicle and day. A day is leased when any segment covers part of it, blocked when a block covers part of it and no lessee has
 * the vehicle: both never count the same day, so leased ≤ available ≤ stood.
 */
export function vehicleDayRows(args: SourceArgs): RawBuilder<unknown> {
  const operator = args.ctx.user.operatorId
  const vehicles = args
    .scoped('vehicle')
    .where('t.status', '<>', 'disposed')
    .select(['t.id', 't.plateNo', 't.store', 't.model', sql`(t.created_at at time zone 'Asia/Shanghai')::date`.as('made'), 't.purchasedOn'])
  const covers = (from: string, to: string): RawBuilder<boolean> =>
    sql<boolean>`(${sql.ref(from)} at time zone 'Asia/Shanghai')::date <= d.day and (${sql.ref(to)} is null or (${sql.ref(to)} at time zone 'Asia/Shanghai')::date > d.day)`
  return sql`
    select x.id, 'vehicle' as entity, x.title, x.day, null::text as note, x.id as vehicle, x.store, x.model, 1 as stood,
      case when x.leased then 1 else 0 end as leased, case when x.blocked and not x.leased then 1 else 0 end as blocked
    from (
      select v.id, v.plate_no as title, d.day, v.store, v.model,
        exists (select 1 from lease_segment s where s.operator_id = ${operator} and s.vehicle = v.id and s.deleted_at is null and ${covers('s.fromAt', 's.toAt')}) as leased,
        exists (select 1 from ${blockedSpans(args.ctx)} b where b.vehicle = v.id and ${covers('b.fromAt', 'b.toAt')}) as blocked
      from (${vehicles}) v
      cross join lateral (select g::date as day from generate_series(greatest(${args.from}::date, coalesce(v.purchased_on, v.made)), least(${args.to}::date, ${args.today}::date), interval '1 day') g) d
    ) x`
}
