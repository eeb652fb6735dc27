/** Drawing a fence, pure: the text of the form is the truth, the map shows it and changes it point by point. */
import { circleRing, closed, corridorRings, metres, rectangleRing, towards, type Position } from '#kit/ui/map/geo.ts'
import { outlineOf, unionOf } from '#kit/ui/map/outline.ts'
import { parsePoints, type Shape } from './fence.rules.ts'

export interface Drawing {
  shape: Shape
  points: readonly Position[]
  radius: number | null
  width: number | null
}
const text = (n: number): string => n.toFixed(6).replace(/\.?0+$/, '')
export const textOf = (points: readonly Position[]): string => points.map(([lng, lat]) => `${text(lng)},${text(lat)}`).join('\n')
export function drawingOf(values: Readonly<Record<string, unknown>>): Drawing {
  const { points } = parsePoints(typeof values['points'] === 'string' ? values['points'] : null)
  const number = (value: unknown): number | null => (typeof value === 'number' && value > 0 ? value : null)
  return {
    shape: (values['shape'] as Shape | undefined) ?? 'circle',
    points: points.map((p) => [p.lng, p.lat] as const),
    radius: number(values['radius']),
    width: number(values['width']),
  }
}

export function ringsOf({ shape, points, radius, width }: Drawing): Position[][] {
  const [a, b] = points
  if (shape === 'circle') return a && radius ? [circleRing(a, radius)] : []
  if (shape === 'rectangle') return a && b ? [rectangleRing(a, b)] : []
  if (shape === 'polygon') return points.length >= 3 ? [closed(points)] : []
  if (shape === 'corridor') return points.length >= 2 && width ? corridorRings(points, width) : []
  return []
}
/** What is painted: areas, each with its holes, and their edges. A corridor is many rings that lie over each other and reads as one. */
export function paintedOf(
  shape: Shape,
  rings: readonly (readonly Position[])[],
): { areas: readonly (readonly (readonly Position[])[])[]; edges: readonly (readonly Position[])[] } {
  const one = shape === 'corridor' ? unionOf(rings) : null
  if (one) return { areas: [one], edges: one }
  return { areas: rings.map((ring) => [ring]), edges: shape === 'corridor' ? outlineOf(rings) : rings }
}
/** What is drawn before it is a shape: the line one has clicked so far. */
export const lineSoFar = ({ shape, points }: Drawing): readonly Position[] =>
  shape === 'corridor' || (shape === 'polygon' && points.length === 2) ? points : []

export type Change = Partial<{ points: string; radius: number }>
const MOST = 2000

/** A click on free map. */
export function clicked(d: Drawing, at: Position): Change | null {
  switch (d.shape) {
    case 'circle':
      return d.points[0] && !d.radius ? { radius: radiusFor(d.points[0], at) } : { points: textOf([at]) }
    case 'rectangle':
      return { points: textOf(d.points.length === 1 ? [d.points[0]!, at] : [at]) }
    case 'polygon':
    case 'corridor':
      return d.points.length >= MOST ? null : { points: textOf([...d.points, at]) }
    case 'district':
      return null
  }
}
const radiusFor = (centre: Position, edge: Position): number => Math.max(20, Math.min(500_000, Math.round(metres(centre, edge))))

/** What can be taken hold of. `middle` stands between two corners and becomes one when it is dragged. */
export interface Handle {
  kind: 'corner' | 'middle' | 'edge'
  index: number
  at: Position
}
export function handlesOf(d: Drawing): Handle[] {
  const corners = d.points.map((at, index): Handle => ({ kind: 'corner', index, at }))
  if (d.shape === 'circle')
    return d.points[0] && d.radius ? [...corners, { kind: 'edge', index: 0, at: towards(d.points[0], 90, d.radius) }] : corners
  if (d.shape !== 'polygon' && d.shape !== 'corridor') return corners
  // Between very many corners nothing more can be hit with a finger.
  if (d.points.length > 200) return corners
  const last = d.shape === 'polygon' && d.points.length >= 3 ? d.points.length : d.points.length - 1
  const middles = Array.from({ length: Math.max(0, last) }, (_, i): Handle => {
    const [a, b] = [d.points[i]!, d.points[(i + 1) % d.points.length]!]
    return { kind: 'middle', index: i, at: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] }
  })
  return [...corners, ...middles]
}
interface Point {
  x: number
  y: number
}
/** Around a handle: what a mouse hits, and what a finger does. */
export const REACH = { mouse: 12, finger: 22 }
/** The handle under a point of the picture: the nearest, and a corner before a middle. Not asked of what is painted: that may be a moment behind. */
export function handleAt(handles: readonly Handle[], point: Point, project: (at: Position) => Point, reach = REACH.mouse): Handle | null {
  let [best, least] = [null as Handle | null, reach]
  for (const middles of [false, true]) {
    for (const handle of handles) {
      if ((handle.kind === 'middle') !== middles) continue
      const { x, y } = project(handle.at)
      const far = Math.hypot(x - point.x, y - point.y)
      if (far <= least) [best, least] = [handle, far]
    }
    if (best) return best
  }
  return null
}
export function dragged(d: Drawing, handle: Pick<Handle, 'kind' | 'index'>, to: Position): Change {
  if (handle.kind === 'edge') return { radius: radiusFor(d.points[0]!, to) }
  if (handle.kind === 'middle') return { points: textOf(d.points.toSpliced(handle.index + 1, 0, to)) }
  return { points: textOf(d.points.with(handle.index, to)) }
}
/** The drawing after a change, before the form has told it back. */
export const applied = (d: Drawing, change: Change): Drawing =>
  drawingOf({ shape: d.shape, points: change.points ?? textOf(d.points), radius: change.radius ?? d.radius, width: d.width })
export const removed = (d: Drawing, index: number): Change => ({ points: textOf(d.points.toSpliced(index, 1)) })

export function hintOf(d: Drawing): string {
  const n = d.points.length
  switch (d.shape) {
    case 'circle':
      return n === 0 ? '点击地图放置圆心' : d.radius ? '拖动圆心移动，拖动右侧圆点改变半径' : '再点击一处确定半径'
    case 'rectangle':
      return n === 0 ? '点击地图放置第一个角' : n === 1 ? '再点击对角' : '拖动角点修改；点击别处重画'
    case 'polygon':
      return n < 3 ? `依次点击各个顶点（还需 ${3 - n} 个）` : '继续点击增加顶点；拖动顶点移动，拖动边中点插入，右键删除'
    case 'corridor':
      return n < 2 ? '沿路线依次点击' : d.width ? '继续点击延长；拖动点移动，拖动中点插入，右键删除' : '请填写走廊半宽'
    case 'district':
      return '从列表中选择行政区'
  }
}
