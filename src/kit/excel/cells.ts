/** One value → the XML of one cell, by kind. Hot: 100 000 rows × 20 columns pass through here. */
import { asText } from '../basics/text.ts'
import { BUSINESS_OFFSET_MINUTES } from '../basics/time/day.ts'
import { type ColumnKind, formulaSafe, MAX_CELL_TEXT } from './sheet.ts'

/** Indexes into cellXfs of the style sheet in parts.ts. */
export const STYLE = {
  plain: 0,
  header: 1,
  text: 2,
  number: 3,
  money: 4,
  rate: 5,
  day: 6,
  instant: 7,
  wrap: 8,
  example: 9,
  title: 10,
} as const

export const styleOf = (kind: ColumnKind): number => (kind === 'bool' ? STYLE.plain : STYLE[kind])

const MS_PER_DAY = 86_400_000
/** Excel counts days from 1899-12-30, which makes its invented 29 February 1900 harmless from March 1900 on. */
export const EXCEL_EPOCH = Date.UTC(1899, 11, 30)

/** Controls and non-characters XML 1.0 forbids, which would make Excel call the whole workbook corrupt. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
// oxlint-disable-next-line no-control-regex
const ODD = /[\u0000-\u0008\u000b-\u001f&<>"\ufffe\uffff]/
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }

export function escapeXml(text: string): string {
  // Half a surrogate pair is forbidden too; it becomes U+FFFD.
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return ODD.test(whole) ? whole.replace(FORBIDDEN, '').replace(/[&<>"\r]/g, (c) => ENTITIES[c]!) : whole
}

/** `_x0041_` inside a text would be read back as a character code; the standard escapes its underscore. */
const escapeCodes = (text: string): string => (text.includes('_x') ? text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_') : text)

/** `at` is the reference (`C7`): optional in the standard, but some readers place cells by nothing else. */
export function textCell(at: string, text: string, style: number = STYLE.text): string {
  const shown = formulaSafe(text)
  // Cutting may halve a surrogate pair; escapeXml replaces the lone half.
  const cut = shown.length > MAX_CELL_TEXT ? shown.slice(0, MAX_CELL_TEXT) : shown
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(escapeCodes(cut))}</t></is></c>`
}

const numberCell = (at: string, digits: string, style: number): string => `<c r="${at}" s="${style}"><v>${digits}</v></c>`

/** Integer fen to yuan without passing through a fraction. */
function yuanDigits(fen: number | bigint): string {
  const negative = fen < 0
  const digits = String(negative ? -fen : fen).padStart(3, '0')
  return `${negative ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Beyond 15 digits Excel silently changes the last ones, so such a number travels as text. */
const exact = (value: number | bigint): boolean => (value < 0 ? -value : value) < 1e15

function dayCell(at: string, value: string): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : NaN
  const serial = (time - EXCEL_EPOCH) / MS_PER_DAY
  return serial >= 61 ? numberCell(at, String(serial), STYLE.day) : textCell(at, value)
}

function instantCell(at: string, value: string | Date): string {
  const time = (value instanceof Date ? value.getTime() : Date.parse(value)) + BUSINESS_OFFSET_MINUTES * 60_000
  const serial = (Math.round(time / 1000) * 1000 - EXCEL_EPOCH) / MS_PER_DAY
  return serial >= 61 ? numberCell(at, serial.toFixed(8), STYLE.instant) : textCell(at, String(value))
}

/** An empty value needs no cell. An unexpected type becomes text: an export must not fail on one odd value. */
export function cellXml(at: string, value: unknown, kind: ColumnKind): string {
  if (value === null || value === undefined || value === '') return ''
  const integer = typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value))
  switch (kind) {
    case 'money':
      if (integer && exact(value as number)) return numberCell(at, yuanDigits(value as number), STYLE.money)
      break
    case 'rate':
      if (integer) return numberCell(at, String(Number(value) / 10_000), STYLE.rate)
      break
    case 'number': {
      // numeric columns of the database arrive as decimal strings
      const finite = typeof value === 'string' ? /^-?\d+(\.\d+)?$/.test(value) : typeof value === 'bigint' || Number.isFinite(value)
      if (finite && exact(Number(value))) return numberCell(at, asText(value), STYLE.number)
      break
    }
    case 'day':
      if (typeof value === 'string') return dayCell(at, value)
      break
    case 'instant':
      if (typeof value === 'string' || value instanceof Date) return instantCell(at, value)
      break
    case 'bool':
      if (typeof value === 'boolean') return textCell(at, value ? '是' : '否', STYLE.plain)
      break
    case 'text':
      break
  }
  return textCell(at, typeof value === 'string' ? value : Array.isArray(value) ? value.join('、') : asText(value))
}
