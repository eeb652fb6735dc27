/** The plan as it stands: tours, who is left out, which vehicles are free, and what an iteration changed until it is kept or undone. */
import type { Net } from './net.ts'
import { unfair } from './strings.ts'
import { Tour } from './tour.ts'

export interface Snapshot {
  cost: number
  /** Vehicle → nodes. */
  tours: readonly { vehicle: number; nodes: ArrayLike<number>; free: number }[]
  absent: readonly number[]
}

export class Standing {
  readonly net: Net
  tours: Tour[] = []
  absent: number[]
  cost = 0
  /** Job → index of its tour, as of the last iteration that was kept. */
  protected readonly where: Int32Array
  /** By kind: vehicles that stay at home, and a tour without stops. */
  protected readonly unused: number[][]
  protected readonly empty: Tour[]
  protected readonly pool: Tour[] = []
  /** Indexes changed in this iteration, and by index the tour that stood there before. */
  protected readonly touched: number[] = []
  protected readonly old: (Tour | null)[]
  /** Tours from this index on were opened in this iteration. */
  protected began = 0
  private objects = 0

  constructor(net: Net) {
    this.net = net
    this.where = new Int32Array(net.jobs).fill(-1)
    this.old = Array.from({ length: net.problem.vehicles.length + 1 }, () => null)
    this.unused = net.kinds.map(() => [])
    for (let v = net.problem.vehicles.length - 1; v >= 0; v--) this.unused[net.kindOf[v]!]!.push(v)
    this.empty = net.kinds.map((_, k) => {
      const t = new Tour().begin(net, net.kindOf.indexOf(k))
      t.refresh(net)
      return t
    })
    this.absent = Array.from({ length: net.jobs }, (_, j) => j)
  }

  protected load(tours: Snapshot['tours']): void {
    const { net } = this
    this.pool.push(...this.tours)
    this.tours = []
    this.where.fill(-1)
    for (const list of this.unused) list.length = 0
    const used = new Set(tours.map((t) => t.vehicle))
    for (let v = net.problem.vehicles.length - 1; v >= 0; v--) if (!used.has(v)) this.unused[net.kindOf[v]!]!.push(v)
    for (const t of tours) {
      const tour = this.fresh().begin(net, t.vehicle).set(net, t.nodes)
      tour.free = t.free
      tour.refresh(net)
      for (let k = 1; k <= tour.len; k++) if (tour.node[k]! < 2 * net.jobs) this.where[tour.node[k]! >> 1] = this.tours.length
      this.tours.push(tour)
    }
    this.absent = []
    for (let j = 0; j < net.jobs; j++) if (this.where[j]! < 0) this.absent.push(j)
    this.cost = this.total()
  }
  protected snapshot(): Snapshot {
    return {
      cost: this.cost,
      tours: this.tours.map((t) => ({ vehicle: t.vehicle, nodes: t.node.slice(1, t.len + 1), free: t.free })),
      absent: [...this.absent],
    }
  }

  total(): number {
    let sum = 0
    for (const t of this.tours) sum += t.cost
    return sum + this.prizes(this.absent) + unfair(this.net, this.tours)
  }
  protected prizes(jobs: readonly number[]): number {
    let sum = 0
    for (const j of jobs) sum += this.net.prize[j]!
    return sum
  }

  protected fresh(): Tour {
    return this.pool.pop() ?? new Tour(this.objects++)
  }
  /** The tour at this index, free to be changed. */
  protected own(at: number): Tour {
    const old = this.tours[at]!
    if (this.old[at] || at >= this.began) return old
    const t = this.fresh().copy(this.net, old)
    this.touched.push(at)
    this.old[at] = old
    this.tours[at] = t
    return t
  }

  protected back(count: number, had: number[]): void {
    for (const i of this.touched) {
      this.pool.push(this.tours[i]!)
      this.tours[i] = this.old[i]!
      this.old[i] = null
    }
    this.touched.length = 0
    while (this.tours.length > count) {
      const t = this.tours.pop()!
      this.unused[this.net.kindOf[t.vehicle]!]!.push(t.vehicle)
      this.pool.push(t)
    }
    this.absent = had
  }

  /** Accepted: empty tours go, and everybody knows where he is. */
  protected settle(): void {
    for (const i of this.touched) {
      this.pool.push(this.old[i]!)
      this.old[i] = null
    }
    this.touched.length = 0
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

  protected freeTours(): Tour[] {
    return this.empty.flatMap((e, k) => {
      const free = this.unused[k]!
      if (free.length === 0) return []
      e.vehicle = free[free.length - 1]!
      return [e]
    })
  }
}
