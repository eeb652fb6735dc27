/** Lines of a record, read-only: numbers at the right, money summed at the bottom. */
import type { ComponentType } from 'react'
import type { Field, Fields } from '../../entity/field.ts'
import { formatFen, sumFen } from '../../basics/fen.ts'
import { isNumeric } from './number-text.ts'
import { labelWithUnit, NONE } from './value-text.ts'

export const readLines = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value)
    ? value.filter((line): line is Record<string, unknown> => typeof line === 'object' && line !== null && !Array.isArray(line))
    : []

/** Money that lines add up to something; prices of one do not. */
export const addsUp = (field: Field): boolean => field.kind === 'money' && !field.each

/** On a narrow page the table is wider than its place, and is pushed aside: a number and a day stay in one piece. */
const classOf = (field: Field): string | undefined =>
  isNumeric(field) ? 'zyt-end' : field.kind === 'day' || field.kind === 'instant' ? 'zyt-nowrap' : undefined

/** How one cell is shown; given by whoever shows values, which in turn shows lines. */
export type CellView = ComponentType<{ field: Field; value: unknown; labels?: unknown; place?: 'list' | 'detail' | 'print' }>

export function LinesTable({
  fields,
  value,
  place,
  cell: Cell,
}: {
  fields: Fields
  value: unknown
  place: 'list' | 'detail' | 'print'
  cell: CellView
}) {
  const lines = readLines(value)
  const columns = Object.entries(fields)
  if (lines.length === 0) return <span className="zyt-none">{NONE}</span>
  return (
    <div className="zyt-lines-scroll">
      <table className="zyt-lines">
        <thead>
          <tr>
            <th scope="col">#</th>
            {columns.map(([name, field]) => (
              <th key={name} scope="col" className={classOf(field)}>
                {labelWithUnit(field)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, i) => (
            <tr key={i}>
              <td>{i + 1}</td>
              {columns.map(([name, field]) => (
                <td key={name} className={classOf(field)}>
                  <Cell field={field} value={line[name]} labels={line[`${name}$`]} place={place} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {lines.length > 1 && columns.some(([, field]) => addsUp(field)) ? (
          <tfoot>
            <tr>
              <td className="zyt-nowrap">合计</td>
              {columns.map(([name, field]) => (
                <td key={name} className="zyt-end">
                  {addsUp(field) && lines.some((line) => Number.isSafeInteger(line[name]))
                    ? formatFen(sumFen(lines.map((line) => (Number.isSafeInteger(line[name]) ? (line[name] as number) : 0))))
                    : ''}
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  )
}
