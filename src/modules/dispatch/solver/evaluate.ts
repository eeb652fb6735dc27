/** Routes as people see them: every step with its times, every rule that is broken, every part of the cost. */
import { CODE, type Cost, type Problem, type Route, type Sequence, type Step, type Violation, type Visit } from './model.ts'
import { DELIVERY, PICKUP, type Kind, type Net } from './net.ts'
import { awayOf, Tour } from './tour.ts'
import { walk } from './walk.ts'

const NO_COST: Cost = { fixed: 0, km: 0, hours: 0, overtime: 0, late: 0, away: 0, prize: 0, fairness: 0, total: 0 }

/** Node of a visit, or -1 when the problem has no such stop. */
function nodeOf(net: Net, visit: Visit, kind: Kind): number {
  if (visit.part === 'reload') return kind.reloads.find((r) => visit.place === undefined || net.place[r] === visit.place) ?? -1
  const job = visit.job === undefined ? undefined : net.jobIndex.get(visit.job)
  if (job === undefined) return -1
  const shape = net.shape[job]!
  if (visit.part === 'pickup') return (shape & PICKUP) !== 0 ? 2 * job : -1
  return (shape & DELIVERY) !== 0 ? 2 * job + 1 : -1
}
export const visitOf = (net: Net, node: number): Visit =>
  node >= 2 * net.jobs
    ? { part: 'reload', place: net.place[node]! }
    : { job: net.problem.jobs[node >> 1]!.id, part: (node & 1) === 0 ? 'pickup' : 'delivery' }

export function nodesOf(net: Net, vehicle: number, visits: readonly Visit[]): number[] {
  const kind = net.kinds[net.kindOf[vehicle]!]!
  return visits.map((v) => nodeOf(net, v, kind)).filter((n) => n >= 0)
}

const scratch = new Tour()

/** One route, judged in full: never refuses, tells everything. */
export function evaluate(net: Net, sequence: Sequence): Route {
  const vehicle = net.vehicleIndex.get(sequence.vehicle)
  if (vehicle === undefined) throw new Error(`no such vehicle: ${sequence.vehicle}`)
  const kind = net.kinds[net.kindOf[vehicle]!]!
  const nodes = nodesOf(net, vehicle, sequence.visits)
  const visits = nodes.map((n) => visitOf(net, n))
  if (nodes.length === 0) return empty(sequence.vehicle, kind)
  const early = reportOf(net, kind, vehicle, nodes, Math.max(kind.from, sequence.departAt ?? -Infinity))
  let chosen = early
  if (sequence.departAt === undefined && kind.perSecond > 0) {
    scratch.begin(net, vehicle).set(net, nodes).refresh(net)
    const later = scratch.headE
    if (later > early.start) {
      const other = reportOf(net, kind, vehicle, nodes, later)
      if (other.violations.length <= early.violations.length && other.cost.total < early.cost.total) chosen = other
    }
  }
  return {
    vehicle: sequence.vehicle,
    visits,
    ...chosen,
    violations: [...merged(chosen.violations), ...together(net, vehicle, kind, nodes, sequence)],
  }
}

function empty(vehicle: string, kind: Kind): Route {
  return {
    vehicle,
    steps: [],
    visits: [],
    start: kind.from,
    end: kind.from,
    metres: 0,
    driving: 0,
    cost: NO_COST,
    fullest: 0,
    violations: [],
  }
}

function reportOf(net: Net, kind: Kind, vehicle: number, nodes: readonly number[], start: number) {
  const steps: Step[] = []
  const violations: Violation[] = []
  const d = walk(net, kind, nodes, nodes.length, start, { steps, violations })
  let away = 0
  for (const n of nodes) {
    if (n >= 2 * net.jobs) continue
    if (net.shape[n >> 1] !== (PICKUP | DELIVERY) || (n & 1) === 1) away += awayOf(net, n >> 1, vehicle)
  }
  const exact = net.problem.exact !== false
  const r = (x: number): number => (exact ? Math.round(x) : x)
  const parts = {
    fixed: kind.fixed,
    km: r(d.metres * kind.perMetre),
    hours: r((d.end - d.start) * kind.perSecond),
    overtime: r(d.over * kind.perOver),
    late: d.late > 0 ? r((d.late * net.late) / 60) : 0,
    away,
    prize: 0,
    fairness: 0,
  }
  const total = parts.fixed + parts.km + parts.hours + parts.overtime + parts.late + parts.away
  let fullest = 0
  for (const s of steps)
    s.load.forEach((x, q) => {
      const most = kind.capacity[q]!
      if (most > 0) fullest = Math.max(fullest, x / most)
    })
  return { steps, violations, start: d.start, end: d.end, metres: d.metres, driving: d.driving, cost: { ...parts, total }, fullest }
}

