import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  bearing,
  boundsOf,
  mainBounds,
  CHINA_BOUNDS,
  circleRing,
  compass,
  corridorRings,
  framing,
  grown,
  inside,
  kilometres,
  mercatorOf,
  metres,
  towards,
  type Position,
} from './geo.ts'
import { viewOf } from './view.ts'

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
  it('of many are where they are: one in an ocean, or a tenth of them far away, do not count', () => {
    const shanghai = Array.from({ length: 20 }, (_, i): Position => [121.4 + (i % 5) * 0.02, 31.2 + (i % 4) * 0.02])
    const around = boundsOf(shanghai)
    expect(mainBounds([...shanghai, [-179, 0]])).toEqual(around)
    expect(mainBounds([...shanghai, [87.6, 43.8], [91.1, 29.6]])).toEqual(around)
    expect(mainBounds([...shanghai.slice(0, 2), [0, 0]])).toEqual(boundsOf(shanghai.slice(0, 2)))
  })
  it('of a fleet at home in two cities hold both, and of two points both', () => {
    const two: Position[] = [
      ...Array.from({ length: 12 }, (): Position => [121.4, 31.2]),
      ...Array.from({ length: 5 }, (): Position => [113.3, 23.1]),
    ]
    expect(mainBounds(two)).toEqual(boundsOf(two))
    expect(
      mainBounds([
        [121.4, 31.2],
        [0, 0],
      ]),
    ).toEqual(
      boundsOf([
        [121.4, 31.2],
        [0, 0],
      ]),
    )
    expect(mainBounds([])).toBeNull()
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

describe('the whole of China', () => {
  interface Outline {
    properties: { kind: string; name?: string }
    geometry: { coordinates: unknown }
  }
  const { features } = JSON.parse(readFileSync(join(import.meta.dirname, 'base/world.json'), 'utf8')) as { features: Outline[] }
  const pointsOf = (at: unknown): Position[] =>
    typeof (at as number[])[0] === 'number' ? [at as unknown as Position] : (at as unknown[]).flatMap(pointsOf)
  const whole = features.filter(({ properties }) => ['china', 'dash', 'island'].includes(properties.kind))
  const points = whole.flatMap(({ geometry }) => pointsOf(geometry.coordinates))

  it('is drawn with its ten strokes, 台湾, 钓鱼岛 and the islands of the South China Sea', () => {
    const strokes = features
      .filter(({ properties }) => properties.kind === 'dash')
      .flatMap(({ geometry }) => geometry.coordinates as unknown[])
    expect(strokes).toHaveLength(10)
    expect(whole.map(({ properties }) => properties.name).filter(Boolean)).toEqual(
      expect.arrayContaining(['东沙群岛', '西沙群岛', '中沙群岛', '南沙群岛', '黄岩岛', '钓鱼岛']),
    )
    for (const [what, [west, south, east, north]] of Object.entries({ 台湾: [120, 21.9, 122, 25.3], 曾母暗沙: [108, 3, 113, 5] } as const))
      expect(
        points.some(([lng, lat]) => lng > west && lng < east && lat > south && lat < north),
        what,
      ).toBe(true)
  })
  it.each([
    ['a screen', 1440, 900],
    ['the page of live positions beside its list', 1080, 760],
    ['a form of fences', 640, 230],
    ['a part of a report', 420, 240],
    ['a phone', 375, 480],
    ['a phone lying down', 812, 260],
  ])('is in frame on %s', (_where, width, height) => {
    const { centre, zoom } = framing(CHINA_BOUNDS, width, height)
    const view = viewOf(mercatorOf(centre), zoom, width, height)
    for (const point of points) {
      const [x, y] = [view.x(mercatorOf(point)), view.y(mercatorOf(point))]
      if (x < 0 || y < 0 || x > width || y > height) expect.fail(`${String(point)} lies outside, at ${x}, ${y}`)
    }
    // And no farther away than it has to be.
    const closer = viewOf(mercatorOf(centre), zoom + 0.3, width, height)
    expect(points.some((p) => closer.x(mercatorOf(p)) < 0 || closer.y(mercatorOf(p)) < 0)).toBe(true)
  })
})
