/** Replaying a track: where the vehicle was at an instant, and in which colour it drove. Pure. */
import type { Position } from '#kit/ui/map/geo.ts'
import type { TrackPoints } from '../wire.ts'

export const SPEEDS = [
  { below: 20, colour: '#8a8f98', words: '< 20' },
  { below: 60, colour: '#1558d6', words: '20–60' },
  { below: 90, colour: '#18794e', words: '60–90' },
  { below: 110, colour: '#b26a00', words: '90–110' },
  { below: Infinity, colour: '#c5221f', words: '≥ 110 km/h' },
] as const
export const bandOf = (kmh: number): number => SPEEDS.findIndex((s) => kmh < s.below)

/** Silence of ten minutes and more is no drive: the line is broken there. */
const BREAK = 600

export interface Stretch {
  band: number
  points: Position[]
}
const at = (p: TrackPoints, i: number): Position => [p.lng[i]! / 1e6, p.lat[i]! / 1e6]

/** Neighbouring steps of one colour are one line: thousands of points become some hundred lines. */
export function stretchesOf(p: TrackPoints): Stretch[] {
  const found: Stretch[] = []
  let open = null as Stretch | null
  for (let i = 1; i < p.t.length; i++) {
    if (p.t[i]! - p.t[i - 1]! >= BREAK) {
      open = null
      continue
    }
    const band = bandOf((p.speed[i - 1]! + p.speed[i]!) / 20)
    if (open && open.band === band) {
      open.points.push(at(p, i))
      continue
    }
    open = { band, points: [at(p, i - 1), at(p, i)] }
    found.push(open)
  }
  return found
}

/** Last point at or before `t`, by halves. */
export function indexAt(times: readonly number[], t: number): number {
  let [low, high] = [0, times.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (times[middle]! <= t) low = middle
    else high = middle - 1
  }
  return low
}

export interface Moment {
  at: Position
  /** km/h */
  speed: number
  direction: number
  index: number
}
export function momentAt(p: TrackPoints, t: number): Moment | null {
  if (p.t.length === 0) return null
  const i = indexAt(p.t, t)
  const here = at(p, i)
  const next = i + 1
  const base = { speed: p.speed[i]! / 10, direction: p.direction[i]!, index: i }
  const span = next < p.t.length ? p.t[next]! - p.t[i]! : 0
  // Between two reports it went straight; during silence it stays where it was seen last.
  if (span <= 0 || span >= BREAK || t <= p.t[i]!) return { at: here, ...base }
  const share = Math.min(1, (t - p.t[i]!) / span)
  const there = at(p, next)
  return { at: [here[0] + (there[0] - here[0]) * share, here[1] + (there[1] - here[1]) * share], ...base }
}

/** Where the player goes next: silence and standing are skipped when asked. */
export function advance(p: TrackPoints, t: number, seconds: number, skip: boolean): number {
  const last = p.t.at(-1) ?? t
  const next = Math.min(last, t + seconds)
  if (!skip || next >= last) return next
  const i = indexAt(p.t, next)
  const following = p.t[i + 1]
  return following !== undefined && following - p.t[i]! >= BREAK && next > p.t[i]! + 1 ? following : next
}

export const duration = (seconds: number): string => {
  const [h, m] = [Math.floor(seconds / 3600), Math.round((seconds % 3600) / 60)]
  return h > 0 ? `${h} 小时 ${m} 分` : seconds < 60 ? `${Math.round(seconds)} 秒` : `${m} 分钟`
}
