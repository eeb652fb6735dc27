/** The routes on the map, numbered stops in their colours; the one pointed at stands out. */
import { tokenOf } from '#kit/ui/look/tokens.ts'
import { useEffect, useMemo, useState } from 'react'
import { boundsOf } from '#kit/ui/map/geo.ts'
import { MapBox, type Stage } from '#kit/ui/map/map.web.ts'
import type { Board } from '../plans/problem.rules.ts'
import type { Plan } from '../solver/model.ts'
import { featuresOf } from './board.web.ts'

interface Props {
  board: Board
  plan: Plan
  index: ReadonlyMap<string, number>
  hovered: string | null
}

export function PlanMap({ board, plan, index, hovered }: Props) {
  const [stage, setStage] = useState<Stage | null>(null)
  const shown = useMemo(
    () => featuresOf(board, hovered === null ? plan : { ...plan, routes: plan.routes.filter((r) => r.vehicle === hovered) }, index),
    [board, plan, index, hovered],
  )
  useEffect(() => {
    if (stage) dress(stage)
  }, [stage])
  useEffect(() => {
    stage?.set('plan-lines', shown.lines)
    stage?.set('plan-stops', shown.stops)
    stage?.set('plan-depots', shown.depots)
  }, [stage, shown])
  useEffect(() => {
    if (stage && board.places.length > 0) stage.fit(boundsOf(board.places.map((p) => [p.lng, p.lat] as const))!)
  }, [stage, board])
  return <MapBox label={`${plan.routes.length} 条线路`} className="zyt-plan-map" onStage={setStage} />
}

function dress(stage: Stage): void {
  stage.source('plan-lines')
  stage.source('plan-stops')
  stage.source('plan-depots')
  stage.layer({
    id: 'plan-lines',
    source: 'plan-lines',
    type: 'line',
    filter: ['!', ['get', 'dash']],
    paint: { 'line-color': ['get', 'colour'], 'line-width': 3, 'line-opacity': 0.8 },
  })
  stage.layer({
    id: 'plan-lines-dashed',
    source: 'plan-lines',
    type: 'line',
    filter: ['get', 'dash'],
    paint: { 'line-color': ['get', 'colour'], 'line-width': 3, 'line-dasharray': [2, 1.5] },
  })
  stage.layer({
    id: 'plan-depots',
    source: 'plan-depots',
    type: 'circle',
    paint: {
      'circle-radius': 8,
      'circle-color': tokenOf('paper-text', false),
      'circle-stroke-color': tokenOf('on-fill', false),
      'circle-stroke-width': 2,
    },
  })
  stage.layer({
    id: 'plan-stops',
    source: 'plan-stops',
    type: 'circle',
    paint: {
      'circle-radius': 9,
      'circle-color': ['get', 'colour'],
      'circle-stroke-color': tokenOf('on-fill', false),
      'circle-stroke-width': 1.5,
    },
  })
  stage.layer({
    id: 'plan-numbers',
    source: 'plan-stops',
    type: 'symbol',
    layout: { 'text-field': ['get', 'no'], 'text-size': 11, 'text-allow-overlap': true },
    paint: { 'text-color': tokenOf('on-fill', false) },
  })
}
