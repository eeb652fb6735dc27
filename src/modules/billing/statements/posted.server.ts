/** What billing wrote in a span of days, as whoever makes vouchers of it needs it: rows of ledgers, each once, under the day it counts. */
import { sql, type RawBuilder } from 'kysely'
import type { Context, Db } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { lesseeName } from '#modules/parties/parties.public.ts'

export interface PostedItem {
  id: number
  bill: number
  no: string
  feeItem: string
  amount: number
  startOn: Day | null
  endOn: Day | null
  issuedOn: Day
  on: Day
  party: string | null
  vehicle: number | null
  store: number
}
interface PostedOther {
  id: number
  no: string
  /** Of which document it goes into one voucher with others. */
  group: string
  amount: number
  on: Day
  party: string | null
  vehicle: number | null
  store: number
}
export interface Posted {
  items: PostedItem[]
  /** Items of bills that were voided; `on` is that day. */
  voided: PostedItem[]
  /** `deposit`: of a bill of a deposit. */
  allocations: (PostedOther & { deposit: boolean })[]
  /** A deposit used for bills (or given back when that was reversed), and what was kept for good. */
  deposits: (PostedOther & { kind: 'use' | 'forfeit' })[]
  losses: PostedOther[]
  lossesBack: PostedOther[]
  payables: (PostedOther & { fee: string })[]
  payablesVoid: (PostedOther & { fee: string })[]
}

const zone = (column: string): RawBuilder<unknown> => sql`(${sql.ref(column)} at time zone 'Asia/Shanghai')::date`

