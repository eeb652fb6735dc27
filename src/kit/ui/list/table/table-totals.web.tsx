import { useState, type CSSProperties, type ReactNode } from 'react'
import { Button } from 'antd'
import type { Entity } from '../../../entity/entity.ts'
import type { Column } from '../columns.ts'
import { ValueView } from '../../field/field-value.web.tsx'
import { entityOf } from '../../screen/registry.web.ts'
import type { Params } from '../../state/url-state.ts'
import { cellClass, type Sticky } from './table-row.web.tsx'
import { useExactTotals } from '../use-data.web.ts'

interface Props {
  entity: Entity
  totals: Record<string, number>
  columns: readonly Column[]
  filler: number
  sticky: Sticky
  selectable: boolean
  withActions: boolean
}

/** What is listed and not added up, in words: whoever adds up the rows by hand must come to the same. */
function leftOut(entity: Entity): string | null {
  const names = (of: Entity, name: string, values: readonly string[]): string[] => {
    const field = of.fields[name]
    return field?.kind === 'state' || field?.kind === 'choice' ? values.map((value) => field.options[value] ?? value) : [...values]
  }
  const parts = Object.entries(entity.list.totalsWithout ?? {}).map(([name, what]) => {
    if (Array.isArray(what)) return names(entity, name, what as string[]).join('、')
    const field = entity.fields[name]
    if (field?.kind !== 'ref') return ''
    const other = entityOf(field.to)
    const words = Object.entries(what as Record<string, readonly string[]>).flatMap(([key, values]) => names(other, key, values))
    return `${words.join('、')}的${field.label}`
  })
  return parts.length ? `不含${parts.join('、')}` : null
}

/** Sums over everything the filter finds, not over the page; it says so. */
export function TableTotals({ entity, totals, columns, filler, sticky, selectable, withActions }: Props) {
  const left = leftOut(entity)
  const heading = left ? (
    <>
      全部合计
      <span className="zyt-foot-note">{left}</span>
    </>
  ) : (
    '全部合计'
  )
  const cell = (column: Column, first: boolean) => (
    <td key={column.name} className={cellClass(column, sticky)} style={sticky.get(column.name) as CSSProperties | undefined}>
      {first ? heading : Object.hasOwn(totals, column.name) ? <ValueView field={column.field} value={totals[column.name]} /> : null}
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

interface AskProps {
  entity: string
  query: Params
  span: number
  /** What to draw when the sums are there. */
  draw: (totals: Record<string, number>) => ReactNode
}

/** So many rows that adding them up would hold up the list: on request. */
export function AskTotals({ entity, query, span, draw }: AskProps) {
  const [asked, setAsked] = useState<string | null>(null)
  const key = JSON.stringify(query)
  const exact = useExactTotals(entity, query, asked === key)
  if (asked === key && exact.data?.totals) return draw(exact.data.totals)
  return (
    <tfoot>
      <tr>
        <td colSpan={span}>
          数据较多，合计需要单独计算
          <Button type="link" size="small" loading={asked === key && exact.isFetching} onClick={() => setAsked(key)}>
            {exact.isError ? '计算失败，重试' : '计算合计'}
          </Button>
        </td>
      </tr>
    </tfoot>
  )
}
