/** The door of this folder: a problem in, the best plan of the budget out. Pure, and the same for the same seed and iterations. */
import { CODE, ENGINE, type Budget, type LeftOut, type Plan, type Problem, type Route, type Sequence, type Visit } from './model.ts'
import { evaluate, nodesOf, summed, visitOf } from './evaluate.ts'
import { netOf, type Net } from './net.ts'
import { complete, reasons } from './proof.ts'
import { Search } from './search.ts'

export interface Progress {
  iterations: number
  cost: number
  unassigned: number
  vehicles: number
}
export interface Options {
  /** Goes on from here; the answer is never worse. */
  start?: readonly Sequence[]
  /** Milliseconds now; only read when the budget is time or progress is wanted. */
  now?: () => number
  progress?: (p: Progress) => void
  cancelled?: () => boolean
}

const PROGRESS_EVERY = 500
const DEFAULT_ITERATIONS = 20_000

export function solve(given: Problem, budget: Budget, options: Options = {}): Plan {
  const { problem, lost } = placed(given)
  const net = netOf(problem)
  const search = new Search(net, problem.seed)
  begin(net, search, options.start ?? [])
  const now = options.now ?? (() => 0)
  const began = now()
  const ends = budget.milliseconds === undefined ? Infinity : began + budget.milliseconds
  let lastProgress = began
  const until = (): boolean => {
    const t = now()
    if (options.progress && t - lastProgress >= PROGRESS_EVERY) {
      lastProgress = t
      options.progress(progressOf(search))
    }
    return t >= ends || options.cancelled?.() === true
  }
  search.run(budget.iterations ?? (budget.milliseconds === undefined ? DEFAULT_ITERATIONS : Infinity), until, passedOf(budget, now, began))
  search.restore()
  complete(search)
  return planOf(net, search, lost)
}

/** Hundredths of the budget that are used: by the clock, or as the plan that is repeated tells; a budget of iterations has none. */
function passedOf({ ticks, milliseconds }: Budget, now: () => number, began: number): ((n: number) => number) | undefined {
  if (ticks) return (n) => ticks.filter((t) => t <= n).length
  if (milliseconds !== undefined) return () => Math.floor(((now() - began) / milliseconds) * 100)
  return undefined
}

const progressOf = (s: Search): Progress => ({
  iterations: s.iterations,
  cost: Math.round(s.best.cost),
  unassigned: s.best.absent.length,
  vehicles: s.best.tours.length,
})

/** Without a place on the matrix nothing can be planned: those are told apart first. */
function placed(given: Problem): { problem: Problem; lost: LeftOut[] } {
  const there = (p: number | undefined): boolean => p === undefined || (p >= 0 && p < given.matrix.size)
  const lost = given.jobs.filter((j) => !there(j.pickup?.place) || !there(j.delivery?.place) || (!j.pickup && !j.delivery))
  const out = new Set(lost.map((j) => j.id))
  return {
    problem: { ...given, jobs: given.jobs.filter((j) => !out.has(j.id)) },
    lost: lost.map((j) => ({ job: j.id, code: CODE.place })),
  }
}

/** Fixed stops stand; then the start, as far as it holds; then everything else goes in. */
function begin(net: Net, search: Search, start: readonly Sequence[]): void {
  const tours = new Map<number, { vehicle: number; nodes: number[]; free: number }>()
  const taken = new Set<number>()
  net.problem.vehicles.forEach((v, i) => {
    if (!v.fixed?.length) return
    const nodes = nodesOf(net, i, v.fixed)
    for (const n of nodes) if (n < 2 * net.jobs) taken.add(n >> 1)
    tours.set(i, { vehicle: i, nodes, free: nodes.length + 1 })
  })
  for (const s of start) {
    const vehicle = net.vehicleIndex.get(s.vehicle)
    if (vehicle === undefined || net.problem.vehicles[vehicle]!.closed) continue
    const fixed = tours.get(vehicle)
    const nodes = [...(fixed?.nodes ?? []), ...nodesOf(net, vehicle, s.visits).filter((n) => n >= 2 * net.jobs || !taken.has(n >> 1))]
    const r = evaluate(net, { vehicle: s.vehicle, visits: nodes.map((n) => visitOf(net, n)) })
    if (nodes.length === 0 || r.violations.length > 0) continue
    for (const n of nodes) if (n < 2 * net.jobs) taken.add(n >> 1)
    tours.set(vehicle, { vehicle, nodes, free: fixed?.free ?? 1 })
  }
  search.start([...tours.values()].sort((a, b) => a.vehicle - b.vehicle))
  search.construct()
}

function planOf(net: Net, search: Search, lost: readonly LeftOut[]): Plan {
  const routes = named(
    net,
    search.tours.map((t) => ({
      vehicle: t.vehicle,
      visits: onward(
        net,
        t.vehicle,
        Array.from(t.node.subarray(1, t.len + 1), (n) => visitOf(net, n)),
      ),
    })),
  ).map((s) => evaluate(net, s))
  const left = reasons(search)
  const unassigned = [...left, ...lost].sort((a, b) => (a.job < b.job ? -1 : 1))
  return {
    routes,
    unassigned,
    cost: summed(net.problem, routes, new Set(left.map((l) => l.job))),
    iterations: search.iterations,
    ...(search.ticks.length > 0 ? { ticks: search.ticks } : {}),
    seed: net.problem.seed,
    engine: ENGINE,
  }
}

const first = (s: { visits: readonly Visit[] }): string => s.visits[0]?.job ?? ''

/** A way that costs the same in both directions is told in one: the smaller name first. */
function onward(net: Net, vehicle: number, visits: readonly Visit[]): readonly Visit[] {
  const v = net.problem.vehicles[vehicle]!
  const back = [...visits].reverse()
  if (v.fixed?.length || net.profile || (back[0]?.job ?? '') >= (visits[0]?.job ?? '')) return visits
  const there = evaluate(net, { vehicle: v.id, visits })
  const turned = evaluate(net, { vehicle: v.id, visits: back })
  return turned.violations.length <= there.violations.length && turned.cost.total <= there.cost.total ? back : visits
}

/** Vehicles that are alike share their routes out by name, so that the same plan always reads the same. */
function named(net: Net, tours: readonly { vehicle: number; visits: readonly Visit[] }[]): Sequence[] {
  const id = (v: number): string => net.problem.vehicles[v]!.id
  const alike = new Map<number, { vehicle: number; visits: readonly Visit[] }[]>()
  for (const t of tours) alike.set(net.kindOf[t.vehicle]!, [...(alike.get(net.kindOf[t.vehicle]!) ?? []), t])
  const bound = net.anyAway || net.allowed.some((a) => a !== null) || net.problem.fairHourFen !== undefined
  const out: Sequence[] = []
  for (const [kind, group] of alike) {
    const names = group.map((t) => id(t.vehicle))
    if (!bound) {
      const all = net.problem.vehicles.flatMap((v, i) => (net.kindOf[i] === kind ? [v.id] : []))
      names.splice(0, names.length, ...all.sort().slice(0, group.length))
      group.sort((a, b) => (first(a) < first(b) ? -1 : 1))
    }
    group.forEach((t, i) => out.push({ vehicle: names[i]!, visits: t.visits }))
  }
  return out.sort((a, b) => (a.vehicle < b.vehicle ? -1 : 1))
}

/** A problem made ready once for many questions: each call judges one route in full. */
export function judgeOf(problem: Problem): (s: Sequence) => Route {
  const net = netOf(placed(problem).problem)
  return (s) => evaluate(net, s)
}
