/** 电子围栏: all fences on the map above their list; a click on one opens it. */
import { tokenOf, FILLS } from '#kit/ui/look/tokens.ts'
import { useEffect, useMemo, useState } from 'react'
import { Button } from 'antd'
import { useQuery } from '@tanstack/react-query'
import type { ListAnswer, Row } from '#kit/entity/wire.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { entityKeys } from '#kit/ui/client/entity-keys.ts'
import { EntityList } from '#kit/ui/list/list.web.tsx'
import { boundsOf, grown, inside, mainBounds, type Position } from '#kit/ui/map/geo.ts'
import { areasOf, linesOf, MapBox, pointAt, type Area, type Stage } from '#kit/ui/map/map.web.ts'
import { useQueryState, useScreen } from '#kit/ui/screen/screen.web.ts'
import type { ScreenProps } from '#kit/ui/screen/slots.web.ts'
import { drawingOf, paintedOf, ringsOf } from './fence.layout.ts'
import type { Shape } from './fence.rules.ts'
import { useAreas } from './fence-map.web.tsx'
import '../telematics.css'

const QUERY = { pageNo: '1', pageSize: '200', sort: 'name' }
const STATES = { active: FILLS.green, draft: FILLS.amber, stopped: FILLS.grey } as const

export default function FenceScreen({ screen }: ScreenProps) {
  const [params, setParams] = useQueryState()
  const hidden = params['map'] === '0'
  const toggle = <Button onClick={() => setParams({ map: hidden ? null : '0' })}>{hidden ? '显示地图' : '收起地图'}</Button>
  return <EntityList entity={screen.entity!} view={screen.view} toolbar={toggle} above={hidden ? null : <AllFences />} />
}

function AllFences() {
  const { open } = useScreen()
  const [stage, setStage] = useState<Stage | null>(null)
  const fences = useQuery({
    queryKey: entityKeys.list('fence', QUERY),
    queryFn: ({ signal }) => api.get<ListAnswer>('/api/v1/fence/list', QUERY, { signal, silent: true }),
  }).data
  const areas = useAreas(Boolean(fences?.list.some((row) => row['shape'] === 'district')))
  const features = useMemo(
    () => (fences?.list ?? []).map((row) => ({ row, rings: shapeOf(row, areas) })).filter((f) => f.rings.length > 0),
    [fences, areas],
  )
  useEffect(() => {
    if (!stage) return
    stage.source('fences')
    stage.source('fences-edges')
    stage.source('fences-names')
    stage.layer({ id: 'fences-fill', source: 'fences', type: 'fill', paint: { 'fill-color': ['get', 'colour'], 'fill-opacity': 0.18 } })
    stage.layer({ id: 'fences-edge', source: 'fences-edges', type: 'line', paint: { 'line-color': ['get', 'colour'], 'line-width': 2 } })
    // A parking ground is smaller than a point from here on: it must be seen and hit all the same.
    stage.layer({
      id: 'fences-dots',
      source: 'fences-names',
      type: 'circle',
      maxzoom: 12,
      paint: {
        'circle-radius': 5,
        'circle-color': ['get', 'colour'],
        'circle-stroke-color': tokenOf('on-fill', false),
        'circle-stroke-width': 1.5,
      },
    })
    stage.layer({
      id: 'fences-names',
      source: 'fences-names',
      type: 'symbol',
      layout: { 'text-field': ['get', 'name'], 'text-size': 12, 'text-anchor': 'top', 'text-offset': [0, 0.6] },
      paint: { 'text-halo-width': 1.4 },
    })
    stage.themed((dark) => ({
      'fences-names': { 'text-color': tokenOf('text', dark), 'text-halo-color': tokenOf('panel', dark) },
    }))
    for (const layer of ['fences-dots', 'fences-fill'])
      stage.onClick(layer, (event) => {
        // Within a district's area: the dot is meant, and only one screen is opened.
        if (event.defaultPrevented) return
        event.preventDefault()
        const id = event.features?.[0]?.properties?.['id'] as number | undefined
        if (id !== undefined) open('fenceDetail', { id })
      })
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [stage])
  useEffect(() => {
    if (!stage) return
    const painted = features.map(({ row, rings }) => ({ row, colour: colourOf(row), ...paintedOf(row['shape'] as Shape, rings) }))
    stage.set(
      'fences',
      painted.map(({ row, colour, areas }) => areasOf(areas, { id: row.id, name: String(row['name']), colour }, row.id)),
    )
    stage.set(
      'fences-edges',
      painted.map(({ colour, edges }) => linesOf(edges, { colour })),
    )
    // One name a fence, also where it is of several islands.
    stage.set(
      'fences-names',
      features.map(({ row, rings }) => pointAt(middleOf(rings), { id: row.id, name: String(row['name']), colour: colourOf(row) })),
    )
    // One fence far from all others, or one that was drawn wrong, does not make them points on a globe.
    const around = mainBounds(features.map((f) => middleOf(f.rings)))
    const box = around && boundsOf(features.flatMap((f) => (inside(around, middleOf(f.rings)) ? f.rings.flat() : [])))
    if (box) stage.fit(grown(box, 1000), 30, 13)
  }, [stage, features])
  const total = fences?.total ?? 0
  return (
    <div className="zyt-fence-list-map">
      <MapBox label={`围栏分布，共 ${features.length} 个`} onStage={setStage}>
        {total > features.length && fences ? (
          <p className="zyt-fence-hint">
            图上显示前 {fences.list.length} 个围栏，共 {total} 个
          </p>
        ) : null}
      </MapBox>
    </div>
  )
}
const colourOf = (row: Row): string => STATES[row['status'] as keyof typeof STATES] ?? STATES.stopped
const shapeOf = (row: Row, areas: ReadonlyMap<string, Area> | undefined): readonly (readonly Position[])[] =>
  row['shape'] === 'district' ? (areas?.get(String(row['district']))?.rings ?? []) : ringsOf(drawingOf(row))
/** Of the largest part. */
function middleOf(rings: readonly (readonly Position[])[]): Position {
  const boxes = rings.flatMap((ring) => boundsOf(ring) ?? [])
  const { west, south, east, north } = boxes.reduce((a, b) =>
    (b.east - b.west) * (b.north - b.south) > (a.east - a.west) * (a.north - a.south) ? b : a,
  )
  return [(west + east) / 2, (south + north) / 2]
}
