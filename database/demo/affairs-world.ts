/** What the makers of vehicle affairs share. */
import type { Day } from '#kit/basics/time/day.ts'
import type { Random } from '#kit/basics/random.ts'
import type { DemoVehicle } from './fleet.ts'

export const CLERK = 'yunqiao_fleet'
export const BOSS = 'yunqiao_manager'
interface Held {
  lessee: number
  fromAt: string
  toAt: string | null
}
/** A vehicle as affairs need it: its plate and days, who had it, what its odometer showed. */
export interface Car extends DemoVehicle {
  plateNo: string
  status: string
  registeredOn: Day
  compulsoryDue: Day | null
  commercialDue: Day | null
  segments: readonly Held[]
  kmAt: (at: string) => number | null
}
/** Numbers of its own: what happens here changes nothing in the rest of the company. */
export interface Road {
  dice: Random
  cars: readonly Car[]
}

export const later = (a: Day, b: Day): Day => (a > b ? a : b)
