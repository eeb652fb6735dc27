import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { day } from '#kit/basics/time/day.ts'
import { sumFen } from '#kit/basics/fen.ts'
import {
  creditedTo,
  judge,
  livesAfter,
  mostCredit,
  offerText,
  worthOf,
  type CouponTerms,
  type Ground,
  type RentUse,
} from './coupon.rules.ts'

const none = {
  status: 'active',
  threshold: null,
  amountOff: null,
  payBp: null,
  cap: null,
  freeDays: null,
  feeItems: null,
  stackable: false,
  id: 1,
}
const CUT: CouponTerms & { id: number } = { ...none, kind: 'fullCut', threshold: 300_000, amountOff: 30_000 }
const OFF: CouponTerms & { id: number } = { ...none, kind: 'discount', payBp: 8500, cap: 20_000 }
const FREE: CouponTerms & { id: number } = { ...none, kind: 'freeDays', freeDays: 3 }
const DIRECT: CouponTerms & { id: number } = { ...none, kind: 'direct', amountOff: 50_000 }
const rent = (amount: number, more: Partial<Ground> = {}): Ground => ({
  charges: [{ feeItem: 'RENT', amount }],
  remain: amount,
  days: 30,
  applied: [],
  ...more,
})
const HELD = { status: 'unused', lessee: 7, startOn: day('2025-03-01'), lastOn: day('2025-03-31') }
const BILL = { status: 'unpaid', lessee: 7, billType: 'rent', direction: 'receivable' }

describe('what a coupon is worth on a bill', () => {
  test.each([
    ['满减', CUT, rent(380_000), 30_000, '满 3000 减 300'],
    ['满减 just reached', CUT, rent(300_000), 30_000, '满 3000 减 300'],
    ['立减', DIRECT, rent(380_000), 50_000, '立减 500'],
    ['立减 on less', DIRECT, rent(20_000), 20_000, '立减 500，以未收 200.00 为限'],
    ['折扣 with its cap', OFF, rent(380_000), 20_000, '8.5 折，最高 200：3800.00 × 15% = 570.00'],
    ['折扣 below its cap', OFF, rent(100_001), 15_000, '8.5 折，最高 200：1000.01 × 15% = 150.00'],
    ['免租', FREE, rent(380_000), 38_000, '免租 3 天：3800.00 ÷ 30 天 × 3 天'],
    ['免租 longer than the bill', { ...FREE, freeDays: 45 }, rent(380_000), 380_000, '免租 45 天：3800.00 ÷ 30 天 × 30 天'],
    ['what is paid already stays paid', CUT, rent(380_000, { remain: 10_000 }), 10_000, '满 3000 减 300，以未收 100.00 为限'],
  ])('%s', (_, terms, ground, amount, formula) => expect(worthOf(terms, ground)).toMatchObject({ amount, formula }))
  test('reductions lower the charges it is reckoned on, other fees do not raise them', () => {
    const charges = [
      { feeItem: 'RENT', amount: 380_000 },
      { feeItem: 'REDUCE', amount: -100_000 },
      { feeItem: 'CLEAN', amount: 50_000 },
    ]
    expect(worthOf(CUT, rent(0, { charges, remain: 330_000 }))).toEqual({ reason: '适用费用 2800.00，未满 3000.00' })
    expect(worthOf({ ...OFF, cap: null }, rent(0, { charges, remain: 330_000 }))).toMatchObject({ amount: 42_000, base: 280_000 })
    const both = { ...CUT, feeItems: [{ feeItem: 'RENT' }, { feeItem: 'CLEAN' }] }
    expect(worthOf(both, rent(0, { charges, remain: 330_000 }))).toMatchObject({ amount: 30_000, base: 330_000 })
  })
  test.each([
    [{ feeItems: [{ feeItem: 'CLEAN' }] }, {}, '账单没有该优惠券适用的费用'],
    [FREE, { days: null }, '账单没有账期，不能免租'],
    [{}, { applied: [{ coupon: 1, stackable: true, scope: ['RENT'], live: 1 }] }, '同一优惠券在一张账单上只能使用一次'],
    [{}, { applied: [{ coupon: 2, stackable: true, scope: ['RENT'], live: 1 }] }, '该优惠券不能与其他优惠券同时使用'],
    [{ stackable: true }, { applied: [{ coupon: 2, stackable: false, scope: ['RENT'], live: 1 }] }, '账单上已有不能叠加的优惠券'],
    [{}, { remain: 0 }, '账单已没有可以抵扣的金额'],
  ])('refused: %#', (terms, ground, reason) =>
    expect(worthOf({ ...CUT, ...terms } as typeof CUT, rent(380_000, ground))).toEqual({ reason }),
  )
  test('two that may stand together take off no more than the charges', () => {
    const applied = [{ coupon: 2, stackable: true, scope: ['RENT'], live: 290_000 }]
    expect(worthOf({ ...CUT, stackable: true }, rent(300_000, { remain: 10_000, applied }))).toMatchObject({ amount: 10_000 })
  })
  test('says what it is', () => {
    expect([CUT, OFF, FREE, DIRECT].map(offerText)).toEqual(['满 3000 减 300', '8.5 折，最高 200', '免租 3 天', '立减 500'])
    expect(offerText({ ...OFF, threshold: 250_050, payBp: 9000, cap: null })).toBe('满 2500.5 9 折')
  })
})

