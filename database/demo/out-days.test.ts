import { expect, test } from 'vitest'
import { instantAt, type Day } from '#kit/basics/time/day.ts'
import { drivesOn, type Whereabouts } from './out-days.ts'

const at = (day: string): string => instantAt(day as Day, '10:00')
const DAYS = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'] as unknown as readonly Day[]
const STOOD: Whereabouts = { leased: [], missions: [], workshop: [] }
const driven = (more: Partial<Whereabouts>): Day[] => DAYS.filter((day) => drivesOn(day, { ...STOOD, ...more }))

test('a vehicle nobody has stands; a leased one drives between the days it is handed over and given back', () => {
  expect(driven({})).toEqual([])
  expect(driven({ leased: [{ fromAt: at('2026-03-01'), toAt: at('2026-03-04') }] })).toEqual(['2026-03-02', '2026-03-03'])
  expect(driven({ leased: [{ fromAt: at('2026-03-03'), toAt: null }] })).toEqual(['2026-03-04', '2026-03-05'])
})
test('a mission is driven on all of its days, and in a workshop a vehicle stands, whoever has it', () => {
  expect(driven({ missions: [{ fromAt: at('2026-03-02'), toAt: at('2026-03-02') }] })).toEqual(['2026-03-02'])
  const leased = [{ fromAt: at('2026-02-01'), toAt: null }]
  expect(driven({ leased, workshop: [{ fromAt: at('2026-03-02'), toAt: at('2026-03-03') }] })).toEqual([
    '2026-03-01',
    '2026-03-04',
    '2026-03-05',
  ])
  expect(driven({ leased, workshop: [{ fromAt: at('2026-03-04'), toAt: null }] })).toEqual(['2026-03-01', '2026-03-02', '2026-03-03'])
})
