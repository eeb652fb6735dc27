/** The sheet of a fleet in the browser: cells are texts as typed or pasted; what they mean is read when they are sent. */
import { dayOf } from '#kit/basics/time/day.ts'
import { normaliseCode } from '#kit/basics/text.ts'
import { formatTime } from '#kit/basics/time/time-format.ts'
import type { Field } from '#kit/entity/field.ts'
import type { BulkAnswer } from '#kit/entity/wire.ts'
import { readDay, readInstant } from '#kit/ui/field/day-text.ts'
import { isNumeric, numberText, parseNumber } from '#kit/ui/field/number-text.ts'
import { labelWithUnit } from '#kit/ui/field/value-text.ts'
import { editCells, pasteBlock, type ImportRow, type ImportState } from '#kit/ui/import/import-state.ts'
import { applies } from '#kit/ui/record/form/form-plan.ts'
import { FLEET, type FleetKind } from './fleet.ts'
import type { FleetRow } from './fleet.wire.ts'

/** Before the cells that are filled in: which vehicle, and what is known of it. */
const knownOf = (kind: FleetKind): [string, string][] => [['plate', '车牌号'], ...Object.entries(FLEET[kind].known ?? {})]
const isKnown = (kind: FleetKind, field: string): boolean => knownOf(kind).some(([name]) => name === field)

function textOf(field: Field, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (isNumeric(field)) return numberText(field, value)
  if (field.kind === 'instant') return formatTime(value as string, 'YYYY-MM-DD HH:mm')
  if (field.kind === 'choice') return field.options[value as string] ?? ''
  return typeof value === 'string' ? value : ''
}

export function sheetState(kind: FleetKind, rows: readonly FleetRow[], now: string): ImportState {
  const columns = Object.entries(FLEET[kind].columns)
  return {
    columns: [
      ...knownOf(kind).map(([field, label]) => ({ field, label, required: false })),
      ...columns.map(([name, field]) => ({ field: name, label: labelWithUnit(field), required: field.required === true })),
    ],
    rows: rows.map((row, i) => ({
      line: i + 1,
      cells: {
        plate: row.plate,
        ...row.known,
        ...Object.fromEntries(
          columns.map(([name, field]) => [name, textOf(field, row.preset[name] ?? (field.kind === 'instant' ? now : null))]),
        ),
      },
      errors: {},
    })),
    // Nothing was judged yet.
    ignored: [],
    later: [],
    pending: new Set(rows.map((_, i) => i + 1)),
    edited: new Map(),
    removed: [],
  }
}

/** Which vehicle it is, is not typed over. */
export const typeCell = (kind: FleetKind, state: ImportState, line: number, field: string, text: string): ImportState =>
  isKnown(kind, field) ? state : editCells(state, [{ line, field, text }])

/** Province, letter and what follows: a cell that says which vehicle, whether or not it is one of the sheet. */
const isPlate = (text: string): boolean => /^\p{Script=Han}[A-Z][A-Z\d]{4,6}\p{Script=Han}?$/u.test(normaliseCode(text))

/** Which row a line means; null when the sheet has no such vehicle, or has it twice. */
function rowsByPlate(state: ImportState): Map<string, ImportRow | null> {
  const byPlate = new Map<string, ImportRow | null>()
  for (const row of state.rows) {
    const plate = normaliseCode(row.cells['plate'] ?? '')
    byPlate.set(plate, byPlate.has(plate) ? null : row)
  }
  return byPlate
}

/**
 * A block from Excel. With plates in its first column every line goes to its own vehicle, in whatever order; what has no place is
 * told, never dropped. Without plates it is laid down from the cell it was pasted at.
 */
