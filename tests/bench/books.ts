/** Vouchers of a month of so many bills, made, exported and the month closed (finance.md §10). */
import { addDays, addMonths, startOfMonth } from '#kit/basics/time/day.ts'
import { systemClock } from '#kit/basics/time/clock.ts'
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

const [LINES, ITEMS] = [10_000, 100_000]
/** Receipts of one day that stand in the books, of few amounts as rents are, and the lines of the bank for some of them. */
async function aDayAtTheBank(product: Product): Promise<number> {
  const [account] = await product.sql<{ id: number }>(`select id from company_account where kind = 'bank' order by id limit 1`)
  const day = addDays(systemClock.today(), -1)
  await product.sql(`set session_replication_role = replica;
    insert into payment (operator_id, no, status, source, lessee, store, channel, amount, paid_at, trade_no, account, payer_name, posted_on, designation, allocated, to_balance)
      select 1, 'SKM-' || n, 'confirmed', 'offline', l.id, l.store, 'transfer', 380000 + n % 40, '${day} 10:00+08', 'M' || n, ${account!.id}, l.name, '${day}', '[]', 0, 0
      from generate_series(1, ${ITEMS}) n join lateral (select id, store, name from lessee where name like '客户%' order by id offset n % 900 limit 1) l on true;
    insert into bank_line (operator_id, status, trade_no, direction, booked_on, amount, account, payer_name)
      select 1, 'open', 'M' || n * ${ITEMS / LINES}, 'in', '${day}', 380000 + (n * ${ITEMS / LINES}) % 40, ${account!.id}, '某' from generate_series(1, ${LINES}) n`)
  await product.sql('vacuum (analyze) payment, bank_line')
  return account!.id
}

/** finance.md §3.3: what is certain by its number adopted, and what one line may be. */
export async function benchMatching(product: Product): Promise<Line[]> {
  const admin = await Client.signIn(product)
  const account = await aDayAtTheBank(product)
  const began = performance.now()
  const { status, bytes } = await admin.post('/api/v1/bankLine/adopt', { account }, undefined, 300_000)
  const took = performance.now() - began
  const done = JSON.parse(String(bytes)) as { data: { adopted: number } }
  if (status !== 200 || done.data.adopted !== LINES) throw new Error(`adopt: ${status} ${String(bytes).slice(0, 300)}`)
  admin.close()
  return [
    line(
      `${LINES.toLocaleString('en')} lines of the bank matched to ${ITEMS.toLocaleString('en')} open receipts by number, and written`,
      ms(took),
      {
        budget: '≤ 10 s',
        met: took <= 10_000,
      },
    ),
  ]
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
  return [...lines, ...(await benchMatching(product))]
}
