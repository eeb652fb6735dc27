import { expect, test } from 'vitest'
import { day } from '#kit/basics/time/day.ts'
import { monthsOf } from './books.ts'

test('all months before the last full one are closed, whatever day the company is made on', () => {
  const of = (from: string, until: string) => monthsOf(day(from), day(until))
  expect(of('2025-01-31', '2026-02-28')).toMatchObject({ last: '2026-01' })
  expect(of('2025-12-01', '2026-03-01')).toEqual({ closed: ['2025-12', '2026-01'], last: '2026-02' })
  expect(of('2027-01-29', '2028-02-29').closed.at(-1)).toBe('2027-12')
  expect(of('2025-12-01', '2027-01-01')).toMatchObject({ last: '2026-12' })
  expect(of('2025-12-01', '2027-01-01').closed.at(-1)).toBe('2026-11')
})
