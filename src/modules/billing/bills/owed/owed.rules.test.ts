import { expect, test } from 'vitest'
import type { Day } from '#kit/basics/time/day.ts'
import { owedOf, type OwedBill } from './owed.rules.ts'

const bill = (id: number, dueOn: string, remain: number, lateFee: number, overdueDays: number): OwedBill => ({
  id,
  no: `ZD${id}`,
  billType: 'rent',
  lessee: 1,
  vehicle: 1,
  lease: 1,
  store: 1,
  dueOn: dueOn as Day,
  remain,
  lateFee,
  overdueDays,
})

test('nothing is owed of no bills', () => {
  expect(owedOf([])).toEqual({ bills: 0, principal: 0, lateFee: 0, total: 0, overdueBills: 0, overdue: 0, oldest: null, oldestDays: 0 })
})
test('a late fee is part of the total; a bill inside its grace is owed and not overdue; the oldest is the one that is latest by most days', () => {
  const bills = [bill(1, '2025-02-10', 380_000, 9690, 54), bill(2, '2025-03-10', 380_000, 4370, 26), bill(3, '2025-04-04', 380_000, 0, 0)]
  expect(owedOf(bills)).toEqual({
    bills: 3,
    principal: 1_140_000,
    lateFee: 14_060,
    total: 1_154_060,
    overdueBills: 2,
    overdue: 774_060,
    oldest: '2025-02-10',
    oldestDays: 54,
  })
})
