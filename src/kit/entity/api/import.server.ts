/**
 * Import: template → file → grid with every error at its cell → repaired there → written. Everything is checked before
 * anything is written, by the same rules as the form, plus what only a whole file can show (duplicates inside it).
 */
import type { Context, Db } from '../../access/context.server.ts'
import { AppError, invalid, type FieldErrors } from '../../basics/errors.ts'
import { isExampleRow, matchHeader, type TemplateColumn } from '../../excel/sheet.ts'
import { readXlsx } from '../../excel/read.server.ts'
import { templateWorkbook } from '../../excel/template.server.ts'
import { normaliseText, asText } from '../../basics/text.ts'
import { cellText, importColumns, keyOf, partsOf, readCell, templateColumn, type ImportColumn } from '../value/cells.ts'
import { dictionaryOf } from '../dictionary.server.ts'
import type { Entity } from '../entity.ts'
import { duplicateError } from '../write/failures.server.ts'
import type { Field } from '../field.ts'
import { fieldsOf } from '../names.ts'
import { knownAmong, noteKnown } from './import-numbers.server.ts'
import { ERRORS, headings, keepLeft, rowsWithReasons, type LeftOut, type TypedRow } from './import-left.server.ts'
import { lookUp, taken, takenTogether, textKey, togetherKey, type Lookup } from './import-lookup.server.ts'
import type { Finish, Services } from '../services.server.ts'
import { drawAhead } from '../serial.server.ts'
import { add } from '../store.server.ts'
import { checkValues } from '../value/values.ts'
import { noteLookups } from '../query/masked/lookups.server.ts'
import { numbersIn, numbersOf } from '../write/numbers.server.ts'
import type { ImportCheck, ImportDone } from '../wire.ts'

const ROW_LIMIT = 20_000
/** More than this is written in the background, as with bulk actions: hooks may write several records per row. */
const INLINE_ROWS = 200

interface Judged extends TypedRow {
  values: Record<string, unknown>
  errors: FieldErrors
}

async function columnsFor(db: Db, ctx: Context, entity: Entity): Promise<TemplateColumn[]> {
  return Promise.all(
    importColumns(entity).map(async ({ name, field }) => {
      const options = field.kind === 'choice' ? field.options : field.kind === 'dict' ? await dictionaryOf(db, ctx, field.group) : undefined
      return templateColumn(name, field, options && Object.values(options))
    }),
  )
}

export async function importTemplate(ctx: Context, entity: Entity): Promise<Uint8Array> {
  const columns = await ctx.db.read(ctx.user.operatorId, (db) => columnsFor(db, ctx, entity))
  return templateWorkbook(columns, { title: `${entity.label}导入` })
}

interface ReadImport {
  rows: TypedRow[]
  /** Headings of columns nobody asked for. */
  ignored: string[]
}

/** The uploaded workbook as rows of text. Columns are found by their heading, in any order. */
export async function readImport(ctx: Context, entity: Entity, data: Uint8Array): Promise<ReadImport> {
  const columns = await ctx.db.read(ctx.user.operatorId, (db) => columnsFor(db, ctx, entity))
  const sheet = await readXlsx(data, {
    isWanted: ([head, ...lines]) =>
      head !== undefined && lines.length > 0 && matchHeader(head.cells, columns).missing.every((column) => !column.required),
  })
  const [header, ...body] = sheet.rows
  if (!header) throw invalid('文件中没有内容，请下载模板填写后再上传')
  const { at, missing, unknown, repeated, otherUnits } = matchHeader(header.cells, columns)
  if (otherUnits.length) throw invalid(`${otherUnits.join('；')}，请换算并修改列名后再导入`)
  if (repeated.length) throw invalid(`列名重复：${repeated.join('、')}`)
  const needed = missing.filter((column) => column.required)
  if (needed.length) throw invalid(`缺少必填列：${needed.map((column) => column.label).join('、')}。请使用本页面的导入模板`)
  const fields = new Map(importColumns(entity).map(({ name, field }) => [name, field]))
  const rows = body
    .filter((row) => !isExampleRow(row.cells, at, columns))
    .map((row): TypedRow => {
      const cells = Object.fromEntries([...at].map(([name, index]) => [name, cellText(fields.get(name)!, row.cells[index] ?? null)]))
      return { line: row.row, cells }
    })
    .filter((row) => Object.values(row.cells).some((text) => text !== ''))
  if (rows.length === 0) throw invalid('文件中没有数据行，请填写后再上传')
  const byLine = new Map(rows.map((row) => [row.line, row]))
  const byColumn = new Map([...at].map(([name, index]) => [index, name]))
  for (const problem of sheet.problems) {
    const row = byLine.get(problem.row)
    const name = byColumn.get(problem.column)
    if (row && name && row.cells[name] === '') row.cells[name] = '#错误'
  }
  return { rows, ignored: unknown.filter((heading) => heading !== ERRORS) }
}