/** Deposits are asked for by bills of their own, which are no revenue and no debt in the books; they count when they are paid. */
export async function postedBilling(db: Db, ctx: Context, from: Day, to: Day): Promise<Posted> {
  const operator = ctx.user.operatorId
  const within = (day: RawBuilder<unknown>) => sql`${day} between ${from}::date and ${to}::date`
  // The same span as instants, for the index of the table.
  const around = (column: string) =>
    sql`${sql.ref(column)} >= ${from}::date - 1 and ${sql.ref(column)} < ${to}::date + 2 and ${within(zone(column))}`
  const item = sql`i.id, b.id as bill, b.no, i.fee_item as "feeItem", i.amount, i.start_on as "startOn", i.end_on as "endOn", b.issued_on as "issuedOn", ${lesseeName('b.lessee')} as party,
    coalesce(i.vehicle, b.vehicle) as vehicle, b.store from bill_item i join bill b on b.operator_id = i.operator_id and b.id = i.bill
    where i.operator_id = ${operator} and i.deleted_at is null and b.bill_type <> 'deposit' and b.direction = 'receivable' and i.amount <> 0`
  const items = await sql<PostedItem>`select ${zone('i.created_at')} as "on", ${item} and ${around('i.created_at')} order by i.id`.execute(
    db,
  )
  const voided = await sql<PostedItem>`
    select ${zone('b.updated_at')} as "on", ${item} and b.status = 'voided' and ${within(zone('b.updated_at'))} order by b.id, i.id`.execute(
    db,
  )
  // As long as the receipt is confirmed and spread in one day, it and its bills are one voucher under the day of the receipt.
  const allocated = sql`case when a.reverses is null and p.source <> 'internal' and ${zone('a.created_at')} = ${zone('p.confirmed_at')} then coalesce(p.posted_on, ${zone('a.created_at')}) else ${zone('a.created_at')} end`
  const allocations = await sql<PostedOther & { deposit: boolean }>`
    select a.id, p.no, 'payment:' || p.id as "group", a.amount, ${allocated} as "on", ${lesseeName('b.lessee')} as party, b.vehicle, a.store, b.bill_type = 'deposit' as deposit
      from allocation a join payment p on p.operator_id = a.operator_id and p.id = a.payment join bill b on b.operator_id = a.operator_id and b.id = a.bill
      where a.operator_id = ${operator} and a.deleted_at is null and a.created_at >= ${from}::date - 1 and ${within(allocated)} order by a.id`.execute(
    db,
  )
  const deposits = await sql<PostedOther & { kind: 'use' | 'forfeit' }>`
    select e.id, coalesce(p.no, '押金没收') as no, case when p.id is null then 'deposit:' || e.account else 'payment:' || p.id end as "group", -e.delta as amount, ${zone('e.created_at')} as "on",
      ${lesseeName('d.lessee')} as party, null::bigint as vehicle, e.store, case when e.kind = 'forfeit' then 'forfeit' else 'use' end as kind
      from deposit_entry e join deposit_account d on d.operator_id = e.operator_id and d.id = e.account left join payment p on p.operator_id = e.operator_id and p.id = e.payment
      where e.operator_id = ${operator} and e.deleted_at is null and (e.kind = 'forfeit' or (e.kind in ('deduct', 'reverse') and e.payment is not null)) and ${around('e.created_at')} order by e.id`.execute(
    db,
  )
  const loss = (
    day: string,
  ) => sql`select w.id, w.no, 'writeOff:' || w.id as "group", w.amount, ${zone(day)} as "on", ${lesseeName('w.lessee')} as party, b.vehicle, w.store
    from write_off w join bill b on b.operator_id = w.operator_id and b.id = w.bill where w.operator_id = ${operator} and w.deleted_at is null`
  const losses = await sql<PostedOther>`
    ${loss('w.decided_at')} and w.status in ('approved', 'reversed') and ${within(zone('w.decided_at'))} order by w.id`.execute(db)
  const lossesBack = await sql<PostedOther>`
    ${loss('w.updated_at')} and w.status = 'reversed' and ${within(zone('w.updated_at'))} order by w.id`.execute(db)
  const owed = (
    day: RawBuilder<unknown>,
  ) => sql`select p.id, p.no, 'payableBill:' || p.id as "group", p.amount, ${day} as "on", p.payee as party, p.vehicle, p.store, p.fee
    from payable_bill p where p.operator_id = ${operator} and p.deleted_at is null and p.posted_on is not null and p.amount <> 0`
  const payables = await sql<PostedOther & { fee: string }>`
    ${owed(sql`p.posted_on`)} and ${within(sql`p.posted_on`)} order by p.id`.execute(db)
  const payablesVoid = await sql<PostedOther & { fee: string }>`
    ${owed(zone('p.updated_at'))} and p.status = 'voided' and ${within(zone('p.updated_at'))} order by p.id`.execute(db)
  return {
    items: items.rows,
    voided: voided.rows,
    allocations: allocations.rows,
    deposits: deposits.rows,
    losses: losses.rows,
    lossesBack: lossesBack.rows,
    payables: payables.rows,
    payablesVoid: payablesVoid.rows,
  }
}

export interface CashOrigin {
  party: string
  channel: string | null
  /** A refund of a deposit, not of the balance. */
  deposit: boolean
}
/** Whose money a movement was, and through what it came. */
export async function cashOrigins(
  db: Db,
  ctx: Context,
  ids: Readonly<Record<'payment' | 'refund' | 'payout', readonly number[]>>,
): Promise<Map<string, CashOrigin>> {
  const operator = ctx.user.operatorId
  const of = (list: readonly number[]) => sql`any(${sql.val([...list])}::bigint[])`
  const { rows } = await sql<CashOrigin & { key: string }>`
    select 'payment:' || p.id as key, ${lesseeName('p.lessee')} as party, p.channel, false as deposit from payment p where p.operator_id = ${operator} and p.id = ${of(ids.payment)}
    union all select 'refund:' || r.id, ${lesseeName('r.lessee')}, null, r.source = 'deposit' from refund r where r.operator_id = ${operator} and r.id = ${of(ids.refund)}
    union all select 'payout:' || o.id, o.payee, o.channel, false from payout o where o.operator_id = ${operator} and o.id = ${of(ids.payout)}`.execute(
    db,
  )
  return new Map(rows.map(({ key, ...origin }) => [key, origin]))
}
