/**
 * What is chosen in a list. Either rows, kept across pages with what is needed to judge actions, or «全部 N 条» as a
 * query: never a list of ids that the server would have to be sent, and that would be stale a second later.
 */
import type { AllowedAction, Row } from '../../entity/wire.ts'
import type { Params } from './url-state.ts'

interface Chosen {
  id: number
  version: number
  title: string
  actions: readonly AllowedAction[] | null
  /** As it stood when it was chosen: what is added up of the chosen. */
  row: Row
}
export type Selection = { by: 'rows'; rows: ReadonlyMap<number, Chosen> } | { by: 'query'; query: Params; total: number; exact: boolean }

export const NOTHING: Selection = { by: 'rows', rows: new Map() }

const chosenOf = (row: Row): Chosen => ({
  id: row.id,
  version: row.version,
  title: row.$title,
  actions: row.$actions ?? null,
  row,
})

/** Sum of a field of money over the chosen rows; null where not every row tells it, or all of a query are chosen. */
export function sumOf(selection: Selection, field: string): number | null {
  if (selection.by !== 'rows') return null
  let sum = 0
  for (const { row } of selection.rows.values()) {
    const value = row[field]
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) return null
    sum += value
  }
  return sum
}

/** All chosen rows have one value of this field; of a query nobody knows. */
export const ofOneValue = (selection: Selection, field: string): boolean =>
  selection.by === 'rows' && new Set([...selection.rows.values()].map(({ row }) => row[field])).size < 2

export const countOf = (selection: Selection): number => (selection.by === 'rows' ? selection.rows.size : selection.total)

export const isChosen = (selection: Selection, id: number): boolean => selection.by === 'query' || selection.rows.has(id)

/** Touching one row of «全部» falls back to the rows of this page: exceptions to a query are not kept. */
const rowsOf = (selection: Selection, page: readonly Row[]): Map<number, Chosen> =>
  selection.by === 'rows' ? new Map(selection.rows) : new Map(page.map((row) => [row.id, chosenOf(row)]))

export function toggleRow(selection: Selection, row: Row, page: readonly Row[]): Selection {
  const rows = rowsOf(selection, page)
  if (!rows.delete(row.id)) rows.set(row.id, chosenOf(row))
  return { by: 'rows', rows }
}

/** Shift-click: everything between the last touched row and this one takes this one's new value. */
export function toggleRange(selection: Selection, page: readonly Row[], anchorId: number | null, row: Row): Selection {
  const anchor = page.findIndex((one) => one.id === anchorId)
  const target = page.findIndex((one) => one.id === row.id)
  if (anchor < 0 || target < 0) return toggleRow(selection, row, page)
  const choose = !isChosen(selection, row.id)
  const rows = rowsOf(selection, page)
  for (const one of page.slice(Math.min(anchor, target), Math.max(anchor, target) + 1)) {
    if (choose) rows.set(one.id, chosenOf(one))
    else rows.delete(one.id)
  }
  return { by: 'rows', rows }
}

export function pageState(selection: Selection, page: readonly Row[]): 'all' | 'some' | 'none' {
  const chosen = page.filter((row) => isChosen(selection, row.id)).length
  return chosen === 0 ? 'none' : chosen === page.length ? 'all' : 'some'
}

export function togglePage(selection: Selection, page: readonly Row[]): Selection {
  if (selection.by === 'query') return NOTHING
  const all = pageState(selection, page) === 'all'
  const rows = new Map(selection.rows)
  for (const row of page) {
    if (all) rows.delete(row.id)
    else rows.set(row.id, chosenOf(row))
  }
  return { by: 'rows', rows }
}

export const selectQuery = (query: Params, total: number, exact: boolean): Selection => ({ by: 'query', query, total, exact })

/** A query selection means "what I see"; when that changes, it is over. Rows stay, whatever the filter says now. */
export function afterQueryChange(selection: Selection, query: Params): Selection {
  if (selection.by === 'rows') return selection
  const keys = new Set([...Object.keys(selection.query), ...Object.keys(query)])
  return [...keys].every((key) => selection.query[key] === query[key]) ? selection : NOTHING
}

/** Fresh rows bring fresh versions and fresh allowed actions. */
export function refreshed(selection: Selection, page: readonly Row[]): Selection {
  if (selection.by !== 'rows' || !page.some((row) => isStale(selection.rows.get(row.id), row))) return selection
  const rows = new Map(selection.rows)
  for (const row of page) if (rows.has(row.id)) rows.set(row.id, chosenOf(row))
  return { by: 'rows', rows }
}
const isStale = (known: Chosen | undefined, row: Row): boolean =>
  known !== undefined && (known.version !== row.version || known.actions !== (row.$actions ?? null))

/** Body of a bulk call: the rows as they were shown, so that what changed meanwhile is refused. Of «全部» what matches when it runs. */
export const targetOf = (selection: Selection): { ids: number[]; versions: number[] } | { query: Params } =>
  selection.by === 'rows'
    ? { ids: [...selection.rows.keys()], versions: [...selection.rows.values()].map((row) => row.version) }
    : { query: selection.query }
