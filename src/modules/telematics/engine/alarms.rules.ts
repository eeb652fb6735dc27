/** Alarm bits of a terminal as alarms with a beginning and an end, pure: one record for one situation (fleet.md §2.5, complaint 19). */
import { clearedByAnswer } from '../alarms/alarm.rules.ts'
import type { Point } from './point.ts'

interface OpenAlarm {
  from: number
  last: number
  times: number
  lng: number
  lat: number
  speed: number
  maxSpeed: number
  located: boolean
}
export type AlarmState = Record<number, OpenAlarm>
export interface AlarmHappening extends OpenAlarm {
  bit: number
  to: number | null
}

/** Alarm bit → when somebody handled one, milliseconds. */
export type Handlings = ReadonlyMap<number, readonly number[]>

/**
 * What changed at this point: opened or closed. What is open at the end of a run is told by `openAlarms`. Bits that the terminal clears
 * by itself: reported again within a while it is the same situation, unless somebody has handled it in between; then it is a new cry.
 */
export function stepAlarms(state: AlarmState, p: Point, repeatMs: number, handled?: Handlings): AlarmHappening[] {
  const closed: AlarmHappening[] = []
  for (const key of Object.keys(state)) {
    const bit = Number(key)
    const open = state[bit]!
    const set = (p.alarm >>> bit) & 1
    const answered = set && handled?.get(bit)?.some((at) => open.last < at && at <= p.at)
    const over = clearedByAnswer(bit) ? p.at - open.last > repeatMs || answered : !set
    if (!over) continue
    delete state[bit]
    closed.push({ bit, ...open, to: clearedByAnswer(bit) ? open.last : p.at })
  }
  if (p.alarm === 0) return closed
  for (let bit = 0; bit < 32; bit++) {
    if (!((p.alarm >>> bit) & 1)) continue
    const open = state[bit]
    if (open) {
      open.last = p.at
      open.times++
      open.maxSpeed = Math.max(open.maxSpeed, p.speed)
    } else state[bit] = { from: p.at, last: p.at, times: 1, lng: p.lng, lat: p.lat, speed: p.speed, maxSpeed: p.speed, located: p.located }
  }
  return closed
}
export const openAlarms = (state: AlarmState): AlarmHappening[] =>
  Object.entries(state).map(([bit, open]) => ({ bit: Number(bit), ...open, to: null }))
