/**
 * Slack induction by string removals (Christiaens and Vanden Berghe 2020) with simulated annealing: strings of neighbouring
 * tours are taken out, what was taken is put back greedily with blinks. Runs in stages of doubling length, each cooling from
 * warm to cold and starting from the best so far: a longer budget runs the same stages and then more, so it never ends worse.
 */
import type { Net } from './net.ts'
import { exactly, place, put, type Spot } from './insert.ts'
import { Dice } from './random.ts'
import { compact, fixedIn, neighbours, ordered, take, unfair } from './strings.ts'
import { Tour } from './tour.ts'

const OUT = 10
const STRING = 10
const BLINK = 0.01 * 2 ** 32
/** How often a new vehicle is weighed against a place that exists: always is greedy, never cannot grow the fleet. */
const OPEN = 0.05 * 2 ** 32
const FIRST_STAGE = 2_000
const ABSENT_TRIED = 24

export interface Kept {
  cost: number
  /** Vehicle → nodes. */
  tours: { vehicle: number; nodes: Int32Array; free: number }[]
  absent: number[]
}

export class Search {
  readonly net: Net
  readonly dice: Dice
  tours: Tour[] = []
  absent: number[] = []
  cost = 0
  best: Kept
  iterations = 0
  private readonly where: Int32Array
  private readonly near: Int32Array[]
  private readonly unused: number[][]
  private readonly empty: Tour[]
  private readonly pool: Tour[] = []
  private readonly stamp: Int32Array
  private readonly seen: Int32Array
  private mark = 0
  private mark2 = 0
  /** Index → the tour that stood there before this iteration. */
  private saved = new Map<number, Tour>()
  private key: Float64Array
  private stageEnd = 0
  private stageStart = 0
  private stage = 0
  private warm = 0
  private cold = 0
  /** No vehicle is opened: while one fewer is tried, and afterwards. */
  private frozenFleet = false
  /** Only who is left out counts: one vehicle fewer is tried. */
  private emptying = false
  private readonly misses: Float64Array

  constructor(net: Net, seed: number) {
    this.net = net
    this.dice = new Dice(seed)
    this.where = new Int32Array(net.jobs).fill(-1)
    this.stamp = new Int32Array(net.jobs)
    this.seen = new Int32Array(net.problem.vehicles.length + 1)
    this.key = new Float64Array(net.jobs)
    this.misses = new Float64Array(net.jobs)
    this.near = neighbours(net)
    this.unused = net.kinds.map(() => [])
    for (let v = net.problem.vehicles.length - 1; v >= 0; v--) this.unused[net.kindOf[v]!]!.push(v)
    this.empty = net.kinds.map((_, k) => {
      const t = new Tour().begin(net, net.kindOf.indexOf(k))
      t.refresh(net)
      return t
    })
    this.best = { cost: Infinity, tours: [], absent: [] }
    this.absent = Array.from({ length: net.jobs }, (_, j) => j)
    this.cost = this.total()
  }

  /** Starts from these tours (node lists by vehicle); what they do not hold is absent. */
  start(tours: readonly { vehicle: number; nodes: ArrayLike<number>; free?: number }[]): void {
    const { net } = this
    this.tours = []
    this.where.fill(-1)
    for (const list of this.unused) list.length = 0
    const used = new Set(tours.map((t) => t.vehicle))
    for (let v = net.problem.vehicles.length - 1; v >= 0; v--) if (!used.has(v)) this.unused[net.kindOf[v]!]!.push(v)
    for (const t of tours) {
      const tour = new Tour().begin(net, t.vehicle).set(net, t.nodes)
      tour.free = t.free ?? 1
      tour.refresh(net)
      for (let k = 1; k <= tour.len; k++) if (tour.node[k]! < 2 * net.jobs) this.where[tour.node[k]! >> 1] = this.tours.length
      this.tours.push(tour)
    }
    this.absent = []
    for (let j = 0; j < net.jobs; j++) if (this.where[j]! < 0) this.absent.push(j)
    this.cost = this.total()
    this.remember()
  }

