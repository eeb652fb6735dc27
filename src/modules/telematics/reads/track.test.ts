import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columns, gpsMetres, mileageOf, simplify, standings, step, toleranceOf, type RawPoint } from './track.rules.ts'

const at = (t: number, east: number, north: number, speed = 500, odometer: number | null = null): RawPoint => ({
  t,
  lng: 121_000_000 + east,
  lat: 31_000_000 + north,
  speed,
  direction: 0,
  odometer,
})
const walk = fc
  .array(fc.tuple(fc.integer({ min: -3000, max: 3000 }), fc.integer({ min: -3000, max: 3000 })), { minLength: 3, maxLength: 120 })
  .map((steps) => {
    let [x, y] = [0, 0]
    return steps.map(([dx, dy], i) => at(i * 10, (x += dx), (y += dy)))
  })
const fromSegment = (p: RawPoint, a: RawPoint, b: RawPoint): number => {
  const k = Math.cos((p.lat * 1e-6 * Math.PI) / 180)
  const [dx, dy, x, y] = [(b.lng - a.lng) * k, b.lat - a.lat, (p.lng - a.lng) * k, p.lat - a.lat]
  const along = dx * dx + dy * dy === 0 ? 0 : Math.max(0, Math.min(1, (x * dx + y * dy) / (dx * dx + dy * dy)))
  return Math.hypot(x - along * dx, y - along * dy) * 0.1111951
}

describe('a simplified track', () => {
  it('lies within the tolerance of every point it left out (invariant 10)', () => {
    fc.assert(
      fc.property(walk, fc.integer({ min: 1, max: 500 }), (points, tolerance) => {
        const simplified = simplify(points, tolerance)
        expect(simplified[0]).toBe(points[0])
        expect(simplified.at(-1)).toBe(points.at(-1))
        for (const p of points) {
          const before = simplified.findLast((k) => k.t <= p.t)!
          const after = simplified.find((k) => k.t >= p.t)!
          expect(fromSegment(p, before, after)).toBeLessThan(tolerance * 1.01 + 0.2)
        }
      }),
    )
  })
  it('keeps its order and invents nothing', () => {
    fc.assert(
      fc.property(walk, (points) => {
        const simplified = simplify(points, 50)
        expect(simplified.every((k) => points.includes(k))).toBe(true)
        expect(simplified.map((k) => k.t)).toEqual(simplified.map((k) => k.t).toSorted((a, b) => a - b))
      }),
    )
  })
  it('of a straight drive needs two points', () =>
    expect(
      simplify(
        Array.from({ length: 500 }, (_, i) => at(i, i * 100, 0)),
        5,
      ),
    ).toHaveLength(2))
  it('is never far from where the vehicle was at that time', () => {
    fc.assert(
      fc.property(walk, fc.integer({ min: 1, max: 500 }), (points, tolerance) => {
        const simplified = simplify(points, tolerance)
        for (const p of points) {
          const [a, b] = [simplified.findLast((k) => k.t <= p.t)!, simplified.find((k) => k.t >= p.t)!]
          const share = b.t === a.t ? 0 : (p.t - a.t) / (b.t - a.t)
          const there = at(p.t, a.lng + (b.lng - a.lng) * share - 121_000_000, a.lat + (b.lat - a.lat) * share - 31_000_000)
          expect(step(p, there)).toBeLessThan(4 * tolerance * 1.01 + 0.2)
        }
      }),
    )
  })
  it('keeps a stop on a straight road, and both ends of every silence', () => {
    const before = Array.from({ length: 60 }, (_, i) => at(i * 10, i * 1000, 0))
    const stop = Array.from({ length: 60 }, (_, i) => at(600 + i * 10, 60_000, 0, 0))
    const after = Array.from({ length: 60 }, (_, i) => at(1200 + i * 10, 60_000 + i * 1000, 0))
    const later = Array.from({ length: 60 }, (_, i) => at(9000 + i * 10, 119_000 + i * 1000, 0))
    const all = [...before, ...stop, ...after, ...later]
    const simplified = simplify(all, 5)
    expect(simplified.map((p) => p.t)).toEqual([0, 600, 1200, 1790, 9000, 9590])
    expect(columns(simplified, all).silent).toEqual([4])
  })
  it('is exact at street level and coarse for a country', () => {
    expect(toleranceOf(18)).toBeLessThan(1)
    expect(toleranceOf(4)).toBeGreaterThan(2000)
  })
})

describe('mileage', () => {
  it('does not count the drift of a parked vehicle', () => {
    const parked = Array.from({ length: 400 }, (_, i) => at(i * 30, (i * 37) % 90, (i * 53) % 90, 0))
    expect(gpsMetres(parked)).toBe(0)
  })
  it('does not count a jump of the receiver', () => {
    const points = [at(0, 0, 0), at(10, 1000, 0), at(20, 900_000, 0), at(30, 901_000, 0)]
    expect(gpsMetres(points)).toBeLessThan(300)
  })
  it('never falls while the track grows', () => {
    fc.assert(
      fc.property(walk, (points) => {
        for (let n = 2; n <= points.length; n++)
          expect(gpsMetres(points.slice(0, n))).toBeGreaterThanOrEqual(gpsMetres(points.slice(0, n - 1)))
      }),
      { numRuns: 20 },
    )
  })
  const drive = (odometer: (i: number) => number | null) => Array.from({ length: 101 }, (_, i) => at(i * 10, i * 2000, 0, 600, odometer(i)))
  it('takes the terminal’s counter when it agrees', () => {
    const far = step(at(0, 0, 0), at(0, 200_000, 0))
    expect(mileageOf(drive((i) => Math.round((far / 10_000) * i)))).toMatchObject({ used: 'odometer' })
  })
  it('takes the satellites when the counter falls, is missing or disagrees by a fifth', () => {
    expect(mileageOf(drive(() => null))).toMatchObject({ used: 'gps', odometer: null })
    expect(mileageOf(drive((i) => (i === 50 ? 0 : 1000 + i)))).toMatchObject({ used: 'gps', odometer: null })
    expect(mileageOf(drive((i) => i * 10))).toMatchObject({ used: 'gps', odometer: 100_000 })
  })
})

describe('standing', () => {
  it('is found where a vehicle stays five minutes', () => {
    const points = [
      ...Array.from({ length: 30 }, (_, i) => at(i * 10, i * 2000, 0)),
      ...Array.from({ length: 60 }, (_, i) => at(300 + i * 10, 60_000 + (i % 3) * 20, 0, 0)),
      ...Array.from({ length: 30 }, (_, i) => at(900 + i * 10, 60_000 + i * 2000, 0)),
    ]
    expect(standings(points)).toEqual([{ from: 300, to: 890, lng: 121_060_000, lat: 31_000_000 }])
  })
  it('is not the silence between two reports', () =>
    expect(standings([at(0, 0, 0, 0), at(7200, 0, 0, 0), at(7210, 90_000, 0)])).toEqual([]))
})
