/** A month of billing for whoever closes the books: what waits in it, and what was written in it. */
import { sql } from 'kysely'
import type { Context, Db } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'

interface BillingMonth {
  /** Receipts that nobody has confirmed, with a day in the month or before. */
  receipts: number
  payouts: number
  shares: number
  /** Bills that are not the sum of their items. */
  unequal: number
  documents: { docType: string; label: string; count: number; amount: number }[]
}

/**
 * Items are written under the day they are made, never an earlier one, so that a month that has ended does not change: a bill of
 * May that is voided in June is negative in June.
 */
export async function monthOfBilling(db: Db, ctx: Context, from: Day, to: Day): Promise<BillingMonth> {
  const operator = ctx.user.operatorId
  const made = sql`(i.created_at at time zone 'Asia/Shanghai')::date`
  const { rows } = await sql<{ receipts: number; payouts: number; shares: number; unequal: number }>`
    select
      (select count(*) from payment p where p.operator_id = ${operator} and p.status = 'toConfirm' and p.deleted_at is null and (p.paid_at at time zone 'Asia/Shanghai')::date <= ${to}::date) as receipts,
      (select count(*) from payout p where p.operator_id = ${operator} and p.status = 'toConfirm' and p.deleted_at is null and p.paid_on <= ${to}::date) as payouts,
      (select count(*) from split_record s where s.operator_id = ${operator} and s.payable_bill is null and s.party in ('platform', 'store', 'source', 'channel') and s.deleted_at is null and (s.created_at at time zone 'Asia/Shanghai')::date <= ${to}::date) as shares,
      (select count(*) from bill b where b.operator_id = ${operator} and b.deleted_at is null and b.issued_on between ${from}::date and ${to}::date
        and b.amount <> (select coalesce(sum(i.amount), 0) from bill_item i where i.operator_id = b.operator_id and i.bill = b.id and i.deleted_at is null)) as unequal`.execute(
    db,
  )
  const { rows: documents } = await sql<{ docType: string; label: string; count: number; amount: number }>`
    select 'bill' as "docType", '账单明细' as label, count(*) as count, coalesce(sum(i.amount), 0)::bigint as amount
      from bill_item i where i.operator_id = ${operator} and i.deleted_at is null and ${made} between ${from}::date and ${to}::date
    union all
    select 'payable', '应付账单', count(*), coalesce(sum(p.amount), 0)::bigint from payable_bill p
      where p.operator_id = ${operator} and p.deleted_at is null and p.posted_on between ${from}::date and ${to}::date`.execute(db)
  const [row] = rows
  return {
    receipts: Number(row!.receipts),
    payouts: Number(row!.payouts),
    shares: Number(row!.shares),
    unequal: Number(row!.unequal),
    documents: documents.map((d) => ({ ...d, count: Number(d.count), amount: Number(d.amount) })),
  }
}
