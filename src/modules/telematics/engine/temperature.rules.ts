/**
 * Temperature excursions, pure and in event time: out of range for long enough, until clearly back in range. One excursion for one situation,
 * however many readings it has (fleet.md §2.7, complaint 11). Values in 0.1 °C.
 */
export interface Policy {
  id: number
  lowest: number
  highest: number
  hysteresis: number
  minMs: number
  noDataMs: number
}
export interface ChannelState {
  lastAt: number | null
  /** The ignition was on then: a parked vehicle's sensors may sleep. */
  running: boolean
  out: { kind: 'high' | 'low'; from: number; confirmedAt: number | null; peak: number; area: number; lastAt: number; lastValue: number } | null
}
export interface Excursion {
  kind: 'high' | 'low' | 'noData'
  from: number
  confirmedAt: number
  to: number | null
  peak: number | null
  /** 0.1 °C × minutes beyond the limit. */
  area: number | null
  limit: number | null
}
export const noReadings = (): ChannelState => ({ lastAt: null, running: false, out: null })

const beyond = (p: Policy, kind: 'high' | 'low', value: number): number => (kind === 'high' ? value - p.highest : p.lowest - value)

/** Valid readings only, in time order. Returns excursions that ended here. Changes `state`. */
export function stepTemperature(state: ChannelState, at: number, value: number, p: Policy, running = true): Excursion[] {
  const ended: Excursion[] = []
  const { lastAt, running: before } = state
  state.lastAt = at
  state.running = running
  if (lastAt !== null && at - lastAt > p.noDataMs) {
    // Nobody knows what was between: what was out of range is not continued over the gap.
    if (state.out) {
      const told = excursionOf(state, p)
      if (told) ended.push({ ...told, to: state.out.lastAt })
      state.out = null
    }
    if (before) ended.push({ kind: 'noData', from: lastAt + p.noDataMs, confirmedAt: lastAt + p.noDataMs, to: at, peak: null, area: null, limit: null })
  }
  const { out } = state
  if (out && beyond(p, out.kind, value) > -(out.confirmedAt === null ? 0 : p.hysteresis)) {
    out.area += (Math.max(0, beyond(p, out.kind, out.lastValue)) * (at - out.lastAt)) / 60_000
    out.peak = out.kind === 'high' ? Math.max(out.peak, value) : Math.min(out.peak, value)
    out.lastAt = at
    out.lastValue = value
    if (out.confirmedAt === null && at - out.from >= p.minMs) out.confirmedAt = at
    return ended
  }
  if (out) {
    const told = excursionOf(state, p)
    if (told) ended.push({ ...told, area: told.area! + (Math.max(0, beyond(p, out.kind, out.lastValue)) * (at - out.lastAt)) / 60_000, to: at })
    state.out = null
  }
  const kind = value > p.highest ? 'high' : value < p.lowest ? 'low' : null
  if (kind) state.out = { kind, from: at, confirmedAt: p.minMs === 0 ? at : null, peak: value, area: 0, lastAt: at, lastValue: value }
  return ended
}

/** What is open now, when it has lasted long enough to be told. */
export function excursionOf(state: ChannelState, p: Policy): Excursion | null {
  const { out } = state
  if (!out || out.confirmedAt === null) return null
  return { kind: out.kind, from: out.from, confirmedAt: out.confirmedAt, to: null, peak: out.peak, area: out.area, limit: out.kind === 'high' ? p.highest : p.lowest }
}
