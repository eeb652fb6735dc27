import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mercatorOf, type Position } from './geo.ts'
import { viewOf } from './overlay.web.ts'

const place = fc.tuple(fc.double({ min: -180, max: 180, noNaN: true }), fc.double({ min: -80, max: 80, noNaN: true })) as fc.Arbitrary<Position>

describe('where a place is on the picture', () => {
  it('the middle of the map is the middle of the picture', () => {
    fc.assert(fc.property(place, fc.double({ min: 2, max: 18, noNaN: true }), (at, zoom) => {
      const view = viewOf(mercatorOf(at), zoom, 1200, 800)
      expect(view.x(mercatorOf(at))).toBeCloseTo(600, 6)
      expect(view.y(mercatorOf(at))).toBeCloseTo(400, 6)
    }))
  })
  it('east is right, north is up, and one level doubles the distance', () => {
    const [here, there] = [mercatorOf([121, 31]), mercatorOf([121.1, 31.1])]
    const [near, far] = [viewOf(here, 9, 100, 100), viewOf(here, 10, 100, 100)]
    expect(near.x(there)).toBeGreaterThan(50)
    expect(near.y(there)).toBeLessThan(50)
    expect(far.x(there) - 50).toBeCloseTo(2 * (near.x(there) - 50), 6)
    // 0.1° of longitude at level 9: 512 · 2⁹ / 3600 pixels.
    expect(near.x(there) - 50).toBeCloseTo((512 * 512) / 3600, 6)
  })
  it('beyond the date line the nearer copy of the world counts', () => {
    const view = viewOf(mercatorOf([179, 0]), 5, 1000, 1000)
    expect(view.x(mercatorOf([-179, 0]))).toBeCloseTo(500 + (2 / 360) * 512 * 32, 6)
  })
})
