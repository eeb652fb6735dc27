/**
 * Slack induction by string removals (Christiaens and Vanden Berghe 2020) with simulated annealing: strings of neighbouring
 * tours are taken out, what was taken is put back greedily with blinks. A budget of iterations runs in stages of doubling
 * length, each cooling from warm to cold and starting from the best so far: more of it runs the same stages and then more, so
 * it never ends worse. A budget of time is one cooling, and now and then the cheapest plan is put together from the routes seen.
 */
import type { Net } from './net.ts'
import { atLeast, blinks, exactly, place, put } from './insert.ts'
import { Memo } from './memo.ts'
import { Pool } from './pool.ts'
import { Dice } from './random.ts'
import { Standing, type Snapshot } from './standing.ts'
import { compact, cut, leastMissed, missed, neighbours, ordered, perStop, range, take, whole } from './strings.ts'
import type { Spot, Tour } from './tour.ts'

const OUT = 10
const STRING = 10
const BLINK = 0.01 * 2 ** 32
/** How often a whole tour is taken out instead. */
const WHOLE = 0.01
/** How often a new vehicle is weighed against a place that exists: always is greedy, never cannot grow the fleet. */
const OPEN = 0.05 * 2 ** 32
const FIRST_STAGE = 2_000
const ABSENT_TRIED = 24
/** Hundredths of a budget of time: from here on routes are gathered, and so often a plan is put together from them. */
const GATHER = 30
const GATHER_EVERY = 10
/** And not before so many iterations a job: in between too few routes are new. */
const GATHER_AFTER = 20
/** In a plan of more jobs than this a job is first looked a place for among the tours of so many of its nearest. */
const MANY = 150
const NEAREST = 30

export class Search extends Standing {
  readonly dice: Dice
  best: Snapshot = { cost: Infinity, tours: [], absent: [] }
  iterations = 0
  /** Iterations done when each hundredth of a budget of time was passed. */
  readonly ticks: number[] = []
  private readonly near: Int32Array[]
  private readonly stamp: Int32Array
  private readonly seen: Int32Array
  private mark = 0
  private mark2 = 0
  /** What the iteration may cost to be accepted, and what it costs so far. */
  private limit = Infinity
  private partial = 0
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
  private readonly gathered: Pool
  private readonly memo: Memo
  private noting = false
  private combined = 0

  constructor(net: Net, seed: number) {
    super(net)
    this.dice = new Dice(seed)
    this.stamp = new Int32Array(net.jobs)
    this.seen = new Int32Array(net.problem.vehicles.length + 1)
    this.key = new Float64Array(net.jobs)
    this.misses = new Float64Array(net.jobs)
    this.near = neighbours(net)
    this.gathered = new Pool(net)
    this.memo = new Memo(net.jobs)
    this.cost = this.total()
  }

  /** Starts from these tours (node lists by vehicle); what they do not hold is absent. */
  start(tours: Snapshot['tours']): void {
    this.load(tours)
    this.remember()
  }

  /** Everything absent goes in, cheapest insertion, in the order that urgency and place suggest. */
  construct(): void {
    const { net } = this
    const order = [...this.absent].sort((a, b) => net.prize[b]! - net.prize[a]! || net.close[2 * a + 1]! - net.close[2 * b + 1]! || a - b)
    this.absent = []
    this.limit = Infinity
    this.began = 0
    for (const job of order) this.recreate(job, 0)
    this.settle()
    this.cost = this.total()
    this.remember()
  }

