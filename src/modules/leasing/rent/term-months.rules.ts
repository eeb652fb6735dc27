/** A term in whole months, as people agree on it, and the last day that is written for it. */
import { addDays, addMonths, type Day } from '#kit/basics/time/day.ts'

const included = (dayRule: unknown): number => (dayRule === 'includeEnd' ? 1 : 0)

/** Where the last day counts too, the term ends a day earlier. */
export const lastOf = (startOn: Day, months: number, dayRule: unknown): Day => addDays(addMonths(startOn, months), -included(dayRule))

/** How many whole months a term is, or null when days are left over. */
export function wholeMonths(startOn: Day, endOn: Day, dayRule: unknown): number | null {
  const [y1 = 0, m1 = 0] = startOn.split('-').map(Number)
  const [y2 = 0, m2 = 0] = addDays(endOn, included(dayRule)).split('-').map(Number)
  const months = (y2 - y1) * 12 + (m2 - m1)
  return months > 0 && lastOf(startOn, months, dayRule) === endOn ? months : null
}
