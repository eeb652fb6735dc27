/** Whether a vehicle can have come from one place to another in the time between. Pure, and light: forms ask it too. */
import { metresBetween } from '#kit/basics/earth.ts'

/** m/s: 250 km/h, faster than any lorry. */
const MOST_SPEED = 250 / 3.6
/** Nearer than this a receiver may scatter, however short the time. Metres. */
const SCATTER = 1000

/** Millionths of a degree, milliseconds. */
export interface Place {
  at: number
  lng: number
  lat: number
}
export const reachable = (from: Place, to: Place): boolean => {
  const metres = metresBetween(from.lng / 1e6, from.lat / 1e6, to.lng / 1e6, to.lat / 1e6)
  return metres <= SCATTER || metres <= (MOST_SPEED * Math.abs(to.at - from.at)) / 1000
}