  /** Runs until `iterations` in all are done or `until()` says stop (asked every 64). */
  run(iterations: number, until: () => boolean, passed?: (n: number) => number): void {
    if (this.net.jobs === 0 || !this.movable()) return
    if (passed && this.net.problem.mode !== 'vehicles') return this.fitted(iterations, until, passed)
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
  /** One cooling over the whole budget, in hundredths of it: as the clock says, or as it went once before. */
  private fitted(iterations: number, until: () => boolean, passed: (n: number) => number): void {
    const { ticks } = this
    const { warm, cold } = range(this.net, this.tours)
    const often = this.net.jobs > 300 ? 63 : 255
    let t = warm
    while (this.iterations < iterations) {
      if ((this.iterations & often) === 0) {
        if (until()) return
        for (const now = Math.min(100, passed(this.iterations)); ticks.length < now;) {
          ticks.push(this.iterations)
          t = warm * Math.pow(cold / warm, ticks.length / 100)
          this.noting = ticks.length >= GATHER
          if (this.noting && ticks.length < 100 && ticks.length % GATHER_EVERY === 0) this.recombine()
        }
      }
      this.step(t)
      this.iterations++
    }
  }
  /** Vehicle after vehicle is emptied, as long as each goes within so many trials. False when the budget ended. */
  private emptied(iterations: number, until: () => boolean): boolean {
    const { net } = this
    const trials = 4 * FIRST_STAGE * 2 ** this.stage
    this.frozenFleet = true
    if (this.stage > 0) this.restore()
    while (this.absent.length === 0 && this.best.absent.length === 0) {
      const gone = leastMissed(net, this.tours, this.misses)
      if (gone < 0) break
      this.emptying = true
      this.dissolve(gone)
      const ends = Math.min(iterations, this.iterations + trials)
      while (this.iterations < ends && this.absent.length > 0) {
        if ((this.iterations & 63) === 0 && until()) break
        this.step(perStop(this.tours) * 0.1)
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
  private movable(): boolean {
    return this.absent.length > 0 || this.tours.some((t) => t.len >= t.free && !t.kind.vehicle.closed)
  }
  private nextStage(): void {
    this.stageStart = this.stageEnd
    this.stageEnd = this.stageStart + FIRST_STAGE * 2 ** this.stage
    this.stage++
    const scale = perStop(this.tours)
    this.warm = Math.max(1e-6, scale)
    this.cold = Math.max(1e-7, scale * 0.02)
    if (this.stage > 1) this.restore()
  }

  private step(temperature: number): void {
    const before = this.cost
    const had = this.absent
    const count = this.tours.length
    const warm = -temperature * Math.log(this.dice.next() + 1e-12)
    this.began = count
    const out = this.ruin()
    this.absent = []
    const tried = this.candidates(had, out)
    ordered(this.net, tried, this.key, this.misses, this.dice, this.empty[0]!.kind.metres, this.tours[0]?.kind.start ?? 0)
    // Putting back only adds: what is too dear already is not finished.
    this.limit = this.emptying || this.net.problem.fairHourFen ? Infinity : before + warm
    this.partial = before - this.prizes(had) + this.prizes(this.absent)
    for (const i of this.touched) this.partial += this.tours[i]!.cost - this.old[i]!.cost
    for (const job of tried) if (!this.recreate(job, BLINK)) break
    if (this.partial < Infinity && this.moved(count) && this.holds(before, count, warm, had)) {
      if (this.noting) {
        for (const i of this.touched) this.gathered.note(this.tours[i]!)
        for (let i = count; i < this.tours.length; i++) this.gathered.note(this.tours[i]!)
      }
      this.settle()
      if (!this.emptying && this.cost < this.best.cost - 1e-7) this.remember()
    } else this.back(count, had)
  }
  /** Something stands elsewhere than before. */
  private moved(count: number): boolean {
    if (this.tours.length !== count || this.absent.length > 0) return true
    for (const i of this.touched) if (!this.tours[i]!.same(this.old[i]!)) return true
    return false
  }
  /** Judged in full: its cost is the plan's when it is accepted. */
  private holds(before: number, count: number, warm: number, had: readonly number[]): boolean {
    let cost = before + this.prizes(this.absent) - this.prizes(had)
    for (const i of this.touched) {
      if (!this.tours[i]!.ok) return false
      cost += this.tours[i]!.cost - this.old[i]!.cost
    }
    for (let i = count; i < this.tours.length; i++) cost += this.tours[i]!.cost
    if (this.net.problem.fairHourFen) cost = this.total()
    if (!this.accepted(before, cost, warm, had)) return false
    this.cost = cost
    return true
  }
  private accepted(before: number, cost: number, warm: number, had: readonly number[]): boolean {
    if (!this.emptying) return cost < before + warm
    const was = missed(had, this.misses)
    const is = missed(this.absent, this.misses)
    if (is !== was) return is < was
    return cost - this.prizes(this.absent) < before - this.prizes(had) + warm
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
    if (dice.next() < WHOLE && this.emptiedOut(this.where[seed]!, out)) return out
    const list = this.near[seed]!
    let done = 0
    for (let i = -1; i < list.length && done < strings; i++) {
      const job = i < 0 ? seed : list[i]!
      const at = this.where[job]!
      if (at < 0 || this.stamp[job] === this.mark || this.old[at]) continue
      const tour = this.tours[at]!
      if (tour.kind.vehicle.closed || tour.len < tour.free) continue
      if (this.cut(at, job, longest, out)) done++
    }
    return out
  }

  /** A whole tour: strings alone never give a vehicle back whose stops many others must share. */
  private emptiedOut(at: number, out: number[]): boolean {
    const tour = this.tours[at]
    if (!tour || tour.free > 1 || tour.kind.vehicle.closed) return false
    whole(this.net, tour, this.stamp, this.mark, out)
    const mine = this.own(at)
    compact(this.net, mine, this.stamp, this.mark)
    mine.refresh(this.net)
    return true
  }
  private cut(at: number, job: number, longest: number, out: number[]): boolean {
    if (!cut(this.net, this.dice, this.tours[at]!, job, longest, this.stamp, this.mark, out)) return false
    const tour = this.own(at)
    compact(this.net, tour, this.stamp, this.mark)
    tour.refresh(this.net)
    return true
  }

  /** Puts the job back where it costs least. False when that is more than the iteration may cost. */
  private recreate(job: number, blink: number): boolean {
    const { net, tours } = this
    let at = -1
    const prize = net.prize[job]!
    let best = prize
    if (this.limit - this.partial < best) best = this.limit - this.partial
    const bound = best
    const narrow = tours.length > 24 || net.jobs > MANY
    if (narrow) this.markNear(job)
    for (let pass = narrow ? 0 : 1; pass < 2; pass++) {
      for (let i = 0; i < tours.length; i++) {
        const tour = tours[i]!
        if (pass === 0 && this.isFar(i, tour)) continue
        const cell = job * this.memo.wide + tour.id
        if (this.memo.version[cell] === tour.version && this.memo.cost[cell]! >= best) continue
        const s = this.asked(tour, job, best, blink)
        if (s) {
          best = s.cost
          at = i
          take(this.spare, s)
        }
      }
      // Only who would stay out looks farther: else a dearer place is no use.
      if (at !== -1 || bound < prize) break
    }
    // A new vehicle only for what fits nowhere: cheap new routes tie up what the others could share.
    if (!this.frozenFleet && (at === -1 || this.dice.bits() < OPEN)) {
      const k = this.opened(job, best)
      if (k >= 0) at = -2 - k
    }
    if (at === -1) {
      if (bound < prize) {
        this.partial = Infinity
        return false
      }
      this.absent.push(job)
      this.partial += prize
      this.misses[job]!++
      return true
    }
    const tour = at >= 0 ? this.own(at) : this.fresh().begin(net, this.unused[-2 - at]!.pop()!)
    if (at < 0) tours.push(tour)
    const was = at < 0 ? 0 : tour.cost
    put(net, tour, job, this.spare)
    tour.refresh(net)
    this.partial += tour.cost - was
    return true
  }
  private markNear(job: number): void {
    const list = this.near[job]!
    const most = this.net.jobs > MANY ? NEAREST : list.length
    this.mark2++
    for (let i = 0; i < list.length && i < most; i++) {
      const at = this.where[list[i]!]!
      if (at >= 0) this.seen[at] = this.mark2
    }
  }
  /** Stands as before this iteration, and nobody near is in it. */
  private isFar(at: number, tour: Tour): boolean {
    return at < this.began && at < this.seen.length && this.seen[at] !== this.mark2 && tour.len > 0 && !this.old[at]
  }
  /** What the tour says of the job, or said when it stood as it stands. */
  private asked(tour: Tour, job: number, bound: number, blink: number): Spot | null {
    const { memo } = this
    const cell = memo.cell(tour, job)
    let skip = 0
    if (memo.version[cell] === tour.version) {
      if (memo.cost[cell]! >= bound) return null
      if (memo.at[cell]! > 0) {
        if (blink === 0 || this.dice.bits() >= blink) return memo.recall(cell, this.recalled)
        skip = memo.at[cell]!
      }
    }
    const before = blinks()
    const s = place(this.net, tour, job, bound, blink > 0 ? this.dice : null, blink, false, skip)
    if (skip === 0 && blinks() === before) memo.learn(cell, tour, s, atLeast())
    return s
  }
  private readonly recalled: Spot = { cost: 0, at: 0, to: 0, reload: -1, behind: false }
  /** The kind a free vehicle of takes the job for less, or -1. */
  private opened(job: number, bound: number): number {
    let at = -1
    let best = bound
    for (let k = 0; k < this.empty.length; k++) {
      const free = this.unused[k]!
      if (free.length === 0) continue
      const e = this.empty[k]!
      e.vehicle = free[free.length - 1]!
      const s = place(this.net, e, job, best, null, 0)
      if (!s) continue
      best = s.cost
      at = k
      take(this.spare, s)
    }
    return at
  }
  /** The cheapest plan of all routes gathered: gone on with when it is better than the best. */
  private recombine(): void {
    if (this.iterations - this.combined < GATHER_AFTER * this.net.jobs) return
    this.combined = this.iterations
    const better = this.net.problem.fairHourFen ? null : this.gathered.better(this.best)
    if (better) this.start(better)
  }
  private readonly spare: Spot = { cost: 0, at: 0, to: 0, reload: -1, behind: false }

  /** The exact price of the cheapest place, whatever the prize; null when there is none. */
  cheapestExactly(job: number): number | null {
    return exactly(this.net, this.tours, this.freeTours(), job, Infinity)?.cost ?? null
  }
  insertExactly(job: number, bound: number): boolean {
    const cheapest = exactly(this.net, this.tours, this.freeTours(), job, bound)
    if (!cheapest) return false
    let tour = cheapest.tour
    if (!this.tours.includes(tour)) {
      const kind = this.empty.indexOf(tour)
      tour = this.fresh().begin(this.net, this.unused[kind]!.pop()!)
      this.tours.push(tour)
    }
    put(this.net, tour, job, cheapest.spot)
    tour.refresh(this.net)
    this.absent = this.absent.filter((j) => j !== job)
    this.settle()
    this.cost = this.total()
    this.remember()
    return true
  }

  private remember(): void {
    this.best = this.snapshot()
  }
  restore(): void {
    const best = this.best
    this.start(best.tours)
    this.best = best
  }
}
