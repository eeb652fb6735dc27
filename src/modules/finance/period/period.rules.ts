/** Under which day something is written, and what stands in the way of closing a month. Pure. */
import { addDays, day, daysInMonth, type Day } from '#kit/basics/time/day.ts'

export interface PeriodCheck {
  code: string
  label: string
  /** `stop`: the month cannot be closed; `ask`: it can, with a reason. */
  level: 'ok' | 'ask' | 'stop'
  count: number
  note: string
  /** Where it is mended. */
  link?: string
}
export interface PeriodSum {
  docType: string
  label: string
  count: number
  amount: number
}

/** Its own day or, when its month is closed, the first day after: a late truth is never refused, only written where one can still write. */
export const postingDay = (businessOn: Day, closedUntil: Day | null): Day =>
  closedUntil === null || businessOn > closedUntil ? businessOn : addDays(closedUntil, 1)

export const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)
export const firstOf = (month: string): Day => day(`${month}-01`)
export const lastOf = (month: string): Day =>
  day(`${month}-${String(daysInMonth(Number(month.slice(0, 4)), Number(month.slice(5)))).padStart(2, '0')}`)
export const monthOf = (on: Day): string => on.slice(0, 7)
export const nextMonth = (month: string): string => monthOf(addDays(lastOf(month), 1))

/** What a closed month is, in one spelling, so that the same month always has the same hash. */
export const canonical = (month: string, sums: readonly PeriodSum[], before: string | null): string =>
  JSON.stringify({
    month,
    sums: sums
      .toSorted((a, b) => (a.docType < b.docType ? -1 : a.docType > b.docType ? 1 : 0))
      .map(({ docType, count, amount }) => [docType, count, amount]),
    before,
  })

/** Null, or why the month cannot be closed. */
export function whyNotClose(checks: readonly PeriodCheck[], reason: string | null): string | null {
  const stops = checks.filter((c) => c.level === 'stop')
  if (stops.length) return stops.map((c) => c.note).join('；')
  const asks = checks.filter((c) => c.level === 'ask')
  return asks.length && !reason?.trim() ? `请说明原因：${asks.map((c) => c.note).join('；')}` : null
}
