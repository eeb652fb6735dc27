import { addDays, daysBetween, maxDay } from '#kit/basics/time/day.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { ZERO, fen, mulDivRound, plainYuan, sumFen } from '#kit/basics/fen.ts'
import type { Fen } from '#kit/basics/fen.ts'

export type LateFeeBill = {
  /** Rent and charges only, see `latePrincipal`. */
  principal: number
  dueOn: Day
  /** A bill made late by the company starts its late fee on the day it was made. */
  issuedOn?: Day | undefined
  graceDays: number
  /** Basis points per day: 5 is 万分之五. */
  rateBp: number
  /** Ceiling in basis points of the principal that went overdue; absent means none. */
  capBp?: number | null | undefined
}

/** What was paid (or credited) against the principal, by the day the money was really paid. */
export type PrincipalPayment = { amount: number; valueOn: Day }

const NEVER_PRINCIPAL: ReadonlySet<string> = new Set(['DEPOSIT', 'VIOL_DEPOSIT', 'LATE'])

/** Deposits are the customer's own money, and there is no late fee on a late fee. */
export function latePrincipal(items: ReadonlyArray<{ feeItem: string; amount: number }>): Fen {
  return fen(Math.max(0, sumFen(items.filter((item) => !NEVER_PRINCIPAL.has(item.feeItem)).map((item) => item.amount))))
}

/** The last day without late fee. */
export function graceEnd(bill: Pick<LateFeeBill, 'dueOn' | 'issuedOn' | 'graceDays'>): Day {
  return addDays(maxDay(bill.dueOn, bill.issuedOn ?? bill.dueOn), bill.graceDays)
}

/** So much was unpaid at the beginning of so many days. */
type Stretch = { amount: number; days: number }

/** The days after the grace, up to and with `asOf`, by what was unpaid; and what was when the grace ended. */
function stretches(bill: LateFeeBill, payments: readonly PrincipalPayment[], asOf: Day): { overdue: number; of: Stretch[] } {
  const free = graceEnd(bill)
  if (asOf <= free || bill.rateBp === 0) return { overdue: 0, of: [] }
  const inOrder = payments.toSorted((a, b) => daysBetween(b.valueOn, a.valueOn))
  let paid = sumFen(inOrder.filter((payment) => payment.valueOn <= free).map((payment) => payment.amount))
  const overdue = Math.max(0, bill.principal - paid)
  const of: Stretch[] = []
  let since = free
  const until = (day: Day): void => {
    of.push({ amount: Math.max(0, bill.principal - paid), days: daysBetween(since, day) })
    since = day
  }
  for (const payment of inOrder) {
    if (payment.valueOn <= free || payment.valueOn > asOf) continue
    until(payment.valueOn)
    paid = fen(paid + payment.amount)
  }
  until(asOf)
  return { overdue, of: of.filter((s) => s.amount > 0 && s.days > 0) }
}

/**
 * `L(bill, payments, asOf)`: the sum over the days after the grace, up to and with `asOf`, of what was still unpaid at the
 * beginning of the day, times the daily rate, rounded once at the end and capped. It is always the whole fee up to that
 * day and depends on nothing that was posted before, so running it hourly cannot add anything twice.
 */
export function lateFee(bill: LateFeeBill, payments: readonly PrincipalPayment[], asOf: Day): Fen {
  const { overdue, of } = stretches(bill, payments, asOf)
  if (of.length === 0) return ZERO
  // fen × days; a BigInt because a large fleet's debt over years passes 2^53 before the division.
  const debtDays = of.reduce((sum, s) => sum + BigInt(s.amount) * BigInt(s.days), 0n)
  const fee = Number((2n * debtDays * BigInt(bill.rateBp) + 10_000n) / 20_000n)
  return fen(Math.min(fee, capOf(bill, overdue)))
}
const capOf = (bill: LateFeeBill, overdue: number): number =>
  bill.capBp === null || bill.capBp === undefined ? Infinity : mulDivRound(overdue, bill.capBp, 10_000)

const STRETCHES_SHOWN = 6
/** How the fee came about, to be reckoned again by hand. */
export function lateFeeFormula(bill: LateFeeBill, payments: readonly PrincipalPayment[], asOf: Day): string {
  const { overdue, of } = stretches(bill, payments, asOf)
  if (of.length === 0) return ''
  const shown = of.slice(-STRETCHES_SHOWN).map((s) => `${plainYuan(s.amount)} × ${s.days} 天`)
  const sum = `${of.length > shown.length ? '… + ' : ''}${shown.join(' + ')}`
  const rated = `${of.length > 1 ? `（${sum}）` : sum} × 万分之 ${bill.rateBp}`
  const fee = lateFee(bill, payments, asOf)
  return fee === capOf(bill, overdue) ? `${rated}，以欠款 ${plainYuan(overdue)} 的 ${(bill.capBp ?? 0) / 100}% 为限` : rated
}

/**
 * What to post now, given the sum already posted: the increase, or a negative amount when a payment recorded late, with an
 * earlier value date, has made the fee smaller. The total posted equals `L` afterwards and is therefore never below 0.
 */
export function lateFeePosting(fee: number, alreadyPosted: number): Fen {
  return fen(fee - alreadyPosted)
}

type LateBill = { id: number; amount: number; paid: number; writtenOff: number }
/**
 * Where a late fee that was too high is taken off, fen by bill: first what nobody has paid, then what was paid, each the newest
 * bill first. What was written off stays; what waivers have taken off already cannot be taken off again.
 */
export function lowering(lateBills: readonly LateBill[], over: number): { bill: number; amount: Fen }[] {
  const newest = lateBills.toSorted((a, b) => b.id - a.id)
  let left = Math.max(0, over)
  const taken = new Map<number, number>()
  const take = (b: LateBill, most: number): void => {
    const part = Math.min(left, most)
    if (part <= 0) return
    taken.set(b.id, (taken.get(b.id) ?? 0) + part)
    left -= part
  }
  for (const b of newest) take(b, b.amount - b.paid - b.writtenOff)
  for (const b of newest) take(b, b.amount - b.writtenOff - (taken.get(b.id) ?? 0))
  return [...taken].map(([bill, amount]) => ({ bill, amount: fen(amount) }))
}
