/** What a run of temperature readings says, pure. Temperatures are tenths of a degree, times seconds. */
import { measuredText, type Measure } from './channel.rules.ts'

export interface Reading {
  t: number
  /** Null: the sensor said that it has no value. */
  value: number | null
}
export interface CurveFigures {
  readings: number
  broken: number
  min: number | null
  max: number | null
  /** Weighted by time, so that a burst of reports does not outvote an hour. */
  mean: number | null
  /** Mean kinetic temperature, weighted by time too. */
  mkt: number | null
  /** Share of the time covered that lay inside the limits, in 1/10000; null without limits or readings. */
  inRange: number | null
  /** Seconds of the longest unbroken time outside. */
  longestOut: number
}

/** A reading holds until the next one, at most this long: silence is not a temperature. */
const HOLDS = 900

/**
 * Mean kinetic temperature: the one steady temperature at which goods would have spoiled as much (USP ⟨1079⟩, ICH Q1A glossary):
 * T = (ΔH/R) / −ln(Σ tᵢ·e^(−ΔH/(R·Tᵢ)) / Σ tᵢ), with ΔH = 83.144 kJ/mol, the value agreed on, so that ΔH/R is 10 000 K.
 */
const ACTIVATION = 83_144 / 8.3144
const ZERO = 273.15
const rateAt = (tenths: number): number => Math.exp(-ACTIVATION / (tenths / 10 + ZERO))
const kineticOf = (rate: number): number => Math.round((ACTIVATION / -Math.log(rate) - ZERO) * 10)

export function figuresOf(readings: readonly Reading[], lowest: number | null, highest: number | null): CurveFigures {
  const good = readings.filter((r): r is { t: number; value: number } => r.value !== null)
  const figures: CurveFigures = {
    readings: readings.length,
    broken: readings.length - good.length,
    min: null,
    max: null,
    mean: null,
    mkt: null,
    inRange: null,
    longestOut: 0,
  }
  if (good.length === 0) return figures
  figures.min = Math.min(...good.map((r) => r.value))
  figures.max = Math.max(...good.map((r) => r.value))
  let [covered, weighted, kinetic, inside, out] = [0, 0, 0, 0, 0]
  readings.forEach((reading, i) => {
    if (reading.value === null) return void (out = 0)
    const next = readings[i + 1]
    const silent = next !== undefined && next.t - reading.t > HOLDS
    // The last reading says something about its own moment only.
    const held = next === undefined ? 1 : Math.max(0, Math.min(next.t - reading.t, HOLDS))
    covered += held
    weighted += held * reading.value
    kinetic += held * rateAt(reading.value)
    const wrong = (lowest !== null && reading.value < lowest) || (highest !== null && reading.value > highest)
    if (!wrong) inside += held
    out = wrong ? out + held : 0
    figures.longestOut = Math.max(figures.longestOut, out)
    if (silent) out = 0
  })
  figures.mean = Math.round(weighted / Math.max(1, covered))
  figures.mkt = covered > 0 ? kineticOf(kinetic / covered) : null
  if (lowest !== null || highest !== null) figures.inRange = Math.round((inside * 10_000) / Math.max(1, covered))
  return figures
}

export interface Span {
  from: number
  to: number
}
/** How often may pass between two readings on the road, and while out of range. */
export interface RecordRule {
  seconds: number
  outSeconds: number
}
export interface Recording extends RecordRule {
  /** Seconds on the road without a reading, at most; out of range likewise, null when it never was. */
  longest: number
  longestOut: number | null
  /** How often that was too long. */
  late: number
}

const shared = (a: Span, b: Span): number => Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from))

/** Was it recorded as often as the standard wants (GSP: 5 minutes on the road, 2 out of range)? A parked vehicle may sleep. Null: it did not drive. */
export function recordingOf(
  readings: readonly Reading[],
  trips: readonly Span[],
  period: Span,
  limits: { lowest: number | null; highest: number | null },
  rule: RecordRule,
): Recording | null {
  if (trips.length === 0) return null
  const good = readings.filter((r): r is { t: number; value: number } => r.value !== null)
  const recording: Recording = { ...rule, longest: 0, longestOut: null, late: 0 }
  const outside = (value: number): boolean =>
    (limits.lowest !== null && value < limits.lowest) || (limits.highest !== null && value > limits.highest)
  let next = 0
  for (let i = -1; i < good.length; i++) {
    const gap = { from: good[i]?.t ?? period.from, to: good[i + 1]?.t ?? period.to }
    while (next < trips.length && trips[next]!.to <= gap.from) next++
    let silent = 0
    for (let j = next; j < trips.length && trips[j]!.from < gap.to; j++) silent += shared(gap, trips[j]!)
    if (silent === 0) continue
    const out = i >= 0 && outside(good[i]!.value)
    if (out) recording.longestOut = Math.max(recording.longestOut ?? 0, silent)
    recording.longest = Math.max(recording.longest, silent)
    if (silent > (out ? rule.outSeconds : rule.seconds)) recording.late++
  }
  return recording
}

export const recordingText = (r: Recording): string =>
  `在途最长间隔 ${spanText(r.longest)}（要求 ${spanText(r.seconds)}）${r.longestOut === null ? '' : `，超限时 ${spanText(r.longestOut)}（要求 ${spanText(r.outSeconds)}）`}：${r.late ? `${r.late} 处过长，不符合` : '符合'}`

/** At most `most` readings that look the same on a curve: of each stretch its lowest and its highest, and every gap in between. */
export function thinned(readings: readonly Reading[], most: number): Reading[] {
  if (readings.length <= most) return [...readings]
  const size = Math.ceil((readings.length * 2) / most)
  const chosen: Reading[] = []
  for (let i = 0; i < readings.length; i += size) {
    const part = readings.slice(i, i + size)
    const good = part.filter((r) => r.value !== null)
    const low = good.reduce<Reading | null>((a, r) => (a === null || r.value! < a.value! ? r : a), null)
    const high = good.reduce<Reading | null>((a, r) => (a === null || r.value! > a.value! ? r : a), null)
    const gap = part.find((r) => r.value === null)
    chosen.push(
      ...[...new Set([low, high, good.length === 0 ? (gap ?? null) : null].filter((r) => r !== null))].toSorted((a, b) => a.t - b.t),
    )
  }
  return chosen
}

/** Round figures around all values, in tenths: at most eight lines. */
export function scaleOf(least: number, most: number): [low: number, high: number, step: number] {
  const step = [10, 20, 50, 100, 200, 500].find((one) => Math.ceil(most / one) - Math.floor(least / one) <= 7) ?? 1000
  const low = Math.floor(least / step) * step
  return [low, Math.max(low + step, Math.ceil(most / step) * step), step]
}

export const degreesText = (tenths: number | null, measure: Measure = 'temperature'): string =>
  tenths === null ? '—' : measuredText(measure, tenths / 10)
export function spanText(seconds: number): string {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), Math.round(seconds % 60)]
  return h > 0 ? `${h} 小时 ${m} 分` : m > 0 ? `${m} 分 ${s} 秒` : `${s} 秒`
}
