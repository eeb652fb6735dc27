import { describe, expect, it } from 'vitest'
import type { DispatchableVehicle, SchedulableOrder } from '../needs.ts'
import { judgeOf, solve } from '../solver/solve.ts'
import { malformed, moved, replanned } from './change.rules.ts'
import { estimated } from '#kit/basics/roads.ts'
import { bestOrder, readStops } from './line.rules.ts'
import { judgeAmong, withMatrix } from './narrow.rules.ts'
import { instantOf, problemOf, secondOf } from './problem.rules.ts'
import { hintText, leftOutText, violationText } from './sentences.rules.ts'

const DAY = '2026-09-21'
const DEPOT = { name: '仓', lng: 121.4, lat: 31.2 }
const vehicle = (id: number): DispatchableVehicle => ({
  id,
  plateNo: `沪A${10_000 + id}`,
  version: 1,
  store: null,
  why: null,
  driver: null,
  twoDrivers: false,
  zones: [{ name: '常温', minC: null, maxC: null, grams: 4_000_000, volume: 1e9, pieces: 1e6, pallets: 1e6 }],
  start: DEPOT,
  end: DEPOT,
  shift: { from: instantOf(DAY, 8 * 3600), to: instantOf(DAY, 18 * 3600), overtimeSeconds: 0 },
  cost: { fixed: 18_000, km: 260, hour: 3500, overtimeHour: 0 },
  limits: { stops: null, metres: null, seconds: null },
  skills: [],
  plateTags: [],
  passes: [],
  trips: 2,
})
const order = (id: number): SchedulableOrder => ({
  id,
  no: `PS${id}`,
  version: 1,
  order: id,
  orderNo: `YS${id}`,
  orderVersion: 1,
  store: null,
  project: null,
  pickup: id % 4 === 0 ? stop(id * 17) : null,
  delivery: stop(id * 31),
  demand: { grams: 300_000 + (id % 7) * 100_000, volume: 0, pieces: 1, pallets: 0 },
  cold: null,
  goods: 'plain',
  skills: [],
  lifo: false,
  priority: 5,
  releaseAt: null,
})
const stop = (x: number) => ({
  party: null,
  name: `店${x}`,
  address: '',
  lng: 121.3 + ((x * 7919) % 200) / 1000,
  lat: 31.1 + ((x * 104_729) % 200) / 1000,
  confirmed: true,
  windows: [],
  serviceSeconds: 600,
})
const asked = (orders: number, vehicles: number) =>
  problemOf({
    day: DAY,
    orders: Array.from({ length: orders }, (_, i) => order(i + 1)),
    vehicles: Array.from({ length: vehicles }, (_, i) => vehicle(i + 1)),
    mode: 'cost',
    seed: 1,
    prizeFen: 10_000_000,
    fairHourFen: 0,
    driveMaxMinutes: 240,
    restMinutes: 20,
    driveDayMinutes: 600,
  })

describe('a plan changed by hand', () => {
  const { problem, board } = asked(24, 5)
  const full = withMatrix(problem, board.places)
  const plan = solve(full, { iterations: 300 })
  const sequences = plan.routes.map((r) => ({ vehicle: r.vehicle, visits: r.visits }))

  it('is judged the same whether all places are known or only those of the route', () => {
    const [all, few] = [judgeOf(full), judgeAmong(problem, board.places)]
    for (const s of sequences) {
      expect(few(s)).toEqual(all(s))
      const turned = { ...s, visits: s.visits.toReversed() }
      expect(few(turned)).toEqual(all(turned))
    }
  })
  it('costs what all its routes cost, and undone it is what it was, byte by byte', () => {
    const judge = judgeAmong(problem, board.places)
    const job = plan.routes[0]!.visits.find((v) => v.job !== undefined)!.job!
    const out = replanned(judge, problem, plan, moved(problem, sequences, job, null, 0))
    expect(out.unassigned.map((u) => u.job)).toContain(job)
    expect(out.cost.prize - plan.cost.prize).toBe(problem.jobs.find((j) => j.id === job)!.prize)
    const parts = out.routes.reduce((sum, r) => sum + r.cost.total, 0)
    expect(out.cost.total).toBe(parts + out.cost.prize + out.cost.fairness)
    expect(JSON.stringify(replanned(judge, problem, plan, sequences))).toBe(JSON.stringify(plan))
  })
  it('keeps a pickup with its delivery when it moves, and refuses what is no plan', () => {
    const pair = problem.jobs.find((j) => j.pickup)!.id
    const to = plan.routes.find((r) => !r.visits.some((v) => v.job === pair))!.vehicle
    const after = moved(problem, sequences, pair, to, 0)
    expect(
      after
        .find((s) => s.vehicle === to)!
        .visits.slice(0, 2)
        .map((v) => v.part),
    ).toEqual(['pickup', 'delivery'])
    expect(malformed(problem, after)).toBeNull()
    expect(malformed(problem, [...after, after[0]!])).toBe('同一辆车出现了两次，请刷新后重试')
    expect(malformed(problem, [{ vehicle: to, visits: [{ job: '999', part: 'delivery' }] }])).toBe('方案中没有这张配送单，请刷新后重试')
    expect(malformed(problem, [{ vehicle: to, visits: [{ job: pair, part: 'delivery' }] }])).toBe('提货与送货须在同一辆车上')
  })
})

