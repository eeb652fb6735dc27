import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { addDays, day } from '#kit/basics/time/day.ts'
import { planItems } from '../rent/plan.rules.ts'
import type { PlanInput } from '../rent/plan.rules.ts'
import type { Later } from '../rent/later.rules.ts'
import { planInputOf, type RentTerms } from '../rent/terms.rules.ts'
import { firstTerm } from '../rent/timeline.rules.ts'
import {
  checkSettlement,
  earlyPenalty,
  mileageCharge,
  mileageQuota,
  monthsServed,
  overdueUse,
  rentBack,
  settleReturn,
  violationHoldUntil,
} from './settlement.rules.ts'

// A hundred thousand cases take longer than the usual patience with one test.
if (process.env.DEEP) vi.setConfig({ testTimeout: 1_800_000 })

const numRuns = process.env.DEEP ? 100_000 : 2_000

const plan: PlanInput = {
  monthlyRent: 380000,
  payCycleMonths: 1,
  billMode: 'advance',
  anchorMode: 'startDay',
  prorateMode: 'actual',
  dayRule: 'excludeEnd',
  issueAheadDays: 7,
  dueOffsetDays: 0,
  startOn: day('2025-01-15'),
  endOn: day('2026-01-15'),
}
const returnedOn = day('2025-05-28')
const km = { quotaKmPerMonth: 3000, overKmFen: 50 }
const paid = planItems(plan).slice(0, 5)

describe('months and kilometres', () => {
  it('a month from the 31st is over on the last of a short one, not a day before', () => {
    expect(monthsServed(day('2025-01-31'), day('2025-02-27'))).toBe(0)
    expect(monthsServed(day('2025-01-31'), day('2025-02-28'))).toBe(1)
    expect(monthsServed(day('2025-01-31'), day('2026-01-31'))).toBe(12)
  })
  const calendar: PlanInput = { ...plan, anchorMode: 'calendarMonth', startOn: day('2025-03-10'), endOn: day('2026-03-10') }
  it('the first days of a calendar month before the lease bring no kilometres', () => {
    expect(mileageQuota(km, calendar, day('2025-05-01'))).toBe(2129 + 3000)
    expect(mileageQuota(km, calendar, day('2025-03-05'))).toBe(0)
  })
  it.each([-1, 0.5])('%d km were not driven', (driven) =>
    expect(() => mileageCharge(km, plan, returnedOn, driven)).toThrow('not a distance'),
  )
  it('who gives it back before it began owes his share of the whole rent', () =>
    expect(earlyPenalty({ kind: 'remainingRate', bp: 2000 }, plan, day('2025-01-10')).amount).toBe(912_000))
})

describe('J5: an early return', () => {
  it('13 days are used for 159355 and 220645 comes back; counting the last day it is 171613 and 208387', () => {
    const running = rentBack(paid, returnedOn, 'excludeEnd')
    expect(running.map(({ used, back }) => [used, back])).toEqual([
      [380000, 0],
      [380000, 0],
      [380000, 0],
      [380000, 0],
      [159355, 220645],
    ])
    expect(rentBack(paid, returnedOn, 'includeEnd').at(-1)).toMatchObject({ used: 171613, back: 208387 })
  })

  it('a month paid ahead comes back whole', () => {
    expect(rentBack(planItems(plan).slice(5, 6), returnedOn, 'excludeEnd').map(({ used, back }) => [used, back])).toEqual([[0, 380000]])
  })

  it('the penalty is one month, or 20 % of the remaining rent: 576129', () => {
    expect(earlyPenalty({ kind: 'months', months: 1 }, plan, returnedOn)).toEqual({ amount: 380000, formula: '3800.00 × 1 个月' })
    expect(earlyPenalty({ kind: 'remainingRate', bp: 2000 }, plan, returnedOn)).toEqual({
      amount: 576129,
      formula: '剩余租金 28806.45 × 20%',
    })
    const tiers = {
      kind: 'tiers' as const,
      tiers: [
        { servedUnder: 3, months: 3 },
        { servedUnder: 6, months: 2 },
      ],
    }
    expect(earlyPenalty(tiers, plan, returnedOn).amount).toBe(760000)
    expect(earlyPenalty(tiers, plan, day('2025-07-15')).amount).toBe(0)
    expect(earlyPenalty({ kind: 'none' }, plan, returnedOn).amount).toBe(0)
    for (const kind of [{ kind: 'months' as const, months: 1 }, { kind: 'remainingRate' as const, bp: 2000 }, tiers])
      expect(earlyPenalty(kind, plan, plan.endOn).amount).toBe(0)
  })

  it('14058 km against a quota of 13258 cost 40000', () => {
    expect(mileageQuota(km, plan, returnedOn)).toBe(13258)
    expect(mileageCharge(km, plan, returnedOn, 26408 - 12350)).toMatchObject({ over: 800, amount: 40000 })
    expect(mileageCharge(km, plan, returnedOn, 13258).amount).toBe(0)
  })

  const settle = (penalty: number, violationHold?: number) =>
    settleReturn({
      charges: [
        { name: '违约金', amount: penalty },
        { name: '车损费', amount: 85000 },
        { name: '超里程费', amount: 40000 },
        { name: '拖车费', amount: 30000 },
      ],
      credits: [{ name: '租金退还', amount: 220645 }],
      balance: 0,
      vehicleDeposit: 500000,
      violationDeposit: 200000,
      violationHold,
    })

  it('net 314355 comes from the vehicle deposit, 185645 is refunded, 200000 held until 2025-06-27', () => {
    expect(settle(380000)).toMatchObject({
      totalCharges: 535000,
      totalCredits: 220645,
      net: 314355,
      balanceUsed: 220645,
      vehicleDepositUsed: 314355,
      receivable: 0,
      refund: 185645,
      violationHeld: 200000,
    })
    expect(violationHoldUntil(returnedOn, 30)).toBe('2025-06-27')
  })

  it('with the larger penalty 10484 remain to be collected', () => {
    expect(settle(576129)).toMatchObject({ net: 510484, vehicleDepositUsed: 500000, violationDepositUsed: 0, receivable: 10484, refund: 0 })
  })

  it('takes from the violation deposit only what need not be held', () => {
    expect(settle(576129, 195000)).toMatchObject({ violationDepositUsed: 5000, receivable: 5484, violationHeld: 195000 })
    expect(settle(576129, 0)).toMatchObject({ violationDepositUsed: 10484, receivable: 0, violationHeld: 189516 })
  })
})

