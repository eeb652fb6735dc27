import { describe, expect, test } from 'vitest'
import { formatFen } from '#kit/basics/fen.ts'
import { instantAt, type Day } from '#kit/basics/time/day.ts'
import { monthsUntil, refuseClaim, refuseHandled, refuseRenewal, refuseReturn } from './wish.rules.ts'

const d = (text: string): Day => text as Day
const lease = { status: 'active', endOn: d('2026-01-31') }
const at = (day: string, time = '10:00') => ({ instant: instantAt(d(day), time), day: d(day) })

describe('a renewal', () => {
  test.each([
    ['2026-01-31', '须晚于现租期到期日 2026-01-31'],
    ['2031-02-01', '最长 5 年'],
  ])('until %s is refused', (until, why) => expect(refuseRenewal(lease, d(until))).toContain(why))
  test('from the day after on, as far as five years, may be asked for', () => {
    expect(refuseRenewal(lease, d('2026-02-01'))).toBeNull()
    expect(refuseRenewal(lease, d('2031-01-31'))).toBeNull()
  })
  test('of a lease that does not run goes to the store', () =>
    expect(refuseRenewal({ ...lease, status: 'toSettle' }, d('2027-01-01'))).toContain('请联系门店'))
  test.each([
    ['2026-02-01', 1],
    ['2026-02-28', 1],
    ['2026-03-01', 2],
    ['2027-01-31', 12],
    ['2027-02-01', 13],
  ])('until %s takes %d months', (until, months) => expect(monthsUntil(lease.endOn, d(until))).toBe(months))
})

describe('a return', () => {
  const now = at('2026-01-10')
  test('lies ahead, and not farther than half a year', () => {
    expect(refuseReturn(lease, at('2026-01-10', '10:00'), now)).toContain('晚于现在')
    expect(refuseReturn(lease, at('2026-01-10', '10:01'), now)).toBeNull()
    expect(refuseReturn(lease, at('2026-07-09'), now)).toBeNull()
    expect(refuseReturn(lease, at('2026-07-10'), now)).toContain('最远 180 天')
  })
  test('is asked for once the vehicle is on the road', () =>
    expect(refuseReturn({ ...lease, status: 'toHandOver' }, at('2026-01-11'), now)).toContain('不在租'))
})

test.each(['handled', 'transferred', 'cancelled'])('a violation that is %s needs no word of the customer', (status) =>
  expect(refuseHandled(status)).toContain('已处理完毕'),
)
test('an open one does', () => expect(refuseHandled('notified')).toBeNull())

describe('money said to be sent', () => {
  const today = d('2026-01-10')
  const why = (amount: number, paidOn: string) => refuseClaim({ amount, paidOn: d(paidOn) }, 380_000, today, formatFen)
  test('is of today or before, and not of long ago', () => {
    expect(why(100, '2026-01-11')).toContain('不能晚于今天')
    expect(why(100, '2026-01-10')).toBeNull()
    expect(why(100, '2025-11-11')).toBeNull()
    expect(why(100, '2025-11-10')).toContain('60 天以前')
  })
  test('is no more than what is due; the sentence says how much that is', () => {
    expect(why(380_000, '2026-01-10')).toBeNull()
    expect(why(380_001, '2026-01-10')).toContain('3,800.00')
  })
})
