/** Late fees of bills: always the pure function of §3.5 over what stands in the ledger. */
import { sql } from 'kysely'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { maxDay, type Day } from '#kit/basics/day.ts'
import { formatFen, negated } from '#kit/basics/fen.ts'
import type { Bill } from './bill.ts'
import { appendItems, issueBill } from './ledger.server.ts'
import { lateFee, lateFeeFormula, lateFeePosting, type PrincipalPayment } from './lateFee.rules.ts'

export interface LateState {
  /** The whole fee as of the day. */
  fee: number
  /** What bills have been made for already. */
  posted: number
  /** How the whole fee came about, and until which day. */
  formula: string
  asOf: Day
}

type LateBill = Pick<Bill, 'id' | 'billType' | 'amount' | 'dueOn' | 'issuedOn' | 'lateGraceDays' | 'lateRateBp' | 'lateCapBp'>
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
  const bearing = bills.filter((b) => bears(b) && b.dueOn < asOf)
  if (bearing.length === 0) return states
  const ids = bearing.map((b) => b.id)
  const paid = await db
    .selectFrom('allocation')
    .select(['bill', 'amount', 'valueOn'])
    .where('bill', 'in', ids)
    .where('deletedAt', 'is', null)
    .execute()
  const posted = await db
    .selectFrom('bill')
    .select(['ofBill', sql<number>`sum(amount)::bigint`.as('sum')])
    .where('ofBill', 'in', ids)
    .where('status', '!=', 'voided')
    .where('deletedAt', 'is', null)
    .groupBy('ofBill')
    .execute()
  // What was waived stays posted: otherwise it would be charged again tomorrow.
  const waived = await db
    .selectFrom('bill')
    .innerJoin('billItem', 'billItem.bill', 'bill.id')
    .select(['bill.ofBill', sql<number>`sum(bill_item.amount)::bigint`.as('sum')])
    .where('bill.ofBill', 'in', ids)
    .where('bill.status', '!=', 'voided')
    .where('bill.deletedAt', 'is', null)
    .where('billItem.deletedAt', 'is', null)
    .where('billItem.idemKey', 'like', 'waiveLate:%')
    .groupBy('bill.ofBill')
    .execute()
  for (const b of bearing) {
    const payments = [...paid.filter((row) => row.bill === b.id), ...(more.get(b.id) ?? [])]
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
      posted: Number(posted.find((row) => row.ofBill === b.id)?.sum ?? 0) - Number(waived.find((row) => row.ofBill === b.id)?.sum ?? 0),
    })
  }
  return states
}

/** What a posting would bill now: the increase only. */
export const increase = (state: LateState | undefined): number => (state ? Math.max(0, lateFeePosting(state.fee, state.posted)) : 0)

/** Makes the late-fee bill for the increase; null when there is none. The caller holds the lock of the bill: two cannot post at once. */
export async function postLateFee(tx: Tx, ctx: Context, of: Bill, state: LateState | undefined, key: string): Promise<number | null> {
  const difference = state ? lateFeePosting(state.fee, state.posted) : 0
  if (state && difference < 0)
    await creditLateFee(
      tx,
      ctx,
      of,
      negated(difference),
      key,
      `已计收 ${formatFen(state.posted)}，重算为 ${state.formula ? `${state.formula} = ` : ''}${formatFen(state.fee)}`,
    )
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

/** A receipt with an earlier value date lowered the fee: as far as it is still unpaid it is taken off. */
async function creditLateFee(tx: Tx, ctx: Context, of: Bill, credit: number, key: string, formula: string): Promise<void> {
  const open = await tx
    .selectFrom('bill')
    .select(['id', 'remain'])
    .where('ofBill', '=', of.id)
    .where('status', 'in', ['unpaid', 'partlyPaid'])
    .where('deletedAt', 'is', null)
    .orderBy('id', 'desc')
    .execute()
  let left = credit
  for (const late of open) {
    const part = Math.min(left, late.remain ?? 0)
    if (part <= 0) continue
    await appendItems(tx, ctx, late.id, [
      { feeItem: 'LATE', amount: -part, idemKey: `${key}:${late.id}`, description: `账单 ${of.no} 按付款日重算，冲减滞纳金`, formula },
    ])
    left -= part
  }
}
