import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { addDays, addMonths, day, daysBetween } from '#kit/basics/day.ts'
import { checkReduction, reductionOf, spreadReduction, swapDifference, withRates } from './change.rules.ts'
import type { Reduction } from './change.rules.ts'
import { rentItem } from './proration.rules.ts'
import type { ProrateMode, RentItem } from './proration.rules.ts'

// A hundred thousand cases take longer than the usual patience with one test.
if (process.env.DEEP) vi.setConfig({ testTimeout: 1_800_000 })

const numRuns = process.env.DEEP ? 100_000 : 2_000

function month(startOn: string, endOn: string, monthlyRent = 380000, mode: ProrateMode = 'actual', dailyRent?: number): RentItem {
  return rentItem(day(startOn), day(endOn), day(startOn), day(endOn), mode, { monthlyRent, dailyRent })
}

/** Any part of any month in any mode. */
const anyItem = fc
  .record({ start: fc.nat({ max: 800 }), skip: fc.nat({ max: 27 }), length: fc.integer({ min: 1, max: 31 }), monthlyRent: fc.integer({ min: 1, max: 1e8 }), daily: fc.integer({ min: 1, max: 60 }), mode: fc.constantFrom<ProrateMode>('actual', 'thirty', 'daily') })
  .map(({ start, skip, length, monthlyRent, daily, mode }) => {
    const monthStart = addDays(day('2023-12-01'), start)
    const monthEnd = addMonths(monthStart, 1)
    const from = addDays(monthStart, skip)
    const to = addDays(from, Math.min(length, daysBetween(from, monthEnd)))
    return rentItem(from, to, monthStart, monthEnd, mode, { monthlyRent, dailyRent: Math.max(1, Math.floor(monthlyRent / daily)) })
  })

describe('J4: a swap in the middle of a paid month', () => {
  const item = month('2025-04-15', '2025-05-15')
  it('credits 253333 of the old vehicle, charges 280000 for the new one, bills 26667', () => {
    expect(swapDifference(item, day('2025-04-25'), { monthlyRent: 420000 })).toEqual({ oldUsed: 126667, oldCredit: 253333, newCharge: 280000, difference: 26667 })
  })
  it('a cheaper vehicle gives a credit of the same size', () => {
    expect(swapDifference(month('2025-04-15', '2025-05-15', 420000), day('2025-04-25'), { monthlyRent: 380000 }).difference).toBe(-26667)
  })
  it('on the first day everything is the new vehicle, after the last everything the old one', () => {
    expect(swapDifference(item, item.startOn, { monthlyRent: 420000 })).toEqual({ oldUsed: 0, oldCredit: 380000, newCharge: 420000, difference: 40000 })
    expect(swapDifference(item, item.endOn, { monthlyRent: 420000 })).toEqual({ oldUsed: 380000, oldCredit: 0, newCharge: 0, difference: 0 })
  })

  it('B4: no day is charged twice: the month costs something between the two rents, and nothing changes at equal rent', () => {
    fc.assert(
      fc.property(anyItem, fc.nat({ max: 31 }), fc.integer({ min: 1, max: 1e8 }), (any, n, monthlyRent) => {
        const on = addDays(any.startOn, Math.min(n, daysBetween(any.startOn, any.endOn)))
        const rates = { monthlyRent, dailyRent: Math.max(1, Math.floor((monthlyRent * (any.basis.rates.dailyRent ?? 1)) / any.basis.rates.monthlyRent)) }
        const swap = swapDifference(any, on, rates)
        expect(swap.oldUsed + swap.oldCredit).toBe(any.amount)
        expect(swap.newCharge).toBeGreaterThanOrEqual(0)
        const renewed = withRates(any, rates)
        const total = any.amount + swap.difference
        if (any.basis.mode !== 'daily') expect(total).toBeLessThanOrEqual(Math.max(any.amount, renewed.amount) + 1)
        expect(swapDifference(any, on, any.basis.rates).difference).toBe(0)
      }),
      { numRuns },
    )
  })
})

describe('J8: rent-free days and other reductions', () => {
  const item = month('2025-06-15', '2025-07-15')
  it.each<[number, Reduction]>([
    [126667, { method: 'freeDays', startOn: day('2025-06-20'), endOn: day('2025-06-30') }],
    [380000, { method: 'freeDays', startOn: day('2025-01-01'), endOn: day('2026-01-01') }],
    [0, { method: 'freeDays', startOn: day('2025-07-15'), endOn: day('2025-08-01') }],
    [50000, { method: 'amount', amount: 50000 }],
    [380000, { method: 'amount', amount: 999999 }],
    [38000, { method: 'rate', bp: 1000 }],
    [40000, { method: 'newRent', fromOn: day('2025-06-15'), rates: { monthlyRent: 340000 } }],
    [20000, { method: 'newRent', fromOn: day('2025-06-30'), rates: { monthlyRent: 340000 } }],
    [0, { method: 'newRent', fromOn: day('2025-06-15'), rates: { monthlyRent: 500000 } }],
  ])('takes %i off for %j', (amount, reduction) => expect(reductionOf(item, reduction)).toBe(amount))

  it('B9: reductions of one item never exceed it together', () => {
    const anyReduction = fc.oneof<fc.Arbitrary<Reduction>[]>(
      fc.record({ method: fc.constant('amount' as const), amount: fc.integer({ min: 1, max: 1e8 }) }),
      fc.record({ method: fc.constant('rate' as const), bp: fc.integer({ min: 1, max: 10_000 }) }),
      fc.tuple(fc.nat({ max: 900 }), fc.integer({ min: 1, max: 60 })).map(([n, length]) => ({ method: 'freeDays' as const, startOn: addDays(day('2023-12-01'), n), endOn: addDays(day('2023-12-01'), n + length) })),
    )
    fc.assert(
      fc.property(anyItem, fc.array(anyReduction, { maxLength: 5 }), (any, reductions) => {
        let reduced = 0
        for (const reduction of reductions) {
          const amount = reductionOf(any, reduction, reduced)
          expect(amount).toBeGreaterThanOrEqual(0)
          reduced += amount
        }
        expect(reduced).toBeLessThanOrEqual(any.amount)
      }),
      { numRuns },
    )
  })

  it('spreads an amount over items, earliest first, and reports what none can take', () => {
    expect(spreadReduction([{ amount: 100, reduced: 90 }, { amount: 50, reduced: 0 }], 30)).toEqual({ parts: [10, 20], untaken: 0 })
    expect(spreadReduction([{ amount: 100, reduced: 90 }], 30)).toEqual({ parts: [10], untaken: 20 })
  })

  it.each<[string | null, Reduction]>([
    ['减租金额必须大于 0', { method: 'amount', amount: 0 }],
    ['减租比例应大于 0 且不超过 100%', { method: 'rate', bp: 10_001 }],
    ['免租结束日必须晚于开始日', { method: 'freeDays', startOn: day('2025-01-02'), endOn: day('2025-01-02') }],
    ['新租金不能为负数', { method: 'newRent', fromOn: day('2025-01-02'), rates: { monthlyRent: -1 } }],
    [null, { method: 'newRent', fromOn: day('2025-01-02'), rates: { monthlyRent: 0 } }],
  ])('%s: %j', (reason, reduction) => expect(checkReduction(reduction)).toBe(reason))
})
