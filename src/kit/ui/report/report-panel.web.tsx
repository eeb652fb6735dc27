/** The chart of a report inside another page: above a list, on a record. The figures are those of the report's own page. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ChartKind } from '../../report/report.ts'
import type { ReportAnswer } from '../../report/wire.ts'
import { api } from '../client/api.web.ts'
import { Chart } from '../chart/chart.web.tsx'
import { EmptyState, ErrorState, LoadingState } from '../parts/state.web.tsx'
import { chartOf } from '../../report/chart-of.ts'
import { reportAddress, useResolved } from './use-report.web.ts'

interface Props {
  report: string
  title: string
  question?: Record<string, string>
  /** Of these, on one axis. */
  measures: readonly string[]
  kind?: ChartKind
  empty: string
}

export function ReportPanel({ report, title, question = {}, measures, kind, empty }: Props) {
  const resolved = useResolved(report)
  const { data, error, refetch } = useQuery({
    queryKey: ['report', report, question],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get<ReportAnswer>(reportAddress(report), question, { signal, silent: true }),
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={5} />
  // Its own measures, not those the report's page draws.
  const drawn = data.lines.length === 0 ? null : chartOf({ ...resolved, report: { ...resolved.report, charted: measures } }, data)
  return drawn ? (
    <Chart plain title={title} kind={kind ?? resolved.report.chart ?? 'line'} data={drawn} />
  ) : (
    <EmptyState why={empty} compact />
  )
}
