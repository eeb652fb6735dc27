/** Rows of 车辆收益: rents and freight from their owners, costs from the ledger of vehicles, depreciation reckoned here. */
import { sql, type RawBuilder } from 'kysely'
import { serveReport, type SourceArgs } from '#kit/report/statement.server.ts'
import { borneRows } from '#modules/affairs/affairs.public.ts'
import { accrualRows } from '#modules/billing/billing.public.ts'
import { vehicleDayRows } from '#modules/leasing/leasing.public.ts'
import { parameterSql } from '#modules/system/system.public.ts'
import { freightRows } from '#modules/transport/transport.public.ts'
import { vehicleFacts } from '#modules/vehicles/vehicles.public.ts'
import { vehicleRevenue } from './vehicles.ts'

/** Rents include the tax of the company's leases; the tax of each row is rounded once, so net and tax make the row. */
function rentRows(args: SourceArgs): RawBuilder<unknown> {
  const rate = parameterSql(args.ctx, 'statistics.rentVat')
  return sql`
    select a.id, a.entity, a.title, a.day, a.note, a.vehicle, v.model, a.store, a.accrued as rent,
      round(a.accrued * ${rate} / (10000 + ${rate})) as vat
    from (${accrualRows(args)}) a left join ${vehicleFacts(args.ctx)} v on v.id = a.vehicle
    where a.vehicle is not null`
}

/** The same as depreciation.rules.ts, for all vehicles at once: pieces of months, or single days where the axis has weeks or days. */
function wearRows(args: SourceArgs): RawBuilder<unknown> {
  const months = parameterSql(args.ctx, 'statistics.depreciationMonths')
  const residual = parameterSql(args.ctx, 'statistics.residual')
  const fine = args.step === 'day' || args.step === 'week'
  const vehicles = args
    .scoped('vehicle')
    .where('t.purchasePrice', '>', 0)
    .where('t.purchasedOn', 'is not', null)
    .where('t.ownership', 'in', ['own', 'financed'])
    .select(['t.id', 't.plateNo', 't.store', 't.model', 't.purchasedOn', 't.disposedOn'])
    .select(sql`round(t.purchase_price * (10000 - ${residual}) / 10000)`.as('base'))
  const by = sql.lit(fine ? '1 day' : '1 month')
  const begin = fine ? sql`${args.from}::timestamp` : sql`date_trunc('month', ${args.from}::timestamp)`
  return sql`
    select y.id, 'vehicle' as entity, y.title, y.first as day, null::text as note, y.id as vehicle, y.store, y.model,
      round(y.part * (y.last - y.month + 1) / y.days) - round(y.part * (y.first - y.month) / y.days) as depreciation
    from (
      select v.id, v.plate_no as title, v.store, v.model, d.first, d.last, d.month, d.days,
        round(v.base * d.k / ${months}) - round(v.base * (d.k - 1) / ${months}) as part
      from (${vehicles}) v
      cross join lateral (
        select greatest(g::date, ${args.from}::date) as first,
          least(${fine ? sql`g::date` : sql`(g + interval '1 month')::date - 1`}, ${args.to}::date) as last,
          date_trunc('month', g)::date as month,
          extract(day from date_trunc('month', g) + interval '1 month' - interval '1 day') as days,
          (extract(year from g) - extract(year from v.purchased_on)) * 12 + extract(month from g) - extract(month from v.purchased_on) as k
        from generate_series(${begin}, ${args.to}::timestamp, interval ${by}) g) d
      where d.k between 1 and ${months} and (v.disposed_on is null or d.month <= v.disposed_on)
    ) y`
}

export const vehicleReports = [
  serveReport(vehicleRevenue, { rents: rentRows, freights: freightRows, costs: borneRows, wear: wearRows, days: vehicleDayRows }),
]
