import { describe, expect, test } from 'vitest'
import { day } from '#kit/basics/time/day.ts'
import { extended, laterAfterLower, laterAfterSwap, priceOn, rentBeyond, stillLater, type Later } from './later.rules.ts'
import { firstTerm } from './timeline.rules.ts'

const END = day('2025-05-15')
const said = (on: string, monthlyRent: number, dailyRent: number | null = null): Later => ({ on: day(on), monthlyRent, dailyRent })
const all = [
  firstTerm({
    monthlyRent: 380_000,
    dailyRent: 14_000,
    payCycleMonths: 1,
    billMode: 'advance',
    anchorMode: 'startDay',
    prorateMode: 'daily',
    dayRule: 'excludeEnd',
    issueAheadDays: 0,
    dueOffsetDays: 0,
    startOn: day('2025-04-15'),
    endOn: END,
  }),
]

describe('rents that wait for days to come', () => {
  const two = [said('2025-05-15', 420_000), said('2025-05-17', 620_000, 20_000)]
  test('stand side by side; one said from a day on takes the place of those after it', () => {
    expect(laterAfterSwap([two[0]!], two[1]!, END, null)).toEqual(two)
    expect(laterAfterSwap(two, said('2025-05-16', 500_000, 16_000), END, null)).toEqual([two[0], said('2025-05-16', 500_000, 16_000)])
    expect(laterAfterSwap(two, said('2025-05-01', 500_000, 16_000), END, null)).toEqual([])
    // A renewal keeps its price in between.
    expect(laterAfterSwap(two, said('2025-05-01', 500_000), END, day('2025-05-10'))).toEqual(two)
  })
  test('keep their rent of a day where only the rent of a month is said anew', () => {
    expect(laterAfterSwap(two, said('2025-05-01', 500_000), END, null)).toEqual([said('2025-05-17', 500_000, 20_000)])
    expect(laterAfterSwap(two, said('2025-05-17', 500_000), END, null)).toEqual([two[0], said('2025-05-17', 500_000, 20_000)])
    expect(priceOn(all, two, day('2025-05-16'))).toEqual({ monthlyRent: 420_000, dailyRent: 14_000 })
    expect(priceOn(all, two, day('2025-05-20'))).toEqual({ monthlyRent: 620_000, dailyRent: 20_000 })
  })
  test('hold from their very day on', () => {
    expect(priceOn(all, two, day('2025-05-14'))).toEqual({ monthlyRent: 380_000, dailyRent: 14_000 })
    expect(priceOn(all, two, day('2025-05-15'))).toEqual({ monthlyRent: 420_000, dailyRent: 14_000 })
    expect(priceOn(all, two, day('2025-05-17'))).toEqual({ monthlyRent: 620_000, dailyRent: 20_000 })
  })
  test('said for the day after the last they wait, whatever a renewal keeps', () => {
    const first = said('2025-05-15', 500_000)
    expect(laterAfterSwap([], first, END, null)).toEqual([first])
    expect(laterAfterSwap([], first, END, day('2025-05-10'))).toEqual([first])
    expect(laterAfterSwap([], said('2025-05-14', 500_000), END, null)).toEqual([])
  })
  test('are what days beyond the lease cost; up to its end there are none', () => {
    const terms = {
      monthlyRent: 380_000,
      payCycleMonths: '1',
      billMode: 'advance',
      anchorMode: 'startDay',
      fixedDay: null,
      prorateMode: 'daily',
      dailyRent: 14_000,
      dayRule: 'excludeEnd',
      issueAheadDays: 0,
      dueOffsetDays: 0,
    } as const
    const beyond = (until: string) => rentBeyond(terms, all, two, day(until))
    expect(['2025-05-10', '2025-05-15', '2025-05-16', '2025-05-18'].map(beyond)).toEqual([0, 0, 14_000, 48_000])
  })
  test('are lowered together, by the month and by the day each for itself', () =>
    expect(laterAfterLower(two, { monthlyRent: 450_000, dailyRent: 15_000 })).toEqual([two[0], said('2025-05-17', 450_000, 15_000)]))
  test('an extension has those of its days, the others wait on', () => {
    const rents = extended(all, two, day('2025-05-17')).map((t) => [t.source, t.startOn, t.monthlyRent, t.dailyRent])
    expect(rents.slice(1)).toEqual([['extension', '2025-05-15', 420_000, 14_000]])
    expect(stillLater(two, day('2025-05-17'))).toEqual([two[1]])
    const longer = extended(all, two, day('2025-05-20')).map((t) => [t.source, t.startOn, t.monthlyRent, t.dailyRent])
    expect(longer.slice(2)).toEqual([['change', '2025-05-17', 620_000, 20_000]])
  })
})
