/** When something was on: intervals out of the readings of a door contact or of a cooling machine, pure. */
import { SILENT } from '../cold/channel.rules.ts'
import type { Reading } from '../cold/temperature.rules.ts'

export interface SwitchSpan {
  from: number
  /** The first reading that said otherwise, or the last that was heard. */
  to: number
  /** It was still on when last heard. */
  open: boolean
}
export interface SwitchFigures {
  readings: number
  times: number
  seconds: number
  longest: number
}

/** Readings in time order; the intervals are disjoint and in order, too. */
export function spansOf(readings: readonly Reading[]): SwitchSpan[] {
  const spans: SwitchSpan[] = []
  let now: SwitchSpan | null = null
  for (const { t, value } of readings) {
    if (now && t - now.to > SILENT) now = null
    if (now) now.to = t
    if (value !== null && value > 0) {
      if (!now) spans.push((now = { from: t, to: t, open: true }))
    } else if (now) {
      now.open = false
      now = null
    }
  }
  return spans
}

export const switchFigures = (readings: readonly Reading[], spans: readonly SwitchSpan[]): SwitchFigures => {
  const lengths = spans.map((s) => s.to - s.from)
  return {
    readings: readings.length,
    times: spans.length,
    seconds: lengths.reduce((a, b) => a + b, 0),
    longest: Math.max(0, ...lengths),
  }
}
