/** Arithmetic on the globe, pure: WGS-84 degrees in, metres and outlines out. */
import { EARTH_RADIUS, METRES_A_DEGREE, metresBetween, RADIANS } from '../../basics/earth.ts'

export type Position = readonly [lng: number, lat: number]
export interface Bounds {
  west: number
  south: number
  east: number
  north: number
}

/** All of the country: from 帕米尔 to the mouth of the 乌苏里江, from 漠河 to the last stroke of the dashed line in the South China Sea. */
export const CHINA_BOUNDS: Bounds = { west: 73.4, south: 3.3, east: 135.2, north: 53.6 }

export const metres = ([aLng, aLat]: Position, [bLng, bLat]: Position): number => metresBetween(aLng, aLat, bLng, bLat)

/** Where one stands after `distance` metres towards `bearing` (degrees clockwise from north). */
export function towards([lng, lat]: Position, bearing: number, distance: number): Position {
  const d = distance / EARTH_RADIUS
  const [φ, θ] = [lat * RADIANS, bearing * RADIANS]
  const φ2 = Math.asin(Math.sin(φ) * Math.cos(d) + Math.cos(φ) * Math.sin(d) * Math.cos(θ))
  const λ2 = lng * RADIANS + Math.atan2(Math.sin(θ) * Math.sin(d) * Math.cos(φ), Math.cos(d) - Math.sin(φ) * Math.sin(φ2))
  return [λ2 / RADIANS, φ2 / RADIANS]
}

/** Degrees clockwise from north, 0–360, on the plane at `a`. */
export function bearing([aLng, aLat]: Position, [bLng, bLat]: Position): number {
  const angle = Math.atan2((bLng - aLng) * Math.cos(((aLat + bLat) / 2) * RADIANS), bLat - aLat) / RADIANS
  return (angle + 360) % 360
}

/** The plane of web maps: 0 to 1 from west to east and from north to south. */
export interface Mercator {
  mx: number
  my: number
}
const MOST_LATITUDE = 85.051129
export function mercatorOf([lng, lat]: Position): Mercator {
  const φ = Math.max(-MOST_LATITUDE, Math.min(MOST_LATITUDE, lat)) * RADIANS
  return { mx: (lng + 180) / 360, my: (1 - Math.log(Math.tan(Math.PI / 4 + φ / 2)) / Math.PI) / 2 }
}

const latitudeAt = (my: number): number => Math.atan(Math.sinh(Math.PI * (1 - 2 * my))) / RADIANS

/** Centre and level at which all of `bounds` is seen on a picture of this size. */
export function framing(
  { west, south, east, north }: Bounds,
  width: number,
  height: number,
  padding = 10,
): { centre: Position; zoom: number } {
  const [a, b] = [mercatorOf([west, north]), mercatorOf([east, south])]
  const room = (pixels: number): number => Math.max(pixels - 2 * padding, 1) / 512
  return {
    centre: [(west + east) / 2, latitudeAt((a.my + b.my) / 2)],
    zoom: Math.log2(Math.min(room(width) / (b.mx - a.mx), room(height) / (b.my - a.my))),
  }
}

/** A closed ring around a circle. */
export const circleRing = (centre: Position, radius: number, corners = 64): Position[] =>
  Array.from({ length: corners + 1 }, (_, i) => towards(centre, (360 * (i % corners)) / corners, radius))

export function rectangleRing([aLng, aLat]: Position, [bLng, bLat]: Position): Position[] {
  return [
    [aLng, aLat],
    [bLng, aLat],
    [bLng, bLat],
    [aLng, bLat],
    [aLng, aLat],
  ]
}

export const closed = (ring: readonly Position[]): Position[] => (ring.length ? [...ring, ring[0]!] : [])

/**
 * Rings whose union is the corridor of `width` metres to either side of a line: a rectangle per stretch and a circle per turn.
 * Drawn with one colour they read as one shape, without the arithmetic of a real offset curve.
 */
export function corridorRings(line: readonly Position[], width: number): Position[][] {
  const rings: Position[][] = line.map((p) => circleRing(p, width, 24))
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1]!, line[i]!]
    const along = bearing(a, b)
    rings.push(
      closed([towards(a, along - 90, width), towards(b, along - 90, width), towards(b, along + 90, width), towards(a, along + 90, width)]),
    )
  }
  return rings
}

export function boundsOf(points: Iterable<Position>): Bounds | null {
  let bounds: Bounds | null = null
  for (const [lng, lat] of points) {
    if (!bounds) bounds = { west: lng, east: lng, south: lat, north: lat }
    else {
      bounds.west = Math.min(bounds.west, lng)
      bounds.east = Math.max(bounds.east, lng)
      bounds.south = Math.min(bounds.south, lat)
      bounds.north = Math.max(bounds.north, lat)
    }
  }
  return bounds
}
/** Further than this from the others, and than six times as far as half of them are, a point is not where they are. */
const FAR_M = 300_000
const FAR_TIMES = 6
const middle = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length / 2)]!

/**
 * Where nearly all of the points are: a wrong position in an ocean, or one vehicle on its way across the country, does not decide how
 * much is seen. At most a tenth is left out (one of three); where more are far away, the points are in several places, and all count.
 */
export function mainBounds(points: readonly Position[]): Bounds | null {
  if (points.length < 3) return boundsOf(points)
  const order = (a: number, b: number): number => a - b
  const centre: Position = [middle(points.map(([lng]) => lng).toSorted(order)), middle(points.map(([, lat]) => lat).toSorted(order))]
  const away = points.map((point) => metres(centre, point))
  const far = Math.max(FAR_M, FAR_TIMES * middle(away.toSorted(order)))
  const near = points.filter((_, i) => away[i]! <= far)
  const leftOut = points.length - near.length
  return boundsOf(leftOut <= Math.max(1, points.length / 10) ? near : points)
}
/** So that a single point has a neighbourhood around it. */
export function grown({ west, south, east, north }: Bounds, distance: number): Bounds {
  const dLat = distance / METRES_A_DEGREE
  const dLng = dLat / Math.max(0.05, Math.cos(((south + north) / 2) * RADIANS))
  return { west: west - dLng, south: south - dLat, east: east + dLng, north: north + dLat }
}
export const inside = ({ west, south, east, north }: Bounds, [lng, lat]: Position): boolean =>
  lng >= west && lng <= east && lat >= south && lat <= north

const POINTS = ['北', '东北', '东', '东南', '南', '西南', '西', '西北'] as const
export const compass = (degrees: number): string => POINTS[Math.round((((degrees % 360) + 360) % 360) / 45) % 8]!

export const kilometres = (distance: number): string =>
  distance < 1000 ? `${Math.round(distance)} m` : `${(distance / 1000).toFixed(distance < 100_000 ? 1 : 0)} km`
