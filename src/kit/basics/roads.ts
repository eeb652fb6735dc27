/**
 * Distances without a road network: the great circle, longer by what roads usually add, and slower the nearer it is.
 * Good to about a tenth over many legs (docs/domain/dispatch.md); never for money.
 */
import { metresBetween } from './earth.ts'

export interface Point {
  lng: number
  lat: number
}

/** Up to these metres as the crow flies: how much longer the road is, and how fast one drives, km/h. */
const BANDS = [
  { upTo: 3_000, detour: 1.45, speed: 22 },
  { upTo: 15_000, detour: 1.35, speed: 30 },
  { upTo: 60_000, detour: 1.3, speed: 45 },
  { upTo: Infinity, detour: 1.22, speed: 65 },
] as const

export function estimated(a: Point, b: Point): { metres: number; seconds: number } {
  const straight = metresBetween(a.lng, a.lat, b.lng, b.lat)
  const band = BANDS.find((x) => straight < x.upTo)!
  const metres = Math.round(straight * band.detour)
  return { metres, seconds: Math.round(metres / (band.speed / 3.6)) }
}

export function estimatedMatrix(points: readonly Point[]): { size: number; metres: number[]; seconds: number[] } {
  const n = points.length
  const metres = Array.from<number>({ length: n * n }).fill(0)
  const seconds = Array.from<number>({ length: n * n }).fill(0)
  for (let i = 0; i < n; i++)
    for (let j = i + 1; j < n; j++) {
      const e = estimated(points[i]!, points[j]!)
      metres[i * n + j] = metres[j * n + i] = e.metres
      seconds[i * n + j] = seconds[j * n + i] = e.seconds
    }
  return { size: n, metres, seconds }
}
