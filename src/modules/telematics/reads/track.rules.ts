/** A track as it is read: simplified for a zoom, its mileage, and where the vehicle stood. Pure. */
import { METRES_A_DEGREE, RADIANS } from '#kit/basics/earth.ts'
import { SILENCE_SECONDS, type Mileage, type TrackPoints } from '../wire.ts'

export interface RawPoint {
  /** Seconds. */
  t: number
  /** 1e-6 degrees. */
  lng: number
  lat: number
  speed: number
  direction: number
  /** 0.1 km */
  odometer: number | null
}

const METRES = METRES_A_DEGREE * 1e-6

/** Metres on the plane at the first point; within a step of a track that errs by centimetres. */
export function step(a: Pick<RawPoint, 'lng' | 'lat'>, b: Pick<RawPoint, 'lng' | 'lat'>): number {
  const k = Math.cos(((a.lat + b.lat) / 2) * 1e-6 * RADIANS)
  return Math.hypot((b.lng - a.lng) * k, b.lat - a.lat) * METRES
}

/** The first reports after a silence. */
const afterSilence = (points: readonly RawPoint[]): number[] =>
  points.flatMap((p, i) => (i > 0 && p.t - points[i - 1]!.t >= SILENCE_SECONDS ? [i] : []))

/** A replay may be ahead or behind by that many times what the line may err: a stop on a straight road is on the line, and must be seen. */
const LAG = 4

/**
 * Which points to keep so that no dropped one lies farther than `tolerance` metres from the line, nor at its own time farther than a few
 * times that from the vehicle of the replay (Douglas-Peucker, without recursion). Both ends of a silence stay.
 */
export function simplify(points: readonly RawPoint[], tolerance: number): RawPoint[] {
  if (tolerance <= 0 || points.length < 3) return [...points]
  const keep = new Uint8Array(points.length)
  const begins = [0, ...afterSilence(points)]
  const stack = begins.map((from, i): [number, number] => [from, (begins[i + 1] ?? points.length) - 1])
  for (const [from, to] of stack) keep[from] = keep[to] = 1
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [from, to] = next
    const { far, at } = farthest(points, from, to)
    if (far <= tolerance) continue
    keep[at] = 1
    if (at - from > 1) stack.push([from, at])
    if (to - at > 1) stack.push([at, to])
  }
  return points.filter((_, i) => keep[i])
}
function farthest(points: readonly RawPoint[], from: number, to: number): { far: number; at: number } {
  const a = points[from]!
  const b = points[to]!
  const k = Math.cos(a.lat * 1e-6 * RADIANS)
  const [dx, dy] = [(b.lng - a.lng) * k, b.lat - a.lat]
  const length = dx * dx + dy * dy
  const seconds = b.t - a.t || 1
  let [far, at] = [-1, -1]
  for (let i = from + 1; i < to; i++) {
    const p = points[i]!
    const [x, y] = [(p.lng - a.lng) * k, p.lat - a.lat]
    const along = length === 0 ? 0 : Math.max(0, Math.min(1, (x * dx + y * dy) / length))
    const then = (p.t - a.t) / seconds
    const d = Math.max(Math.hypot(x - along * dx, y - along * dy), Math.hypot(x - then * dx, y - then * dy) / LAG)
    if (d > far) [far, at] = [d, i]
  }
  return { far: far * METRES, at }
}

/** One screen pixel at the equator is 78 km at zoom 0 (tiles of 512 px); half of one cannot be seen. */
export const toleranceOf = (zoom: number): number => (78_271.5 / 2 ** Math.max(0, Math.min(zoom, 18))) * 0.5

/** Standing still a receiver wanders by some metres: such steps are not driven. */
const DRIFT = 15
const SLOW = 30
/** Nobody drives 250 km/h: such a step is a jump of the receiver. */
const ABSURD = 70

export function gpsMetres(points: readonly RawPoint[]): number {
  let sum = 0
  let last = points[0]
  for (const p of points) {
    if (!last) break
    const far = step(last, p)
    if (far < DRIFT && p.speed < SLOW) continue
    const seconds = Math.max(1, p.t - last.t)
    if (far / seconds <= ABSURD) sum += far
    last = p
  }
  return Math.round(sum)
}

/** fleet.md §2.8: the terminal's counter where it only grows and agrees with the satellites within a fifth, otherwise the satellites. */
export function mileageOf(points: readonly RawPoint[]): Mileage {
  const gps = gpsMetres(points)
  const counted = points.filter((p) => p.odometer !== null)
  const [first, last] = [counted[0], counted.at(-1)]
  if (!first || !last || counted.length < points.length * 0.5)
    return { gps, odometer: null, used: 'gps', why: '终端没有上报里程，按卫星定位累计（已剔除静止漂移）' }
  const falls = counted.some((p, i) => i > 0 && p.odometer! < counted[i - 1]!.odometer!)
  if (falls) return { gps, odometer: null, used: 'gps', why: '终端里程出现回退，按卫星定位累计（已剔除静止漂移）' }
  const odometer = (last.odometer! - first.odometer!) * 100
  if (gps === 0 ? odometer > 1000 : Math.abs(odometer - gps) / gps >= 0.2 && Math.abs(odometer - gps) > 1000)
    return { gps, odometer, used: 'gps', why: `终端里程 ${(odometer / 1000).toFixed(1)} km 与卫星定位相差超过 20%，按卫星定位累计` }
  return { gps, odometer, used: 'odometer', why: '终端里程连续且与卫星定位相差不足 20%，按终端里程' }
}

export interface Standing {
  from: number
  to: number
  lng: number
  lat: number
}
const STOP_SECONDS = 300
const GAP_SECONDS = 3600
/** Five minutes and more at one place; silence of an hour and more is neither standing nor driving. */
export function standings(points: readonly RawPoint[]): Standing[] {
  const rests: Standing[] = []
  let anchor = points[0]
  let last = anchor
  for (const p of [...points.slice(1), null]) {
    if (!anchor || !last) break
    const gone = p === null || p.t - last.t >= GAP_SECONDS || step(anchor, p) > 150 || p.speed >= 80
    if (!gone) {
      last = p
      continue
    }
    if (last.t - anchor.t >= STOP_SECONDS) rests.push({ from: anchor.t, to: last.t, lng: anchor.lng, lat: anchor.lat })
    anchor = last = p ?? undefined
  }
  return rests
}

/** `points`: of `all` those that are shown. */
export function columns(points: readonly RawPoint[], all: readonly RawPoint[]): TrackPoints {
  const begins = new Set(afterSilence(all).map((i) => all[i]!))
  return {
    t: points.map((p) => p.t),
    lng: points.map((p) => p.lng),
    lat: points.map((p) => p.lat),
    speed: points.map((p) => p.speed),
    direction: points.map((p) => p.direction),
    silent: points.flatMap((p, i) => (begins.has(p) ? [i] : [])),
  }
}
