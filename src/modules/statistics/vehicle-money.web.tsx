/** On a vehicle's page: what it brought and what it cost, month by month; the figures are those of 车辆收益. */
import { useQuery } from '@tanstack/react-query'
import { systemClock } from '#kit/basics/time/clock.ts'
import { addMonths, startOfMonth } from '#kit/basics/time/day.ts'
import { formatFen } from '#kit/basics/fen.ts'
import type { ReportAnswer } from '#kit/report/wire.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { reportAddress } from '#kit/ui/report/use-report.web.ts'
import { Link } from '#kit/ui/screen/link.web.tsx'
import { screenOf } from '#kit/ui/screen/registry.web.ts'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import { vehicleRevenue } from './vehicles.ts'

const MONTHS = 12
const SHOWN = ['rent', 'freight', 'income', 'cost', 'depreciation', 'margin'] as const

export default function VehicleMoney({ row }: TabProps) {
  const today = systemClock.today()
  const question = { vehicle: String(row.id), by: 'period', step: 'month', from: addMonths(startOfMonth(today), 1 - MONTHS), to: today }
  const { data, error, refetch } = useQuery({
    queryKey: ['report', 'vehicleRevenue', question],
    queryFn: ({ signal }) => api.get<ReportAnswer>(reportAddress('vehicleRevenue'), question, { signal, silent: true }),
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={5} />
  // Whoever may not see costs is not sent them: no column of zeros for him.
  const names = SHOWN.filter((name) => name in data.total.values)
  const money = (values: ReportAnswer['total']['values']): string[] => names.map((name) => formatFen(values[name] ?? 0))
  return (
    <Section
      title="收支"
      hint="近 12 个月；租金按用车日计，成本按发生日或分摊期，与「车辆收益」相同"
      extra={
        <Link closed={null} to={`${screenOf('vehicleRevenue').path}?${new URLSearchParams(question).toString()}`}>
          打开车辆收益
        </Link>
      }
    >
      <PlainTable
        columns={[{ head: '月份' }, ...names.map((name) => ({ head: vehicleRevenue.measures[name].label, end: true }))]}
        rows={data.lines.map(({ keys, labels, values }) => ({ key: keys[0] ?? '', cells: [labels[0], ...money(values)] }))}
        foot={['合计', ...money(data.total.values)]}
        empty="近 12 个月没有收入和成本"
      />
    </Section>
  )
}
