/**
 * What is owed today: what is open on issued bills and the late fee on it that no bill has been made for yet, as of today. The one
 * figure that is said to a caller, on the card, above the bills, when paying and when dunning; a receipt of it today leaves nothing.
 */
import type { Context, Db } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { anyOf, seenRows } from '#kit/entity/query/live-rows.server.ts'
import { bill } from '../bill.ts'
import { overdueDays } from '../bill.rules.ts'
import type { BILL_TYPES } from '../fee-items.rules.ts'
import { increase, lateStates } from '../late-fees.server.ts'

/** Fen; days past the due day, 0 inside the grace. */
export interface OwedBill {
  id: number
  no: string
  billType: keyof typeof BILL_TYPES
  lessee: number
  vehicle: number | null
  lease: number | null
  store: number
  dueOn: Day
  remain: number
  lateFee: number
  overdueDays: number
}

/** Fen. `total` = `principal` + `lateFee`; `overdue` is the part of `total` that is past its grace. */
export interface Owed {
  bills: number
  principal: number
  lateFee: number
  total: number
  overdueBills: number
  overdue: number
  /** The earliest due day of what is overdue. */
  oldest: Day | null
  oldestDays: number
}

export type OwedBy = 'id' | 'lessee' | 'vehicle' | 'lease' | 'contract'
export type OwedAsk = Partial<Record<OwedBy, readonly number[]>>

/** Open receivables the person may see, the earliest due first; of all that is asked by. */
export async function owedBills(db: Db, ctx: Context, asked: OwedAsk): Promise<OwedBill[]> {
  const today = ctx.clock.today()
  let rows = seenRows(db, ctx, bill).where('t.direction', '=', 'receivable').where('t.status', 'in', ['unpaid', 'partlyPaid'])
  for (const [by, ids] of Object.entries(asked) as [OwedBy, readonly number[]][]) rows = rows.where(`t.${by}`, '=', anyOf(ids))
  const found = await rows
    .select(['t.id', 't.no', 't.billType', 't.lessee', 't.vehicle', 't.lease', 't.contract', 't.store', 't.dueOn', 't.issuedOn'])
    .select(['t.amount', 't.paid', 't.writtenOff', 't.remain', 't.lateGraceDays', 't.lateRateBp', 't.lateCapBp'])
    .orderBy('t.dueOn')
    .orderBy('t.id')
    .execute()
  // Only what is past its day can have a fee.
  const states = await lateStates(
    db,
    found.filter((b) => b.dueOn < today),
    today,
  )
  return found.map(({ amount, paid, writtenOff, lateGraceDays, lateRateBp: _r, lateCapBp: _c, issuedOn: _i, contract: _k, ...b }) => ({
    ...b,
    remain: b.remain ?? 0,
    lateFee: increase(states.get(b.id)),
    overdueDays: overdueDays({ amount, paid, writtenOff, issued: true, voided: false, dueOn: b.dueOn, graceDays: lateGraceDays }, today),
  }))
}

export function owedOf(bills: readonly OwedBill[]): Owed {
  const sum = (of: readonly OwedBill[], part: (b: OwedBill) => number): number => of.reduce((all, b) => all + part(b), 0)
  const late = bills.filter((b) => b.overdueDays > 0)
  const first = late.toSorted((a, b) => b.overdueDays - a.overdueDays)[0]
  const principal = sum(bills, (b) => b.remain)
  const lateFee = sum(bills, (b) => b.lateFee)
  return {
    bills: bills.length,
    principal,
    lateFee,
    total: principal + lateFee,
    overdueBills: late.length,
    overdue: sum(late, (b) => b.remain + b.lateFee),
    oldest: first?.dueOn ?? null,
    oldestDays: first?.overdueDays ?? 0,
  }
}

/** The same of each of several customers. */
export async function owedOfLessees(db: Db, ctx: Context, lessees: readonly number[]): Promise<Map<number, Owed>> {
  if (lessees.length === 0) return new Map()
  const bills = await owedBills(db, ctx, { lessee: lessees })
  return new Map([...Map.groupBy(bills, (b) => b.lessee)].map(([lessee, of]) => [lessee, owedOf(of)]))
}
