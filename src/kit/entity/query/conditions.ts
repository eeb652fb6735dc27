/** Filters: the grammar of wire.ts and the fixed filters of views, read into one shape. Pure; unknown names are refused. */
import { formats } from '../../basics/identifiers/checks.ts'
import { addDays, instantAt, isDay, isOrdinaryDay, type Day } from '../../basics/time/day.ts'
import { invalid } from '../../basics/errors.ts'
import type { Entity, Filter } from '../entity.ts'
import type { Field } from '../field.ts'
import { isExact, manyIn, VALUES_LIMIT } from '../value/value-list.ts'
import { fieldOf, inLists, isAge, STANDARD_FIELDS } from '../names.ts'
import { cleanText } from '../value/value.ts'

export type Condition =
  | { name: string; field: Field; op: 'in'; values: (string | number | boolean)[] }
  | { name: string; field: Field; op: 'range'; from?: string | number; to?: string | number; below?: string }
  | { name: string; field: Field; op: 'contains' | 'prefix' | 'equal'; text: string }
  | { name: string; field: Field; op: 'empty' | 'filled' }
  /** Days since then; becomes a range of days where today is known (`resolvedAges`). */
  | { name: string; field: Field; op: 'age'; least?: number; most?: number }

export function listField(entity: Entity, name: string): Field | undefined {
  const own = fieldOf(entity, name)
  if (own) return own.secret || own.seenBy ? undefined : inLists(own)
  return Object.hasOwn(STANDARD_FIELDS, name) ? STANDARD_FIELDS[name] : undefined
}

/** How a computed column is filtered: like the kind it computes. */
const kindOf = (field: Field): string => (field.kind === 'computed' ? field.as : field.kind)

const wrong = (field: Field, name: string, why: string): never => {
  throw invalid({ [name]: `筛选条件「${field.label}」${why}` })
}

