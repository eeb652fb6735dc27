import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { circleRing, corridorRings, metres, rectangleRing, type Position } from './geo.ts'
import { outlineOf, unionOf } from './outline.ts'

/** How far their corners are from a line, in metres; the earth is flat within a town. */
const away = (lines: readonly (readonly Position[])[], line: readonly Position[]): number[] =>
  lines.flat().map((p) => Math.min(...line.slice(1).map((b, i) => metres(p, nearest(line[i]!, b, p)))))
function nearest([ax, ay]: Position, [bx, by]: Position, [px, py]: Position): Position {
  const k = Math.cos((ay * Math.PI) / 180) ** 2
  const length = k * (bx - ax) ** 2 + (by - ay) ** 2
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, (k * (px - ax) * (bx - ax) + (py - ay) * (by - ay)) / length))
  return [ax + (bx - ax) * t, ay + (by - ay) * t]
}
const long = (lines: Position[][]): number => lines.reduce((sum, l) => sum + l.slice(1).reduce((s, p, i) => s + metres(l[i]!, p), 0), 0)

describe('the outline', () => {
  it('of one shape is its ring, in one line', () => {
    const ring = rectangleRing([121, 31], [121.1, 31.1])
    expect(outlineOf([ring])).toEqual([ring])
  })
  it('of shapes apart is each of them; of a shape within another there is nothing', () => {
    const [a, b] = [circleRing([121, 31], 500), circleRing([122, 31], 500)]
    expect(outlineOf([a, b])).toEqual([a, b])
    expect(outlineOf([a, circleRing([121, 31], 200)])).toEqual([a])
  })
  it('of two squares over each other leaves out what lies inside', () => {
    const lines = outlineOf([rectangleRing([0, 0], [2, 2]), rectangleRing([1, 1], [3, 3])])
    expect(lines.flat().filter(([x, y]) => x > 1 && x < 2 && y > 1 && y < 2)).toEqual([])
    for (const cross of [
      [2, 1],
      [1, 2],
    ] as Position[])
      expect(lines.flat().some((p) => metres(p, cross) < 1)).toBe(true)
  })
  it('of a square that is there twice is still there', () => {
    const ring = rectangleRing([0, 0], [1, 1])
    expect(outlineOf([ring, ring])).toEqual([ring, ring])
  })
  it('of a corridor has no edge in its middle', () => {
    const line: Position[] = [
      [121.4, 31.2],
      [121.45, 31.2],
      [121.45, 31.24],
    ]
    const width = 500
    const lines = outlineOf(corridorRings(line, width))
    expect(Math.min(...away(lines, line))).toBeGreaterThan(width * 0.98)
    // Two sides of each stretch, and a turn at each end.
    const stretches = metres(line[0]!, line[1]!) + metres(line[1]!, line[2]!)
    expect(long(lines)).toBeGreaterThan(2 * stretches)
    expect(long(lines)).toBeLessThan(2 * stretches + 2 * Math.PI * width)
  })
  it('of any corridor keeps its width from its line', () => {
    const near = fc.tuple(fc.double({ min: 121, max: 121.2, noNaN: true }), fc.double({ min: 31, max: 31.2, noNaN: true }))
    fc.assert(
      fc.property(fc.array(near, { minLength: 2, maxLength: 6 }), (points) => {
        const line: Position[] = points.map(([lng, lat]) => [lng, lat])
        const width = 300
        const distances = away(outlineOf(corridorRings(line, width)), line)
        expect(distances.length).toBeGreaterThan(0)
        // Corners of 24 stand for a circle, and a curved earth for a plane.
        expect(Math.min(...distances)).toBeGreaterThan(width * 0.97)
      }),
      { numRuns: 60 },
    )
  })
})

describe('as one shape', () => {
  const line: Position[] = [
    [121.4, 31.2],
    [121.45, 31.2],
    [121.45, 31.24],
    [121.42, 31.24],
  ]
  it('a corridor has one ring', () => {
    const union = unionOf(corridorRings(line, 600))!
    expect(union).toHaveLength(1)
    expect(union[0]![0]).toEqual(union[0]!.at(-1))
    expect(Math.min(...away(union, line))).toBeGreaterThan(600 * 0.97)
  })
  it('a corridor that comes back to where it began has a hole', () => {
    expect(unionOf(corridorRings([...line, [121.4, 31.2]], 600))).toHaveLength(2)
  })
  it('shapes apart are not one', () => {
    expect(unionOf([circleRing([121, 31], 500), circleRing([122, 31], 500)])).toBeNull()
  })
  it('any corridor is one ring with holes, or it is said that it cannot be told', () => {
    const near = fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 20_000 }))
    let united = 0
    fc.assert(
      fc.property(fc.array(near, { minLength: 2, maxLength: 8 }), (points) => {
        const way = points.map(([x, y]): Position => [121 + x / 1e5, 31 + y / 1e5])
        const union = unionOf(corridorRings(way, 300))
        if (!union) return
        united++
        for (const ring of union) expect(ring[0]).toEqual(ring.at(-1))
        expect(Math.min(...away(union, way))).toBeGreaterThan(300 * 0.97)
      }),
      { numRuns: 80 },
    )
    expect(united).toBeGreaterThan(60)
  })
})
