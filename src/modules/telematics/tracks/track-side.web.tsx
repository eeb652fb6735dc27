/** What a track says in words: how far and how that was found, trips and stops, what happened on the way. */
import { memo, useCallback, useRef } from 'react'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { kilometres, type Position } from '#kit/ui/map/geo.ts'
import { duration } from './trajectory.layout.ts'
import type { TrackAnswer, TrackSpan } from '../wire.ts'

const clock = (t: number): string => formatTime(t * 1000, 'MM-DD HH:mm')
const place = (lng: number | null, lat: number | null): Position | null => (lng === null || lat === null ? null : [lng / 1e6, lat / 1e6])

/** `now` is a frame of the player, sixty a second; what is read changes with the trip it falls into. */
export function TrackSide({ answer, now, onPick }: { answer: TrackAnswer; now: number; onPick: (t: number, at: Position | null) => void }) {
  const pick = useRef(onPick)
  pick.current = onPick
  const stable = useCallback((t: number, at: Position | null) => pick.current(t, at), [])
  const current = answer.spans.findLast((s) => now >= s.from && (s.to === null || now < s.to))?.id ?? null
  return <Words answer={answer} current={current} onPick={stable} />
}

const Words = memo(function Words({
  answer,
  current,
  onPick,
}: {
  answer: TrackAnswer
  current: number | null
  onPick: (t: number, at: Position | null) => void
}) {
  const { mileage: m, spans, marks } = answer
  const trips = spans.filter((s) => s.kind === 'trip')
  const stops = spans.filter((s) => s.kind === 'stop')
  // One that still lasts is as long as it is known.
  const known = answer.points.t.at(-1) ?? 0
  const driven = trips.reduce((sum, s) => sum + Math.max(0, (s.to ?? known) - s.from), 0)
  return (
    <aside className="zyt-track-side" aria-label="行程与事件">
      <h3>里程 {kilometres(m.used === 'odometer' ? (m.odometer ?? 0) : m.gps)}</h3>
      <small>
        {m.why}。卫星定位 {kilometres(m.gps)}
        {m.odometer === null ? '' : `，终端里程 ${kilometres(m.odometer)}`}；定位点 {answer.stored.toLocaleString('zh-CN')} 个，图上{' '}
        {answer.points.t.length.toLocaleString('zh-CN')} 个。
      </small>
      <h3>
        行程 {trips.length} · 停留 {stops.length} · 行驶 {duration(driven)}
      </h3>
      {answer.derived && spans.length > 0 ? <small>尚未完成行程计算，以下由定位点即时划分。</small> : null}
      <ul>
        {spans.map((s) => (
          <li key={s.id}>
            <button type="button" aria-current={s.id === current} onClick={() => onPick(s.from, place(s.lng, s.lat))}>
              <Span span={s} />
            </button>
          </li>
        ))}
      </ul>
      {marks.length > 0 ? <h3>报警与围栏 {marks.length}</h3> : null}
      <ul>
        {marks.map((mark) => (
          <li key={`${mark.kind}${mark.id}`}>
            <button type="button" onClick={() => onPick(mark.t, place(mark.lng, mark.lat))}>
              {mark.kind === 'alarm' ? '报警' : '围栏'} · {mark.label}
              <small>
                {clock(mark.t)} {mark.note}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </aside>
  )
})

function Span({ span: s }: { span: TrackSpan }) {
  const long = s.to === null ? '进行中' : duration(s.to - s.from)
  const when = `${clock(s.from)} – ${s.to === null ? '' : clock(s.to)}`
  if (s.kind === 'trip')
    return (
      <>
        行驶 {kilometres(s.distance)}（{s.method === 'odometer' ? '终端里程' : '卫星定位'}） · {long}
        <small>
          {when}
          {s.maxSpeed === null ? '' : ` · 最高 ${s.maxSpeed.toFixed(0)} km/h`}
        </small>
      </>
    )
  return (
    <>
      {s.kind === 'stop' ? '停留' : '无数据'} {long}
      <small>
        {when} {s.place}
      </small>
    </>
  )
}
