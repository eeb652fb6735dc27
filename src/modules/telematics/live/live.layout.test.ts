import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ago, firstOf, merged, shownOf, vehiclesOf, widened, type Fleet } from './live.layout.ts'
import { LIVE_STATES, type LiveColumns } from '../wire.ts'

const columns = (n: number, change: Partial<LiveColumns> = {}): LiveColumns => {
  const each = <T>(of: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => of(i))
  return {
    id: each((i) => i + 1),
    row: each((i) => i + 100),
    plate: each((i) => `沪A${i}`),
    state: each((i) => i % LIVE_STATES.length),
    lng: each((i) => (i % 6 === 5 ? null : 121_000_000 + i)),
    lat: each((i) => (i % 6 === 5 ? null : 31_000_000)),
    speed: each(() => 40),
    direction: each(() => 90),
    at: each(() => 1000),
    flags: each(() => 0),
    alarm: each((i) => i % 4),
    ...change,
  }
}
const fleet = (n: number): Fleet => merged(new Map(), columns(n))

describe('the fleet of the map', () => {
  it('takes columns apart and degrees out of millionths', () =>
    expect(vehiclesOf(columns(2))[1]).toMatchObject({ id: 2, row: 101, state: 'idling', lng: 121.000001, lat: 31 }))
  it('every vehicle is in exactly one state, so the chosen states add up to all', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 80 }), (n) => {
        const all = fleet(n)
        expect(LIVE_STATES.reduce((sum, s) => sum + shownOf(all, new Set([s])).length, 0)).toBe(n)
        expect(shownOf(all, new Set())).toHaveLength(n)
      }),
    )
  })
  it('a chosen alarm narrows what the states chose', () => {
    const shown = shownOf(fleet(48), new Set(['driving', 'alarm'] as const))
    expect(shown.length).toBeGreaterThan(0)
    expect(shown.every((v) => v.state === 'driving' && v.alarm > 0)).toBe(true)
  })
  it('a change replaces its vehicles and leaves the others as they are', () => {
    const before = fleet(10)
    const after = merged(before, columns(1, { speed: [77] }))
    expect(after.size).toBe(10)
    expect(after.get(1)!.speed).toBe(77)
    expect(after.get(2)).toBe(before.get(2))
    expect(merged(before, columns(0))).toBe(before)
  })
  it('puts first what calls for somebody, as a full sort would', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 80 }), fc.integer({ min: 1, max: 90 }), (n, most) => {
        const all = [...fleet(n).values()]
        const key = (v: (typeof all)[number]): string => `${3 - v.alarm}${LIVE_STATES.indexOf(v.state)}${v.plate}`
        expect(firstOf(all, most)).toEqual(all.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)).slice(0, most))
      }),
    )
  })
  it('asks for a little more than is seen, never beyond the poles', () => {
    expect(widened({ west: 120, south: 30, east: 122, north: 32 })).toEqual({ west: 119.7, south: 29.7, east: 122.3, north: 32.3 })
    expect(widened({ west: -180, south: -89, east: 180, north: 89 }).north).toBe(90)
  })
  it.each([
    [null, '—'],
    [995, '刚刚'],
    [940, '1 分钟前'],
    [-6300, '2 小时前'],
    [-200_000, '2 天前'],
  ])('%s is %s', (at, words) => expect(ago(at, 1_000_000)).toBe(words))
})
