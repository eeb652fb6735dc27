/**
 * The one place where coordinates change their system. Everything else in the product is WGS-84; maps of Chinese suppliers show
 * GCJ-02, so what lies on them is moved just before it is drawn, and what is clicked is moved back.
 */
import library from 'gcoord'
import type { Position } from '../geo.ts'

// What the package's types call its default is, in a bundle, the module itself.
const gcoord = ('default' in library ? library.default : library) as (typeof library)['default']

export type Crs = 'wgs84' | 'gcj02'

export const toShown = (at: Position, crs: Crs): Position =>
  crs === 'wgs84' ? at : (gcoord.transform([at[0], at[1]], gcoord.WGS84, gcoord.GCJ02) as [number, number])
/** The library comes to within a millionth of a degree; one look at where that lies on the map leaves a thousandth of it. */
export function toTrue(at: Position, crs: Crs): Position {
  if (crs === 'wgs84') return at
  const near = gcoord.transform([at[0], at[1]], gcoord.GCJ02, gcoord.WGS84) as [number, number]
  const shown = toShown(near, crs)
  return [near[0] + at[0] - shown[0], near[1] + at[1] - shown[1]]
}
