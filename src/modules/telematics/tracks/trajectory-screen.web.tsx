/** 历史轨迹: the trips as a list, or one vehicle's period replayed on the map. */
import { useMemo, useState } from 'react'
import { Alert, Button, Dropdown, Segmented } from 'antd'
import { DownloadOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { systemClock } from '#kit/basics/time/clock.ts'
import { addDays } from '#kit/basics/time/day.ts'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { api, ApiError, sentenceOf } from '#kit/ui/client/api.web.ts'
import { DayRangeInput } from '#kit/ui/field/day-range.web.tsx'
import { EntityList } from '#kit/ui/list/list.web.tsx'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { useQueryState } from '#kit/ui/screen/screen.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import type { ScreenProps } from '#kit/ui/screen/slots.web.ts'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { TrackView } from './track-view.web.tsx'
import { VehicleSearch } from '../live/vehicle-search.web.tsx'
import type { TrackAnswer } from '../wire.ts'
import '../telematics.css'

export default function TrajectoryScreen({ screen }: ScreenProps) {
  const [params, setParams] = useQueryState()
  const replay = params['track'] === '1'
  const choose = (
    <Segmented
      aria-label="显示方式"
      value={replay ? 'track' : 'list'}
      options={[
        { value: 'list', label: '行程列表' },
        { value: 'track', label: '轨迹回放' },
      ]}
      onChange={(value) => setParams({ track: value === 'track' ? '1' : null })}
    />
  )
  if (!replay) return <EntityList entity={screen.entity!} view={screen.view} toolbar={choose} />
  return <Replay choose={choose} />
}

const PATTERN = 'YYYY-MM-DD HH:mm:ss'
const startOfDay = (): string => formatTime(new Date(), 'YYYY-MM-DD 00:00:00')

function Replay({ choose }: { choose: React.ReactNode }) {
  const [params, setParams] = useQueryState()
  const can = useCan()
  const vehicle = Number(params['vehicle']) || null
  const from = params['from'] ?? startOfDay()
  const to = params['to'] ?? formatTime(new Date(Date.now() + 60_000), PATTERN)
  // The end of «until now» does not move while one looks at it.
  const [frozen] = useState(to)
  const until = params['to'] ?? frozen
  const [zoom, setZoom] = useState(13)
  const query = { vehicle, from, to: until, zoom }
  const track = useQuery({
    queryKey: ['track', query],
    enabled: vehicle !== null,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
    queryFn: ({ signal }) => api.get<TrackAnswer>('/api/v1/position/track', query, { signal, silent: true }),
  })
  const answer = vehicle === null ? undefined : track.data
  const known = useMemo(() => (answer ? { vehicle: answer.vehicle, plate: answer.plate } : null), [answer])
  return (
    <div className="zyt-track">
      <header className="zyt-track-head">
        {choose}
        <VehicleSearch label="车辆" value={known} onPick={(id) => setParams({ vehicle: String(id) })} />
        <DayRangeInput
          label="时段"
          className="zyt-period"
          instant
          closed
          from={from.slice(0, 16)}
          to={until.slice(0, 16)}
          presets={[1, 3, 7].map((days) => ({
            label: days === 1 ? '今天' : `最近 ${days} 天`,
            from: `${addDays(systemClock.today(), 1 - days)} 00:00`,
            to: `${systemClock.today()} 23:59`,
          }))}
          onChange={(range) => setParams({ from: `${range.from}:00`, to: `${range.to}:59` })}
        />
        {vehicle !== null && can('historicalTrajectory_export') ? <Export vehicle={vehicle} from={from} to={until} /> : null}
      </header>
      {vehicle === null ? (
        <EmptyState why="选择车辆与时段后回放轨迹" />
      ) : track.isPending ? (
        <LoadingState rows={8} />
      ) : track.isError && !answer ? (
        <ErrorState error={track.error} onRetry={() => void track.refetch()} />
      ) : answer ? (
        <>
          {track.isError ? <Alert type="warning" showIcon title={sentenceOf(track.error, '读取失败，显示的是之前的结果')} /> : null}
          <TrackView key={`${answer.vehicle}:${answer.from}:${answer.to}`} answer={answer} onZoom={setZoom} />
        </>
      ) : null}
    </div>
  )
}

function Export({ vehicle, from, to }: { vehicle: number; from: string; to: string }) {
  const save = (format: string): void =>
    void api
      .download('/api/v1/position/file', { query: { vehicle, from, to, format } })
      .catch((error: unknown) => error instanceof ApiError || toast.error('导出失败，请重试'))
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'xlsx', label: 'Excel' },
          { key: 'gpx', label: 'GPX' },
        ],
        onClick: ({ key }) => save(key),
      }}
    >
      <Button icon={<DownloadOutlined />}>导出轨迹</Button>
    </Dropdown>
  )
}
