/**
 * A form people design themselves: which fields it has, what may stand in them, when they show. Read by the designer, by
 * whoever fills it, and by the server that judges what was filled. Money is integer fen, a day `YYYY-MM-DD`.
 */
import { z } from 'zod'
import type { FieldPermission } from '../engine/definition.ts'
import { isDay, isOrdinaryDay } from '#kit/basics/time/day.ts'
import type { FieldErrors } from '#kit/basics/errors.ts'
import type { FileLink } from '#kit/entity/field.ts'
import {
  checkExpression,
  evaluate,
  expressionSchema,
  STARTER_TERMS,
  type Expression,
  type Term,
  type Values,
  type ValueType,
  type Vocabulary,
} from '../engine/expression.ts'

export const FIELD_KINDS = {
  text: '单行文本',
  note: '多行文本',
  number: '数字',
  money: '金额',
  date: '日期',
  range: '日期区间',
  choice: '单选',
  choices: '多选',
  flag: '开关',
  person: '人员',
  department: '部门',
  store: '门店',
  vehicle: '车辆',
  lessee: '承租人',
  contract: '合同',
  table: '明细表',
  attachment: '附件',
  signature: '手写签名',
  hint: '说明文字',
} as const
export type FieldKind = keyof typeof FIELD_KINDS

export interface FormField {
  /** Fixed for the life of the field; conditions and stored values go by it. */
  name: string
  label: string
  kind: FieldKind
  required?: boolean
  placeholder?: string
  help?: string
  /** Half of the row on a desktop; a phone always gives the whole. */
  half?: boolean
  default?: string | number | boolean | null
  /** number, money: limits of the value. text, note: of the length. attachment, table, choices, person: of the count. */
  min?: number
  max?: number
  /** number: digits behind the point. */
  scale?: number
  unit?: string
  /** choice, choices: value → label, in this order. */
  options?: readonly { value: string; label: string }[]
  /** person, vehicle: more than one. */
  multiple?: boolean
  /** table: its columns (no table inside). number and money columns are summed when `sum`. */
  columns?: readonly FormField[]
  sum?: boolean
  /** A number or money column that nobody types: the product of two columns of the same row (单价 × 数量). */
  times?: readonly [string, string]
  /** hint: what it says. */
  text?: string
  /** Shown (and required) only when this holds for the other fields of the form. */
  visible?: Expression
}
export interface FormSchema {
  fields: readonly FormField[]
}
export const EMPTY_FORM: FormSchema = { fields: [] }

const name = z.string().regex(/^[a-z][A-Za-z0-9]{0,39}$/, '字段编码以小写字母开头，只含字母和数字')
const scalar = z.union([z.string().max(2000), z.number(), z.boolean(), z.null()])
const fieldShape = {
  name,
  label: z.string().max(40, '字段名称最多 40 字'),
  kind: z.enum(Object.keys(FIELD_KINDS) as [FieldKind, ...FieldKind[]]),
  required: z.boolean().optional(),
  placeholder: z.string().max(100).optional(),
  help: z.string().max(300).optional(),
  half: z.boolean().optional(),
  default: scalar.optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  scale: z.int().min(0).max(6).optional(),
  unit: z.string().max(10).optional(),
  options: z
    .array(z.strictObject({ value: z.string().min(1).max(60), label: z.string().max(60) }))
    .max(200)
    .optional(),
  multiple: z.boolean().optional(),
  sum: z.boolean().optional(),
  times: z.tuple([name, name]).optional(),
  text: z.string().max(1000).optional(),
  visible: expressionSchema.optional(),
}
const column = z.strictObject(fieldShape)
const field = z.strictObject({ ...fieldShape, columns: z.array(column).max(30).optional() })
export const formSchema = z.strictObject({ fields: z.array(field).max(200, '一张表单最多 200 个字段') }) as unknown as z.ZodType<FormSchema>

/** What stands before a value that is read: money says its unit; a number has its own behind it. */
export const labelOf = (f: Pick<FormField, 'kind' | 'label'>): string =>
  f.kind === 'money' && !f.label.includes('元') ? `${f.label}（元）` : f.label

