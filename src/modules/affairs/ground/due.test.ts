import { describe, expect, it } from 'vitest'
import { addDays, day } from '#kit/basics/time/day.ts'
import { DEFAULT_LADDER, ladderStep, levelOf, readLadder, whyNotSnooze, worse } from './due.rules.ts'

const ladder = readLadder(DEFAULT_LADDER)!
const due = day('2026-06-30')

describe('the ladder', () => {
  it.each([
    [61, null, 'normal'],
    [60, 60, 'soon'],
    [31, 60, 'soon'],
    [30, 30, 'soon'],
    [8, 15, 'soon'],
    [1, 3, 'soon'],
    [0, 0, 'due'],
    [-1, 0, 'overdue'],
    [-6, 0, 'overdue'],
    [-7, -7, 'overdue'],
    [-13, -7, 'overdue'],
    [-14, -14, 'overdue'],
  ])('%i days left', (left, step, level) => {
    const today = addDays(due, -left)
    expect(ladderStep(due, today, ladder)).toBe(step)
    expect(levelOf(due, today, ladder)).toBe(level)
  })
  it('is read as it is typed', () => {
    expect(readLadder('7，30、3 30')).toEqual([30, 7, 3])
    for (const bad of ['', 'x', '-1', '366', '1.5', Array.from({ length: 13 }, (_, i) => i).join()]) expect(readLadder(bad)).toBeNull()
  })
  it('the worse of two', () => {
    expect(worse('soon', 'overdue')).toBe('overdue')
    expect(worse('soon', 'normal')).toBe('soon')
  })
})

describe('putting off', () => {
  const today = day('2026-06-01')
  it.each([
    ['2026-07-01', false, null],
    ['2026-07-02', false, '最多延后 30 天，即到 2026-07-01'],
    ['2026-06-01', false, '延后日期须晚于今天'],
    ['2026-06-10', true, '每项待办只能延后一次'],
  ])('until %s', (until, already, wanted) => expect(whyNotSnooze(day(until), today, already)).toBe(wanted))
})
