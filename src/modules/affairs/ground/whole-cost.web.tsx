/** On a vehicle's page: what it has cost since the beginning, by kind; the figures are those of 车辆成本统计. */
import { useQuery } from '@tanstack/react-query'
import { systemClock } from '#kit/basics/time/clock.ts'
import { formatFen } from '#kit/basics/fen.ts'
import type { ReportAnswer } from '#kit/report/wire.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { reportAddress } from '#kit/ui/report/use-report.web.ts'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'

/** Before the first vehicle of any company that uses this. */
const BEGINNING = '2000-01-01'
const FIGURES = ['borne', 'others', 'whole'] as const

export default function WholeCost({ row }: TabProps) {
  const question = { vehicle: String(row.id), by: 'kind', from: BEGINNING, to: systemClock.today() }
  const { data, error, refetch } = useQuery({
    queryKey: ['report', 'vehicleCosts', question],
    queryFn: ({ signal }) => api.get<ReportAnswer>(reportAddress('vehicleCosts'), question, { signal, silent: true }),
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={5} />
  const money = (values: ReportAnswer['total']['values']): string[] => FIGURES.map((name) => formatFen(values[name] ?? 0))
  return (
    <Section title="总成本" hint="截至今天的全部车辆成本，保费等按天分摊；与「车辆成本统计」相同，折旧见「车辆收益」">
      <PlainTable
        columns={[{ head: '类型' }, { head: '公司承担', end: true }, { head: '他人承担', end: true }, { head: '合计', end: true }]}
        rows={data.lines.map(({ keys, labels, values }) => ({ key: keys[0] ?? '', cells: [labels[0], ...money(values)] }))}
        foot={['合计', ...money(data.total.values)]}
        empty="还没有成本"
      />
    </Section>
  )
}
