import { describe, expect, it } from 'vitest'
import { addDays, addMonths, day, endOfMonth, startOfMonth, type Day } from '#kit/basics/time/day.ts'
import { depreciationBase, depreciationOf, ofMonth } from './depreciation.rules.ts'

const CAR = { price: 12_800_000, boughtOn: day('2024-06-15'), months: 60, residualBp: 500 }

describe('straight-line depreciation', () => {
  it('128,000.00 with 5 % over 60 months is 2,026.67, 2,026.66, … and 121,600.00 in all', () => {
    const base = depreciationBase(CAR.price, CAR.residualBp)
    expect(base).toBe(12_160_000)
    expect([1, 2, 3].map((k) => ofMonth(base, k, 60))).toEqual([202_667, 202_666, 202_667])
    expect(Array.from({ length: 60 }, (_, i) => ofMonth(base, i + 1, 60)).reduce((a, b) => a + b, 0)).toBe(12_160_000)
    expect([ofMonth(base, 0, 60), ofMonth(base, 61, 60)]).toEqual([0, 0])
  })
  it('begins the month after the purchase, and G11: all its days make the base', () => {
    const month = (first: Day): number => depreciationOf(CAR, first, endOfMonth(first))
    expect(month(day('2024-06-01'))).toBe(0)
    expect(month(day('2024-07-01'))).toBe(202_667)
    let sum = 0
    for (let d = day('2024-06-15'); d < '2029-08-01'; d = addDays(d, 1)) sum += depreciationOf(CAR, d, d)
    expect(sum).toBe(12_160_000)
  })
  it('ends with the month of the disposal', () => {
    const sold = { ...CAR, disposedOn: day('2024-09-01') }
    const month = (first: Day): number => depreciationOf(sold, first, endOfMonth(first))
    expect([month(day('2024-08-01')), month(day('2024-09-01')), month(day('2024-10-01'))]).toEqual([202_666, 202_667, 0])
  })
  it('parts of a month make the month, wherever it is cut', () => {
    for (let i = 0; i < 24; i++) {
      const first = addMonths(day('2024-07-01'), i)
      const cut = addDays(startOfMonth(first), (i * 7) % 27)
      expect(depreciationOf(CAR, first, cut) + depreciationOf(CAR, addDays(cut, 1), endOfMonth(first))).toBe(
        depreciationOf(CAR, first, endOfMonth(first)),
      )
    }
  })
})
