/** Reports over millions of bills, and the rows their figures open (decision 0090): what they cost must not grow with the bills behind. */
import { systemContext } from '#kit/access/system-context.server.ts'
import { systemClock } from '#kit/basics/time/clock.ts'
import { addDays } from '#kit/basics/time/day.ts'
import { openDatabase } from '#kit/database/connection/pool.server.ts'
import { buildRegistry } from '#kit/entity/registry.server.ts'
import { tableModel } from '#kit/entity/schema/schema.server.ts'
import { fillTotals } from '#kit/entity/schema/totals-sql.server.ts'
import { payment } from '#modules/billing/payments/payment.ts'
import { rebuildFees } from '#modules/billing/statements/fee-days.server.ts'
import { modules } from '../../src/modules.ts'
import { servedModules } from '../../src/modules.server.ts'
import { makeLeases, manyBills, PAST, step, withoutIndexes } from './billing.ts'
import { Client } from './client.ts'
import { line, ms, repeated, type Line } from './measure.ts'
import type { Product } from './product.ts'

/** Each bill of one item, a rent each a little different, and what was paid of it on its day. */
async function itemsAndReceipts(product: Product): Promise<void> {
  const set = `${PAST} set statement_timeout = 0;`
  await withoutIndexes(product, 'bill_item', () =>
    product.sql(`${set}
      insert into bill_item (operator_id, bill, store, lessee, fee_item, description, amount, start_on, end_on, vehicle, idem_key)
      select 1, id, store, lessee, 'RENT', '租金', amount, start_on, end_on, vehicle, no from bill where no like 'ZDBENCH-%'`),
  )
  await withoutIndexes(product, 'payment', () =>
    product.sql(`${set}
      insert into payment (operator_id, no, status, source, lessee, store, channel, amount, paid_at, payer_name, posted_on, designation, allocated, to_balance)
      select 1, 'SK' || no, 'confirmed', 'offline', lessee, store, case when id % 3 = 0 then 'wechat' else 'transfer' end, paid, due_on + time '10:00', '某', due_on, '[]', paid, 0 from bill where no like 'ZDBENCH-%' and paid > 0`),
  )
  for (const text of fillTotals('payment', tableModel(payment))) await product.sql(`set statement_timeout = 0; ${text}`)
  await product.sql('vacuum (freeze, analyze) bill_item, payment, payment_totals')
  const db = openDatabase({ endpoint: () => product.endpoint('app'), max: 2, applicationName: 'bench-fees', statementTimeoutMs: 3_600_000 })
  try {
    const ctx = systemContext({
      db,
      clock: systemClock,
      registry: buildRegistry(modules, servedModules),
      operatorId: 1,
      requestId: 'bench',
    })
    await rebuildFees(ctx, { from: addDays(systemClock.today(), -2000), to: addDays(systemClock.today(), 400) })
  } finally {
    await db.close()
  }
  await product.sql('vacuum (analyze) fee_day_totals')
}

/** 账单统计, 账龄 and 运营统计 over so many bills, and the rows a figure opens; each time another period, so that no answer is given twice. */
export async function benchBillReports(product: Product, leases: number, bills: number): Promise<Line[]> {
  await step(`${leases} leases`, () => makeLeases(product, leases))
  await step(`${bills} bills`, () => manyBills(product, bills))
  await step('their items and receipts', () => itemsAndReceipts(product))
  const admin = await Client.signIn(product)
  const [store] = await admin.list('store', 'pageSize=1')
  const today = systemClock.today()
  const half = (n: number): string => `from=${addDays(today, -180 - n)}&to=${addDays(today, -n)}`
  const asks: [string, (n: number) => string, number][] = [
    ['账单统计, half a year by month', (n) => `billStatistics?${half(n)}&by=period&step=month`, 300],
    ['账单统计, half a year by store', (n) => `billStatistics?${half(n)}&by=store`, 300],
    [
      '账单统计, half a year by store and day, beside the year before',
      (n) => `billStatistics?${half(n)}&by=store,period&step=day&compare=lastYear`,
      300,
    ],
    ['账单统计, three years by month', (n) => `billStatistics?from=${addDays(today, -1080 - n)}&to=${today}&by=period&step=month`, 300],
    [
      '账单统计, by the day of issue, rents of one store',
      (n) => `billStatistics?${half(n)}&by=period&basis=issuedOn&billType=rent&store=${store!.id}`,
      300,
    ],
    ['账单统计, half a year of one vehicle', (n) => `billStatistics?${half(0)}&by=period&vehicle=${100 + n}`, 300],
    ['账单统计, half a year of one customer', (n) => `billStatistics?${half(0)}&by=period&lessee=${100 + n}`, 300],
    ['账单统计, half a year by channel', (n) => `billStatistics?${half(n)}&by=channel`, 300],
    ['账龄', () => `billAgeing?by=late`, 300],
    ['账龄, by store', () => `billAgeing?by=late,store`, 300],
    ['运营统计, 30 days', (n) => `operationStatistics?from=${addDays(today, -30 - n)}&to=${addDays(today, -n)}&by=period&step=day`, 300],
    ['推广统计, half a year', (n) => `promote?${half(n)}&by=code`, 300],
    [
      'rows of 应收 of one store and month',
      (n) =>
        `billStatistics/rows?${half(n)}&by=store,period&step=month&measure=charged&key0=${store!.id}&key1=${addDays(today, -90).slice(0, 7)}`,
      50,
    ],
    [
      'rows of 应收 of a month',
      (n) => `billStatistics/rows?${half(n)}&by=period&step=month&measure=charged&key0=${addDays(today, -90).slice(0, 7)}`,
      50,
    ],
    [
      'rows of 实收 of a month',
      (n) => `billStatistics/rows?${half(n)}&by=period&step=month&measure=received&key0=${addDays(today, -90).slice(0, 7)}`,
      50,
    ],
    [
      'rows of 权责收入 of a month',
      (n) => `billStatistics/rows?${half(n)}&by=period&step=month&measure=accrued&key0=${addDays(today, -90).slice(0, 7)}`,
      50,
    ],
    ['rows of 账龄', () => `billAgeing/rows?by=late&measure=amount&key0=${encodeURIComponent('0–7 天')}`, 50],
  ]
  const lines: Line[] = []
  for (const [what, path, budget] of asks) {
    let n = 0
    const time = await repeated(9, async () => {
      const { status, bytes } = await admin.get(`/api/v1/report/${path(n++)}`)
      if (status !== 200) throw new Error(`${what}: ${status} ${String(bytes).slice(0, 200)}`)
    }).catch((error: unknown) => String(error))
    lines.push(
      typeof time === 'string'
        ? line(what, time)
        : line(`${what}, ${bills.toLocaleString('en')} bills`, `p50 ${ms(time.p50)}, max ${ms(time.max)}`, {
            budget: `p95 ≤ ${budget} ms`,
            met: time.p95 <= budget,
          }),
    )
  }
  admin.close()
  return lines
}