/** Where something is wrong: the field (and column) the designer jumps to. */
export interface FormProblem {
  field: string
  message: string
}

const TYPES: Readonly<Record<FieldKind, ValueType | null>> = {
  text: 'text',
  note: 'text',
  number: 'number',
  money: 'money',
  date: 'day',
  range: null,
  choice: 'choice',
  choices: 'choices',
  flag: 'flag',
  person: 'person',
  department: 'dept',
  store: 'store',
  vehicle: 'ref',
  lessee: 'ref',
  contract: 'ref',
  table: null,
  attachment: 'files',
  signature: 'files',
  hint: null,
}
const optionMap = (f: FormField): Record<string, string> | undefined =>
  f.options ? Object.fromEntries(f.options.map((o) => [o.value, o.label])) : undefined
const term = (f: FormField): Term | null => {
  const type = f.multiple && ['person', 'vehicle'].includes(f.kind) ? 'ids' : TYPES[f.kind]
  return type ? { label: f.label, type, options: optionMap(f) } : null
}

/** Fields of a form that conditions may name. */
export function formTerms(form: FormSchema): Vocabulary {
  const terms: Record<string, Term> = {}
  for (const f of form.fields) {
    const own = term(f)
    if (own) terms[`form.${f.name}`] = own
    if (f.kind === 'range') {
      terms[`form.${f.name}.from`] = { label: `${f.label}（起）`, type: 'day' }
      terms[`form.${f.name}.to`] = { label: `${f.label}（止）`, type: 'day' }
      terms[`form.${f.name}.days`] = { label: `${f.label}天数`, type: 'number' }
    }
    if (f.kind === 'table') {
      terms[`form.${f.name}.count`] = { label: `${f.label}行数`, type: 'number' }
      for (const c of f.columns ?? [])
        if (c.kind === 'number' || c.kind === 'money')
          terms[`form.${f.name}.${c.name}`] = { label: `${f.label}·${c.label}合计`, type: c.kind }
    }
  }
  return terms
}
export const vocabularyOf = (form: FormSchema, facts: Vocabulary = {}): Vocabulary => ({
  ...formTerms(form),
  ...factTerms(facts),
  ...STARTER_TERMS,
})
const factTerms = (facts: Vocabulary): Vocabulary => Object.fromEntries(Object.entries(facts).map(([key, t]) => [`fact.${key}`, t]))

function checkField(f: FormField, known: Vocabulary, inTable: boolean): string | null {
  // While it is typed a name may be empty; it is not published so.
  if (!f.label.trim()) return `有一个${FIELD_KINDS[f.kind]}${inTable ? '列' : '字段'}没有名称`
  if (f.options?.some((o) => !o.label.trim())) return `「${f.label}」有选项没有名称`
  if ((f.kind === 'choice' || f.kind === 'choices') && !f.options?.length) return `「${f.label}」没有选项`
  if (f.options && new Set(f.options.map((o) => o.value)).size !== f.options.length) return `「${f.label}」的选项值重复`
  if (f.min !== undefined && f.max !== undefined && f.min > f.max) return `「${f.label}」的下限大于上限`
  if (f.kind === 'money' && [f.min, f.max].some((limit) => limit !== undefined && !Number.isSafeInteger(limit)))
    return `「${f.label}」的金额限制应为整数分`
  if (f.kind === 'table' && inTable) return '明细表里不能再放明细表'
  if (f.kind === 'table' && !f.columns?.length) return `「${f.label}」没有列`
  if (f.kind === 'hint' && !f.text?.trim()) return '说明文字是空的'
  if (!f.visible) return null
  if (inTable) return `「${f.label}」是明细列，不能设置显示条件`
  const why = checkExpression(f.visible, known)
  return why ? `「${f.label}」的显示条件：${why}` : null
}

