/**
 * One filter of a list: between the text in the address (the grammar of entity/wire.ts) and the value a control edits.
 * A text that does not fit its field stays visible as `bad`: it is kept in the address, shown, and not sent.
 */
import { isDay } from '../../../basics/time/day.ts'
import { formatFen } from '../../../basics/fen.ts'
import type { Field } from '../../../entity/field.ts'
import { EMPTY } from '../../../entity/query/filter-text.ts'
import { isExact, manyIn, manyText, VALUES_LIMIT } from '../../../entity/value/value-list.ts'
import { isAge } from '../../../entity/names.ts'
import { effectiveKind, filterShape, fixedOptions, unitOf } from '../kinds.ts'

export type FilterValue =
  | { is: 'text'; text: string }
  | { is: 'any'; values: string[] }
  /** Texts, each meant as a whole: a column pasted from a sheet. */
  | { is: 'many'; values: string[] }
  | { is: 'range'; from: string; to: string }
  | { is: 'empty' }
  | { is: 'filled' }
  | { is: 'bad'; text: string }

const FILLED = '!~'

export function parseFilter(field: Field, raw: string): FilterValue | null {
  const text = raw.trim()
  if (text === '') return null
  if (text === EMPTY) return { is: 'empty' }
  if (text === FILLED) return { is: 'filled' }
  switch (filterShape(field)) {
    case 'text':
      return parseText(field, text)
    case 'any':
      return parseAny(field, text)
    case 'range':
      return parseRange(field, text)
    default:
      return { is: 'bad', text }
  }
}

function parseText(field: Field, text: string): FilterValue {
  const values = manyIn(field, text)
  if (values.length > VALUES_LIMIT) return { is: 'bad', text }
  if (values.length > 1) return { is: 'many', values }
  const one = values[0] ?? ''
  return { is: 'text', text: one !== '' && (isExact(field) || /[\r\n\t\u2028\u2029]/.test(text)) ? one : text }
}

function parseAny(field: Field, text: string): FilterValue {
  const values = [...new Set(text.split(',').filter((value) => value !== ''))]
  const known = fixedOptions(field)
  const isValid = (value: string): boolean =>
    known ? Object.hasOwn(known, value) : field.kind === 'ref' || field.kind === 'refs' ? /^[1-9]\d{0,15}$/.test(value) : true
  return values.length > 0 && values.every(isValid) ? { is: 'any', values } : { is: 'bad', text }
}

function parseRange(field: Field, text: string): FilterValue {
  const parts = text.split('~')
  const [from = '', to = from] = parts
  if (parts.length > 2 || (from === '' && to === '')) return { is: 'bad', text }
  const isValidEnd = (end: string): boolean => end === '' || fitsEnd(field, end)
  return isValidEnd(from) && isValidEnd(to) ? { is: 'range', from, to } : { is: 'bad', text }
}

function fitsEnd(field: Field, end: string): boolean {
  const kind = effectiveKind(field)
  // An address that was saved with days goes on asking for them.
  if (isAge(field)) return isDay(end) || /^\d{1,5}$/.test(end)
  if (kind === 'day') return isDay(end)
  if (kind === 'instant') return isDay(end) || (/^\d{4}-\d{2}-\d{2}T/.test(end) && Number.isFinite(Date.parse(end)))
  if (kind === 'decimal') return /^-?\d{1,15}(\.\d{1,8})?$/.test(end)
  return /^-?\d{1,15}$/.test(end)
}

/** The text for the address; `''` means the filter is off. */
export function formatFilter(value: FilterValue | null): string {
  if (!value) return ''
  switch (value.is) {
    case 'text':
    case 'bad':
      return value.text.trim()
    case 'any':
      return [...new Set(value.values)].join(',')
    case 'many':
      return manyText(value.values)
    case 'empty':
      return EMPTY
    case 'filled':
      return FILLED
    case 'range':
      if (value.from === '' && value.to === '') return ''
      return value.from === value.to ? value.from : `${value.from}~${value.to}`
  }
}

/** Names in a row, as many as are read at a glance. */
export const joined = (names: readonly string[]): string =>
  names.length > 4 ? `${names.slice(0, 3).join('、')} 等 ${names.length} 项` : names.join('、')

/** What a chip says after the colon. `labelOf` turns a stored value into the words a user knows. */
export function describeFilter(field: Field, value: FilterValue, labelOf: (value: string) => string): string {
  switch (value.is) {
    case 'empty':
      return '为空'
    case 'filled':
      return '不为空'
    case 'text':
      return value.text
    case 'bad':
      return `“${value.text.length > 40 ? `${value.text.slice(0, 40)}…` : value.text}”无法识别，未生效`
    case 'any':
      return joined(value.values.map((v) => fixedOptions(field)?.[v] ?? labelOf(v)))
    case 'many':
      return joined(value.values)
    case 'range':
      return describeRange(field, value.from, value.to)
  }
}

function describeRange(field: Field, from: string, to: string): string {
  const show = (end: string): string => showEnd(field, end)
  if (from === to) return show(from)
  if (from === '') return `≤ ${show(to)}`
  if (to === '') return `≥ ${show(from)}`
  return `${show(from)} 至 ${show(to)}`
}

function showEnd(field: Field, end: string): string {
  const kind = effectiveKind(field)
  if (kind === 'money') return `${formatFen(Number(end))} 元`
  if (kind === 'rate') return `${Number(end) / 100}%`
  const unit = isDay(end) ? undefined : unitOf(field)
  return unit ? `${end} ${unit}` : end
}
