import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { advance, bandOf, duration, indexAt, momentAt, SPEEDS, stillOf, stretchesOf } from './trajectory.layout.ts'
import type { TrackPoints } from '../wire.ts'

const track = (steps: readonly [t: number, lng: number, speed: number][], silent: number[] = []): TrackPoints => ({
  t: steps.map((s) => s[0]),
  lng: steps.map((s) => s[1] * 1e6),
  lat: steps.map(() => 31e6),
  speed: steps.map((s) => s[2] * 10),
  direction: steps.map(() => 90),
  silent,
})
const STEPS: [t: number, lng: number, speed: number][] = [
  [0, 121, 10],
  [10, 121.001, 10],
  [20, 121.002, 80],
  [30, 121.003, 80],
  [5000, 121.003, 0],
  [5010, 121.004, 120],
]
const day = track(STEPS, [4])

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
    const skipped = stillOf(day, [])
    expect(advance(day, 0, 15, skipped)).toBe(15)
    expect(advance(day, 30, 60, skipped)).toBe(5000)
    expect(advance(day, 30, 60, [])).toBe(90)
    expect(advance(day, 5005, 60, skipped)).toBe(5010)
  })
  it('skips a stop during which the terminal went on reporting, also one that still lasts', () => {
    const busy = track(Array.from({ length: 100 }, (_, i) => [i * 30, 121, 0]))
    const spans = [
      { kind: 'stop', from: 300, to: 1500 } as const,
      { kind: 'trip', from: 1500, to: 2400 } as const,
      { kind: 'stop', from: 2400, to: null } as const,
    ]
    expect(advance(busy, 290, 60, stillOf(busy, spans))).toBe(1500)
    expect(advance(busy, 1490, 60, stillOf(busy, spans))).toBe(1550)
    expect(advance(busy, 2390, 60, stillOf(busy, spans))).toBe(2970)
  })
  it('is one line on a long straight road, whose points between were left out, and moves along it', () => {
    const road = track([
      [0, 121, 80],
      [1200, 121.28, 80],
    ])
    expect(stretchesOf(road).map((l) => [SPEEDS[l.band]!.words, l.points.length])).toEqual([['60–90', 2]])
    expect(momentAt(road, 600)!.at[0]).toBeCloseTo(121.14, 6)
    expect(advance(road, 30, 60, stillOf(road, []))).toBe(90)
  })
  it('stands while it stands, however fast it came', () => {
    const stop = track([
      [0, 121, 40],
      [900, 121, 0],
    ])
    expect(momentAt(stop, 300)!.speed).toBe(0)
    expect(SPEEDS[stretchesOf(stop)[0]!.band]!.words).toBe('< 20')
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
  [59.7, '1 分钟'],
  [600, '10 分钟'],
  [3599, '1 小时 0 分'],
  [7199, '2 小时 0 分'],
  [5400, '1 小时 30 分'],
])('%d s is %s', (s, words) => expect(duration(s)).toBe(words))