/** Pairs of typed columns whose product this column can be: money of one price, a number of numbers. */
export function factorsFor(c: FormField, columns: readonly FormField[]): [FormField, FormField][] {
  const typed = columns.filter((x) => x.name !== c.name && !x.times)
  const numbers = typed.filter((x) => x.kind === 'number')
  const first = c.kind === 'money' ? typed.filter((x) => x.kind === 'money') : c.kind === 'number' ? numbers : []
  return first.flatMap((a) =>
    numbers
      .filter((b) => b !== a && (c.kind === 'money' || numbers.indexOf(a) < numbers.indexOf(b)))
      .map((b): [FormField, FormField] => [a, b]),
  )
}
function checkTimes(c: FormField, columns: readonly FormField[]): string | null {
  if (!c.times) return null
  const [a, b] = c.times
  return factorsFor(c, columns).some(([x, y]) => x.name === a && y.name === b)
    ? null
    : `「${c.label}」的算式用到的列已删除或类型不符：${c.kind === 'money' ? '请选择一个金额列与一个数字列' : '请选择两个数字列'}`
}

/** A field may show only by fields above it: so nothing can depend on itself, however far around. */
export function checkFormSchema(form: FormSchema): FormProblem[] {
  const problems: FormProblem[] = []
  const seen = new Set<string>()
  const above: FormField[] = []
  for (const f of form.fields) {
    if (seen.has(f.name)) problems.push({ field: f.name, message: `字段编码「${f.name}」重复` })
    seen.add(f.name)
    const why = checkField(f, { ...formTerms({ fields: above }), ...STARTER_TERMS }, false)
    if (why) problems.push({ field: f.name, message: why.replace('已不存在', '不存在或排在它后面') })
    const columns = new Set<string>()
    for (const c of f.columns ?? []) {
      const wrong =
        columns.has(c.name) || ['count'].includes(c.name)
          ? `列编码「${c.name}」重复或被占用`
          : (checkField(c, {}, true) ?? checkTimes(c, f.columns ?? []))
      columns.add(c.name)
      if (wrong) problems.push({ field: `${f.name}.${c.name}`, message: wrong })
    }
    above.push(f)
  }
  return problems
}

export type FormValues = Readonly<Record<string, unknown>>
export interface RangeValue {
  from: string
  to: string
}
const isRange = (v: unknown): v is RangeValue =>
  typeof v === 'object' && v !== null && isDay((v as RangeValue).from) && isDay((v as RangeValue).to)
const days = (v: RangeValue): number => Math.round((Date.parse(v.to) - Date.parse(v.from)) / 86_400_000) + 1
const rowsOf = (value: unknown): readonly Record<string, unknown>[] => (Array.isArray(value) ? (value as Record<string, unknown>[]) : [])
/** Digits behind the point a number column can have at most. */
const MOST_DIGITS = 1e6
/** Exact as its readers add: 0.1 and 0.2 are 0.3. Whole numbers (fen too) are added as they are. */
const BIG = 10n ** 6n
const micro = (n: number): bigint => BigInt(Math.round(n * MOST_DIGITS))
/** Half up, away from nothing: what a till does. */
const rounded = (n: bigint, by: bigint): bigint => (n < 0n ? -rounded(-n, by) : (n + by / 2n) / by)
/** Fen × number → fen; number × number → number with the column's digits; undefined while one of the two is not filled in. */
function productOf(c: FormField, row: Readonly<Record<string, unknown>>): number | undefined {
  const [a, b] = (c.times ?? []).map((n) => row[n])
  if (typeof a !== 'number' || typeof b !== 'number' || ![a, b].every((n) => Number.isFinite(n * MOST_DIGITS))) return undefined
  if (c.kind === 'money') return Number(rounded(BigInt(Math.round(a)) * micro(b), BIG))
  const digits = 10n ** BigInt(c.scale ?? 0)
  return Number(rounded(micro(a) * micro(b) * digits, BIG * BIG)) / Number(digits)
}
/** Rows with what is reckoned in place of whatever was sent for it. */
export function reckoned<T>(f: FormField, value: T): T {
  const own = (f.columns ?? []).filter((c) => c.times)
  if (own.length === 0 || !Array.isArray(value)) return value
  return value.map((row: Record<string, unknown>) => {
    const line = { ...row }
    for (const c of own) {
      const product = productOf(c, line)
      if (product === undefined) delete line[c.name]
      else line[c.name] = product
    }
    return line
  }) as T
}
export const sumOf = (rows: unknown, columnName: string): number => {
  const values = rowsOf(rows).flatMap((row) => (typeof row?.[columnName] === 'number' ? [row[columnName] as number] : []))
  const whole = values.every(Number.isInteger)
  const sum = values.reduce((total, value) => total + value, 0)
  return whole ? sum : Math.round(sum * MOST_DIGITS) / MOST_DIGITS
}