  total(): number {
    let sum = 0
    for (const t of this.tours) sum += t.cost
    return sum + this.prizes(this.absent) + unfair(this.net, this.tours)
  }
  /** Everything absent goes in, cheapest insertion, in the order that urgency and place suggest. */
  construct(): void {
    const { net } = this
    const order = [...this.absent].sort((a, b) => net.prize[b]! - net.prize[a]! || net.close[2 * a + 1]! - net.close[2 * b + 1]! || a - b)
    this.absent = []
    this.saved.clear()
    for (const job of order) this.recreate(job, 0)
    this.settle()
    this.cost = this.total()
    this.remember()
  }

  /** Runs until `iterations` in all are done or `until()` says stop (asked every 64). */
  run(iterations: number, until: () => boolean): void {
    if (this.net.jobs === 0 || !this.movable()) return
    const fewest = this.net.problem.mode === 'vehicles'
    while (this.iterations < iterations) {
      if ((this.iterations & 63) === 0 && until()) return
      if (this.iterations >= this.stageEnd) {
        if (fewest && !this.emptied(iterations, until)) return
        this.nextStage()
      }
      const x = (this.iterations - this.stageStart) / (this.stageEnd - this.stageStart)
      this.step(this.warm * Math.pow(this.cold / this.warm, x))
      this.iterations++
    }
  }
  /** Vehicle after vehicle is emptied, as long as each goes within so many trials. False when the budget ended. */
  private emptied(iterations: number, until: () => boolean): boolean {
    const trials = 4 * FIRST_STAGE * 2 ** this.stage
    this.frozenFleet = true
    if (this.stage > 0) this.restore()
    while (this.absent.length === 0 && this.best.absent.length === 0) {
      const gone = this.leastMissed()
      if (gone < 0) break
      this.emptying = true
      this.dissolve(gone)
      const ends = Math.min(iterations, this.iterations + trials)
      while (this.iterations < ends && this.absent.length > 0) {
        if ((this.iterations & 63) === 0 && until()) break
        this.step(this.scale() * 0.1)
        this.iterations++
      }
      this.emptying = false
      if (this.absent.length > 0) break
      this.cost = this.total()
      this.remember()
    }
    this.restore()
    this.stageEnd = this.iterations
    return this.iterations < iterations && !until()
  }
  /** The route whose jobs were hardest to miss least often. */
  private leastMissed(): number {
    let at = -1
    let least = Infinity
    this.tours.forEach((t, i) => {
      if (t.free > 1 || t.kind.vehicle.closed) return
      let sum = 0
      for (let k = 1; k <= t.len; k++) if (t.node[k]! < 2 * this.net.jobs) sum += 1 + this.misses[t.node[k]! >> 1]!
      if (sum >= least) return
      least = sum
      at = i
    })
    return this.tours.length > 1 ? at : -1
  }
  private dissolve(at: number): void {
    const [tour] = this.tours.splice(at, 1)
    this.absent = []
    for (let k = 1; k <= tour!.len; k++) {
      const node = tour!.node[k]!
      if (node < 2 * this.net.jobs && !this.absent.includes(node >> 1)) this.absent.push(node >> 1)
    }
    this.unused[this.net.kindOf[tour!.vehicle]!]!.push(tour!.vehicle)
    this.settle()
    this.cost = this.total()
  }
  private missed(jobs: readonly number[]): number {
    let sum = 0
    for (const j of jobs) sum += 1 + this.misses[j]!
    return sum
  }
  private scale(): number {
    let driven = 0
    let assigned = 0
    for (const t of this.tours) {
      driven += t.cost - (t.len > 0 ? t.kind.fixed : 0)
      assigned += t.len
    }
    return assigned === 0 ? 1 : driven / assigned
  }
  private movable(): boolean {
    return this.absent.length > 0 || this.tours.some((t) => t.len >= t.free && !t.kind.vehicle.closed)
  }
  private nextStage(): void {
    this.stageStart = this.stageEnd
    this.stageEnd = this.stageStart + FIRST_STAGE * 2 ** this.stage
    this.stage++
    const scale = this.scale()
    this.warm = Math.max(1e-6, scale)
    this.cold = Math.max(1e-7, scale * 0.02)
    if (this.stage > 1) this.restore()
  }