describe('whose and when', () => {
  const at = (today: string, held = {}, bill = {}) => judge(CUT, { ...HELD, ...held }, { ...BILL, ...bill }, rent(380_000), day(today))
  test.each([
    ['2025-02-28', {}, {}, '2025-03-01 起才能使用'],
    ['2025-04-01', {}, {}, '已于 2025-03-31 过期'],
    ['2025-03-10', { lessee: 8 }, {}, '优惠券属于其他承租人'],
    ['2025-03-10', { status: 'locked' }, {}, '已用在另一张账单上'],
    ['2025-03-10', { status: 'used' }, {}, '优惠券已使用'],
    ['2025-03-10', { status: 'expired' }, {}, '优惠券已过期'],
    ['2025-03-10', { status: 'recalled' }, {}, '优惠券已回收'],
    ['2025-03-10', {}, { status: 'settled' }, '只有未付清的账单才能使用优惠券'],
    ['2025-03-10', {}, { status: 'voided' }, '只有未付清的账单才能使用优惠券'],
    ['2025-03-10', {}, { billType: 'deposit' }, '押金和滞纳金账单不能使用优惠券'],
    ['2025-03-10', {}, { billType: 'late' }, '押金和滞纳金账单不能使用优惠券'],
    ['2025-03-10', {}, { direction: 'payable' }, '押金和滞纳金账单不能使用优惠券'],
  ])('%s %j %j', (today, held, bill, reason) => expect(at(today, held, bill)).toEqual({ reason }))
  test('of an offer that was voided it is refused before it is recalled', () =>
    expect(judge({ ...CUT, status: 'voided' }, HELD, BILL, rent(380_000), day('2025-03-10'))).toEqual({ reason: '优惠券已作废' }))
  test('on its first and on its last day it is good', () => {
    expect(at('2025-03-01')).toMatchObject({ amount: 30_000 })
    expect(at('2025-03-31')).toMatchObject({ amount: 30_000 })
  })
})

const money = fc.integer({ min: 1, max: 2_000_000 })
const terms: fc.Arbitrary<CouponTerms & { id: number }> = fc.oneof(
  fc.record({ threshold: money, part: fc.integer({ min: 1, max: 100 }) }).map(({ threshold, part }) => ({
    ...none,
    kind: 'fullCut' as const,
    threshold,
    amountOff: Math.max(1, Math.floor((threshold * part) / 100)),
  })),
  money.map((amountOff) => ({ ...none, kind: 'direct' as const, amountOff })),
  fc
    .record({ payBp: fc.integer({ min: 1, max: 9999 }), cap: fc.option(money) })
    .map(({ payBp, cap }) => ({ ...none, kind: 'discount' as const, payBp, cap })),
  fc.integer({ min: 1, max: 100 }).map((freeDays) => ({ ...none, kind: 'freeDays' as const, freeDays })),
)
const off = (t: CouponTerms & { id: number }, g: Ground): number => {
  const worth = worthOf(t, g)
  return 'reason' in worth ? 0 : worth.amount
}

describe('for any coupon and any bill', () => {
  test('it takes off between nothing and what is charged and open', () =>
    fc.assert(
      fc.property(terms, money, fc.nat({ max: 2_000_000 }), fc.integer({ min: 1, max: 120 }), (t, base, paid, days) => {
        const g = rent(base, { remain: Math.max(0, base - paid), days })
        const amount = off(t, g)
        expect(amount).toBeGreaterThanOrEqual(0)
        expect(amount).toBeLessThanOrEqual(base)
        expect(amount).toBeLessThanOrEqual(g.remain)
      }),
    ))
  test('more charges never get less off', () =>
    fc.assert(
      fc.property(terms, money, fc.nat({ max: 500_000 }), fc.integer({ min: 1, max: 120 }), (t, base, more, days) => {
        expect(off(t, rent(base + more, { days }))).toBeGreaterThanOrEqual(off(t, rent(base, { days })))
      }),
    ))
  const uses = fc
    .record({ base: money, parts: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 3 }) })
    .map(({ base, parts }) => {
      let left = base
      return parts.flatMap((part): RentUse[] => {
        const amount = Math.min(left, Math.max(1, Math.floor((base * part) / 100)))
        left -= amount
        return amount > 0 ? [{ amount, base, live: amount, now: base }] : []
      })
    })
  test('credited step by step or at once it comes to the same, never below nothing, and no credit makes a bill dearer', () =>
    fc.assert(
      fc.property(uses, fc.nat({ max: 100 }), fc.nat({ max: 100 }), (all, first, second) => {
        const base = all[0]!.base
        const amount = base - sumFen(all.map((u) => u.live))
        const a = Math.floor((base * first) / 100)
        const b = Math.floor(((base - a) * second) / 100)
        const lives = livesAfter(all, a)
        const after = all.map((u, i) => ({ ...u, live: lives[i]!, now: u.now - a }))
        const step = creditedTo(amount, a, all)
        expect(creditedTo(step, b, after)).toBe(creditedTo(amount, a + b, all))
        expect(step).toBeGreaterThanOrEqual(0)
        expect(step).toBeLessThanOrEqual(amount)
        expect(creditedTo(amount, base, all)).toBe(0)
      }),
    ))
  test('the most that can be credited leaves what must stay, and one fen more would not', () =>
    fc.assert(
      fc.property(uses, fc.nat({ max: 100 }), (all, part) => {
        const gross = all[0]!.base
        const amount = gross - sumFen(all.map((u) => u.live))
        const keep = Math.floor((amount * part) / 100)
        const most = mostCredit(amount, keep, all)
        expect(creditedTo(amount, most, all)).toBeGreaterThanOrEqual(keep)
        if (most < gross) expect(creditedTo(amount, most + 1, all)).toBeLessThan(keep)
      }),
    ))
})
