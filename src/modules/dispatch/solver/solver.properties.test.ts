/** The lettered invariants of planning (D) over random problems; quick by default, deep with DEEP=1. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CODE, type Job, type Plan, type Problem, type Sequence } from './model.ts'
import { judgeOf, solve } from './solve.ts'

const DEEP = process.env['DEEP'] === '1'
const runs = DEEP ? 2000 : 8
const ITERATIONS = 300

/** Small problems with every kind of rule in them now and then. */
const problems = fc
  .record({
    n: fc.integer({ min: 1, max: 12 }),
    trucks: fc.integer({ min: 1, max: 4 }),
    seed: fc.integer({ min: 1, max: 1e6 }),
    pairs: fc.boolean(),
    windows: fc.boolean(),
    far: fc.boolean(),
    reload: fc.boolean(),
    bans: fc.boolean(),
    lifo: fc.boolean(),
    cold: fc.boolean(),
    hours: fc.boolean(),
  })
  .map((x) => make(x))

interface Shape {
  n: number
  trucks: number
  seed: number
  pairs: boolean
  windows: boolean
  far: boolean
  reload: boolean
  bans: boolean
  lifo: boolean
  cold: boolean
  hours: boolean
}
function make(x: Shape): Problem {
  let s = x.seed
  const draw = (n: number): number => (s = (s * 48_271) % 2_147_483_647) % n
  const size = 2 * x.n + 1
  const points = Array.from({ length: size }, () => [draw(100), draw(100)] as const)
  const metres: number[] = []
  for (const a of points) for (const b of points) metres.push(Math.round((x.far ? 4000 : 400) * Math.hypot(a[0] - b[0], a[1] - b[1])))
  const stop = (place: number) => {
    const from = 8 * 3600 + draw(6 * 3600)
    return { place, service: 300 + draw(900), windows: x.windows ? [[from, from + 3600 + draw(14_400)] as const] : [] }
  }
  const jobs = Array.from({ length: x.n }, (_, i): Job => ({
    id: `j${String(i).padStart(3, '0')}`,
    ...(x.pairs && i % 2 === 0 ? { pickup: stop(2 * i + 1) } : {}),
    delivery: stop(2 * i + 2),
    demand: [200 + draw(800), draw(50), 1, 0],
    prize: 10_000_000,
    lifo: x.lifo,
    ...(x.cold && i % 3 === 0 ? { cold: [20, 80] as const } : {}),
  }))
  return {
    jobs,
    vehicles: Array.from({ length: x.trucks }, (_, i) => ({
      id: `v${i}`,
      zones: [
        { capacity: [2000, 200, 100, 100] as const },
        ...(x.cold ? [{ cold: [-50, 100] as const, capacity: [1000, 100, 100, 100] as const }] : []),
      ],
      start: 0,
      end: 0,
      shift: [8 * 3600, 20 * 3600] as const,
      fixedFen: 20_000,
      kmFen: 250,
      hourFen: x.hours ? 3500 : 0,
      tags: i % 2 === 0 ? ['蓝牌'] : [],
      ...(x.reload ? { trips: 2, reloads: [{ place: 0, service: 900 }] } : {}),
    })),
    matrix: { size, metres: [metres], seconds: [metres.map((m) => Math.round(m / 12))] },
    ...(x.bans ? { bans: [{ area: 'a', places: [1, 2, 3, 4], windows: [[9 * 3600, 11 * 3600] as const], tags: ['蓝牌'] }] } : {}),
    rules: { driveMax: 14_400, rest: 1200, driveDayMax: 36_000 },
    mode: 'cost',
    seed: 7,
  }
}

