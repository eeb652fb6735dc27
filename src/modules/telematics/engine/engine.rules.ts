/**
 * Everything that follows from a vehicle's reports, as one pure fold in event time. The result depends on the set of reports and not on the
 * order they came in: late data are folded again from the beginning of their day (invariants 6 and 7).
 */
import { dayOf } from '#kit/basics/time/day.ts'
import type { Fence, FenceIndex } from '../fences/fence.shape.rules.ts'
import { openAlarms, stepAlarms, type AlarmHappening, type AlarmState, type Handlings } from './alarms.rules.ts'
import { noDay, stepDay, type DayState } from './day.rules.ts'
import { stepFences, type FenceHappening, type FenceState } from './fences.rules.ts'
import { slotOf, stateOf, type Switch } from '../cold/channel.rules.ts'
import { together, type Point, type Report } from './point.ts'
import { Jumps, nowhere, type Believed } from '../gateway/positions/jumps.rules.ts'
import {
  aroundOf,
  excursionOf,
  nearLimit,
  noReadings,
  spreadOf,
  stepSpread,
  stepTemperature,
  type ChannelState,
  type Excursion,
  type Policy,
} from './temperature.rules.ts'
import { noTrips, stepTrips, type Segment, type TripState } from './trips.rules.ts'

export interface EngineState {
  /** The last report that is contained. */
  at: number
  /** Where it is believed to be. States of before have none. */
  places?: Believed
  trips: TripState
  fences: FenceState
  alarms: AlarmState
  channels: Record<number, ChannelState>
  /** Distance between the probes, by the lowest sensor number of those with one policy. States of before have none. */
  spreads?: Record<number, ChannelState>
  day: DayState | null
}
export interface EngineRules {
  index: FenceIndex
  fences: ReadonlyMap<number, Fence>
  applies: (fence: Fence) => boolean
  /** By channel (`slotOf`: 1–8 temperatures, 11–18 humidities, then switches); without one a channel is only recorded. */
  policies: ReadonlyMap<number, Policy>
  /** Door contacts and cooling machines that are set up: every terminal sends these bits, few vehicles have something wired to them. */
  switches?: readonly Switch[]
  repeatMs: number
  /** Handlings of alarms of this vehicle that these points may come after. */
  handled?: Handlings | undefined
}
interface Reading {
  /** Of the channel, as in `policies`. */
  sensorNo: number
  at: number
  value: number | null
}
export interface Outcome {
  /** Rows that say something else of their place than this. */
  judged: (Report & { at: number; jump: boolean })[]
  segments: Segment[]
  fences: FenceHappening[]
  alarms: AlarmHappening[]
  excursions: (Excursion & { sensorNo: number; policy: number })[]
  readings: Reading[]
  /** Sensors whose last reading is near a limit. */
  near: number[]
  days: DayState[]
  /** States at the beginning of days that began within these points. */
  starts: { day: string; state: EngineState }[]
}
export const newState = (): EngineState => ({ at: 0, trips: noTrips(), fences: {}, alarms: {}, channels: {}, day: null })

/** Of what is stored as JSON: two thirds to three quarters of the time of a structured clone (measured on a state of one trip). */
const copyOf = <T>(plain: T): T => JSON.parse(JSON.stringify(plain)) as T

/** Points in time order, each later than `state.at`; those of one instant are one. Changes `state`. */
export function run(state: EngineState, points: readonly Point[], rules: EngineRules): Outcome {
  const out: Outcome = { judged: [], segments: [], fences: [], alarms: [], excursions: [], readings: [], near: [], days: [], starts: [] }
  for (let i = 0; i < points.length;) {
    const from = i++
    while (i < points.length && points[i]!.at === points[from]!.at) i++
    if (points[from]!.at <= state.at) continue
    step(state, points[from]!, i - from > 1 ? points.slice(from, i) : null, rules, out)
  }
  finish(state, rules, out)
  return out
}

const jumpsOf = (state: EngineState): Jumps => {
  const { last } = state.trips
  return new Jumps((state.places ??= { ...nowhere(), place: last && placeOf(last) }))
}
/** Places are believed in the order of their time, whichever report came first, and through whichever terminal of the vehicle. */
function placed(state: EngineState, p: Point, out: Outcome): Point {
  if (!p.located) return p
  const located = jumpsOf(state).believes(placeOf(p))
  noteJump(p, !located, out)
  return located ? p : { ...p, located }
}
/** Reports of one instant: the first that can have been reached is believed. */
function placedTogether(state: EngineState, points: readonly Point[], out: Outcome): Point {
  const jumps = jumpsOf(state)
  const said = points.filter((p) => p.located)
  const chosen = said.find((p) => jumps.reaches(placeOf(p))) ?? said[0]
  const located = chosen !== undefined && jumps.believes(placeOf(chosen))
  for (const p of said) noteJump(p, !located || !(p === chosen || jumps.reaches(placeOf(p))), out)
  const p = together(chosen ? [chosen, ...points.filter((other) => other !== chosen)] : points)
  return p.located === located ? p : { ...p, located }
}
function noteJump({ row, at }: Point, jump: boolean, out: Outcome): void {
  if (row && row.jump !== jump) out.judged.push({ terminal: row.terminal, serial: row.serial, at, jump })
}
const placeOf = ({ at, lng, lat }: { at: number; lng: number; lat: number }) => ({ at, lng: lng * 1e6, lat: lat * 1e6 })

