import type { Parsed } from '../check.ts'
import { parsed, refused } from '../check.ts'

declare const dayBrand: unique symbol

/** A calendar day of the business, `YYYY-MM-DD`. Sorts and compares as text. */
export type Day = string & { readonly [dayBrand]: true }

/**
 * The business zone, said once. China has had one zone without daylight saving since 1991, so a fixed offset is
 * exact for every instant this product stores; nothing here reads the zone of the process or the browser.
 */
export const BUSINESS_ZONE = 'Asia/Shanghai'
export const BUSINESS_OFFSET_MINUTES = 8 * 60

const MINUTE = 60_000
const DAY_MS = 86_400_000
const OFFSET_MS = BUSINESS_OFFSET_MINUTES * MINUTE

type Civil = { year: number; month: number; date: number }

export function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}

export function daysInMonth(year: number, month: number): number {
  return month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
}

export function isDay(text: unknown): text is Day {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const { year, month, date } = civil(text as Day)
  return year >= 1 && month >= 1 && month <= 12 && date >= 1 && date <= daysInMonth(year, month)
}

/** A day that rules may reckon with: adding a century leaves the calendar at neither end. */
export const isOrdinaryDay = (text: unknown): text is Day => isDay(text) && text >= '1900' && text < '2200'

/** Strict: one spelling only, and the day must exist. */
export function parseDay(text: string): Parsed<Day> {
  const plain = text.trim()
  if (isDay(plain)) return parsed(plain)
  return refused(/^\d{4}-\d{2}-\d{2}$/.test(plain) ? `日期 ${plain} 不存在` : '日期格式应为 YYYY-MM-DD，例如 2025-01-31')
}

/** Asserts; for literals and for text already checked at the edge. */
export function day(text: string): Day {
  if (!isDay(text)) throw new RangeError(`not a day: ${text}`)
  return text
}

function civil(d: Day): Civil {
  return { year: Number(d.slice(0, 4)), month: Number(d.slice(5, 7)), date: Number(d.slice(8, 10)) }
}

function fromCivil({ year, month, date }: Civil): Day {
  if (year < 1 || year > 9999) throw new RangeError(`year ${year} is out of range`)
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}` as Day
}

/** Days since 1970-01-01. `setUTCFullYear` because `Date.UTC(99, …)` would mean 1999. */
function serial(d: Day): number {
  const { year, month, date } = civil(d)
  return new Date(0).setUTCFullYear(year, month - 1, date) / DAY_MS
}

function fromSerial(n: number): Day {
  const at = new Date(n * DAY_MS)
  return fromCivil({ year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, date: at.getUTCDate() })
}

export function addDays(d: Day, n: number): Day {
  return fromSerial(serial(d) + n)
}

/** Clamped to the month's last day: 01-31 + 1 month = 02-28. Not associative, hence never chain it. */
export function addMonths(d: Day, n: number): Day {
  const { year, month, date } = civil(d)
  const index = year * 12 + (month - 1) + n
  const target = { year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1 }
  return fromCivil({ ...target, date: Math.min(date, daysInMonth(target.year, target.month)) })
}

/** `to − from`; the number of days in the half-open `[from, to)`. */
export function daysBetween(from: Day, to: Day): number {
  return serial(to) - serial(from)
}

export function compareDays(a: Day, b: Day): -1 | 0 | 1 {
  return a < b ? -1 : a > b ? 1 : 0
}

export function minDay(first: Day, ...rest: Day[]): Day {
  return rest.reduce((least, d) => (d < least ? d : least), first)
}

export function maxDay(first: Day, ...rest: Day[]): Day {
  return rest.reduce((most, d) => (d > most ? d : most), first)
}

export function startOfMonth(d: Day): Day {
  return `${d.slice(0, 8)}01` as Day
}

export function endOfMonth(d: Day): Day {
  const { year, month } = civil(d)
  return fromCivil({ year, month, date: daysInMonth(year, month) })
}

export function dayOfMonth(d: Day): number {
  return civil(d).date
}

/** 1 Monday … 7 Sunday, the way a Chinese week is counted. */
export function weekday(d: Day): 1 | 2 | 3 | 4 | 5 | 6 | 7 {
  // 1970-01-01 was a Thursday.
  const n = (((serial(d) + 3) % 7) + 7) % 7
  return (n + 1) as 1 | 2 | 3 | 4 | 5 | 6 | 7
}

/** Every day of `[from, to)`. */
export function* eachDay(from: Day, to: Day): Generator<Day> {
  const end = serial(to)
  for (let n = serial(from); n < end; n++) yield fromSerial(n)
}

function millis(instant: string | number | Date): number {
  const at = instant instanceof Date ? instant.getTime() : typeof instant === 'number' ? instant : Date.parse(instant)
  if (!Number.isFinite(at)) throw new RangeError(`not an instant: ${String(instant)}`)
  return at
}

/** The business day on which an instant falls. */
export function dayOf(instant: string | number | Date): Day {
  const n = Math.floor((millis(instant) + OFFSET_MS) / DAY_MS)
  if (n !== last.serial) last = { serial: n, day: fromSerial(n) }
  return last.day
}
/** Instants are asked about in order, a day of them after the other. */
let last = { serial: 0, day: fromSerial(0) }

/** The UTC instant of a wall-clock time of the business, `HH:mm` or `HH:mm:ss`. */
export function instantAt(d: Day, time = '00:00'): string {
  const match = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(time)
  if (!match) throw new RangeError(`not a time of day: ${time}`)
  const seconds = Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3] ?? 0)
  return new Date(serial(d) * DAY_MS + seconds * 1000 - OFFSET_MS).toISOString()
}

/** Wall-clock `HH:mm:ss` of an instant in the business zone. */
export function timeOf(instant: string | number | Date): string {
  return new Date(millis(instant) + OFFSET_MS).toISOString().slice(11, 19)
}
