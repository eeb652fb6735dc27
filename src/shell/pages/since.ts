/** Since when something waits, or until when it may: 今天 09:12 · 11-20，已 7 天 · 11-30，还有 3 天. Pure. */
import { dayOf, daysBetween, isDay, timeOf, type Day } from '#kit/basics/time/day.ts'

/** `since`: a day or an instant; the year only where it is not this one. */
export function sinceText(since: string | null, today: Day): string {
  if (!since) return ''
  const day = isDay(since) ? since : dayOf(since)
  const days = daysBetween(day, today)
  if (days === 0) return isDay(since) ? '今天' : `今天 ${timeOf(since).slice(0, 5)}`
  const said = day.slice(0, 4) === today.slice(0, 4) ? day.slice(5) : day
  return days > 0 ? `${said}，已 ${days} 天` : `${said}，还有 ${-days} 天`
}
