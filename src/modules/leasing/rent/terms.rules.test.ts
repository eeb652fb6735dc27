import { describe, expect, it } from 'vitest'
import { day } from '#kit/basics/time/day.ts'
import { planInputOf, type RentTerms } from './terms.rules.ts'

const terms: RentTerms = {
  monthlyRent: 380_000,
  payCycleMonths: '3',
  billMode: 'advance',
  anchorMode: 'startDay',
  fixedDay: 15,
  prorateMode: 'actual',
  dailyRent: 13_000,
  dayRule: 'excludeEnd',
  issueAheadDays: 7,
  dueOffsetDays: 2,
}
const of = (more: Partial<RentTerms>) => planInputOf({ ...terms, ...more }, day('2025-01-15'), day('2026-01-15'))

describe('terms of a contract for the kernel', () => {
  it('are the same figures, the cycle as a number', () =>
    expect(of({})).toEqual({
      monthlyRent: 380_000,
      payCycleMonths: 3,
      billMode: 'advance',
      anchorMode: 'startDay',
      fixedDay: undefined,
      prorateMode: 'actual',
      dailyRent: undefined,
      dayRule: 'excludeEnd',
      issueAheadDays: 7,
      dueOffsetDays: 2,
      startOn: '2025-01-15',
      endOn: '2026-01-15',
    }))
  it('charge the last day when it is counted', () => expect(of({ dayRule: 'includeEnd' }).endOn).toBe('2026-01-16'))
  it('say the day of the month only where bills keep to one', () => {
    expect(of({ anchorMode: 'fixedDay' }).fixedDay).toBe(15)
    expect(of({ anchorMode: 'fixedDay', fixedDay: null }).fixedDay).toBeUndefined()
    expect(of({ anchorMode: 'calendarMonth' }).fixedDay).toBeUndefined()
  })
  it('say the rent of a day only where days are charged by it', () => {
    expect(of({ prorateMode: 'daily' }).dailyRent).toBe(13_000)
    expect(of({ prorateMode: 'daily', dailyRent: null }).dailyRent).toBeUndefined()
    expect(of({ prorateMode: 'thirty' }).dailyRent).toBeUndefined()
  })
})
