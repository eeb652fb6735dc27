import { expect, it } from 'vitest'
import { BUSINESS_OPENING, instantOf } from './clock.rules.ts'

it.each([
  ['2026-11-20', '09:00', '2026-11-20T01:00:00.000Z'],
  ['2026-11-20', BUSINESS_OPENING, '2026-11-20T01:00:00.000Z'],
  ['2026-11-20', '00:00', '2026-11-19T16:00:00.000Z'],
  ['2028-02-29', '23:59', '2028-02-29T15:59:00.000Z'],
  ['2026-02-29', '09:00', null],
  ['20.11.2026', '09:00', null],
  ['', '09:00', null],
])('%s %s of the business zone is %s', (day, time, instant) => {
  const reckoned = instantOf(day, time)
  expect(reckoned === null ? null : new Date(reckoned).toISOString()).toBe(instant)
})
