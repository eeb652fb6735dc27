/** Vouchers of a month of so many bills, made, exported and the month closed (finance.md §10). */
import { addDays, addMonths, startOfMonth } from '#kit/basics/day.ts'
import { systemClock } from '#kit/basics/clock.ts'
import { makeLeases } from './billing.ts'
import { Client } from './client.ts'
import { line, ms, type Line } from './measure.ts'
import type { Product } from './product.ts'

const LEASES = 10_000

/** Each bill of one item, made in the last month, unpaid. */
async function aMonth(product: Product, bills: number): Promise<string> {
  await makeLeases(product, LEASES)
  const first = startOfMonth(addMonths(systemClock.today(), -1))
  const day = addDays(first, 9)
  await product.sql(`set session_replication_role = replica;
    insert into bill (operator_id, no, status, bill_type, direction, lessee, contract, lease, vehicle, store, start_on, end_on, issue_on, issued_on, due_on, amount, late_grace_days)
      select 1, 'ZDV-' || l.id || '-' || k, 'unpaid', 'rent', 'receivable', l.lessee, l.contract, l.id, l.vehicle, l.store, '${day}', '${day}'::date + 30, '${day}', '${day}', '${day}'::date + 7, 380000, 3
      from lease l cross join generate_series(1, ${Math.round(bills / LEASES)}) k where l.no like 'ZLBENCH%';
    insert into bill_item (operator_id, bill, store, lessee, fee_item, description, amount, start_on, end_on, vehicle, idem_key, created_at)
      select 1, id, store, lessee, 'RENT', '租金', 380000, start_on, end_on, vehicle, no, '${day} 10:00+08' from bill where no like 'ZDV-%'`)
  await product.sql('vacuum (analyze) bill, bill_item')
  return first.slice(0, 7)
}

export async function benchBooks(product: Product, bills: number): Promise<Line[]> {
  const month = await aMonth(product, bills)
  const admin = await Client.signIn(product)
  const lines: Line[] = []
  const timed = async (what: string, budget: number, path: string, body: object): Promise<unknown> => {
    const began = performance.now()
    const { status, bytes } = await admin.post(path, body)
    const took = performance.now() - began
    if (status !== 200) throw new Error(`${path}: ${status} after ${ms(took)} ${String(bytes).slice(0, 300)}`)
    lines.push(line(`${what}, ${bills.toLocaleString('en')} bills`, ms(took), { budget: `≤ ${budget} s`, met: took <= budget * 1000 }))
    return (JSON.parse(String(bytes)) as { data: unknown }).data
  }
  await timed('vouchers of a month', 30, '/api/v1/voucher/generate', { month })
  await timed('export of a month', 10, '/api/v1/voucher/exportMonth', { month, system: 'kingdee' })
  const { id } = (await timed('the month begun', 10, '/api/v1/accountPeriod/open', { month })) as { id: number }
  await timed('close of the month', 60, '/api/v1/accountPeriod/close', { id, version: 1, reason: '测量' })
  admin.close()
  return lines
}
