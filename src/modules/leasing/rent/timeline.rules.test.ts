/** Months that were cut by another price after something had been granted off them: no fen of it is lost, wherever the cut falls. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, day, daysBetween } from '#kit/basics/time/day.ts'
import { sumFen } from '#kit/basics/fen.ts'
import type { ProrateMode } from './proration.rules.ts'
import { firstTerm, lowered, monthsOf, plannedPeriods, prolonged, renewedFrom, rentOf, repriced, type Relief } from './timeline.rules.ts'
import { planInputOf, type RentTerms } from './terms.rules.ts'

const numRuns = process.env['DEEP'] ? 20_000 : 300
const terms = (prorateMode: ProrateMode): RentTerms => ({
  monthlyRent: 380_000,
  payCycleMonths: '1',
  billMode: 'advance',
  anchorMode: 'startDay',
  fixedDay: null,
  prorateMode,
  dailyRent: prorateMode === 'daily' ? 13_000 : null,
  dayRule: 'excludeEnd',
  issueAheadDays: 7,
  dueOffsetDays: 0,
})
const START = day('2025-01-15')
const END = day('2025-05-15')
const relief = (id: number, from: string, to: string, amount: number): Relief => ({
  id,
  startOn: day(from),
  endOn: day(to),
  amount,
  label: `减租 ${id}`,
})

describe('reliefs and cuts', () => {
  it('two that share days, spread evenly beyond the rent of those days, keep their sum when the price changes in between', () => {
    const t = terms('thirty')
    const first = [firstTerm(planInputOf(t, START, END))]
    // 7779 and 6202 a day on days that cost 12667.
    const reliefs = [relief(1, '2025-03-15', '2025-03-25', 77_790), relief(2, '2025-03-15', '2025-04-07', 142_657)]
    const cut = repriced(first, day('2025-03-25'), 380_000, null)
    const month = (all: typeof first): number => rentOf(monthsOf(t, all), reliefs, day('2025-03-15'), day('2025-04-15'))
    expect(month(first)).toBe(380_000 - 77_790 - 142_657)
    expect(month(cut)).toBe(month(first))
    const planned = plannedPeriods(t, cut, day('2025-03-15'), reliefs)
    expect(sumFen(planned.filter((p) => p.startOn < '2025-04-15').map((p) => p.amount))).toBe(month(first))
  })
  it('free days leave the days before them at their plain price', () => {
    const t = terms('actual')
    const all = [firstTerm(planInputOf(t, START, END))]
    const months = monthsOf(t, all)
    const free = rentOf(months, [], day('2025-03-20'), day('2025-03-30'))
    const reliefs = [relief(1, '2025-03-20', '2025-03-30', free)]
    expect(rentOf(months, reliefs, day('2025-03-15'), day('2025-03-20'))).toBe(rentOf(months, [], day('2025-03-15'), day('2025-03-20')))
    // Nothing is left of them to be granted again.
    expect(rentOf(months, reliefs, day('2025-03-20'), day('2025-03-30'))).toBe(0)
  })
  it('any cuts of any days: the parts make the whole, none is negative, and the plan says the same as the sum', () => {
    const cut = fc.record({ from: fc.nat({ max: 110 }), days: fc.integer({ min: 1, max: 25 }), share: fc.integer({ min: 1, max: 100 }) })
    fc.assert(
      fc.property(
        fc.constantFrom<ProrateMode>('actual', 'thirty', 'daily'),
        fc.array(cut, { maxLength: 4 }),
        fc.array(fc.record({ at: fc.integer({ min: 1, max: 119 }), rent: fc.integer({ min: 360_000, max: 420_000 }) }), { maxLength: 3 }),
        fc.nat({ max: 120 }),
        (mode, wanted, prices, at) => {
          const t = terms(mode)
          let all = [firstTerm(planInputOf(t, START, END))]
          const months = monthsOf(t, all)
          // Granted as the product does: month by month, never more than is left there.
          const reliefs: Relief[] = []
          for (const [id, w] of wanted.entries())
            for (const m of months) {
              const from = addDays(START, w.from)
              const [startOn, endOn] = [
                from > m.startOn ? from : m.startOn,
                addDays(from, w.days) < m.endOn ? addDays(from, w.days) : m.endOn,
              ]
              if (endOn <= startOn) continue
              const amount = Math.floor((rentOf(months, reliefs, startOn, endOn) * w.share) / 100)
              if (amount > 0) reliefs.push({ id, startOn, endOn, amount, label: '' })
            }
          const given = sumFen(reliefs.map((r) => r.amount))
          expect(rentOf(months, reliefs, START, END)).toBe(sumFen(months.map((m) => m.amount)) - given)
          for (const p of prices) all = repriced(all, addDays(START, p.at), p.rent, t.dailyRent)
          const after = monthsOf(t, all)
          const whole = rentOf(after, reliefs, START, END)
          const cutAt = addDays(START, Math.min(at, daysBetween(START, END)))
          expect(rentOf(after, reliefs, START, cutAt) + rentOf(after, reliefs, cutAt, END)).toBe(whole)
          expect(rentOf(after, reliefs, START, cutAt)).toBeGreaterThanOrEqual(0)
          expect(sumFen(plannedPeriods(t, all, START, reliefs).map((p) => p.amount))).toBe(whole)
        },
      ),
      { numRuns },
    )
  })
})

describe('a lower price', () => {
  it('leaves what was agreed for less as it is, and cuts what costs more', () => {
    const first = [firstTerm(planInputOf(terms('actual'), START, END))]
    const all = prolonged(repriced(first, day('2025-03-01'), 420_000, null), 'renewal', day('2025-08-15'), 250_000, null)
    const rents = (list: typeof all): (readonly [string, number])[] => list.map((t) => [t.startOn, t.monthlyRent] as const)
    expect(rents(lowered(all, day('2025-03-15'), 400_000, null))).toEqual([
      ['2025-01-15', 380_000],
      ['2025-03-01', 420_000],
      ['2025-03-15', 400_000],
      ['2025-05-15', 250_000],
    ])
    expect(rents(lowered(all, START, 300_000, null))).toEqual([
      ['2025-01-15', 300_000],
      ['2025-03-01', 300_000],
      ['2025-05-15', 250_000],
    ])
    expect(lowered(all, START, 250_000, null).at(-1)).toEqual(all.at(-1))
  })
})

describe('another price', () => {
  const first = [firstTerm(planInputOf(terms('actual'), START, END))]
  const rents = (list: typeof first): (readonly [string, number])[] => list.map((t) => [t.startOn, t.monthlyRent] as const)
  it('leaves a renewal that begins later at what it was agreed for, and changes it from its own first day on', () => {
    const all = prolonged(first, 'renewal', day('2025-08-15'), 360_000, null)
    expect([renewedFrom(all, day('2025-05-14')), renewedFrom(all, day('2025-05-15'))]).toEqual(['2025-05-15', null])
    const swapped = (on: string): typeof all => repriced(all, day(on), 420_000, null, renewedFrom(all, day(on)))
    expect(rents(swapped('2025-03-01'))).toEqual([
      ['2025-01-15', 380_000],
      ['2025-03-01', 420_000],
      ['2025-05-15', 360_000],
    ])
    expect(rents(swapped('2025-06-01'))).toEqual([
      ['2025-01-15', 380_000],
      ['2025-05-15', 360_000],
      ['2025-06-01', 420_000],
    ])
    expect(rents(repriced(all, day('2025-03-01'), 420_000, null))).toEqual([
      ['2025-01-15', 380_000],
      ['2025-03-01', 420_000],
      ['2025-05-15', 420_000],
    ])
  })
  it('days with a price of their own keep it unless another is given, and a reduction never raises it', () => {
    const daily = prolonged([firstTerm(planInputOf(terms('daily'), START, END))], 'renewal', day('2025-08-15'), 370_000, 12_000)
    const days = (list: typeof daily): (number | null)[] => list.map((t) => t.dailyRent)
    expect(days(repriced(daily, START, 420_000, null))).toEqual([13_000, 12_000])
    expect(days(repriced(daily, START, 420_000, 15_000))).toEqual([15_000, 15_000])
    expect(days(lowered(daily, START, 300_000, 12_500))).toEqual([12_500, 12_000])
    expect(days(repriced(first, START, 420_000, 15_000))).toEqual([null])
  })
})
