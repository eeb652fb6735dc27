/** Texts of a spreadsheet ↔ values of fields. Pure; what counts is still judged by checkValues afterwards. */
import { instantAt, isDay, dayOf, timeOf, type Day } from '../../basics/time/day.ts'
import { parseYuan } from '../../basics/fen.ts'
import { isTooLongToType, normaliseText } from '../../basics/text.ts'
import type { CellValue, ColumnKind, TemplateColumn } from '../../excel/sheet.ts'
import { withoutApostrophe } from '../../excel/sheet.ts'
import { isMoment, isSpoiltNumber, spoiltSentence, spoiltText, wallTimeOfSerial } from '../../excel/text-table.ts'
import type { Entity } from '../entity.ts'
import type { Field } from '../field.ts'
import { fieldOf, isProgramOwned } from '../names.ts'
import { storedDay } from './range-end.ts'
import type { Read } from './value.ts'

/** What a field is in a spreadsheet; what is not here cannot be imported, and is exported as its text. */
export const CELL_KINDS: Partial<Record<Field['kind'], ColumnKind>> = {
  text: 'text',
  note: 'text',
  choice: 'text',
  dict: 'text',
  ref: 'text',
  refs: 'text',
  place: 'text',
  money: 'money',
  int: 'number',
  decimal: 'number',
  rate: 'rate',
  day: 'day',
  instant: 'instant',
  flag: 'bool',
}

export interface ImportColumn {
  /** Of a field of a line: `goods.weight`. */
  name: string
  field: Field
  /** The lines it belongs to, and what it is called there. */
  of?: { lines: string; cell: string }
}

const holdable = (field: Field): boolean => !isProgramOwned(field) && CELL_KINDS[field.kind] !== undefined
/** Nobody but the person can say it. */
const asked = (field: Field): boolean => field.required && !isProgramOwned(field) && !field.when && field.default === undefined

/** One name a column: cells of a line that are called alike by their units, or by the lines they belong to. */
function labelOf(lines: Field & { kind: 'lines' }, cell: Field, taken: ReadonlySet<string>): string {
  const alike = Object.values(lines.of as Record<string, Field>).filter((other) => other.label === cell.label)
  const label = alike.length > 1 && 'unit' in cell && cell.unit ? `${cell.label}（${cell.unit}）` : cell.label
  return taken.has(label) ? `${lines.label} ${label}` : label
}

/**
 * Lines that must be there have their cells as columns of their own: a record of one line is a row like any other, of several the cells hold
 * as many parts.
 */
function lineColumns(name: string, lines: Field & { kind: 'lines' }, taken: ReadonlySet<string>): ImportColumn[] {
  if (!lines.required || lines.readOnly) return []
  return Object.entries(lines.of as Record<string, Field>)
    .filter(([, cell]) => holdable(cell))
    .map(([cell, field]) => ({
      name: `${name}.${cell}`,
      field: {
        ...field,
        label: labelOf(lines, field, taken),
        required: field.required && !lines.when,
        hint: [field.hint, `${lines.label}有几行时用「；」分隔`].filter(Boolean).join('；'),
      },
      of: { lines: name, cell },
    }))
}

/** Fields a spreadsheet can hold, in the order of the form. */
export function importColumns(entity: Entity): ImportColumn[] {
  const names = [...new Set(Object.values(entity.form).flat())] as string[]
  const fields = names.map((name) => ({ name, field: fieldOf(entity, name)! })).filter(({ field }) => field)
  const labels = new Set(fields.filter(({ field }) => holdable(field)).map(({ field }) => field.label))
  return fields.flatMap(({ name, field }): ImportColumn[] =>
    field.kind === 'lines' ? lineColumns(name, field, labels) : holdable(field) ? [{ name, field }] : [],
  )
}

/** What must be given and no cell can hold, a picture for instance: no sheet could ever bring such records. */
export function importable(entity: Entity): boolean {
  if ((entity.writes ?? 'full') !== 'full') return false
  const columns = new Set(importColumns(entity).map(({ name }) => name))
  const missing = (fields: Record<string, Field>, before: string): boolean =>
    Object.entries(fields).some(([name, field]) =>
      field.kind === 'lines'
        ? asked(field) && missing(field.of as Record<string, Field>, `${before}${name}.`)
        : asked(field) && field.kind !== 'serial' && field.kind !== 'computed' && !columns.has(before + name),
    )
  return columns.size > 0 && !missing(entity.fields, '')
}

/** The parts of a cell that speaks of several lines. */
export const partsOf = (text: string): string[] => text.split(/[\n；;]/).map((part) => part.trim())

const EXAMPLES: Partial<Record<Field['kind'], string | number>> = { day: '2026-01-31', money: 380_000, flag: '是' }