/** Values under the names conditions use. */
export function formFacts(form: FormSchema, values: FormValues): Values {
  const facts: Record<string, unknown> = {}
  for (const f of form.fields) {
    const value = Object.hasOwn(values, f.name) ? values[f.name] : undefined
    if (f.kind === 'range') {
      if (isRange(value))
        Object.assign(facts, { [`form.${f.name}.from`]: value.from, [`form.${f.name}.to`]: value.to, [`form.${f.name}.days`]: days(value) })
    } else if (f.kind === 'table') {
      const lines = reckoned(f, value)
      facts[`form.${f.name}.count`] = rowsOf(lines).length
      for (const c of f.columns ?? [])
        if (c.kind === 'number' || c.kind === 'money') facts[`form.${f.name}.${c.name}`] = sumOf(lines, c.name)
    } else facts[`form.${f.name}`] = value
  }
  return facts
}

/** Fields that show with these values; what does not show does not count. */
export function visibleFields(form: FormSchema, values: FormValues, starter: Values = {}): FormField[] {
  const shown: FormField[] = []
  const shownValues: Record<string, unknown> = {}
  for (const f of form.fields) {
    if (f.visible && !evaluate(f.visible, { ...formFacts({ fields: shown }, shownValues), ...starter })) continue
    shown.push(f)
    shownValues[f.name] = values[f.name]
  }
  return shown
}

const isBlank = (v: unknown): boolean => v === null || v === undefined || v === '' || (Array.isArray(v) && v.length === 0)
const isId = (v: unknown): boolean => Number.isSafeInteger(v) && (v as number) > 0
const isFile = (v: unknown): v is FileLink =>
  typeof v === 'object' && v !== null && typeof (v as FileLink).id === 'string' && typeof (v as FileLink).name === 'string'

/** What was typed and cannot be kept comes as the text itself: said is what is wrong with the number it reads as. */
const NOT_A_NUMBER = '请输入数字'
const numberTyped = (f: FormField, text: string): number =>
  Math.round(Number(text.replace(/[,，]/g, '')) * (f.kind === 'money' ? 100 : 1) * 1e6) / 1e6
function checkNumber(f: FormField, v: unknown): string | null {
  if (typeof v === 'string') return (v.trim() !== '' && checkNumber(f, numberTyped(f, v))) || NOT_A_NUMBER
  if (typeof v !== 'number' || !Number.isFinite(v)) return NOT_A_NUMBER
  if (f.kind === 'money' && !Number.isSafeInteger(v)) return '金额最多两位小数'
  if (f.kind === 'number' && Math.abs(v * 10 ** (f.scale ?? 0) - Math.round(v * 10 ** (f.scale ?? 0))) > 1e-6)
    return f.scale ? `最多 ${f.scale} 位小数` : '请输入整数'
  const say = (n: number): string => (f.kind === 'money' ? (n / 100).toFixed(2) : String(n))
  if (f.min !== undefined && v < f.min) return `不能小于 ${say(f.min)}`
  if (f.max !== undefined && v > f.max) return `不能大于 ${say(f.max)}`
  return null
}
function checkCount(f: FormField, list: readonly unknown[], unit: string, most: number): string | null {
  if (f.min !== undefined && list.length < f.min) return `至少 ${f.min} ${unit}`
  return list.length > (f.max ?? most) ? `最多 ${f.max ?? most} ${unit}` : null
}
function checkText(f: FormField, v: unknown): string | null {
  if (typeof v !== 'string') return '请输入文字'
  if (f.min !== undefined && v.length < f.min) return `至少 ${f.min} 个字`
  const most = f.max ?? (f.kind === 'note' ? 2000 : 200)
  return v.length > most ? `最多 ${most} 个字` : null
}

