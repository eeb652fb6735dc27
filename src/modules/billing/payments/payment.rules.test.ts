import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import type { Day } from '#kit/basics/time/day.ts'
import { spread, type PayableBill } from './payment.rules.ts'

const bill = (id: number, remain: number, dueOn: string, more: Partial<PayableBill> = {}): PayableBill => ({
  id,
  remain,
  dueOn: dueOn as Day,
  issueOn: dueOn as Day,
  billType: 'rent',
  ofBill: null,
  ...more,
})

describe('spreading a receipt', () => {
  test('one fen may be named', () =>
    expect(spread(1, [bill(1, 100, '2025-02-10'), bill(2, 100, '2025-01-10')], 'LAW', [{ bill: 1, amount: 1 }]).shares).toEqual([
      { bill: 1, amount: 1 },
    ]))

  test('J3: late fee, the rest of the old bill and the next one are settled, 37500 is left', () => {
    const bills = [
      bill(1, 180_000, '2025-02-10'),
      bill(2, 380_000, '2025-03-10'),
      bill(3, 2500, '2025-03-05', { billType: 'late', ofBill: 1 }),
    ]
    const { shares, left } = spread(600_000, bills, 'LAW')
    expect(shares).toEqual([
      { bill: 1, amount: 180_000 },
      { bill: 2, amount: 380_000 },
      { bill: 3, amount: 2500 },
    ])
    expect(left).toBe(37_500)
  })
  test('by law the late fee of a debt comes before its principal, older debts before younger ones', () => {
    const bills = [bill(2, 100, '2025-03-10'), bill(3, 30, '2025-04-01', { billType: 'late', ofBill: 1 }), bill(1, 100, '2025-02-10')]
    expect(spread(80, bills, 'LAW').shares).toEqual([
      { bill: 3, amount: 30 },
      { bill: 1, amount: 50 },
    ])
    expect(spread(150, bills, 'PRINCIPAL_FIRST').shares).toEqual([
      { bill: 2, amount: 50 },
      { bill: 1, amount: 100 },
    ])
  })
  test('what the payer named goes first, but never beyond what is open', () => {
    const bills = [bill(1, 100, '2025-02-10'), bill(2, 100, '2025-03-10')]
    expect(spread(120, bills, 'LAW', [{ bill: 2, amount: 70 }]).shares).toEqual([
      { bill: 1, amount: 50 },
      { bill: 2, amount: 70 },
    ])
    expect(spread(300, bills, 'LAW', [{ bill: 2, amount: 250 }])).toEqual({
      shares: [
        { bill: 1, amount: 100 },
        { bill: 2, amount: 100 },
      ],
      left: 100,
    })
  })
  test('of two bills due the same day the older number is paid first, also past 9', () => {
    const bills = [bill(10, 100, '2025-02-10'), bill(9, 100, '2025-02-10')]
    expect(spread(100, bills, 'LAW').shares).toEqual([{ bill: 9, amount: 100 }])
  })
  test('every fen is in one place, whatever is named', () => {
    const anyBill = fc.record({ remain: fc.integer({ min: 0, max: 1e6 }), due: fc.integer({ min: 10, max: 28 }), late: fc.boolean() })
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3e6 }),
        fc.array(anyBill, { maxLength: 6 }),
        fc.array(fc.record({ bill: fc.integer({ min: 1, max: 8 }), amount: fc.integer({ min: 0, max: 2e6 }) }), { maxLength: 4 }),
        fc.boolean(),
        (amount, raw, named, law) => {
          const bills = raw.map((b, i) => bill(i + 1, b.remain, `2025-01-${b.due}`, b.late && i > 0 ? { billType: 'late', ofBill: i } : {}))
          const { shares, left } = spread(amount, bills, law ? 'LAW' : 'PRINCIPAL_FIRST', named)
          expect(shares.reduce((sum, s) => sum + s.amount, 0) + left).toBe(amount)
          for (const s of shares) expect(s.amount).toBeLessThanOrEqual(bills.find((b) => b.id === s.bill)!.remain)
          if (left > 0) expect(shares.reduce((sum, s) => sum + s.amount, 0)).toBe(bills.reduce((sum, b) => sum + b.remain, 0))
        },
      ),
      { numRuns: process.env['DEEP'] ? 100_000 : 1000 },
    )
  })
})
