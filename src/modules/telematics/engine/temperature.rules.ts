/**
 * Excursions of temperature and of humidity, pure and in event time: out of range for long enough, until clearly back in range. One excursion for one situation,
 * however many readings it has (fleet.md §2.7, complaint 11). Values in 0.1 °C or 0.1 %.
 */
import { doorOpen, loaded } from '../jt808/bits.ts'

export interface Policy {
  id: number
  lowest: number
  highest: number
  hysteresis: number
  minMs: number
  noDataMs: number
  /** Between the probes of one vehicle; null: not judged. */
  maxSpread: number | null
  warnMargin: number
  /** So much time out of range with an open door does not count. */
  doorMs: number
  requireCargo: boolean
}
/** What else the report says. */
export interface Around {
  /** The ignition is on: a parked vehicle's sensors may sleep. */
  running: boolean
  door: boolean
  /** Nothing is judged while the policy asks for cargo and there is none. */
  judged: boolean
}
export interface ChannelState {
  lastAt: number | null
  running: boolean
  /** States of before doors were looked at have none. */
  door?: boolean
  out: {
    kind: 'high' | 'low'
    from: number
    confirmedAt: number | null
    peak: number
    area: number
    lastAt: number
    lastValue: number
    doorMs?: number
  } | null
}
export interface Excursion {
  kind: 'high' | 'low' | 'noData' | 'spread'
  from: number
  confirmedAt: number
  to: number | null
  peak: number | null
  /** 0.1 °C × minutes beyond the limit. */
  area: number | null
  limit: number | null
  /** With an open door. */
  doorMs: number | null
}
export const noReadings = (): ChannelState => ({ lastAt: null, running: false, out: null })

export const aroundOf = (status: number, p: Policy): Around => ({
  running: (status & 1) === 1,
  door: doorOpen(status),
  judged: !p.requireCargo || loaded(status),
})
const USUAL: Around = { running: true, door: false, judged: true }

const beyond = (p: Policy, kind: 'high' | 'low', value: number): number => (kind === 'high' ? value - p.highest : p.lowest - value)

/** Valid readings only, in time order. Returns excursions that ended here. Changes `state`. */
export function stepTemperature(state: ChannelState, at: number, value: number, p: Policy, around: Around = USUAL): Excursion[] {
  const ended: Excursion[] = []
  const { lastAt, running: before, door = false } = state
  state.lastAt = at
  state.running = around.running && around.judged
  state.door = around.door
  if (lastAt !== null && at - lastAt > p.noDataMs) {
    // Nobody knows what was between: what was out of range is not continued over the gap.
    if (state.out) {
      const excursion = excursionOf(state, p)
      if (excursion) ended.push({ ...excursion, to: state.out.lastAt })
      state.out = null
    }
    if (before)
      ended.push({
        kind: 'noData',
        from: lastAt + p.noDataMs,
        confirmedAt: lastAt + p.noDataMs,
        to: at,
        peak: null,
        area: null,
        limit: null,
        doorMs: null,
      })
  }
  const { out } = state
  if (out && door) out.doorMs = (out.doorMs ?? 0) + (at - out.lastAt)
  if (out && around.judged && beyond(p, out.kind, value) > -(out.confirmedAt === null ? 0 : p.hysteresis)) {
    out.area += (Math.max(0, beyond(p, out.kind, out.lastValue)) * (at - out.lastAt)) / 60_000
    out.peak = out.kind === 'high' ? Math.max(out.peak, value) : Math.min(out.peak, value)
    out.lastAt = at
    out.lastValue = value
    if (out.confirmedAt === null && at - out.from - Math.min(out.doorMs ?? 0, p.doorMs) >= p.minMs) out.confirmedAt = at
    return ended
  }
  if (out) {
    const excursion = excursionOf(state, p)
    if (excursion)
      ended.push({
        ...excursion,
        area: excursion.area! + (Math.max(0, beyond(p, out.kind, out.lastValue)) * (at - out.lastAt)) / 60_000,
        to: at,
      })
    state.out = null
  }
  const kind = !around.judged ? null : value > p.highest ? 'high' : value < p.lowest ? 'low' : null
  if (kind)
    state.out = { kind, from: at, confirmedAt: p.minMs === 0 ? at : null, peak: value, area: 0, lastAt: at, lastValue: value, doorMs: 0 }
  return ended
}

/** What is open now, when it has lasted long enough to be told. */
export function excursionOf(state: ChannelState, p: Policy): Excursion | null {
  const { out } = state
  if (!out || out.confirmedAt === null) return null
  return {
    kind: out.kind,
    from: out.from,
    confirmedAt: out.confirmedAt,
    to: null,
    peak: out.peak,
    area: out.area,
    limit: out.kind === 'high' ? p.highest : p.lowest,
    doorMs: out.doorMs ?? 0,
  }
}

/** The distance between the warmest and the coldest probe is judged like a temperature that has an upper limit only. */
const ofSpread = (p: Policy): Policy => ({ ...p, lowest: -1e6, highest: p.maxSpread ?? 1e6 })
const asSpread = (e: Excursion): Excursion => ({ ...e, kind: 'spread' })

export const stepSpread = (state: ChannelState, at: number, values: readonly number[], p: Policy, around: Around = USUAL): Excursion[] =>
  // That nothing was heard is told by the probes themselves.
  stepTemperature(state, at, Math.max(...values) - Math.min(...values), ofSpread(p), around)
    .filter((e) => e.kind !== 'noData')
    .map(asSpread)

export function spreadOf(state: ChannelState, p: Policy): Excursion | null {
  const open = excursionOf(state, ofSpread(p))
  return open && asSpread(open)
}

/** Near a limit from within, or already beyond it and not yet for long enough. */
export const nearLimit = (value: number, p: Policy): boolean =>
  p.warnMargin > 0 && (value > p.highest - p.warnMargin || value < p.lowest + p.warnMargin)
