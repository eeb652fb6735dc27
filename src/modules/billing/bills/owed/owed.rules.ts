/** What open bills come to: the sum that is said to a customer, and how much of it is late. */
import type { Day } from '#kit/basics/time/day.ts'
import type { BILL_TYPES } from '../fee-items.rules.ts'

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
