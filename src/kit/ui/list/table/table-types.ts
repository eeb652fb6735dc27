/** What the table, the cards and the list around them tell each other. */
import type { Entity } from '../../../entity/entity.ts'
import type { Row } from '../../../entity/wire.ts'
import type { Column, Density } from '../columns.ts'
import type { Offer } from '../bulk/legality.ts'

export interface RowHandlers {
  /** Address of the record's detail, or null when no screen shows it. */
  pathOf: (row: Row) => string | null
  open: (row: Row) => void
  offers: (row: Row) => { shown: Offer[]; more: Offer[] }
  act: (row: Row, name: string) => void
  toggle: (row: Row, range: boolean) => void
  edit: (row: Row) => void
  /** The cell being edited in place, at most one. */
  startCell: (row: Row, field: string) => void
}

export interface TableProps {
  entity: Entity
  columns: readonly Column[]
  density: Density
  rows: readonly Row[]
  totals: Record<string, number> | undefined
  /** The query whose sums are to be asked for by hand; null when there is nothing to ask. */
  sumsOf: Record<string, string> | null
  /** How many pages the filter finds. */
  pages: number
  sort: string
  /** Ids chosen on this page; `all` when everything is chosen as a query. */
  chosen: 'all' | ReadonlySet<number>
  pageChosen: 'all' | 'some' | 'none'
  currentId: number | null
  lastOpenedId: number | null
  editing: { id: number; field: string } | null
  quick: ReadonlySet<string>
  selectable: boolean
  withActions: boolean
  busy: boolean
  handlers: RowHandlers
  onSort: (name: string, add: boolean) => void
  onTogglePage: () => void
  onColumns: (columns: (before: readonly Column[]) => readonly Column[]) => void
  onCurrent: (id: number) => void
  onFilterColumn: (name: string) => void
  renderEditor: (row: Row, column: Column) => React.ReactNode
}