  private step(temperature: number): void {
    const before = this.cost
    this.saved.clear()
    const had = this.absent
    const count = this.tours.length
    const out = this.ruin()
    this.absent = []
    const tried = this.candidates(had, out)
    ordered(this.net, tried, this.key, this.misses, this.dice, this.empty[0]!.kind.metres, this.tours[0]?.kind.start ?? 0)
    for (const job of tried) this.recreate(job, BLINK)
    let cost = before
    for (const [i, old] of this.saved) cost += this.tours[i]!.cost - old.cost
    for (let i = count; i < this.tours.length; i++) cost += this.tours[i]!.cost
    let broken = false
    cost += this.prizes(this.absent) - this.prizes(had)
    for (const i of this.saved.keys()) if (!this.tours[i]!.ok) broken = true
    if (this.net.problem.fairHourFen) cost = this.total()
    if (!broken && this.accepted(before, cost, temperature, had)) {
      this.cost = cost
      this.settle()
      if (!this.emptying && cost < this.best.cost - 1e-7) this.remember()
    } else {
      for (const [i, old] of this.saved) {
        this.pool.push(this.tours[i]!)
        this.tours[i] = old
      }
      while (this.tours.length > count) {
        const t = this.tours.pop()!
        this.unused[this.net.kindOf[t.vehicle]!]!.push(t.vehicle)
        this.pool.push(t)
      }
      this.saved.clear()
      this.absent = had
    }
  }

  private accepted(before: number, cost: number, temperature: number, had: readonly number[]): boolean {
    const warm = -temperature * Math.log(this.dice.next() + 1e-12)
    if (!this.emptying) return cost < before + warm
    const was = this.missed(had)
    const is = this.missed(this.absent)
    if (is !== was) return is < was
    return cost - this.prizes(this.absent) < before - this.prizes(had) + warm
  }
  private prizes(jobs: readonly number[]): number {
    return jobs.reduce((sum, j) => sum + this.net.prize[j]!, 0)
  }

  /** What was taken out, and some of those left out before; the others stay out. */
  private candidates(had: number[], out: number[]): number[] {
    if (had.length === 0) return out
    if (had.length <= ABSENT_TRIED) return [...had, ...out]
    const at = this.dice.below(had.length)
    const tried = [...out]
    had.forEach((j, i) => {
      if ((i - at + had.length) % had.length < ABSENT_TRIED) tried.push(j)
      else this.absent.push(j)
    })
    return tried
  }

  /** Strings of about equal length out of neighbouring tours. */
  private ruin(): number[] {
    const { net, dice } = this
    const out: number[] = []
    const filled = this.tours.length
    if (filled === 0) return out
    let assigned = net.jobs - this.absent.length
    if (assigned < 1) assigned = 1
    const longest = Math.min(STRING, assigned / filled)
    const strings = Math.floor(dice.next() * ((4 * OUT) / (1 + longest) - 1) + 1)
    this.mark++
    const seed = dice.below(net.jobs)
    const list = this.near[seed]!
    let done = 0
    for (let i = -1; i < list.length && done < strings; i++) {
      const job = i < 0 ? seed : list[i]!
      const at = this.where[job]!
      if (at < 0 || this.stamp[job] === this.mark || this.saved.has(at)) continue
      const tour = this.tours[at]!
      if (tour.kind.vehicle.closed || tour.len < tour.free) continue
      if (this.cut(at, job, longest, out)) done++
    }
    return out
  }

  private cut(at: number, job: number, longest: number, out: number[]): boolean {
    const { net, dice } = this
    const old = this.tours[at]!
    const first = old.free
    const size = old.len - first + 1
    let pos = first
    while (pos <= old.len && old.node[pos]! >> 1 !== job) pos++
    if (pos > old.len) return false
    const length = Math.floor(dice.next() * Math.min(longest, size) + 1)
    let span = length
    if (length > 1 && length < size && dice.next() >= 0.5)
      while (span < size && dice.next() > 0.01) {
        span++
        if (dice.next() > 0.5) break
      }
    const low = Math.max(first, pos - span + 1)
    const high = Math.min(pos, old.len - span + 1)
    const from = low + dice.below(high - low + 1)
    const skip = span - length
    const skipAt = from + dice.below(length + 1)
    for (let k = from; k < from + span; k++) {
      if (skip > 0 && k >= skipAt && k < skipAt + skip) continue
      const node = old.node[k]!
      if (node >= 2 * net.jobs) continue
      const j = node >> 1
      if (this.stamp[j] === this.mark) continue
      // A pair whose pickup is fixed stays where it is.
      if (first > 1 && fixedIn(old, j)) continue
      this.stamp[j] = this.mark
      out.push(j)
    }
    const tour = this.own(at)
    compact(net, tour, this.stamp, this.mark)
    tour.refresh(net)
    return true
  }

