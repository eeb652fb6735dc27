/** What a vehicle did on a business day, added up as reports come; pure. */
import { BUSINESS_OFFSET_MINUTES, type Day } from '#kit/basics/time/day.ts'
import { mileageOf, type MileageOf } from './trips.rules.ts'
import type { Point } from './point.ts'

export interface DayState {
  day: Day
  gps: number
  odometerFrom: number | null
  odometerTo: number | null
  odometerFell: boolean
  drivingMs: number
  idleMs: number
  nightMs: number
  onlineMs: number
  maxSpeed: number
  points: number
  trips: number
  stops: number
  lastAt: number | null
}
/** Reports farther apart than this do not show that the terminal was online between. */
const ONLINE_MS = 600_000
export const noDay = (day: Day): DayState => ({
  day,
  gps: 0,
  odometerFrom: null,
  odometerTo: null,
  odometerFell: false,
  drivingMs: 0,
  idleMs: 0,
  nightMs: 0,
  onlineMs: 0,
  maxSpeed: 0,
  points: 0,
  trips: 0,
  stops: 0,
  lastAt: null,
})

const isNight = (at: number): boolean => {
  const hour = Math.floor((at / 60_000 + BUSINESS_OFFSET_MINUTES) / 60) % 24
  return hour >= 22 || hour < 6
}
export function stepDay(state: DayState, p: Point, step: { metres: number; drivingMs: number; idleMs: number }): void {
  state.points++
  if (state.lastAt !== null && p.at - state.lastAt <= ONLINE_MS) state.onlineMs += p.at - state.lastAt
  state.lastAt = p.at
  state.gps += step.metres
  state.drivingMs += step.drivingMs
  state.idleMs += step.idleMs
  if (isNight(p.at)) state.nightMs += step.drivingMs
  if (p.located) state.maxSpeed = Math.max(state.maxSpeed, p.speed)
  if (p.odometer === null) return
  if (state.odometerTo !== null && p.odometer < state.odometerTo) state.odometerFell = true
  state.odometerFrom ??= p.odometer
  state.odometerTo = p.odometer
}
export const dayMileage = (state: DayState): MileageOf => mileageOf(state)
