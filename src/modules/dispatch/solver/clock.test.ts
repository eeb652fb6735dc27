/** The quick clock against the walk that tells everything: the same answer on any route where only rests come between. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clocked, latest } from './clock.ts'
import type { Problem } from './model.ts'
import { netOf } from './net.ts'
import { Dice } from './random.ts'
import { Tour } from './tour.ts'
import { walk } from './walk.ts'

const DEEP = process.env['DEEP'] === '1'

function drawn(seed: number, whole: boolean): Problem {
  const dice = new Dice(seed)
  const n = 1 + dice.below(14)
  const far = 300 + dice.below(9000)
  const points = Array.from({ length: n + 1 }, () => [dice.next() * far, dice.next() * far] as const)
  const seconds = points.flatMap((a) =>
    points.map((b) => (whole ? Math.round : (x: number) => x)(Math.hypot(a[0] - b[0], a[1] - b[1]) * 1.1)),
  )
  return {
    jobs: Array.from({ length: n }, (_, i) => {
      const from = 28_800 + dice.below(40_000)
      return {
        id: `j${String(i).padStart(2, '0')}`,
        demand: [1, 0, 0, 0] as const,
        prize: 1e7,
        delivery: {
          place: i + 1,
          service: dice.below(4) * 500,
          windows: dice.below(3) === 0 ? [[from, from + 1800 + dice.below(20_000)] as const] : [],
          restful: dice.below(3) === 0,
        },
      }
    }),
    vehicles: [
      {
        id: 'v',
        zones: [{ capacity: [1000, 0, 0, 0] }],
        start: 0,
        end: dice.below(4) === 0 ? null : 0,
        shift: [28_800, 60_000 + dice.below(60_000)],
        fixedFen: 1000,
        kmFen: 200,
        hourFen: 3600,
        driven: dice.below(2) * 5000,
        sinceRest: dice.below(3) * dice.below(9000),
      },
    ],
    matrix: { size: n + 1, metres: [seconds], seconds: [seconds] },
    rules: { driveMax: 6000 + dice.below(9000), rest: 600 + dice.below(1200), driveDayMax: 36_000 },
    mode: 'cost',
    seed: 1,
  }
}

it('ends, leaves and refuses as the walk does, and starts as late as the arrays say', () => {
  let held = 0
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), fc.boolean(), (seed, whole) => {
      const net = netOf(drawn(seed, whole))
      const kind = net.kinds[0]!
      expect(kind.plain).toBe(true)
      const order = Array.from({ length: net.jobs }, (_, j) => 2 * j + 1)
      const tour = new Tour().begin(net, 0).set(net, order)
      tour.refresh(net)
      expect(latest(net, kind, tour.node, tour.len, kind.from)).toBeCloseTo(tour.headE, 6)
      for (const start of [kind.from, Math.max(kind.from, tour.headE)]) {
        const leave = new Float64Array(net.jobs + 2)
        const end = clocked(net, kind, tour.node, tour.len, start, leave)
        const d = walk(net, kind, order, order.length, start, null)
        expect(end >= 0).toBe(d.ok)
        if (!d.ok) continue
        held++
        expect(end).toBeCloseTo(d.end, 6)
        for (let k = 1; k <= net.jobs; k++) expect(leave[k]).toBeCloseTo(d.leaves[k]!, 6)
      }
    }),
    { numRuns: DEEP ? 100_000 : 600 },
  )
  expect(held).toBeGreaterThan(100)
})