/** Judged from the plan alone: times, loads, windows, rests, pairs, bans. */
function faultsOf(p: Problem, plan: Plan): string[] {
  const out: string[] = []
  const jobs = new Map(p.jobs.map((j) => [j.id, j]))
  for (const r of plan.routes) {
    const v = p.vehicles.find((x) => x.id === r.vehicle)!
    let since = 0
    let driven = 0
    let at = v.start
    let t = r.start
    let metres = 0
    let legDriven = 0
    const aboard = new Set<string>()
    for (const s of r.steps.slice(1)) {
      since += s.driving
      driven += s.driving
      legDriven += s.driving
      if (since > p.rules.driveMax + 1e-6) out.push(`${r.vehicle}: drives too long`)
      if (s.arrive + 1e-6 < t + s.driving) out.push(`${r.vehicle}: faster than the road`)
      if (s.kind === 'rest') {
        if (s.leave - s.begin < p.rules.rest) out.push('a rest too short')
        since = 0
      }
      if (s.place >= 0) {
        if (legDriven < p.matrix.seconds[0]![at * p.matrix.size + s.place]! - 1e-6) out.push('a leg driven too short')
        metres += p.matrix.metres[0]![at * p.matrix.size + s.place]!
        legDriven = 0
        at = s.place
        if (v.tags?.includes('蓝牌'))
          for (const b of p.bans ?? [])
            if (
              s.kind !== 'end' &&
              b.places.includes(s.place) &&
              b.windows.some(([a, e]) => s.arrive < e && Math.max(s.leave, s.arrive + 1) > a)
            )
              out.push('inside a ban')
      }
      if (s.begin < s.arrive || s.leave < s.begin) out.push('time runs backwards')
      if (s.job !== undefined) {
        const j = jobs.get(s.job)!
        const stop = s.kind === 'pickup' ? j.pickup! : j.delivery!
        if (stop.windows.length > 0 && !stop.windows.some(([a, b]) => s.begin >= a && s.begin <= b)) out.push('outside its window')
        if (s.leave - s.begin !== stop.service) out.push('another service time')
        if (s.kind === 'pickup') aboard.add(s.job)
        else if (j.pickup && !aboard.delete(s.job)) out.push('delivered before it was picked up')
      }
      s.load.forEach((x, q) => {
        if (x < 0 || x > v.zones[Math.floor(q / 4)]!.capacity[q % 4]!) out.push('a load out of bounds')
      })
      t = s.leave
    }
    if (r.steps.at(-1)!.load.some((x, q) => x !== 0 && q % 4 === 0)) out.push('something is left on board')
    if (t > v.shift[1]) out.push('back too late')
    if (driven > p.rules.driveDayMax) out.push('too much in a day')
    if (metres !== r.metres) out.push('other metres')
    if (r.violations.length > 0) out.push('its own judge objects')
    const km = Math.round((r.metres * v.kmFen) / 1000)
    const hours = Math.round(((r.end - r.start) * v.hourFen) / 3600)
    if (r.cost.total !== v.fixedFen + km + hours) out.push('another price')
  }
  return out
}

const sequencesOf = (plan: Plan): Sequence[] => plan.routes.map((r) => ({ vehicle: r.vehicle, visits: r.visits }))

