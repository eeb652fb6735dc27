/**
 * Numbers as people type them ↔ numbers as they are stored. Nothing is ever rounded silently: what cannot be
 * stored exactly is refused with the reason, and the text stays in the box.
 */
import type { Field } from '../../entity/field.ts'
import type { Parsed } from '../../basics/check.ts'
import { parsed, refused } from '../../basics/check.ts'
import { parseYuan, plainYuan } from '../../basics/fen.ts'
import { isTooLongToType, normaliseText } from '../../basics/text.ts'

const MAX = 9e15

/** A decimal text as an integer count of its last place: «12.5» with 2 places is 1250. */
function scaled(text: string, places: number, what: string): Parsed<number> {
  if (isTooLongToType(text.trim())) return refused(`${what}格式不正确，请输入数字`)
  const plain = normaliseText(text)
    .replace(/^(?:约|共)/, '')
    .replace(/(?<=\d)[\s,，'](?=\d{3}(?!\d))/g, '')
  const match = /^([-+]?)(\d+)(?:\.(\d*))?$/.exec(plain)
  if (!match) return refused(`${what}格式不正确，请输入数字`)
  const [, sign, whole = '', decimals = ''] = match
  const significant = decimals.replace(/0+$/, '')
  if (significant.length > places) return refused(places === 0 ? `${what}应为整数` : `${what}最多 ${places} 位小数`)
  const value = BigInt(whole + significant.padEnd(places, '0'))
  if (value > BigInt(MAX)) return refused(`${what}超出允许的范围`)
  return parsed(sign === '-' && value > 0n ? -Number(value) : Number(value))
}

/** Percent as typed → basis points: «12.5» or «12.5%» → 1250. */
export function parsePercent(text: string): Parsed<number> {
  return scaled(text.replace(/[%％]\s*$/, ''), 2, '比例')
}

/** 1250 → «12.5»; exact, no float division shows through. */
export function percentText(basisPoints: number): string {
  return decimalText(basisPoints, 2)
}

function decimalText(count: number, places: number): string {
  const digits = String(Math.abs(count)).padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  const decimals = digits.slice(digits.length - places).replace(/0+$/, '')
  return `${count < 0 ? '-' : ''}${whole}${decimals ? `.${decimals}` : ''}`
}

type Numeric = Extract<Field, { kind: 'money' | 'rate' | 'int' | 'decimal' }>

export const isNumeric = (field: Field): field is Numeric =>
  field.kind === 'money' || field.kind === 'rate' || field.kind === 'int' || field.kind === 'decimal'

/** Text of a stored number in an input box: no separators, no unit. */
export function numberText(field: Numeric, value: unknown): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return ''
  if (field.kind === 'money') return Number.isSafeInteger(value) ? plainYuan(value) : ''
  if (field.kind === 'rate') return Number.isSafeInteger(value) ? percentText(value) : ''
  return String(value)
}

/** Reads what was typed; an empty box is `null`. Bounds are the definition's, told in the unit the person types. */
export function parseNumber(field: Numeric, text: string): Parsed<number | null> {
  if (normaliseText(text) === '') return parsed(null)
  const read = readNumber(field, text)
  if (!read.ok) return read
  const reason = outOfBounds(field, read.value)
  return reason ? refused(reason) : read
}

/** What people write for the units of fields: «12,000 公里» is typed and pasted as often as the number alone. */
const UNIT_WORDS: Readonly<Record<string, string>> = {
  km: '公里|千米',
  kg: '公斤|千克',
  'm³': 'm3|立方米|立方|方',
  L: '升',
  mm: '毫米',
  '%': '％',
  天: '日',
  h: '小时|时',
}
function withoutUnit(text: string, unit: string | undefined): string {
  if (!unit) return text
  const plain = normaliseText(text)
  const words = [unit, normaliseText(unit), ...(UNIT_WORDS[unit]?.split('|') ?? [])].toSorted((a, b) => b.length - a.length)
  const tail = words.find((word) => word !== '' && plain.length > word.length && plain.toLowerCase().endsWith(word.toLowerCase()))
  return tail ? plain.slice(0, -tail.length) : text
}

function readNumber(field: Numeric, text: string): Parsed<number> {
  switch (field.kind) {
    case 'money':
      return parseYuan(text, { allowNegative: field.min === undefined || field.min < 0 })
    case 'rate':
      return parsePercent(text)
    case 'int':
      return scaled(withoutUnit(text, field.unit), 0, field.label)
    case 'decimal': {
      const exact = scaled(withoutUnit(text, field.unit), field.scale, field.label)
      return exact.ok ? parsed(Number(decimalText(exact.value, field.scale))) : exact
    }
  }
}

/** Null or «…不能小于 …»: money in 元, rates in percent. */
export function outOfBounds(field: Numeric, value: number): string | null {
  const show = (n: number): string =>
    field.kind === 'money' ? `${numberText(field, n)} 元` : field.kind === 'rate' ? `${percentText(n)}%` : String(n)
  if (field.min !== undefined && value < field.min) return `${field.label}不能小于 ${show(field.min)}`
  if (field.max !== undefined && value > field.max) return `${field.label}不能大于 ${show(field.max)}`
  return null
}
