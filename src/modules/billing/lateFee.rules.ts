import { addDays, daysBetween, maxDay } from '#kit/basics/day.ts'
import type { Day } from '#kit/basics/day.ts'
import { ZERO, fen, mulDivRound, sumFen } from '#kit/basics/fen.ts'
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

/**
 * `L(bill, payments, asOf)`: the sum over the days after the grace, up to and with `asOf`, of what was still unpaid at the
 * beginning of the day, times the daily rate, rounded once at the end and capped. It is always the whole fee up to that
 * day and depends on nothing that was posted before, so running it hourly cannot add anything twice.
 */
export function lateFee(bill: LateFeeBill, payments: readonly PrincipalPayment[], asOf: Day): Fen {
  const free = graceEnd(bill)
  if (asOf <= free || bill.principal <= 0 || bill.rateBp <= 0) return ZERO
  const inOrder = payments.toSorted((a, b) => (a.valueOn < b.valueOn ? -1 : a.valueOn > b.valueOn ? 1 : 0))
  let paid = sumFen(inOrder.filter((payment) => payment.valueOn <= free).map((payment) => payment.amount))
  const overdue = Math.max(0, bill.principal - paid)
  // fen × days; a BigInt because a large fleet's debt over years passes 2^53 before the division.
  let debtDays = 0n
  let since = free
  for (const payment of inOrder) {
    if (payment.valueOn <= free || payment.valueOn > asOf) continue
    debtDays += BigInt(Math.max(0, bill.principal - paid)) * BigInt(daysBetween(since, payment.valueOn))
    paid = fen(paid + payment.amount)
    since = payment.valueOn
  }
  debtDays += BigInt(Math.max(0, bill.principal - paid)) * BigInt(daysBetween(since, asOf))
  const fee = Number((2n * debtDays * BigInt(bill.rateBp) + 10_000n) / 20_000n)
  const cap = bill.capBp === null || bill.capBp === undefined ? Infinity : mulDivRound(overdue, bill.capBp, 10_000)
  return fen(Math.min(fee, cap))
}

/**
 * What to post now, given the sum already posted: the increase, or a negative amount when a payment recorded late, with an
 * earlier value date, has made the fee smaller. The total posted equals `L` afterwards and is therefore never below 0.
 */
export function lateFeePosting(fee: number, alreadyPosted: number): Fen {
  return fen(fee - alreadyPosted)
}
