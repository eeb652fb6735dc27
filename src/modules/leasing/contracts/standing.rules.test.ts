import { describe, expect, it } from 'vitest'
import type { Day } from '#kit/basics/time/day.ts'
import { flagsOf } from './standing.rules.ts'

const plain = { running: true, endOn: '2026-01-15' as Day, warnDays: 30, overdue: 0, overdueSince: null, missingDeposit: 0 }
const said = (today: string, more: object = {}): string[] => flagsOf({ ...plain, ...more }, today as Day).map((flag) => flag.label)

describe('a lease says what calls for attention', () => {
  it('its end from the warning days on, the day itself, and every day it stays out', () => {
    expect(said('2025-12-15')).toEqual([])
    expect(said('2025-12-16')).toEqual(['30 天后到期'])
    expect(said('2026-01-15')).toEqual(['今天到期'])
    expect(said('2026-01-20')).toEqual(['已到期未还 5 天'])
    expect(said('2026-01-20', { running: false })).toEqual([])
  })
  it('what is overdue, counted from the day it was due, and a deposit that is not whole', () => {
    expect(said('2025-02-20', { overdue: 180_000, overdueSince: '2025-02-10' as Day, missingDeposit: 50_000 })).toEqual([
      '欠款 ¥1,800.00，最长逾期 10 天',
      '押金不足 ¥500.00',
    ])
  })
})
