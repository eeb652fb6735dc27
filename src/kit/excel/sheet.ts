/**
 * What the writer, the template and the reader of workbooks agree on. Pure: the browser may use the header rules too.
 */

/** How a column's values are stored in a workbook. `money` takes integer fen and shows yuan; `rate` takes 1/10000. */
export type ColumnKind = 'text' | 'number' | 'money' | 'rate' | 'day' | 'instant' | 'bool'

export interface SheetColumn {
  key: string
  label: string
  kind: ColumnKind
  /** In characters. */
  width?: number
}

export interface TemplateColumn extends SheetColumn {
  required?: boolean
  /** Of its numbers: `kg`. */
  unit?: string
  /** Chinese labels offered as a drop-down. */
  choices?: readonly string[]
  /** Shown on the page of instructions. */
  hint?: string
  example?: string | number | boolean
}

/** What a cell of an uploaded workbook holds once read. Days are `YYYY-MM-DD`, instants UTC ISO, times of day `HH:mm:ss`. */
export type CellValue = string | number | boolean | null

export interface ReadRow {
  /** As the person sees it in Excel, from 1. */
  row: number
  cells: CellValue[]
}
export interface CellProblem {
  row: number
  column: number
  message: string
}
export interface ReadSheet {
  name: string
  rows: ReadRow[]
  problems: CellProblem[]
}

/** Excel itself stops here. */
export const MAX_SHEET_ROWS = 1_048_576
export const MAX_CELL_TEXT = 32_767

/**
 * A text that a spreadsheet would take for a formula gets an apostrophe in front (OWASP ASVS 1.2.10). An inline string is
 * inert as it stands, but not after somebody edits the cell or saves the sheet as CSV.
 */
export function formulaSafe(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

/** The reverse, so that an exported sheet can be repaired and imported again. */
export function withoutApostrophe(text: string): string {
  return /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text
}

/** 0 → A, 25 → Z, 26 → AA. */
export function columnName(index: number): string {
  let name = ''
  for (let n = index + 1; n > 0; n = Math.floor((n - 1) / 26)) name = String.fromCharCode(65 + ((n - 1) % 26)) + name
  return name
}

/** `AB12` → { column: 27, row: 12 }; null when it is no cell reference. */
export function cellPosition(reference: string): { column: number; row: number } | null {
  const match = /^\$?([A-Z]{1,3})\$?([1-9]\d{0,6})$/.exec(reference)
  if (!match) return null
  let column = 0
  for (const letter of match[1]!) column = column * 26 + letter.charCodeAt(0) - 64
  return { column: column - 1, row: Number(match[2]) }
}

const REQUIRED_MARK = '*'

/** A number without its unit is read as another: 36 km as 36 m. */
export const labelWithUnit = ({ label, unit }: { label: string; unit?: string | undefined }): string =>
  unit ? `${label}（${unit}）` : label
export const headerOf = (column: { label: string; unit?: string; required?: boolean }): string =>
  `${labelWithUnit(column)}${column.required ? REQUIRED_MARK : ''}`

/** A header as typed by a person, compared without the required mark, blanks and full-width forms. */
export const headerKey = (header: CellValue): string =>
  String(header ?? '')
    .normalize('NFKC')
    .replace(/\s+/g, '')
    .replace(/^\*+|\*+$/g, '')
    .toLowerCase()

const unitOf = ({ unit, kind }: TemplateColumn): string | undefined => unit ?? (kind === 'money' ? '元' : undefined)

/**
 * Which column of the file holds which field. Files often carry extra columns (an error column, a remark): those are
 * named, not refused; what is missing is named too, so that one sentence tells everything.
 */
export function matchHeader(
  header: readonly CellValue[],
  columns: readonly TemplateColumn[],
): { at: Map<string, number>; missing: TemplateColumn[]; unknown: string[]; repeated: string[]; otherUnits: string[] } {
  const at = new Map<string, number>()
  const unknown: string[] = []
  const repeated: string[] = []
  const otherUnits: string[] = []
  const byKey = new Map(
    columns.flatMap((column) => {
      const unit = unitOf(column)
      return [
        ...(unit ? [[headerKey(labelWithUnit({ label: column.label, unit })), column] as const] : []),
        [headerKey(column.label), column] as const,
      ]
    }),
  )
  header.forEach((cell, index) => {
    const key = headerKey(cell)
    if (key === '') return
    const column = byKey.get(key)
    const measured = byKey.get(key.replace(/\([^()]*\)$/, ''))
    if (!column && measured && unitOf(measured)) otherUnits.push(`「${String(cell).trim()}」应以 ${unitOf(measured)} 为单位`)
    else if (!column) unknown.push(String(cell).trim())
    else if (at.has(column.key)) repeated.push(column.label)
    else at.set(column.key, index)
  })
  return { at, missing: columns.filter((column) => !at.has(column.key)), unknown, repeated, otherUnits }
}

/** Whether a row is the template's own example, left in place by somebody who filled in below it. */
export function isExampleRow(cells: readonly CellValue[], at: Map<string, number>, columns: readonly TemplateColumn[]): boolean {
  const examples = columns.filter((column) => column.example !== undefined && at.has(column.key))
  if (examples.length === 0) return false
  return columns.every((column) => {
    const index = at.get(column.key)
    if (index === undefined) return true
    const cell = cells[index] ?? null
    return column.example === undefined ? cell === null : sameCell(cell, column)
  })
}

function sameCell(cell: CellValue, column: TemplateColumn): boolean {
  const example = column.example
  if (column.kind === 'bool') return cell === (example ? '是' : '否')
  if (typeof example === 'number' && typeof cell === 'number') return Math.abs(cell - inSheetUnit(example, column.kind)) < 1e-9
  return String(cell ?? '') === String(example)
}

const inSheetUnit = (value: number, kind: ColumnKind): number => (kind === 'money' ? value / 100 : kind === 'rate' ? value / 10_000 : value)