/** An overload is told once, at its worst. */
function merged(all: readonly Violation[]): Violation[] {
  const worst = new Map<string, Violation>()
  const rest: Violation[] = []
  for (const v of all) {
    if (v.code !== CODE.weight && v.code !== CODE.volume) rest.push(v)
    else {
      const known = worst.get(v.of)
      if (!known || known.amount < v.amount) worst.set(v.of, v)
    }
  }
  return [...worst.values(), ...rest]
}

/** What no single stop shows: locks, goods that must not lie together, stops that were fixed. */
function together(net: Net, vehicle: number, kind: Kind, nodes: readonly number[], sequence: Sequence): Violation[] {
  const out: Violation[] = []
  const jobs = [...new Set(nodes.filter((n) => n < 2 * net.jobs).map((n) => n >> 1))]
  const id = (j: number): string => net.problem.jobs[j]!.id
  for (const j of jobs) if (net.allowed[j] && !net.allowed[j].has(vehicle)) out.push({ code: CODE.lock, amount: 0, of: 'none', job: id(j) })
  const fixed = kind.vehicle.fixed ?? []
  const fixedFirst = fixed.every((f, i) => nodes[i] === nodeOf(net, f, kind))
  if (!fixedFirst || (kind.vehicle.closed && nodes.length !== fixed.length))
    out.push({ code: CODE.lock, amount: 0, of: 'none', ...(sequence.visits[0]?.job === undefined ? {} : { job: sequence.visits[0].job }) })
  const food = jobs.some((j) => net.goods[j] === 1)
  const danger = jobs.find((j) => net.goods[j] === 2)
  if (food && danger !== undefined) out.push({ code: CODE.mixed, amount: 0, of: 'none', job: id(danger) })
  if (net.cold)
    kind.vehicle.zones.forEach((_, z) => {
      const inZone = jobs.filter((j) => kind.zone[j] === z && net.cold![j])
      const low = Math.max(...inZone.map((j) => net.cold![j]![0]))
      const high = Math.min(...inZone.map((j) => net.cold![j]![1]))
      if (inZone.length > 1 && low > high) out.push({ code: CODE.cold, amount: 0, of: 'none', job: id(inZone[0]!) })
    })
  // A pickup without its delivery, or the other way round.
  for (const j of jobs)
    if (net.shape[j] === (PICKUP | DELIVERY) && nodes.includes(2 * j) && !nodes.includes(2 * j + 1) && !out.some((v) => v.job === id(j)))
      out.push({ code: CODE.order, amount: 0, of: 'none', job: id(j) })
  return out
}

/** Σ |h − mean| over all vehicles with their ledger, at the price of an hour. */
function fairnessOf(problem: Problem, seconds: ReadonlyMap<string, number>): number {
  const rate = problem.fairHourFen ?? 0
  const { vehicles } = problem
  if (rate === 0 || vehicles.length < 2) return 0
  const hours = vehicles.map((v) => (v.worked ?? 0) + (seconds.get(v.id) ?? 0))
  const mean = hours.reduce((a, b) => a + b, 0) / hours.length
  return Math.round((hours.reduce((a, h) => a + Math.abs(h - mean), 0) * rate) / 3600)
}

/** The parts of a whole plan: its routes, what stays out, and how evenly the hours lie. */
export function summed(problem: Problem, routes: readonly Route[], left: ReadonlySet<string>): Cost {
  const sum = { ...NO_COST }
  for (const r of routes) for (const k of Object.keys(sum) as (keyof Cost)[]) sum[k] += r.cost[k]
  for (const j of problem.jobs) if (left.has(j.id)) sum.prize += j.prize
  sum.fairness = fairnessOf(problem, new Map(routes.map((r) => [r.vehicle, r.end - r.start])))
  sum.total += sum.prize + sum.fairness
  return sum
}