/** `sameInstant`: the first and those beside it, where it is not alone. */
function step(state: EngineState, first: Point, sameInstant: readonly Point[] | null, rules: EngineRules, out: Outcome): void {
  const day = dayOf(first.at)
  if (state.day?.day !== day) {
    if (state.day) out.days.push(state.day)
    state.day = noDay(day)
    out.starts.push({ day, state: copyOf(state) })
  }
  const p = sameInstant === null ? placed(state, first, out) : placedTogether(state, sameInstant, out)
  state.at = p.at
  let way = { metres: 0, drivingMs: 0, idleMs: 0 }
  if (p.located) {
    const { last: before, now: current } = state.trips
    const moved = stepTrips(state.trips, p)
    way = moved
    out.segments.push(...moved.closed)
    // Counted when it begins: its way and time count from then on, and it is found under that day.
    const { now } = state.trips
    if (now && now !== current) state.day[now.kind === 'trip' ? 'trips' : 'stops']++
    out.fences.push(...stepFences(state.fences, before, p, rules.index, rules.fences, rules.applies))
  }
  stepDay(state.day, p, way)
  out.alarms.push(...stepAlarms(state.alarms, p, rules.repeatMs, rules.handled))
  channels(state, p, rules, out)
}

const SENSORS = 8
/** What this report says of each channel. */
function samplesOf(p: Point, { switches = [] }: EngineRules): Map<number, number | null> {
  const samples = new Map<number, number | null>()
  p.temperatures?.slice(0, SENSORS).forEach((value, i) => samples.set(slotOf('temperature', i + 1), value))
  p.humidities?.slice(0, SENSORS).forEach((value, i) => samples.set(slotOf('humidity', i + 1), value))
  const { status, vehicleSignals = null, io = null } = p
  for (const one of switches) {
    const on = stateOf(one, { status, vehicleSignals, io })
    if (on !== null) samples.set(one.slot, on)
  }
  return samples
}

function channels(state: EngineState, p: Point, rules: EngineRules, out: Outcome): void {
  const samples = samplesOf(p, rules)
  if (samples.size === 0) return
  for (const [sensorNo, value] of samples) {
    out.readings.push({ sensorNo, at: p.at, value })
    const policy = rules.policies.get(sensorNo)
    if (value === null || !policy) continue
    const channel = (state.channels[sensorNo] ??= noReadings())
    const around = aroundOf(p.status, policy)
    for (const ended of stepTemperature(channel, p.at, value, policy, around))
      out.excursions.push({ ...ended, sensorNo, policy: policy.id })
    out.near = out.near.filter((one) => one !== sensorNo)
    if (around.judged && nearLimit(value, policy)) out.near.push(sensorNo)
  }
  spreads(state, p, samples, rules, out)
}

/**
 * An excursion has one channel: that of the lowest sensor number with the policy, also while that probe is silent. Which probe is the odd
 * one out cannot be said of two, and would change with the report it begins with.
 */
function spreads(state: EngineState, p: Point, samples: ReadonlyMap<number, number | null>, rules: EngineRules, out: Outcome): void {
  for (const [first, { policy, sensors }] of groupsOf(rules)) {
    const values = sensors.map((n) => samples.get(n)).filter((v) => v !== null && v !== undefined)
    if (values.length < 2) continue
    const one = ((state.spreads ??= {})[first] ??= noReadings())
    for (const ended of stepSpread(one, p.at, values, policy, aroundOf(p.status, policy)))
      out.excursions.push({ ...ended, sensorNo: first, policy: policy.id })
  }
}
const groups = new WeakMap<EngineRules['policies'], Map<number, { policy: Policy; sensors: number[] }>>()
function groupsOf({ policies }: EngineRules): Map<number, { policy: Policy; sensors: number[] }> {
  const known = groups.get(policies)
  if (known) return known
  const judged = [...policies].filter(([, policy]) => policy.maxSpread !== null).toSorted(([a], [b]) => a - b)
  const groupsByFirst = new Map(
    [...Map.groupBy(judged, ([, policy]) => policy.id).values()]
      .filter((list) => list.length > 1)
      .map((list) => [list[0]![0], { policy: list[0]![1], sensors: list.map(([n]) => n) }]),
  )
  groups.set(policies, groupsByFirst)
  return groupsByFirst
}

/** What is still going on is told too, with an open end. */
function finish(state: EngineState, rules: EngineRules, out: Outcome): void {
  if (state.day) out.days.push(copyOf(state.day))
  out.alarms.push(...openAlarms(state.alarms))
  if (state.trips.now) out.segments.push({ ...state.trips.now, to: null })
  for (const [sensor, channel] of Object.entries(state.channels)) {
    const policy = rules.policies.get(Number(sensor))
    const open = policy && excursionOf(channel, policy)
    if (open) out.excursions.push({ ...open, sensorNo: Number(sensor), policy: policy.id })
  }
  for (const [first, { policy }] of groupsOf(rules)) {
    const spread = state.spreads?.[first]
    const open = spread && spreadOf(spread, policy)
    if (open) out.excursions.push({ ...open, sensorNo: first, policy: policy.id })
  }
}
