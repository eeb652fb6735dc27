import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_FIX } from '../../places/flags.ts'
import { Jumps } from './jumps.rules.ts'

/** Degrees as a terminal gives them, seconds. */
const at = (seconds: number, lng: number, lat: number, flags = 0) => ({ at: seconds * 1000, lng: lng * 1e6, lat: lat * 1e6, flags })
const judged = (...fixes: ReturnType<typeof at>[]): boolean[] => {
  const jumps = new Jumps()
  return fixes.map((fix) => jumps.believes(fix))
}

describe('a place is', () => {
  it('believed along a road, after a long silence, and where a receiver scatters', () => {
    expect(judged(at(0, 121.47, 31.23), at(10, 121.473, 31.23), at(11, 121.479, 31.234), at(40_000, 113.26, 23.13))).toEqual([
      true,
      true,
      true,
      true,
    ])
  })
  it('not believed a thousand kilometres away ten seconds later, nor in another hemisphere; the next one on the road is', () => {
    expect(judged(at(0, 121.47, 31.23), at(10, 113.26, 23.13), at(20, 121.47, -31.23), at(30, 121.474, 31.23))).toEqual([
      true,
      false,
      false,
      true,
    ])
  })
  it('believed again once five reports over a minute agree that the first was wrong, not by a burst of them', () => {
    const there = (s: number) => at(s, 113.26, 23.13)
    expect(judged(at(0, 10, 50), there(10), there(20), there(30), there(40), there(69), there(70), there(80))).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
      true,
      true,
    ])
    expect(judged(at(0, 10, 50), ...Array.from({ length: 20 }, (_, i) => there(10 + i)))).toEqual([
      true,
      ...Array.from({ length: 20 }, () => false),
    ])
  })
  it('believed by the second of two that agree once the terminal was silent for ten minutes: carried by a train, switched on there', () => {
    const there = (s: number) => at(s, 116.4, 39.9)
    expect(judged(at(0, 121.47, 31.23), there(1800), there(1810), there(1820))).toEqual([true, false, true, true])
    expect(judged(at(0, 121.47, 31.23), there(590), there(600), there(610))).toEqual([true, false, false, false])
    // Twice in one second is once.
    expect(judged(at(0, 121.47, 31.23), there(1800), there(1800))).toEqual([true, false, false])
    // One wrong point after the silence is one wrong point.
    expect(judged(at(0, 121.47, 31.23), there(1800), at(1810, 121.47, 31.23), there(1820))).toEqual([true, false, true, false])
  })
  it('judged alike when a terminal sends what it kept newest first', () => {
    const there = (s: number) => at(s, 113.26, 23.13)
    expect(judged(at(100, 10, 50), there(90), there(80), there(70), there(50), there(30))).toEqual([true, false, false, false, false, true])
  })
  it('no matter where there is none', () => {
    expect(judged(at(0, 121.47, 31.23), at(1, 0, 0, NO_FIX), at(2, 121.471, 31.23))).toEqual([true, true, true])
  })
  it('never refused to who drives no faster than 250 km/h, however he drives', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ s: fc.integer({ min: 1, max: 600 }), v: fc.integer({ min: 0, max: 69 }), north: fc.boolean() })),
        (steps) => {
          const jumps = new Jumps()
          let [seconds, lat] = [0, 30]
          for (const { s, v, north } of steps) {
            seconds += s
            lat += ((north ? 1 : -1) * v * s) / 111_400
            lat = Math.max(-80, Math.min(80, lat))
            expect(jumps.believes(at(seconds, 120, lat))).toBe(true)
          }
        },
      ),
    )
  })
})
