import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { figuresOf, recordingOf, recordingText, scaleOf, spanText, thinned, type Reading } from './temperature.rules.ts'

const every = (seconds: number, values: readonly (number | null)[]): Reading[] => values.map((value, i) => ({ t: i * seconds, value }))

describe('figures of a temperature curve', () => {
  it('weigh by time: ten quick reports do not outvote an hour', () => {
    const readings = [...every(300, [40, 40, 40, 40, 40, 40, 40]), ...Array.from({ length: 10 }, (_, i) => ({ t: 2100 + i, value: 80 }))]
    expect(figuresOf(readings, 20, 80).mean).toBe(40)
  })
  it('share of time in range and the longest time outside', () => {
    expect(figuresOf(every(60, [50, 50, 90, 95, 50, 50, 90, 50, 50, 50, 50]), 20, 80)).toMatchObject({
      min: 50,
      max: 95,
      longestOut: 120,
      inRange: 7005,
    })
  })
  it('count silence and a broken sensor as neither good nor bad', () => {
    const figures = figuresOf(
      [
        { t: 0, value: 90 },
        { t: 36_000, value: 90 },
        { t: 36_060, value: null },
        { t: 36_120, value: 90 },
      ],
      20,
      80,
    )
    expect(figures).toMatchObject({ broken: 1, inRange: 0, longestOut: 900 })
  })
  it('the mean kinetic temperature of an hour at 20 ℃ and one at 30 ℃ is 26.3 ℃, that of steady 5 ℃ is 5 ℃', () => {
    // By hand: 10 000 K ÷ 293.15 K = 34.112, ÷ 303.15 K = 32.987; −ln of the mean of e^−34.112 and e^−32.987 is 33.399; 10 000 ÷ 33.399 = 299.41 K.
    expect(
      figuresOf([...every(600, [200, 200, 200, 200, 200, 200, 300, 300, 300, 300, 300, 300]), { t: 7200, value: 300 }], 20, 80),
    ).toMatchObject({ mean: 250, mkt: 263 })
    expect(figuresOf(every(60, [50, 50, 50]), 20, 80).mkt).toBe(50)
  })
  it('the mean kinetic temperature lies between mean and highest', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -300, max: 300 }), { minLength: 1, maxLength: 60 }), (values) => {
        const { mkt, mean, max } = figuresOf(every(60, values), null, null)
        expect(mkt).toBeGreaterThanOrEqual(mean! - 1)
        expect(mkt).toBeLessThanOrEqual(max!)
      }),
    )
  })
  it('of nothing are nothing', () =>
    expect(figuresOf([], 20, 80)).toMatchObject({ readings: 0, min: null, mean: null, mkt: null, inRange: null }))
  it('are not moved by adding the same to all readings and limits (invariant 19)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constant(null), fc.integer({ min: -300, max: 300 })), { maxLength: 60 }),
        fc.integer({ min: -200, max: 200 }),
        (values, c) => {
          const moved = values.map((v) => (v === null ? null : v + c))
          const [a, b] = [figuresOf(every(60, values), 20, 80), figuresOf(every(60, moved), 20 + c, 80 + c)]
          expect([b.inRange, b.longestOut]).toEqual([a.inRange, a.longestOut])
        },
      ),
    )
  })
})

describe('how often it was recorded', () => {
  const [limits, rule, day] = [
    { lowest: 20, highest: 80 },
    { seconds: 300, outSeconds: 120 },
    { from: 0, to: 7200 },
  ]
  const of = (readings: readonly Reading[], trips = [{ from: 0, to: 3600 }]) => recordingOf(readings, trips, day, limits, rule)
  it('counts time on the road only: a parked vehicle may sleep', () => {
    expect(
      of(
        every(
          300,
          Array.from({ length: 13 }, () => 50),
        ),
      ),
    ).toEqual({ ...rule, longest: 300, longestOut: null, late: 0 })
    expect(of([{ t: 600, value: 50 }], [])).toBeNull()
    // Asleep until ten seconds before it drives off, and after it has stopped.
    expect(
      of(
        every(60, [50, 50, 50]).map((r) => ({ ...r, t: r.t + 3590 })),
        [{ from: 3600, to: 3700 }],
      ),
    ).toMatchObject({ longest: 50, late: 0 })
  })
  it('is stricter out of range, and a broken sensor records nothing', () => {
    expect(
      of([
        ...every(200, [50, 90, 50]),
        ...every(
          250,
          Array.from({ length: 13 }, () => 50),
        ).map((r) => ({ ...r, t: r.t + 600 })),
      ]),
    ).toMatchObject({ longest: 250, longestOut: 200, late: 1 })
    const broken = of(every(200, [50, null, null, 50, ...Array.from({ length: 20 }, () => 50)]))!
    expect(broken).toMatchObject({ longest: 600, late: 1 })
    expect(recordingText(broken)).toBe('在途最长间隔 10 分 0 秒（要求 5 分 0 秒）：1 处过长，不符合')
  })
  it('begins and ends with the period, not with the first reading', () => {
    expect(of([{ t: 1000, value: 50 }])).toMatchObject({ longest: 2600, late: 2 })
  })
  it('all silence together is the time on the road', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 7200 }), { maxLength: 40 }), (times) => {
        const at = [...new Set(times)].toSorted((a, b) => a - b)
        const trips = [
          { from: 100, to: 900 },
          { from: 1500, to: 5000 },
        ]
        const recording = recordingOf(
          at.map((t) => ({ t, value: 50 })),
          trips,
          day,
          limits,
          rule,
        )!
        expect(recording.longest).toBeLessThanOrEqual(4300)
        expect(recording.longest * (at.length + 1)).toBeGreaterThanOrEqual(4300)
      }),
    )
  })
})

describe('a thinned curve', () => {
  it('keeps the extremes and the order, and is short', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constant(null), fc.integer({ min: -300, max: 300 })), { minLength: 1, maxLength: 2000 }),
        fc.integer({ min: 10, max: 200 }),
        (values, most) => {
          const all = every(30, values)
          const thin = thinned(all, most)
          expect(thin.length).toBeLessThanOrEqual(Math.max(most, 10) + 2)
          expect(thin.map((r) => r.t)).toEqual(thin.map((r) => r.t).toSorted((a, b) => a - b))
          const numbers = (list: readonly Reading[]) => list.flatMap((r) => r.value ?? [])
          if (numbers(all).length)
            expect([Math.min(...numbers(thin)), Math.max(...numbers(thin))]).toEqual([Math.min(...numbers(all)), Math.max(...numbers(all))])
        },
      ),
    )
  })
})
it.each([
  [45, '45 秒'],
  [125, '2 分 5 秒'],
  [7260, '2 小时 1 分'],
])('%d seconds read %s', (n, text) => expect(spanText(n)).toBe(text))
it('the scale of a curve holds every value on round figures, with few lines', () => {
  expect(scaleOf(-12, 200)).toEqual([-50, 200, 50])
  fc.assert(
    fc.property(fc.integer({ min: -600, max: 600 }), fc.integer({ min: 0, max: 900 }), (least, span) => {
      const [low, high, step] = scaleOf(least, least + span)
      expect(low).toBeLessThanOrEqual(least)
      expect(high).toBeGreaterThanOrEqual(least + span)
      expect((high - low) / step).toBeGreaterThanOrEqual(1)
      expect((high - low) / step).toBeLessThanOrEqual(8)
      expect(Math.abs(low % step)).toBe(0)
    }),
  )
})
