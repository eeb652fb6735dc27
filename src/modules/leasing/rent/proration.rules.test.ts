import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { day } from '#kit/basics/time/day.ts'
import { prorate, rentItem, rentWithin, slice } from './proration.rules.ts'
import type { ProrateMode } from './proration.rules.ts'

// A hundred thousand cases take longer than the usual patience with one test.
if (process.env.DEEP) vi.setConfig({ testTimeout: 1_800_000 })

const numRuns = process.env.DEEP ? 100_000 : 2_000
const modes = fc.constantFrom<ProrateMode>('actual', 'thirty', 'daily')
const P1 = { monthlyRent: 380000 }

describe('cumulative proration', () => {
  it.each<[ProrateMode, number, number]>([
    ['actual', 13, 159355],
    ['actual', 14, 171613],
    ['actual', 31, 380000],
    ['actual', 0, 0],
    ['actual', -3, 0],
    ['actual', 40, 380000],
    ['thirty', 22, 278667],
    ['thirty', 30, 380000],
    ['thirty', 31, 380000],
    ['daily', 10, 150000],
    ['daily', 30, 380000],
    ['daily', 31, 380000],
  ])('%s: the first %i of 31 days of 3800.00 cost %i fen', (mode, k, expected) => {
    expect(prorate(380000, 31, mode, k, { ...P1, dailyRent: 15000 })).toBe(expected)
  })

  it('refuses half a day, and days without their price', () => {
    expect(() => prorate(380_000, 31, 'actual', 0.5, P1)).toThrow('not a number of days: 0.5')
    expect(() => prorate(380_000, 31, 'daily', 3, P1)).toThrow('daily proration needs a daily rent')
  })
  it('refuses nonsense loudly', () => {
    expect(() => prorate(-1, 30, 'actual', 1, P1)).toThrow(RangeError)
    expect(() => prorate(1, 0, 'actual', 1, P1)).toThrow(RangeError)
    expect(() => prorate(1, 30, 'actual', 1.5, P1)).toThrow(RangeError)
    expect(() => prorate(1, 30, 'daily', 1, P1)).toThrow(RangeError)
    expect(() => slice(1, 30, 'actual', 5, 4, P1)).toThrow(RangeError)
  })

  it('B3: any partition of a period adds up to the period, no part is negative, C is monotone from 0 to A', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e11 }),
        fc.integer({ min: 1, max: 366 }),
        modes,
        fc.array(fc.integer({ min: 0, max: 366 }), { maxLength: 6 }),
        fc.integer({ min: 1, max: 1e9 }),
        (A, D, mode, cuts, dailyRent) => {
          const rates = { monthlyRent: A, dailyRent }
          const points = [0, ...cuts.map((cut) => cut % (D + 1)).toSorted((a, b) => a - b), D]
          const parts = points.slice(1).map((to, i) => slice(A, D, mode, points[i] ?? 0, to, rates))
          expect(Math.min(...parts)).toBeGreaterThanOrEqual(0)
          expect(parts.reduce<number>((sum, part) => sum + part, 0)).toBe(A)
          expect(prorate(A, D, mode, 0, rates)).toBe(0)
          expect(prorate(A, D, mode, D, rates)).toBe(A)
        },
      ),
      { numRuns },
    )
  })

  it('B7: days before the first or after the last one cost nothing, never a negative amount', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e11 }),
        fc.integer({ min: 1, max: 366 }),
        modes,
        fc.integer({ min: -999, max: 999 }),
        fc.nat({ max: 999 }),
        (A, D, mode, i, length) => {
          const cost = slice(A, D, mode, i, i + length, { monthlyRent: A, dailyRent: 100 })
          expect(cost).toBeGreaterThanOrEqual(0)
          expect(cost).toBeLessThanOrEqual(A)
          if (i + length <= 0 || i >= D) expect(cost).toBe(0)
        },
      ),
      { numRuns },
    )
  })
})

describe('a month or a part of it', () => {
  const [d1, d10, d20, d32] = [day('2025-03-01'), day('2025-03-10'), day('2025-03-20'), day('2025-04-01')] as const

  it('J2: first and last part of a calendar month make one month by actual days', () => {
    const first = rentItem(d10, d32, d1, d32, 'actual', P1)
    const last = rentItem(d1, d10, d1, d32, 'actual', P1)
    expect([first.amount, first.formula]).toEqual([269677, '3800.00 ÷ 31 × 22 天'])
    expect([last.amount, last.formula]).toEqual([110323, '3800.00 ÷ 31 × 9 天'])
    expect(first.amount + last.amount).toBe(380000)
  })

  it('J2: with 30-day months the parts are priced by their own days', () => {
    const first = rentItem(d10, d32, d1, d32, 'thirty', P1)
    const last = rentItem(d1, d10, d1, d32, 'thirty', P1)
    expect([first.amount, first.formula]).toEqual([278667, '3800.00 ÷ 30 × 22 天'])
    expect([last.amount, last.formula]).toEqual([114000, '3800.00 ÷ 30 × 9 天'])
  })

  it('a whole month costs the monthly rent in every mode, however short', () => {
    const [from, to] = [day('2025-02-01'), day('2025-03-01')]
    for (const mode of ['actual', 'thirty', 'daily'] as const) {
      const item = rentItem(from, to, from, to, mode, { ...P1, dailyRent: 20000 })
      expect([item.amount, item.formula]).toEqual([380000, '3800.00 × 1 个月'])
    }
  })

  it('daily rent is capped by the month and says so', () => {
    const item = rentItem(d10, d32, d1, d32, 'daily', { ...P1, dailyRent: 20000 })
    expect([item.amount, item.formula]).toEqual([380000, '200.00 × 22 天，不超过月租金 3800.00'])
    expect(rentItem(d10, d20, d1, d32, 'daily', { ...P1, dailyRent: 20000 }).formula).toBe('200.00 × 10 天')
  })

  it('owns up when a range cut on both sides differs by a fen from the plain quotient', () => {
    // C(12) − C(1) = 39 − 3 = 36, although 100 × 11 ÷ 31 rounds to 35.
    const item = rentItem(day('2025-03-02'), day('2025-03-13'), d1, d32, 'actual', { monthlyRent: 100 })
    expect([item.amount, item.formula]).toEqual([36, '1.00 ÷ 31 × 11 天（按累计取整）'])
  })

  it('a part of a part is still exact', () => {
    for (const mode of ['actual', 'thirty', 'daily'] as const) {
      const item = rentItem(d10, d32, d1, d32, mode, { ...P1, dailyRent: 15000 })
      expect(rentWithin(item, d10, d20) + rentWithin(item, d20, d32)).toBe(item.amount)
      expect(rentWithin(item, d1, d10)).toBe(0)
      expect(rentWithin(item, d1, day('2026-01-01'))).toBe(item.amount)
    }
  })
})
