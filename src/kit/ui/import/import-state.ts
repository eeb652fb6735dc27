/**
 * What the import grid knows: the rows of the uploaded file as text, the errors found at the last check, and which
 * rows were changed since. Only a check by the server says that a row is right; an edit makes it «待检查».
 */
import type { ImportCheck, ImportDone } from '../../entity/wire.ts'

export type ImportRow = ImportCheck['rows'][number]

export interface ImportState {
  columns: ImportCheck['columns']
  rows: readonly ImportRow[]
  /** Headings of the file that no column has. */
  ignored: readonly string[]
  /** Columns that only the import compares with what is there. */
  later: readonly string[]
  /** Lines changed since the last check. */
  pending: ReadonlySet<number>
  /** `line:field` of every cell repaired here, with what the file says there. */
  edited: ReadonlyMap<string, string>
  /** Rows taken out here, as the file has them. */
  removed: readonly Pick<ImportRow, 'line' | 'cells'>[]
}

export type RowVerdict = 'right' | 'wrong' | 'pending'

export const fromCheck = (check: ImportCheck): ImportState => ({
  columns: check.columns,
  rows: check.rows,
  ignored: check.ignored,
  later: check.later,
  pending: new Set(),
  edited: new Map(),
  removed: [],
})

/** A second check keeps the marks of what was repaired. */
export const afterCheck = (state: ImportState, check: ImportCheck): ImportState => ({
  ...fromCheck(check),
  ignored: state.ignored,
  edited: state.edited,
  removed: state.removed,
})

export const cellKey = (line: number, field: string): string => `${line}:${field}`

export function verdict(state: ImportState, row: ImportRow): RowVerdict {
  if (state.pending.has(row.line)) return 'pending'
  return Object.keys(row.errors).length > 0 ? 'wrong' : 'right'
}

export interface ImportCounts {
  total: number
  right: number
  wrong: number
  pending: number
}

export function countRows(state: ImportState): ImportCounts {
  const counts = { total: state.rows.length, right: 0, wrong: 0, pending: 0 }
  for (const row of state.rows) counts[verdict(state, row)]++
  return counts
}

/** «只看有误» keeps rows under repair in sight, otherwise a row would vanish under the hand that edits it. */
export const visibleRows = (state: ImportState, onlyWrong: boolean): readonly ImportRow[] =>
  onlyWrong ? state.rows.filter((row) => verdict(state, row) !== 'right') : state.rows

/** Changes some cells; errors of those cells and of the whole row no longer count until the next check. */
export function editCells(state: ImportState, changes: readonly { line: number; field: string; text: string }[]): ImportState {
  const wanted = new Map<number, Map<string, string>>()
  for (const { line, field, text } of changes) {
    const cells = wanted.get(line) ?? new Map<string, string>()
    cells.set(field, text)
    wanted.set(line, cells)
  }
  const pending = new Set(state.pending)
  const edited = new Map(state.edited)
  const rows = state.rows.map((row) => {
    const real = [...(wanted.get(row.line) ?? [])].filter(([field, text]) => (row.cells[field] ?? '') !== text)
    if (real.length === 0) return row
    pending.add(row.line)
    const cells = { ...row.cells }
    const errors = { ...row.errors }
    delete errors['']
    for (const [field, text] of real) {
      const key = cellKey(row.line, field)
      if (!edited.has(key)) edited.set(key, cells[field] ?? '')
      cells[field] = text
      delete errors[field]
    }
    return { ...row, cells, errors }
  })
  return { ...state, rows, pending, edited }
}

export function removeRow(state: ImportState, line: number): ImportState {
  const pending = new Set(state.pending)
  pending.delete(line)
  const gone = state.rows
    .filter((row) => row.line === line)
    .map(({ cells }) => ({
      line,
      cells: Object.fromEntries(Object.entries(cells).map(([field, text]) => [field, state.edited.get(cellKey(line, field)) ?? text])),
    }))
  return { ...state, rows: state.rows.filter((row) => row.line !== line), pending, removed: [...state.removed, ...gone] }
}

/** What was done in the grid and is not imported yet: small whatever the file, and only for the file it was done to. */
export interface Repairs {
  cells: { line: number; field: string; before: string; text: string }[]
  removed: { line: number; cells: Record<string, string> }[]
}

/** Null when nothing was done. */
export function repairsOf(state: ImportState): Repairs | null {
  const cells = state.rows.flatMap((row) =>
    state.columns.flatMap(({ field }) => {
      const before = state.edited.get(cellKey(row.line, field))
      const text = row.cells[field] ?? ''
      return before === undefined || before === text ? [] : [{ line: row.line, field, before, text }]
    }),
  )
  return cells.length + state.removed.length === 0 ? null : { cells, removed: [...state.removed] }
}

/** Lays them on the same file uploaded again. A cell that says something else than it did is left as it is. */
export function layRepairs(state: ImportState, repairs: Repairs): ImportState {
  const texts = new Map(state.rows.map((row) => [row.line, row.cells]))
  const isUnchanged = (line: number, field: string, text: string): boolean => texts.has(line) && (texts.get(line)![field] ?? '') === text
  const repaired = editCells(
    state,
    repairs.cells.filter(({ line, field, before }) => isUnchanged(line, field, before)),
  )
  const gone = repairs.removed.filter(({ line, cells }) => state.columns.every(({ field }) => isUnchanged(line, field, cells[field] ?? '')))
  return gone.reduce((next, { line }) => removeRow(next, line), repaired)
}

/** The same slip is usually made many times: all rows with that text in that column. */
export const sameText = (state: ImportState, field: string, text: string): number[] =>
  state.rows.filter((row) => (row.cells[field] ?? '') === text).map((row) => row.line)

/** A block copied from a spreadsheet, laid down from one cell to the right and down over the rows in sight. */
export function pasteBlock(state: ImportState, shown: readonly ImportRow[], line: number, field: string, block: string): ImportState {
  const top = shown.findIndex((row) => row.line === line)
  const left = state.columns.findIndex((column) => column.field === field)
  if (top < 0 || left < 0) return state
  const lines = block
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((text) => text.split('\t'))
  const changes = lines.flatMap((texts, down) =>
    texts.flatMap((text, right) => {
      const row = shown[top + down]
      const column = state.columns[left + right]
      return row && column ? [{ line: row.line, field: column.field, text: text.trim() }] : []
    }),
  )
  return editCells(state, changes)
}

/** What travels back: never the errors, which are the server's to find. */
type Sent = { line: number; cells: Record<string, string> }
const sent = ({ line, cells }: ImportRow): Sent => ({ line, cells })
export const toSend = (state: ImportState): Sent[] => state.rows.map(sent)

/** Rows an import did not take: those the check called wrong, and those refused while they were written. The others are there by now. */
export function leftOut(state: ImportState, done: Pick<ImportDone, 'late' | 'known'>): Sent[] {
  const refused = new Set([...(done.late ?? []), ...(done.known?.rows ?? [])].map(({ line }) => line))
  return state.rows.filter((row) => refused.has(row.line) || verdict(state, row) !== 'right').map(sent)
}
