import { daysBetween, maxDay, minDay } from '#kit/basics/time/day.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { ZERO, fen, mulDivRound, plainYuan } from '#kit/basics/fen.ts'
import type { Fen } from '#kit/basics/fen.ts'

/** actual: by the days the month really has; thirty: every month counts 30; daily: a day has its own price. */
export type ProrateMode = 'actual' | 'thirty' | 'daily'

export type Rates = { monthlyRent: number; dailyRent?: number | undefined }

/**
 * `C(k)`: what the first `k` days of an amount `A` over `D` days cost. Every other figure of a broken period is a
 * difference of two such values, so parts always add up to the whole; rounding each part by itself would lose or
 * invent a fen in more than a third of the four-way splits. `k` outside 0…D is clamped: a bill made before the first
 * day must not come out negative.
 */
export function prorate(A: number, D: number, mode: ProrateMode, k: number, rates: Rates): Fen {
  if (!Number.isSafeInteger(A) || A < 0 || !Number.isSafeInteger(D) || D <= 0) throw new RangeError(`cannot prorate ${A} over ${D} days`)
  if (!Number.isSafeInteger(k)) throw new RangeError(`not a number of days: ${k}`)
  if (k <= 0) return ZERO
  if (k >= D) return fen(A)
  if (mode === 'actual') return mulDivRound(A, k, D)
  return fen(Math.min(A, priceOfDays(mode, k, rates)))
}

/** `C(j) − C(i)`: the days `[i, j)`. */
export function slice(A: number, D: number, mode: ProrateMode, i: number, j: number, rates: Rates): Fen {
  if (j < i) throw new RangeError(`days [${i}, ${j}) run backwards`)
  return fen(prorate(A, D, mode, j, rates) - prorate(A, D, mode, i, rates))
}

function priceOfDays(mode: 'thirty' | 'daily', k: number, rates: Rates): Fen {
  if (mode === 'thirty') return mulDivRound(rates.monthlyRent, k, 30)
  if (rates.dailyRent === undefined) throw new RangeError('daily proration needs a daily rent')
  return fen(rates.dailyRent * k)
}

/** The rent of one month, or of the part of a month that a term covers. */
export type RentItem = {
  startOn: Day
  /** Exclusive. */
  endOn: Day
  amount: Fen
  formula: string
  /** The whole month of the plan it lies in, `[startOn, endOn)`. */
  month: { startOn: Day; endOn: Day }
  /** What the item is a range of; see `rentItem`. */
  basis: { startOn: Day; days: number; amount: Fen; mode: ProrateMode; rates: Rates }
}

/**
 * The rent for `[startOn, endOn)` inside the month `[monthStart, monthEnd)` of the plan. By actual days a part is a
 * range of the whole month, so the first part and the complementary last one make one month exactly. With 30-day
 * months and with daily rent a part is priced by its own days, as the paper contract says; two such parts need not
 * make a month.
 */
export function rentItem(startOn: Day, endOn: Day, monthStart: Day, monthEnd: Day, mode: ProrateMode, rates: Rates): RentItem {
  const days = daysBetween(startOn, endOn)
  const monthDays = daysBetween(monthStart, monthEnd)
  const whole = days === monthDays
  const { monthlyRent } = rates
  const month = { startOn: monthStart, endOn: monthEnd }
  if (whole || mode === 'actual') {
    const basis = { startOn: monthStart, days: monthDays, amount: fen(monthlyRent), mode, rates }
    const item = { startOn, endOn, month, basis, amount: ZERO, formula: '' }
    const amount = rentWithin(item, startOn, endOn)
    return { ...item, amount, formula: whole ? `${plainYuan(monthlyRent)} × 1 个月` : formulaOfPart(amount, days, monthDays, mode, rates) }
  }
  const amount = fen(Math.min(monthlyRent, priceOfDays(mode, days, rates)))
  const basis = { startOn, days, amount, mode, rates }
  return { startOn, endOn, month, amount, basis, formula: formulaOfPart(amount, days, monthDays, mode, rates) }
}

/** The rent of those days of `[from, to)` that lie inside the item. */
export function rentWithin(item: Pick<RentItem, 'startOn' | 'endOn' | 'basis'>, from: Day, to: Day): Fen {
  const start = maxDay(from, item.startOn)
  const end = minDay(to, item.endOn)
  if (end <= start) return ZERO
  const { basis } = item
  return slice(basis.amount, basis.days, basis.mode, daysBetween(basis.startOn, start), daysBetween(basis.startOn, end), basis.rates)
}

function formulaOfPart(amount: number, days: number, monthDays: number, mode: ProrateMode, { monthlyRent, dailyRent = 0 }: Rates): string {
  const rent = plainYuan(monthlyRent)
  if (mode === 'daily') {
    const capped = amount < dailyRent * days ? `，不超过月租金 ${rent}` : ''
    return `${plainYuan(dailyRent)} × ${days} 天${capped}`
  }
  const divisor = mode === 'thirty' ? 30 : monthDays
  const single = mulDivRound(monthlyRent, days, divisor)
  // A range cut on both sides may differ by one fen from what a pocket calculator says; the bill must own up to it.
  const note = single === amount ? '' : '（按累计取整）'
  return `${rent} ÷ ${divisor} × ${days} 天${note}`
}
