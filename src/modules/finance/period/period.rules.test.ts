import { describe, expect, test } from 'vitest'
import { day } from '#kit/basics/time/day.ts'
import { canonical, lastOf, nextMonth, postingDay, whyNotClose, type PeriodCheck } from './period.rules.ts'

describe('the posting day (finance.md §3.4)', () => {
  test('a receipt of 05-30 confirmed after May is closed is written under 06-01', () => {
    expect(postingDay(day('2026-05-30'), day('2026-05-31'))).toBe('2026-06-01')
  })
  test('is the business day while its month is open', () => {
    expect(postingDay(day('2026-05-30'), null)).toBe('2026-05-30')
    expect(postingDay(day('2026-05-30'), day('2026-04-30'))).toBe('2026-05-30')
    expect(postingDay(day('2026-06-01'), day('2026-05-31'))).toBe('2026-06-01')
  })
})
test('months follow each other over the year and leap years', () => {
  expect([lastOf('2024-02'), lastOf('2026-02'), nextMonth('2025-12')]).toEqual(['2024-02-29', '2026-02-28', '2026-01'])
})
test('the seal does not depend on the order of the sums, but on everything else', () => {
  const a = { docType: 'a', label: 'x', count: 1, amount: 5 }
  const b = { docType: 'b', label: 'y', count: 2, amount: 7 }
  expect(canonical('2026-05', [a, b], null)).toBe(canonical('2026-05', [b, { ...a, label: 'anders' }], null))
  expect(canonical('2026-05', [a, b], null)).not.toBe(canonical('2026-05', [a, { ...b, amount: 8 }], null))
  expect(canonical('2026-05', [a], null)).not.toBe(canonical('2026-05', [a], 'before'))
})
test('red stops, amber asks for a reason', () => {
  const check = (level: PeriodCheck['level'], note: string): PeriodCheck => ({ code: note, label: note, level, count: 1, note })
  expect(whyNotClose([check('ok', '好')], null)).toBeNull()
  expect(whyNotClose([check('stop', '有 1 笔收款待审核'), check('ask', '差')], '说明')).toBe('有 1 笔收款待审核')
  expect(whyNotClose([check('ask', '相差 0.01')], ' ')).toBe('请说明原因：相差 0.01')
  expect(whyNotClose([check('ask', '相差 0.01')], '在途')).toBeNull()
})