describe('the input', () => {
  it('does not depend on the order orders come in', () => {
    const { problem } = asked(9, 2)
    const turned = problemOf({
      day: DAY,
      orders: Array.from({ length: 9 }, (_, i) => order(9 - i)),
      vehicles: [vehicle(2), vehicle(1)],
      mode: 'cost',
      seed: 1,
      prizeFen: 10_000_000,
      fairHourFen: 0,
      driveMaxMinutes: 240,
      restMinutes: 20,
      driveDayMinutes: 600,
    })
    expect(turned.problem.matrix.size).toBe(problem.matrix.size)
    expect(new Map(turned.problem.jobs.map((j) => [j.id, j]))).toEqual(new Map(problem.jobs.map((j) => [j.id, j])))
  })
  it('counts seconds from the midnight of Beijing', () => {
    expect(secondOf(DAY, '2026-09-21T00:00:00.000Z')).toBe(8 * 3600)
    expect(instantOf(DAY, 0)).toBe('2026-09-20T16:00:00.000Z')
  })
  it.each([
    [0.02, 1.45, 22],
    [0.1, 1.35, 30],
    [0.4, 1.3, 45],
    [1, 1.22, 65],
  ])('estimates %f degrees with a detour of %f at %i km/h', (d, detour, speed) => {
    const e = estimated({ lng: 121, lat: 31 }, { lng: 121, lat: 31 + d })
    expect(e.metres).toBeCloseTo(d * 111_195 * detour, -2)
    expect(e.seconds).toBe(Math.round(e.metres / (speed / 3.6)))
  })
})

describe('sentences', () => {
  it.each([
    [{ code: 1, amount: 700_000, of: 'grams' } as const, '超载 700 kg'],
    [{ code: 3, amount: 1500, of: 'seconds' } as const, '晚于时间窗 25 分钟'],
    [{ code: 9, amount: 0, of: 'none' } as const, '城市限行'],
  ])('of %j', (v, text) => expect(violationText(v)).toBe(text))
  it('name the smallest change', () => {
    expect(hintText({ code: 1, amount: 700_000, of: 'grams' }, null)).toBe('拆出 700 kg 即可')
    expect(hintText({ code: 5, amount: 1500, of: 'seconds' }, '粤B·123')).toBe('粤B·123 晚收车 25 分钟即可')
    expect(leftOutText({ job: 'a', code: 12 }, (v) => v)).toBe('已手动移出')
    expect(leftOutText({ job: 'a', code: 14, addedFen: 12_345 }, (v) => v)).toBe('放弃更省：排入需多花 ¥123.45')
  })
})

describe('线路规划', () => {
  it('finds a shorter order than the one typed, and says what is wrong with a line', () => {
    const read = readStops('仓,121.40,31.20\n甲,121.52,31.31\n乙，121.43，31.15\n丙,121.61,31.22,20,08:00-12:00\n丁,121.35,31.28')
    if ('why' in read) throw new Error(read.why)
    const done = bestOrder(read.stops, { back: true, departAt: 8 * 3600, kmFen: 260, hourFen: 3500 })
    expect(done.plan.unassigned).toEqual([])
    expect(done.plan.routes[0]!.metres).toBeLessThan(done.givenMetres)
  })
  it.each([
    ['仓,121.4', '第 1 行应为「名称,经度,纬度」'],
    ['仓,12.4,31.2', '第 1 行：坐标不在中国境内'],
    ['仓,121.4,31.2\n甲,121.5,31.3,15,10:00-09:00', '第 2 行：时间窗应为「08:00-10:00」'],
    ['仓,121.4,31.2', '至少需要出发地与一个停靠点'],
  ])('%j', (text, why) => expect(readStops(text)).toEqual({ why }))
})
