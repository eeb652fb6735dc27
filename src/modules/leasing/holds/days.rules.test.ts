import { describe, expect, test } from 'vitest'
import { day } from '#kit/basics/time/day.ts'
import { daysText, freeness, overlap, type Standing } from './days.rules.ts'

const days = (from: string, to: string) => ({ from: day(from), to: day(to) })
const today = day('2026-03-10')
const free: Standing = { status: 'available', promised: [], away: [], overdue: null, papers: [] }

test('the day a vehicle comes back may be the first of the next', () => {
  expect(overlap(days('2026-03-01', '2026-03-05'), days('2026-03-05', '2026-03-08'))).toBe(false)
  expect(overlap(days('2026-03-01', '2026-03-06'), days('2026-03-05', '2026-03-08'))).toBe(true)
  expect(overlap(days('2026-03-01', '2026-03-31'), days('2026-03-05', '2026-03-06'))).toBe(true)
})

test('days are said without the year of today', () => {
  expect(daysText(days('2026-03-05', '2026-03-08'), today)).toBe('03-05～03-08')
  expect(daysText(days('2026-12-30', '2027-01-02'), today)).toBe('12-30～2027-01-02')
})

describe('a vehicle', () => {
  const soon = days('2026-03-10', '2026-03-12')
  const later = days('2026-05-01', '2026-05-08')
  test('with nothing in the way is free', () => expect(freeness(free, soon, today)).toEqual({ free: true, why: [], note: [] }))
  test('that is promised is not, and only on those days', () => {
    const v = { ...free, promised: [{ ...days('2026-05-07', '2026-05-09'), text: '已预留' }] }
    expect(freeness(v, later, today)).toEqual({ free: false, why: ['已预留'], note: [] })
    expect(freeness(v, soon, today).free).toBe(true)
  })
  test('on a mission is not', () => {
    const v = { ...free, away: [{ ...days('2026-03-11', '2026-03-12'), text: '任务' }] }
    expect(freeness(v, soon, today).why).toEqual(['任务'])
  })
  test('in the workshop is not today, and has until then otherwise', () => {
    expect(freeness({ ...free, status: 'repairing' }, soon, today)).toEqual({ free: false, why: ['当前维修中'], note: [] })
    expect(freeness({ ...free, status: 'preparing' }, later, today)).toEqual({ free: true, why: [], note: ['当前整备中'] })
    expect(freeness({ ...free, papers: ['年检已于 2026-03-01 到期'] }, later, today)).toMatchObject({
      free: true,
      note: ['年检已于 2026-03-01 到期'],
    })
    expect(freeness({ ...free, papers: ['年检已于 2026-03-01 到期'] }, soon, today).free).toBe(false)
  })
  test('that did not come back is not there today or tomorrow', () => {
    const v = { ...free, overdue: '还没有还' }
    expect(freeness(v, days('2026-03-11', '2026-03-13'), today).free).toBe(false)
    expect(freeness(v, days('2026-03-12', '2026-03-13'), today)).toMatchObject({ free: true, note: ['还没有还'] })
  })
  test('that is suspended or gone is promised to nobody', () => {
    expect(freeness({ ...free, status: 'suspended' }, later, today).why).toEqual(['已停用'])
    expect(freeness({ ...free, status: 'disposed' }, later, today).why).toEqual(['已处置'])
  })
})
