import { describe, expect, it } from 'vitest'
import { CODE, type Problem } from './model.ts'
import { judgeOf, solve } from './solve.ts'

const POINTS = [
  [0, 0],
  [4, 3],
  [6, 1],
  [-3, 4],
  [-5, 1],
  [2, -6],
  [-2, -5],
] as const
const KILOGRAMS = { A: 1200, B: 800, C: 1500, D: 900, E: 1100, F: 700 }

/** transport.md §5.9: six drops, two trucks of 3.5 t. */
function worked(changes: Partial<Record<keyof typeof KILOGRAMS, number>> = {}): Problem {
  const n = POINTS.length
  const metres: number[] = []
  for (const a of POINTS) for (const b of POINTS) metres.push(Math.round(1350 * Math.hypot(a[0] - b[0], a[1] - b[1])))
  return {
    jobs: Object.entries({ ...KILOGRAMS, ...changes }).map(([id, kg], i) => ({
      id,
      demand: [kg * 1000, 0, 0, 0],
      prize: 50_000_000,
      delivery: { place: i + 1, service: 900, windows: [] },
    })),
    vehicles: ['1', '2'].map((id) => ({
      id,
      zones: [{ capacity: [3_500_000, 1e9, 1e9, 1e9] }],
      start: 0,
      end: 0,
      shift: [8 * 3600, 18 * 3600],
      fixedFen: 18_000,
      kmFen: 260,
      hourFen: 3500,
    })),
    matrix: { size: n, metres: [metres], seconds: [metres.map((m) => Math.round(m / (30 / 3.6)))] },
    rules: { driveMax: 14_400, rest: 1200, driveDayMax: 36_000 },
    mode: 'cost',
    seed: 1,
  }
}
const route = (vehicle: string, jobs: string) => ({ vehicle, visits: jobs.split('').map((job) => ({ job, part: 'delivery' as const })) })
const clock = (s: number): string => new Date(Math.round(s) * 1000).toISOString().slice(11, 19)

describe('the worked example of the law', () => {
  it('finds 630.71: A-B-E 319.21 and C-D-F 311.50, with the times to the second', () => {
    const plan = solve(worked(), { iterations: 2000 })
    expect(plan.unassigned).toEqual([])
    expect(plan.cost.total).toBe(63_071)
    const [one, two] = plan.routes
    expect(one!.visits.map((v) => v.job).join('')).toBe('ABE')
    expect(two!.visits.map((v) => v.job).join('')).toBe('CDF')
    expect([one!.metres, one!.cost.total, two!.metres, two!.cost.total]).toEqual([29_990, 31_921, 27_943, 31_150])
    expect(one!.steps.map((s) => clock(s.arrive))).toEqual(['08:00:00', '08:13:30', '08:36:08', '09:12:54', '09:44:59'])
    expect(one!.fullest).toBeCloseTo(0.8857, 4)
    expect(plan.routes.flatMap((r) => r.violations)).toEqual([])
  })
  it('refuses E on the other truck by 700 kg, and prices the swap of E and F at 656.80', () => {
    const judge = judgeOf(worked())
    expect(judge(route('2', 'CDFE')).violations).toMatchObject([{ code: CODE.weight, amount: 700_000, of: 'grams' }])
    const orders = (letters: string): string[] =>
      letters.length < 2 ? [letters] : letters.split('').flatMap((l) => orders(letters.replace(l, '')).map((rest) => l + rest))
    const least = (vehicle: string, letters: string): number => Math.min(...orders(letters).map((o) => judge(route(vehicle, o)).cost.total))
    expect(least('1', 'ABF') + least('2', 'CDE')).toBe(65_680)
  })
  it('leaves one out when C weighs 2.0 t beside a committed truck, and says 100 kg would do', () => {
    const given = worked({ C: 2000 })
    const vehicles = given.vehicles.map((v) => (v.id === '1' ? { ...v, fixed: route('1', 'ABE').visits, closed: true } : v))
    const plan = solve({ ...given, vehicles }, { iterations: 1000 })
    expect(plan.routes[0]!.visits.map((v) => v.job).join('')).toBe('ABE')
    expect(plan.unassigned).toMatchObject([{ code: CODE.weight, hint: { code: CODE.weight, amount: 100_000, of: 'grams', vehicle: '2' } }])
  })
})

