/** 下级汇总: sums of the sub-operators by month; there is nothing behind them to open. */
import { useState } from 'react'
import { Segmented } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { systemClock } from '#kit/basics/time/clock.ts'
import { addMonths } from '#kit/basics/time/day.ts'
import { formatFen, sumFen } from '#kit/basics/fen.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Sums } from '#kit/ui/parts/sums.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { useQueryState } from '#kit/ui/screen/screen.web.ts'
import type { CompanySummary } from './summary.wire.ts'
import '#kit/ui/record/form/form.css'

const SPANS = [3, 6, 12] as const
const LEVELS = { platform: '平台', operator: '运营商', sub: '下级运营商' }
const COLUMNS = [
  { head: '月份', nowrap: true },
  { head: '新签合同', end: true },
  { head: '交车', end: true },
  { head: '应收账单', end: true },
  { head: '应收金额', end: true },
  { head: '实收金额', end: true },
]
const monthOf = (back: number): string => addMonths(systemClock.today(), -back).slice(0, 7)

export default function CompanySummaryPage() {
  const [params, setParams] = useQueryState()
  const [span, setSpan] = useState<number>(() => SPANS.find((n) => String(n) === params['months']) ?? 6)
  const [from, to] = [monthOf(span - 1), monthOf(0)]
  const { data, error, refetch } = useQuery({
    queryKey: ['entity', 'operation', 'summary', from, to],
    queryFn: ({ signal }) => api.get<CompanySummary>('/api/v1/operation/summary', { from, to }, { signal, silent: true }),
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={8} />
  const all = data.children.flatMap((c) => c.months)
  return (
    <div className="zyt-form">
      <Section
        title={data.own.name}
        hint={`${LEVELS[data.own.level]}${data.own.parent ? `，上级 ${data.own.parent}` : ''}`}
        extra={
          <Segmented
            aria-label="汇总几个月"
            value={span}
            options={SPANS.map((n) => ({ value: n, label: `近 ${n} 个月` }))}
            onChange={(n) => {
              setSpan(n)
              setParams({ months: String(n) })
            }}
          />
        }
      >
        {data.children.length === 0 ? (
          <EmptyState why="本公司没有下级运营商" compact />
        ) : (
          <Sums
            sums={[
              { label: '下级应收合计', amount: sumFen(all.map((m) => m.charged)) },
              { label: '下级实收合计', amount: sumFen(all.map((m) => m.received)) },
            ]}
          />
        )}
      </Section>
      {data.children.map((child) => (
        <Section
          key={child.company}
          title={child.name}
          hint={`车辆 ${child.vehicles} 辆，在租 ${child.leased} 辆`}
          extra={child.status === 'stopped' ? <Tag tone="orange">已停用</Tag> : null}
        >
          <PlainTable
            columns={COLUMNS}
            rows={child.months.map((m) => ({
              key: m.month,
              cells: [m.month, m.contracts, m.handOvers, m.bills, formatFen(m.charged), formatFen(m.received)],
            }))}
            foot={[
              '合计',
              child.months.reduce((n, m) => n + m.contracts, 0),
              child.months.reduce((n, m) => n + m.handOvers, 0),
              child.months.reduce((n, m) => n + m.bills, 0),
              formatFen(sumFen(child.months.map((m) => m.charged))),
              formatFen(sumFen(child.months.map((m) => m.received))),
            ]}
          />
        </Section>
      ))}
    </div>
  )
}
