/** The globe, once: WGS-84 degrees in, metres out. Pure. */

/** Mean radius in metres (IUGG). */
export const EARTH_RADIUS = 6_371_008.8
export const RADIANS = Math.PI / 180
export const METRES_A_DEGREE = EARTH_RADIUS * RADIANS

/** Along the great circle. */
export function metresBetween(aLng: number, aLat: number, bLng: number, bLat: number): number {
  const s =
    Math.sin(((bLat - aLat) * RADIANS) / 2) ** 2 +
    Math.cos(aLat * RADIANS) * Math.cos(bLat * RADIANS) * Math.sin(((bLng - aLng) * RADIANS) / 2) ** 2
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(s)))
}
