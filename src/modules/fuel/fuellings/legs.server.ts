/**
 * The one place that says what a vehicle used: only between two full fills that say their kilometres (affairs.md §3.8). What was filled
 * after the first up to the second is what the way between them took. The check of a fuelling and the report both read it.
 */
import { sql, type RawBuilder } from 'kysely'
import type { SourceArgs } from '#kit/report/statement.server.ts'
import { vehicleFacts } from '#modules/vehicles/vehicles.public.ts'

/** Shorter ways say nothing: a nozzle stops a litre earlier or later. */
const LEAST_KM = 20

/** Of the fuellings `f` (id, operator_id, vehicle, kind, at, km) those that end a way: `km`, `quantity`, `amount`, and `driver` if all its fills were of one. */
export const legsOver = (fills: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select f.*, f.km - p.km as leg_km, x.quantity as leg_quantity, x.amount as leg_amount, x.driver as leg_driver
  from (${fills}) f
  cross join lateral (
    select b.id, b.at, b.km from fuelling b
    where b.operator_id = f.operator_id and b.vehicle = f.vehicle and b.kind = f.kind and b.filled_up and b.status <> 'voided' and b.deleted_at is null
      and b.at <= f.at and (b.at, b.id) < (f.at, f.id)
    order by b.at desc, b.id desc limit 1) p
  cross join lateral (
    select sum(b.quantity) as quantity, sum(b.amount) as amount,
      case when count(*) = count(b.driver) and min(b.driver) = max(b.driver) then min(b.driver) end as driver
    from fuelling b
    where b.operator_id = f.operator_id and b.vehicle = f.vehicle and b.kind = f.kind and b.status <> 'voided' and b.deleted_at is null
      and b.at >= p.at and b.at <= f.at and (b.at, b.id) > (p.at, p.id) and (b.at, b.id) <= (f.at, f.id)) x
  where f.km - p.km >= ${LEAST_KM}`

/** Rows of the report: each way on the day of the fill that ended it. */
export function legRows({ ctx, scoped, from, to }: SourceArgs): RawBuilder<unknown> {
  const day = sql`(t.at at time zone 'Asia/Shanghai')::date`
  const fills = scoped('fuelling')
    .where('t.status', '!=', 'voided')
    .where('t.filledUp', '=', true)
    .where('t.km', 'is not', null)
    .where(sql<boolean>`${day} between ${from}::date and ${to}::date`)
    .select(['t.id', 't.operatorId', 't.no', 't.vehicle', 't.kind', 't.at', 't.km', 't.store', 't.station', day.as('day')])
  return sql`
    select l.id, 'fuelling' as entity, l.no as title, l.day, l.station as note, l.vehicle, l.leg_driver as driver, v.model, l.store, l.kind,
      l.leg_km as km, l.leg_km / 100 as hundreds, l.leg_amount as spent,
      case when l.kind = 'fuel' then l.leg_quantity else 0 end as litres_used,
      case when l.kind = 'charge' then l.leg_quantity else 0 end as kwh_used,
      case when l.kind = 'fuel' then l.leg_km / 100 else 0 end as fuel_hundreds,
      case when l.kind = 'charge' then l.leg_km / 100 else 0 end as charge_hundreds
    from (${legsOver(sql`${fills}`)}) l
    left join ${vehicleFacts(ctx)} v on v.id = l.vehicle`
}
