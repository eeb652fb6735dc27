import type { Check } from '#kit/basics/check.ts'
import type { Day } from '#kit/basics/day.ts'
import { ZERO, fen, mulDivRound, sumFen } from '#kit/basics/fen.ts'
import type { Fen } from '#kit/basics/fen.ts'
import { rentItem, rentWithin } from './proration.rules.ts'
import type { Rates, RentItem } from './proration.rules.ts'

export type SwapDifference = {
  /** Rent of the old vehicle up to the swap, which stays. */
  oldUsed: Fen
  /** Rent of the old vehicle from the swap on, to be credited (posted as a negative item). */
  oldCredit: Fen
  /** Rent of the new vehicle from the swap on. */
  newCharge: Fen
  /** newCharge − oldCredit: positive is billed, negative is a credit on the original bill. */
  difference: number
}

/**
 * A swap inside a month that is already billed. The swap day belongs to the new vehicle. Both rents are ranges of the same
 * item, so with equal rents the difference is zero wherever the cut falls.
 */
export function swapDifference(item: RentItem, effectiveOn: Day, newRates: Rates): SwapDifference {
  const oldUsed = rentWithin(item, item.startOn, effectiveOn)
  const renewed = withRates(item, newRates)
  const newCharge = rentWithin(renewed, effectiveOn, item.endOn)
  const oldCredit = fen(item.amount - oldUsed)
  return { oldUsed, oldCredit, newCharge, difference: newCharge - oldCredit }
}

/** The same days of the same month at another price. */
export function withRates(item: RentItem, rates: Rates): RentItem {
  return rentItem(item.startOn, item.endOn, item.month.startOn, item.month.endOn, item.basis.mode, rates)
}

export type Reduction =
  /** A fixed amount off the item. */
  | { method: 'amount'; amount: number }
  /** A share of the item in basis points. */
  | { method: 'rate'; bp: number }
  /** Rent-free days `[startOn, endOn)`. */
  | { method: 'freeDays'; startOn: Day; endOn: Day }
  /** Another monthly rent from a day on. */
  | { method: 'newRent'; fromOn: Day; rates: Rates }

export function checkReduction(reduction: Reduction): Check {
  if (reduction.method === 'amount') return Number.isSafeInteger(reduction.amount) && reduction.amount > 0 ? null : '减租金额必须大于 0'
  if (reduction.method === 'rate') {
    const { bp } = reduction
    return Number.isSafeInteger(bp) && bp > 0 && bp <= 10_000 ? null : '减租比例应大于 0 且不超过 100%'
  }
  if (reduction.method === 'freeDays') return reduction.endOn > reduction.startOn ? null : '免租结束日必须晚于开始日'
  const { monthlyRent } = reduction.rates
  return Number.isSafeInteger(monthlyRent) && monthlyRent >= 0 ? null : '新租金不能为负数'
}

/**
 * What a reduction takes off one item, given what earlier reductions have taken already: never more than is left of it,
 * and zero for an item it does not touch.
 */
export function reductionOf(item: RentItem, reduction: Reduction, alreadyReduced = 0): Fen {
  const left = Math.max(0, item.amount - alreadyReduced)
  return fen(Math.min(left, wanted(item, reduction)))
}

function wanted(item: RentItem, reduction: Reduction): number {
  switch (reduction.method) {
    case 'amount':
      return reduction.amount
    case 'rate':
      return mulDivRound(item.amount, reduction.bp, 10_000)
    case 'freeDays':
      return rentWithin(item, reduction.startOn, reduction.endOn)
    case 'newRent': {
      const now = rentWithin(item, reduction.fromOn, item.endOn)
      const then = rentWithin(withRates(item, reduction.rates), reduction.fromOn, item.endOn)
      return Math.max(0, now - then)
    }
  }
}

/** One amount over several items, earliest first; what no item can take any more is reported, not lost. */
export function spreadReduction(items: ReadonlyArray<{ amount: number; reduced: number }>, amount: number): { parts: Fen[]; untaken: Fen } {
  let rest = amount
  const parts = items.map((item) => {
    const part = Math.min(rest, Math.max(0, item.amount - item.reduced))
    rest -= part
    return part > 0 ? fen(part) : ZERO
  })
  if (sumFen(parts) + rest !== amount) throw new RangeError('a reduction was lost while spreading')
  return { parts, untaken: fen(rest) }
}
