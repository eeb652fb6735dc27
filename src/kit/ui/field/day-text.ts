/** Days as people type and paste them. */
import { isDay, parseDay } from '../../basics/day.ts'

const LOOKS = /^(\d{4})(?:[-/.年](\d{1,2})[-/.月](\d{1,2})日?|(\d{2})(\d{2}))$/
const TIME = /^([01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/

/** What the picker reads; the first is how it writes. */
export const DAY_FORMATS = ['YYYY-MM-DD', 'YYYYMMDD', 'YYYY/MM/DD', 'YYYY.MM.DD', 'YYYY-M-D', 'YYYY/M/D', 'YYYY.M.D', 'YYYY年M月D日']
export const INSTANT_FORMATS = ['YYYY-MM-DD HH:mm', 'YYYY-MM-DD HH:mm:ss', 'YYYY/MM/DD HH:mm', 'YYYY-M-D H:mm']

/** One spelling of a typed day; what looks like none is left as it is. */
const spelled = (text: string): string => {
  const [, year, month, date, mm, dd] = LOOKS.exec(text) ?? []
  return year === undefined ? text : [year, (month ?? mm)!.padStart(2, '0'), (date ?? dd)!.padStart(2, '0')].join('-')
}

/** What stands for an instant once it could be read. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T.+(?:Z|[+-]\d{2}:\d{2})$/
/** Null, or why what a day's field holds is no day: something typed that could not be read. */
export function dayFault(kind: 'day' | 'instant', value: string): string | null {
  if (value === '') return null
  if (kind === 'instant')
    return INSTANT.test(value) && Number.isFinite(Date.parse(value)) ? null : `时间 ${value} 不正确，应为日期加时刻，例如 2025-01-31 09:30`
  const read = parseDay(value)
  return read.ok ? null : read.message
}

/** Text that is no day (29 February of most years, half a day): kept and told, not thrown away. Null when it can be read. */
export function unreadDay(typed: string, instant: boolean): string | null {
  const text = typed.trim()
  if (text === '') return null
  const [day = '', time] = instant ? text.split(/\s+/) : [text]
  return isDay(spelled(day)) && (!instant || (time !== undefined && TIME.test(time))) ? null : instant ? text : spelled(text)
}
