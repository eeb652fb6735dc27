/** The map of one fence: drawn with clicks, changed by its handles; or, without `onChange`, only shown. */
import { tokenOf, FILLS } from '#kit/ui/look/tokens.ts'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ClearOutlined, UndoOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { api } from '#kit/ui/client/api.web.ts'
import { boundsOf, grown, type Bounds, type Position } from '#kit/ui/map/geo.ts'
import { areasOf, lineOf, linesOf, loadAreas, MapBox, pointAt, type Stage } from '#kit/ui/map/map.web.ts'
import { PlaceSearch } from '#kit/ui/field/place-search.web.tsx'
import { ReasonButton } from '#kit/ui/record/reason-button.web.tsx'
import { SearchSelect } from '#kit/ui/field/search-select.web.tsx'
import {
  applied,
  clicked,
  dragged,
  drawingOf,
  handleAt,
  handlesOf,
  hintOf,
  lineSoFar,
  paintedOf,
  REACH,
  removed,
  ringsOf,
  textOf,
  type Change,
  type Drawing,
  type Handle,
} from './fence.layout.ts'
import '../telematics.css'

export const useAreas = (wanted: boolean) =>
  useQuery({ queryKey: ['mapAreas'], enabled: wanted, staleTime: Infinity, queryFn: loadAreas }).data

type Values = Readonly<Record<string, unknown>>

export function FenceMap({
  values,
  onChange,
  height,
}: {
  values: Values
  onChange?: (change: Change & { district?: string | null }) => void
  height?: number
}) {
  const [stage, setStage] = useState<Stage | null>(null)
  const drawing = drawingOf(values)
  const areas = useAreas(drawing.shape === 'district')
  const district = typeof values['district'] === 'string' ? values['district'] : null
  const rings = drawing.shape === 'district' ? (district ? (areas?.get(district)?.rings ?? []) : []) : ringsOf(drawing)
  useShape(stage, drawing, rings, onChange !== undefined)
  useHands(stage, drawing, onChange)
  const key = drawing.shape === 'district' ? `${district}:${rings.length > 0}` : ''
  useFraming(stage, rings.length ? rings.flat() : drawing.points, key)
  useBeginning(stage, onChange !== undefined && drawing.points.length === 0 && !district)
  const nothing = drawing.points.length === 0 ? '还没有画点' : null
  return (
    <div className="zyt-fence-map" style={height ? { height, position: 'relative', marginBottom: 12 } : undefined}>
      <MapBox label="围栏地图" onStage={setStage}>
        {onChange ? (
          <div className="zyt-fence-tools">
            {drawing.shape === 'district' ? (
              <SearchSelect
                aria-label="选择行政区"
                placeholder="省、市或直辖市的区"
                style={{ width: 240 }}
                value={district}
                loading={!areas}
                options={[...(areas?.values() ?? [])].map((a) => ({ value: a.code, label: `${a.name}（${a.code}）` }))}
                onChange={(code: string) => onChange({ district: code })}
              />
            ) : (
              <>
                <ReasonButton
                  size="small"
                  icon={<UndoOutlined />}
                  reason={nothing}
                  onClick={() => onChange({ points: textOf(drawing.points.slice(0, -1)) })}
                >
                  撤销一点
                </ReasonButton>
                <ReasonButton size="small" icon={<ClearOutlined />} reason={nothing} onClick={() => onChange({ points: '' })}>
                  清空
                </ReasonButton>
              </>
            )}
            <div className="zyt-fence-find">
              <PlaceSearch
                value={null}
                ariaLabel="地图定位到"
                placeholder="地图定位到…"
                onChange={(place) => place?.lng !== undefined && place.lat !== undefined && stage?.go([place.lng, place.lat], 12)}
              />
            </div>
          </div>
        ) : null}
        {onChange ? <p className="zyt-fence-hint">{hintOf(drawing)}</p> : null}
      </MapBox>
    </div>
  )
}

