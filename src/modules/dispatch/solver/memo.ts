/** What each tour answered about each job: it holds as long as the tour's version. */
import type { Spot, Tour } from './tour.ts'

export class Memo {
  /** Tours in a row; grows with the objects there are. */
  wide = 16
  version: Int32Array
  cost: Float64Array
  at: Int32Array
  private to: Int32Array
  private reload: Int32Array
  private behind: Uint8Array
  private readonly jobs: number

  constructor(jobs: number) {
    this.jobs = jobs
    const n = jobs * this.wide
    this.version = new Int32Array(n)
    this.cost = new Float64Array(n)
    this.at = new Int32Array(n)
    this.to = new Int32Array(n)
    this.reload = new Int32Array(n)
    this.behind = new Uint8Array(n)
  }
  cell(tour: Tour, job: number): number {
    if (tour.id >= this.wide) this.grow(tour.id)
    return job * this.wide + tour.id
  }
  /** What was known is asked again. */
  private grow(id: number): void {
    while (id >= this.wide) this.wide *= 2
    const n = this.jobs * this.wide
    this.version = new Int32Array(n)
    this.cost = new Float64Array(n)
    this.at = new Int32Array(n)
    this.to = new Int32Array(n)
    this.reload = new Int32Array(n)
    this.behind = new Uint8Array(n)
  }

  /** Where the job costs least there, or that it costs `least` at least. */
  learn(cell: number, tour: Tour, s: Spot | null, least: number): void {
    this.version[cell] = tour.version
    this.cost[cell] = s ? s.cost : least
    this.at[cell] = s ? s.at : 0
    if (!s) return
    this.to[cell] = s.to
    this.reload[cell] = s.reload
    this.behind[cell] = s.behind ? 1 : 0
  }
  recall(cell: number, to: Spot): Spot {
    to.cost = this.cost[cell]!
    to.at = this.at[cell]!
    to.to = this.to[cell]!
    to.reload = this.reload[cell]!
    to.behind = this.behind[cell] === 1
    return to
  }
}
