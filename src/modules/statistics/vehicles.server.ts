/** Rows of 车辆收益: rents and freight from their owners, costs from the ledger of vehicles, depreciation reckoned here. */
import { fen } from '#kit/basics/fen.ts'
import { sql, type RawBuilder } from 'kysely'
import { monthPieces, share } from '#kit/report/pieces.server.ts'
import { serveReport, type SourceArgs } from '#kit/report/statement.server.ts'
import { borneRows } from '#modules/affairs/affairs.public.ts'
import { accrualRows } from '#modules/billing/billing.public.ts'
import { vehicleDayRows } from '#modules/leasing/leasing.public.ts'
import { parameterSql } from '#modules/system/system.public.ts'
import { freightRows } from '#modules/freight/freight.public.ts'
import { vehicleFacts } from '#modules/vehicles/vehicles.public.ts'
import { vehicleRevenue } from './vehicles.ts'

/** Rents include the tax of the company's leases; the tax is that of all the item earned so far less what was before, so days make months. */
function rentRows(args: SourceArgs): RawBuilder<unknown> {
  const rate = sql`${parameterSql(args.ctx, 'statistics.rentVat')}::bigint`
  const taxOf = (amount: RawBuilder<unknown>): RawBuilder<unknown> => share(amount, rate, sql`(10000 + ${rate})`)
  return sql`
    select a.id, a.entity, a.title, a.day, a.note, a.vehicle, v.model, a.store, a.accrued as rent, ${taxOf(sql`a.until`)} - ${taxOf(sql`a.before`)} as vat
    from (${accrualRows(args)}) a left join ${vehicleFacts(args.ctx)} v on v.id = a.vehicle
    where a.vehicle is not null`
}

/** The same as depreciation.rules.ts, for all vehicles at once: what each month takes off, divided among the pieces of it that the axis has. */
function wearRows(args: SourceArgs): RawBuilder<unknown> {
  const months = sql`${parameterSql(args.ctx, 'statistics.depreciationMonths')}::bigint`
  const residual = sql`${parameterSql(args.ctx, 'statistics.residual')}::bigint`
  const vehicles = args
    .scoped('vehicle')
    .where('t.purchasePrice', '>', fen(0))
    .where('t.purchasedOn', 'is not', null)
    .where('t.ownership', 'in', ['own', 'financed'])
    .select(['t.id', 't.plateNo', 't.store', 't.model'])
    .select(monthOf(sql`t.purchased_on`).as('bought'))
    // To the end of the month of the disposal.
    .select(sql`coalesce(${monthOf(sql`t.disposed_on`)}, 2147483647)`.as('gone'))
    .select(share(sql`t.purchase_price`, sql`(10000 - ${residual})`, sql`10000`).as('base'))
    .select(months.as('months'))
  // Pieces of a month: its days before the piece, those with it, all it has. What is reckoned once is fenced off (offset 0), or every use would reckon it again.
  const axis = sql`(select ${monthOf(sql`d.first`)} as month, d.first, extract(day from d.first)::int - 1 as before, extract(day from d.last)::int as until,
      extract(day from date_trunc('month', d.first::timestamp) + interval '1 month' - interval '1 day')::int as days
    from ${monthPieces(args)} d offset 0)`
  return sql`
    select y.id, 'vehicle' as entity, y.plate_no as title, p.first as day, null::text as note, y.id as vehicle, y.store, y.model,
      ${share(sql`y.part`, sql`p.until`, sql`p.days`)} - ${share(sql`y.part`, sql`p.before`, sql`p.days`)} as depreciation
    from (select v.id, v.plate_no, v.store, v.model, m.month, ${share(sql`v.base`, sql`(m.month - v.bought)`, sql`v.months`)} - ${share(sql`v.base`, sql`(m.month - v.bought - 1)`, sql`v.months`)} as part
      from (${vehicles} offset 0) v
      join generate_series(${monthOf(sql`${args.from}::date`)}, ${monthOf(sql`${args.to}::date`)}) as m(month) on m.month between v.bought + 1 and least(v.bought + v.months, v.gone) offset 0) y
    join ${axis} p on p.month = y.month`
}
const monthOf = (day: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(extract(year from ${day})::int * 12 + extract(month from ${day})::int)`

export const vehicleReports = [
  serveReport(vehicleRevenue, { rents: rentRows, freights: freightRows, costs: borneRows, wear: wearRows, days: vehicleDayRows }),
]
