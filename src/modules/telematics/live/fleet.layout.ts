/** The fleet as it is drawn: who stands where on the plane of the map, what is gathered into one mark, what a click meets. Pure. */
import type { Mercator } from '#kit/ui/map/geo.ts'
import type { LiveVehicle } from './live.layout.ts'
import type { LiveState } from '../wire.ts'

export interface Spot extends Mercator {
  id: number
  plate: string
  state: LiveState
  /** An alarm that wants somebody, drawn as a ring. */
  alarm: boolean
  /** Degrees; 0 for what does not drive. */
  turn: number
}
export function spotOf(v: LiveVehicle, place: (at: readonly [number, number]) => Mercator): Spot | null {
  if (v.lng === null || v.lat === null) return null
  const { mx, my } = place([v.lng, v.lat])
  return { id: v.id, plate: v.plate, state: v.state, alarm: v.alarm > 1, turn: v.state === 'driving' ? v.direction : 0, mx, my }
}

/** One vehicle, or several that would lie on each other. */
export interface Mark extends Mercator {
  members: Spot[]
  moving: number
  alarms: number
}
export const NEAR = 46
/** From here on everybody stands alone, unless that would be a crowd nobody can read (and a machine without a graphics chip cannot draw). */
export const ALONE = 12
/** From here on in any case: those that stand on each other never part. */
const ALWAYS_ALONE = 17
const CROWD = { more: 600, fewer: 400 }

/** Whether vehicles are gathered at this level with so many in the picture; between the two limits it stays as it was. */
export function gathers(zoom: number, inPicture: number, before: boolean): boolean {
  const level = Math.floor(zoom)
  if (level < ALONE || level >= ALWAYS_ALONE) return level < ALONE
  return inPicture > CROWD.more || (before && inPicture > CROWD.fewer)
}

/** More than there are cells from north to south at any level. */
const CELLS = 2 ** 22
const alone = (spot: Spot): Mark => ({
  mx: spot.mx,
  my: spot.my,
  members: [spot],
  moving: spot.state === 'driving' ? 1 : 0,
  alarms: spot.alarm ? 1 : 0,
})

/**
 * Everybody joins the nearest mark begun within NEAR pixels, or begins one; a mark stands at the middle of its members. Whole levels
 * only, so that marks keep still while one zooms. Every vehicle is in exactly one mark: the figures on the map add up.
 */
export function marksOf(spots: readonly Spot[], zoom: number, gathered = zoom < ALONE): Mark[] {
  if (!gathered) return spots.map(alone)
  const level = Math.floor(zoom)
  const reach = NEAR / (512 * 2 ** level)
  const cells = new Map<number, { mark: Mark; x: number; y: number }[]>()
  const marks: Mark[] = []
  for (const spot of spots) {
    const [column, row] = [Math.floor(spot.mx / reach), Math.floor(spot.my / reach)]
    const best = nearest(cells, spot, column, row, reach)
    if (best) {
      best.members.push(spot)
      if (spot.state === 'driving') best.moving++
      if (spot.alarm) best.alarms++
      continue
    }
    const mark = alone(spot)
    marks.push(mark)
    const cell = cells.get(column * CELLS + row)
    if (cell) cell.push({ mark, x: spot.mx, y: spot.my })
    else cells.set(column * CELLS + row, [{ mark, x: spot.mx, y: spot.my }])
  }
  for (const mark of marks) {
    const count = mark.members.length
    if (count === 1) continue
    mark.mx = mark.members.reduce((sum, s) => sum + s.mx, 0) / count
    mark.my = mark.members.reduce((sum, s) => sum + s.my, 0) / count
  }
  return marks
}
function nearest(
  cells: ReadonlyMap<number, { mark: Mark; x: number; y: number }[]>,
  spot: Spot,
  column: number,
  row: number,
  reach: number,
): Mark | null {
  let [best, least] = [null as Mark | null, reach * reach]
  for (let c = column - 1; c <= column + 1; c++)
    for (let r = row - 1; r <= row + 1; r++)
      for (const { mark, x, y } of cells.get(c * CELLS + r) ?? []) {
        const far = (x - spot.mx) ** 2 + (y - spot.my) ** 2
        if (far < least) [best, least] = [mark, far]
      }
  return best
}

export const radiusOf = (count: number): number => 12 + 5 * Math.log10(count)

interface Place {
  x(at: Mercator): number
  y(at: Mercator): number
}
/** What lies under a click: the nearest of those it touches. */
export function hitOf(marks: readonly Mark[], view: Place, at: { x: number; y: number }): Mark | null {
  let [best, least] = [null as Mark | null, Infinity]
  for (const mark of marks) {
    const far = Math.hypot(view.x(mark) - at.x, view.y(mark) - at.y)
    const reach = mark.members.length > 1 ? radiusOf(mark.members.length) + 2 : 14
    if (far <= reach && far < least) [best, least] = [mark, far]
  }
  return best
}

export interface Box {
  left: number
  top: number
  width: number
  height: number
}
/** Words are written where they cover no others; who comes first stays. */
export function roomy<T extends Box>(boxes: Iterable<T>, most: number): T[] {
  const placed: T[] = []
  for (const b of boxes) {
    if (placed.length >= most) break
    if (
      placed.every(
        (k) => b.left >= k.left + k.width || k.left >= b.left + b.width || b.top >= k.top + k.height || k.top >= b.top + b.height,
      )
    )
      placed.push(b)
  }
  return placed
}
