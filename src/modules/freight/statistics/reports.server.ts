/** Rows of what was earned, paid and kept back (finance.md §4). */
import { sql, type RawBuilder } from 'kysely'
import { dayOfInstant, oneWhere, withinPeriod } from '#kit/report/columns.server.ts'
import { serveReport, type SourceArgs } from '#kit/report/statement.server.ts'
import { vehicleFacts } from '#modules/vehicles/vehicles.public.ts'
import { driverRevenue, freightDetail } from './reports.ts'

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
    .innerJoin('deductionUse as u', (join) =>
      join.onRef('u.operatorId', '=', 't.operatorId').onRef('u.deduction', '=', 't.id').on('u.deletedAt', 'is', null),
    )
    .where('t.driver', 'is not', null)
    .where(withinPeriod('u.at', args))
    .select([
      't.id',
      sql`'deduction'`.as('entity'),
      't.no as title',
      sql`null::text`.as('note'),
      dayOfInstant('u.at').as('day'),
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
    .where(withinPeriod('t.planStart', args))
    .select([
      't.id',
      sql`'mission'`.as('entity'),
      't.no as title',
      't.routeText as note',
      dayOfInstant('t.planStart').as('day'),
      't.driver',
      't.store',
      sql`1`.as('missions'),
      sql`round(coalesce(t.actual_km, t.plan_km) * 1000)`.as('distance'),
      oneWhere(sql<boolean>`t.actual_end <= t.plan_end`).as('onTime'),
    ])}`

export const freightReports = [
  serveReport(freightDetail, { parts: freightPartRows, claims: claimRows }),
  serveReport(driverRevenue, { sheets: driverPayRows, taken: driverKeptRows, trips: driverTripRows }),
]
