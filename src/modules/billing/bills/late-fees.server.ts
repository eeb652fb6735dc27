/** Late fees of bills: always the pure function of §3.5 over what stands in the ledger. */
import { sql } from 'kysely'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { maxDay, type Day } from '#kit/basics/time/day.ts'
import { formatFen, negated } from '#kit/basics/fen.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { Bill } from './bill.ts'
import { lockedBy } from '../hooks.server.ts'
import { appendItems, issueBill, type OwnReceipt } from './ledger.server.ts'
import { lateFee, lateFeeFormula, lateFeePosting, lowering, type PrincipalPayment } from './late-fee.rules.ts'

export interface LateState {
  /** The whole fee as of the day. */
  fee: number
  /** What bills have been made for already. */
  posted: number
  /** How the whole fee came about, and until which day. */
  formula: string
  asOf: Day
}

export type LateBill = Pick<Bill, 'id' | 'billType' | 'amount' | 'dueOn' | 'issuedOn' | 'lateGraceDays' | 'lateRateBp' | 'lateCapBp'>
/** Deposits are the customer's own money, and there is no late fee on a late fee. */
const bears = (b: LateBill): boolean => b.lateRateBp > 0 && b.billType !== 'deposit' && b.billType !== 'late'

/** `more`: receipts not in the ledger yet, for previews and for the one being confirmed. */
export async function lateStates(
  db: Db,
  bills: readonly LateBill[],
  asOf: Day,
  more: ReadonlyMap<number, PrincipalPayment[]> = new Map(),
): Promise<Map<number, LateState>> {
  const states = new Map<number, LateState>(bills.map((b) => [b.id, { fee: 0, posted: 0, formula: '', asOf }]))
  const bearing = bills.filter(bears)
  if (bearing.length === 0) return states
  const ids = bearing.map((b) => b.id)
  const paid = await liveRows(db, 'allocation').select(['bill', 'amount', 'valueOn']).where('bill', 'in', ids).execute()
  const posted = await liveRows(db, 'bill')
    .select(['ofBill', sql<number>`sum(amount)::bigint`.as('sum')])
    .where('ofBill', 'in', ids)
    .where('status', '!=', 'voided')
    .groupBy('ofBill')
    .execute()
  // What was waived stays posted: otherwise it would be charged again tomorrow.
  const waived = await liveRows(db, 'bill')
    .innerJoin('billItem', (join) => join.onRef('billItem.bill', '=', 'bill.id').on('billItem.deletedAt', 'is', null))
    .select(['bill.ofBill', sql<number>`sum(bill_item.amount)::bigint`.as('sum')])
    .where('bill.ofBill', 'in', ids)
    .where('bill.status', '!=', 'voided')
    .where('billItem.idemKey', 'like', 'waiveLate:%')
    .groupBy('bill.ofBill')
    .execute()
  const paidOf = Map.groupBy(paid, (row) => row.bill)
  const sumOf = (rows: readonly { ofBill: number | null; sum: number }[]): Map<number | null, number> =>
    new Map(rows.map((row) => [row.ofBill, Number(row.sum)]))
  const [postedOf, waivedOf] = [sumOf(posted), sumOf(waived)]
  for (const b of bearing) {
    const payments = [...(paidOf.get(b.id) ?? []), ...(more.get(b.id) ?? [])]
    const terms = {
      principal: b.amount,
      dueOn: b.dueOn,
      issuedOn: b.issuedOn,
      graceDays: b.lateGraceDays,
      rateBp: b.lateRateBp,
      capBp: b.lateCapBp,
    }
    states.set(b.id, {
      fee: lateFee(terms, payments, asOf),
      formula: lateFeeFormula(terms, payments, asOf),
      asOf,
      posted: (postedOf.get(b.id) ?? 0) - (waivedOf.get(b.id) ?? 0),
    })
  }
  return states
}

/** What a posting would bill now: the increase only. */
export const increase = (state: LateState | undefined): number => (state ? Math.max(0, lateFeePosting(state.fee, state.posted)) : 0)

const loweringFormula = (s: LateState): string =>
  `已计收 ${formatFen(s.posted)}，重算为 ${s.formula ? `${s.formula} = ` : ''}${formatFen(s.fee)}`

/** Makes the late-fee bill for the increase; null when there is none. The caller holds the lock of the bill: two cannot post at once. */
export async function postLateFee(tx: Tx, ctx: Context, of: Bill, state: LateState | undefined, key: string): Promise<number | null> {
  const difference = state ? lateFeePosting(state.fee, state.posted) : 0
  if (state && difference < 0)
    await creditLateFee(tx, ctx, of, {
      amount: negated(difference),
      formula: loweringFormula(state),
      key: ({ id }) => `${key}:${id}`,
      passLocked: false,
    })
  if (difference <= 0 || !state) return null
  const today = ctx.clock.today()
  const already = state.posted ? `，已计收 ${formatFen(state.posted)}` : ''
  const made = await issueBill(tx, ctx, {
    billType: 'late',
    lessee: of.lessee,
    store: of.store,
    contract: of.contract,
    lease: of.lease,
    vehicle: of.vehicle,
    issueOn: today,
    dueOn: maxDay(today, of.dueOn),
    ofBill: of.id,
    items: [
      {
        feeItem: 'LATE',
        amount: difference,
        idemKey: key,
        description: `账单 ${of.no} 逾期滞纳金（计至 ${state.asOf}）`,
        formula: `${state.formula} = ${formatFen(state.fee)}${already}`,
      },
    ],
  })
  return made.id
}

