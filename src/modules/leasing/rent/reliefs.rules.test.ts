import { describe, expect, it } from 'vitest'
import { day } from '#kit/basics/time/day.ts'
import { planItems } from './plan.rules.ts'
import { grantedAs, reliefsUnder, type Granted } from './reliefs.rules.ts'
import { planInputOf, type RentTerms } from './terms.rules.ts'
import { firstTerm, monthsOf, repriced } from './timeline.rules.ts'

/** 3,000.00 a month by days: April is 100.00 a day, May 96.77. */
const months = planItems({
  monthlyRent: 300_000,
  payCycleMonths: 1,
  billMode: 'advance',
  anchorMode: 'calendarMonth',
  prorateMode: 'actual',
  dayRule: 'excludeEnd',
  issueAheadDays: 7,
  dueOffsetDays: 0,
  startOn: day('2025-04-01'),
  endOn: day('2025-07-01'),
})
const granted = (id: number, method: string, from: string, last: string, more: Partial<Granted> = {}): Granted =>
  grantedAs({ id, no: `JM${id}`, method, startOn: day(from), lastOn: day(last), rateBp: null, amountOff: null, most: null, ...more })
const taken = (...all: Granted[]) =>
  reliefsUnder(months, all).map(({ id, startOn, endOn, amount }) => [id, startOn.slice(5), endOn.slice(5), amount])

describe('a reduction as it was granted', () => {
  it('ends on the day after its last, and without a number it comes after those that have one', () => {
    const draft = grantedAs({
      method: 'rate',
      startOn: day('2025-04-08'),
      lastOn: day('2025-04-17'),
      rateBp: 1000,
      amountOff: null,
      most: 5,
    })
    expect(draft).toEqual({
      id: Infinity,
      label: '减租 ',
      method: 'rate',
      startOn: '2025-04-08',
      endOn: '2025-04-18',
      rateBp: 1000,
      amountOff: null,
      most: 5,
    })
    expect(granted(7, 'amount', '2025-04-08', '2025-04-08', { amountOff: 3 })).toMatchObject({ id: 7, label: '减租 JM7', amountOff: 3 })
  })
})

describe('what reductions take off', () => {
  it('ten free days of April are 1,000.00', () =>
    expect(taken(granted(1, 'freeDays', '2025-04-08', '2025-04-17'))).toEqual([[1, '04-08', '04-18', 100_000]]))
  it('a month that is free as a whole is its rent', () =>
    expect(taken(granted(1, 'freeDays', '2025-04-01', '2025-04-30'))).toEqual([[1, '04-01', '05-01', 300_000]]))
  it('days over two months are told month by month', () =>
    expect(taken(granted(1, 'freeDays', '2025-04-30', '2025-05-01'))).toEqual([
      [1, '04-30', '05-01', 10_000],
      [1, '05-01', '05-02', 9_677],
    ]))
  it('a third off ten days is 333.30', () =>
    expect(taken(granted(1, 'rate', '2025-04-08', '2025-04-17', { rateBp: 3333 }))).toEqual([[1, '04-08', '04-18', 33_330]]))
  it('a sum is taken where it was granted, the rest from the month after', () =>
    expect(taken(granted(1, 'amount', '2025-04-30', '2025-05-31', { amountOff: 15_000 }))).toEqual([
      [1, '04-30', '05-01', 10_000],
      [1, '05-01', '06-01', 5_000],
    ]))
  it('free days stop at the most that was allowed', () =>
    expect(taken(granted(1, 'freeDays', '2025-04-08', '2025-04-17', { most: 50_001 }))).toEqual([[1, '04-08', '04-18', 50_001]]))
  it('nothing outside the lease, nothing of nothing', () => {
    expect(taken(granted(1, 'freeDays', '2025-07-01', '2025-07-10'))).toEqual([])
    expect(taken(granted(1, 'freeDays', '2025-03-01', '2025-03-31'))).toEqual([])
    expect(taken(granted(1, 'rate', '2025-04-01', '2025-04-30'))).toEqual([])
    expect(taken(granted(1, 'amount', '2025-04-01', '2025-04-30'))).toEqual([])
  })
})

