import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mercatorOf, type Position } from './geo.ts'
import { around, covers, viewOf } from './view.ts'

const place = fc.tuple(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.double({ min: -80, max: 80, noNaN: true }),
) as fc.Arbitrary<Position>

describe('where a place is on the picture', () => {
  it('the middle of the map is the middle of the picture', () => {
    fc.assert(
      fc.property(place, fc.double({ min: 2, max: 18, noNaN: true }), (at, zoom) => {
        const view = viewOf(mercatorOf(at), zoom, 1200, 800)
        expect(view.x(mercatorOf(at))).toBeCloseTo(600, 6)
        expect(view.y(mercatorOf(at))).toBeCloseTo(400, 6)
      }),
    )
  })
  it('east is right, north is up, and one level doubles the distance', () => {
    const [origin, northEast] = [mercatorOf([121, 31]), mercatorOf([121.1, 31.1])]
    const [near, far] = [viewOf(origin, 9, 100, 100), viewOf(origin, 10, 100, 100)]
    expect(near.x(northEast)).toBeGreaterThan(50)
    expect(near.y(northEast)).toBeLessThan(50)
    expect(far.x(northEast) - 50).toBeCloseTo(2 * (near.x(northEast) - 50), 6)
    // 0.1° of longitude at level 9: 512 · 2⁹ / 3600 pixels.
    expect(near.x(northEast) - 50).toBeCloseTo((512 * 512) / 3600, 6)
  })
  it('beyond the date line the nearer copy of the world counts', () => {
    const view = viewOf(mercatorOf([179, 0]), 5, 1000, 1000)
    expect(view.x(mercatorOf([-179, 0]))).toBeCloseTo(500 + (2 / 360) * 512 * 32, 6)
  })
})

describe('what was made ready', () => {
  const seen = viewOf(mercatorOf([121, 31]), 12.4, 1000, 600)
  const moved = (right: number, down: number, zoom = 12.4) =>
    viewOf({ mx: seen.centre.mx + right / seen.world, my: seen.centre.my + down / seen.world }, zoom, 1000, 600)
  it('covers what is seen until half a picture further', () => {
    const ready = around(seen)
    expect([moved(0, 0), moved(499, 0), moved(-499, 299), moved(0, -299)].map((v) => covers(ready, v))).toEqual([true, true, true, true])
    expect([moved(501, 0), moved(-501, 0), moved(0, 301), moved(0, -301)].map((v) => covers(ready, v))).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
  it('covers what is seen closer by, and no other level', () => {
    expect(covers(around(seen), moved(0, 0, 12.9))).toBe(true)
    expect([covers(around(seen), moved(0, 0, 13)), covers(around(seen), moved(0, 0, 11.9))]).toEqual([false, false])
  })
  it('covers the other side of the date line', () => {
    const east = viewOf(mercatorOf([179.99, 0]), 8, 800, 600)
    expect(covers(around(east), viewOf(mercatorOf([-179.99, 0]), 8, 800, 600))).toBe(true)
  })
})
