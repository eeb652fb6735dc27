import { describe, expect, test } from 'vitest'
import type { Day } from '#kit/basics/time/day.ts'
import { referenceOf, sumOf, todosOf } from './todo.rules.ts'

const d = (text: string): Day => text as Day
const today = d('2026-03-10')
const nothing = { papers: 0, bills: [], violations: [], leases: [] }
const bill = (dueOn: string, remain: number, lateFee: number, overdueDays: number) => ({ dueOn: d(dueOn), remain, lateFee, overdueDays })

describe('what is to be done', () => {
  test('is nothing of nothing', () => expect(todosOf(nothing, today, 30)).toEqual([]))
  test('comes with what presses most first; the late fee is part of what is overdue', () => {
    const todos = todosOf(
      {
        papers: 1,
        bills: [bill('2026-03-20', 500, 0, 0), bill('2026-02-01', 1000, 30, 37), bill('2026-03-09', 70, 0, 0)],
        violations: [
          { open: true, dueOn: d('2026-03-30') },
          { open: false, dueOn: d('2026-01-01') },
          { open: true, dueOn: null },
        ],
        leases: [
          { running: true, endOn: d('2026-04-09') },
          { running: true, endOn: d('2026-04-10') },
          { running: false, endOn: d('2026-01-01') },
        ],
      },
      today,
      30,
    )
    expect(todos).toEqual([
      { kind: 'sign', count: 1, amount: 0, on: null },
      { kind: 'overdue', count: 1, amount: 1030, on: '2026-02-01' },
      { kind: 'violation', count: 2, amount: 0, on: '2026-03-30' },
      { kind: 'ending', count: 1, amount: 0, on: '2026-04-09' },
      { kind: 'due', count: 2, amount: 570, on: '2026-03-09' },
    ])
  })
})
test('the sum is of what is ticked, with its late fees', () => {
  const bills = [
    { id: 1, remain: 100, lateFee: 5 },
    { id: 2, remain: 200, lateFee: 0 },
  ]
  expect(sumOf(bills, new Set([1, 3]))).toBe(105)
  expect(sumOf(bills, new Set())).toBe(0)
})
test.each([
  [[{ no: 'ZD1', plate: '沪A1' }], 'ZD1'],
  [
    [
      { no: 'ZD1', plate: '沪A1' },
      { no: 'ZD2', plate: '沪A1' },
    ],
    '沪A1',
  ],
  [
    [
      { no: 'ZD1', plate: '沪A1' },
      { no: 'ZD2', plate: '沪A2' },
    ],
    '张三',
  ],
  [
    [
      { no: 'ZD1', plate: '' },
      { no: 'ZD2', plate: '' },
    ],
    '张三',
  ],
])('what is written with the transfer is recognised at the desk: %#', (bills, reference) =>
  expect(referenceOf(bills, '张三')).toBe(reference),
)
