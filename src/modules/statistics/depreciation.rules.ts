/** Straight-line depreciation (finance.md §3.7): what is worn off by a day, so that all months make the base, and all days the month. */
import { fen, type Fen } from '#kit/basics/fen.ts'
import { daysBetween, endOfMonth, type Day } from '#kit/basics/time/day.ts'
import { mulDivRound } from '#kit/basics/fen.ts'

/** Price without the residual value. `residualBp`: hundredths of a percent. */
export const depreciationBase = (price: number, residualBp: number): Fen => mulDivRound(price, 10_000 - residualBp, 10_000)

/** Of month k of n (1 to n), fen; 0 outside. */
export function ofMonth(base: number, k: number, months: number): Fen {
  if (k < 1 || k > months) return fen(0)
  return fen(mulDivRound(base, k, months) - mulDivRound(base, k - 1, months))
}

const monthIndex = (day: Day): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

/**
 * Of the days `from` to `to` (both included, of one month). A vehicle begins the month after it was bought and ends with the month it is
 * disposed of, as fixed assets do (企业会计准则第 4 号 应用指南).
 */
export function depreciationOf(
  {
    price,
    boughtOn,
    disposedOn,
    months,
    residualBp,
  }: { price: number; boughtOn: Day; disposedOn?: Day; months: number; residualBp: number },
  from: Day,
  to: Day,
): Fen {
  if (disposedOn !== undefined && monthIndex(from) > monthIndex(disposedOn)) return fen(0)
  const amount = ofMonth(depreciationBase(price, residualBp), monthIndex(from) - monthIndex(boughtOn), months)
  const first = `${from.slice(0, 7)}-01` as Day
  const days = daysBetween(first, endOfMonth(from)) + 1
  return fen(mulDivRound(amount, daysBetween(first, to) + 1, days) - mulDivRound(amount, daysBetween(first, from), days))
}