describe('several of them', () => {
  const free = granted(2, 'freeDays', '2025-04-08', '2025-04-17')
  const half = granted(1, 'rate', '2025-04-01', '2025-04-30', { rateBp: 5000 })
  const sum = granted(3, 'amount', '2025-04-01', '2025-04-30', { amountOff: 200_000 })
  it('come to the same in any order: free days, then shares, then sums of what is left', () => {
    const all = [
      [2, '04-08', '04-18', 100_000],
      [1, '04-01', '05-01', 150_000],
      [3, '04-01', '05-01', 50_000],
    ]
    expect(taken(free, half, sum)).toEqual(all)
    expect(taken(sum, half, free)).toEqual(all)
  })
  it('of one kind the older comes first', () => {
    const [older, newer] = [
      granted(4, 'amount', '2025-04-01', '2025-04-30', { amountOff: 250_000 }),
      granted(5, 'amount', '2025-04-01', '2025-04-30', { amountOff: 250_000 }),
    ]
    expect(taken(newer, older)).toEqual([
      [4, '04-01', '05-01', 250_000],
      [5, '04-01', '05-01', 50_000],
    ])
  })
  it('days that are free already are not free twice', () =>
    expect(taken(free, granted(6, 'freeDays', '2025-04-15', '2025-04-20'))).toEqual([
      [2, '04-08', '04-18', 100_000],
      [6, '04-18', '04-21', 30_000],
    ]))
  it('a sum finds only the room its days have left', () =>
    expect(taken(free, granted(7, 'amount', '2025-04-08', '2025-04-18', { amountOff: 50_000 }))).toEqual([
      [2, '04-08', '04-18', 100_000],
      [7, '04-08', '04-19', 10_000],
    ]))
})

describe('in turn', () => {
  it('a share before a sum, though the sum was granted first', () =>
    expect(
      taken(
        granted(1, 'amount', '2025-04-01', '2025-04-30', { amountOff: 200_000 }),
        granted(2, 'rate', '2025-04-01', '2025-04-30', { rateBp: 5000 }),
      ),
    ).toEqual([
      [2, '04-01', '05-01', 150_000],
      [1, '04-01', '05-01', 150_000],
    ]))
  it('free days up to a sum are a sum', () =>
    expect(
      taken(
        granted(1, 'freeDays', '2025-04-08', '2025-04-17', { most: 100_000 }),
        granted(2, 'rate', '2025-04-08', '2025-04-17', { rateBp: 5000 }),
      ),
    ).toEqual([
      [2, '04-08', '04-18', 50_000],
      [1, '04-08', '04-18', 50_000],
    ]))
  it('free days apart from each other are only theirs', () =>
    expect(taken(granted(1, 'freeDays', '2025-04-01', '2025-04-05'), granted(2, 'freeDays', '2025-04-15', '2025-04-20'))).toEqual([
      [1, '04-01', '04-06', 50_000],
      [2, '04-15', '04-21', 60_000],
    ]))
  it('a fen is a reduction', () =>
    expect(taken(granted(1, 'amount', '2025-04-01', '2025-04-30', { amountOff: 1 }))).toEqual([[1, '04-01', '05-01', 1]]))
  it('free days say which month they are priced by, sums do not', () => {
    const [free] = reliefsUnder(months, [granted(1, 'freeDays', '2025-04-08', '2025-04-17')])
    const [sum] = reliefsUnder(months, [granted(1, 'amount', '2025-04-08', '2025-04-17', { amountOff: 5 })])
    expect(free!.price).toMatchObject({ startOn: '2025-04-01', amount: 300_000 })
    expect(sum).not.toHaveProperty('price')
  })
})

const TERMS: RentTerms = {
  monthlyRent: 300_000,
  payCycleMonths: '1',
  billMode: 'advance',
  anchorMode: 'calendarMonth',
  fixedDay: null,
  prorateMode: 'actual',
  dailyRent: null,
  dayRule: 'excludeEnd',
  issueAheadDays: 7,
  dueOffsetDays: 0,
}
const lease = (terms: RentTerms) => [firstTerm(planInputOf(terms, day('2025-04-01'), day('2025-07-01')))]

describe('a month at two rents: 100.00 a day, from the 16th 200.00', () => {
  const dearer = monthsOf(TERMS, repriced(lease(TERMS), day('2025-04-16'), 600_000, null))
  const shown = (g: Granted) => reliefsUnder(dearer, [g]).map(({ startOn, endOn, amount }) => [startOn.slice(5), endOn.slice(5), amount])
  it('a share is spread as the rent is', () =>
    expect(shown(granted(1, 'rate', '2025-04-01', '2025-04-30', { rateBp: 1000 }))).toEqual([
      ['04-01', '04-16', 15_000],
      ['04-16', '05-01', 30_000],
    ]))
  it('free days are each at their own rent', () => {
    expect(shown(granted(1, 'freeDays', '2025-04-14', '2025-04-17'))).toEqual([
      ['04-14', '04-16', 20_000],
      ['04-16', '04-18', 40_000],
    ])
    expect(shown(granted(1, 'freeDays', '2025-04-20', '2025-04-21'))).toEqual([['04-20', '04-22', 40_000]])
    expect(shown(granted(1, 'freeDays', '2025-04-02', '2025-04-03'))).toEqual([['04-02', '04-04', 20_000]])
  })
})

it('of a fen a month', () => {
  const fen = monthsOf({ ...TERMS, monthlyRent: 1 }, lease({ ...TERMS, monthlyRent: 1 }))
  const share = (last: string, rateBp: number) =>
    reliefsUnder(fen, [granted(1, 'rate', '2025-04-01', last, { rateBp })]).map((r) => r.amount)
  expect(share('2025-04-01', 5000)).toEqual([])
  expect(share('2025-04-30', 10_000)).toEqual([1])
})