describe('the rules beside weight', () => {
  const base = worked()
  const one = { ...base, jobs: base.jobs.slice(0, 1) }
  const reason = (p: Problem) => solve(p, { iterations: 50 }).unassigned[0]
  it('names a window nobody reaches and by how much', () => {
    const jobs = [{ ...one.jobs[0]!, delivery: { place: 1, service: 900, windows: [[7 * 3600, 8 * 3600] as const] } }]
    expect(reason({ ...one, jobs })).toMatchObject({ code: CODE.window, hint: { amount: 810, of: 'seconds' } })
  })
  it('names a shift that ends too early by its minutes', () => {
    const vehicles = one.vehicles.map((v) => ({ ...v, shift: [8 * 3600, 8 * 3600 + 1800] as const }))
    expect(reason({ ...one, vehicles })).toMatchObject({ code: CODE.shift, hint: { amount: 810 + 900 + 810 - 1800 } })
  })
  it('loads no more than there is room for, however long a route grows', () => {
    const line = Array.from({ length: 121 }, (_, i) => i)
    const metres = line.flatMap((a) => line.map((b) => 100 * Math.abs(a - b)))
    const jobs = line.slice(1).map((place) => ({
      id: `j${String(place).padStart(3, '0')}`,
      demand: [1000 + ((place * 37) % 11), 0, 0, 0] as const,
      prize: 50_000_000,
      delivery: { place, service: 30, windows: [] },
    }))
    const vehicles = line.slice(1, 5).map((i) => ({ ...base.vehicles[0]!, id: `v${i}`, zones: [{ capacity: [44_000, 0, 0, 0] as const }] }))
    const plan = solve(
      { ...base, jobs, vehicles, matrix: { size: 121, metres: [metres], seconds: [metres.map((m) => m / 10)] } },
      { iterations: 400 },
    )
    expect(plan.routes.flatMap((r) => r.violations)).toEqual([])
    expect(plan.unassigned).toEqual([])
    expect(Math.max(...plan.routes.map((r) => r.visits.length))).toBeGreaterThan(36)
  })
  it('keeps cold goods to cooled zones and skills to those who have them', () => {
    expect(reason({ ...one, jobs: [{ ...one.jobs[0]!, cold: [20, 80] }] })).toMatchObject({ code: CODE.cold })
    expect(reason({ ...one, jobs: [{ ...one.jobs[0]!, skills: ['尾板'] }] })).toMatchObject({ code: CODE.skill })
  })
  it('keeps food and dangerous goods apart', () => {
    const jobs = base.jobs.map((j, i) => ({ ...j, goods: i === 0 ? ('dangerous' as const) : ('food' as const) }))
    const plan = solve({ ...base, jobs }, { iterations: 500 })
    for (const r of plan.routes) {
      const ids = r.visits.map((v) => v.job)
      expect(ids.includes('A') && ids.length > 1).toBe(false)
    }
  })
  it('waits outside a banned area until its hours end, or says that it is banned', () => {
    const bans = [{ area: 'centre', places: [1], windows: [[7 * 3600, 9 * 3600] as const], tags: ['蓝牌'] }]
    const vehicles = one.vehicles.map((v) => ({ ...v, tags: ['蓝牌'] }))
    const plan = solve({ ...one, vehicles, bans }, { iterations: 50 })
    const stop = plan.routes[0]!.steps.find((s) => s.job === 'A')!
    expect(stop.arrive).toBeGreaterThanOrEqual(9 * 3600)
    const allDay = [{ ...bans[0]!, windows: [[0, 86_400] as const] }]
    expect(solve({ ...one, vehicles, bans: allDay }, { iterations: 50 }).unassigned).toHaveLength(1)
    expect(solve({ ...one, bans: allDay }, { iterations: 50 }).unassigned).toHaveLength(0)
  })
  it('stops for a rest before four hours of driving are over', () => {
    const far = { ...one, matrix: { size: 2, metres: [[0, 150_000, 150_000, 0]], seconds: [[0, 9000, 9000, 0]] } }
    const plan = solve(far, { iterations: 50 })
    const rest = plan.routes[0]!.steps.find((s) => s.kind === 'rest')!
    expect(rest.leave - rest.begin).toBe(1200)
    let since = 0
    for (const s of plan.routes[0]!.steps) {
      since += s.driving
      expect(since).toBeLessThanOrEqual(14_400)
      if (s.kind === 'rest') since = 0
    }
  })
  it('loads again when one trip does not hold everything', () => {
    const vehicles = [{ ...base.vehicles[0]!, trips: 2, reloads: [{ place: 0, service: 1200 }] }]
    const plan = solve({ ...base, vehicles }, { iterations: 500 })
    expect(plan.unassigned).toEqual([])
    expect(plan.routes[0]!.steps.filter((s) => s.kind === 'reload')).toHaveLength(1)
    expect(plan.routes[0]!.violations).toEqual([])
  })
  it('unloads in the reverse order of loading where it must', () => {
    const at = (place: number) => ({ place, service: 60, windows: [] })
    const jobs = [
      { ...base.jobs[0]!, id: 'X', pickup: at(1), delivery: at(3), lifo: true },
      { ...base.jobs[1]!, id: 'Y', pickup: at(2), delivery: at(4), lifo: true },
    ]
    const judge = judgeOf({ ...base, jobs })
    const go = (word: string) =>
      judge({
        vehicle: '1',
        visits: word.split(' ').map((w) => ({ job: w[0]!, part: w[1] === '+' ? ('pickup' as const) : ('delivery' as const) })),
      })
    expect(go('X+ Y+ Y- X-').violations).toEqual([])
    expect(go('X+ Y+ X- Y-').violations).toMatchObject([{ code: CODE.order, job: 'X' }])
  })
})
