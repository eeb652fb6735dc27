import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spansOf, switchFigures } from './switch.rules.ts'

const every = (seconds: number, values: readonly (number | null)[]) => values.map((value, i) => ({ t: i * seconds, value }))

describe('when a door was open', () => {
  it('is from the first reading that says so to the first that does not', () => {
    const readings = every(60, [0, 1, 1, 0, 0, 1, 0])
    const spans = spansOf(readings)
    expect(spans).toEqual([
      { from: 60, to: 180, open: false },
      { from: 300, to: 360, open: false },
    ])
    expect(switchFigures(readings, spans)).toEqual({ readings: 7, times: 2, seconds: 180, longest: 120 })
  })
  it('has no end while nothing else was heard, and silence of half an hour proves nothing', () => {
    expect(spansOf(every(60, [1, 1]))).toEqual([{ from: 0, to: 60, open: true }])
    expect(spansOf(every(2000, [1, 1, 0]))).toEqual([
      { from: 0, to: 0, open: true },
      { from: 2000, to: 2000, open: true },
    ])
    expect(switchFigures([], [])).toEqual({ readings: 0, times: 0, seconds: 0, longest: 0 })
  })
  it('is as long as the pieces between readings that begin open and are not silent', () => {
    const step = fc.tuple(fc.integer({ min: 1, max: 2400 }), fc.boolean())
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let t = 0
        const readings = steps.map(([seconds, on]) => ({ t: (t += seconds), value: on ? 1 : 0 }))
        const spans = spansOf(readings)
        let slow = 0
        readings.forEach((r, i) => {
          const next = readings[i + 1]
          if (r.value && next && next.t - r.t <= 1800) slow += next.t - r.t
        })
        expect(switchFigures(readings, spans).seconds).toBe(slow)
        for (const [i, s] of spans.entries()) if (i > 0) expect(s.from).toBeGreaterThanOrEqual(spans[i - 1]!.to)
        expect(spans.every((s) => readings.some((r) => r.t === s.from && r.value === 1))).toBe(true)
      }),
    )
  })
})
