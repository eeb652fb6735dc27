/** 在线司机: who is on the road with what, on the map and as a table; the records themselves below. */
import { lazy, Suspense, useState } from 'react'
import { Alert, Button, Segmented, Tag } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { EntityList } from '#kit/ui/list/list.web.tsx'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import type { ScreenProps } from '#kit/ui/screen/slots.web.ts'
import { ageOf, GROUPS, isLateRow, isStale, stateOf, type Group } from './road.ts'
import type { OnRoad, RoadRow } from './wire.ts'
import { Link } from '#kit/ui/screen/link.web.tsx'
import './watch.css'

const RoadMap = lazy(() => import('./road-map.web.tsx'))
const EVERY_MS = 30_000
/** Day and minute: it is about today. */
const short = (instant: string): string => formatTime(instant).slice(5, 16)

export default function OnRoadScreen({ screen }: ScreenProps) {
  return (
    <div className="zyt-road">
      <Road />
      <EntityList entity="driver" screen={screen.code} view={screen.view} />
    </div>
  )
}

function Road() {
  const [group, setGroup] = useState<Group>('all')
  const [chosen, setChosen] = useState<string | null>(null)
  const query = useQuery({
    queryKey: ['onRoad'],
    queryFn: ({ signal }) => api.get<OnRoad>('/api/v1/mission/onRoad', {}, { signal, silent: true }),
    refetchInterval: EVERY_MS,
  })
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <LoadingState />
  const { list, now } = query.data
  const rows = list.filter(GROUPS[group][1])
  const late = list.filter(isLateRow).length
  return (
    <section className="zyt-road-board" aria-label="在途">
      <header>
        <Segmented
          value={group}
          onChange={setGroup}
          options={(Object.keys(GROUPS) as Group[]).map((g) => ({
            value: g,
            label: `${GROUPS[g][0]} ${list.filter(GROUPS[g][1]).length}`,
          }))}
        />
        <span className="zyt-section-hint">{formatTime(now)} 更新，每半分钟刷新</span>
      </header>
      {late ? <Alert type="warning" showIcon title={`${late} 个任务预计晚于送货时段，请联系司机或收货方`} /> : null}
      <div className="zyt-road-body">
        <Suspense fallback={<LoadingState />}>
          <RoadMap rows={rows} now={now} chosen={chosen} onChoose={setChosen} />
        </Suspense>
        <div className="zyt-road-list">
          <PlainTable
            columns={[
              { head: '司机' },
              { head: '任务' },
              { head: '下一站' },
              { head: '预计到达', nowrap: true },
              { head: '位置', nowrap: true },
            ]}
            rows={rows.map((r) => ({
              key: r.key,
              className: r.key === chosen ? 'zyt-road-chosen' : undefined,
              cells: [
                <Who key="who" row={r} onChoose={() => setChosen(r.key)} />,
                <Task key="task" row={r} />,
                r.mission?.next?.name ?? '—',
                <When key="when" row={r} />,
                <Where key="where" row={r} now={now} />,
              ],
            }))}
            empty={group === 'all' ? '现在没有在线的司机，也没有在途的任务' : `没有${GROUPS[group][0]}的司机`}
          />
        </div>
      </div>
      <p className="zyt-section-hint">
        预计到达为本系统估算：从最近一次定位起，按直线距离乘绕行系数和分段车速，加上各站作业、等待时段开门和每驾驶 4 小时休息 20 分钟；
        定位超过 30 分钟不再估算。颜色：红 将迟到，蓝 任务中，绿 空闲，灰 超过 10 分钟没有定位；圆内数字为未送站数。
      </p>
    </section>
  )
}

function Who({ row, onChoose }: { row: RoadRow; onChoose: () => void }) {
  return (
    <>
      {row.position === null ? (
        row.name
      ) : (
        <Button type="link" size="small" onClick={onChoose}>
          {row.name}
        </Button>
      )}
      <small>{[row.plate, row.carrier].filter(Boolean).join(' · ')}</small>
    </>
  )
}

function Task({ row }: { row: RoadRow }) {
  const m = row.mission
  if (!m)
    return (
      <>
        <Tag color="green">{stateOf(row)}</Tag>
        {row.driver !== null && row.work === 'idle' ? (
          <Link to="/transport/orderPushAdd" closed={null}>
            推送订单
          </Link>
        ) : null}
      </>
    )
  return (
    <>
      <Link to={`/transport/missionListDetails?id=${m.id}`}>{m.no}</Link>
      <small>
        {stateOf(row)}，已送 {m.done}/{m.total} 站，载货 {(m.weight / 1000).toFixed(1)} t
      </small>
    </>
  )
}

function When({ row }: { row: RoadRow }) {
  const next = row.mission?.next
  if (!next) return '—'
  if (next.arriveAt) return `${short(next.arriveAt)} 已到达`
  return (
    <>
      {next.eta ? short(next.eta) : '暂无估算'}
      {next.late ? <Tag color="red">将迟到</Tag> : null}
      {next.windowTo ? <small>时段至 {short(next.windowTo)}</small> : null}
    </>
  )
}

function Where({ row, now }: { row: RoadRow; now: string }) {
  const p = row.position
  if (!p) return <span className="zyt-section-hint">没有定位</span>
  return (
    <>
      {ageOf(p.at, now)}
      {isStale(row, now) ? <Tag>较旧</Tag> : null}
      <small>{p.by === 'terminal' ? `终端${p.speed === null ? '' : `，${Math.round(p.speed)} km/h`}` : '仅手机定位'}</small>
    </>
  )
}
