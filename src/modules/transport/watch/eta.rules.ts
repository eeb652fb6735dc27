/**
 * When the vehicle will be where (transport.md §2.8): from where it was last seen through the stops that are left, by the estimate of
 * roads that planning uses, with the work at each stop, the wait for its window, and twenty minutes of rest after four hours' driving.
 */
import { estimated, type Point } from '#kit/basics/roads.ts'

interface StopAhead {
  id: number
  status: string
  point: Point | null
  windowFrom: string | null
  windowTo: string | null
  arriveAt: string | null
  startAt: string | null
  serviceMin: number
}
interface Eta {
  id: number
  eta: string
}
const MINUTE = 60_000
const REST_AFTER_S = 4 * 3600
const REST_MS = 20 * MINUTE
const GONE: readonly string[] = ['done', 'failed', 'skipped']

/** Stops without a place are passed over; those behind them still have an estimate. */
export function etas(from: Point, now: string, stops: readonly StopAhead[]): Eta[] {
  let at = Date.parse(now)
  let place = from
  let driven = 0
  const estimates: Eta[] = []
  for (const s of stops) {
    if (GONE.includes(s.status) || s.point === null) continue
    if (s.arriveAt === null) {
      const { seconds } = estimated(place, s.point)
      const rests = Math.floor((driven + seconds) / REST_AFTER_S) - Math.floor(driven / REST_AFTER_S)
      driven += seconds
      at += seconds * 1000 + rests * REST_MS
      estimates.push({ id: s.id, eta: new Date(at).toISOString() })
    }
    const opens = s.windowFrom === null ? 0 : Date.parse(s.windowFrom)
    const begins = s.startAt === null ? Math.max(opens, s.arriveAt === null ? at : Date.parse(s.arriveAt)) : Date.parse(s.startAt)
    at = Math.max(at, begins + s.serviceMin * MINUTE)
    place = s.point
  }
  return estimates
}

/** Later than the window allows. */
export const isLate = (eta: string | null, windowTo: string | null, lateMin: number): boolean =>
  eta !== null && windowTo !== null && Date.parse(eta) > Date.parse(windowTo) + lateMin * MINUTE