const split = (text: string): string[] =>
  text
    .split(/[、,，;；\n]/)
    .map((part) => part.trim())
    .filter(Boolean)

interface Tables_ {
  columns: readonly ImportColumn[]
  lookups: Map<string, Lookup>
  dictionaries: Map<string, Record<string, string>>
}

async function lookups(db: Db, ctx: Context, entity: Entity, rows: readonly TypedRow[]): Promise<Tables_> {
  const tables: Tables_ = { columns: importColumns(entity), lookups: new Map(), dictionaries: new Map() }
  for (const { name, field, of } of tables.columns) {
    if (field.kind === 'ref' || field.kind === 'refs') {
      const texts = rows
        .flatMap(({ cells: { [name]: text = '' } }) => (of ? partsOf(text) : [text]))
        .flatMap((text) => (field.kind === 'refs' ? split(text) : [text]))
        .filter(Boolean)
      tables.lookups.set(name, await lookUp(db, ctx, field, texts))
    } else if (field.kind === 'dict') tables.dictionaries.set(name, await dictionaryOf(db, ctx, field.group))
  }
  return tables
}

function oneReference(field: Field, lookup: Lookup, text: string): { id: number } | { message: string } {
  const ids = lookup.get(textKey(text))
  if (!ids) return { message: `找不到${field.label}「${text.slice(0, 40)}」，请核对名称，或先新增` }
  if (ids.size > 1) return { message: `有 ${ids.size} 个${field.label}叫「${text.slice(0, 40)}」，请改填编号` }
  return { id: [...ids][0]! }
}

function readTyped(name: string, field: Field, text: string, tables: Tables_): { value: unknown } | { message: string } {
  if (field.kind === 'ref' || field.kind === 'refs') {
    const parts = field.kind === 'refs' ? split(text) : [text]
    const read = parts.map((part) => oneReference(field, tables.lookups.get(name)!, part))
    const wrong = read.find((r) => 'message' in r)
    if (wrong) return wrong as { message: string }
    const ids = read.map((r) => (r as { id: number }).id)
    return { value: field.kind === 'refs' ? ids : ids[0] }
  }
  if (field.kind === 'dict') {
    const key = keyOf(tables.dictionaries.get(name)!, normaliseText(text))
    return key === null ? { message: `没有选项「${text.slice(0, 30)}」` } : { value: key }
  }
  const read = readCell(field, text)
  return read.ok ? { value: read.value } : { message: read.message }
}

/** Sentences about a line stand at the column of its cell; those about the lines as a whole at the one they speak of. */
function columnOf(columns: readonly ImportColumn[], name: string, message: string): string {
  const [lines, , cell] = name.split('.')
  const own = columns.filter((c) => c.of?.lines === lines)
  if (own.length === 0) return name
  return (own.find((c) => (cell ? c.of!.cell === cell : message.includes(c.field.label))) ?? own[0]!).name
}

