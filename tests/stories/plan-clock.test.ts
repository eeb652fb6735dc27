/** D1, D2, D8, D9 by a judge that does not know the planner (plan-clock.ts), over questions with every rule in them. DEEP=1 for thousands. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Job, Plan, Problem, Stop, Vehicle } from '#modules/dispatch/solver/model.ts'
import { solve } from '#modules/dispatch/solver/solve.ts'
import { faultsOf } from './plan-clock.ts'

const runs = process.env['DEEP'] === '1' ? 3000 : 10
const HOUR = 3600
const coordinates = fc.tuple(fc.nat({ max: 120 }), fc.nat({ max: 120 }))
const flags = fc.record({
  windows: fc.boolean(),
  pairs: fc.boolean(),
  cold: fc.boolean(),
  bans: fc.boolean(),
  reload: fc.boolean(),
  far: fc.boolean(),
  lifo: fc.boolean(),
  mixed: fc.boolean(),
  skills: fc.boolean(),
  two: fc.boolean(),
  open: fc.boolean(),
  hours: fc.boolean(),
  release: fc.boolean(),
  tired: fc.boolean(),
})
const questions = fc
  .record({
    flags,
    seed: fc.integer({ min: 1, max: 1e6 }),
    n: fc.integer({ min: 1, max: 10 }),
    trucks: fc.integer({ min: 1, max: 4 }),
    spots: fc.array(coordinates, { minLength: 21, maxLength: 21 }),
  })
  .chain((x) => fc.tuple(fc.constant(x), fc.array(fc.nat({ max: 10_000 }), { minLength: 160, maxLength: 160 })))
  .map(([x, draws]) => question(x, draws))

interface Shape {
  flags: Record<string, boolean>
  seed: number
  n: number
  trucks: number
  spots: readonly (readonly [number, number])[]
}
function question({ flags: is, seed, n, trucks, spots }: Shape, draws: readonly number[]): Problem {
  let at = 0
  const draw = (most: number): number => draws[at++ % draws.length]! % most
  const unit = is['far'] ? 5000 : 500
  const metres = spots.flatMap((a) => spots.map((b) => Math.round(unit * Math.hypot(a[0] - b[0], a[1] - b[1]))))
  const stop = (place: number): Stop => {
    const from = 7 * HOUR + draw(8 * HOUR)
    return {
      place,
      service: draw(30) * 60,
      windows: is['windows'] ? [[from, from + HOUR + draw(4 * HOUR)], ...(draw(3) === 0 ? [[17 * HOUR, 18 * HOUR] as const] : [])] : [],
      ...(draw(4) === 0 ? { restful: true } : {}),
    }
  }
  const jobs = Array.from({ length: n }, (_, i): Job => {
    const both = is['pairs'] && i % 2 === 0
    return {
      id: `j${String(i).padStart(3, '0')}`,
      ...(both ? { pickup: stop(2 * i + 1) } : {}),
      delivery: stop(2 * i + 2),
      demand: [100 + draw(1200), draw(60), 1 + draw(3), draw(2)],
      prize: 20_000_000,
      ...(is['cold'] && i % 3 === 0 ? { cold: [20 - draw(20), 60 + draw(20)] as const } : {}),
      ...(is['mixed'] && i % 4 === 0 ? { goods: 'food' as const } : is['mixed'] && i % 4 === 1 ? { goods: 'dangerous' as const } : {}),
      ...(is['skills'] && i % 3 === 1 ? { skills: ['尾板'] } : {}),
      ...(is['lifo'] ? { lifo: true } : {}),
      ...(is['release'] && !both && i % 3 === 2 ? { release: 9 * HOUR + draw(2 * HOUR) } : {}),
      ...(draw(9) === 0 ? { only: ['v0'] } : {}),
    }
  })
  const vehicles = Array.from({ length: trucks }, (_, i): Vehicle => ({
    id: `v${i}`,
    zones: [{ capacity: [2500, 200, 12, 8] }, ...(is['cold'] ? [{ cold: [-50, 100] as const, capacity: [1500, 100, 6, 4] as const }] : [])],
    start: 0,
    end: is['open'] && i % 2 === 1 ? null : 0,
    shift: [7 * HOUR, 19 * HOUR],
    fixedFen: 18_000,
    kmFen: 260,
    hourFen: is['hours'] ? 3500 : 0,
    skills: i % 2 === 0 ? ['尾板'] : [],
    tags: i % 2 === 0 ? ['黄牌'] : [],
    ...(i === 2 ? { passes: ['内环'] } : {}),
    ...(is['two'] && i === 1 ? { drivers: 2 as const } : {}),
    ...(is['tired'] && i === 0 ? { driven: 2 * HOUR, sinceRest: 2 * HOUR } : {}),
    ...(is['reload'] ? { trips: 2, reloads: [{ place: 0, service: 900 }] } : {}),
    ...(draw(5) === 0 ? { maxStops: 6 } : {}),
  }))
  return {
    jobs,
    vehicles,
    matrix: { size: spots.length, metres: [metres], seconds: [metres.map((m) => Math.round(m / 12))] },
    ...(is['bans']
      ? {
          bans: [
            {
              area: '内环',
              places: [1, 2, 3, 4, 5],
              windows: [[7 * HOUR, 9 * HOUR] as const, [17 * HOUR, 19 * HOUR] as const],
              tags: ['黄牌'],
            },
          ],
        }
      : {}),
    rules: { driveMax: 4 * HOUR, rest: 1200, driveDayMax: 10 * HOUR },
    mode: 'cost',
    seed,
  }
}

describe('a plan lived through second by second', () => {
  test('breaks nothing, and every order is served once or left out once', () => {
    fc.assert(
      fc.property(questions, (p) => {
        expect(faultsOf(p, solve(p, { iterations: 150 }))).toEqual([])
      }),
      { numRuns: runs },
    )
  })
  test('the judge sees what is wrong: each planted fault is told', () => {
    const spots = Array.from({ length: 21 }, (_, i) => [i * 3, (i * 7) % 50] as const)
    const problem = question({ flags: { windows: false, far: true }, seed: 1, n: 6, trucks: 2, spots }, [1234, 77, 4321, 900, 5000, 3])
    const plan = solve(problem, { iterations: 300 })
    expect(faultsOf(problem, plan)).toEqual([])
    const isFaulty = (change: (problem: Problem) => Problem): boolean => faultsOf(change(structuredClone(problem)), plan).length > 0
    const job = plan.routes[0]!.steps.find((s) => s.job !== undefined)!.job!
    const planted: Record<string, (problem: Problem) => Problem> = {
      load: (q) => ({ ...q, vehicles: q.vehicles.map((v) => ({ ...v, zones: [{ capacity: [1, 1, 1, 1] }] })) }),
      window: (q) => ({ ...q, jobs: q.jobs.map((j) => ({ ...j, delivery: { ...j.delivery!, windows: [[1, 2]] } })) }),
      shift: (q) => ({ ...q, vehicles: q.vehicles.map((v) => ({ ...v, shift: [0, 60] })) }),
      rest: (q) => ({ ...q, rules: { ...q.rules, driveMax: 60 } }),
      day: (q) => ({ ...q, rules: { ...q.rules, driveDayMax: 60 } }),
      ban: (q) => ({ ...q, bans: [{ area: 'x', places: q.jobs.map((j) => j.delivery!.place), windows: [[0, 86_400]], tags: [] }] }),
      skill: (q) => ({ ...q, jobs: q.jobs.map((j) => ({ ...j, skills: ['吊装'] })) }),
      lock: (q) => ({ ...q, jobs: q.jobs.map((j) => (j.id === job ? { ...j, only: ['nobody'] } : j)) }),
      price: (q) => ({ ...q, vehicles: q.vehicles.map((v) => ({ ...v, fixedFen: 1 })) }),
      stops: (q) => ({ ...q, vehicles: q.vehicles.map((v) => ({ ...v, maxStops: 0 })) }),
      service: (q) => ({ ...q, jobs: q.jobs.map((j) => ({ ...j, delivery: { ...j.delivery!, service: 7 } })) }),
      road: (q) => ({
        ...q,
        matrix: { ...q.matrix, seconds: [q.matrix.seconds[0]!.length ? Array.from(q.matrix.seconds[0]!, (s) => s + 1) : []] },
      }),
      release: (q) => ({ ...q, jobs: q.jobs.map((j) => ({ ...j, release: 86_400 })) }),
      mixed: (q) => ({ ...q, jobs: q.jobs.map((j, i) => ({ ...j, goods: i % 2 ? ('food' as const) : ('dangerous' as const) })) }),
      cold: (q) => ({ ...q, jobs: q.jobs.map((j) => ({ ...j, cold: [0, 10] as const })) }),
      lost: (q) => ({ ...q, jobs: [...q.jobs, { ...q.jobs[0]!, id: 'another' }] }),
    }
    expect(Object.entries(planted).flatMap(([name, change]) => (isFaulty(change) ? [] : [name]))).toEqual([])
    const twice: Plan = { ...plan, unassigned: [{ job, code: 14 }] }
    expect(faultsOf(problem, twice)).not.toEqual([])
  })
})
