/** Rows of what was ordered, carried and earned (finance.md §4). */
import { sql, type RawBuilder } from 'kysely'
import { addDays, instantAt } from '#kit/basics/day.ts'
import { serveReport, type SourceArgs } from '#kit/report/statement.server.ts'
import { vehicleFacts } from '#modules/vehicles/vehicles.public.ts'
import { carpoolStatics, driverRevenue, freightDetail, orderStatistics } from './reports.ts'

/** Orders that reached the receiver. */
const DELIVERED = sql<boolean>`t.status in ('signed', 'partSigned', 'receipted', 'priced', 'settled')`
const ENDED = sql<boolean>`t.status in ('cancelled', 'voided')`
const one = (when: RawBuilder<boolean>): RawBuilder<number> => sql<number>`case when ${when} then 1 else 0 end`
const dayOf = (column: string): RawBuilder<string> => sql<string>`(${sql.ref(column)} at time zone 'Asia/Shanghai')::date`
/** By the instants of the period's ends: a day worked out of the column would leave its index unused. */
const within = (column: string, { from, to }: SourceArgs): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} >= ${instantAt(from)}::timestamptz and ${sql.ref(column)} < ${instantAt(addDays(to, 1))}::timestamptz`

/** Orders by the day they were to be picked up. Drafts are none. */
export function orderRows(args: SourceArgs): RawBuilder<unknown> {
  const counted = (column: string): RawBuilder<number> => sql<number>`case when ${ENDED} then 0 else ${sql.ref(column)} end`
  return sql`${args
    .scoped('transportOrder')
    .where('t.status', '<>', 'draft')
    .where(within('t.pickFrom', args))
    .select([
      't.id',
      sql`'transportOrder'`.as('entity'),
      't.no as title',
      't.goodsText as note',
      dayOf('t.pickFrom').as('day'),
      't.customer',
      't.goodsRoute',
      't.status',
      't.project',
      't.store',
      one(sql<boolean>`not ${ENDED}`).as('count'),
      one(sql<boolean>`not ${ENDED} and not ${DELIVERED}`).as('running'),
      one(DELIVERED).as('signed'),
      one(sql<boolean>`${DELIVERED} and t.signed_at <= t.drop_to`).as('onTime'),
      one(ENDED).as('cancelled'),
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
    .where(within('t.planStart', args))
    .select(['t.id', 't.no', 't.routeText', dayOf('t.planStart').as('day'), 't.goodsRoute', 't.vehicle', 't.driver', 't.kind', 't.store'])
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

/**
 * Sheets of both directions in parts of one consignment each, by weight, cumulative, so that the parts make the sheet: what an order
 * brings in stands beside its share of what its missions cost. A sheet without consignments, or whose consignments weigh nothing, is
 * one part.
 */
function sheetParts(args: SourceArgs): RawBuilder<unknown> {
  const operator = args.ctx.user.operatorId
  const sheets = args
    .scoped('chargeSheet')
    .where('t.status', '<>', 'voided')
    .where('t.pricingDay', '>=', args.from)
    .where('t.pricingDay', '<=', args.to)
    .select(['t.id', 't.no', 't.direction', 't.status', 't.kind', 't.order', 't.mission', 't.total', 't.tax', 't.pricingDay'])
    .select(['t.customer', 't.carrier', 't.driver', 't.store', 't.project'])
  const part = (amount: string): RawBuilder<unknown> => {
    const upTo = (weight: string): RawBuilder<unknown> => sql`round(${sql.ref(amount)} * ${sql.ref(weight)} / nullif(c.all_kg, 0))`
    return sql`coalesce(${upTo('c.toKg')} - ${upTo('c.beforeKg')}, case when coalesce(c.n, 1) = 1 then ${sql.ref(amount)} else 0 end)`
  }
  return sql`(
    select s.id, s.no, s.direction, s.status, s.kind, s.pricing_day, s.customer, s.carrier, s.driver, s.store, s.project,
      coalesce(s."order", c."order") as "order", coalesce(s.mission, c.mission) as mission, ${part('s.total')} as amount, ${part('s.tax')} as vat
    from (${sheets}) s
    left join lateral (
      select k."order", k.mission, row_number() over (order by k.id) as n, sum(k.weight) over (order by k.id) as to_kg,
        sum(k.weight) over (order by k.id) - k.weight as before_kg, sum(k.weight) over () as all_kg
      from consignment k where k.operator_id = ${operator} and k.deleted_at is null
        and ((s."order" is not null and k."order" = s."order" and (s.mission is null or k.mission = s.mission)) or (s."order" is null and k.mission = s.mission))) c on true)`
}

const freightPartRows = (args: SourceArgs): RawBuilder<unknown> => {
  const operator = args.ctx.user.operatorId
  return sql`
    select x.id, 'chargeSheet' as entity, x.no as title, x.pricing_day as day, null::text as note, x."order", x.mission, coalesce(o.project, x.project, m.project) as project,
      coalesce(m.goods_route, o.goods_route) as goods_route, m.vehicle, coalesce(o.customer, x.customer) as customer,
      coalesce(x.carrier, m.carrier) as carrier, coalesce(x.driver, m.driver) as driver, x.kind, x.store,
      case when x.direction = 'receivable' then x.amount else 0 end as receivable, case when x.direction = 'payable' then x.amount else 0 end as payable,
      case when x.direction = 'receivable' and x.status in ('estimated', 'calculated', 'disputed') then x.amount else 0 end as open
    from ${sheetParts(args)} x
    left join transport_order o on o.operator_id = ${operator} and o.id = x."order"
    left join mission m on m.operator_id = ${operator} and m.id = x.mission`
}

/** Claims that were agreed to: what was paid beside the freight, and what carriers and drivers bore of any. */
const claimRows = (args: SourceArgs): RawBuilder<unknown> => {
  const operator = args.ctx.user.operatorId
  const claims = args
    .scoped('cargoClaim')
    .where('t.status', 'in', ['agreed', 'settled'])
    .where('t.decidedOn', '>=', args.from)
    .where('t.decidedOn', '<=', args.to)
    .select(['t.id', 't.no', 't.decidedOn', 't.exception', 't.order', 't.customer', 't.carrier', 't.driver', 't.payMode', 't.amount'])
    .select(['t.recovered', 't.store'])
  return sql`
    select c.id, 'cargoClaim' as entity, c.no as title, c.decided_on as day, null::text as note, c."order", e.mission,
      coalesce(o.project, m.project) as project, coalesce(m.goods_route, o.goods_route) as goods_route, m.vehicle, coalesce(o.customer, c.customer) as customer,
      coalesce(m.carrier, c.carrier) as carrier, coalesce(m.driver, c.driver) as driver, 'claim' as kind, c.store,
      case when c.pay_mode = 'payout' then coalesce(c.amount, 0) else 0 end as paid_out, coalesce(c.recovered, 0) as recovered
    from (${claims}) c
    left join exception_case e on e.operator_id = ${operator} and e.id = c.exception
    left join transport_order o on o.operator_id = ${operator} and o.id = c."order"
    left join mission m on m.operator_id = ${operator} and m.id = e.mission`
}

/** What customers pay, by the vehicle that carried it; what no vehicle carries yet is nobody's. */
export const freightRows = (args: SourceArgs): RawBuilder<unknown> => sql`
    select x.id, 'chargeSheet' as entity, x.no as title, x.pricing_day as day, null::text as note, m.vehicle, v.model, x.store, x.amount as freight, x.vat as freight_vat
    from ${sheetParts(args)} x
    join mission m on m.operator_id = ${args.ctx.user.operatorId} and m.id = x.mission
    left join ${vehicleFacts(args.ctx)} v on v.id = m.vehicle
    where x.direction = 'receivable'`

/** What drivers are paid, by the day it was priced. */
const driverPayRows = (args: SourceArgs): RawBuilder<unknown> =>
  sql`${args
    .scoped('chargeSheet')
    .where('t.direction', '=', 'payable')
    .where('t.driver', 'is not', null)
    .where(sql<boolean>`t.status in ('calculated', 'confirmed', 'disputed', 'billed', 'settled')`)
    .where('t.pricingDay', '>=', args.from)
    .where('t.pricingDay', '<=', args.to)
    .select([
      't.id',
      sql`'chargeSheet'`.as('entity'),
      't.no as title',
      sql`null::text`.as('note'),
      't.pricingDay as day',
      't.driver',
      't.store',
      't.total as earned',
    ])}`

/** What was kept back from drivers, by the day it was set off. */
const driverKeptRows = (args: SourceArgs): RawBuilder<unknown> =>
  sql`${args
    .scoped('deduction')
    .innerJoin('deductionUse as u', (join) => join.onRef('u.operatorId', '=', 't.operatorId').onRef('u.deduction', '=', 't.id'))
    .where('t.driver', 'is not', null)
    .where('u.deletedAt', 'is', null)
    .where(within('u.at', args))
    .select([
      't.id',
      sql`'deduction'`.as('entity'),
      't.no as title',
      sql`null::text`.as('note'),
      dayOf('u.at').as('day'),
      't.driver',
      't.store',
      'u.amount as taken',
    ])}`

/** Missions a driver brought to their end. */
const driverTripRows = (args: SourceArgs): RawBuilder<unknown> =>
  sql`${args
    .scoped('mission')
    .where('t.driver', 'is not', null)
    .where(sql<boolean>`t.status in ('done', 'settled')`)
    .where(within('t.planStart', args))
    .select([
      't.id',
      sql`'mission'`.as('entity'),
      't.no as title',
      't.routeText as note',
      dayOf('t.planStart').as('day'),
      't.driver',
      't.store',
      sql`1`.as('missions'),
      sql`round(coalesce(t.actual_km, t.plan_km) * 1000)`.as('distance'),
      one(sql<boolean>`t.actual_end <= t.plan_end`).as('onTime'),
    ])}`

export const transportReports = [
  serveReport(orderStatistics, { orders: orderRows }),
  serveReport(carpoolStatics, { missions: missionRows }),
  serveReport(freightDetail, { parts: freightPartRows, claims: claimRows }),
  serveReport(driverRevenue, { sheets: driverPayRows, taken: driverKeptRows, trips: driverTripRows }),
]
