import { describe, expect, it } from 'vitest'
import { randomOf } from '#kit/basics/random.ts'
import { judgeReading, meanKmPerDay, odometerAt, type Reading } from './odometer.rules.ts'

const r = (day: string, km: number): Reading => ({ at: `${day}T02:00:00.000Z`, km })

describe('a reading beside its neighbours', () => {
  it.each<[string, Reading, Reading | null, Reading | null, boolean, string | null]>([
    ['the first of all', r('2026-05-01', 22_280), null, null, false, null],
    ['more than before', r('2026-05-02', 22_400), r('2026-05-01', 22_280), null, false, null],
    ['the same, the vehicle stood', r('2026-05-02', 22_280), r('2026-05-01', 22_280), null, false, null],
    ['less than before', r('2026-05-02', 22_000), r('2026-05-01', 22_280), null, false, '与 2026-05-01 的 22,280 km 矛盾'],
    ['a late one that fits between', r('2026-05-02', 22_300), r('2026-05-01', 22_280), r('2026-05-03', 22_500), false, null],
    [
      'a late one above the next',
      r('2026-05-02', 22_600),
      r('2026-05-01', 22_280),
      r('2026-05-03', 22_500),
      false,
      '与 2026-05-03 的 22,500 km 矛盾',
    ],
    ['1,500 km in a day', r('2026-05-02', 23_780), r('2026-05-01', 22_280), null, false, null],
    ['more than 1,500 km in a day', r('2026-05-02', 23_781), r('2026-05-01', 22_280), null, false, '与 2026-05-01 的 22,280 km 矛盾'],
    ['more than 1,500 km in a day, signed by both', r('2026-05-02', 23_781), r('2026-05-01', 22_280), null, true, null],
    ['less than before, signed by both', r('2026-05-02', 22_279), r('2026-05-01', 22_280), null, true, '与 2026-05-01 的 22,280 km 矛盾'],
  ])('%s', (_title, fresh, before, after, signed, wanted) => expect(judgeReading(fresh, before, after, signed)).toBe(wanted))
})

describe('what it showed', () => {
  const [a, b] = [r('2026-05-01', 1000), r('2026-05-11', 2000)]
  it.each<[string, string, Reading | null, Reading | null, number | null, number | null]>([
    ['before the first reading nobody knows', '2026-04-30T02:00:00.000Z', null, a, null, null],
    ['at a reading', a.at, a, b, null, 1000],
    ['half-way in time, without a terminal', '2026-05-06T02:00:00.000Z', a, b, null, 1500],
    ['by what the terminal counted', '2026-05-06T02:00:00.000Z', a, b, 700.5, 1700.5],
    ['never above the next', '2026-05-06T02:00:00.000Z', a, b, 1200, 2000],
    ['after the last by the terminal', '2026-05-20T02:00:00.000Z', b, null, 300, 2300],
    ['after the last without one', '2026-05-20T02:00:00.000Z', b, null, null, 2000],
  ])('%s', (_title, at, before, after, driven, wanted) => expect(odometerAt(at, before, after, driven)).toBe(wanted))

  it('never falls as time goes on (A1)', () => {
    const random = randomOf(7)
    for (let n = 0; n < 300; n++) {
      const [from, to] = [Math.floor(random() * 1e5), Math.floor(random() * 1e5)].sort((x, y) => x - y) as [number, number]
      const [x, y] = [r('2026-05-01', from), r('2026-05-21', to)]
      const shown = Array.from({ length: 50 }, (_, i) => odometerAt(new Date(Date.parse(x.at) + i * 34_560_000).toISOString(), x, y, null)!)
      expect(shown.every((km, i) => km >= from && km <= to && (i === 0 || km >= shown[i - 1]!))).toBe(true)
    }
  })
  it('mean of thirty days', () => {
    expect(meanKmPerDay(r('2026-04-20', 19_278), r('2026-05-20', 21_900))).toBeCloseTo(87.4, 5)
    expect(meanKmPerDay(r('2026-05-20', 1), r('2026-05-20', 2))).toBeNull()
  })
})
