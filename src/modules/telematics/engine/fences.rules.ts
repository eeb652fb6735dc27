/**
 * Who is in which fence, pure and in event time. Somebody is in after several reports inside, out after several beyond the buffer: between
 * the two lines nothing changes, so a car that stands on the line says nothing (fleet.md §2.6, complaint 1).
 */
import { BUSINESS_OFFSET_MINUTES, dayOf, timeOf, weekday } from '#kit/basics/time/day.ts'
import { inWindows, type LngLat } from '../fences/fence.rules.ts'
import { distance, isBeyond, type Fence, type FenceIndex } from '../fences/fence.shape.rules.ts'
import type { Point } from './point.ts'
import { ABSURD } from './trips.rules.ts'

interface Spot extends LngLat {
  at: number
}
interface Membership {
  in: boolean
  /** Contrary reports in a row, and when the first of them was. */
  streak: number
  streakAt: number
  streakLng: number
  streakLat: number
  /** The report before the first of them, when it is near enough in time to say how the way between was. States of before have none. */
  streakFrom?: Spot | null
  /** When it last turned, by the report that showed it. */
  turnedAt?: number
  enteredAt: number
  /** Entering was told (the fence was in force). */
  told: boolean
  stayTold: boolean
  speedSince: number | null
  speedTold: boolean
}
export type FenceState = Record<number, Membership>
export interface FenceHappening {
  fence: Fence
  kind: 'enter' | 'leave' | 'cross' | 'stay' | 'overspeed' | 'deviate'
  at: number
  lng: number
  lat: number
  speed: number
  enteredAt: number | null
  dwellMs: number | null
}

const OUT = (): Membership => ({
  in: false,
  streak: 0,
  streakAt: 0,
  streakLng: 0,
  streakLat: 0,
  enteredAt: 0,
  told: false,
  stayTold: false,
  speedSince: null,
  speedTold: false,
})

export function inForce(fence: Pick<Fence, 'windows' | 'startOn' | 'endOn'>, at: number): boolean {
  if (!fence.startOn && !fence.endOn && fence.windows.length === 0) return true
  const day = dayOf(at)
  if ((fence.startOn && day < fence.startOn) || (fence.endOn && day > fence.endOn)) return false
  return inWindows(fence.windows, weekday(day), timeOf(at).slice(0, 5))
}

const isNight = (at: number): boolean => {
  const hour = Math.floor((at / 60_000 + BUSINESS_OFFSET_MINUTES) / 60) % 24
  return hour >= 22 || hour < 6
}
const SAMPLE_METRES = 100
const MOST_SAMPLES = 20
const MOST_CROSS_MS = 300_000

/** Located points only, in time order. `applies`: is this fence about this vehicle? Changes `state`. */
export function stepFences(
  state: FenceState,
  before: (LngLat & { at: number }) | null,
  p: Point,
  index: FenceIndex,
  known: ReadonlyMap<number, Fence>,
  applies: (fence: Fence) => boolean,
): FenceHappening[] {
  const happenings: FenceHappening[] = []
  const near = index.near(p)
  const turns: Turn[] = []
  const seen = new Set<number>()
  for (const fence of near) {
    if (!applies(fence)) continue
    seen.add(fence.id)
    judge((state[fence.id] ??= OUT()), fence, before, p, turns, happenings)
  }
  const away: number[] = []
  for (const key in state) {
    const id = Number(key)
    if (seen.has(id)) continue
    const fence = known.get(id)
    // Switched off or no longer about this vehicle: forgotten without a word.
    if (!fence || !applies(fence)) delete state[id]
    else {
      const m = state[id]!
      judge(m, fence, before, p, turns, happenings)
      if (!m.in && m.streak === 0) away.push(id)
    }
  }
  if (turns.length > 0) inTheirOrder(state, turns, happenings)
  for (const id of away) delete state[id]
  if (before && p.at - before.at <= MOST_CROSS_MS) crossed(state, before, p, index, applies, happenings)
  return happenings
}

function judge(m: Membership, fence: Fence, before: Spot | null, p: Point, turns: Turn[], happenings: FenceHappening[]): void {
  const contrary = m.in ? isBeyond(fence, p, fence.buffer) : !isBeyond(fence, p, 0)
  if (contrary) {
    if (m.streak++ === 0)
      Object.assign(m, {
        streakAt: p.at,
        streakLng: p.lng,
        streakLat: p.lat,
        streakFrom: before && p.at - before.at <= MOST_CROSS_MS ? { at: before.at, lng: before.lng, lat: before.lat } : null,
      })
    if (m.streak >= fence.confirmFixes) turn(m, fence, p, turns, happenings)
  } else m.streak = 0
  if (m.in) inside(m, fence, p, happenings)
}

/** Somebody is in, or out, since the first of the reports that say so. */
interface Turn {
  m: Membership
  fence: Fence
  to: Spot
  happening: FenceHappening | null
}
function turn(m: Membership, fence: Fence, p: Point, turns: Turn[], happenings: FenceHappening[]): void {
  const where = { fence, lng: m.streakLng, lat: m.streakLat, speed: p.speed, at: m.streakAt }
  let happening: FenceHappening | null = null
  if (!m.in) {
    Object.assign(m, { enteredAt: m.streakAt, told: inForce(fence, m.streakAt), stayTold: false, speedSince: null, speedTold: false })
    if (m.told) happening = { ...where, kind: 'enter', enteredAt: null, dwellMs: null }
  } else if (m.told) {
    const kind = fence.shape === 'corridor' ? 'deviate' : 'leave'
    happening = { ...where, kind, enteredAt: m.enteredAt, dwellMs: m.streakAt - m.enteredAt }
  }
  Object.assign(m, { in: !m.in, streak: 0, turnedAt: m.streakAt })
  turns.push({ m, fence, to: { at: where.at, lng: where.lng, lat: where.lat }, happening })
  if (happening) happenings.push(happening)
}