const OUT_OF_TIME = '日期应在 1900 年至 2199 年之间'
function checkOne(f: FormField, v: unknown): string | null {
  const known = (value: unknown): boolean => f.options?.some((o) => o.value === value) ?? false
  switch (f.kind) {
    case 'text':
    case 'note':
      return checkText(f, v)
    case 'number':
    case 'money':
      return checkNumber(f, v)
    case 'date':
      return !isDay(v) ? '请选择日期' : isOrdinaryDay(v) ? null : OUT_OF_TIME
    case 'range':
      return !isRange(v)
        ? '请选择起止日期'
        : !isOrdinaryDay(v.from) || !isOrdinaryDay(v.to)
          ? OUT_OF_TIME
          : v.to < v.from
            ? '结束日期不能早于开始日期'
            : null
    case 'choice':
      return known(v) ? null : '请选择列出的选项'
    case 'choices':
      return !Array.isArray(v) || !v.every(known) ? '请选择列出的选项' : checkCount(f, v, '项', 200)
    case 'flag':
      return typeof v === 'boolean' ? null : '请选择是或否'
    case 'attachment':
    case 'signature':
      return !Array.isArray(v) || !v.every(isFile) ? '请上传文件' : checkCount(f, v, '个文件', f.kind === 'signature' ? 1 : 20)
    case 'table':
      return Array.isArray(v) ? checkCount(f, v, '行', 200) : '明细格式不正确'
    case 'hint':
      return null
    default:
      return f.multiple ? (Array.isArray(v) && v.every(isId) ? checkCount(f, v, '项', 50) : '请重新选择') : isId(v) ? null : '请重新选择'
  }
}

export interface FormCheck {
  ok: boolean
  errors: FieldErrors
  /** What is kept: visible fields only, nothing unknown. */
  values: Record<string, unknown>
}

function checkTable(f: FormField, rows: readonly Record<string, unknown>[], errors: Record<string, string>): Record<string, unknown>[] {
  return rows.map((row, i) => {
    const cells: Record<string, unknown> = {}
    for (const c of f.columns ?? []) {
      const v = row?.[c.name]
      if (isBlank(v)) {
        if (c.required && !c.times) errors[`${f.name}.${i}.${c.name}`] = `第 ${i + 1} 行：请填写${c.label}`
      } else {
        const why = checkOne(c, v)
        if (why) errors[`${f.name}.${i}.${c.name}`] = `第 ${i + 1} 行${c.label}：${why}`
        else cells[c.name] = v
      }
    }
    return cells
  })
}

const EVERY = (): boolean => true
interface Judging {
  /** False: a draft, nothing is required. */
  strict?: boolean
  starter?: Values
  /** Whom it is asked of now: what this person may not write cannot be demanded of him. */
  asks?: (field: string) => boolean
}
/** Judges a whole form. */
export function checkForm(form: FormSchema, values: FormValues, { strict = true, starter = {}, asks = EVERY }: Judging = {}): FormCheck {
  const errors: Record<string, string> = {}
  const checked: Record<string, unknown> = {}
  for (const unknown of Object.keys(values).filter((key) => !form.fields.some((f) => f.name === key)))
    errors[unknown] = '申请表上没有这一项，请刷新页面后重新填写'
  for (const f of visibleFields(form, values, starter)) {
    if (f.kind === 'hint') continue
    const v = values[f.name]
    if (isBlank(v)) {
      if (strict && f.required && asks(f.name)) errors[f.name] = `请填写${f.label}`
      continue
    }
    const why = checkOne(f, v)
    if (why) errors[f.name] = `${f.label}：${why}`
    else checked[f.name] = f.kind === 'table' ? checkTable(f, reckoned(f, rowsOf(v)), errors) : v
  }
  return { ok: Object.keys(errors).length === 0, errors, values: checked }
}

/** What a person may see of a form at a node: hidden fields leave nothing behind. */
export const withoutHidden = (
  form: FormSchema,
  values: FormValues,
  permissions: Readonly<Record<string, FieldPermission>>,
): { form: FormSchema; values: Record<string, unknown> } => {
  const fields = form.fields.filter((f) => permissions[f.name] !== 'hidden')
  return {
    form: { fields },
    values: Object.fromEntries(fields.filter((f) => Object.hasOwn(values, f.name)).map((f) => [f.name, values[f.name]])),
  }
}
