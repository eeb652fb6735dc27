import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths, day, daysBetween, daysInMonth } from '#kit/basics/time/day.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { boundary, checkPlan, moveTerm, planItems, previewPlan, reanchor } from './plan.rules.ts'
import type { AnchorMode, PlanInput, PlanPreview } from './plan.rules.ts'
import { rentWithin } from './proration.rules.ts'

const numRuns = process.env.DEEP ? 100_000 : 300
const PATIENCE = 1_800_000

const anyPlan: fc.Arbitrary<PlanInput> = fc
  .record({
    monthlyRent: fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 2_000_000 }), fc.constant(1e11)),
    payCycleMonths: fc.constantFrom(1, 2, 3, 6, 12),
    billMode: fc.constantFrom('advance' as const, 'arrears' as const),
    anchorMode: fc.constantFrom<AnchorMode>('startDay', 'calendarMonth', 'fixedDay'),
    fixedDay: fc.integer({ min: 1, max: 28 }),
    prorateMode: fc.constantFrom('actual' as const, 'thirty' as const, 'daily' as const),
    dayRule: fc.constantFrom('excludeEnd' as const, 'includeEnd' as const),
    issueAheadDays: fc.integer({ min: 0, max: 30 }),
    dueOffsetDays: fc.integer({ min: 0, max: 30 }),
    // Around the end of months and of February in leap and common years, where the mistakes are made.
    startOn: fc.oneof(
      fc.integer({ min: 0, max: 3650 }).map((n) => addDays(day('2020-01-01'), n)),
      fc.constantFrom(
        ...[
          '2024-01-29',
          '2024-01-30',
          '2024-01-31',
          '2024-02-29',
          '2025-01-31',
          '2025-02-28',
          '2023-12-31',
          '2025-08-31',
          '2099-12-31',
        ].map(day),
      ),
    ),
    length: fc.oneof(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 1500 })),
    dailyShare: fc.integer({ min: 1, max: 60 }),
  })
  .map(({ length, dailyShare, ...plan }) => ({
    ...plan,
    endOn: addDays(plan.startOn, length),
    dailyRent: Math.max(1, Math.floor(plan.monthlyRent / dailyShare)),
  }))

/**
 * The same rules told by a clerk with a calendar: walk one day at a time on JavaScript dates, ask of each whether a month
 * begins on it, and enter each day's price as what the running total has grown by. Shares no code with the rules.
 */
const DAY = 86_400_000
const at = (text: string): number => Date.parse(`${text}T00:00:00Z`)
const iso = (time: number): string => new Date(time).toISOString().slice(0, 10)

type ClerkMonth = { days: number[]; length: number; skipped: number }
type ClerkItem = { startOn: string; endOn: string; amount: number }
type ClerkPeriod = ClerkItem & { issueOn: string; dueOn: string; items: ClerkItem[] }

function beginsMonth(plan: PlanInput, time: number): boolean {
  const date = new Date(time)
  const wanted = { startDay: Number(plan.startOn.slice(8)), calendarMonth: 1, fixedDay: plan.fixedDay ?? 1 }[plan.anchorMode]
  const lastOfMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.getUTCDate() === Math.min(wanted, lastOfMonth)
}

function clerkMonths(plan: PlanInput): ClerkMonth[] {
  let time = at(plan.startOn)
  while (!beginsMonth(plan, time)) time -= DAY
  const months: ClerkMonth[] = []
  for (; time < at(plan.endOn); time += DAY) {
    if (beginsMonth(plan, time)) {
      let length = 1
      while (!beginsMonth(plan, time + length * DAY)) length++
      months.push({ days: [], length, skipped: 0 })
    }
    const month = months.at(-1)
    if (month && time >= at(plan.startOn)) month.days.push(time)
    else if (month) month.skipped++
  }
  return months
}

function clerkAmount(plan: PlanInput, { days, length, skipped }: ClerkMonth): number {
  const m = BigInt(plan.monthlyRent)
  const share = (count: number, of: number): bigint => {
    const top = m * BigInt(count)
    return top / BigInt(of) + ((top % BigInt(of)) * 2n >= BigInt(of) ? 1n : 0n)
  }
  let amount = 0n
  for (let n = 1; n <= days.length; n++) {
    if (plan.prorateMode === 'actual') amount += share(skipped + n, length) - share(skipped + n - 1, length)
    else if (days.length === length) amount = m
    else if (plan.prorateMode === 'thirty') amount = share(n, 30)
    else amount += BigInt(plan.dailyRent ?? 0)
    if (amount > m) amount = m
  }
  return Number(amount)
}

function clerk(plan: PlanInput): ClerkPeriod[] {
  const periods: ClerkPeriod[] = []
  clerkMonths(plan).forEach((month, index) => {
    const [first = 0, last = 0] = [month.days[0], month.days.at(-1)]
    const item = { startOn: iso(first), endOn: iso(last + DAY), amount: clerkAmount(plan, month) }
    const open = periods.at(-1)
    if (open && index % plan.payCycleMonths !== 0) {
      open.items.push(item)
      open.endOn = item.endOn
      open.amount += item.amount
    } else periods.push({ ...item, issueOn: '', dueOn: '', items: [item] })
  })
  for (const period of periods) {
    const counted = plan.billMode === 'advance' ? at(period.startOn) : at(period.endOn) - DAY
    period.issueOn = iso(counted - plan.issueAheadDays * DAY)
    period.dueOn = iso(counted + plan.dueOffsetDays * DAY)
  }
  return periods
}