function judge(entity: Entity, row: TypedRow, tables: Tables_): Judged {
  const raw: Record<string, unknown> = {}
  const errors: FieldErrors = {}
  const { columns } = tables
  for (const { name, field, of } of columns) {
    const text = (row.cells[name] ?? '').trim()
    if (text === '') continue
    for (const [i, part] of (of ? partsOf(text) : [text]).entries()) {
      if (part === '') continue
      const read = readTyped(name, field, part, tables)
      if ('message' in read) errors[name] = read.message
      else if (of) linesAt(raw, of.lines, i)[of.cell] = read.value
      else raw[name] = read.value
    }
  }
  const checked = checkValues(entity, raw, { mode: 'add' })
  if (!checked.ok) {
    // A cell that could not be read is not also "missing".
    for (const [key, message] of Object.entries(checked.errors)) {
      const name = columnOf(columns, key, message)
      if (!errors[name] && !(name === '' && Object.keys(errors).length)) errors[name] = message
    }
  }
  return { ...row, values: checked.values ?? raw, errors }
}

/** The line of this number, with those before it. */
function linesAt(raw: Record<string, unknown>, lines: string, at: number): Record<string, unknown> {
  const list = (raw[lines] ??= []) as Record<string, unknown>[]
  while (list.length <= at) list.push({})
  return list[at]!
}

/** Values that must be unique: against each other first, then, but for masked numbers (import-numbers), against what is stored. */
async function judgeUnique(db: Db, ctx: Context, entity: Entity, rows: readonly Judged[]): Promise<void> {
  for (const [name, field] of fieldsOf(entity)) {
    if (!field.unique || field.kind === 'serial') continue
    const first = new Map<string, number>()
    for (const row of rows) {
      const value = row.values[name]
      if (value === null || value === undefined || row.errors[name]) continue
      const before = first.get(asText(value))
      if (before !== undefined) row.errors[name] = `与第 ${before} 行重复`
      else first.set(asText(value), row.line)
    }
    if (field.mask) continue
    const known = await taken(db, ctx, entity, name, [...first.keys()])
    const message = (duplicateError(entity, name).data as FieldErrors)[name]!
    for (const row of rows) if (!row.errors[name] && known.has(String(row.values[name]))) row.errors[name] = message
  }
  for (const rule of entity.unique ?? []) {
    const first = new Map<string, number>()
    const isHidden = numbersOf(entity).together.includes(rule)
    const all = isHidden ? [] : rows.map((row) => row.values)
    const known = await takenTogether(db, ctx, entity, rule.fields, all)
    for (const row of rows) {
      if (rule.fields.some((name) => row.values[name] === null || row.values[name] === undefined || row.errors[name])) continue
      const key = togetherKey(rule.fields, row.values)
      const before = first.get(key)
      if (before !== undefined) row.errors[''] = `与第 ${before} 行重复：${rule.message}`
      else first.set(key, row.line)
      if (known.has(key)) row.errors[''] = rule.message
    }
  }
}

async function judgeAll(db: Db, ctx: Context, entity: Entity, rows: readonly TypedRow[]): Promise<Judged[]> {
  if (rows.length > ROW_LIMIT) throw invalid(`一次最多导入 ${ROW_LIMIT} 行`)
  // A row is known by its line, in what is left out as in what is answered.
  const twice = [...Map.groupBy(rows, ({ line }) => line)].find(([, alike]) => alike.length > 1)
  if (twice) throw invalid(`行号 ${twice[0]} 出现了两次，请重新上传文件`)
  const tables = await lookups(db, ctx, entity, rows)
  const judged: Judged[] = []
  for (const [i, row] of rows.entries()) {
    judged.push(judge(entity, row, tables))
    // Ten thousand rows must not keep others waiting.
    if (i % 500 === 499) await new Promise((resolve) => setImmediate(resolve))
  }
  await judgeUnique(db, ctx, entity, judged)
  return judged
}

const reasonOf = ({ errors }: Judged): string => Object.values(errors).join('；')
const isRight = (row: Judged): boolean => Object.keys(row.errors).length === 0

