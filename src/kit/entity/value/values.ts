/** Values of a whole record: the one check behind form, API, import, bulk and action inputs. Pure. */
import type { FieldErrors } from '../../basics/errors.ts'
import type { Entity } from '../entity.ts'
import type { Field, Fields } from '../field.ts'
import { isProgramOwned } from '../names.ts'
import { isEmpty, LINES_LIMIT, readValue, sameValue } from './value.ts'

export interface CheckOptions {
  mode: 'add' | 'edit'
  /** Only the given keys are judged; what is missing stays as it is. Default: true when editing. */
  partial?: boolean
  /** The record being edited, for conditions and checks across fields. */
  before?: Record<string, unknown>
  /** Server code may also write fixed fields and those of the program (`isProgramOwned`). Never for what a person sent. */
  server?: boolean
  /** The input of an action is no record: what its screen sends along for the program (the hash of a preview) is asked for. */
  input?: boolean
}
export type Checked = { ok: true; values: Record<string, unknown>; errors: null } | { ok: false; values: null; errors: FieldErrors }

const own = (raw: Record<string, unknown>, name: string): unknown => (Object.hasOwn(raw, name) ? raw[name] : undefined)
const clone = (value: unknown): unknown => (typeof value === 'object' && value !== null ? structuredClone(value) : value)

/** Whether whoever sends these values may not write this field at all. */
const isClosed = (field: Field, options: CheckOptions): boolean =>
  !options.server && (options.input ? field.readOnly === true : isProgramOwned(field))

/** Why a person may not send this key, or null. */
function forbiddenKey(name: string, field: Field | undefined, raw: Record<string, unknown>, options: CheckOptions): string | null {
  if (!field) return `没有名为「${name.slice(0, 40)}」的字段`
  if (field.kind === 'computed') return '由系统计算，不能填写'
  if (field.kind === 'state') return options.server && options.mode === 'add' ? null : '只能通过操作改变，不能直接填写'
  if (options.server) return null
  if (!isClosed(field, options)) {
    if (field.fixed && options.mode === 'edit' && !sameValue(own(raw, name), options.before?.[name])) return '创建后不能修改'
    return null
  }
  // A form may send back what it was shown. A secret is shown to nobody, and «unchanged» would tell whoever guesses it that he is right.
  const isEcho = options.mode === 'edit' && !field.secret && sameValue(own(raw, name), options.before?.[name])
  return isEcho ? null : '由系统填写，不能修改'
}

interface Pass {
  fields: Fields
  raw: Record<string, unknown>
  options: CheckOptions
  errors: FieldErrors
  /** `lines.2.` below a line. */
  path: string
}

const say = (pass: Pass, name: string, label: string, reason: string): undefined => {
  // Assigning to this key would set a prototype instead of reporting anything.
  const key = name === '__proto__' ? '' : name
  pass.errors[pass.path + key] = reason.startsWith(label) || name === '' ? reason : `${label}：${reason}`
}

function readLines(pass: Pass, name: string, field: Field & { kind: 'lines' }, raw: unknown): unknown {
  if (!Array.isArray(raw)) return say(pass, name, field.label, '应为多行内容')
  if (raw.length > LINES_LIMIT) return say(pass, name, field.label, `最多 ${LINES_LIMIT} 行`)
  return raw.map((line: unknown, i) => {
    if (typeof line !== 'object' || line === null || Array.isArray(line))
      return say(pass, `${name}.${i}`, field.label, `第 ${i + 1} 行内容不正确`)
    // Lines are replaced as a whole, so each is judged like a new one; read-only cells of a line come back as they went out.
    const inner: Pass = {
      fields: field.of,
      raw: line as Record<string, unknown>,
      options: { mode: 'add', server: true },
      errors: {},
      path: '',
    }
    const values = readAll(inner)
    for (const [key, message] of Object.entries(inner.errors))
      pass.errors[`${pass.path}${name}.${i}.${key}`] = `${field.label}第 ${i + 1} 行，${message}`
    return values
  })
}

/** Content of a shape of its own may be an empty list: that is a value, not the lack of one. */
const lacks = (field: Field, value: unknown): boolean => (field.kind === 'json' ? value === null || value === undefined : isEmpty(value))

function readField(pass: Pass, name: string, field: Field): unknown {
  const raw = own(pass.raw, name)
  if (lacks(field, raw)) {
    if (pass.options.mode === 'add' && field.default !== undefined) return clone(field.default)
    if (field.kind === 'state' && pass.options.mode === 'add') return field.initial
    return field.kind === 'flag' && field.open === undefined ? (field.default ?? false) : null
  }
  if (field.kind === 'lines') return readLines(pass, name, field, raw) ?? null
  const read = readValue(field, raw)
  if (read.ok) return lacks(field, read.value) ? null : read.value
  say(pass, name, field.label, read.message)
  return null
}

