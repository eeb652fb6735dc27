/** A small table that is no list: figures with how they came about, a trail on paper. Lists and lines of records have their own. */
import type { Key, ReactNode } from 'react'
import '../field/field-value.css'

interface PlainColumn {
  head: string
  /** Figures stand at the right. */
  end?: boolean
  nowrap?: boolean
}
interface PlainRow {
  key: Key
  cells: readonly ReactNode[]
  className?: string
}
export interface PlainTableProps {
  columns: readonly PlainColumn[]
  rows: readonly PlainRow[]
  /** The last row; what it has fewer than columns, its first cell spans. */
  foot?: readonly ReactNode[]
  /** Said when there are no rows. */
  empty?: string
  className?: string
}

const classOf = ({ end, nowrap }: PlainColumn): string | undefined =>
  [end && 'zyt-end', nowrap && 'zyt-nowrap'].filter(Boolean).join(' ') || undefined

export function PlainTable({ columns, rows, foot, empty, className }: PlainTableProps) {
  const spanned = foot ? columns.length - foot.length : 0
  return (
    <div className="zyt-lines-scroll">
      <table className={className ? `zyt-lines ${className}` : 'zyt-lines'}>
        <thead>
          <tr>
            {columns.map((column, i) => (
              <th key={i} scope="col" className={column.end ? 'zyt-end' : undefined}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className={row.className}>
              {row.cells.map((cell, i) => (
                <td key={i} className={classOf(columns[i]!)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
          {rows.length === 0 && empty ? (
            <tr>
              <td colSpan={columns.length}>{empty}</td>
            </tr>
          ) : null}
        </tbody>
        {foot ? (
          <tfoot>
            <tr>
              {foot.map((cell, i) => (
                <td key={i} colSpan={i === 0 ? spanned + 1 : undefined} className={i === 0 ? undefined : classOf(columns[i + spanned]!)}>
                  {cell}
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  )
}
