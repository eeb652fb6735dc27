/** Days and instants as people type and paste them. Pure: text and today in, one spelling or nothing out. */
import { addDays, addMonths, endOfMonth, isDay, parseDay, startOfMonth, weekday, type Day } from '../../basics/time/day.ts'
import { isTooLongToType, normaliseText } from '../../basics/text.ts'

const two = (text: string | number): string => String(text).padStart(2, '0')

/** What nobody has put there (`constructor`) is no word. */
const of = <T>(words: Readonly<Record<string, T>>, word: string): T | undefined => (Object.hasOwn(words, word) ? words[word] : undefined)

/** Words for days: name → days from today. */
const NAMED: Readonly<Record<string, number>> = {
  今天: 0,
  今日: 0,
  明天: 1,
  明日: 1,
  后天: 2,
  大后天: 3,
  昨天: -1,
  昨日: -1,
  前天: -2,
  大前天: -3,
}

/** 月初, 本月底, 下月初, 上月末, 年初, 年底. */
function edgeOf(word: string, today: Day): Day | null {
  const [, which = '', edge = ''] = /^(本|这个|下个?|上个?)?月([初底末])$/.exec(word) ?? []
  if (edge) {
    const month = addMonths(startOfMonth(today), which.startsWith('下') ? 1 : which.startsWith('上') ? -1 : 0)
    return edge === '初' ? month : endOfMonth(month)
  }
  const year = /^今?年([初底末])$/.exec(word)?.[1]
  return year ? (`${today.slice(0, 4)}-${year === '初' ? '01-01' : '12-31'}` as Day) : null
}

const WEEK = '一二三四五六日'
/** 周三, 下周一, 上星期日: of the week that begins on Monday. */
function weekdayOf(word: string, today: Day): Day | null {
  const [, which = '', name = ''] = /^(本|这|下|上)?(?:周|星期|礼拜)([一二三四五六日天])$/.exec(word) ?? []
  if (!name) return null
  const monday = addDays(today, 1 - weekday(today))
  return addDays(monday, WEEK.indexOf(name === '天' ? '日' : name) + (which === '下' ? 7 : which === '上' ? -7 : 0))
}

const MOST_MONTHS = 2400
/** +7, -3, +1月, +2周, +1年, 7天后, 3天前. */
function shifted(word: string, today: Day): Day | null {
  const [, sign, count, unit = '天'] = /^([+-])(\d{1,4})(天|日|周|个?月|年|d|w|m|y)?$/i.exec(word) ?? []
  const [, later, laterUnit, way] = /^(\d{1,4})(天|日|周|个?月|年)(后|前)$/.exec(word) ?? []
  if (sign === undefined && later === undefined) return null
  const n = Number(count ?? later) * (sign === '-' || way === '前' ? -1 : 1)
  const by = (laterUnit ?? unit).toLowerCase()
  // Beyond two centuries nobody means a day, and the calendar ends.
  if (Math.abs(n) * (/年|y/.test(by) ? 12 : /月|m/.test(by) ? 1 : 0) > MOST_MONTHS) return null
  if (/月|m/.test(by)) return addMonths(today, n)
  if (/年|y/.test(by)) return addMonths(today, 12 * n)
  return addDays(today, /周|w/.test(by) ? 7 * n : n)
}

/** Without a year: the one that comes nearest to today, so that 1-5 typed in December is next January. */
function nearest(month: string, date: string, today: Day): string {
  const years = [-1, 0, 1].map((n) => `${Number(today.slice(0, 4)) + n}-${two(month)}-${two(date)}`)
  const real = years.filter(isDay)
  const distance = (day: string): number => Math.abs(Date.parse(day) - Date.parse(today))
  return real.toSorted((a, b) => distance(a) - distance(b))[0] ?? years[1]!
}

const SEPARATOR = String.raw`\s*[-/.年、]\s*`
const FULL = new RegExp(String.raw`^(\d{4})${SEPARATOR}(\d{1,2})\s*[-/.月、]\s*(\d{1,2})\s*[日号]?$`)
const SHORT = /^(\d{1,2})\s*[-/.月、]\s*(\d{1,2})\s*[日号]?$/