const missing = (field: Field): string => {
  if (field.kind === 'flag') return `${field.label}：${field.open ?? ''}，请选择是或否`
  const verb = ['ref', 'refs', 'choice', 'dict', 'day', 'instant'].includes(field.kind)
    ? '请选择'
    : field.kind === 'files'
      ? '请上传'
      : '请填写'
  return `${verb}${field.label}`
}

/** What is asked of a definition for each of a statement's thousands of rows. */
interface Plan {
  all: [string, Field][]
  /** Whether some field applies only where others say so. */
  conditional: boolean
  /** Every field without a value: rules across fields compare with null, never with undefined. */
  blank: Record<string, null>
}
const plans = new WeakMap<Fields, Plan>()
function planOf(fields: Fields): Plan {
  const known = plans.get(fields)
  if (known) return known
  const all = Object.entries(fields as Record<string, Field>)
  const plan = {
    all,
    conditional: all.some(([, field]) => field.when !== undefined),
    blank: Object.fromEntries(all.map(([name]) => [name, null])),
  }
  plans.set(fields, plan)
  return plan
}

function readAll(pass: Pass): Record<string, unknown> {
  const { fields, raw, options } = pass
  const values: Record<string, unknown> = {}
  const partial = options.partial ?? options.mode === 'edit'
  for (const name of Object.keys(raw)) {
    if (raw[name] === undefined) continue
    const field = Object.hasOwn(fields, name) ? (fields as Record<string, Field>)[name] : undefined
    const reason = forbiddenKey(name, field, raw, options)
    if (reason) say(pass, name, field?.label ?? '', reason)
  }
  const { all, conditional } = planOf(fields)
  for (const [name, field] of all) {
    if (field.kind === 'computed') continue
    if (partial && own(raw, name) === undefined) continue
    values[name] = readField(pass, name, field)
  }
  // As it was sent: what the first of them takes away the next still sees.
  const merged = conditional ? { ...options.before, ...values } : values
  for (const [name, field] of all) {
    if (!Object.hasOwn(values, name) || pass.errors[pass.path + name]) continue
    const applies = field.when?.(merged) ?? true
    if (!applies) values[name] = field.kind === 'flag' && field.open === undefined ? false : null
    // Serial numbers are drawn later; what is the program's own is completed by server code.
    else if (field.required && lacks(field, values[name]) && field.kind !== 'serial' && !isClosed(field, options)) {
      say(pass, name, '', missing(field))
    }
  }
  if (conditional && partial && options.before && !options.server) turned(pass, merged, options.before, values)
  return values
}

/** What was not sent, but applies no longer because of what was, is emptied; what applies by it for the first time is asked for. */
function turned(pass: Pass, merged: Record<string, unknown>, before: Record<string, unknown>, values: Record<string, unknown>): void {
  for (const [name, field] of planOf(pass.fields).all) {
    if (!field.when || Object.hasOwn(values, name) || isClosed(field, pass.options)) continue
    const [applied, applies] = [field.when(before), field.when(merged)]
    if (applied && !applies && !lacks(field, before[name])) values[name] = field.kind === 'flag' && field.open === undefined ? false : null
    else if (!applied && applies && field.required && lacks(field, before[name])) say(pass, name, '', missing(field))
  }
}

const done = (values: Record<string, unknown>, errors: FieldErrors): Checked =>
  Object.keys(errors).length ? { ok: false, values: null, errors } : { ok: true, values, errors: null }

const isRecord = (raw: unknown): raw is Record<string, unknown> => typeof raw === 'object' && raw !== null && !Array.isArray(raw)
const NOT_A_RECORD: Checked = { ok: false, values: null, errors: { '': '提交的内容不正确' } }

/** Every problem at once, each as a sentence naming its field. */
export function checkValues(entity: Entity, raw: unknown, options: CheckOptions): Checked {
  if (!isRecord(raw)) return NOT_A_RECORD
  const pass: Pass = { fields: entity.fields, raw, options, errors: {}, path: '' }
  const values = readAll(pass)
  if (Object.keys(pass.errors).length === 0 && entity.check) {
    const reason = entity.check({ ...planOf(entity.fields).blank, ...options.before, ...values })
    if (typeof reason === 'string') pass.errors[''] = reason
    else if (reason) pass.errors[reason.at] = reason.reason
  }
  return done(values, pass.errors)
}

/** The input form of an action. */
export function checkInput(fields: Fields, raw: unknown): Checked {
  if (!isRecord(raw)) return NOT_A_RECORD
  const pass: Pass = { fields, raw, options: { mode: 'add', input: true }, errors: {}, path: '' }
  return done(readAll(pass), pass.errors)
}
