/**
 * Routes that stood in some plan on the way, and the cheapest whole plan that can be put together from them: a set
 * partitioning, bounded by Lagrangian prices of the jobs and searched by branching on the job with the fewest routes left.
 */
import type { Net } from './net.ts'
import { Dice } from './random.ts'
import type { Snapshot } from './standing.ts'
import { Tour } from './tour.ts'

/** One route of the pool. */
interface Column {
  /** Kind of vehicle, or the vehicle itself where it matters which one it is; -1 = stays out. */
  slot: number
  nodes: Int32Array
  jobs: Int32Array
  free: number
  cost: number
}
const ROUTES = 6_000
const PRICINGS = 250
const BRANCHES = 20_000

export class Pool {
  private readonly net: Net
  private readonly columns: Column[] = []
  private readonly keys: number[] = []
  private readonly at = new Map<number, number>()
  private next = 0
  private readonly high: Int32Array
  private readonly low: Int32Array
  private readonly scratch = new Tour()
  /** Alike vehicles are not alike when a job prefers or needs one of them. */
  private readonly named: boolean
  private readonly limits: Int32Array

  constructor(net: Net) {
    this.net = net
    this.named = net.anyAway || net.allowed.some((a) => a !== null)
    const slots = this.named ? net.problem.vehicles.length : net.kinds.length
    const dice = new Dice(slots + net.jobs)
    this.high = Int32Array.from({ length: net.jobs + slots }, () => dice.bits() | 0)
    this.low = Int32Array.from({ length: net.jobs + slots }, () => dice.bits() | 0)
    this.limits = new Int32Array(slots)
    net.problem.vehicles.forEach((_, v) => this.limits[this.slot(v)]!++)
  }
  private slot(vehicle: number): number {
    return this.named ? vehicle : this.net.kindOf[vehicle]!
  }

  /** The same jobs in the same kind of vehicle are kept once, at their least cost. */
  note(t: Tour): void {
    const { net, high, low } = this
    if (t.len === 0 || !t.ok) return
    const slot = this.slot(t.vehicle)
    let a = high[net.jobs + slot]!
    let b = low[net.jobs + slot]!
    for (let k = 1; k <= t.len; k++) {
      const node = t.node[k]!
      if (node >= 2 * net.jobs || (net.shape[node >> 1] === 3 && (node & 1) === 0)) continue
      a = (a + high[node >> 1]!) | 0
      b = (b + low[node >> 1]!) | 0
    }
    const key = (a >>> 0) * 0x200000 + (b & 0x1fffff)
    const known = this.at.get(key)
    if (known !== undefined) {
      if (this.columns[known]!.cost > t.cost + 1e-9) this.columns[known] = this.column(t, slot)
      return
    }
    const i = this.next
    if (this.columns.length === ROUTES) this.at.delete(this.keys[i]!)
    this.columns[i] = this.column(t, slot)
    this.keys[i] = key
    this.at.set(key, i)
    this.next = (i + 1) % ROUTES
  }
  private column(t: Tour, slot: number): Column {
    const { net } = this
    const nodes = t.node.slice(1, t.len + 1)
    const jobs = nodes.filter((c) => c < 2 * net.jobs && (net.shape[c >> 1] !== 3 || (c & 1) === 1)).map((c) => c >> 1)
    return { slot, nodes, jobs, free: t.free, cost: t.cost }
  }

  /** Which routes make a plan cheaper than the given one, or null. */
  better(plan: Omit<Snapshot, 'cost'>): Chosen[] | null {
    const { net, scratch } = this
    const mine: Column[] = plan.absent.map((j) => ({
      slot: -1,
      nodes: new Int32Array(0),
      jobs: Int32Array.of(j),
      free: 1,
      cost: net.prize[j]!,
    }))
    for (const t of plan.tours) {
      scratch.begin(net, t.vehicle).set(net, t.nodes)
      scratch.free = t.free
      scratch.refresh(net)
      mine.push(this.column(scratch, this.slot(t.vehicle)))
    }
    const p = new Partition(net.jobs, [...mine, ...this.columns], mine, this.limits)
    p.pay()
    const chosen = p.search()
    return chosen && this.manned(chosen)
  }
  /** Each route gets one of its kind. */
  private manned(columns: readonly Column[]): Chosen[] {
    const used = new Set<number>()
    return columns
      .filter((c) => c.slot >= 0)
      .map((c) => {
        const vehicle = this.net.problem.vehicles.findIndex((_, v) => this.slot(v) === c.slot && !used.has(v))
        used.add(vehicle)
        return { vehicle, nodes: c.nodes, free: c.free }
      })
  }
}
type Chosen = Snapshot['tours'][number]

