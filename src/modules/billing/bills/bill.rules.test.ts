import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { day } from '#kit/basics/time/day.ts'
import { ageingStep, billFault, billStatus, creditEffect, overdueDays, remainOf } from './bill.rules.ts'
import { splitVat } from './vat.rules.ts'

// A hundred thousand cases take longer than the usual patience with one test.
if (process.env.DEEP) vi.setConfig({ testTimeout: 1_800_000 })

const numRuns = process.env.DEEP ? 100_000 : 2_000
const issued = { issued: true, voided: false, writtenOff: 0 }

describe('status follows from the amounts', () => {
  it.each([
    ['draft', { amount: 100, paid: 0, writtenOff: 0, issued: false, voided: false }],
    ['unpaid', { ...issued, amount: 100, paid: 0 }],
    ['partlyPaid', { ...issued, amount: 380000, paid: 200000 }],
    ['settled', { ...issued, amount: 380000, paid: 380000 }],
    ['settled', { ...issued, amount: 0, paid: 0 }],
    ['writtenOff', { ...issued, amount: 100, paid: 40, writtenOff: 60 }],
    ['partlyPaid', { ...issued, amount: 100, paid: 40, writtenOff: 50 }],
    ['unpaid', { ...issued, amount: 100, paid: 0, writtenOff: 50 }],
    ['voided', { ...issued, amount: 100, paid: 0, voided: true }],
    ['partlyPaid', { ...issued, amount: 2, paid: 1 }],
    ['writtenOff', { ...issued, amount: 1, paid: 0, writtenOff: 1 }],
  ] as const)('%s: %j', (status, bill) => expect(billStatus(bill)).toBe(status))

  it('names every breach of invariant B1', () => {
    const bill = { ...issued, amount: 100, paid: 40 }
    expect(billFault(bill, [60, 40])).toBeNull()
    expect(billFault({ ...bill, amount: 0, paid: 0 }, [])).toBeNull()
    expect(billFault({ ...bill, paid: 100 }, [100])).toBeNull()
    expect(billFault({ ...bill, paid: 0, voided: true }, [100])).toBeNull()
    expect(billFault(bill, [60, 41])).toBe('账单金额与明细合计不一致')
    expect(billFault({ ...bill, amount: -1 }, [-1])).toBe('账单金额不能为负数')
    expect(billFault({ ...bill, paid: 101 }, [100])).toBe('已付与核销合计超过账单金额')
    expect(billFault({ ...bill, paid: -1 }, [100])).toBe('已付金额与核销金额不能为负数')
    expect(billFault({ ...bill, paid: 0, writtenOff: -1 }, [100])).toBe('已付金额与核销金额不能为负数')
    expect(billFault({ ...bill, paid: 1, voided: true }, [100])).toBe('已作废的账单不能有收款')
    expect(billFault({ ...bill, voided: true }, [100])).toBe('已作废的账单不能有收款')
  })
})

describe('overdue', () => {
  const bill = { ...issued, amount: 380000, paid: 200000, dueOn: day('2025-02-10'), graceDays: 3 }
  it.each([
    ['2025-02-10', 0],
    ['2025-02-13', 0],
    ['2025-02-14', 4],
    ['2025-02-20', 10],
  ])('on %s it is %i days', (today, days) => expect(overdueDays(bill, day(today))).toBe(days))

  it('is nothing for a bill with nothing to pay', () => {
    for (const change of [{ paid: 380000 }, { voided: true }, { issued: false }])
      expect(overdueDays({ ...bill, ...change }, day('2026-01-01'))).toBe(0)
  })

  it.each([
    [0, '0–7 天'],
    [7, '0–7 天'],
    [8, '8–15 天'],
    [15, '8–15 天'],
    [16, '16–30 天'],
    [30, '16–30 天'],
    [31, '31–60 天'],
    [60, '31–60 天'],
    [61, '60 天以上'],
    [9999, '60 天以上'],
  ])('%i days are aged %s', (days, label) => {
    expect(ageingStep(days)).toBe(label)
  })
})

describe('credits', () => {
  it('J8: ten free days lower an unpaid bill to 253333 and release 126667 of a paid one', () => {
    expect(creditEffect({ amount: 380000, paid: 0, writtenOff: 0 }, 126667)).toEqual({ amount: 253333, released: 0, remain: 253333 })
    expect(creditEffect({ amount: 380000, paid: 380000, writtenOff: 0 }, 126667)).toEqual({ amount: 253333, released: 126667, remain: 0 })
    expect(creditEffect({ amount: 380000, paid: 300000, writtenOff: 0 }, 126667)).toEqual({ amount: 253333, released: 46667, remain: 0 })
    expect(creditEffect({ amount: 100, paid: 0, writtenOff: 0 }, 100)).toEqual({ amount: 0, released: 0, remain: 0 })
    for (const credit of [101, -1, 0.5, NaN])
      expect(() => creditEffect({ amount: 100, paid: 0, writtenOff: 0 }, credit)).toThrow(`credit ${credit} on a bill of 100`)
    expect(creditEffect({ amount: 100, paid: 0, writtenOff: 60 }, 40)).toEqual({ amount: 60, released: 0, remain: 0 })
    expect(() => creditEffect({ amount: 100, paid: 0, writtenOff: 60 }, 41)).toThrow('reverse that first')
  })

  it('B9: the customer is better off by exactly the credit', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1e9 }), fc.nat(), fc.nat(), fc.nat(), (amount, a, b, c) => {
        const paid = a % (amount + 1)
        const writtenOff = b % (amount - paid + 1)
        const credit = c % (amount - writtenOff + 1)
        const bill = { amount, paid, writtenOff }
        const after = creditEffect(bill, credit)
        expect(remainOf(bill) - after.remain + after.released).toBe(credit)
        expect(after.remain).toBeGreaterThanOrEqual(0)
        expect(after.released).toBeLessThanOrEqual(paid)
      }),
      { numRuns },
    )
  })
})

describe('value added tax', () => {
  it.each([
    [380000, 1300, 336283, 43717],
    [380000, 0, 380000, 0],
    [1, 1300, 1, 0],
    [113, 1300, 100, 13],
    [0, 1300, 0, 0],
  ])('J13: %i gross at %i bp is %i net and %i tax', (gross, rate, net, tax) => expect(splitVat(gross, rate)).toEqual({ net, tax }))

  it('M10: net and tax make the gross, and the tax is within half a fen of the exact one', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1e12 }), fc.integer({ min: 0, max: 10_000 }), (gross, rate) => {
        const { net, tax } = splitVat(gross, rate)
        expect(net + tax).toBe(gross)
        const off = 2n * (BigInt(tax) * BigInt(10_000 + rate) - BigInt(gross) * BigInt(rate))
        expect(off > -BigInt(10_000 + rate) && off <= BigInt(10_000 + rate)).toBe(true)
      }),
      { numRuns },
    )
    expect(() => splitVat(-1, 1300)).toThrow(RangeError)
    expect(() => splitVat(1, -1)).toThrow(RangeError)
  })
})
