import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Problem } from './model.ts'
import { netOf } from './net.ts'
import { Pool } from './pool.ts'
import { Tour } from './tour.ts'

const JOBS = 7
/** Drops around one depot, two kinds of truck, few of each. */
function problem(seed: number, big: number, small: number): Problem {
  let s = seed
  const draw = (n: number): number => (s = (s * 48_271) % 2_147_483_647) % n
  const points = Array.from({ length: JOBS + 1 }, () => [draw(100), draw(100)] as const)
  const metres = points.flatMap((a) => points.map((b) => Math.round(100 * Math.hypot(a[0] - b[0], a[1] - b[1]))))
  const truck = (id: string, grams: number, kmFen: number) => ({
    id,
    zones: [{ capacity: [grams, 1e9, 1e9, 1e9] as const }],
    start: 0,
    end: 0,
    shift: [0, 86_400] as const,
    fixedFen: 500,
    kmFen,
    hourFen: 0,
  })
  return {
    jobs: Array.from({ length: JOBS }, (_, i) => ({
      id: `j${i}`,
      demand: [1 + draw(3), 0, 0, 0] as const,
      prize: 3000,
      delivery: { place: i + 1, service: 0, windows: [] },
    })),
    vehicles: [
      ...Array.from({ length: big }, (_, i) => truck(`big${i}`, 8, 200)),
      ...Array.from({ length: small }, (_, i) => truck(`small${i}`, 4, 120)),
    ],
    matrix: { size: points.length, metres: [metres], seconds: [metres] },
    rules: { driveMax: 1e9, rest: 0, driveDayMax: 1e9 },
    mode: 'cost',
    seed: 1,
  }
}

/** All subsets, each in one order that is as good as any other order of the test: ascending. */
const subsets = Array.from({ length: 2 ** JOBS - 1 }, (_, m) =>
  Array.from({ length: JOBS }, (_x, j) => j).filter((j) => ((m + 1) >> j) & 1),
)

describe('the pool of routes', () => {
  it('puts the cheapest plan together when it holds every route, within the vehicles there are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 2 }), fc.integer({ min: 0, max: 2 }), (seed, big, small) => {
        const net = netOf(problem(seed, big, small))
        const pool = new Pool(net)
        const cost = net.kinds.map(() => new Map<number, number>())
        for (const [k] of net.kinds.entries())
          for (const jobs of subsets) {
            const tour = new Tour().begin(net, net.kindOf.indexOf(k)).set(
              net,
              jobs.map((j) => 2 * j + 1),
            )
            tour.refresh(net)
            pool.note(tour)
            if (tour.ok)
              cost[k]!.set(
                jobs.reduce((m, j) => m | (1 << j), 0),
                tour.cost,
              )
          }
        const out = Array.from({ length: JOBS }, (_, j) => j)
        const start = { tours: [], absent: out }
        const least = cheapest(
          cost,
          net.kinds.map((_, k) => net.kindOf.filter((x) => x === k).length),
        )
        const chosen = pool.better(start) ?? []
        const taken = chosen.flatMap((f) => Array.from(f.nodes, (c) => c >> 1))
        expect(new Set(taken).size).toBe(taken.length)
        expect(new Set(chosen.map((f) => f.vehicle)).size).toBe(chosen.length)
        const paid = chosen.reduce(
          (x, f) => x + cost[net.kindOf[f.vehicle]!]!.get(Array.from(f.nodes).reduce((m, c) => m | (1 << (c >> 1)), 0))!,
          0,
        )
        expect(paid + 3000 * (JOBS - taken.length)).toBe(least)
      }),
      { numRuns: process.env['DEEP'] === '1' ? 1000 : 20 },
    )
  })
})

/** By trying: for each truck the routes it may drive, for each job left its prize. */
function cheapest(cost: readonly ReadonlyMap<number, number>[], trucks: readonly number[]): number {
  const all = 2 ** JOBS
  let best = Float64Array.from({ length: all }, (_, m) => 3000 * (JOBS - m.toString(2).replaceAll('0', '').length))
  trucks.forEach((n, k) => {
    for (let i = 0; i < n; i++) {
      const next = best.slice()
      for (const [route, c] of cost[k]!)
        for (let m = 0; m < all; m++) if ((m & route) === 0) next[m] = Math.min(next[m]!, c + best[m | route]!)
      best = next
    }
  })
  return best[0]!
}