export function paste(
  kind: FleetKind,
  state: ImportState,
  line: number,
  field: string,
  block: string,
): { state: ImportState; problems: string[] } {
  const known = knownOf(kind).length
  const byPlate = rowsByPlate(state)
  const lines = block
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .filter((text) => text.trim() !== '')
    .map((text) => text.split('\t'))
  const plateOf = ([first]: readonly string[]): string => normaliseCode(first ?? '')
  const named = lines.some((texts) => byPlate.has(plateOf(texts)) || isPlate(texts[0] ?? ''))
  if (!named) {
    const at = isKnown(kind, field) ? (state.columns[known]?.field ?? field) : field
    return { state: pasteBlock(state, state.rows, line, at, block), problems: [] }
  }
  const fields = state.columns.slice(known)
  // Its first line may be the headings.
  const dataLines = lines.filter(([first], i) => !(i === 0 && /车牌/.test(first ?? '')))
  const twice = new Set([...Map.groupBy(dataLines, plateOf)].flatMap(([plate, of]) => (of.length > 1 ? [plate] : [])))
  const placed = dataLines.filter((texts) => byPlate.get(plateOf(texts)) && !twice.has(plateOf(texts)))
  const changes = placed.flatMap((texts) =>
    texts.slice(1, fields.length + 1).map((text, i) => ({
      line: byPlate.get(plateOf(texts))!.line,
      field: fields[i]!.field,
      text: text.trim(),
    })),
  )
  const names = (of: readonly string[][]): string =>
    [...new Set(of.map(([first]) => first?.trim() || '（空）'))].slice(0, 5).join('、') + (of.length > 5 ? ' 等' : '')
  const say = (of: readonly string[][], why: string): string[] => (of.length ? [`${names(of)}${why}，没有填入`] : [])
  const problems = [
    ...say(
      dataLines.filter((texts) => !byPlate.has(plateOf(texts))),
      '不在本表的车辆中',
    ),
    ...say(
      dataLines.filter((texts) => twice.has(plateOf(texts)) && byPlate.get(plateOf(texts))),
      '在粘贴的内容中有不止一行',
    ),
    ...say(
      dataLines.filter((texts) => byPlate.get(plateOf(texts)) === null),
      '在本表中有不止一行，请逐格填写',
    ),
    ...(placed.some((texts) => texts.slice(fields.length + 1).some((text) => text.trim() !== ''))
      ? [`本表在车牌号之后有 ${fields.length} 列，多出的列没有填入`]
      : []),
  ]
  return { state: editCells(state, changes), problems }
}

/** What the first row says, where those below say nothing. */
export function fillDown(kind: FleetKind, state: ImportState): ImportState {
  const [first, ...below] = state.rows
  if (!first) return state
  const wanted = FLEET[kind].alike.filter((field) => (first.cells[field] ?? '') !== '')
  const changes = below.flatMap((row) =>
    wanted.flatMap((field) => ((row.cells[field] ?? '') === '' ? [{ line: row.line, field, text: first.cells[field]! }] : [])),
  )
  return editCells(state, changes)
}

interface Read {
  values: Record<string, unknown>
  errors: Record<string, string>
}

function readCell(field: Field, text: string, now: string): { value: unknown } | { error: string } {
  if (text.trim() === '') return { value: null }
  if (isNumeric(field)) {
    const read = parseNumber(field, text)
    return read.ok ? { value: read.value } : { error: read.message }
  }
  if (field.kind === 'day') {
    const value = readDay(text, dayOf(now))
    return value ? { value } : { error: `看不懂「${text}」，请填写日期，例如 ${dayOf(now)}` }
  }
  if (field.kind === 'instant') {
    const value = readInstant(text, now)
    return value ? { value } : { error: `看不懂「${text}」，请填写时间，例如 ${dayOf(now)} 15:30` }
  }
  if (field.kind === 'choice') {
    const option = Object.entries(field.options).find(([key, label]) => label === text.trim() || key === text.trim())
    return option ? { value: option[0] } : { error: `只能填${Object.values(field.options).join('、')}` }
  }
  return { value: text.trim() }
}