function answer(entity: Entity, rows: readonly Judged[], ignored: string[] = []): ImportCheck {
  const columns = headings(entity)
  const valid = rows.filter(isRight).length
  const filled = new Set(columns.map(({ field }) => field))
  const later = numbersOf(entity).all.flatMap(([name, { label }]) => (filled.has(name) ? [label] : []))
  return {
    columns,
    rows: rows.map(({ line, cells, errors }) => ({ line, cells, errors })),
    valid,
    invalid: rows.length - valid,
    ignored,
    later,
  }
}

export const checkImport = (ctx: Context, entity: Entity, rows: readonly TypedRow[], ignored?: string[]): Promise<ImportCheck> =>
  ctx.db.read(ctx.user.operatorId, async (db) => answer(entity, await judgeAll(db, ctx, entity, rows), ignored))

/** Somebody was quicker, or a rule of the module that only shows when writing. */
class RowRefused extends Error {
  readonly line: number
  readonly reason: AppError
  readonly values: Record<string, unknown>
  constructor({ line, values }: Judged, reason: AppError) {
    super(reason.message)
    this.line = line
    this.values = values
    this.reason = reason
  }
}

interface Job {
  ctx: Context
  entity: Entity
  rows: readonly TypedRow[]
  onlyValid: boolean
  /** Line → why, of rows whose hidden number is there already. */
  known: ReadonlyMap<number, string>
  progress: (n: number) => void
  /** In the background: what is left out becomes a file, before all of it is said to be done. */
  keep?: (left: readonly LeftOut[]) => Promise<string>
  finish?: Finish
}

/** All in one transaction; no savepoint per row, as PostgreSQL slows down with thousands of them. */
async function writeOnce(job: Job, without: ReadonlyMap<number, string>): Promise<ImportDone & { fileId?: string }> {
  const { ctx, entity, rows, onlyValid, known, progress, keep, finish } = job
  return ctx.db.write(ctx.user.operatorId, async (tx) => {
    const judged = (await judgeAll(tx, ctx, entity, rows)).filter(({ line }) => !known.has(line))
    for (const row of judged) if (without.has(row.line)) row.errors[''] = without.get(row.line)!
    const right = judged.filter(isRight)
    if (right.length < judged.length && !onlyValid)
      throw new AppError('invalid', `有 ${judged.length - right.length} 行有误，请修正后再导入`, answer(entity, judged))
    await drawAhead(tx, ctx, entity, right.length)
    const names = new Set(importColumns(entity).map(({ name, of }) => of?.lines ?? name))
    for (const [i, row] of right.entries()) {
      const given = Object.fromEntries([...names].map((name) => [name, row.values[name]]))
      await add(tx, ctx, entity.name, given, 'checked').catch((error: unknown) => {
        throw error instanceof AppError ? new RowRefused(row, error) : error
      })
      if (i % 20 === 19) progress(i + 1)
    }
    const done = { imported: right.length, skipped: judged.length - right.length, ...lateOf(without), ...knownOf(known) }
    const reasons = new Map([...known, ...judged.filter((row) => !isRight(row)).map((row) => [row.line, reasonOf(row)] as const)])
    const left = rows.flatMap((row): LeftOut[] => (reasons.has(row.line) ? [{ ...row, reason: reasons.get(row.line)! }] : []))
    // By a connection of its own, which no request does while it holds one: tasks are two at a time.
    const fileId = keep && left.length > 0 ? await keep(left) : undefined
    await finish?.(tx, done, fileId)
    return { ...done, ...(fileId ? { fileId } : {}) }
  })
}

const LATE_LIMIT = 20
const KNOWN_SHOWN = 500
const knownOf = (known: ReadonlyMap<number, string>): Pick<ImportDone, 'known'> =>
  known.size === 0
    ? {}
    : { known: { count: known.size, rows: [...known].slice(0, KNOWN_SHOWN).map(([line, message]) => ({ line, message })) } }