const withoutFormula = ({ periods }: PlanPreview): unknown =>
  periods.map(({ items, ...period }) => ({ ...period, items: items.map((item) => ({ ...item, formula: undefined })) }))

describe('properties', () => {
  it(
    'the plan equals the one a clerk makes day by day with a calendar',
    () => {
      fc.assert(
        fc.property(anyPlan, (plan) => {
          expect(checkPlan(plan)).toBeNull()
          expect(withoutFormula(previewPlan(plan))).toEqual(clerk(plan))
        }),
        { numRuns },
      )
    },
    PATIENCE,
  )

  it(
    'B2: periods and items are contiguous and cover the term exactly; B7: no amount is negative or above the rent',
    () => {
      fc.assert(
        fc.property(anyPlan, (plan) => {
          const { periods, total } = previewPlan(plan)
          let cursor = plan.startOn
          let sum = 0
          for (const period of periods) {
            expect(period.startOn).toBe(cursor)
            expect(period.items.length).toBeLessThanOrEqual(plan.payCycleMonths)
            expect(period.items.reduce((all, item) => all + item.amount, 0)).toBe(period.amount)
            expect(period.issueOn <= period.dueOn).toBe(true)
            for (const item of period.items) {
              expect(item.startOn).toBe(cursor)
              expect(item.endOn > item.startOn).toBe(true)
              expect(item.amount >= 0 && item.amount <= plan.monthlyRent).toBe(true)
              cursor = item.endOn
            }
            expect(period.endOn).toBe(cursor)
            sum += period.amount
          }
          expect([cursor, sum]).toEqual([plan.endOn, total])
        }),
        { numRuns },
      )
    },
    PATIENCE,
  )

  it('B2: a boundary depends on the anchor and its number only, and falls on the anchor day whenever the month has one', () => {
    fc.assert(
      fc.property(anyPlan, fc.integer({ min: 0, max: 240 }), fc.constantFrom(1, 2, 3, 6, 12), (plan, k, months) => {
        const at = boundary(plan.startOn, k, months)
        expect(at.slice(8) <= plan.startOn.slice(8)).toBe(true)
        if (at.slice(8) < plan.startOn.slice(8)) expect(addDays(at, 1).slice(8)).toBe('01')
        expect(boundary(plan.startOn, k * months, 1)).toBe(at)
      }),
      { numRuns },
    )
  })

  it(
    'B3: cutting a term anywhere loses nothing',
    () => {
      fc.assert(
        fc.property(anyPlan, fc.array(fc.nat({ max: 1500 }), { maxLength: 4 }), (plan, cuts) => {
          const length = daysBetween(plan.startOn, plan.endOn)
          const points = [
            plan.startOn,
            ...cuts
              .map((cut) => cut % (length + 1))
              .toSorted((a, b) => a - b)
              .map((n) => addDays(plan.startOn, n)),
            plan.endOn,
          ]
          const items = planItems(plan)
          let sum = 0
          for (let i = 1; i < points.length; i++) {
            const [from, to] = [points[i - 1] ?? plan.startOn, points[i] ?? plan.endOn]
            const part = items.reduce((all, item) => all + rentWithin(item, from, to), 0)
            expect(part).toBeGreaterThanOrEqual(0)
            sum += part
          }
          expect(sum).toBe(previewPlan(plan).total)
        }),
        { numRuns },
      )
    },
    PATIENCE,
  )

  it(
    'by actual days a first part and the complementary last part of an equally long month make one month',
    () => {
      const monthLength = (d: Day): number => daysInMonth(Number(d.slice(0, 4)), Number(d.slice(5, 7)))
      let compared = 0
      fc.assert(
        fc.property(anyPlan, fc.integer({ min: 1, max: 36 }), (plan, months) => {
          const endOn = addMonths(plan.startOn, months)
          if (endOn.slice(8) !== plan.startOn.slice(8) || monthLength(endOn) !== monthLength(plan.startOn)) return
          const { total } = previewPlan({ ...plan, anchorMode: 'calendarMonth', prorateMode: 'actual', endOn })
          expect(total).toBe(months * plan.monthlyRent)
          compared++
        }),
        { numRuns },
      )
      expect(compared).toBeGreaterThan(numRuns / 4)
    },
    PATIENCE,
  )

  it(
    'moving a term keeps its length, and issued plus unissued periods are the new plan',
    () => {
      fc.assert(
        fc.property(anyPlan, fc.integer({ min: -40, max: 40 }), fc.nat({ max: 3 }), (plan, shift, issuedCount) => {
          const newStart = addDays(plan.startOn, shift)
          const issued = previewPlan(plan).periods.slice(0, issuedCount)
          const moved = reanchor(plan, newStart, issued)
          const whole = previewPlan(moved.input)
          expect([...moved.issued.flatMap(({ after }) => (after ? [after] : [])), ...moved.unissued]).toEqual(whole.periods)
          const charged =
            issued.reduce((all, period) => all + period.amount, 0) + moved.issued.reduce((all, { difference }) => all + difference, 0)
          expect(charged + moved.unissued.reduce((all, period) => all + period.amount, 0)).toBe(whole.total)
          expect(moveTerm(plan.startOn, plan.endOn, plan.startOn)).toBe(plan.endOn)
        }),
        { numRuns },
      )
    },
    PATIENCE,
  )
})
