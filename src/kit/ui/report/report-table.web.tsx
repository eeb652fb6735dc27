/** The figures of a report: a line a group, totals below, the change against the period before; on a telephone the first column stays. */
import { useMemo } from 'react'
import { Button, Popover } from 'antd'
import type { CardOf } from '../../entity/card/card.wire.ts'
import { changeText, figureText } from '../../report/figure-text.ts'
import { changeOf, COMPARES, type Compare } from '../../report/period.rules.ts'
import type { Resolved, ShownMeasure } from '../../report/resolve.ts'
import type { ReportAnswer, ReportLine } from '../../report/wire.ts'
import { RecordName } from '../card/record-name.web.tsx'
import { entityOf, hasEntity } from '../screen/registry.web.ts'
import type { Opened } from './report-rows.web.tsx'
import '../field/field-value.css'

interface Props {
  resolved: Resolved
  answer: ReportAnswer
  sort: string | undefined
  onSort: (sort: string | null) => void
  onOpen: (opened: Opened) => void
}
type Line = Pick<ReportLine, 'values' | 'before'> & { keys: readonly (string | null)[]; labels: readonly string[] }

const headOf = ({ dimensions }: Resolved, name: string): string =>
  name === 'period' ? '时间' : dimensions.find((d) => d.name === name)!.label

/** The record a line is about, where it is by vehicle, customer, driver …; those without a card stay words. */
function recordOf({ dimensions }: Resolved, name: string, key: string | null): CardOf | null {
  const field = dimensions.find((d) => d.name === name)?.field
  if (field?.kind !== 'ref' || key === null || !hasEntity(field.to) || !entityOf(field.to).card) return null
  return { entity: field.to, id: Number(key) }
}

/** A line's name is looked at first; a figure orders by size. */
function sorted(lines: readonly ReportLine[], sort: string | undefined): readonly ReportLine[] {
  if (!sort) return lines
  const name = sort.replace(/^-/, '')
  const sign = sort.startsWith('-') ? -1 : 1
  return lines.toSorted((a, b) => sign * ((a.values[name] ?? -Infinity) - (b.values[name] ?? -Infinity)))
}

export function ReportTable({ resolved, answer, sort, onSort, onOpen }: Props) {
  const { measures } = resolved
  const { by, compare } = answer
  const lines = useMemo(() => sorted(answer.lines, sort), [answer.lines, sort])
  const total: Line = { keys: [], labels: ['合计'], ...answer.total }
  const next = (name: string): string | null => (sort === `-${name}` ? name : sort === name ? null : `-${name}`)
  const cells = (line: Line) =>
    measures.map((m) => <Cell key={m.name} measure={m} line={line} measures={measures} compare={compare} onOpen={onOpen} />)
  return (
    <div className="zyt-lines-scroll">
      <table className="zyt-lines zyt-report-table">
        <thead>
          <tr>
            {(by.length ? by : ['']).map((name) => (
              <th key={name} scope="col">
                {name === '' ? '项目' : headOf(resolved, name)}
              </th>
            ))}
            {measures.map(({ name, label, hint, suffix }) => (
              <th
                key={name}
                scope="col"
                className="zyt-end"
                aria-sort={sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : 'none'}
              >
                <button type="button" className="zyt-report-head" title={hint} onClick={() => onSort(next(name))}>
                  {label}
                  {suffix ? <small>（{suffix}）</small> : null}
                  <span aria-hidden>{sort === name ? ' ↑' : sort === `-${name}` ? ' ↓' : ''}</span>
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={JSON.stringify(line.keys)}>
              {line.labels.map((label, i) => {
                const name = <RecordName of={recordOf(resolved, by[i]!, line.keys[i] ?? null)}>{label}</RecordName>
                return i === 0 ? (
                  <th key={by[i]} scope="row">
                    {name}
                  </th>
                ) : (
                  <td key={by[i]}>{name}</td>
                )
              })}
              {cells(line)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={Math.max(1, by.length)}>
              合计
            </th>
            {cells(total)}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

interface CellProps {
  measure: ShownMeasure
  measures: readonly ShownMeasure[]
  line: Line
  compare: Compare
  onOpen: Props['onOpen']
}

function Cell({ measure, measures, line, compare, onOpen }: CellProps) {
  const { name, ratio } = measure
  const value = line.values[name] ?? null
  const shape = { ...measure, suffix: '' }
  const open = (of: string, part: 'now' | 'before' = 'now'): void => {
    const { label } = measures.find((m) => m.name === of)!
    onOpen({
      measure: of,
      keys: line.keys,
      part,
      title: [...line.labels, label, part === 'before' ? '比较期' : ''].filter(Boolean).join(' · '),
    })
  }
  const text = figureText(value, shape)
  const figure =
    value === null || (value === 0 && !ratio) ? (
      <span className="zyt-report-none">{value === null ? '—' : text}</span>
    ) : ratio ? (
      <Popover trigger="click" content={<Parts measures={measures} line={line} ratio={ratio} open={open} />}>
        <button type="button" className="zyt-report-figure">
          {text}
        </button>
      </Popover>
    ) : (
      <button type="button" className="zyt-report-figure" onClick={() => open(name)}>
        {text}
      </button>
    )
  if (compare === 'none') return <td className="zyt-end">{figure}</td>
  const then = line.before?.[name] ?? null
  const change = changeOf(value, then)
  return (
    <td className="zyt-end">
      {figure}
      <div className="zyt-report-before">
        <span title={COMPARES[compare]} data-change={change === null || change === 0 ? undefined : change > 0 ? 'up' : 'down'}>
          {changeText(change)}
        </span>{' '}
        {then === null || then === 0 || ratio ? (
          <span>{figureText(then, shape)}</span>
        ) : (
          <button type="button" className="zyt-report-figure" onClick={() => open(name, 'before')}>
            {figureText(then, shape)}
          </button>
        )}
      </div>
    </td>
  )
}

/** A ratio is the sum of nothing; its two parts are. */
function Parts({
  measures,
  line,
  ratio,
  open,
}: {
  measures: readonly ShownMeasure[]
  line: Line
  ratio: readonly [string, string]
  open: (of: string) => void
}) {
  return (
    <ul className="zyt-report-parts">
      {ratio.map((name, i) => {
        const part = measures.find((m) => m.name === name)!
        return (
          <li key={name}>
            {i === 0 ? '' : '÷ '}
            {part.label}{' '}
            <Button type="link" size="small" onClick={() => open(name)}>
              {figureText(line.values[name], part)}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
