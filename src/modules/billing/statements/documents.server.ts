/** Documents of billing in one shape, within the data permission of whoever asks: for the list of the accountant. */
import { sql } from 'kysely'
import type { Context, Db } from '#kit/access/context.server.ts'
import { seenRows } from '#kit/entity/query/live-rows.server.ts'
import { lesseeName } from '#modules/parties/parties.public.ts'

/** Queries with the columns docType, id, no, status, day, posted, party, amount, settled, store; amounts are never negative. */
export function billingDocuments(db: Db, ctx: Context) {
  const bills = seenRows(db, ctx, 'bill')
    .where('t.status', '<>', 'draft')
    .select([
      sql<string>`'bill'`.as('docType'),
      't.id',
      't.no',
      't.status',
      't.issuedOn as day',
      't.issuedOn as posted',
      lesseeName('t.lessee').as('party'),
      't.amount',
      sql<number>`t.paid + t.written_off`.as('settled'),
      't.store',
    ])
  const payables = seenRows(db, ctx, 'payableBill').select([
    sql<string>`'payableBill'`.as('docType'),
    't.id',
    't.no',
    't.status',
    't.dueOn as day',
    sql`coalesce(t.posted_on, (t.created_at at time zone 'Asia/Shanghai')::date)`.as('posted'),
    't.payee as party',
    't.amount',
    't.paid as settled',
    't.store',
  ])
  const payments = seenRows(db, ctx, 'payment').select([
    sql<string>`'payment'`.as('docType'),
    't.id',
    't.no',
    't.status',
    sql`(t.paid_at at time zone 'Asia/Shanghai')::date`.as('day'),
    sql`coalesce(t.posted_on, (t.paid_at at time zone 'Asia/Shanghai')::date)`.as('posted'),
    't.payerName as party',
    't.amount',
    sql<number>`case when t.status = 'confirmed' then t.amount else 0 end`.as('settled'),
    't.store',
  ])
  const refunds = seenRows(db, ctx, 'refund').select([
    sql<string>`'refund'`.as('docType'),
    't.id',
    't.no',
    't.status',
    sql`coalesce(t.paid_on, (t.created_at at time zone 'Asia/Shanghai')::date)`.as('day'),
    sql`coalesce(t.posted_on, t.paid_on, (t.created_at at time zone 'Asia/Shanghai')::date)`.as('posted'),
    't.payee as party',
    't.amount',
    sql<number>`case when t.status = 'paid' then t.amount else 0 end`.as('settled'),
    't.store',
  ])
  const losses = seenRows(db, ctx, 'writeOff').select([
    sql<string>`'writeOff'`.as('docType'),
    't.id',
    't.no',
    't.status',
    sql`coalesce((t.decided_at at time zone 'Asia/Shanghai')::date, (t.created_at at time zone 'Asia/Shanghai')::date)`.as('day'),
    sql`coalesce((t.decided_at at time zone 'Asia/Shanghai')::date, (t.created_at at time zone 'Asia/Shanghai')::date)`.as('posted'),
    lesseeName('t.lessee').as('party'),
    't.amount',
    sql<number>`case when t.status = 'approved' then t.amount else 0 end`.as('settled'),
    't.store',
  ])
  const payouts = seenRows(db, ctx, 'payout').select([
    sql<string>`'payout'`.as('docType'),
    't.id',
    't.no',
    't.status',
    't.paidOn as day',
    sql`coalesce(t.posted_on, t.paid_on)`.as('posted'),
    't.payee as party',
    't.amount',
    sql<number>`case when t.status = 'confirmed' then t.amount else 0 end`.as('settled'),
    't.store',
  ])
  return { bill: bills, payableBill: payables, payment: payments, refund: refunds, writeOff: losses, payout: payouts }
}
