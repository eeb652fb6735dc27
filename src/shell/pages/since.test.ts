import { expect, test } from 'vitest'
import type { Day } from '#kit/basics/time/day.ts'
import { sinceText } from './since.ts'

const today = '2026-03-01' as Day
test.each([
  [null, ''],
  ['2026-03-01', '今天'],
  ['2026-03-01T01:12:00.000Z', '今天 09:12'],
  ['2026-02-28T15:59:00.000Z', '02-28，已 1 天'],
  ['2026-02-22', '02-22，已 7 天'],
  ['2025-12-31', '2025-12-31，已 60 天'],
  ['2026-03-04', '03-04，还有 3 天'],
])('%s reads %s', (since, text) => {
  expect(sinceText(since, today)).toBe(text)
})
