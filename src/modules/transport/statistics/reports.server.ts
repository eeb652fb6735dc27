/** Rows of what was ordered and carried (finance.md §4). */
import { sql, type RawBuilder } from 'kysely'
import { dayOfInstant, oneWhere, withinPeriod } from '#kit/report/columns.server.ts'
import { serveReport, type SourceArgs } from '#kit/report/statement.server.ts'
import { vehicleFacts } from '#modules/vehicles/vehicles.public.ts'
import { carpoolStatics, orderStatistics } from './reports.ts'

/** Orders that reached the receiver. */
const DELIVERED = sql<boolean>`t.status in ('signed', 'partSigned', 'receipted', 'priced', 'settled')`
const ENDED = sql<boolean>`t.status in ('cancelled', 'voided')`

/** Orders by the day they were to be picked up. Drafts are none. */
export function orderRows(args: SourceArgs): RawBuilder<unknown> {
  const counted = (column: string): RawBuilder<number> => sql<number>`case when ${ENDED} then 0 else ${sql.ref(column)} end`
  return sql`${args
    .scoped('transportOrder')
    .where('t.status', '<>', 'draft')
    .where(withinPeriod('t.pickFrom', args))
    .select([
      't.id',
      sql`'transportOrder'`.as('entity'),
      't.no as title',
      't.goodsText as note',
      dayOfInstant('t.pickFrom').as('day'),
      't.customer',
      't.goodsRoute',
      't.status',
      't.project',
      't.store',
      oneWhere(sql<boolean>`not ${ENDED}`).as('count'),
      oneWhere(sql<boolean>`not ${ENDED} and not ${DELIVERED}`).as('running'),
      oneWhere(DELIVERED).as('signed'),
      oneWhere(sql<boolean>`${DELIVERED} and t.signed_at <= t.drop_to`).as('onTime'),
      oneWhere(ENDED).as('cancelled'),
      counted('t.pieces').as('pieces'),
      counted('t.weight').as('weight'),
    ])}`
}

/**
 * Missions on the road or over, with load·distance: on the way to each stop lies on the vehicle what was loaded at the stops before and
 * not unloaded there. Only where the vehicle's load is known, else nothing could be filled.
 */
function missionRows(args: SourceArgs): RawBuilder<unknown> {
  const operator = args.ctx.user.operatorId
  const missions = args
    .scoped('mission')
    .where(sql<boolean>`t.status in ('running', 'suspended', 'arrived', 'partSigned', 'done', 'settled')`)
    .where(withinPeriod('t.planStart', args))
    .select([
      't.id',
      't.no',
      't.routeText',
      dayOfInstant('t.planStart').as('day'),
      't.goodsRoute',
      't.vehicle',
      't.driver',
      't.kind',
      't.store',
    ])
    .select(sql`coalesce(cardinality(t.consignments), 0)`.as('orders'))
  return sql`
    select m.id, 'mission' as entity, m.no as title, m.route_text as note, m.day, m.goods_route, m.vehicle, m.driver, m.kind, m.store,
      1 as missions, case when m.orders > 1 then 1 else 0 end as shared, m.orders, coalesce(g.metres, 0) as distance,
      case when v.load_kg > 0 then round(coalesce(g.carried, 0)) else 0 end as carried,
      case when v.load_kg > 0 then round(v.load_kg * coalesce(g.metres, 0) / 1000.0) else 0 end as offered
    from (${missions}) m
    left join ${vehicleFacts(args.ctx)} v on v.id = m.vehicle
    left join lateral (
      select sum(s.distance_m) as metres, sum(s.distance_m * coalesce(l.kg, 0)) / 1000.0 as carried
      from mission_stop s left join lateral (
        select sum(case p.kind when 'load' then c.weight when 'unload' then -c.weight else 0 end) as kg
        from mission_stop p join consignment c on c.operator_id = ${operator} and c.id = any(p.consignments)
        where p.operator_id = ${operator} and p.mission = m.id and p.deleted_at is null and p.seq < s.seq) l on true
      where s.operator_id = ${operator} and s.mission = m.id and s.deleted_at is null) g on true`
}

export const transportReports = [
  serveReport(orderStatistics, { orders: orderRows }),
  serveReport(carpoolStatics, { missions: missionRows }),
]
