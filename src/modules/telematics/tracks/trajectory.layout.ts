/** Replaying a track: where the vehicle was at an instant, and in which colour it drove. Pure. */
import { FILLS } from '#kit/ui/look/tokens.ts'
import { metres, type Position } from '#kit/ui/map/geo.ts'
import type { TrackPoints, TrackSpan } from '../wire.ts'

export const SPEEDS = [
  { below: 20, colour: FILLS.grey, words: '< 20' },
  { below: 60, colour: FILLS.blue, words: '20–60' },
  { below: 90, colour: FILLS.green, words: '60–90' },
  { below: 110, colour: FILLS.amber, words: '90–110' },
  { below: Infinity, colour: FILLS.red, words: '≥ 110 km/h' },
] as const
export const bandOf = (kmh: number): number => SPEEDS.findIndex((s) => kmh < s.below)

export interface Stretch {
  band: number
  points: Position[]
}
const at = (p: TrackPoints, i: number): Position => [p.lng[i]! / 1e6, p.lat[i]! / 1e6]

/** Between reports far apart in time the speed of one of them says little: a long stop begins with the speed of its arrival. */
const LONG = 60
function speedBetween(p: TrackPoints, i: number): number {
  const seconds = p.t[i + 1]! - p.t[i]!
  if (seconds <= LONG) return (p.speed[i]! + p.speed[i + 1]!) / 20
  return (metres(at(p, i), at(p, i + 1)) / seconds) * 3.6
}

/** Neighbouring steps of one colour are one line: thousands of points become some hundred lines. */
export function stretchesOf(p: TrackPoints): Stretch[] {
  const stretches: Stretch[] = []
  const silent = new Set(p.silent)
  let open = null as Stretch | null
  for (let i = 1; i < p.t.length; i++) {
    if (silent.has(i)) {
      open = null
      continue
    }
    const band = bandOf(speedBetween(p, i - 1))
    if (open && open.band === band) {
      open.points.push(at(p, i))
      continue
    }
    open = { band, points: [at(p, i - 1), at(p, i)] }
    stretches.push(open)
  }
  return stretches
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
  const before = at(p, i)
  const next = i + 1
  const span = next < p.t.length ? p.t[next]! - p.t[i]! : 0
  const base = { speed: span > LONG ? speedBetween(p, i) : p.speed[i]! / 10, direction: p.direction[i]!, index: i }
  // Between two reports it went straight; during silence it stays where it was seen last.
  if (span <= 0 || p.silent.includes(next) || t <= p.t[i]!) return { at: before, ...base }
  const share = Math.min(1, (t - p.t[i]!) / span)
  const there = at(p, next)
  return { at: [before[0] + (there[0] - before[0]) * share, before[1] + (there[1] - before[1]) * share], ...base }
}

export interface Still {
  from: number
  to: number
}
/** What there is nothing to see of: stops, and silence. */
export function stillOf(p: TrackPoints, spans: readonly Pick<TrackSpan, 'kind' | 'from' | 'to'>[]): Still[] {
  const last = p.t.at(-1) ?? 0
  return [
    ...spans.flatMap((s) => (s.kind === 'trip' ? [] : [{ from: s.from, to: s.to ?? last }])),
    ...p.silent.map((i) => ({ from: p.t[i - 1]!, to: p.t[i]! })),
  ]
}
/** Where the player goes next; `skipped` is passed over. */
export function advance(p: TrackPoints, t: number, seconds: number, skipped: readonly Still[]): number {
  const last = p.t.at(-1) ?? t
  const next = Math.min(last, t + seconds)
  if (next >= last) return next
  const still = skipped.find((s) => next > s.from + 1 && next < s.to)
  return still ? Math.min(last, still.to) : next
}

export const duration = (seconds: number): string => {
  if (Math.round(seconds) < 60) return `${Math.round(seconds)} 秒`
  // Rounded first: 59.6 minutes are an hour, not sixty minutes.
  const minutes = Math.round(seconds / 60)
  const [h, m] = [Math.floor(minutes / 60), minutes % 60]
  return h > 0 ? `${h} 小时 ${m} 分` : `${m} 分钟`
}
