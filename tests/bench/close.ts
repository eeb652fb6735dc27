/** The close of a month of a million documents, each with its exported voucher: what is looked through, summed up and sealed (finance.md §3.5). */
import { addDays, addMonths, startOfMonth } from '#kit/basics/time/day.ts'
import { systemClock } from '#kit/basics/time/clock.ts'
import { columnsOf, makeLeases, PAST, step } from './billing.ts'
import { Client } from './client.ts'
import { line, ms, processorOf, type Line } from './measure.ts'
import type { Product } from './product.ts'

const LEASES = 10_000
/** The product writes vouchers of so many bills; the rest is written like them. */
const MADE = 1000

/** Bills of one day of the last month, `from` to `to` of their numbers: one in twenty is not paid, and a late fee grows on it. */
async function bills(product: Product, from: number, to: number): Promise<string> {
  const first = startOfMonth(addMonths(systemClock.today(), -1))
  const day = addDays(first, 9)
  await product.sql(`${PAST} set statement_timeout = 0;
    insert into bill (operator_id, no, status, bill_type, direction, lessee, contract, lease, vehicle, store, start_on, end_on, issue_on, issued_on, due_on, amount, paid, late_grace_days, late_rate_bp)
      select 1, 'ZDV-' || n, case when n % 20 = 0 then 'unpaid' else 'settled' end, 'rent', 'receivable', l.lessee, l.contract, l.id, l.vehicle, l.store, '${day}', '${day}'::date + 30, '${day}', '${day}', '${day}'::date + 7, 380000, case when n % 20 = 0 then 0 else 380000 end, 3, 5
      from generate_series(${from}, ${to}) n join (select *, row_number() over (order by id) as k from lease where no like 'ZLBENCH%') l on l.k = 1 + n % ${LEASES};
    insert into bill_item (operator_id, bill, store, lessee, fee_item, description, amount, start_on, end_on, vehicle, idem_key, created_at)
      select 1, b.id, b.store, b.lessee, 'RENT', '租金', 380000, b.start_on, b.end_on, b.vehicle, b.no, '${day} 10:00+08'
      from generate_series(${from}, ${to}) n join bill b on b.operator_id = 1 and b.no = 'ZDV-' || n`)
  await product.sql('vacuum (analyze) bill, bill_item')
  return first.slice(0, 7)
}

/** Copies of one row, some columns otherwise. */
async function copies(product: Product, table: string, other: Readonly<Record<string, string>>, from: string): Promise<void> {
  const columns = (await columnsOf(product, table)).split(', ').filter((name) => name !== 'id')
  await product.sql(`${PAST} set statement_timeout = 0;
    insert into ${table} (${columns.join(', ')}) select ${columns.map((name) => other[name] ?? `t.${name}`).join(', ')} from ${from}`)
  await product.sql(`vacuum (analyze) ${table}`)
}

async function vouchersLike(product: Product, month: string): Promise<void> {
  const made = `(select v.* from voucher v where v.doc_no like 'ZDV-%' order by v.id limit 1)`
  const rest = `b.operator_id = 1 and b.no like 'ZDV-%' and not exists (select from voucher v where v.operator_id = 1 and v.doc_no = b.no)`
  await copies(
    product,
    'voucher',
    { no: `'PZB-' || b.id`, number: '1000000 + b.id', doc_no: 'b.no', store: 'b.store' },
    `${made} t join bill b on ${rest}`,
  )
  const source = (event: string): string =>
    `(select s.* from voucher_source s where s.event = '${event}' and s.event_id in (select event_id from voucher_source where doc_no like 'ZDV-%') order by s.id limit 1) t`
  const items = `join (select i.id, b.no, b.store, v.id as voucher from voucher v join bill b on b.operator_id = 1 and b.no = v.doc_no join bill_item i on i.operator_id = 1 and i.bill = b.id where v.no like 'PZB-%') x on true`
  const own = { event_id: 'x.id', store: 'x.store', vehicle: 'null' }
  await copies(
    product,
    'voucher_source',
    { ...own, voucher: 'x.voucher', doc_no: 'x.no', live_key: `'item:' || x.id` },
    `${source('item')} ${items}`,
  )
  await copies(product, 'voucher_source', { ...own, live_key: `'accrual:' || x.id || ':${month}'` }, `${source('accrual')} ${items}`)
}

export async function benchClose(product: Product, documents: number): Promise<Line[]> {
  await step(`${LEASES} leases`, () => makeLeases(product, LEASES))
  const month = await step(`${MADE} bills`, () => bills(product, 1, MADE))
  const admin = await Client.signIn(product)
  const asked = async (path: string, body: object): Promise<unknown> => {
    const { status, bytes } = await admin.post(path, body, undefined, 900_000)
    if (status !== 200) throw new Error(`${path}: ${status} ${String(bytes).slice(0, 300)}`)
    return (JSON.parse(String(bytes)) as { data: unknown }).data
  }
  await asked('/api/v1/voucher/generate', { month })
  await asked('/api/v1/voucher/exportMonth', { month, system: 'kingdee' })
  await step(`${documents} bills`, () => bills(product, MADE + 1, documents))
  await step('their vouchers', () => vouchersLike(product, month))
  const { id } = (await asked('/api/v1/accountPeriod/open', { month })) as { id: number }
  const [before, began] = [processorOf(product.pid), performance.now()]
  await asked('/api/v1/accountPeriod/close', { id, version: 1, reason: '测量' })
  const took = performance.now() - began
  admin.close()
  const checks = await product.sql<{ code: string; count: number }>(
    `select c->>'code' as code, (c->>'count')::int as count from account_period p cross join lateral jsonb_array_elements(p.checks) c where p.id = ${id}`,
  )
  const failing = checks.filter((c) => c.count > 0).map((c) => `${c.code} ${c.count}`)
  return [
    line(
      `close of a month of ${documents.toLocaleString('en')} bills, each with its exported voucher, one in twenty overdue (${failing.join(', ')})`,
      `${ms(took)}; processor of the product ${(processorOf(product.pid) - before).toFixed(1)} s`,
      { budget: '≤ 60 s', met: took <= 60_000 },
    ),
  ]
}