/** The one spelling of what was typed, whether or not there is such a day; what looks like no day is left as it is. */
function spelled(text: string, today: Day): string {
  if (isTooLongToType(text)) return text
  const word = normaliseText(text)
    .replace(/[—–−]/g, '-')
    .replace(/。/g, '.')
    .replace(/\s*[(（]?(?:周|星期)[一二三四五六日天][)）]?$/, (tail, at: number) =>
      at === 0 || /[下上本这]$/.test(text.slice(0, at)) ? tail : '',
    )
  const named = of(NAMED, word)
  if (named !== undefined) return addDays(today, named)
  const relative = shifted(word, today) ?? edgeOf(word, today) ?? weekdayOf(word, today)
  if (relative) return relative
  const full = FULL.exec(word) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(word)
  if (full) return `${full[1]}-${two(full[2]!)}-${two(full[3]!)}`
  const brief = /^(\d{2})(\d{2})(\d{2})$/.exec(word)
  if (brief) return `20${brief[1]}-${brief[2]}-${brief[3]}`
  const short = SHORT.exec(word) ?? /^(\d{2})(\d{2})$/.exec(word)
  if (short) return nearest(short[1]!, short[2]!, today)
  const date = /^(\d{1,2})[日号]?$/.exec(word)
  return date && Number(date[1]) > 0 ? `${today.slice(0, 8)}${two(date[1]!)}` : word
}

/** `9:30`, `930`, `9点半`, `9点05分`, `09:30:15` → `HH:mm` or `HH:mm:ss`; null when it is no time. */
export function readTime(text: string): string | null {
  const word = normaliseText(text)
    .replace(/点半$/, ':30')
    .replace(/点整?$/, ':00')
    .replace(/[点时]/, ':')
    .replace(/分$/, '')
  const [, h, m, s] = /^(\d{1,2}):(\d{1,2})(?::(\d{2}))?$/.exec(word) ?? /^(\d{1,2})(\d{2})$/.exec(word) ?? []
  if (h === undefined || Number(h) > 23 || Number(m) > 59 || Number(s ?? 0) > 59) return null
  return [two(h), two(m!), ...(s === undefined ? [] : [s])].join(':')
}

/** A time of day that came along from a sheet or a chat: a field of a day has no use for it. */
const withoutTime = (text: string): string =>
  isTooLongToType(text) ? text : text.trim().replace(/[\sT]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/, '')

/** A day as typed → `YYYY-MM-DD`, or null. `today` decides 明天, +7 and days without a year. */
export function readDay(typed: string, today: Day): Day | null {
  const text = spelled(withoutTime(typed), today)
  return isDay(text) ? text : null
}

/** A day with a time as typed → `YYYY-MM-DD HH:mm[:ss]`, or null. A time alone is one of today; 现在 is `now` (of the same shape). */
export function readInstant(typed: string, now: string): string | null {
  if (isTooLongToType(typed)) return null
  const text = normaliseText(typed).replace('T', ' ')
  const today = now.slice(0, 10) as Day
  if (text === '现在' || text === '此刻') return now.slice(0, 16)
  const packed = /^(\d{8})(\d{4}(?:\d{2})?)$/.exec(text)
  if (packed)
    return readInstant(
      `${packed[1]} ${packed[2]!.replace(/(\d{2})(\d{2})(\d{2})?/, (_, h: string, m: string, s?: string) => [h, m, ...(s ? [s] : [])].join(':'))}`,
      now,
    )
  if (/[:点时]/.test(text)) {
    const alone = readTime(text)
    if (alone) return `${today} ${alone}`
  }
  const at = Math.max(text.lastIndexOf(' '), text.search(/(?<=[天日号])\d{1,2}[:点时]/) - 1)
  if (at <= 0) return null
  const [day, time] = [readDay(text.slice(0, at + 1), today), readTime(text.slice(at + 1))]
  return day && time ? `${day} ${time}` : null
}

