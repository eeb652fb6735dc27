/** 行车监控: the whole fleet on the map, figures that add up, one vehicle's card, alarms beside it. The list of it is one click away. */
import { lazy, memo, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { Badge, Button, Segmented, Tabs } from 'antd'
import { AimOutlined, BellOutlined, ReloadOutlined } from '@ant-design/icons'
import { EntityList } from '#kit/ui/list/list.web.tsx'
import { useNarrow } from '#kit/ui/list/media.web.ts'
import { MapBox, type Stage } from '#kit/ui/map/map.web.ts'
import { boundsOf, grown, mainBounds } from '#kit/ui/map/geo.ts'
import { ReasonButton } from '#kit/ui/record/reason-button.web.tsx'
import { useQueryState, useScreen } from '#kit/ui/screen/screen.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import type { ScreenProps } from '#kit/ui/screen/slots.web.ts'
import { ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { AlarmPanel } from './alarm-panel.web.tsx'
import { useLiveFleet, type Feed } from './live-feed.web.ts'
import { useFleetLayers } from './live-layers.web.ts'
import { shownOf, type LiveVehicle, type Shown } from './live.layout.ts'
import { VehicleList } from './vehicle-list.web.tsx'
import { VehicleSearch } from './vehicle-search.web.tsx'
import { LIVE_STATES, LIVE_WORDS, type LiveCounts, type LiveState } from '../wire.ts'
import '../telematics.css'

/** Nobody stands behind the legend. */
const AROUND = { top: 50, left: 50, right: 50, bottom: 90 }

const VehicleCard = lazy(() => import('./vehicle-card.web.tsx'))

export default function LiveMap({ screen }: ScreenProps) {
  const [params, setParams] = useQueryState()
  const asList = params['show'] === 'list'
  const choose = (
    <Segmented
      aria-label="显示方式"
      value={asList ? 'list' : 'map'}
      options={[
        { value: 'map', label: '地图' },
        { value: 'list', label: '列表' },
      ]}
      onChange={(value) => setParams({ show: value === 'list' ? 'list' : null })}
    />
  )
  if (asList) return <EntityList entity={screen.entity!} view={screen.view} toolbar={choose} />
  return <LiveScreen choose={choose} />
}

function LiveScreen({ choose }: { choose: React.ReactNode }) {
  const [params, setParams] = useQueryState()
  const feed = useLiveFleet()
  const [stage, setStage] = useState<Stage | null>(null)
  const shown: Shown = useMemo(() => new Set((params['states'] ?? '').split(',').filter(Boolean) as (LiveState | 'alarm')[]), [params])
  const fleet = useStill(stage, feed.fleet)
  const vehicles = useMemo(() => shownOf(fleet, shown), [fleet, shown])
  const chosenId = Number(params['vehicle']) || null
  const chosen = chosenId === null ? null : (feed.fleet.get(chosenId) ?? null)
  const follow = params['follow'] === '1'
  const pick = useCallback((id: number | null) => setParams({ vehicle: id === null ? null : String(id), follow: null }), [setParams])

  useFleetLayers(stage, vehicles, chosen, pick)
  useLooking(stage, feed)
  const stopFollowing = useCallback(() => setParams({ follow: null }), [setParams])
  useFollow(stage, chosen, follow, stopFollowing)
  const newest = useRef(feed.fleet)
  newest.current = feed.fleet
  const find = useCallback(
    (id: number): void => {
      pick(id)
      const vehicle = newest.current.get(id)
      if (vehicle && vehicle.lng !== null && vehicle.lat !== null) stage?.go([vehicle.lng, vehicle.lat], Math.max(stage.camera().zoom, 13))
    },
    [pick, stage],
  )
  if (feed.error && feed.fleet.size === 0) return <ErrorState error={feed.error} onRetry={feed.retry} />
  return (
    <div className="zyt-live">
      <header className="zyt-live-head">
        {choose}
        <VehicleSearch onPick={find} />
        <Line feed={feed} stage={stage} vehicles={vehicles} />
        <Counters counts={feed.counts} shown={shown} onShow={(next) => setParams({ states: [...next].join(',') || null })} />
      </header>
      <div className="zyt-live-body">
        <MapBox label={`车辆分布，共 ${vehicles.length} 辆`} onStage={setStage}>
          {chosen ? (
            <div className="zyt-live-card">
              <Suspense fallback={<LoadingState rows={4} />}>
                <VehicleCard
                  key={chosen.id}
                  vehicle={chosen}
                  follow={follow}
                  onFollow={(on) => setParams({ follow: on ? '1' : null })}
                  onClose={() => pick(null)}
                />
              </Suspense>
            </div>
          ) : null}
          <Legend />
        </MapBox>
        <Side vehicles={vehicles} chosen={chosenId} onPick={find} />
      </div>
    </div>
  )
}

/** What changes waits while the map moves: nobody reads it then, and the hand comes first. The figures above go on. */
function useStill<T>(stage: Stage | null, value: T): T {
  const [still, setStill] = useState(value)
  useEffect(() => {
    const put = (): void => setStill(() => value)
    if (!stage?.map.isMoving()) return put()
    stage.map.once('moveend', put)
    return () => void stage.map.off('moveend', put)
  }, [stage, value])
  return still
}

function useLooking(stage: Stage | null, feed: Feed): void {
  const { look, fleet } = feed
  useEffect(() => {
    if (!stage) return
    look(stage.bounds())
    stage.onMoved(() => look(stage.bounds()))
  }, [stage, look])
  // The first picture holds the vehicles, without those far from all others; later ones are the viewer's own.
  const [fitted, setFitted] = useState(false)
  useEffect(() => {
    if (!stage || fitted || fleet.size === 0) return
    setFitted(true)
    const box = mainBounds([...fleet.values()].flatMap((v) => (v.lng === null || v.lat === null ? [] : [[v.lng, v.lat] as const])))
    if (box) stage.fit(grown(box, 3000), AROUND, 12)
  }, [stage, fleet, fitted])
}
/** Until the map is taken by hand: it must not be torn from it with the next report. */
function useFollow(stage: Stage | null, chosen: LiveVehicle | null, follow: boolean, onStop: () => void): void {
  useEffect(() => (stage && follow ? stage.onDragged(onStop) : undefined), [stage, follow, onStop])
  const [lng, lat] = [chosen?.lng ?? null, chosen?.lat ?? null]
  useEffect(() => {
    if (stage && follow && lng !== null && lat !== null) stage.go([lng, lat], Math.max(stage.camera().zoom, 13))
  }, [stage, follow, lng, lat])
}

/** 在线 + 离线 + 从未上线 = 总数; 行驶 + 怠速 + 熄火 + 未定位 = 在线. */
function Counters({
  counts,
  shown,
  onShow,
}: {
  counts: LiveCounts | null
  shown: Shown
  onShow: (next: Set<LiveState | 'alarm'>) => void
}) {
  const toggle = (key: LiveState | 'alarm'): void => {
    const next = new Set(shown)
    if (!next.delete(key)) next.add(key)
    onShow(next)
  }
  return (
    <div className="zyt-live-counts" role="group" aria-label="按状态筛选">
      <button type="button" aria-pressed={shown.size === 0} onClick={() => onShow(new Set())}>
        全部 <b>{counts?.total ?? '—'}</b>
      </button>
      <span className="zyt-live-online">
        在线 <b>{counts?.online ?? '—'}</b>
      </span>
      {LIVE_STATES.map((state) => (
        <button key={state} type="button" aria-pressed={shown.has(state)} onClick={() => toggle(state)}>
          <i className={`zyt-live-shape zyt-live-${state}`} aria-hidden />
          {LIVE_WORDS[state]} <b>{counts?.[state] ?? '—'}</b>
        </button>
      ))}
      <button type="button" aria-pressed={shown.has('alarm')} onClick={() => toggle('alarm')} className="zyt-live-alarm-count">
        <BellOutlined aria-hidden /> 报警 <b>{counts?.alarm ?? '—'}</b>
      </button>
    </div>
  )
}

function Line({ feed, stage, vehicles }: { feed: Feed; stage: Stage | null; vehicles: readonly LiveVehicle[] }) {
  const all = (): void => {
    const box = boundsOf(vehicles.flatMap((v) => (v.lng === null || v.lat === null ? [] : [[v.lng, v.lat] as const])))
    if (box) stage?.fit(grown(box, 3000), AROUND, 14)
  }
  return (
    <span className="zyt-live-line">
      <ReasonButton size="small" icon={<AimOutlined />} onClick={all} reason={stage ? null : '地图还没有加载完'}>
        显示全部
      </ReasonButton>
      <Badge status={feed.line === 'live' ? 'success' : 'processing'} text={feed.line === 'live' ? '实时' : '连接中…'} />
      <Button size="small" type="text" icon={<ReloadOutlined />} aria-label="重新读取" onClick={feed.retry} />
    </span>
  )
}

function Legend() {
  return (
    <ul className="zyt-live-legend" aria-label="图例">
      {LIVE_STATES.filter((s) => s !== 'never').map((state) => (
        <li key={state}>
          <i className={`zyt-live-shape zyt-live-${state}`} aria-hidden /> {LIVE_WORDS[state]}
        </li>
      ))}
      <li>
        <i className="zyt-live-shape zyt-live-ringed" aria-hidden /> 报警
      </li>
    </ul>
  )
}

/** The list may be a moment behind the map: it is long, and nobody reads it while it is panned. */
const Side = memo(function Side({
  vehicles: newest,
  chosen,
  onPick,
}: {
  vehicles: readonly LiveVehicle[]
  chosen: number | null
  onPick: (id: number) => void
}) {
  const can = useCan()
  const narrow = useNarrow()
  const { active } = useScreen()
  const vehicles = useDeferredValue(newest)
  const list = {
    key: 'vehicles',
    label: `车辆 ${vehicles.length}`,
    children: <VehicleList vehicles={vehicles} chosen={chosen} onPick={onPick} />,
  }
  const items = can('assistant')
    ? [list, { key: 'alarms', label: '报警', children: <AlarmPanel active={active} onPick={onPick} /> }]
    : [list]
  return (
    <aside className="zyt-live-side" aria-label="车辆与报警">
      <Tabs size="small" items={items} tabBarGutter={narrow ? 16 : 24} />
    </aside>
  )
})