/** Under this key stand the late fee a receipt made due and the credits it caused; its reversal finds them (`undoLateFees`). */
export const lateKey = (billId: number, paymentId: number): string => `late:${billId}:payment:${paymentId}`

interface Credit {
  amount: number
  formula: string
  key: (late: { id: number; items: number }) => string
  /** The receipt that causes it, while it is being booked. */
  own?: OwnReceipt | undefined
  /** Whether a late bill the other side has confirmed is left as it is, or refuses. */
  passLocked: boolean
}
/** What was posted too much is taken off the late bills; what of it was paid goes to the balance, or back into the receipt that is being booked. */
async function creditLateFee(tx: Tx, ctx: Context, of: Pick<Bill, 'id' | 'no'>, credit: Credit): Promise<void> {
  const late = await liveRows(tx, 'bill')
    .select(['id', 'amount', 'paid', 'writtenOff'])
    .select(sql<number>`(select count(*) from bill_item i where i.bill = bill.id and i.deleted_at is null)`.as('items'))
    .where('ofBill', '=', of.id)
    .where('status', '!=', 'voided')
    .forNoKeyUpdate('bill')
    .execute()
  for (const { bill: id, amount } of lowering(late, credit.amount)) {
    if (credit.passLocked && (await lockedBy(tx, ctx, [id], 'adjust'))) continue
    const { items } = late.find((b) => b.id === id)!
    const idemKey = credit.key({ id, items: Number(items) })
    const description = `账单 ${of.no} 重算，冲减滞纳金`
    await appendItems(
      tx,
      ctx,
      id,
      [{ feeItem: 'LATE', amount: negated(amount), idemKey, description, formula: credit.formula }],
      credit.own,
    )
  }
}

/**
 * After a bill became smaller, void or due later, or was paid on an earlier day than was known: the late fee posted beyond what is
 * due is taken off again (leasing.md §3.5, a negative posting). What has grown meanwhile waits for its own posting. The caller
 * holds the lessee's lock. `own`: the receipt that is being booked; with it goes what it lowered (M7).
 */
export async function lowerLateFees(tx: Tx, ctx: Context, bills: readonly Bill[], own?: OwnReceipt): Promise<void> {
  const bearing = bills.filter(bears)
  if (bearing.length === 0) return
  const states = await lateStates(tx, bearing, ctx.clock.today())
  for (const b of bearing) {
    const state = states.get(b.id)!
    if (state.posted <= state.fee) continue
    await creditLateFee(tx, ctx, b, {
      amount: state.posted - state.fee,
      formula: loweringFormula(state),
      key: ({ id, items }) => (own ? `${lateKey(b.id, own.payment)}:${id}` : `late:${b.id}:lower:${id}:${items}`),
      own,
      passLocked: true,
    })
  }
}

export interface Lowering {
  /** The bill the late fee is of, and the late bill it comes off. */
  of: number
  bill: number
  amount: number
  /** What of it has been paid by then, this receipt included: it goes to the balance. */
  back: number
}
/** What `lowerLateFees` will take off once these parts have been paid on that day; for a preview, without a lock. */
export async function loweringsAhead(
  db: Db,
  bills: readonly LateBill[],
  parts: ReadonlyMap<number, number>,
  valueOn: Day,
  today: Day,
): Promise<Lowering[]> {
  if (valueOn >= today) return []
  const touched = bills.filter((b) => bears(b) && parts.has(b.id))
  const states = await lateStates(db, touched, today, new Map(touched.map((b) => [b.id, [{ amount: parts.get(b.id)!, valueOn }]])))
  const over = touched.filter((b) => states.get(b.id)!.posted > states.get(b.id)!.fee)
  if (over.length === 0) return []
  const late = await liveRows(db, 'bill')
    .select(['id', 'ofBill', 'amount', 'paid', 'writtenOff'])
    .where(
      'ofBill',
      'in',
      over.map((b) => b.id),
    )
    .where('status', '!=', 'voided')
    .execute()
  return over.flatMap((b) => {
    const paid = late.filter((x) => x.ofBill === b.id).map((x) => ({ ...x, paid: x.paid + (parts.get(x.id) ?? 0) }))
    return lowering(paid, states.get(b.id)!.posted - states.get(b.id)!.fee).map(({ bill: id, amount }) => {
      const x = paid.find((one) => one.id === id)!
      return { of: b.id, bill: id, amount, back: Math.max(0, x.paid + x.writtenOff - (x.amount - amount)) }
    })
  })
}

/** Bills of a lease that a late fee was billed on. */
export async function billsWithLateFee(db: Db, leaseId: number): Promise<number[]> {
  const posted = await liveRows(db, 'bill')
    .select('ofBill')
    .distinct()
    .where('lease', '=', leaseId)
    .where('billType', '=', 'late')
    .where('ofBill', 'is not', null)
    .where('status', '!=', 'voided')
    .execute()
  return posted.map((b) => b.ofBill!)
}
