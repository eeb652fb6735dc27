/** Reports over a fleet of so many leased vehicles: a month and a year of 车辆收益, and the payables (finance.md §10). */
import { systemClock } from '#kit/basics/time/clock.ts'
import { addDays } from '#kit/basics/time/day.ts'
import { Client } from './client.ts'
import { makeLeases } from './billing.ts'
import { line, ms, repeated, type Line } from './measure.ts'
import type { Product } from './product.ts'

const PAST = 'set session_replication_role = replica;'

/** Each lease has run for a year: twelve bills of a month with their items, a cost spread over the year, a day of way a day of the last month. */
export async function aYear(product: Product): Promise<void> {
  await product.sql(`${PAST}
    update vehicle set purchase_price = 12800000, purchased_on = current_date - 700, ownership = 'own' where vin like 'LBENCH%';
    insert into lease_segment (operator_id, lease, contract, lessee, vehicle, store, kind, from_at)
      select 1, id, contract, lessee, vehicle, store, 'main', now() - interval '360 days' from lease where no like 'ZLBENCH%';
    insert into bill (operator_id, no, status, bill_type, direction, lessee, contract, lease, vehicle, store, start_on, end_on, issue_on, issued_on, due_on, amount, paid, late_grace_days)
      select 1, 'ZDB-' || l.id || '-' || k, 'settled', 'rent', 'receivable', l.lessee, l.contract, l.id, l.vehicle, l.store, d.day, d.day + 30, d.day, d.day, d.day, 380000, 380000, 3
      from lease l cross join generate_series(1, 12) k cross join lateral (select current_date - 30 * k as day) d where l.no like 'ZLBENCH%';
    insert into bill_item (operator_id, bill, store, lessee, fee_item, description, amount, start_on, end_on, vehicle, idem_key)
      select 1, id, store, lessee, 'RENT', '租金', 380000, start_on, end_on, vehicle, no from bill where no like 'ZDB-%';
    insert into vehicle_cost (operator_id, vehicle, kind, cost_on, amount, bearer, description, source, key, start_on, end_on, store)
      select 1, id, 'insurance', current_date - 200, 805000, 'company', '保险', 'BX', 'bench:' || id, current_date - 200, current_date + 165, store from vehicle where vin like 'LBENCH%'`)
  await product.sql('vacuum (analyze) vehicle, lease_segment, bill, bill_item, vehicle_cost')
}

export async function benchReports(product: Product, vehicles: number): Promise<Line[]> {
  await makeLeases(product, vehicles)
  await aYear(product)
  const admin = await Client.signIn(product)
  const today = systemClock.today()
  const before = (days: number): string => addDays(today, -days)
  const asks: readonly [string, string, number, string, number | null][] = [
    ['车辆收益, a month by vehicle', 'vehicleRevenue', 30, 'by=vehicle', 800],
    ['车辆收益, a month day by day', 'vehicleRevenue', 30, 'by=period&step=day', null],
    ['车辆收益, a year by month', 'vehicleRevenue', 350, 'by=period&step=month', null],
    ['车辆收益, each vehicle on each day of a year', 'vehicleRevenue', 364, 'by=vehicle,period&step=day', 60_000],
    ['车辆收益, each vehicle on a day', 'vehicleRevenue', 0, 'by=vehicle', 2000],
    ['账单统计, half a year by store', 'billStatistics', 180, 'by=store', 300],
  ]
  const lines: Line[] = []
  for (const [what, report, days, query, budget] of asks) {
    // Each time another period: an answer that was given before is not reckoned again.
    let asked = 0
    const time = await repeated(days > 360 ? 2 : 7, async () => {
      const { status, bytes } = await admin.get(`/api/v1/report/${report}?from=${before(days + asked++)}&to=${today}&${query}`)
      if (status !== 200) throw new Error(`${report}: ${status} ${String(bytes).slice(0, 200)}`)
    })
    lines.push(
      line(
        `${what}, ${vehicles.toLocaleString('en')} vehicles`,
        `p50 ${ms(time.p50)}, max ${ms(time.max)}`,
        budget === null ? {} : { budget: `p95 ≤ ${budget} ms`, met: time.p95 <= budget },
      ),
    )
  }
  admin.close()
  return lines
}
