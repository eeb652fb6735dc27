/**
 * How wide a column is before anybody drags it: first by the kind and format of its field, then by what its first page holds, then by
 * the room of the window (decision 0116). Pure: the browser measures words, here they are only added up.
 */
import type { Field, Format } from '../../entity/field.ts'
import { effectiveKind, sortable, unitOf } from './kinds.ts'

export const MIN_WIDTH = 60
export const MAX_WIDTH = 800
/** Left and right of what a cell holds; one pixel for what rounding takes. */
export const CELL_PADDING = 17
/** What a tag draws around its word. */
export const TAG_EDGE = 16
/** The signs of the order behind a title. */
export const SORT_SIGNS = 14

/** Widths at 13 px, of the widest of the usual fonts: digits are tabular, Chinese letters square. Measured again once rows are there. */
const LETTER = { wide: 13, digit: 7.8, capital: 9.2, small: 7.2, other: 4.6 }
export function estimatedWidth(text: string): number {
  let sum = 0
  for (const letter of text) {
    if (letter > '\u2e7f') sum += LETTER.wide
    else if (letter >= '0' && letter <= '9') sum += LETTER.digit
    else if (letter >= 'A' && letter <= 'Z') sum += LETTER.capital
    else if (letter >= 'a' && letter <= 'z') sum += LETTER.small
    else sum += LETTER.other
  }
  return Math.ceil(sum)
}

/** The longest that is plausible; what is longer makes its column grow. */
const BY_FORMAT: Partial<Record<Format, string>> = {
  plate: '沪AD12345',
  vin: 'LSVAA4182E2184847',
  idNo: '31010********01234',
  creditCode: '91310000MA1FL0XXXX',
  mobile: '138****0000',
  phone: '021-5888 0000',
  bankCard: '6222 **** **** 0000',
  deviceNo: '013912345678',
}
const AMOUNT = '1,234,567.89'
const BY_KIND: Partial<Record<Field['kind'], string>> = {
  day: '2026-11-20',
  instant: '2026-11-20 15:04',
  money: AMOUNT,
  rate: '100.00%',
  flag: '✓ 是',
  int: '12,345',
  decimal: '1,234.56',
}
/** Kinds whose words have no usual length: where they begin, and how wide what they hold makes them. */
const TEXTS: Partial<Record<Field['kind'], { least: number; most: number }>> = {
  text: { least: 110, most: 260 },
  note: { least: 150, most: 300 },
  place: { least: 150, most: 280 },
  ref: { least: 110, most: 240 },
  refs: { least: 130, most: 300 },
  dict: { least: 84, most: 240 },
  files: { least: 100, most: 200 },
}
const MOST_TITLE = 200
const MOST_OPTION = 170

function sampleOf(field: Field): string {
  const kind = effectiveKind(field)
  // {yyyyMMdd}-{0000}: as many digits as letters.
  if (field.kind === 'serial') return field.pattern.replaceAll(/\{([^}]*)\}/g, (_, part: string) => '0'.repeat(part.length))
  if (field.kind === 'text' && field.format) return BY_FORMAT[field.format] ?? ''
  const sample = BY_KIND[kind] ?? ''
  const unit = unitOf(field)
  // Hours and minutes out of seconds (value-text.ts).
  if (unit === '秒') return '12 小时 34 分'
  return unit ? `${sample} ${unit === 'm' ? 'km' : unit}` : sample
}

const optionsOf = (field: Field): string[] =>
  (field.kind === 'state' || field.kind === 'choice' || field.kind === 'computed') && field.options ? Object.values(field.options) : []

/** The unit stands once in the head, not in every cell. */
export const titleOf = (field: Field, label = field.label): string => (effectiveKind(field) === 'money' ? `${label}（元）` : label)

export function factoryWidth(field: Field): number {
  const kind = effectiveKind(field)
  const options = Math.min(MOST_OPTION, Math.max(0, ...optionsOf(field).map(estimatedWidth)) + TAG_EDGE)
  const content = Math.max(estimatedWidth(sampleOf(field)), optionsOf(field).length ? options : 0) + CELL_PADDING
  const title = Math.min(MOST_TITLE, estimatedWidth(titleOf(field)) + (sortable(field) ? SORT_SIGNS : 0) + CELL_PADDING)
  return Math.max(MIN_WIDTH, field.width ?? 0, content, title, isWhole(field) ? 0 : (TEXTS[kind]?.least ?? 0))
}

/** How far what it holds may widen a column that nobody has dragged. */
export const mostWidth = (field: Field): number =>
  isWhole(field) ? MAX_WIDTH : Math.max(field.width ?? 0, TEXTS[effectiveKind(field)]?.most ?? MAX_WIDTH)

/** Amounts, days, states, plates and numbers of papers say something else when their end is missing: never cut, on no page. */
export function isWhole(field: Field): boolean {
  if (field.kind === 'text') return (field.format !== undefined && field.format in BY_FORMAT) || field.mask !== undefined
  return !(effectiveKind(field) in TEXTS)
}

/** Names of other records may be plates and numbers: they follow every page up to their most, texts only the first. */
export const followsPages = (field: Field): boolean => isWhole(field) || ['ref', 'dict'].includes(effectiveKind(field))

export interface Wish {
  name: string
  width: number
  /** Dragged or typed by somebody: stays as it is. */
  own: boolean
  pinned: boolean
  /** May give up what is beyond this, when all columns would fit then. */
  least: number
}

/**
 * What the columns get in a window. A little too much for it: long texts give way. Much too much: the columns that are whole at rest take
 * what is left beside them, so that nobody reads half an amount before the pinned column. Once somebody has dragged a column, the
 * others stay as they are.
 */
export function inRoom(wishes: readonly Wish[], room: number): ReadonlyMap<string, number> {
  const out = new Map(wishes.map((wish) => [wish.name, wish.width]))
  const over = wishes.reduce((sum, { width }) => sum + width, 0) - room
  if (over <= 0 || wishes.some((wish) => wish.own)) return out
  const spare = wishes.reduce((sum, wish) => sum + Math.max(0, wish.width - wish.least), 0)
  if (over <= spare) {
    for (const { name, width, least } of wishes)
      if (width > least) out.set(name, Math.max(least, Math.floor(width - (over * (width - least)) / spare)))
    return out
  }
  let left = room - wishes.reduce((sum, { width, pinned }) => sum + (pinned ? width : 0), 0)
  const whole: Wish[] = []
  for (const wish of wishes.filter(({ pinned }) => !pinned)) {
    if (wish.width > left) break
    left -= wish.width
    whole.push(wish)
  }
  const share = left / whole.length
  if (whole.length > 0 && share <= MOST_SHARE)
    whole.forEach(({ name, width }, i) => out.set(name, width + Math.floor(share * (i + 1)) - Math.floor(share * i)))
  return out
}
/** More than this beside each word looks like a table with holes. */
const MOST_SHARE = 56
