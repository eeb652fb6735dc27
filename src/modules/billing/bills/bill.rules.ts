import { addDays, daysBetween } from '#kit/basics/time/day.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { fen, sumFen } from '#kit/basics/fen.ts'
import type { Fen } from '#kit/basics/fen.ts'

export type BillStatus = 'draft' | 'unpaid' | 'partlyPaid' | 'settled' | 'voided' | 'writtenOff'

/** The facts a bill's status follows from; nothing else may decide it. */
export type BillFacts = { amount: number; paid: number; writtenOff: number; issued: boolean; voided: boolean }

export function remainOf(bill: Pick<BillFacts, 'amount' | 'paid' | 'writtenOff'>): Fen {
  return fen(bill.amount - bill.paid - bill.writtenOff)
}

export function billStatus(bill: BillFacts): BillStatus {
  if (bill.voided) return 'voided'
  if (!bill.issued) return 'draft'
  const remain = remainOf(bill)
  if (remain === 0) return bill.writtenOff > 0 ? 'writtenOff' : 'settled'
  return bill.paid > 0 ? 'partlyPaid' : 'unpaid'
}

/** Invariant B1; the reason goes to the log of the transaction that is refused because of it. */
export function billFault(bill: BillFacts, itemAmounts: readonly number[]): string | null {
  if (sumFen(itemAmounts) !== bill.amount) return '账单金额与明细合计不一致'
  if (bill.amount < 0) return '账单金额不能为负数'
  if (bill.paid < 0 || bill.writtenOff < 0) return '已付金额与核销金额不能为负数'
  if (remainOf(bill) < 0) return '已付与核销合计超过账单金额'
  return bill.voided && bill.paid !== 0 ? '已作废的账单不能有收款' : null
}

/** Days past due, 0 inside the grace days: overdue is a tag of the day, never a stored state. */
export function overdueDays(bill: BillFacts & { dueOn: Day; graceDays: number }, today: Day): number {
  const open = billStatus(bill) === 'unpaid' || billStatus(bill) === 'partlyPaid'
  if (!open || today <= addDays(bill.dueOn, bill.graceDays)) return 0
  return daysBetween(bill.dueOn, today)
}

/** Ageing steps of the arrears list, in days past due. */
export const AGEING_STEPS = [
  { label: '0–7 天', upTo: 7 },
  { label: '8–15 天', upTo: 15 },
  { label: '16–30 天', upTo: 30 },
  { label: '31–60 天', upTo: 60 },
  { label: '60 天以上', upTo: Infinity },
] as const
export const AGEING_LABELS = AGEING_STEPS.map(({ label }) => label)

export function ageingStep(daysPastDue: number): (typeof AGEING_STEPS)[number]['label'] {
  return (AGEING_STEPS.find((step) => daysPastDue <= step.upTo) ?? AGEING_STEPS[4]).label
}

/** What a credit on an issued bill does: the item shrinks, and what was paid beyond the new amount goes to the balance. */
export function creditEffect(
  bill: Pick<BillFacts, 'amount' | 'paid' | 'writtenOff'>,
  credit: number,
): { amount: Fen; released: Fen; remain: Fen } {
  if (!Number.isSafeInteger(credit) || credit < 0 || credit > bill.amount)
    throw new RangeError(`credit ${credit} on a bill of ${bill.amount}`)
  const amount = fen(bill.amount - credit)
  if (bill.writtenOff > amount) throw new RangeError('a credit cannot reach below what was written off; reverse that first')
  const released = fen(Math.max(0, bill.paid + bill.writtenOff - amount))
  return { amount, released, remain: fen(amount - (bill.paid - released) - bill.writtenOff) }
}
