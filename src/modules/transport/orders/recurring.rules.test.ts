import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, day, type Day } from '#kit/basics/time/day.ts'
import { HOLIDAYS_2026, SHIPPED_HOLIDAYS } from './holidays.ts'
import { isWorkday, plannedDates, type Holidays, type RecurringPlan } from './recurring.rules.ts'

const holidays: Holidays = new Map(HOLIDAYS_2026.map((h) => [h.day, h.kind]))
const PLAN: RecurringPlan = {
  freq: 'weekly',
  weekdays: '12345',
  monthDays: null,
  everyDays: null,
  slots: '08:00',
  startOn: day('2026-09-18'),
  endOn: day('2026-10-12'),
  maxCount: null,
  holidayPolicy: 'skip',
  onShift: 'merge',
  exceptions: [],
}
const made = (more: Partial<RecurringPlan>, until = '2026-12-31') => plannedDates({ ...PLAN, ...more }, day(until), holidays)
const count = (more: Partial<RecurringPlan>, result: string): number => made(more).dates.filter((d) => d.result === result).length
const on = (more: Partial<RecurringPlan>, date: string): number =>
  made(more).dates.filter((d) => d.serviceDate === date && d.result === 'create').length

describe('J2: Mon–Fri over the national holiday of 2026', () => {
  test('has 17 dates; 11 when holidays are skipped', () => {
    expect(made({}).dates).toHaveLength(17)
    expect(count({}, 'create')).toBe(11)
  })
  test('by workday has 13, with the two working weekend days', () => {
    const days = made({ freq: 'workday' }).dates.map((d) => d.originalDate.slice(5))
    expect(days).toEqual([
      '09-18',
      '09-20',
      '09-21',
      '09-22',
      '09-23',
      '09-24',
      '09-28',
      '09-29',
      '09-30',
      '10-08',
      '10-09',
      '10-10',
      '10-12',
    ])
  })
  test('postponed apart: 17, six of them on 10-08 and two on 09-28', () => {
    const apart = { holidayPolicy: 'postpone', onShift: 'separate' } as const
    expect([count(apart, 'create'), on(apart, '2026-10-08'), on(apart, '2026-09-28')]).toEqual([17, 6, 2])
  })
  test('postponed and merged: 11 created, 6 merged', () => {
    const together = { holidayPolicy: 'postpone' } as const
    expect([count(together, 'create'), count(together, 'merge'), on(together, '2026-10-08')]).toEqual([11, 6, 1])
  })
  test('brought forward apart: six on 09-30', () => expect(on({ holidayPolicy: 'advance', onShift: 'separate' }, '2026-09-30')).toBe(6))
})

test('a rule by workday stops where the calendar ends, and says so', () => {
  const { dates, stopped } = made({ freq: 'workday', startOn: day('2026-12-28'), endOn: null }, '2027-01-20')
  expect(dates.at(-1)?.originalDate).toBe('2026-12-31')
  expect(stopped).toBe('2027 年节假日未维护')
})
test('a year of which only the statutory days are entered is not known yet, and its statutory days are off all the same', () => {
  const both: Holidays = new Map(Object.values(SHIPPED_HOLIDAYS).flatMap((year) => year.map((h) => [h.day, h.kind])))
  const over = { ...PLAN, startOn: day('2026-12-28'), endOn: null }
  expect(plannedDates({ ...over, freq: 'workday' }, day('2027-01-20'), both).stopped).toBe('2027 年节假日未维护')
  const daily = plannedDates({ ...over, freq: 'daily', onShift: 'separate' }, day('2027-02-10'), both).dates
  expect(daily.filter((d) => d.result === 'skip').map((d) => d.originalDate)).toEqual([
    '2027-01-01',
    '2027-02-05',
    '2027-02-06',
    '2027-02-07',
    '2027-02-08',
  ])
})
test('the end of a month is its last day', () => {
  const months = made({
    freq: 'monthly',
    monthDays: '-1,30',
    startOn: day('2026-02-01'),
    endOn: day('2026-04-30'),
    holidayPolicy: 'ignore',
  })
  expect(months.dates.map((d) => d.originalDate)).toEqual(['2026-02-28', '2026-03-30', '2026-03-31', '2026-04-30'])
})
test('exceptions skip, move and add', () => {
  const exceptions = [
    { date: day('2026-09-21'), action: 'skip' as const, to: null },
    { date: day('2026-09-22'), action: 'move' as const, to: day('2026-09-26') },
    { date: day('2026-09-19'), action: 'add' as const, to: null },
  ]
  const { dates } = made({ exceptions, endOn: day('2026-09-22') })
  expect(dates.map((d) => [d.originalDate, d.serviceDate, d.result])).toEqual([
    ['2026-09-18', '2026-09-18', 'create'],
    ['2026-09-19', '2026-09-19', 'create'],
    ['2026-09-21', null, 'skip'],
    ['2026-09-22', '2026-09-26', 'create'],
  ])
})

describe('K', () => {
  const plan = fc.record({
    freq: fc.constantFrom('daily' as const, 'weekly' as const, 'monthly' as const, 'interval' as const),
    weekdays: fc.constantFrom('1', '135', '12345', '67', '1234567'),
    monthDays: fc.constantFrom('1', '15,31', '-1'),
    everyDays: fc.integer({ min: 1, max: 9 }),
    slots: fc.constantFrom('08:00', '08:00,14:00'),
    holidayPolicy: fc.constantFrom('skip' as const, 'advance' as const, 'postpone' as const, 'ignore' as const),
    onShift: fc.constantFrom('merge' as const, 'separate' as const),
    from: fc.nat(300),
    long: fc.nat(60),
  })
  const of = (p: { from: number; long: number } & Partial<RecurringPlan>): RecurringPlan => {
    const startOn = addDays(day('2026-01-01'), p.from)
    return { ...PLAN, ...p, startOn, endOn: addDays(startOn, p.long) }
  }
  test('created, skipped and merged are all the dates; merged days have one order a slot; shifted ones are working days', () => {
    fc.assert(
      fc.property(plan, (p) => {
        const { dates } = plannedDates(of(p), day('2027-06-30'), holidays)
        expect(new Set(dates.map((d) => `${d.originalDate}${d.slot}`)).size).toBe(dates.length)
        const created = dates.filter((d) => d.result === 'create')
        if (p.onShift === 'merge') expect(new Set(created.map((d) => `${d.serviceDate}${d.slot}`)).size).toBe(created.length)
        for (const d of created) if (d.serviceDate !== d.originalDate) expect(isWorkday(d.serviceDate as Day, holidays)).toBe(true)
      }),
    )
  })
  test('a longer look gives the same dates first, when nothing is brought forward', () => {
    fc.assert(
      fc.property(plan, fc.nat(60), (p, cut) => {
        const rule = of({ ...p, holidayPolicy: p.holidayPolicy === 'advance' ? 'skip' : p.holidayPolicy, onShift: 'separate' })
        const short = plannedDates(rule, addDays(rule.startOn, cut), holidays).dates
        expect(plannedDates(rule, day('2027-06-30'), holidays).dates.slice(0, short.length)).toEqual(short)
      }),
    )
  })
})
