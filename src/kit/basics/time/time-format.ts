import { dayOf, instantAt, isDay, timeOf } from './day.ts'

const DEFAULT_TIME_FORMAT = 'YYYY-MM-DD HH:mm:ss'

export type TimeInput = string | number | Date

/**
 * Milliseconds, or `null` when it is no time at all. Ten digits are seconds (the customer's contract), thirteen
 * are milliseconds, a bare day is its midnight in the business zone, `YYYY-MM-DD HH:mm[:ss]` is business wall clock.
 */
export function readTime(value: TimeInput): number | null {
  if (value instanceof Date) return Number.isFinite(value.getTime()) ? value.getTime() : null
  const text = String(value).trim()
  if (/^\d{10}$/.test(text)) return Number(text) * 1000
  if (/^\d{13}$/.test(text)) return Number(text)
  if (typeof value === 'number') return Number.isFinite(value) && Math.abs(value) <= 8.64e15 ? value : null
  if (isDay(text)) return Date.parse(instantAt(text))
  const wall = /^(\d{4}-\d{2}-\d{2})[ T](([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?)$/.exec(text)
  if (wall && isDay(wall[1])) return Date.parse(instantAt(wall[1], wall[2]))
  // Only a full ISO instant with its zone is left: anything else would be read in the zone of the process.
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/.test(text)) return null
  const at = Date.parse(text)
  return Number.isFinite(at) ? at : null
}

/** In the business zone, whatever the zone of the machine. An unreadable or empty value prints as nothing. */
export function formatTime(value: TimeInput | null | undefined, pattern: string = DEFAULT_TIME_FORMAT): string {
  const at = value === null || value === undefined ? null : readTime(value)
  if (at === null) return ''
  const [year = '', month = '', date = ''] = dayOf(at).split('-')
  const [hour = '', minute = '', second = ''] = timeOf(at).split(':')
  const parts: Record<string, string> = { YYYY: year, MM: month, DD: date, HH: hour, mm: minute, ss: second }
  return pattern.replace(/YYYY|MM|DD|HH|mm|ss/g, (token) => parts[token] ?? token)
}

/** 刚刚 under 30 s, then minutes, hours, 1天前 under two days, then the written time. `now` is the caller's clock. */
export function relativeTime(value: TimeInput | null | undefined, now: TimeInput, pattern?: string): string {
  const at = value === null || value === undefined ? null : readTime(value)
  const reference = readTime(now)
  if (at === null || reference === null) return ''
  const seconds = (reference - at) / 1000
  // A server clock may be slightly ahead of the browser's; beyond that a future time is written out.
  if (seconds < -30) return formatTime(value, pattern)
  if (seconds < 30) return '刚刚'
  if (seconds < 3600) return `${Math.max(1, Math.floor(seconds / 60))}分钟前`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)}小时前`
  if (seconds < 2 * 86_400) return '1天前'
  return formatTime(value, pattern)
}
