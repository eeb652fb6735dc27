/**
 * Fences as geometry: how far a point is inside or outside, in metres. Pure. Distances are measured on a plane that touches the earth at
 * the fence; within a fence of a province that errs by far less than a receiver does.
 */
import { METRES_A_DEGREE, metresBetween, RADIANS } from '#kit/basics/earth.ts'
import { parsePoints, type LngLat, type Shape, type Window } from './fence.rules.ts'

export interface Fence {
  id: number
  name: string
  shape: Shape
  points: readonly LngLat[]
  radius: number
  width: number
  /** Rings of a district: outlines and holes together; inside is inside an odd number of them. */
  rings: readonly (readonly LngLat[])[]
  onEnter: boolean
  onLeave: boolean
  purpose: string
  stayMinutes: number | null
  speedLimit: number | null
  nightSpeedLimit: number | null
  overspeedSeconds: number
  buffer: number
  confirmFixes: number
  windows: readonly Window[]
  startOn: string | null
  endOn: string | null
  box: Box
}
export interface Box {
  west: number
  south: number
  east: number
  north: number
}

export const distance = (a: LngLat, b: LngLat): number => metresBetween(a.lng, a.lat, b.lng, b.lat)

/** Metres between a point and a segment, on the plane at the point. */
function toSegment(p: LngLat, a: LngLat, b: LngLat): number {
  const k = Math.cos(p.lat * RADIANS)
  const ax = (a.lng - p.lng) * k,
    ay = a.lat - p.lat
  const bx = (b.lng - p.lng) * k,
    by = b.lat - p.lat
  const dx = bx - ax,
    dy = by - ay
  const length = dx * dx + dy * dy
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / length))
  return Math.hypot(ax + t * dx, ay + t * dy) * METRES_A_DEGREE
}

function crossings(p: LngLat, ring: readonly LngLat[]): boolean {
  let inside = false
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const a = ring[i]!,
      b = ring[j]!
    if (a.lat > p.lat !== b.lat > p.lat && p.lng < ((b.lng - a.lng) * (p.lat - a.lat)) / (b.lat - a.lat) + a.lng) inside = !inside
  }
  return inside
}
function toRing(p: LngLat, ring: readonly LngLat[]): number {
  let least = Infinity
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) least = Math.min(least, toSegment(p, ring[j]!, ring[i]!))
  return least
}
function toRings(p: LngLat, rings: readonly (readonly LngLat[])[]): number {
  let least = Infinity
  for (const ring of rings) least = Math.min(least, toRing(p, ring))
  return least
}
/** An odd number of rings around it: holes are rings, too. */
function isWithin(rings: readonly (readonly LngLat[])[], p: LngLat): boolean {
  let inside = false
  for (const ring of rings) if (crossings(p, ring)) inside = !inside
  return inside
}
function toLine(p: LngLat, line: readonly LngLat[]): number {
  let least = Infinity
  for (let i = 1; i < line.length; i++) least = Math.min(least, toSegment(p, line[i - 1]!, line[i]!))
  return least
}

type Drawn = Pick<Fence, 'shape' | 'points' | 'radius' | 'width' | 'rings'>

/** Metres outside; negative: inside by so much. */
export function outsideBy(fence: Drawn, p: LngLat): number {
  switch (fence.shape) {
    case 'circle':
      return distance(fence.points[0]!, p) - fence.radius
    case 'corridor':
      return toLine(p, fence.points) - fence.width
    case 'rectangle':
    case 'polygon':
    case 'district':
      return isWithin(fence.rings, p) ? -toRings(p, fence.rings) : toRings(p, fence.rings)
  }
}

/** Is it further outside than that? Whoever is inside needs not know how far, and the outline of a province is long. */
export function isBeyond(fence: Drawn, p: LngLat, metres: number): boolean {
  if (metres >= 0 && fence.rings.length > 0) return !isWithin(fence.rings, p) && toRings(p, fence.rings) > metres
  return outsideBy(fence, p) > metres
}

