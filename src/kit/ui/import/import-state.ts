/**
 * What the import grid knows: the rows of the uploaded file as text, the errors found at the last check, and which
 * rows were changed since. Only a check by the server says that a row is right; an edit makes it «待检查».
 */
import type { ImportCheck } from '../../entity/wire.ts'

export type ImportRow = ImportCheck['rows'][number]

export interface ImportState {
  columns: ImportCheck['columns']
  rows: readonly ImportRow[]
  /** Lines changed since the last check. */
  pending: ReadonlySet<number>
  /** `line:field` of every cell repaired here, for marking. */
  edited: ReadonlySet<string>
}

export type RowVerdict = 'right' | 'wrong' | 'pending'

export const fromCheck = (check: ImportCheck): ImportState => ({
  columns: check.columns,
  rows: check.rows,
  pending: new Set(),
  edited: new Set(),
})

/** A second check keeps the marks of what was repaired. */
export const afterCheck = (state: ImportState, check: ImportCheck): ImportState => ({ ...fromCheck(check), edited: state.edited })

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
  const edited = new Set(state.edited)
  const rows = state.rows.map((row) => {
    const real = [...(wanted.get(row.line) ?? [])].filter(([field, text]) => (row.cells[field] ?? '') !== text)
    if (real.length === 0) return row
    pending.add(row.line)
    const cells = { ...row.cells }
    const errors = { ...row.errors }
    delete errors['']
    for (const [field, text] of real) {
      cells[field] = text
      delete errors[field]
      edited.add(cellKey(row.line, field))
    }
    return { ...row, cells, errors }
  })
  return { ...state, rows, pending, edited }
}

export function removeRow(state: ImportState, line: number): ImportState {
  const pending = new Set(state.pending)
  pending.delete(line)
  return { ...state, rows: state.rows.filter((row) => row.line !== line), pending }
}

/** The same slip is usually made many times: all rows with that text in that column. */
export const sameText = (state: ImportState, field: string, text: string): number[] =>
  state.rows.filter((row) => (row.cells[field] ?? '') === text).map((row) => row.line)

/** A block copied from a spreadsheet, laid down from one cell to the right and down over the rows in sight. */
export function pasteBlock(state: ImportState, shown: readonly ImportRow[], line: number, field: string, block: string): ImportState {
  const top = shown.findIndex((row) => row.line === line)
  const left = state.columns.findIndex((column) => column.field === field)
  if (top < 0 || left < 0) return state
  const lines = block.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n').map((text) => text.split('\t'))
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
export const toSend = (state: ImportState): { line: number; cells: Record<string, string> }[] =>
  state.rows.map(({ line, cells }) => ({ line, cells }))
