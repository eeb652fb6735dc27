/** A track on the map with its player: coloured by speed, with stops, alarms, temperatures and how its mileage was found. */
import { tokenOf, FILLS } from '#kit/ui/look/tokens.ts'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { Select, Slider, Switch } from 'antd'
import { CaretRightOutlined, PauseOutlined } from '@ant-design/icons'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { boundsOf, grown, type Position } from '#kit/ui/map/geo.ts'
import { lineOf, MapBox, pointAt, type Stage } from '#kit/ui/map/map.web.ts'
import { ReasonButton } from '#kit/ui/record/reason-button.web.tsx'
import { EmptyState } from '#kit/ui/parts/state.web.tsx'
import { Curve } from '../cold/curve.web.tsx'
import { TrackSide } from './track-side.web.tsx'
import { usePlayer } from './player.web.ts'
import { advance, momentAt, SPEEDS, stillOf, stretchesOf } from './trajectory.layout.ts'
import { addVehicleIcons } from '../live/vehicle-icons.web.ts'
import type { TrackAnswer } from '../wire.ts'

const MARKS = { alarm: FILLS.red, fence: FILLS.violet, stop: FILLS.blue } as const

export function TrackView({ answer, onZoom }: { answer: TrackAnswer; onZoom: (zoom: number) => void }) {
  const { points } = answer
  const [stage, setStage] = useState<Stage | null>(null)
  const [skip, setSkip] = useState(true)
  const [first, last] = [points.t[0] ?? 0, points.t.at(-1) ?? 0]
  const skipped = useMemo(() => (skip ? stillOf(points, answer.spans) : []), [skip, points, answer.spans])
  const step = useCallback((t: number, seconds: number) => advance(points, t, seconds, skipped), [points, skipped])
  const player = usePlayer(first, last, step)
  const moment = momentAt(points, player.t)
  useTrackLayers(stage, answer, onZoom)
  useEffect(() => {
    stage?.set('track-now', moment ? [pointAt(moment.at, { turn: moment.direction })] : [])
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [stage, player.t, points])
  const goTo = (t: number, at: Position | null): void => {
    player.setT(Math.max(first, Math.min(last, t)))
    if (at) stage?.go(at, Math.max(stage.camera().zoom, 13))
  }
  return (
    <>
      <MapBox label={`${answer.plate} 的轨迹`} onStage={setStage}>
        {points.t.length === 0 ? (
          <div className="zyt-map-note">
            <EmptyState why="该时段没有有效定位" compact />
          </div>
        ) : (
          <div className="zyt-track-legend" aria-label="速度颜色">
            {SPEEDS.map((s) => (
              <span key={s.words}>
                <i style={{ background: s.colour }} />
                {s.words}
              </span>
            ))}
          </div>
        )}
      </MapBox>
      <TrackSide answer={answer} now={player.t} onPick={goTo} />
      <div className="zyt-track-player">
        <ReasonButton
          type="primary"
          shape="circle"
          reason={points.t.length < 2 ? '这段时间没有可以播放的轨迹' : null}
          icon={player.playing ? <PauseOutlined /> : <CaretRightOutlined />}
          label={player.playing ? '暂停' : '播放'}
          onClick={() => player.setPlaying(!player.playing)}
        />
        <Select
          aria-label="播放速度"
          value={player.speed}
          onChange={player.setSpeed}
          options={[10, 30, 60, 120, 300, 600].map((n) => ({ value: n, label: `${n} 倍` }))}
          style={{ width: 88 }}
        />
        <Slider
          aria-label="时间"
          min={first}
          max={Math.max(last, first + 1)}
          value={player.t}
          disabled={points.t.length < 2}
          onChange={(t: number) => player.setT(t)}
          tooltip={{ formatter: (t) => (t ? formatTime(t * 1000, 'MM-DD HH:mm:ss') : '') }}
        />
        <output aria-live="off">
          {moment ? `${formatTime(player.t * 1000, 'MM-DD HH:mm:ss')} · ${moment.speed.toFixed(0)} km/h` : '—'}{' '}
          <Switch
            size="small"
            checked={skip}
            onChange={setSkip}
            checkedChildren="跳过停留"
            unCheckedChildren="不跳过"
            aria-label="跳过停留"
          />
        </output>
        {answer.temperatures.length > 0 ? (
          <div className="zyt-track-chart">
            <Curve series={answer.temperatures} now={player.t} small />
          </div>
        ) : null}
      </div>
    </>
  )
}

function useTrackLayers(stage: Stage | null, answer: TrackAnswer, onZoom: (zoom: number) => void): void {
  const lines = useMemo(() => stretchesOf(answer.points).map((s) => lineOf(s.points, { colour: SPEEDS[s.band]!.colour })), [answer])
  const marks = useMemo(() => marksOf(answer), [answer])
  useEffect(() => {
    if (!stage) return
    addVehicleIcons(stage)
    for (const id of ['track', 'track-marks', 'track-now']) stage.source(id)
    stage.layer({
      id: 'track-casing',
      source: 'track',
      type: 'line',
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-width': 7 },
    })
    stage.themed((dark) => ({ 'track-casing': { 'line-color': tokenOf('panel', dark) } }))
    stage.layer({
      id: 'track-line',
      source: 'track',
      type: 'line',
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': ['get', 'colour'], 'line-width': 4 },
    })
    stage.layer({
      id: 'track-dots',
      source: 'track-marks',
      type: 'circle',
      paint: {
        'circle-radius': 8,
        'circle-color': ['get', 'colour'],
        'circle-stroke-color': tokenOf('on-fill', false),
        'circle-stroke-width': 2,
      },
    })
    stage.layer({
      id: 'track-words',
      source: 'track-marks',
      type: 'symbol',
      layout: { 'text-field': ['get', 'sign'], 'text-size': 11, 'text-allow-overlap': true },
      paint: { 'text-color': tokenOf('on-fill', false) },
    })
    stage.layer({
      id: 'track-vehicle',
      source: 'track-now',
      type: 'symbol',
      layout: {
        'icon-image': 'zyt-driving',
        'icon-rotate': ['get', 'turn'],
        'icon-rotation-alignment': 'map',
        'icon-allow-overlap': true,
        'icon-size': 1.1,
      },
    })
    const box = boundsOf(answer.points.t.map((_, i) => [answer.points.lng[i]! / 1e6, answer.points.lat[i]! / 1e6] as const))
    if (box) stage.fit(grown(box, 300), 50)
    stage.onMoved(() => onZoom(Math.min(18, Math.ceil(stage.camera().zoom))))
    // The picture is framed once per visit, not again when finer points arrive.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [stage])
  useEffect(() => stage?.set('track', lines), [stage, lines])
  useEffect(() => stage?.set('track-marks', marks), [stage, marks])
}

function marksOf({ points, spans, marks }: TrackAnswer) {
  const end = points.t.length - 1
  const at = (lng: number | null, lat: number | null): Position | null => (lng === null || lat === null ? null : [lng / 1e6, lat / 1e6])
  const ends =
    end > 0
      ? [
          pointAt([points.lng[0]! / 1e6, points.lat[0]! / 1e6], { sign: '起', colour: FILLS.green }),
          pointAt([points.lng[end]! / 1e6, points.lat[end]! / 1e6], { sign: '终', colour: FILLS.slate }),
        ]
      : []
  const stops = spans.flatMap((s) =>
    s.kind === 'stop' && at(s.lng, s.lat) ? [pointAt(at(s.lng, s.lat)!, { sign: 'P', colour: MARKS.stop })] : [],
  )
  return [
    ...stops,
    ...ends,
    ...marks.map((m) => pointAt([m.lng / 1e6, m.lat / 1e6], { sign: m.kind === 'alarm' ? '!' : '围', colour: MARKS[m.kind] })),
  ]
}