describe('a late return', () => {
  it('costs the rent of the days beyond the term, times the factor', () => {
    const terms: RentTerms = { ...plan, payCycleMonths: '1', fixedDay: null, dailyRent: 15_000 }
    const use = (on: string, factorBp = 10_000, more: Partial<RentTerms> = {}, later: Later[] = []) => {
      const t = { ...terms, ...more }
      return overdueUse(t, [firstTerm(planInputOf(t, plan.startOn, plan.endOn))], later, day(on), factorBp)
    }
    expect(use('2026-01-15')).toEqual({ days: 0, amount: 0, formula: '' })
    expect(use('2026-01-20')).toEqual({ days: 5, amount: 61290, formula: '超期 5 天租金 612.90 × 1' })
    expect(use('2026-01-20', 12_000).amount).toBe(73548)
    expect(use('2026-01-20', 10_000, { dayRule: 'includeEnd' }).days).toBe(5)
    expect(use('2026-01-20', 10_000, { prorateMode: 'daily' }).amount).toBe(75000)
    expect(use('2026-02-15').amount).toBe(380_000)
    expect(use('2026-02-18').amount).toBe(380_000 + 40_714)
    // From the day another vehicle was taken at another rent.
    expect(use('2026-01-20', 10_000, {}, [{ on: day('2026-01-17'), monthlyRent: 620_000, dailyRent: null }])).toMatchObject({
      amount: 84_516,
    })
  })
})

describe('settlement', () => {
  const empty = { charges: [], credits: [], balance: 0, vehicleDeposit: 0, violationDeposit: 0 }
  it.each([
    ['结算项“车损费”的金额不能为负数（-0.01）', { ...empty, charges: [{ name: '车损费', amount: -1 }] }],
    ['结算金额必须是整数（单位：分）', { ...empty, credits: [{ name: '租金退还', amount: 0.5 }] }],
    ['余额和押金不能为负数', { ...empty, balance: -1 }],
  ])('refuses «%s»', (reason, input) => {
    expect(checkSettlement(input)).toBe(reason)
    expect(() => settleReturn(input)).toThrow(reason)
  })

  it('M8: charges are covered by balance, deposits and what is still to be collected; what is left is refunded or held', () => {
    const money = fc.nat({ max: 1e9 })
    const lines = fc.array(fc.record({ name: fc.constant('项'), amount: money }), { maxLength: 5 })
    fc.assert(
      fc.property(
        lines,
        lines,
        money,
        money,
        money,
        fc.option(money, { nil: undefined }),
        (charges, credits, balance, vehicleDeposit, violationDeposit, violationHold) => {
          const s = settleReturn({ charges, credits, balance, vehicleDeposit, violationDeposit, violationHold })
          expect(s.totalCharges).toBe(s.balanceUsed + s.vehicleDepositUsed + s.violationDepositUsed + s.receivable)
          expect(s.refund).toBe(s.totalCredits + balance - s.balanceUsed + vehicleDeposit - s.vehicleDepositUsed)
          expect(s.violationHeld).toBe(violationDeposit - s.violationDepositUsed)
          expect(s.violationHeld).toBeGreaterThanOrEqual(Math.min(violationDeposit, violationHold ?? violationDeposit))
          if (s.receivable > 0) expect(s.refund).toBe(0)
          expect(s.net).toBe(s.totalCharges - s.totalCredits - balance)
        },
      ),
      { numRuns },
    )
  })

  it('B3: what was used and what comes back make what was billed, on any day of return under either day rule', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -30, max: 500 }),
        fc.constantFrom('actual' as const, 'thirty' as const),
        fc.constantFrom('startDay' as const, 'calendarMonth' as const),
        fc.constantFrom('excludeEnd' as const, 'includeEnd' as const),
        (n, prorateMode, anchorMode, dayRule) => {
          const items = planItems({ ...plan, prorateMode, anchorMode })
          for (const { item, used, back } of rentBack(items, addDays(plan.startOn, n), dayRule)) {
            expect(used + back).toBe(item.amount)
            expect(Math.min(used, back)).toBeGreaterThanOrEqual(0)
          }
        },
      ),
      { numRuns },
    )
  }, 1_800_000)
})
