import { describe, expect, it } from 'vitest'
import { day } from '#kit/basics/time/day.ts'
import {
  aboveList,
  ceilingOf,
  lineAmount,
  overApproved,
  statementAmounts,
  upkeepDue,
  wholeDaysDown,
  type Interval,
} from './upkeep.rules.ts'

const every: Interval = { everyKm: 10_000, everyDays: 180, everyHours: null, leadKm: 500, leadDays: 15, leadHours: 20 }
const last = { on: day('2026-01-31'), km: 12_350, hours: null }
const now = { today: day('2026-05-20'), km: 21_900, hours: null, meanKm: 87.4 }

describe('upkeep due (affairs.md §3.1)', () => {
  it('is due soon by kilometres, forecast from the mean of the fleet', () => {
    expect(upkeepDue(every, last, now)).toEqual({
      dueOn: '2026-07-30',
      dueKm: 22_350,
      dueHours: null,
      kmLeft: 450,
      forecastOn: '2026-05-26',
      level: 'soon',
    })
  })
  it('starts again from completion, not from what was due', () => {
    const next = upkeepDue(every, { on: day('2026-05-26'), km: 22_280, hours: null }, { ...now, today: day('2026-05-26'), km: 22_280 })
    expect([next.dueKm, next.dueOn, next.level]).toEqual([32_280, '2026-11-22', 'normal'])
  })
  it.each([
    ['a vehicle that stands has no forecast by kilometres', every, last, { ...now, meanKm: 0.9 }, '2026-07-30', 'soon'],
    ['nothing known of its kilometres', every, last, { ...now, km: null, meanKm: null }, '2026-07-30', 'normal'],
    ['exactly at its kilometres', every, last, { ...now, km: 22_350 }, '2026-05-20', 'due'],
    ['beyond them', every, last, { ...now, km: 22_351 }, '2026-05-20', 'overdue'],
    ['past its day', every, last, { ...now, today: day('2026-07-31'), km: 13_000 }, '2026-07-30', 'overdue'],
    ['by hours', { ...every, everyHours: 250, everyKm: null }, { ...last, hours: 100 }, { ...now, hours: 335 }, '2026-07-30', 'soon'],
    [
      'the first one sooner',
      { ...every, firstKm: 3000, firstDays: 90 },
      { ...last, never: true },
      { ...now, km: 15_000 },
      '2026-05-01',
      'overdue',
    ],
  ] as const)('%s', (_title, interval, done, at, forecastOn, level) => {
    const due = upkeepDue(interval as Interval, done, at)
    expect([due.forecastOn, due.level]).toEqual([forecastOn, level])
  })
})

describe('what an order may cost (§3.2)', () => {
  it('a tenth above what was approved', () => {
    expect(ceilingOf(286_000)).toBe(314_600)
    expect(overApproved(314_600, 286_000)).toBeNull()
    expect(overApproved(318_000, 286_000)).toBe('实际 3,180.00 超过批准 2,860.00 的 110%，需重新审批')
  })
  it('V-J1: 413.00, and the oil 8.00 above the list', () => {
    const lines = [
      { item: 'oil', part: '机油', qty: 4, price: 6800, labourHours: 0.8, labourRate: 12_000 },
      { item: 'oilFilter', part: '滤芯', qty: 1, price: 4500, labourHours: 0, labourRate: 12_000 },
    ]
    expect(lines.map(lineAmount)).toEqual([36_800, 4500])
    const prices = [
      { item: 'oil', price: 6600, from: day('2026-01-01'), to: null },
      { item: 'oilFilter', price: 4500, from: day('2026-01-01'), to: null },
    ]
    expect(aboveList(lines, prices, day('2026-05-26')).map((a) => a.text)).toEqual(['报价高于门店价目 8.00 元（机油）'])
    expect(aboveList(lines, [{ ...prices[0]!, to: day('2026-05-26') }], day('2026-05-26'))).toEqual([])
  })
  it('a month: 4,020.00 less 3 % is 3,899.40', () => {
    expect(statementAmounts([286_000, 128_000, -12_000], 300)).toEqual({ sum: 402_000, rebate: 12_060, pay: 389_940 })
    expect(statementAmounts([-100], 300)).toEqual({ sum: -100, rebate: 0, pay: -100 })
  })
  it('whole days down, beyond the free hours', () => {
    expect(wholeDaysDown('2026-05-01T00:00:00Z', '2026-05-02T00:00:00Z', 24)).toBe(0)
    expect(wholeDaysDown('2026-05-01T00:00:00Z', '2026-05-04T05:00:00Z', 24)).toBe(3)
  })
})
