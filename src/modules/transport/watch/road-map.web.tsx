/** Drivers and trucks where they were last seen, with a line to the next stop; red: will be late, grey: nothing heard for long. */
import { tokenOf } from '#kit/ui/look/tokens.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { boundsOf, type Position } from '#kit/ui/map/geo.ts'
import { lineOf, MapBox, pointAt, type Stage } from '#kit/ui/map/map.web.ts'
import { colourOf, isStale } from './road.ts'
import type { RoadRow } from './wire.ts'
import './watch.css'

interface Props {
  rows: readonly RoadRow[]
  now: string
  chosen: string | null
  onChoose: (key: string) => void
}
const at = (r: RoadRow): Position => [r.position!.lng, r.position!.lat]

export default function RoadMap({ rows, now, chosen, onChoose }: Props) {
  const [stage, setStage] = useState<Stage | null>(null)
  const choose = useRef(onChoose)
  choose.current = onChoose
  const seen = useMemo(() => rows.filter((r) => r.position !== null), [rows])
  useEffect(() => {
    if (!stage) return
    dress(stage)
    stage.onClick('road-trucks', (event) => {
      const key: unknown = event.features?.[0]?.properties['key']
      if (typeof key === 'string') choose.current(key)
    })
  }, [stage])
  useEffect(() => {
    if (!stage) return
    stage.set(
      'road-trucks',
      seen.map((r) =>
        pointAt(at(r), {
          key: r.key,
          colour: colourOf(r, now),
          label: r.plate ?? r.name,
          left: r.mission ? String(r.mission.total - r.mission.done) : '',
          wide: r.key === chosen,
          stale: isStale(r, now),
        }),
      ),
    )
    const ways = seen.flatMap((r) => {
      const next = r.mission?.next
      return next && next.lng !== null && next.lat !== null ? [{ r, to: [next.lng, next.lat] as const }] : []
    })
    stage.set(
      'road-ways',
      ways.map(({ r, to }) => lineOf([at(r), to], { colour: colourOf(r, now) })),
    )
    stage.set(
      'road-stops',
      ways.map(({ r, to }) => pointAt(to, { colour: colourOf(r, now) })),
    )
  }, [stage, seen, now, chosen])
  const fitted = useRef(false)
  useEffect(() => {
    if (!stage || fitted.current || seen.length === 0) return
    fitted.current = true
    stage.fit(boundsOf(seen.map(at))!, 60, 12)
  }, [stage, seen])
  useEffect(() => {
    const row = seen.find((r) => r.key === chosen)
    if (stage && row) stage.go(at(row), 12)
    // Follows the choice, not each report.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [stage, chosen])
  return <MapBox label={`${seen.length} 位司机的位置`} className="zyt-road-map" onStage={setStage} />
}

function dress(stage: Stage): void {
  for (const id of ['road-ways', 'road-stops', 'road-trucks']) stage.source(id)
  stage.layer({
    id: 'road-ways',
    source: 'road-ways',
    type: 'line',
    paint: { 'line-color': ['get', 'colour'], 'line-width': 2, 'line-dasharray': [2, 2], 'line-opacity': 0.7 },
  })
  stage.layer({
    id: 'road-stops',
    source: 'road-stops',
    type: 'circle',
    paint: {
      'circle-radius': 5,
      'circle-color': tokenOf('on-fill', false),
      'circle-stroke-color': ['get', 'colour'],
      'circle-stroke-width': 2,
    },
  })
  stage.layer({
    id: 'road-trucks',
    source: 'road-trucks',
    type: 'circle',
    paint: {
      'circle-radius': ['case', ['get', 'wide'], 14, 10],
      'circle-color': ['get', 'colour'],
      'circle-opacity': ['case', ['get', 'stale'], 0.55, 1],
      'circle-stroke-color': tokenOf('on-fill', false),
      'circle-stroke-width': 2,
    },
  })
  stage.layer({
    id: 'road-left',
    source: 'road-trucks',
    type: 'symbol',
    layout: { 'text-field': ['get', 'left'], 'text-size': 11, 'text-allow-overlap': true },
    paint: { 'text-color': tokenOf('on-fill', false) },
  })
  stage.layer({
    id: 'road-labels',
    source: 'road-trucks',
    type: 'symbol',
    layout: { 'text-field': ['get', 'label'], 'text-size': 11, 'text-offset': [0, 1.6] },
    paint: { 'text-color': tokenOf('paper-text', false), 'text-halo-color': tokenOf('on-fill', false), 'text-halo-width': 1.5 },
  })
}