function scalar(field: Field, name: string, text: string): string | number | boolean {
  const kind = kindOf(field)
  if (kind === 'flag') {
    if (text === 'true' || text === 'false') return text === 'true'
    return wrong(field, name, '应为 true 或 false')
  }
  if (kind === 'ref' || kind === 'refs') {
    const id = Number(text)
    return /^\d{1,16}$/.test(text) && Number.isSafeInteger(id) ? id : wrong(field, name, '应为编号')
  }
  const options = 'options' in field ? field.options : undefined
  if (options && !Object.hasOwn(options, text)) return wrong(field, name, `没有选项「${text.slice(0, 40)}」`)
  return text.slice(0, 200)
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/
function edge(field: Field, name: string, text: string): string | number {
  const kind = kindOf(field)
  if (kind === 'day' || kind === 'instant') {
    const isInstant = kind === 'instant' && INSTANT.test(text) && Number.isFinite(Date.parse(text))
    if (!isDay(text) && !isInstant && !/^0000-\d{2}-\d{2}/.test(text))
      return wrong(field, name, kind === 'day' ? '应为日期，例如 2026-01-31' : '应为日期或时间，例如 2026-01-31')
    const moment = isInstant ? new Date(text).toISOString() : text
    // The years of values, reports and calls written by hand: beyond them a range has no day after its last one, and no rule can reckon.
    return isOrdinaryDay(moment.slice(0, 10)) ? moment : wrong(field, name, '应在 1900 年至 2199 年之间')
  }
  const value = Number(text)
  if (!/^-?\d{1,16}(\.\d{1,6})?$/.test(text) || !Number.isFinite(value)) return wrong(field, name, '应为数字')
  if (kind !== 'decimal' && !Number.isSafeInteger(value)) return wrong(field, name, '应为整数')
  return value
}

type Range = Extract<Condition, { op: 'range' }>

/** A day as the limit of an instant means the whole business day. */
function range(field: Field, name: string, from: string, to: string): Range {
  if (from === '' && to === '') return wrong(field, name, '缺少起止值')
  const low = from === '' ? undefined : edge(field, name, from)
  const high = to === '' ? undefined : edge(field, name, to)
  if (kindOf(field) !== 'instant') return { name, field, op: 'range', from: low, to: high }
  return {
    name,
    field,
    op: 'range',
    from: typeof low === 'string' && isDay(low) ? instantAt(low) : low,
    ...(typeof high === 'string' && isDay(high) ? { below: instantAt(addDays(high, 1)) } : { to: high }),
  }
}

/** 30~ (thirty days or more), ~15, 8~15, 7; days themselves (2026-01-01~) are read as of any other day. */
const AGES = /^(\d{1,5}|\d{1,5}~\d{0,5}|~\d{1,5})$/
function ages(field: Field, name: string, text: string): Condition {
  const [least = '', most = least] = text.split('~')
  return {
    name,
    field,
    op: 'age',
    ...(least === '' ? {} : { least: Number(least) }),
    ...(most === '' ? {} : { most: Number(most) }),
  }
}

/** Of conditions on ages, the days they come to on this day. */
export const resolvedAges = (conditions: readonly Condition[], today: Day): Condition[] =>
  conditions.map((condition) => {
    if (condition.op !== 'age') return condition
    const { name, field, least, most } = condition
    return {
      name,
      field,
      op: 'range',
      ...(most === undefined ? {} : { from: addDays(today, -most) }),
      ...(least === undefined ? {} : { to: addDays(today, -least) }),
    }
  })

const RANGED = new Set(['day', 'instant', 'money', 'int', 'decimal', 'rate'])
const LISTED = new Set(['state', 'choice', 'dict', 'ref', 'refs', 'flag'])

/** One filter of the query string. */
export function readFilter(entity: Entity, name: string, raw: string): Condition | null {
  const field = listField(entity, name)
  if (!field) throw invalid({ [name]: `没有名为「${name.slice(0, 40)}」的筛选条件` })
  const many = manyIn(field, raw)
  if (many.length > 1) {
    const values = many.map((value) => cleanText(value, false).slice(0, 200))
    return { name, field, op: 'in', values: limited(field, name, values) }
  }
  const text = isExact(field) && many.length === 1 ? many[0]! : cleanText(raw, false)
  if (text === '') return null
  if (text === '~') return { name, field, op: 'empty' }
  if (text === '!~') return { name, field, op: 'filled' }
  const kind = kindOf(field)
  if (isAge(field) && AGES.test(text)) return ages(field, name, text)
  if (RANGED.has(kind)) {
    const at = text.indexOf('~')
    if (at >= 0) return range(field, name, text.slice(0, at).trim(), text.slice(at + 1).trim())
    const parts = name === 'id' ? text.split(',') : [text]
    if (parts.length > 1)
      return {
        name,
        field,
        op: 'in',
        values: limited(
          field,
          name,
          parts.map((part) => edge(field, name, part.trim())),
        ),
      }
    return range(field, name, text, text)
  }
  if (LISTED.has(kind) || (field.kind === 'computed' && field.options)) {
    return {
      name,
      field,
      op: 'in',
      values: limited(
        field,
        name,
        text.split(',').map((part) => scalar(field, name, part.trim())),
      ),
    }
  }
  if (kind === 'text' || kind === 'note' || kind === 'serial' || kind === 'place') {
    // A masked value must not be found piece by piece.
    const op = field.mask ? 'equal' : kind === 'serial' ? 'prefix' : 'contains'
    return { name, field, op, text: asStored(field, text).slice(0, 200) }
  }
  return wrong(field, name, '只能按「为空」或「不为空」筛选')
}

/** A plate, a number of a phone as they are written on paper or in a chat: in blocks, with dots, in full width. */
export const asStored = (field: Field | undefined, typed: string): string =>
  field?.kind === 'text' && field.format ? formats[field.format].normalise(typed) || typed : typed

const limited = <T>(field: Field, name: string, values: T[]): T[] =>
  values.length > VALUES_LIMIT ? wrong(field, name, `最多 ${VALUES_LIMIT} 项`) : values

/** Fixed filters of views, quick tabs and reference fields: written by us, so a mistake is a fault, not a 400. */
export function fixedConditions(entity: Entity, filter: Filter): Condition[] {
  return Object.entries(filter).map(([name, value]) => {
    // A page may be fixed to what it takes a function to see (the page takes it, too); a secret is nobody's.
    const field = fieldOf(entity, name)?.secret ? undefined : (fieldOf(entity, name) ?? listField(entity, name))
    if (!field) throw new Error(`${entity.name}: fixed filter on unknown field ${name}`)
    if (value === null) return { name, field, op: 'empty' }
    if (Array.isArray(value)) return { name, field, op: 'in', values: value as string[] }
    if (typeof value === 'object') {
      const { from, to } = value as { from?: string | number; to?: string | number }
      return { name, field, op: 'range', from, to }
    }
    return { name, field, op: 'in', values: [value as string] }
  })
}
