/**
 * Conditions of branches and of the visibility of form fields: a typed tree, edited in the designer, evaluated by walking
 * it. There is no text to parse and nothing to execute, so a condition can neither break nor reach anything.
 */
import { z } from 'zod'

/** What a value may be compared with. Money is fen, a day `YYYY-MM-DD`, persons and records are ids. */
export type Literal = string | number | boolean | readonly (string | number)[]
export const OPS = {
  eq: '等于',
  ne: '不等于',
  gt: '大于',
  ge: '大于等于',
  lt: '小于',
  le: '小于等于',
  in: '属于',
  notIn: '不属于',
  contains: '包含',
  empty: '为空',
  notEmpty: '不为空',
} as const
export type Op = keyof typeof OPS

/** `form.x`, `form.lines.amount` (the sum of a column), `fact.x` (of the business record), `starter.dept` … */
export type FieldPath = string
export type Expression =
  | { kind: 'all'; of: readonly Expression[] }
  | { kind: 'any'; of: readonly Expression[] }
  | { kind: 'not'; of: Expression }
  | { kind: 'compare'; field: FieldPath; op: Op; value?: Literal | { field: FieldPath } }

/** What a field holds, as far as conditions care. `ids`: several persons, stores, roles. */
export type ValueType =
  | 'text'
  | 'number'
  | 'money'
  | 'day'
  | 'flag'
  | 'choice'
  | 'choices'
  | 'person'
  | 'dept'
  | 'store'
  | 'ref'
  | 'ids'
  | 'files'

export const OPS_OF: Readonly<Record<ValueType, readonly Op[]>> = {
  text: ['eq', 'ne', 'contains', 'in', 'notIn', 'empty', 'notEmpty'],
  number: ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'empty', 'notEmpty'],
  money: ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'empty', 'notEmpty'],
  day: ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'empty', 'notEmpty'],
  flag: ['eq'],
  choice: ['eq', 'ne', 'in', 'notIn', 'empty', 'notEmpty'],
  choices: ['contains', 'empty', 'notEmpty'],
  person: ['eq', 'ne', 'in', 'notIn', 'empty', 'notEmpty'],
  dept: ['eq', 'ne', 'in', 'notIn', 'empty', 'notEmpty'],
  store: ['eq', 'ne', 'in', 'notIn', 'empty', 'notEmpty'],
  ref: ['eq', 'ne', 'in', 'notIn', 'empty', 'notEmpty'],
  ids: ['contains', 'empty', 'notEmpty'],
  files: ['empty', 'notEmpty'],
}

/** A field conditions may name: path → label and type. Built from the form, the facts of the act, and the starter. */
export interface Term {
  label: string
  type: ValueType
  options?: Readonly<Record<string, string>> | undefined
}
export type Vocabulary = Readonly<Record<FieldPath, Term>>

export const STARTER_TERMS: Vocabulary = {
  'starter.id': { label: '发起人', type: 'person' },
  'starter.dept': { label: '发起人部门', type: 'dept' },
  'starter.stores': { label: '发起人门店', type: 'ids' },
  'starter.roles': { label: '发起人角色', type: 'ids' },
}

const literal = z.union([z.string().max(500), z.number(), z.boolean(), z.array(z.union([z.string().max(500), z.number()])).max(200)])
// May be empty while somebody is still drawing; `checkExpression` says so before it is published.
const fieldPath = z.string().max(120)
const MAX_DEPTH = 8
export const expressionSchema: z.ZodType<Expression> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('all'), of: z.array(expressionSchema).max(50) }),
    z.strictObject({ kind: z.literal('any'), of: z.array(expressionSchema).max(50) }),
    z.strictObject({ kind: z.literal('not'), of: expressionSchema }),
    z.strictObject({
      kind: z.literal('compare'),
      field: fieldPath,
      op: z.enum(Object.keys(OPS) as [Op, ...Op[]]),
      value: z.union([literal, z.strictObject({ field: fieldPath })]).optional(),
    }),
  ]),
)

export type Values = Readonly<Record<FieldPath, unknown>>

const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
const isReference = (value: unknown): value is { field: string } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && 'field' in value
const has = (list: unknown, one: unknown): boolean => Array.isArray(list) && list.some((x) => String(x) === String(one))

/** Numbers by size, everything else as text: days and ids then order as they should. */
function order(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [x, y] = [String(a), String(b)]
  return x < y ? -1 : x > y ? 1 : 0
}

function compare(op: Op, left: unknown, right: unknown): boolean {
  if (op === 'empty') return isBlank(left)
  if (op === 'notEmpty') return !isBlank(left)
  // What is not filled in is unlike everything; it is never greater or smaller.
  if (isBlank(left)) return op === 'ne' || op === 'notIn' || (op === 'eq' && (right === false || isBlank(right)))
  switch (op) {
    case 'eq':
      return typeof left === 'boolean' ? left === (right === true || right === 'true') : order(left, right) === 0
    case 'ne':
      return order(left, right) !== 0
    case 'gt':
      return !isBlank(right) && order(left, right) > 0
    case 'ge':
      return !isBlank(right) && order(left, right) >= 0
    case 'lt':
      return !isBlank(right) && order(left, right) < 0
    case 'le':
      return !isBlank(right) && order(left, right) <= 0
    case 'in':
      return has(right, left)
    case 'notIn':
      return !has(right, left)
    case 'contains':
      return Array.isArray(left) ? has(left, right) : !isBlank(right) && String(left).includes(String(right))
  }
}