export function readRow(kind: FleetKind, row: ImportRow, now: string): Read {
  const values: Record<string, unknown> = {}
  const errors: Record<string, string> = {}
  const columns = Object.entries(FLEET[kind].columns)
  for (const [name, field] of columns) {
    const read = readCell(field, row.cells[name] ?? '', now)
    if ('error' in read) errors[name] = read.error
    else if (read.value !== null) values[name] = read.value
  }
  for (const [name, field] of columns) {
    if (!applies(field, values)) delete values[name]
    else if (field.required && values[name] === undefined && !errors[name]) errors[name] = `请填写${field.label}`
  }
  return { values, errors }
}

interface Compared {
  now: number
  asked: number
  /** Vehicles that are to be paid otherwise than now, and those whose cell says no amount yet. */
  changed: number
  unread: number
}
/** What the rows of the sheet come to now and as typed. A cell that says no amount counts with what is paid now. */
export function compared(kind: FleetKind, state: ImportState, of: (row: ImportRow) => FleetRow | undefined): Compared | null {
  const { compares, columns } = FLEET[kind]
  if (compares === undefined) return null
  const field = columns[compares]!
  const sums: Compared = { now: 0, asked: 0, changed: 0, unread: 0 }
  for (const row of state.rows) {
    const now = Number(of(row)?.preset[compares] ?? 0)
    const read = isNumeric(field) ? parseNumber(field, row.cells[compares] ?? '') : null
    const then = read?.ok ? read.value : null
    sums.now += now
    sums.asked += then ?? now
    if (then === null) sums.unread++
    else if (then !== now) sums.changed++
  }
  return sums
}

/** Rows that say the same where no two may: each is told. */
export function doubled(kind: FleetKind, rows: readonly ImportRow[]): Map<number, Record<string, string>> {
  const { once, columns } = FLEET[kind]
  if (once === undefined) return new Map()
  const said = Map.groupBy(
    rows.filter((row) => (row.cells[once] ?? '').trim() !== ''),
    (row) => normaliseCode(row.cells[once]!),
  )
  return new Map(
    [...said].flatMap(([text, same]) =>
      same.length > 1 ? same.map((row) => [row.line, { [once]: `${columns[once]!.label} ${text} 在表中写了不止一次` }] as const) : [],
    ),
  )
}

/** Done rows leave the sheet; those refused stay, with the sentence in their cell. */
export function afterRun(state: ImportState, lineOf: ReadonlyMap<number, number>, results: BulkAnswer['results']): ImportState {
  const resultByLine = new Map(results.map((result) => [lineOf.get(result.id), result]))
  const known = new Set(state.columns.map((column) => column.field))
  const pending = new Set(state.pending)
  const rows = state.rows.flatMap((row) => {
    const result = resultByLine.get(row.line)
    if (!result) return [row]
    pending.delete(row.line)
    if (result.ok) return []
    const at = Object.entries(result.errors ?? {})
    const placed = at.length > 0 && at.every(([field]) => known.has(field))
    return [{ ...row, errors: placed ? Object.fromEntries(at) : { '': result.message } }]
  })
  return { ...state, rows, pending }
}

/** What stands beside the cells follows what the rows are now; what was typed stays. Why a row cannot be done any more is told in it. */
export const shownAnew = (state: ImportState, fresh: (row: ImportRow) => FleetRow | undefined): ImportState => ({
  ...state,
  rows: state.rows.map((row) => {
    const now = fresh(row)
    if (!now) return row
    return {
      ...row,
      cells: { ...row.cells, plate: now.plate, ...now.known },
      errors: now.reason === null ? row.errors : { '': now.reason },
    }
  }),
})

export const withErrors = (state: ImportState, errors: ReadonlyMap<number, Record<string, string>>): ImportState => ({
  ...state,
  rows: state.rows.map((row) => ({ ...row, errors: errors.get(row.line) ?? {} })),
  pending: new Set([...state.pending].filter((line) => !errors.has(line))),
})