class Partition {
  private readonly jobs: number
  private readonly columns: readonly Column[]
  private readonly limits: Int32Array
  private upper: number
  private bound = -Infinity
  /** Prices of the jobs at the best bound, and what each route costs beyond them. */
  private readonly prices: Float64Array
  private readonly over: Float64Array
  private readonly first: Int32Array
  private readonly row: Int32Array

  constructor(jobs: number, columns: readonly Column[], start: readonly Column[], limits: Int32Array) {
    this.jobs = jobs
    this.columns = columns
    this.limits = limits.slice()
    this.upper = start.reduce((sum, c) => sum + c.cost, 0)
    this.prices = new Float64Array(jobs)
    for (const c of start) for (const j of c.jobs) this.prices[j] = c.cost / c.jobs.length
    this.over = new Float64Array(columns.length)
    this.first = new Int32Array(columns.length + 1)
    columns.forEach((c, i) => (this.first[i + 1] = this.first[i]! + c.jobs.length))
    this.row = new Int32Array(this.first[columns.length]!)
    columns.forEach((c, i) => this.row.set(c.jobs, this.first[i]))
  }

  /** Subgradient steps: prices at which the routes that pay cover each job about once. */
  pay(): void {
    const { jobs, columns, first, row } = this
    const cost = Float64Array.from(columns, (c) => c.cost)
    const u = this.prices.slice()
    const over = new Float64Array(columns.length)
    const lack = new Float64Array(jobs)
    let pace = 1
    let idle = 0
    for (let n = 0; n < PRICINGS; n++) {
      let sum = 0
      for (let j = 0; j < jobs; j++) sum += u[j]!
      lack.fill(1)
      for (let i = 0; i < columns.length; i++) {
        let c = cost[i]!
        const end = first[i + 1]!
        for (let k = first[i]!; k < end; k++) c -= u[row[k]!]!
        over[i] = c
        if (c >= 0) continue
        sum += c
        for (let k = first[i]!; k < end; k++) lack[row[k]!]!--
      }
      if (sum > this.bound + 1e-9) {
        this.bound = sum
        this.prices.set(u)
        this.over.set(over)
        idle = 0
      } else if (++idle === 10) {
        idle = 0
        pace /= 2
      }
      let norm = 0
      for (let j = 0; j < jobs; j++) norm += lack[j]! * lack[j]!
      if (norm === 0 || this.upper - this.bound < 1e-6 || pace < 1e-4) return
      const step = (pace * (this.upper - sum)) / norm
      for (let j = 0; j < jobs; j++) u[j]! += step * lack[j]!
    }
  }

  /** Depth first, cheapest beyond the prices first; null when nothing beats the start within its tries. */
  search(): Column[] | null {
    const { jobs, columns, over } = this
    const alive = Array.from(columns, (_, i) => i).filter((i) => this.bound + Math.max(0, over[i]!) < this.upper - 1e-6)
    alive.sort((a, b) => over[a]! - over[b]! || a - b)
    const by: number[][] = Array.from({ length: jobs }, () => [])
    for (const i of alive) for (const j of columns[i]!.jobs) by[j]!.push(i)
    const order = Array.from({ length: jobs }, (_, j) => j).sort((a, b) => by[a]!.length - by[b]!.length || a - b)
    const covered = new Uint8Array(jobs)
    const chosen: number[] = []
    let best: number[] | null = null
    let left = BRANCHES
    const go = (from: number, bound: number, cost: number): void => {
      let at = from
      while (at < jobs && covered[order[at]!]) at++
      if (at === jobs) {
        if (cost < this.upper - 1e-6) {
          this.upper = cost
          best = [...chosen]
        }
        return
      }
      for (const i of by[order[at]!]!) {
        const b = bound + Math.max(0, over[i]!)
        if (b >= this.upper - 1e-6 || left <= 0) return
        if (!this.isUncovered(i, covered)) continue
        left--
        this.put(i, covered, 1)
        chosen.push(i)
        go(at + 1, b, cost + columns[i]!.cost)
        chosen.pop()
        this.put(i, covered, 0)
      }
    }
    go(0, this.bound, 0)
    return best === null ? null : (best as number[]).map((i) => columns[i]!)
  }
  private isUncovered(i: number, covered: Uint8Array): boolean {
    const { slot } = this.columns[i]!
    if (slot >= 0 && this.limits[slot]! <= 0) return false
    for (let k = this.first[i]!; k < this.first[i + 1]!; k++) if (covered[this.row[k]!]) return false
    return true
  }
  private put(i: number, covered: Uint8Array, value: 0 | 1): void {
    const { slot } = this.columns[i]!
    if (slot >= 0) this.limits[slot]! += value === 1 ? -1 : 1
    for (let k = this.first[i]!; k < this.first[i + 1]!; k++) covered[this.row[k]!] = value
  }
}
