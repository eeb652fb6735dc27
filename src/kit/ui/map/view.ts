/** Where places are on a picture of the map, pure. */
import type { Mercator } from './geo.ts'

export interface View {
  centre: Mercator
  width: number
  height: number
  /** Pixels from one end of the world to the other. */
  world: number
  zoom: number
  /** Where it is on the picture; the copy of the world nearest to its middle. */
  x(place: Mercator): number
  y(place: Mercator): number
}
export function viewOf(centre: Mercator, zoom: number, width: number, height: number): View {
  const world = 512 * 2 ** zoom
  const [left, top] = [width / 2, height / 2]
  return {
    centre,
    width,
    height,
    world,
    zoom,
    x: (place) => left + nearest(place.mx - centre.mx) * world,
    y: (place) => top + (place.my - centre.my) * world,
  }
}
/** The world repeats: of all copies the one nearest to here. */
export const nearest = (away: number): number => away - Math.round(away)

/** As much again to every side. */
export const around = ({ centre, zoom, width, height }: View): View => viewOf(centre, zoom, width * 2, height * 2)

/** Whether all of `seen` lies inside what was made ready. Levels in between are the same picture, a little larger or smaller. */
export function covers(ready: View, seen: View): boolean {
  if (Math.floor(ready.zoom) !== Math.floor(seen.zoom)) return false
  const [dx, dy] = [Math.abs(nearest(seen.centre.mx - ready.centre.mx)), Math.abs(seen.centre.my - ready.centre.my)]
  return (
    dx + seen.width / seen.world / 2 <= ready.width / ready.world / 2 && dy + seen.height / seen.world / 2 <= ready.height / ready.world / 2
  )
}