const boxOf = (points: readonly LngLat[], margin: number): Box => {
  let west = Infinity,
    south = Infinity,
    east = -Infinity,
    north = -Infinity
  for (const p of points) {
    west = Math.min(west, p.lng)
    east = Math.max(east, p.lng)
    south = Math.min(south, p.lat)
    north = Math.max(north, p.lat)
  }
  const dLat = margin / METRES_A_DEGREE
  const dLng = dLat / Math.max(0.05, Math.cos(Math.max(Math.abs(south), Math.abs(north)) * RADIANS))
  return { west: west - dLng, south: south - dLat, east: east + dLng, north: north + dLat }
}

export interface FenceRow {
  id: number
  name: string
  shape: Shape
  points: string | null
  radius: number | null
  width: number | null
  onEnter: boolean
  onLeave: boolean
  purpose: string
  stayMinutes: number | null
  speedLimit: number | null
  nightSpeedLimit: number | null
  overspeedSeconds: number | null
  bufferMeters: number | null
  confirmFixes: number
  windows: readonly Window[] | null
  startOn: string | null
  endOn: string | null
}

/** `rings` of a district come from the map that is shipped. */
export function fenceOf(row: FenceRow, district: readonly (readonly LngLat[])[] = []): Fence {
  const { points } = parsePoints(row.points)
  const radius = row.radius ?? 0
  const width = row.width ?? 0
  const [a, b] = points
  const rings =
    row.shape === 'polygon'
      ? [points]
      : row.shape === 'district'
        ? district
        : row.shape === 'rectangle' && a && b
          ? [[a, { lng: b.lng, lat: a.lat }, b, { lng: a.lng, lat: b.lat }]]
          : []
  const buffer = row.bufferMeters ?? Math.max(15, row.shape === 'circle' ? radius / 10 : 0)
  const reach = (row.shape === 'circle' ? radius : row.shape === 'corridor' ? width : 0) + buffer
  return {
    id: row.id,
    name: row.name,
    shape: row.shape,
    points,
    radius,
    width,
    rings,
    onEnter: row.onEnter,
    onLeave: row.onLeave,
    purpose: row.purpose,
    stayMinutes: row.stayMinutes,
    speedLimit: row.speedLimit,
    nightSpeedLimit: row.nightSpeedLimit,
    overspeedSeconds: row.overspeedSeconds ?? 10,
    buffer,
    confirmFixes: row.confirmFixes,
    windows: row.windows ?? [],
    startOn: row.startOn,
    endOn: row.endOn,
    box: boxOf(rings.length ? rings.flat() : points, reach),
  }
}

export const inBox = (box: Box, p: LngLat): boolean => p.lng >= box.west && p.lng <= box.east && p.lat >= box.south && p.lat <= box.north

/** Fences by cells of a hundredth of a degree, so that a point asks only those near it. */
export class FenceIndex {
  private readonly cells = new Map<number, Fence[]>()
  /** So large that cells would not help. */
  private readonly large: Fence[] = []

  constructor(fences: readonly Fence[]) {
    for (const fence of fences) {
      const { west, south, east, north } = fence.box
      const [x0, x1, y0, y1] = [cell(west), cell(east), cell(south), cell(north)]
      if ((x1 - x0 + 1) * (y1 - y0 + 1) > 4096) this.large.push(fence)
      else for (let x = x0; x <= x1; x++) for (let y = y0; y <= y1; y++) put(this.cells, key(x, y), fence)
    }
  }
  near(p: LngLat): Fence[] {
    const inCell = this.cells.get(key(cell(p.lng), cell(p.lat)))
    const fences = inCell ? inCell.filter((fence) => inBox(fence.box, p)) : []
    for (const fence of this.large) if (inBox(fence.box, p)) fences.push(fence)
    return fences
  }
}
const cell = (degrees: number): number => Math.floor(degrees * 100)
const key = (x: number, y: number): number => x * 65_536 + y
function put(cells: Map<number, Fence[]>, at: number, fence: Fence): void {
  const list = cells.get(at)
  if (list) list.push(fence)
  else cells.set(at, [fence])
}
