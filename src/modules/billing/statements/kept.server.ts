/**
 * 账单统计, 账龄 and 应付 from sums that are kept, so that they cost the same of ten million bills as of a thousand (decision 0090). Only for
 * questions that ask for nothing but store, day and kind; a vehicle, a customer or a channel is asked of the rows, as is what a figure opens.
 */
import { sql, type RawBuilder } from 'kysely'
import type { KeptSums, SourceArgs } from '#kit/report/statement.server.ts'
import { bill } from '../bills/bill.ts'
import { OUTSIDE } from '../payments/channels.rules.ts'
import { payment } from '../payments/payment.ts'
import { FEE_DAYS } from './fee-days.server.ts'
import { kindOf, lateStep, LIVE, narrowed, OPEN_PAYABLE, payableStep } from './statistics-ask.server.ts'

type Kept = RawBuilder<unknown> | null
const NOBODY = sql<null>`null::bigint`.as('channel')
/** Nothing is asked for but what is kept. */
const plain = ({ wants, filters }: SourceArgs): boolean => !wants('channel') && !filters['vehicle'] && !filters['lessee']

const keptBills = (args: SourceArgs) =>
  args
    .keptSumsOf(bill)
    ?.where(kindOf(args))
    .where(narrowed(args))
    .where(sql<boolean>`t.direction = 'receivable'`)
const keptFees = (args: SourceArgs, fact: string) =>
  args
    .keptSumsOf(bill, FEE_DAYS)
    ?.where(kindOf(args))
    .where(narrowed(args))
    .where('t.fact', '=', fact)
    .where(sql<boolean>`t.day between ${args.from} and ${args.to}`)

function billSums(args: SourceArgs): Kept {
  const issued = args.filters['basis']?.[0] === 'issuedOn'
  const day = sql.ref(`t.${issued ? 'issuedOn' : 'dueOn'}`)
  const bills = keptBills(args)
    ?.where(LIVE)
    .where(sql<boolean>`${day} between ${args.from} and ${args.to}`)
    .select([
      't.store',
      sql`${day}`.as('day'),
      NOBODY,
      't.amount as charged',
      sql`0`.as('credited'),
      't.paid as collected',
      't.writtenOff',
      't.remain as open',
    ])
    .select(sql`case when t.status in ('unpaid', 'partlyPaid') and t.grace_until < ${args.today} then t.remain else 0 end`.as('overdue'))
  // What was taken off stands in the amount of the bill.
  const credited = keptFees(args, issued ? 'creditedIssued' : 'creditedDue')?.select([
    't.store',
    't.day',
    NOBODY,
    sql`-t.amount`.as('charged'),
    't.amount as credited',
    ...['collected', 'writtenOff', 'open', 'overdue'].map((name) => sql`0`.as(name)),
  ])
  return plain(args) && bills && credited ? sql`${bills} union all ${credited}` : null
}

function receiptSums(args: SourceArgs): Kept {
  if (!plain(args) || String(args.filters['billType']?.[0] ?? 'all') !== 'all') return null
  const receipts = args.keptSumsOf(payment)
  return (
    receipts &&
    sql`${receipts
      .where('t.status', '=', 'confirmed')
      .where('t.channel', 'in', [...OUTSIDE])
      .where(narrowed(args))
      .where(sql<boolean>`t.paid_day between ${args.from} and ${args.to}`)
      .select(['t.store', 't.paidDay as day', NOBODY, 't.amount as received'])}`
  )
}

function accrualSums(args: SourceArgs): Kept {
  const fees = plain(args) ? keptFees(args, 'accrued') : null
  return fees ? sql`${fees.select(['t.store', 't.day', NOBODY, 't.amount as accrued'])}` : null
}

function overdueSums(args: SourceArgs): Kept {
  const bills = plain(args) ? keptBills(args) : null
  return bills
    ? sql`${bills
        .where('t.status', 'in', ['unpaid', 'partlyPaid'])
        .where('t.graceUntil', '<', args.today)
        .select(['t.store', 't.dueOn as day', NOBODY, lateStep(args).as('late'), 't.remain as amount', 't.n as count'])}`
    : null
}

function payableSums(args: SourceArgs): Kept {
  const open = args.keptSumsOf('payableBill')
  return (
    open &&
    sql`${open
      .where(OPEN_PAYABLE)
      .select([
        't.dueOn as day',
        't.partyKind',
        't.store',
        payableStep(args).as('late'),
        sql`t.amount - t.paid`.as('remain'),
        't.n as count',
      ])}`
  )
}

export const keptStatistics: KeptSums<'bills' | 'receipts' | 'accruals'> = {
  of: ['bill', 'bill_item', 'payment'],
  sources: { bills: billSums, receipts: receiptSums, accruals: accrualSums },
}
export const keptAgeing: KeptSums<'overdue'> = { of: ['bill'], sources: { overdue: overdueSums } }
export const keptPayables: KeptSums<'open'> = { of: ['payable_bill'], sources: { open: payableSums } }
