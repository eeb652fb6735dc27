/** 数据统计: the days as a list with their sums, above it the last thirty days of the fleet as curves. */
import { lazy, Suspense } from 'react'
import { Button } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { api } from '#kit/ui/client/api.web.ts'
import { EntityList } from '#kit/ui/list/list.web.tsx'
import { useQueryState } from '#kit/ui/screen/screen.web.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import type { ScreenProps } from '#kit/ui/screen/slots.web.ts'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import type { FleetDay } from '../wire.ts'
import '../telematics.css'

const Chart = lazy(() => import('#shell/pages/chart.web.tsx'))

export default function StatisticsScreen({ screen }: ScreenProps) {
  const [params, setParams] = useQueryState()
  const hidden = params['chart'] === '0'
  return (
    <EntityList
      entity={screen.entity!}
      view={screen.view}
      above={hidden ? null : <Days vehicle={params['vehicle']} />}
      toolbar={<Button onClick={() => setParams({ chart: hidden ? null : '0' })}>{hidden ? '显示图表' : '收起图表'}</Button>}
    />
  )
}

function Days({ vehicle }: { vehicle: string | undefined }) {
  const query = vehicle && /^\d+$/.test(vehicle) ? { vehicle } : {}
  const days = useQuery({
    queryKey: ['fleetDays', query],
    queryFn: ({ signal }) => api.get<FleetDay[]>('/api/v1/telematics/days', query, { signal, silent: true }),
  })
  if (days.isPending) return <LoadingState rows={5} />
  if (days.isError) return <ErrorState error={days.error} onRetry={() => void days.refetch()} />
  if (days.data.length === 0) return <EmptyState why="最近三十天没有统计" compact />
  const points = (values: (d: FleetDay) => Record<string, number>) => days.data.map((d) => ({ label: d.day.slice(5), values: values(d) }))
  return (
    <Suspense fallback={<LoadingState rows={5} />}>
      <div className="zyt-days">
        <Section title="里程" hint="最近三十天，公里">
          <Chart title="每日里程" points={points((d) => ({ 里程: Math.round(d.distance / 1000) }))} />
        </Section>
        <Section title="报警与安全评分" hint="评分为各车平均">
          <Chart title="每日报警与评分" points={points((d) => ({ 报警: d.alarms, 评分: d.score }))} />
        </Section>
      </div>
    </Suspense>
  )
}