  /** The tour at this index, free to be changed. */
  private own(at: number): Tour {
    const old = this.tours[at]!
    if (this.saved.has(at)) return old
    const t = (this.pool.pop() ?? new Tour()).copy(this.net, old)
    this.saved.set(at, old)
    this.tours[at] = t
    return t
  }

  private recreate(job: number, blink: number): void {
    const { net, tours } = this
    let at = -1
    let best = net.prize[job]!
    let kept: Spot | null = null
    const narrow = tours.length > 24
    if (narrow) {
      this.mark2++
      for (const j of this.near[job]!) if (this.where[j]! >= 0) this.seen[this.where[j]!] = this.mark2
    }
    for (let i = 0; i < tours.length; i++) {
      if (narrow && i < this.seen.length && this.seen[i] !== this.mark2 && tours[i]!.len > 0 && !this.saved.has(i)) continue
      const tour = tours[i]!
      const s = place(net, tour, job, best, blink > 0 ? this.dice : null, blink)
      if (s) {
        best = s.cost
        at = i
        kept = take(this.spare, s)
      }
    }
    // A new vehicle only for what fits nowhere: cheap new routes tie up what the others could share.
    if (!this.frozenFleet && (at < 0 || this.dice.bits() < OPEN))
      for (let k = 0; k < this.empty.length; k++) {
        const free = this.unused[k]!
        if (free.length === 0) continue
        const e = this.empty[k]!
        e.vehicle = free[free.length - 1]!
        const s = place(net, e, job, best, null, 0)
        if (s) {
          best = s.cost
          at = -2 - k
          kept = take(this.spare, s)
        }
      }
    if (kept === null) {
      this.absent.push(job)
      this.misses[job]!++
      return
    }
    const tour = at >= 0 ? this.own(at) : (this.pool.pop() ?? new Tour()).begin(net, this.unused[-2 - at]!.pop()!)
    if (at < 0) tours.push(tour)
    put(net, tour, job, kept)
    tour.refresh(net)
  }
  private readonly spare: Spot = { cost: 0, at: 0, to: 0, reload: -1, behind: false }

  /** Accepted: empty tours go, and everybody knows where he is. */
  private settle(): void {
    for (const [, old] of this.saved) this.pool.push(old)
    this.saved.clear()
    for (let i = this.tours.length - 1; i >= 0; i--) {
      if (this.tours[i]!.len > 0) continue
      const [gone] = this.tours.splice(i, 1)
      this.unused[this.net.kindOf[gone!.vehicle]!]!.push(gone!.vehicle)
      this.pool.push(gone!)
    }
    this.where.fill(-1)
    for (let i = 0; i < this.tours.length; i++) {
      const t = this.tours[i]!
      for (let k = 1; k <= t.len; k++) if (t.node[k]! < 2 * this.net.jobs) this.where[t.node[k]! >> 1] = i
    }
  }

  private freeTours(): Tour[] {
    return this.empty.flatMap((e, k) => {
      const free = this.unused[k]!
      if (free.length === 0) return []
      e.vehicle = free[free.length - 1]!
      return [e]
    })
  }
  /** The exact price of the cheapest place, whatever the prize; null when there is none. */
  cheapestExactly(job: number): number | null {
    return exactly(this.net, this.tours, this.freeTours(), job, Infinity)?.cost ?? null
  }
  insertExactly(job: number, bound: number): boolean {
    const found = exactly(this.net, this.tours, this.freeTours(), job, bound)
    if (!found) return false
    let tour = found.tour
    if (!this.tours.includes(tour)) {
      const kind = this.empty.indexOf(tour)
      tour = new Tour().begin(this.net, this.unused[kind]!.pop()!)
      this.tours.push(tour)
    }
    put(this.net, tour, job, found.spot)
    tour.refresh(this.net)
    this.absent = this.absent.filter((j) => j !== job)
    this.settle()
    this.cost = this.total()
    this.remember()
    return true
  }

  private remember(): void {
    this.best = {
      cost: this.cost,
      tours: this.tours.map((t) => ({ vehicle: t.vehicle, nodes: t.node.slice(1, t.len + 1), free: t.free })),
      absent: [...this.absent],
    }
  }
  restore(): void {
    const kept = this.best
    this.start(kept.tours)
    this.best = kept
  }
}
