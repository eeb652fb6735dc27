/**
 * Invariants B1, M1–M4 and M9 of leasing.md §4, asked of the database inside the transaction that moved money: what does not add
 * up is not committed. Each query names the rows that are wrong, for the log.
 * (`deleted_at is null` everywhere: the indexes hold live rows only, and a ledger has no others.)
 */
import { sql, type RawBuilder } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'

export interface Touched {
  bills?: readonly number[]
  payments?: readonly number[]
  lessees?: readonly number[]
  deposits?: readonly number[]
}

const list = (ids: readonly number[]): RawBuilder<unknown> => sql`any(${sql.val([...ids])}::bigint[])`

async function wrong(tx: Tx, query: RawBuilder<{ id: number }>): Promise<number[]> {
  return (await query.execute(tx)).rows.map((row) => row.id)
}

/** Empty when everything adds up. */
export async function faults(tx: Tx, { bills = [], payments = [], lessees = [], deposits = [] }: Touched): Promise<string[]> {
  // Sent one behind the other: none waits for the answer of another.
  const asked: Promise<string[]>[] = []
  const ask = (name: string, query: RawBuilder<{ id: number }>): void =>
    void asked.push(wrong(tx, query).then((ids) => (ids.length ? [`${name}: ${ids.slice(0, 5).join(', ')}`] : [])))
  if (bills.length) {
    ask(
      'B1 items or status',
      sql<{ id: number }>`
      select b.id from bill b where b.id = ${list(bills)} and (
        b.amount <> (select coalesce(sum(i.amount), 0) from bill_item i where i.bill = b.id and i.deleted_at is null)
        or b.status <> case
          when b.status in ('voided', 'draft') then b.status
          when b.remain = 0 and b.written_off > 0 then 'writtenOff' when b.remain = 0 then 'settled'
          when b.paid > 0 then 'partlyPaid' else 'unpaid' end)`,
    )
    ask(
      'M2 allocations of a bill',
      sql<{ id: number }>`
      select b.id from bill b where b.id = ${list(bills)} and b.paid <> (select coalesce(sum(a.amount), 0) from allocation a where a.bill = b.id and a.deleted_at is null)`,
    )
  }
  if (bills.length)
    ask(
      'coupons of a bill',
      sql<{ id: number }>`
      select b.id from bill b where b.id = ${list(bills)} and (
        -(select coalesce(sum(i.amount), 0) from bill_item i where i.bill = b.id and i.fee_item = 'COUPON' and i.deleted_at is null)
          <> (select coalesce(sum(u.live), 0) from coupon_use u where u.bill = b.id and u.status = 'applied' and u.deleted_at is null)
        or exists (select from coupon_use u join customer_coupon h on h.id = u.customer_coupon where u.bill = b.id and u.status = 'applied' and u.deleted_at is null
          and (u.live > u.amount or h.bill is distinct from b.id or h.status <> case when b.status in ('settled', 'writtenOff') then 'used' else 'locked' end)))`,
    )
  if (bills.length)
    ask(
      'M9 shares',
      sql<{ id: number }>`
      select r.bill as id from split_record r join bill b on b.id = r.bill join split_rule s on s.id = r.rule
      where r.bill = ${list(bills)} and r.deleted_at is null group by r.bill, b.paid, b.vehicle, r.vehicle, s.refund_mode
      having sum(r.amount) <> case when r.vehicle is distinct from b.vehicle then 0 when s.refund_mode = 'proportional' then b.paid else sum(r.amount) end`,
    )
  if (bills.length || deposits.length)
    ask(
      'M4 deposit',
      sql<{ id: number }>`
      select d.id from deposit_account d where (d.lease in (select lease from bill where id = ${list(bills)}) or d.id = ${list(deposits)}) and d.deleted_at is null and (
        d.balance <> (select coalesce(sum(e.delta), 0) from deposit_entry e where e.account = d.id and e.deleted_at is null)
        or d.balance <> coalesce((select e.after from deposit_entry e where e.account = d.id and e.deleted_at is null order by e.id desc limit 1), 0)
        or d.received + d.transferred <> d.deducted + d.refunded + d.forfeited + d.frozen + d.balance)`,
    )
  if (payments.length)
    ask(
      'M1 places of a payment',
      sql<{ id: number }>`
      select p.id from payment p where p.id = ${list(payments)} and (
        p.allocated <> (select coalesce(sum(a.amount), 0) from allocation a where a.payment = p.id and a.deleted_at is null)
        or (p.status = 'confirmed' and p.allocated + p.to_balance <> p.amount)
        or (p.status <> 'confirmed' and p.allocated + p.to_balance <> 0))`,
    )
  if (lessees.length)
    ask(
      'M3 balance',
      sql<{ id: number }>`
      select l.id from lessee l where l.id = ${list(lessees)} and (
        l.balance <> (select coalesce(sum(e.delta), 0) from account_entry e where e.lessee = l.id and e.deleted_at is null)
        or l.balance <> coalesce((select e.after from account_entry e where e.lessee = l.id and e.deleted_at is null order by e.id desc limit 1), 0))`,
    )
  return (await Promise.all(asked)).flat()
}

/** Throws a fault (ours to mend), which rolls the transaction back. */
export async function prove(tx: Tx, _ctx: Context, touched: Touched): Promise<void> {
  const problems = await faults(tx, touched)
  if (problems.length) throw new Error(`money does not add up, nothing was written: ${problems.join('; ')}`)
}