/** What stands for an instant once it could be read. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T.+(?:Z|[+-]\d{2}:\d{2})$/
/** Null, or why what a day's field holds is no day: something typed that could not be read. */
export function dayFault(kind: 'day' | 'instant', value: string): string | null {
  if (value === '') return null
  if (kind === 'instant')
    return INSTANT.test(value) && Number.isFinite(Date.parse(value)) ? null : `时间 ${value} 不正确，应为日期加时刻，例如 2025-01-31 09:30`
  const read = parseDay(value)
  return read.ok ? null : /^\d{4}-\d{2}-\d{2}$/.test(value) ? read.message : '日期无法识别，可输入 2025-01-31、1-31、明天、+7'
}

/** Text that is no day (29 February of most years, half a day), in the spelling the sentence about it uses. Null when it can be read. */
export function unreadDay(typed: string, now: string, instant: boolean): string | null {
  const text = typed.trim()
  if (text === '') return null
  if (instant) return readInstant(text, now) === null ? text : null
  const today = now.slice(0, 10) as Day
  return readDay(text, today) === null ? spelled(withoutTime(text), today) : null
}

/** Both ends, in order; an open end is empty. */
export interface DayRange {
  from: string
  to: string
}

const PERIODS: Readonly<Record<string, (today: Day) => [Day, Day]>> = {
  本周: (today) => [addDays(today, 1 - weekday(today)), addDays(today, 7 - weekday(today))],
  上周: (today) => [addDays(today, -6 - weekday(today)), addDays(today, -weekday(today))],
  本月: (today) => [startOfMonth(today), endOfMonth(today)],
  上月: (today) => [startOfMonth(addMonths(startOfMonth(today), -1)), endOfMonth(addMonths(startOfMonth(today), -1))],
  下月: (today) => [startOfMonth(addMonths(startOfMonth(today), 1)), endOfMonth(addMonths(startOfMonth(today), 1))],
  今年: (today) => [`${today.slice(0, 4)}-01-01` as Day, `${today.slice(0, 4)}-12-31` as Day],
  去年: (today) => [`${Number(today.slice(0, 4)) - 1}-01-01` as Day, `${Number(today.slice(0, 4)) - 1}-12-31` as Day],
}

/** A whole period typed or pasted into one box: 上月, 近7天, 2026-11, 2026年11月, 11-01~11-30, 11月1日至11月30日. Null when it is none. */
export function readPeriod(typed: string, today: Day): DayRange | null {
  if (isTooLongToType(typed)) return null
  const text = normaliseText(typed)
  const period = text
    .replace(/^(?:这|本)个?/, '本')
    .replace(/^上个/, '上')
    .replace(/^下个/, '下')
  const named = of(PERIODS, period)
  if (named) {
    const [from, to] = named(today)
    return { from, to }
  }
  const last = /^(?:近|最近|过去)\s*(\d{1,3})\s*[天日]$/.exec(text)?.[1]
  if (last && Number(last) > 0) return { from: addDays(today, 1 - Number(last)), to: today }
  const month = /^(\d{4})\s*[-/.年]?\s*(\d{1,2})\s*月?$/.exec(text)
  if (month && Number(month[2]) >= 1 && Number(month[2]) <= 12 && text.length >= 6) {
    const first = `${month[1]}-${two(month[2]!)}-01` as Day
    return { from: first, to: endOfMonth(first) }
  }
  const ends = text.split(/\s*(?:~|～|至|到|—+|–)\s*|\s+-\s+/)
  if (ends.length !== 2) return null
  const [from, to] = [readDay(ends[0]!, today), readDay(ends[1]!, today)]
  return from && to ? inOrder({ from, to }) : null
}

/** Typed the wrong way round, the ends change places: nothing else can be meant. */
export const inOrder = ({ from, to }: DayRange): DayRange => (from !== '' && to !== '' && to < from ? { from: to, to: from } : { from, to })