/**
 * Out of one fence and into another by one report: when the line of each was crossed on the way to it says which was first. Where nobody can
 * know the way, one leaves before one enters.
 */
function inTheirOrder(state: FenceState, turns: readonly Turn[], happenings: FenceHappening[]): void {
  for (const { m, fence, to, happening } of turns) {
    if (!happening || !m.streakFrom || !turnsOtherwise(state, turns, m, to.at)) continue
    const at = crossingOf(fence, m.streakFrom, to)
    if (at === null) continue
    happening.at = Math.max(at, happening.enteredAt ?? at)
    if (m.in) m.enteredAt = happening.at
    else happening.dwellMs = happening.at - m.enteredAt
  }
  const entering = ({ kind }: FenceHappening): number => (kind === 'enter' ? 1 : 0)
  happenings.sort((a, b) => a.at - b.at || entering(a) - entering(b))
}
/** Whether the same report shows, or may be about to show, the contrary of another fence: entered where this one was left, or left where it was entered. */
const turnsOtherwise = (state: FenceState, turns: readonly Turn[], m: Membership, at: number): boolean =>
  [...Object.values(state), ...turns.map((turned) => turned.m)].some(
    (other) =>
      other !== m && ((other.turnedAt === at && other.in !== m.in) || (other.streak > 0 && other.streakAt === at && other.in === m.in)),
  )

/** Halvings of the way: of five minutes on a motorway less than a millisecond. */
const HALVINGS = 24
function crossingOf(fence: Fence, from: Spot, to: Spot): number | null {
  // Where a receiver jumps, nobody drove.
  if (distance(from, to) > ABSURD * ((to.at - from.at) / 1000)) return null
  const on = (t: number): LngLat => ({ lng: from.lng + (to.lng - from.lng) * t, lat: from.lat + (to.lat - from.lat) * t })
  // Left, but not yet believed to be: beyond the line, within its buffer.
  const line = isBeyond(fence, from, 0) && isBeyond(fence, to, 0) ? fence.buffer : 0
  const begins = isBeyond(fence, from, line)
  if (begins === isBeyond(fence, to, line)) return null
  let [a, b] = [0, 1]
  for (let i = 0; i < HALVINGS; i++) {
    const t = (a + b) / 2
    if (isBeyond(fence, on(t), line) === begins) a = t
    else b = t
  }
  return Math.round(from.at + (to.at - from.at) * b)
}

function inside(m: Membership, fence: Fence, p: Point, happenings: FenceHappening[]): void {
  if (!m.told) return
  const where = { fence, lng: p.lng, lat: p.lat, speed: p.speed, enteredAt: m.enteredAt }
  if (fence.stayMinutes && !m.stayTold && p.at - m.enteredAt >= fence.stayMinutes * 60_000) {
    m.stayTold = true
    happenings.push({ ...where, kind: 'stay', at: m.enteredAt + fence.stayMinutes * 60_000, dwellMs: fence.stayMinutes * 60_000 })
  }
  const limit = isNight(p.at) ? (fence.nightSpeedLimit ?? fence.speedLimit) : fence.speedLimit
  if (!limit || p.speed <= limit) {
    m.speedSince = null
    m.speedTold = false
    return
  }
  m.speedSince ??= p.at
  if (m.speedTold || p.at - m.speedSince < fence.overspeedSeconds * 1000) return
  m.speedTold = true
  happenings.push({ ...where, kind: 'overspeed', at: m.speedSince, dwellMs: p.at - m.speedSince })
}

const micro = (degrees: number): number => Math.round(degrees * 1e6) / 1e6
/** Through a fence between two reports, neither of them inside. */
function crossed(
  state: FenceState,
  a: LngLat & { at: number },
  p: Point,
  index: FenceIndex,
  applies: (fence: Fence) => boolean,
  happenings: FenceHappening[],
): void {
  const metres = distance(a, p)
  // Where a receiver jumps, nobody drove.
  if (metres < 2 * SAMPLE_METRES || metres > ABSURD * ((p.at - a.at) / 1000)) return
  const n = Math.min(MOST_SAMPLES, Math.ceil(metres / SAMPLE_METRES))
  const crossedFences = new Set<number>()
  for (let i = 1; i < n; i++) {
    const t = i / n
    const between = { lng: a.lng + (p.lng - a.lng) * t, lat: a.lat + (p.lat - a.lat) * t }
    for (const fence of index.near(between)) {
      if (
        crossedFences.has(fence.id) ||
        fence.shape === 'corridor' ||
        !applies(fence) ||
        state[fence.id]?.in ||
        (state[fence.id]?.streak ?? 0) > 0
      )
        continue
      if (isBeyond(fence, between, 0) || !isBeyond(fence, a, 0) || !isBeyond(fence, p, 0)) continue
      const at = Math.round(a.at + (p.at - a.at) * t)
      // As exact as reports are: the log takes no more.
      const where = { lng: micro(between.lng), lat: micro(between.lat) }
      crossedFences.add(fence.id)
      if (inForce(fence, at)) happenings.push({ fence, kind: 'cross', at, ...where, speed: p.speed, enteredAt: null, dwellMs: null })
    }
  }
}
