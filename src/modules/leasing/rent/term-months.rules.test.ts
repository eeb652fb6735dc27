import { expect, test } from 'vitest'
import type { Day } from '#kit/basics/time/day.ts'
import { lastOf, wholeMonths } from './term-months.rules.ts'

test.each<[string, number, string, string]>([
  ['2025-01-15', 6, 'excludeEnd', '2025-07-15'],
  ['2025-01-15', 6, 'includeEnd', '2025-07-14'],
  ['2025-08-31', 6, 'excludeEnd', '2026-02-28'],
  ['2025-08-31', 6, 'includeEnd', '2026-02-27'],
  ['2024-02-29', 12, 'excludeEnd', '2025-02-28'],
  ['2025-01-01', 12, 'includeEnd', '2025-12-31'],
])('%s and %i months, %s: until %s, and back', (startOn, months, rule, endOn) => {
  expect(lastOf(startOn as Day, months, rule)).toBe(endOn)
  expect(wholeMonths(startOn as Day, endOn as Day, rule)).toBe(months)
})

test('days left over are no whole months', () => {
  expect(wholeMonths('2025-01-15' as Day, '2025-07-14' as Day, 'excludeEnd')).toBeNull()
  expect(wholeMonths('2025-01-15' as Day, '2025-01-20' as Day, 'excludeEnd')).toBeNull()
})
test('one month is one, no day is none', () => {
  expect(wholeMonths('2025-01-15' as Day, '2025-02-15' as Day, 'excludeEnd')).toBe(1)
  expect(wholeMonths('2025-01-15' as Day, '2025-01-15' as Day, 'excludeEnd')).toBeNull()
  expect(wholeMonths('2025-01-15' as Day, '2025-01-14' as Day, 'includeEnd')).toBeNull()
})
