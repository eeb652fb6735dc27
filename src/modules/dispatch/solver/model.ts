/**
 * What the planner is asked and what it answers: plain data, nothing else. This folder imports nothing outside itself.
 *
 * Units: seconds from the midnight the day begins with (may pass 86 400), metres, fen, 0.1 ℃. A demand is four integers:
 * grams, 1/10000 m³, pieces, pallets. A `place` is a row of the matrix.
 */
export const DIMENSIONS = 4
type Demand = readonly [grams: number, volume: number, pieces: number, pallets: number]
export type Span = readonly [from: number, to: number]

export interface Stop {
  place: number
  service: number
  /** Service begins inside one of them; none = any time. */
  windows: readonly Span[]
  /** The driver does not work here: standing 20 minutes (waiting and service) is a rest. */
  restful?: boolean
}

export interface Job {
  id: string
  /** Both: goods go from one stop to the other in one vehicle. Delivery only: they lie in the vehicle's depot. Pickup only: they are brought to its end. */
  pickup?: Stop
  delivery?: Stop
  demand: Demand
  /** The zone must be able to hold this range. */
  cold?: Span
  goods?: 'plain' | 'food' | 'dangerous'
  skills?: readonly string[]
  /** Inside a zone, unloaded in the reverse order of loading. */
  lifo?: boolean
  /** Goods of a delivery-only job may leave the depot from here on. */
  release?: number
  /** What leaving it out costs, fen. */
  prize: number
  /** Only these vehicles (a line's own drivers, a locked order). */
  only?: readonly string[]
  /** Fen added when this vehicle takes it; what is not named costs `awayFen`. Serves familiarity and staying near an adopted plan. */
  home?: string
  awayFen?: number
}

interface Zone {
  /** 0.1 ℃ the zone can be kept at; absent = not cooled. */
  cold?: Span
  capacity: Demand
}

export interface Vehicle {
  id: string
  zones: readonly Zone[]
  start: number
  /** null = the route ends at its last stop. */
  end: number | null
  /** Leaves and is back inside it. */
  shift: Span
  overtime?: number
  fixedFen: number
  kmFen: number
  hourFen: number
  overtimeHourFen?: number
  maxStops?: number
  maxMetres?: number
  maxSeconds?: number
  skills?: readonly string[]
  /** What bans look at. */
  tags?: readonly string[]
  passes?: readonly string[]
  /** Places it may load again at, and how long that takes. */
  reloads?: readonly { place: number; service: number }[]
  trips?: number
  drivers?: 1 | 2
  /** Minutes of the driver's day before this plan, in seconds. */
  driven?: number
  sinceRest?: number
  /** Seconds worked in the last seven days: the ledger of fairness. */
  worked?: number
  profile?: number
  /** Stops already fixed at the front, in this order. */
  fixed?: readonly Visit[]
  /** Takes nothing more. */
  closed?: boolean
}

export interface Visit {
  job?: string
  part: 'pickup' | 'delivery' | 'reload'
  /** Of a reload. */
  place?: number
}

export interface Ban {
  area: string
  places: readonly number[]
  windows: readonly Span[]
  /** Vehicles with one of these tags; none = all. */
  tags: readonly string[]
}

/** Metres and seconds, row by row; -1 = no way. One entry of `seconds` and `metres` per profile. */
interface Matrix {
  size: number
  metres: readonly ArrayLike<number>[]
  seconds: readonly ArrayLike<number>[]
  /** Driving takes seconds × factor, by the time of the day (first in first out: a leg is driven piece by piece). */
  bands?: readonly { from: number; factor: number }[]
}

interface Rules {
  /** Seconds of driving without a rest, and how long a rest is. */
  driveMax: number
  rest: number
  driveDayMax: number
  /** Windows may be missed at this price a minute; absent = never. */
  lateMinuteFen?: number
}

export type Mode = 'cost' | 'vehicles' | 'balance'

export interface Problem {
  jobs: readonly Job[]
  vehicles: readonly Vehicle[]
  matrix: Matrix
  bans?: readonly Ban[]
  rules: Rules
  mode: Mode
  /** Fen for each hour a driver's time lies off the mean (balance). */
  fairHourFen?: number
  seed: number
  /** Costs are rounded to the fen per route. Off for instances measured in exact doubles. */
  exact?: boolean
}

export interface Budget {
  iterations?: number
  milliseconds?: number
  /** Repeats a plan that had a budget of time: its iterations and the `ticks` it tells. */
  ticks?: readonly number[]
}

/** One route as it is handed in for judging or as a start to go on from. */
export interface Sequence {
  vehicle: string
  visits: readonly Visit[]
  /** Not before; absent = as late as costs nothing. */
  departAt?: number
}

/** Reason codes of the law (5.5). */
export const CODE = {
  weight: 1,
  volume: 2,
  window: 3,
  skill: 4,
  shift: 5,
  reach: 6,
  place: 7,
  cold: 8,
  ban: 9,
  driving: 10,
  order: 11,
  lock: 12,
  release: 13,
  prize: 14,
  vehicles: 15,
  mixed: 16,
} as const
export type Code = (typeof CODE)[keyof typeof CODE]

export interface Violation {
  code: Code
  /** By how much: grams, 1/10000 m³, pieces, pallets, seconds, metres, stops. 0 where there is no amount. */
  amount: number
  /** What the amount counts. */
  of: 'grams' | 'volume' | 'pieces' | 'pallets' | 'seconds' | 'metres' | 'stops' | 'none'
  job?: string
  /** Index of the step of the route it shows at. */
  step?: number
}

export interface Step {
  kind: 'start' | 'pickup' | 'delivery' | 'reload' | 'rest' | 'end'
  job?: string
  /** -1 for a rest on the way. */
  place: number
  /** Metres and driving seconds since the step before. */
  metres: number
  driving: number
  /** Stood before arriving until a ban ended. */
  hold: number
  arrive: number
  begin: number
  leave: number
  wait: number
  late: number
  /** On board when leaving, zone after zone, four numbers each. */
  load: readonly number[]
}

export interface Cost {
  fixed: number
  km: number
  hours: number
  overtime: number
  late: number
  away: number
  prize: number
  fairness: number
  total: number
}

export interface Route {
  vehicle: string
  steps: readonly Step[]
  visits: readonly Visit[]
  start: number
  end: number
  metres: number
  driving: number
  cost: Cost
  /** The fullest it gets, against its capacity, 0–1, and of which dimension. */
  fullest: number
  violations: readonly Violation[]
}

export interface Relaxation {
  code: Code
  vehicle?: string
  amount: number
  of: Violation['of']
}

export interface LeftOut {
  job: string
  code: Code
  /** The smallest single thing that would let it in; absent when none of one kind does. */
  hint?: Relaxation
  /** What taking it would cost, for code 14. */
  addedFen?: number
}

export interface Plan {
  routes: readonly Route[]
  unassigned: readonly LeftOut[]
  cost: Cost
  iterations: number
  /** Of a budget of time: iterations done when each hundredth of it was passed. With `iterations` and `seed` they give this plan again. */
  ticks?: readonly number[]
  seed: number
  engine: string
}

export const ENGINE = 'zyt-sisr-2'
