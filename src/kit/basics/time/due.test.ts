import { describe, expect, test } from 'vitest'
import type { Day } from './day.ts'
import { dueState } from './due.ts'

describe('what is due', () => {
  test.each([
    ['2026-11-22', true, { state: 'late', days: 1 }],
    ['2026-08-19', true, { state: 'late', days: 96 }],
    ['2026-11-23', true, { state: 'today' }],
    ['2026-11-24', true, { state: 'ahead' }],
    ['2026-08-19', false, { state: 'ahead' }],
    [null, true, { state: 'ahead' }],
  ] as const)('%s, open %s', (on, open, due) => expect(dueState(on as Day | null, '2026-11-23' as Day, open)).toEqual(due))
})
