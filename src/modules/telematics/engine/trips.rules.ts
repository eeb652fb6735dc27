/**
 * Trips and stops, pure and in event time. Stretches follow each other without overlap: a stretch ends where the next begins. A change is
 * believed only when it lasts, so a jam is no stop and a receiver that drifts makes no trip (fleet.md §2.8).
 */
import { distance } from '../fences/fence.shape.rules.ts'
import type { Point } from './point.ts'

const TRIP_METRES = 500
const TRIP_MS = 300_000
const STOP_MS = 300_000
const GAP_MS = 3_600_000
/** km/h: below this a receiver moves by itself. */
const MOVING = 5
/** Without speed, being somewhere else counts too. */
const ELSEWHERE = 150
/** m/s: faster is a jump of the receiver. */
export const ABSURD = 60

export interface Stretch {
  kind: 'trip' | 'stop'
  from: number
  lng: number
  lat: number
  endLng: number
  endLat: number
  gps: number
  odometerFrom: number | null
  odometerTo: number | null
  odometerFell: boolean
  maxSpeed: number
  idleMs: number
  points: number
}
export interface TripState {
  last: { at: number; lng: number; lat: number; speed: number; acc: boolean } | null
  now: Stretch | null
  /** The other kind, begun but not yet believed. */
  maybe: Stretch | null
  /** Standing since, within a trip that is not yet believed. */
  stillSince: number | null
}
export interface Segment extends Omit<Stretch, 'kind'> {
  kind: 'trip' | 'stop' | 'gap'
  to: number | null
}
export interface Step {
  closed: Segment[]
  /** Of the way since the point before: metres, and how the time was spent. */
  metres: number
  drivingMs: number
  idleMs: number
}

export const noTrips = (): TripState => ({ last: null, now: null, maybe: null, stillSince: null })

const begin = (kind: Stretch['kind'], p: Point): Stretch => ({
  kind,
  from: p.at,
  lng: p.lng,
  lat: p.lat,
  endLng: p.lng,
  endLat: p.lat,
  gps: 0,
  odometerFrom: p.odometer,
  odometerTo: p.odometer,
  odometerFell: false,
  maxSpeed: p.speed,
  idleMs: 0,
  points: 1,
})
function grow(s: Stretch, p: Point, metres: number, idleMs: number): void {
  s.endLng = p.lng
  s.endLat = p.lat
  s.gps += metres
  s.idleMs += idleMs
  s.points++
  s.maxSpeed = Math.max(s.maxSpeed, p.speed)
  count(s, p.odometer)
}
function count(s: Stretch, odometer: number | null): void {
  if (odometer === null) return
  if (s.odometerTo !== null && odometer < s.odometerTo) s.odometerFell = true
  s.odometerFrom ??= odometer
  s.odometerTo = odometer
}
function absorb(s: Stretch, other: Stretch): void {
  s.endLng = other.endLng
  s.endLat = other.endLat
  s.gps += other.gps
  s.idleMs += other.idleMs
  s.points += other.points
  s.maxSpeed = Math.max(s.maxSpeed, other.maxSpeed)
  s.odometerFell ||= other.odometerFell || (s.odometerTo !== null && other.odometerFrom !== null && other.odometerFrom < s.odometerTo)
  s.odometerFrom ??= other.odometerFrom
  s.odometerTo = other.odometerTo ?? s.odometerTo
}
const ended = (s: Stretch, to: number | null): Segment => ({ ...s, to })

/** Located points only, in time order. Changes `state`. */
export function stepTrips(state: TripState, p: Point): Step {
  const { last } = state
  const acc = (p.status & 1) === 1
  const step: Step = { closed: [], metres: 0, drivingMs: 0, idleMs: 0 }
  state.last = { at: p.at, lng: p.lng, lat: p.lat, speed: p.speed, acc }
  if (!last || !state.now) {
    state.now = begin(p.speed >= MOVING ? 'trip' : 'stop', p)
    return step
  }
  if (p.at - last.at >= GAP_MS) {
    if (state.maybe) absorb(state.now, state.maybe)
    step.closed.push(ended(state.now, last.at), {
      ...begin('stop', p),
      kind: 'gap',
      from: last.at,
      lng: last.lng,
      lat: last.lat,
      endLng: p.lng,
      endLat: p.lat,
      to: p.at,
      points: 0,
      maxSpeed: 0,
      odometerFrom: null,
      odometerTo: null,
    })
    state.now = begin(p.speed >= MOVING ? 'trip' : 'stop', p)
    state.maybe = null
    state.stillSince = null
    return step
  }
  const dt = p.at - last.at
  const metres = distance(last, p)
  const moving = p.speed >= MOVING || (metres > ELSEWHERE && metres / (dt / 1000 || 1) <= ABSURD)
  const counted = (moving || last.speed >= MOVING) && metres <= ABSURD * (dt / 1000) ? metres : 0
  step.metres = counted
  // A long silence before the first moving report was spent where the vehicle stood, unless the way says otherwise.
  if (moving && (dt < STOP_MS || (metres / dt) * 3600 >= MOVING)) step.drivingMs = dt
  else if (!moving && acc && last.acc) step.idleMs = dt
  move(state, p, moving, counted, step)
  return step
}

function move(state: TripState, p: Point, moving: boolean, metres: number, step: Step): void {
  const now = state.now!
  const { maybe } = state
  if (!maybe) {
    if (moving === (now.kind === 'trip')) return grow(now, p, metres, step.idleMs)
    state.maybe = begin(moving ? 'trip' : 'stop', p)
    // The way to the first still report still belongs to the trip, that to the first moving one already.
    if (moving) state.maybe.gps = metres
    else {
      now.gps += metres
      count(now, p.odometer)
    }
    return
  }
  grow(maybe, p, metres, step.idleMs)
  if (maybe.kind === 'stop') {
    if (moving) return cancel(state)
    if (p.at - maybe.from >= STOP_MS) turn(state, step)
    return
  }
  // A pause at a light does not end what may become a trip; standing for as long as a stop does.
  if (moving) {
    state.stillSince = null
    if (maybe.gps >= TRIP_METRES && p.at - maybe.from >= TRIP_MS) turn(state, step)
    return
  }
  state.stillSince ??= p.at
  if (p.at - state.stillSince >= STOP_MS) cancel(state)
}
function turn(state: TripState, step: Step): void {
  step.closed.push(ended(state.now!, state.maybe!.from))
  state.now = state.maybe
  state.maybe = null
  state.stillSince = null
}
function cancel(state: TripState): void {
  absorb(state.now!, state.maybe!)
  state.maybe = null
  state.stillSince = null
}

export interface MileageOf {
  distance: number
  method: 'odometer' | 'gps'
  odometer: number | null
}
/** The terminal's own counter when it never fell and does not contradict the track by more than a fifth (fleet.md §2.8). */
export function mileageOf(s: Pick<Stretch, 'gps' | 'odometerFrom' | 'odometerTo' | 'odometerFell'>): MileageOf {
  const gps = Math.round(s.gps)
  const odometer = s.odometerFrom === null || s.odometerTo === null || s.odometerFell ? null : s.odometerTo - s.odometerFrom
  const agrees = odometer !== null && Math.abs(odometer - gps) <= Math.max(0.2 * gps, 100)
  return agrees ? { distance: odometer, method: 'odometer', odometer } : { distance: gps, method: 'gps', odometer }
}