export function templateColumn(name: string, field: Field, choices: readonly string[] | undefined): TemplateColumn {
  const hints = [
    field.hint,
    field.kind === 'ref' ? '填写名称或编号，必须已存在且您有权查看' : '',
    field.kind === 'refs' ? '多个之间用「、」分隔' : '',
  ]
  const column: TemplateColumn = {
    key: name,
    label: field.label,
    kind: CELL_KINDS[field.kind] ?? 'text',
    required: field.required && !field.when && field.kind !== 'flag' && field.default === undefined,
    hint: hints.filter(Boolean).join('；'),
  }
  if ((field.kind === 'int' || field.kind === 'decimal') && field.unit) column.unit = field.unit
  if (choices?.length) column.choices = choices
  const example = EXAMPLES[field.kind]
  if (example !== undefined && field.kind === 'day') column.example = example
  return column
}

/** What a cell of the uploaded file shows, as the grid shows and edits it. */
export function cellText(field: Field, cell: CellValue): string {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? '是' : '否'
  if (typeof cell === 'number') {
    if (field.kind === 'rate') return `${Number((cell * 100).toFixed(6))}%`
    return field.kind === 'money' ? String(Number(cell.toFixed(6))) : (spoiltText(cell) ?? String(cell))
  }
  if (isMoment(cell)) return field.kind === 'day' ? dayOf(cell) : `${dayOf(cell)} ${timeOf(cell)}`
  return withoutApostrophe(cell).trim()
}

const ok = <T>(value: T): Read<T> => ({ ok: true, value })
const bad = (message: string): Read<never> => ({ ok: false, message })

/** A time behind the day is how many programs write one; Excel's own number is what a cell without a format holds. */
function readDay(given: string): Read<Day> {
  if (isTooLongToType(given)) return bad('日期格式应为 2026-01-31，且日期必须存在')
  const text = (wallTimeOfSerial(given) ?? given).replace(/(?:\s+|T)(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?$/, '')
  const match = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  const day = match ? `${match[1]}-${match[2]!.padStart(2, '0')}-${match[3]!.padStart(2, '0')}` : text
  return isDay(day) ? ok(day) : bad('日期格式应为 2026-01-31，且日期必须存在')
}

function readInstant(given: string): Read {
  if (isTooLongToType(given)) return bad('时间格式应为 2026-01-31 09:30:00')
  const text = wallTimeOfSerial(given) ?? given
  const match = /^(\S+?)(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(text.replace(/日\s*/, '日 ').trim())
  const day = match ? readDay(match[1]!) : bad('')
  if (!match || !day.ok) return bad('时间格式应为 2026-01-31 09:30:00')
  const hour = Number(match[2] ?? 0)
  if (hour > 23 || Number(match[3] ?? 0) > 59 || Number(match[4] ?? 0) > 59) return bad('时间不存在')
  return ok(instantAt(day.value, `${String(hour).padStart(2, '0')}:${match[3] ?? '00'}:${match[4] ?? '00'}`))
}

function readNumber(text: string): Read {
  const plain = text.replaceAll(',', '')
  return /^[-+]?\d{1,15}(\.\d{1,10})?$/.test(plain) ? ok(Number(plain)) : bad('应为数字')
}

/** Percent, with or without the sign; 1/10000 inside. */
function readRate(text: string): Read {
  const match = /^([-+]?\d{1,7})(?:\.(\d{1,2})0*)?\s*%?$/.exec(text)
  if (!match) return bad('应为百分比，最多两位小数，例如 5% 或 5.25%')
  const sign = text.startsWith('-') ? -1 : 1
  return ok(Number(match[1]) * 100 + sign * Number((match[2] ?? '').padEnd(2, '0')))
}

/** The choice of this label or key; a colour is also called 蓝色 or 蓝牌 where the label is 蓝. */
export function keyOf(options: Readonly<Record<string, string>>, text: string): string | null {
  const named = (label: string) => Object.entries(options).find(([, one]) => one === label)
  const option = named(text) ?? (/^.[色牌]$/u.test(text) ? named(text.slice(0, 1)) : undefined)
  return option?.[0] ?? (Object.hasOwn(options, text) ? text : null)
}

/** References and dictionaries need the database and are resolved by the caller. */
export function readCell(field: Field, text: string): Read {
  const plain = normaliseText(text)
  switch (field.kind) {
    case 'choice': {
      const key = keyOf(field.options, plain)
      return key === null ? bad(`没有选项「${plain.slice(0, 30)}」，可填：${Object.values(field.options).slice(0, 8).join('、')}`) : ok(key)
    }
    case 'money': {
      const read = parseYuan(plain, { allowNegative: true })
      return read.ok ? ok(read.value) : bad(read.message)
    }
    case 'int':
    case 'decimal':
      return readNumber(plain)
    case 'rate':
      return readRate(plain)
    case 'day': {
      const day = readDay(plain)
      return day.ok ? ok(storedDay(field, String(day.value))) : day
    }
    case 'instant':
      return readInstant(plain)
    case 'flag':
      if (['是', '有', 'Y', 'y', '1', 'true', '√'].includes(plain)) return ok(true)
      return ['否', '无', 'N', 'n', '0', 'false', '×'].includes(plain) ? ok(false) : bad('应为是或否')
    case 'place':
      return ok({ address: text })
    case 'text':
      return isSpoiltNumber(plain) ? bad(spoiltSentence(field.label, plain)) : ok(text)
    default:
      return ok(text)
  }
}
