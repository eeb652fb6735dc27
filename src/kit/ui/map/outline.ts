/** Convex shapes that lie over each other as one: of every edge the parts that are in no other shape, put together. Pure. */
import { boundsOf, type Bounds, type Position } from './geo.ts'

type Part = readonly [from: number, to: number]
interface Convex {
  ring: readonly Position[]
  box: Bounds
  /** Which side is inside: 1 to the left of its edges, -1 to the right. */
  side: 1 | -1
}

/** What only touches is outside, so that an edge two shapes share is not taken from both. Of the length of an edge. */
const TOUCHING = 1e-9

function convexOf(ring: readonly Position[]): Convex {
  let area = 0
  for (let i = 1; i < ring.length; i++) area += ring[i - 1]![0] * ring[i]![1] - ring[i]![0] * ring[i - 1]![1]
  return { ring, box: boundsOf(ring)!, side: area >= 0 ? 1 : -1 }
}
const apart = (a: Bounds, b: Bounds): boolean => a.east < b.west || b.east < a.west || a.north < b.south || b.north < a.south

/** The part of an edge that is within a shape: cut by the line of each of its edges. */
function within([ax, ay]: Position, [bx, by]: Position, { ring, side }: Convex): Part | null {
  let [from, to] = [0, 1]
  for (let i = 1; i < ring.length; i++) {
    const [px, py] = ring[i - 1]!
    const [dx, dy] = [ring[i]![0] - px, ring[i]![1] - py]
    const least = TOUCHING * (dx * dx + dy * dy)
    const start = side * (dx * (ay - py) - dy * (ax - px))
    const end = side * (dx * (by - py) - dy * (bx - px))
    if (start <= least && end <= least) return null
    if (start <= least) from = Math.max(from, start / (start - end))
    else if (end <= least) to = Math.min(to, start / (start - end))
  }
  return to - from > TOUCHING ? [from, to] : null
}

/** What is left of 0 to 1. */
function without(parts: readonly Part[]): Part[] {
  const left: Part[] = []
  let at = 0
  for (const [from, to] of parts.toSorted((a, b) => a[0] - b[0])) {
    if (from > at + TOUCHING) left.push([at, from])
    at = Math.max(at, to)
  }
  return at < 1 - TOUCHING ? [...left, [at, 1]] : left
}

/** Lines; those that go on into each other are one. */
export function outlineOf(rings: readonly (readonly Position[])[]): Position[][] {
  const shapes = rings.filter((ring) => ring.length > 3).map(convexOf)
  const lines: Position[][] = []
  for (const shape of shapes) {
    const others = shapes.filter((other) => other !== shape && !apart(other.box, shape.box))
    let line: Position[] | null = null
    for (let i = 1; i < shape.ring.length; i++) {
      const [a, b] = [shape.ring[i - 1]!, shape.ring[i]!]
      const on = (t: number): Position => (t === 0 ? a : t === 1 ? b : [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t])
      for (const [from, to] of without(others.map((other) => within(a, b, other)).filter((part) => part !== null))) {
        if (line && from === 0 && line.at(-1) === a) line.push(on(to))
        else lines.push((line = [on(from), on(to)]))
      }
    }
  }
  return lines
}

/** Two lines computed an end each come to the same crossing but for the last digits. Degrees: a millimetre. */
const SAME = 1e8
const keyOf = ([x, y]: Position): string => `${Math.round(x * SAME)},${Math.round(y * SAME)}`
const areaOf = (ring: readonly Position[]): number =>
  ring.reduce((sum, [x, y], i) => (i === 0 ? 0 : sum + ring[i - 1]![0] * y - x * ring[i - 1]![1]), 0)

/**
 * Shapes that hang together as one, its outer ring first and its holes behind; null where the lines do not close, as when parts of edges
 * of two shapes lie exactly on each other.
 */
export function unionOf(rings: readonly (readonly Position[])[]): Position[][] | null {
  const open = new Map<string, Position[]>()
  // A point that a way comes back to is there once.
  const distinct = new Map(rings.map((ring) => [ring.map(keyOf).toSorted().join(' '), ring]))
  for (const line of outlineOf([...distinct.values()].map((ring) => (areaOf(ring) >= 0 ? ring : ring.toReversed())))) {
    if (open.has(keyOf(line[0]!))) return null
    open.set(keyOf(line[0]!), line)
  }
  const closed: Position[][] = []
  for (const [start, first] of open) {
    open.delete(start)
    const ring = [...first]
    for (let next = keyOf(ring.at(-1)!); next !== start; next = keyOf(ring.at(-1)!)) {
      const line = open.get(next)
      if (!line) return null
      open.delete(next)
      ring.push(...line.slice(1))
    }
    closed.push([...ring.slice(0, -1), ring[0]!])
  }
  const outer = closed.filter((ring) => areaOf(ring) > 0)
  return outer.length === 1 ? [...outer, ...closed.filter((ring) => areaOf(ring) <= 0)] : null
}