const read = (values: Values, path: FieldPath): unknown => (Object.hasOwn(values, path) ? values[path] : undefined)

/** A field that is not known counts as empty: a running case never stops because a later form dropped it. */
export function evaluate(e: Expression, values: Values): boolean {
  switch (e.kind) {
    case 'all':
      return e.of.every((part) => evaluate(part, values))
    case 'any':
      return e.of.some((part) => evaluate(part, values))
    case 'not':
      return !evaluate(e.of, values)
    case 'compare':
      return compare(e.op, read(values, e.field), isReference(e.value) ? read(values, e.value.field) : e.value)
  }
}

/** Fields a condition looks at. */
export function fieldsIn(e: Expression): FieldPath[] {
  if (e.kind === 'not') return fieldsIn(e.of)
  if (e.kind !== 'compare') return e.of.flatMap(fieldsIn)
  return [e.field, ...(isReference(e.value) ? [e.value.field] : [])]
}

const NUMERIC: readonly ValueType[] = ['number', 'money']

function checkValue(term: Term, e: Extract<Expression, { kind: 'compare' }>, known: Vocabulary): string | null {
  const { op, value } = e
  if (op === 'empty' || op === 'notEmpty') return null
  if (isReference(value)) {
    const other = known[value.field]
    if (value.field === '') return `「${term.label}」${OPS[op]}的字段没有选择`
    if (!other) return `字段「${value.field}」不存在`
    return other.type === term.type || (NUMERIC.includes(other.type) && NUMERIC.includes(term.type))
      ? null
      : `「${term.label}」与「${other.label}」类型不同，不能比较`
  }
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return `「${term.label}」${OPS[op]}的值没有填写`
  if (op === 'in' || op === 'notIn') return Array.isArray(value) ? null : `「${term.label}」${OPS[op]}需要一组值`
  if (Array.isArray(value)) return `「${term.label}」${OPS[op]}只能填写一个值`
  // Whole fen; a text is what somebody typed that cannot be stored exactly.
  if (term.type === 'money' && !Number.isSafeInteger(value)) return `「${term.label}」应与金额比较，最多两位小数`
  if (term.type === 'number' && (typeof value !== 'number' || !Number.isFinite(value))) return `「${term.label}」应与数字比较`
  if (term.type === 'flag' && typeof value !== 'boolean') return `「${term.label}」应与是或否比较`
  if (term.type === 'day' && !/^\d{4}-\d{2}-\d{2}$/.test(String(value))) return `「${term.label}」应与日期比较`
  return null
}

/** Why a condition cannot be used with these fields: first problem found, or null. */
export function checkExpression(e: Expression, known: Vocabulary, depth = 0): string | null {
  if (depth > MAX_DEPTH) return `条件最多嵌套 ${MAX_DEPTH} 层`
  if (e.kind === 'not') return checkExpression(e.of, known, depth + 1)
  if (e.kind !== 'compare') {
    if (e.of.length === 0) return '条件组是空的'
    for (const part of e.of) {
      const why = checkExpression(part, known, depth + 1)
      if (why) return why
    }
    return null
  }
  const term = Object.hasOwn(known, e.field) ? known[e.field] : undefined
  if (e.field === '') return '条件还没有选择字段'
  if (!term) return `条件使用的字段「${e.field}」已不存在`
  if (!OPS_OF[term.type].includes(e.op)) return `「${term.label}」不能用「${OPS[e.op]}」比较`
  return checkValue(term, e, known)
}

/** A sentence for lists and pictures: 「车损费 大于 1000.00 且 发起人部门 属于 …」. `say` names values. */
export function describe(
  e: Expression,
  known: Vocabulary,
  say: (term: Term, value: Literal) => string = (_t, value) => String(value),
): string {
  if (e.kind === 'not') return `不满足（${describe(e.of, known, say)}）`
  if (e.kind !== 'compare')
    return e.of
      .map((part) => (part.kind === 'compare' ? describe(part, known, say) : `（${describe(part, known, say)}）`))
      .join(e.kind === 'all' ? ' 且 ' : ' 或 ')
  const term: Term = known[e.field] ?? { label: e.field, type: 'text' }
  const right =
    e.value === undefined || e.op === 'empty' || e.op === 'notEmpty'
      ? ''
      : isReference(e.value)
        ? `「${known[e.value.field]?.label ?? e.value.field}」`
        : say(term, e.value)
  return [term.label, OPS[e.op], right].filter(Boolean).join(' ')
}
