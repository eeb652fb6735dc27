/** What a cost that covers days comes to on some of them: C(k) = R(A·k/D), so that any partition adds up to the whole (§3.3, A6). */
import { daysBetween, maxDay, minDay, type Day } from '#kit/basics/time/day.ts'
import { fen, mulDivRound, negated, type Fen } from '#kit/basics/fen.ts'

/** The first `k` of `days` days of `amount`. A negative cost mirrors a positive one. */
export function cumulated(amount: number, k: number, days: number): Fen {
  if (k <= 0 || days <= 0) return fen(0)
  if (k >= days) return fen(amount)
  return amount < 0 ? negated(mulDivRound(-amount, k, days)) : mulDivRound(amount, k, days)
}

export interface Spread {
  amount: number
  startOn: Day
  /** The day after the last. */
  endOn: Day
}
/** What of a cost falls into [from, to). */
export function costWithin(of: Spread, from: Day, to: Day): Fen {
  const days = daysBetween(of.startOn, of.endOn)
  const first = daysBetween(of.startOn, maxDay(of.startOn, from))
  const last = daysBetween(of.startOn, minDay(of.endOn, to))
  if (last <= first) return fen(0)
  return fen(cumulated(of.amount, last, days) - cumulated(of.amount, first, days))
}
