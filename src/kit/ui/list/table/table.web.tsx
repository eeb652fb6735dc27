/**
 * The table of a list. A plain <table>: a page has at most 200 rows, and plain cells paint several times faster than a
 * component library's (decision on tables). Pinning is `position: sticky`, widths are CSS variables.
 */
import { useMemo, useRef, type CSSProperties } from 'react'
import { shownColumns } from '../columns.ts'
import { ReasonTip } from '../bulk/reason-tip.web.tsx'
import { ACTIONS_WIDTH, CHECK_WIDTH, stickyOffsets, tableWidth, widthVar, widthVars } from './sticky.ts'
import { TableHead } from './table-head.web.tsx'
import { TableRow } from './table-row.web.tsx'
import { TableTotals } from './table-totals.web.tsx'
import type { TableProps } from './table-types.ts'
import { useContentWidths } from './use-widths.web.ts'
import './table.css'

export function ListTable(props: TableProps) {
  const table = useRef<HTMLTableElement>(null)
  const columns = useMemo(() => shownColumns(props.columns), [props.columns])
  const before = props.selectable ? `${CHECK_WIDTH}px` : '0px'
  const after = props.withActions ? ACTIONS_WIDTH : '0px'
  const sticky = useMemo(() => stickyOffsets(columns, before, after), [columns, before, after])
  const style = useMemo(
    () => ({ ...widthVars(columns), minWidth: tableWidth(columns, before, after) }) as CSSProperties,
    [columns, before, after],
  )
  useContentWidths(table, { ...props, columns })
  // The free space of a wide window goes to an empty column before the right-pinned ones: stretched columns would no
  // longer have the widths that the offsets of pinned columns are made of.
  const fillerAt = columns.findIndex((column) => column.pin === 'right')
  const filler = fillerAt < 0 ? columns.length : fillerAt
  return (
    <ReasonTip className={props.busy ? 'zyt-table-box zyt-busy' : 'zyt-table-box'}>
      <table ref={table} className={`zyt-table zyt-table-${props.density}`} style={style} aria-busy={props.busy}>
        <colgroup>
          {props.selectable ? <col style={{ width: CHECK_WIDTH }} /> : null}
          {columns.slice(0, filler).map((column) => (
            <col key={column.name} style={{ width: `var(${widthVar(column.name)})` }} />
          ))}
          <col />
          {columns.slice(filler).map((column) => (
            <col key={column.name} style={{ width: `var(${widthVar(column.name)})` }} />
          ))}
          {props.withActions ? <col style={{ width: after }} /> : null}
        </colgroup>
        <TableHead {...props} shown={columns} filler={filler} sticky={sticky} table={table} />
        <tbody>
          {props.rows.map((row, place) => (
            <TableRow
              key={place}
              row={row}
              entity={props.entity}
              columns={columns}
              filler={filler}
              sticky={sticky}
              chosen={props.chosen === 'all' || props.chosen.has(row.id)}
              current={props.currentId === row.id}
              lastOpened={props.lastOpenedId === row.id}
              editing={props.editing?.id === row.id ? props.editing.field : null}
              quick={props.quick}
              selectable={props.selectable}
              withActions={props.withActions}
              handlers={props.handlers}
              onCurrent={props.onCurrent}
              renderEditor={props.renderEditor}
            />
          ))}
        </tbody>
        <TableTotals {...props} columns={columns} filler={filler} sticky={sticky} />
      </table>
    </ReasonTip>
  )
}
