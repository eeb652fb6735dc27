import type { CSSProperties } from 'react'
import type { Column } from '../columns.ts'
import { ValueView } from '../field-value.web.tsx'
import { cellClass, type Sticky } from './table-row.web.tsx'

interface Props {
  totals: Record<string, number>
  columns: readonly Column[]
  filler: number
  sticky: Sticky
  selectable: boolean
  withActions: boolean
}

/** Sums over everything the filter finds, not over the page; it says so. */
export function TableTotals({ totals, columns, filler, sticky, selectable, withActions }: Props) {
  const cell = (column: Column, first: boolean) => (
    <td key={column.name} className={cellClass(column, sticky)} style={sticky.get(column.name) as CSSProperties | undefined}>
      {first ? '全部合计' : Object.hasOwn(totals, column.name) ? <ValueView field={column.field} value={totals[column.name]} /> : null}
    </td>
  )
  return (
    <tfoot>
      <tr>
        {selectable ? <td className="zyt-pin" style={{ left: 0 }} /> : null}
        {columns.slice(0, filler).map((column, i) => cell(column, i === 0))}
        <td />
        {columns.slice(filler).map((column) => cell(column, false))}
        {withActions ? <td className="zyt-pin zyt-pin-right" style={{ right: 0 }} /> : null}
      </tr>
    </tfoot>
  )
}