/** Refused only while writing: no check of the file tells them again. */
const lateOf = (without: ReadonlyMap<number, string>): Pick<ImportDone, 'late'> =>
  without.size === 0 ? {} : { late: [...without].map(([line, message]) => ({ line, message })) }

/** A row refused only while writing undoes the transaction; it is then left out and the rest written again. */
async function write(job: Job): Promise<ImportDone & { fileId?: string }> {
  const { ctx, entity, rows, onlyValid } = job
  const without = new Map<number, string>()
  for (;;) {
    try {
      return await writeOnce(job, without)
    } catch (error) {
      if (!(error instanceof RowRefused)) throw error
      // That its number is nobody's was judged before, and no record came of it.
      await noteLookups(ctx, numbersIn(entity, error.values))
      without.set(error.line, error.message)
      if (!onlyValid) {
        const check = await checkImport(ctx, entity, rows)
        for (const row of check.rows) if (without.has(row.line)) row.errors[''] = without.get(row.line)!
        throw new AppError('invalid', `第 ${error.line} 行：${error.message}`, check)
      }
      if (without.size > LATE_LIMIT) throw error.reason
    }
  }
}

/** Refuses what would not be written as a whole; line → why, of rows whose hidden number is there already. */
async function beforeWriting(
  ctx: Context,
  entity: Entity,
  rows: readonly TypedRow[],
  onlyValid: boolean,
): Promise<ReadonlyMap<number, string>> {
  const known = await ctx.db.read(ctx.user.operatorId, async (db) => {
    const judged = await judgeAll(db, ctx, entity, rows)
    const check = answer(entity, judged)
    if (!onlyValid && check.invalid) throw new AppError('invalid', `有 ${check.invalid} 行有误，请修正后再导入`, check)
    return knownAmong(db, ctx, entity, judged.filter(isRight))
  })
  await noteKnown(ctx, entity, known)
  return new Map(known.map(({ line, message }) => [line, message]))
}

export async function commitImport(
  ctx: Context,
  services: Services,
  entity: Entity,
  rows: readonly TypedRow[],
  onlyValid: boolean,
): Promise<ImportDone | { taskId: number }> {
  const own: Context = { ...ctx, source: 'import' }
  const isLong = rows.length > INLINE_ROWS
  // Refused at once rather than by a failed task.
  const known = isLong || numbersOf(entity).all.length ? await beforeWriting(ctx, entity, rows, onlyValid) : new Map<number, string>()
  if (!isLong) return write({ ctx: own, entity, rows, onlyValid, known, progress: () => {} })
  const taskId = await services.tasks.start(own, 'import', `导入${entity.label} ${rows.length} 行`, async (taskCtx, progress, finish) => {
    progress(0, rows.length)
    const { fileId, ...result } = await write({
      ctx: taskCtx,
      entity,
      rows,
      onlyValid,
      known,
      progress: (n) => progress(n, rows.length),
      keep: (left) => keepLeft(taskCtx, services, entity, left),
      finish,
    })
    return { result, ...(fileId ? { fileId } : {}) }
  })
  return { taskId }
}

/** The wrong ones of these rows; `late`: what only the import itself said of right ones. */
export async function importErrors(
  ctx: Context,
  entity: Entity,
  rows: readonly TypedRow[],
  late: readonly { line: number; message: string }[] = [],
): Promise<Uint8Array> {
  const { rows: checked } = await checkImport(ctx, entity, rows)
  const said = new Map(late.map(({ line, message }) => [line, message]))
  const left = checked.flatMap(({ line, cells, errors }) => {
    const reason = [...Object.values(errors), ...(said.has(line) ? [said.get(line)!] : [])].join('；')
    return reason ? [{ line, cells, reason }] : []
  })
  const pieces: Uint8Array[] = []
  for await (const piece of rowsWithReasons(entity, left)) pieces.push(piece)
  return Buffer.concat(pieces)
}