describe('planning', () => {
  it('D1 breaks no rule, D2 takes or names every order once', () => {
    fc.assert(
      fc.property(problems, (p) => {
        const plan = solve(p, { iterations: ITERATIONS })
        expect(faultsOf(p, plan)).toEqual([])
        const taken = plan.routes.flatMap((r) => [...new Set(r.visits.flatMap((v) => (v.job === undefined ? [] : [v.job])))])
        expect([...taken, ...plan.unassigned.map((u) => u.job)].sort()).toEqual(p.jobs.map((j) => j.id))
      }),
      { numRuns: runs },
    )
  })

  it('D2 what it says of an order left out holds: granted the hint, the order fits', () => {
    fc.assert(
      fc.property(problems, (p) => {
        const plan = solve(p, { iterations: 100 })
        for (const u of plan.unassigned) {
          if (u.hint?.of !== 'grams') continue
          const jobs = p.jobs.map((j) =>
            j.id === u.job ? { ...j, demand: [j.demand[0] - u.hint!.amount, ...j.demand.slice(1)] as unknown as Job['demand'] } : j,
          )
          const again = solve({ ...p, jobs }, { iterations: 0 }, { start: sequencesOf(plan) })
          expect(again.unassigned.map((x) => x.job)).not.toContain(u.job)
        }
      }),
      { numRuns: runs },
    )
  })

  it('D3 leaves nobody out who fits somewhere', () => {
    fc.assert(
      fc.property(problems, (p) => {
        const plan = solve(p, { iterations: 50 })
        const judge = judgeOf(p)
        for (const u of plan.unassigned) {
          if (p.jobs.find((j) => j.id === u.job)!.pickup) continue
          const all = [
            ...sequencesOf(plan),
            ...p.vehicles.filter((v) => !plan.routes.some((r) => r.vehicle === v.id)).map((v) => ({ vehicle: v.id, visits: [] })),
          ]
          for (const s of all)
            for (let i = 0; i <= s.visits.length; i++) {
              const visits = [...s.visits.slice(0, i), { job: u.job, part: 'delivery' as const }, ...s.visits.slice(i)]
              expect(judge({ vehicle: s.vehicle, visits }).violations.length, `${u.job} fits ${s.vehicle} at ${i}`).toBeGreaterThan(0)
            }
        }
      }),
      { numRuns: runs },
    )
  })

  it('D4 the same question has the same answer, in any order and under any names', () => {
    fc.assert(
      fc.property(problems, (p) => {
        const plan = solve(p, { iterations: ITERATIONS })
        expect(solve(p, { iterations: ITERATIONS })).toEqual(plan)
        const turned = { ...p, jobs: p.jobs.toReversed(), vehicles: p.vehicles.toReversed() }
        expect(solve(turned, { iterations: ITERATIONS })).toEqual(plan)
        const renamed = { ...p, jobs: p.jobs.map((j) => ({ ...j, id: `x${999 - Number(j.id.slice(1))}` })) }
        expect(solve(renamed, { iterations: ITERATIONS }).cost.total).toBe(plan.cost.total)
      }),
      { numRuns: runs },
    )
  })

  it('D4 a plan that had a budget of time comes again from its seed, its iterations and when the time passed', () => {
    fc.assert(
      fc.property(problems, fc.integer({ min: 20, max: 80 }), (p, pace) => {
        let clock = 0
        const plan = solve(p, { milliseconds: 400 }, { now: () => (clock += pace) })
        expect(solve(p, { iterations: plan.iterations, ...(plan.ticks ? { ticks: plan.ticks } : {}) })).toEqual(plan)
      }),
      { numRuns: DEEP ? 500 : 3 },
    )
  })

  it('D5 more budget, one more vehicle or one rule less never costs more from where it stood', () => {
    fc.assert(
      fc.property(problems, fc.integer({ min: 20, max: 400 }), (p, more) => {
        const short = solve(p, { iterations: 100 })
        expect(solve(p, { iterations: 100 + more }).cost.total).toBeLessThanOrEqual(short.cost.total)
        const start = sequencesOf(short)
        const extra = { ...p, vehicles: [...p.vehicles, { ...p.vehicles[0]!, id: 'w' }] }
        expect(solve(extra, { iterations: 50 }, { start }).cost.total).toBeLessThanOrEqual(short.cost.total)
        const { bans: _, ...free } = p
        expect(solve(free, { iterations: 50 }, { start }).cost.total).toBeLessThanOrEqual(short.cost.total)
      }),
      { numRuns: runs },
    )
  })

  it('D6 a route judged after many moves is the route judged anew', () => {
    fc.assert(
      fc.property(problems, fc.array(fc.nat(1000), { minLength: 5, maxLength: DEEP ? 400 : 40 }), (p, moves) => {
        const judge = judgeOf(p)
        let visits: { job: string; part: 'delivery' }[] = p.jobs.filter((j) => !j.pickup).map((j) => ({ job: j.id, part: 'delivery' }))
        for (const m of moves) {
          if (visits.length < 2) return
          const [taken] = visits.splice(m % visits.length, 1)
          visits.splice((m * 7) % (visits.length + 1), 0, taken!)
          const now = judge({ vehicle: 'v0', visits })
          expect(judgeOf(p)({ vehicle: 'v0', visits: [...visits] })).toEqual(now)
        }
        visits = []
      }),
      { numRuns: DEEP ? 200 : 4 },
    )
  })

  it('D9 keeps locks: fixed stops stay in front, a locked order in its vehicle, a closed route as it is', () => {
    fc.assert(
      fc.property(problems, (p) => {
        const [first] = solve(p, { iterations: 50 }).routes
        if (!first) return
        const fixed = first.visits.slice(0, 1).filter((v) => v.part === 'delivery')
        const locked = {
          ...p,
          vehicles: p.vehicles.map((v) => (v.id === first.vehicle ? { ...v, fixed } : v)),
          jobs: p.jobs.map((j, i) => (i === 0 && j.id !== fixed[0]?.job ? { ...j, only: ['v0'] } : j)),
        }
        const plan = solve(locked, { iterations: ITERATIONS })
        const route = plan.routes.find((r) => r.vehicle === first.vehicle)
        if (fixed.length > 0) expect(route?.visits.slice(0, 1)).toEqual(fixed)
        const holder = plan.routes.find((r) => r.visits.some((v) => v.job === 'j000'))
        if (holder && locked.jobs[0]!.only) expect(holder.vehicle).toBe('v0')
        expect(plan.routes.flatMap((r) => r.violations).filter((v) => v.code === CODE.lock)).toEqual([])
      }),
      { numRuns: runs },
    )
  })
})
