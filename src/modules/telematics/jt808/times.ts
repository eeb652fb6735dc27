/**
 * Times of the wire: BCD `YYMMDDhhmmss` in Beijing time, whatever the terminal thinks. They stay as they were sent, as
 * `2026-11-21 08:30:00` when every nibble is a digit (also when the month is 13), else as the hex digits themselves.
 */
import { CodecError, isHex } from './bytes.ts'

const PAIRS: readonly string[] = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0'))
const DECIMAL: readonly boolean[] = PAIRS.map((pair) => /^\d\d$/.test(pair))
const BEIJING = 8 * 3_600_000

export function timeOf(b: Uint8Array, i: number): string {
  const y = b[i]!,
    m = b[i + 1]!,
    d = b[i + 2]!,
    h = b[i + 3]!,
    min = b[i + 4]!,
    s = b[i + 5]!
  if (!(DECIMAL[y] && DECIMAL[m] && DECIMAL[d] && DECIMAL[h] && DECIMAL[min] && DECIMAL[s]))
    return PAIRS[y]! + PAIRS[m]! + PAIRS[d]! + PAIRS[h]! + PAIRS[min]! + PAIRS[s]!
  return `20${PAIRS[y]!}-${PAIRS[m]!}-${PAIRS[d]!} ${PAIRS[h]!}:${PAIRS[min]!}:${PAIRS[s]!}`
}

const SPELLED = /^20(\d\d)-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/

/** Twelve hex digits; throws when the text is neither. */
export function timeDigits(text: string): string {
  const parts = SPELLED.exec(text)
  if (parts) return parts.slice(1).join('')
  if (text.length === 12 && isHex(text)) return text
  throw new CodecError(`时间“${text}”应为 2000 至 2099 年的 YYYY-MM-DD HH:mm:ss`)
}

const pair = (text: string, at: number): number => 10 * (text.charCodeAt(at) - 48) + text.charCodeAt(at + 1) - 48

/** The instant a time of the wire means, in milliseconds; null when it is none (31 April, hour 25, hex digits). */
export function instantOf(text: string): number | null {
  if (text.length !== 19) return null
  const year = 2000 + pair(text, 2),
    month = pair(text, 5),
    day = pair(text, 8),
    hour = pair(text, 11),
    minute = pair(text, 14),
    second = pair(text, 17)
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return null
  if (day > 28 && day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null
  return Date.UTC(year, month - 1, day, hour, minute, second) - BEIJING
}

/** An instant as the wire says it. */
export const wireTime = (instant: number): string => new Date(instant + BEIJING).toISOString().slice(0, 19).replace('T', ' ')