function useShape(stage: Stage | null, drawing: Drawing, rings: readonly (readonly Position[])[], editable: boolean): void {
  useEffect(() => {
    if (!stage) return
    for (const id of ['fence', 'fence-edges', 'fence-line', 'fence-hands']) stage.source(id)
    stage.layer({ id: 'fence-fill', source: 'fence', type: 'fill', paint: { 'fill-color': FILLS.blue, 'fill-opacity': 0.16 } })
    stage.layer({ id: 'fence-edge', source: 'fence-edges', type: 'line', paint: { 'line-color': FILLS.blue, 'line-width': 2 } })
    stage.layer({
      id: 'fence-way',
      source: 'fence-line',
      type: 'line',
      paint: { 'line-color': FILLS.amber, 'line-width': 2, 'line-dasharray': [2, 1] },
    })
    stage.layer({
      id: 'fence-hands',
      source: 'fence-hands',
      type: 'circle',
      paint: {
        'circle-radius': ['match', ['get', 'kind'], 'middle', 5, 8],
        'circle-color': ['match', ['get', 'kind'], 'edge', FILLS.amber, 'middle', tokenOf('on-fill', false), FILLS.blue],
        'circle-stroke-color': ['match', ['get', 'kind'], 'middle', FILLS.blue, tokenOf('on-fill', false)],
        'circle-stroke-width': 2,
      },
    })
  }, [stage])
  const text = JSON.stringify([drawing, rings.length, rings[0]?.length])
  useEffect(() => {
    if (!stage) return
    const { areas, edges } = paintedOf(drawing.shape, rings)
    stage.set('fence', areas.length ? [areasOf(areas)] : [])
    stage.set('fence-edges', edges.length ? [linesOf(edges)] : [])
    stage.set('fence-line', lineSoFar(drawing).length > 1 ? [lineOf(lineSoFar(drawing))] : [])
    stage.set('fence-hands', editable ? handlesOf(drawing).map((h, i) => pointAt(h.at, { kind: h.kind, index: h.index }, i)) : [])
    // `text` is the drawing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [stage, text, editable])
}

/** Clicks and drags; the newest drawing is read through a ref, so that listeners are put on once, and before anybody can click. */
function useHands(stage: Stage | null, drawing: Drawing, onChange?: (change: Change) => void): void {
  const now = useRef({ drawing, onChange })
  now.current = { drawing, onChange }
  useLayoutEffect(() => {
    if (!stage || !now.current.onChange) return
    let held: Handle | null = null
    let moved = false
    const hit = (point: { x: number; y: number }, finger = false): Handle | null =>
      handleAt(handlesOf(now.current.drawing), point, (at) => stage.project(at), finger ? REACH.finger : REACH.mouse)
    const change = (made: Change | null): void => {
      if (!made) return
      // The next click or move may come before the form has told this one back.
      now.current.drawing = applied(now.current.drawing, made)
      now.current.onChange?.(made)
    }
    stage.cursor('crosshair')
    const take = (event: { point: { x: number; y: number }; preventDefault: () => void }, finger: boolean): void => {
      held = hit(event.point, finger)
      moved = false
      if (!held) return
      event.preventDefault()
      stage.map.dragPan.disable()
    }
    const drag = (at: Position): void => {
      if (!held) return
      moved = true
      change(dragged(now.current.drawing, held, at))
      // A middle that was taken hold of is a corner from now on.
      if (held.kind === 'middle') held = { ...held, kind: 'corner', index: held.index + 1 }
    }
    const letGo = (): void => {
      if (!held) return
      held = null
      stage.map.dragPan.enable()
    }
    // The right button removes: taken hold of, the map would never tell of its menu.
    stage.onPointer('mousedown', (event) => (event.originalEvent as MouseEvent).button === 0 && take(event, false))
    stage.onPointer('touchstart', (event) => take(event, true))
    stage.onPointer('touchmove', (event) => drag(event.at))
    stage.onPointer('mousemove', (event) => {
      if (held) drag(event.at)
      else stage.cursor(hit(event.point) ? 'move' : 'crosshair')
    })
    for (const end of ['mouseup', 'touchend', 'touchcancel'] as const) stage.onPointer(end, letGo)
    // Also where it is let go of beside the map, which does not hear it.
    window.addEventListener('mouseup', letGo)
    stage.onPointer('click', (event) => {
      if (moved || hit(event.point)) return void (moved = false)
      change(clicked(now.current.drawing, event.at))
    })
    stage.onPointer('contextmenu', (event) => {
      const at = hit(event.point)
      if (at?.kind === 'corner') change(removed(now.current.drawing, at.index))
    })
    stage.map.doubleClickZoom.disable()
    return () => {
      window.removeEventListener('mouseup', letGo)
      stage.map.doubleClickZoom.enable()
      stage.map.dragPan.enable()
      stage.cursor('')
    }
  }, [stage])
}

function useFraming(stage: Stage | null, points: readonly Position[], key: string): void {
  const framed = useRef<string | null>(null)
  const hasPoints = points.length > 0
  useEffect(() => {
    if (!stage || !hasPoints || framed.current === key) return
    framed.current = key
    const box = boundsOf(points)
    if (box) stage.fit(grown(box, 400), 40, 16)
    // Framed when it is first seen, not while it is drawn.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [stage, hasPoints, key])
  // What a person begins to draw stands where they look already.
  useEffect(() => {
    if (stage && !hasPoints) framed.current = key
  }, [stage, hasPoints, key])
}

/** A fence that is to be drawn: the map opens where the vehicles, the stores or the last fence are, unless it has been moved meanwhile. */
function useBeginning(stage: Stage | null, isNew: boolean): void {
  const [begun, setBegun] = useState(false)
  const where = useQuery({
    queryKey: ['fenceWhere'],
    enabled: isNew,
    staleTime: 60_000,
    queryFn: ({ signal }) => api.get<{ bounds: Bounds | null }>('/api/v1/fence/where', {}, { signal, silent: true }),
  }).data
  useEffect(() => (stage && isNew && !begun ? stage.onDragged(() => setBegun(true)) : undefined), [stage, isNew, begun])
  useEffect(() => {
    if (!stage || !where || begun) return
    setBegun(true)
    if (isNew && where.bounds) stage.fit(grown(where.bounds, 2000), 30, 13)
  }, [stage, where, isNew, begun])
}
