import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bearing, boundsOf, circleRing, compass, corridorRings, grown, inside, kilometres, metres, towards, type Position } from './geo.ts'

const place = fc.tuple(fc.double({ min: 73, max: 135, noNaN: true }), fc.double({ min: 3, max: 54, noNaN: true })) as fc.Arbitrary<Position>

describe('distances on the globe', () => {
  it('are those of known cities', () => {
    // 上海 – 北京, about 1,068 km along the great circle.
    expect(metres([121.4737, 31.2304], [116.4074, 39.9042]) / 1000).toBeCloseTo(1067.3, 0)
  })
  it('come back from a walk of that length', () => {
    fc.assert(
      fc.property(
        place,
        fc.double({ min: 0, max: 360, noNaN: true }),
        fc.double({ min: 1, max: 200_000, noNaN: true }),
        (from, angle, far) => {
          expect(Math.abs(metres(from, towards(from, angle, far)) - far)).toBeLessThan(far * 1e-6 + 0.01)
        },
      ),
    )
  })
  it('of a ring to its centre are its radius', () => {
    fc.assert(
      fc.property(place, fc.integer({ min: 20, max: 100_000 }), (centre, radius) => {
        const ring = circleRing(centre, radius)
        expect(ring[0]).toEqual(ring.at(-1))
        for (const p of ring) expect(Math.abs(metres(centre, p) - radius)).toBeLessThan(radius * 1e-6 + 0.01)
      }),
    )
  })
})

describe('shapes', () => {
  it('of a corridor cover every point of the line', () => {
    const line: Position[] = [
      [121.4, 31.2],
      [121.5, 31.3],
      [121.7, 31.25],
    ]
    const rings = corridorRings(line, 500)
    expect(rings).toHaveLength(5)
    for (const p of line) expect(rings.some((ring) => inside(boundsOf(ring)!, p))).toBe(true)
  })
  it('of nothing have no bounds', () => {
    expect(boundsOf([])).toBeNull()
  })
  it('grow by the same distance in every direction', () => {
    const at: Position = [120, 60]
    const box = grown(boundsOf([at])!, 1000)
    expect(metres(at, [box.east, 60])).toBeCloseTo(1000, 0)
    expect(metres(at, [120, box.north])).toBeCloseTo(1000, 0)
  })
})

describe('words', () => {
  it.each([
    [0, '北'],
    [44, '东北'],
    [90, '东'],
    [181, '南'],
    [359, '北'],
    [-90, '西'],
  ])('%d degrees are %s', (angle, word) => expect(compass(angle)).toBe(word))
  it('bearing east is east', () => expect(compass(bearing([121, 31], [122, 31]))).toBe('东'))
  it.each([
    [12.4, '12 m'],
    [1234, '1.2 km'],
    [123_456, '123 km'],
  ])('%d m is %s', (far, text) => expect(kilometres(far)).toBe(text))
})
