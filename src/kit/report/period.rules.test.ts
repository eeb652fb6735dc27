import { describe, expect, test } from 'vitest'
import type { Day } from '../basics/time/day.ts'
import { changeOf, daysOfStep, periodBefore, periodOf, stepLabel, stepsOf } from './period.rules.ts'

const span = (from: string, to: string) => ({ from: from as Day, to: to as Day })

describe('the period before', () => {
  test.each([
    ['a month', '2026-05-01', '2026-05-31', 'previous', '2026-04-01', '2026-04-30', { months: 1, days: 0 }],
    ['the first twenty days of a month', '2026-05-01', '2026-05-20', 'previous', '2026-04-01', '2026-04-20', { months: 1, days: 0 }],
    ['March ends where February does', '2026-03-01', '2026-03-31', 'previous', '2026-02-01', '2026-02-28', { months: 1, days: 0 }],
    ['half a year', '2026-01-01', '2026-06-30', 'previous', '2025-07-01', '2025-12-31', { months: 6, days: 0 }],
    ['ten days in the middle', '2026-05-11', '2026-05-20', 'previous', '2026-05-01', '2026-05-10', { months: 0, days: 10 }],
    ['one day', '2026-03-02', '2026-03-02', 'previous', '2026-03-01', '2026-03-01', { months: 0, days: 1 }],
    ['a year earlier', '2026-05-11', '2026-05-20', 'lastYear', '2025-05-11', '2025-05-20', { months: 12, days: 0 }],
    ['February of a leap year', '2025-02-01', '2025-02-28', 'lastYear', '2024-02-01', '2024-02-29', { months: 12, days: 0 }],
    ['the leap day', '2024-02-29', '2024-02-29', 'lastYear', '2023-02-28', '2023-02-28', { months: 12, days: 0 }],
  ] as const)('%s', (_name, from, to, how, first, last, shift) => {
    expect(periodBefore(span(from, to), how)).toEqual({ from: first, to: last, shift })
  })
  test('a change needs something to change from', () => {
    expect([changeOf(120, 100), changeOf(80, -100), changeOf(5, 0), changeOf(null, 5), changeOf(0, 50)]).toEqual([0.2, 1.8, null, null, -1])
  })
})

test('what is shown at first', () => {
  const today = '2026-03-31' as Day
  const shown = (['month', 'lastMonth', 'days30', 'months6', 'months12', 'year'] as const).map((name) => periodOf(name, today))
  expect(shown).toEqual([
    span('2026-03-01', '2026-03-31'),
    span('2026-02-01', '2026-02-28'),
    span('2026-03-02', '2026-03-31'),
    span('2025-10-01', '2026-03-31'),
    span('2025-04-01', '2026-03-31'),
    span('2026-01-01', '2026-12-31'),
  ])
})

describe('steps of an axis', () => {
  test('all of them, also those in which nothing happened', () => {
    expect(stepsOf(span('2025-12-30', '2026-01-02'), 'day')).toEqual(['2025-12-30', '2025-12-31', '2026-01-01', '2026-01-02'])
    expect(stepsOf(span('2025-12-28', '2026-01-05'), 'week')).toEqual(['2025-12-22', '2025-12-29', '2026-01-05'])
    expect(stepsOf(span('2025-11-30', '2026-02-01'), 'month')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
    expect(stepsOf(span('2025-09-30', '2026-01-01'), 'quarter')).toEqual(['2025-Q3', '2025-Q4', '2026-Q1'])
    expect(stepsOf(span('2024-12-31', '2026-01-01'), 'year')).toEqual(['2024', '2025', '2026'])
  })
  test('the days of one step end with the period', () => {
    const period = span('2026-01-20', '2026-03-10')
    expect(daysOfStep(period, 'month', '2026-01')).toEqual(span('2026-01-20', '2026-01-31'))
    expect(daysOfStep(period, 'month', '2026-03')).toEqual(span('2026-03-01', '2026-03-10'))
    expect(daysOfStep(period, 'quarter', '2025-Q4')).toBeNull()
  })
  test('are called what people call them', () => {
    expect([stepLabel('2026-Q1', 'quarter'), stepLabel('2026-01', 'month'), stepLabel('2026-01-05', 'week')]).toEqual([
      '2026 年第 1 季',
      '2026-01',
      '2026-01-05 周',
    ])
  })
})
