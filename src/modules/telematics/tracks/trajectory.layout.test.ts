import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { advance, bandOf, duration, indexAt, momentAt, SPEEDS, stretchesOf } from './trajectory.layout.ts'
import type { TrackPoints } from '../wire.ts'

const track = (steps: readonly [t: number, lng: number, speed: number][]): TrackPoints => ({
  t: steps.map((s) => s[0]),
  lng: steps.map((s) => s[1] * 1e6),
  lat: steps.map(() => 31e6),
  speed: steps.map((s) => s[2] * 10),
  direction: steps.map(() => 90),
})
const day = track([
  [0, 121, 10],
  [10, 121.001, 10],
  [20, 121.002, 80],
  [30, 121.003, 80],
  [5000, 121.003, 0],
  [5010, 121.004, 120],
])

describe('a replayed track', () => {
  it('is drawn in few lines, one colour each, broken by silence', () => {
    const lines = stretchesOf(day)
    expect(lines.map((l) => [SPEEDS[l.band]!.words, l.points.length])).toEqual([
      ['< 20', 2],
      ['20–60', 2],
      ['60–90', 2],
      ['60–90', 2],
    ])
    expect(lines[1]!.points[0]).toEqual(lines[0]!.points.at(-1))
  })
  it('knows where the vehicle was between two reports', () => expect(momentAt(day, 5)!.at[0]).toBeCloseTo(121.0005, 6))
  it('leaves it where it was seen last during silence', () => expect(momentAt(day, 2000)!.at).toEqual([121.003, 31]))
  it('of nothing is nowhere', () => expect(momentAt(track([]), 5)).toBeNull())
  it('finds the last point at or before an instant', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 200 }),
        fc.integer({ min: -10, max: 10_010 }),
        (list, t) => {
          const times = list.toSorted((a, b) => a - b)
          const slow = times.findLastIndex((x) => x <= t)
          expect(indexAt(times, t)).toBe(Math.max(0, slow))
        },
      ),
    )
  })
  it('goes on, skips silence when asked, and ends at its end', () => {
    expect(advance(day, 0, 15, true)).toBe(15)
    expect(advance(day, 30, 60, true)).toBe(5000)
    expect(advance(day, 30, 60, false)).toBe(90)
    expect(advance(day, 5005, 60, true)).toBe(5010)
  })
})
it.each([
  [0, 0],
  [19.9, 0],
  [20, 1],
  [89, 2],
  [90, 3],
  [200, 4],
])('%d km/h is band %d', (kmh, band) => expect(bandOf(kmh)).toBe(band))
it.each([
  [40, '40 秒'],
  [600, '10 分钟'],
  [5400, '1 小时 30 分'],
])('%d s is %s', (s, words) => expect(duration(s)).toBe(words))
