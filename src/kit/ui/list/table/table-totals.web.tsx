/** The foot of a table, or the head of the cards: sums of this page and of everything the filter finds, each by its name. */
import { useState, type CSSProperties } from 'react'
import { Button } from 'antd'
import type { Entity } from '../../../entity/entity.ts'
import type { Row } from '../../../entity/wire.ts'
import { shownColumns, type Column } from '../columns.ts'
import { ValueView } from '../../field/field-value.web.tsx'
import { entityOf } from '../../screen/registry.web.ts'
import type { Params } from '../../state/url-state.ts'
import { titleOf } from '../widths.ts'
import { cellClass, type Sticky } from './table-row.web.tsx'
import { leftOut, pageSums, sumLines, type SumLine } from './totals.ts'
import { useExactTotals } from '../use-data.web.ts'

export interface Summed {
  entity: Entity
  rows: readonly Row[]
  totals: Record<string, number> | undefined
  /** The query whose sums are to be asked for by hand; null when there is nothing to ask. */
  sumsOf: Params | null
  /** How many pages the filter finds. */
  pages: number
}

/** So many rows that adding them up would hold up the list: on request. */
function useSums({ entity, rows, totals, sumsOf, pages }: Summed) {
  const [asked, setAsked] = useState<string | null>(null)
  const key = sumsOf && JSON.stringify(sumsOf)
  const wanted = key !== null && asked === key
  const exact = useExactTotals(entity.name, sumsOf ?? {}, wanted)
  const all = sumsOf ? (wanted ? exact.data?.totals : undefined) : totals
  return {
    // Without sums of all, amounts are of several kinds, and those of a page are no more to be added up.
    lines: all || sumsOf ? sumLines(pageSums(entity, rows), all, pages) : [],
    ask: sumsOf && !all ? { run: () => setAsked(key), busy: wanted && exact.isFetching, failed: exact.isError } : null,
    left: leftOut(entity, entityOf),
  }
}

function Ask({ ask }: { ask: { run: () => void; busy: boolean; failed: boolean } }) {
  return (
    <>
      数据较多，合计需要单独计算
      <Button type="link" size="small" loading={ask.busy} onClick={ask.run}>
        {ask.failed ? '计算失败，重试' : '计算合计'}
      </Button>
    </>
  )
}

interface FootProps extends Summed {
  columns: readonly Column[]
  filler: number
  sticky: Sticky
  selectable: boolean
  withActions: boolean
}

export function TableTotals(props: FootProps) {
  const { columns, filler, sticky, selectable, withActions } = props
  const { lines, ask, left } = useSums(props)
  if (lines.length === 0 && !ask) return null
  // What is left out is said beside the heading where no sum stands in its way.
  const free = (sums: Record<string, number>): boolean => columns.slice(1, 3).every(({ name }) => !Object.hasOwn(sums, name))
  const cell = (column: Column, { heading, sums }: SumLine, first: boolean) => (
    <td
      key={column.name}
      className={`${cellClass(column, sticky) ?? ''}${first && free(sums) ? ' zyt-foot-wide' : ''}`}
      style={sticky.get(column.name) as CSSProperties | undefined}
      data-col={column.name}
      title={first && left ? `${heading}，${left}` : undefined}
    >
      {first ? heading : Object.hasOwn(sums, column.name) ? <ValueView field={column.field} value={sums[column.name]} /> : null}
      {first && left && heading === '全部合计' ? <span className="zyt-foot-note">{left}</span> : null}
    </td>
  )
  return (
    <tfoot>
      {lines.map((line) => (
        <tr key={line.heading}>
          {selectable ? <td className="zyt-pin" style={{ left: 0 }} /> : null}
          {columns.slice(0, filler).map((column, i) => cell(column, line, i === 0))}
          <td />
          {columns.slice(filler).map((column) => cell(column, line, false))}
          {withActions ? <td className="zyt-pin zyt-pin-right" style={{ right: 0 }} /> : null}
        </tr>
      ))}
      {ask ? (
        <tr>
          <td colSpan={columns.length + 1 + Number(selectable) + Number(withActions)}>
            <span className="zyt-foot-ask">
              <Ask ask={ask} />
            </span>
          </td>
        </tr>
      ) : null}
    </tfoot>
  )
}

/** On a phone the sums stand above the cards, where whoever opens the list sees them. */
export function CardTotals({ columns, ...props }: Summed & { columns: readonly Column[] }) {
  const { lines: both, ask, left } = useSums(props)
  // One of them: before the first card there is room for no more.
  const last = both.slice(-1)
  const shown = shownColumns(columns).filter(({ name }) => last.some(({ sums }) => Object.hasOwn(sums, name)))
  // A heading without a figure below it (all of them still asked for) heads nothing.
  const lines = shown.length > 0 ? last : []
  if (!ask && lines.length === 0) return null
  return (
    <div className="zyt-card-totals">
      {lines.map(({ heading, sums }) => (
        <section key={heading} aria-label={heading}>
          <b>{heading}</b>
          <dl>
            {shown
              .filter(({ name }) => Object.hasOwn(sums, name))
              .map(({ name, field, label }) => (
                <div key={name}>
                  <dt>{titleOf(field, label)}</dt>
                  <dd>
                    <ValueView field={field} value={sums[name]} />
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
      {left && lines.length ? <p className="zyt-list-note">{left}</p> : null}
      {ask ? (
        <p className="zyt-list-note">
          <Ask ask={ask} />
        </p>
      ) : null}
    </div>
  )
}
