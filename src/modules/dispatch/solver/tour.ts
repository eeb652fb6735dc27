/**
 * A route under search: its nodes and, kept beside them, what makes a trial insertion cost O(1): earliest departure and
 * latest arrival at every position, load so far and to come, and the shortest time of every head and tail.
 */
import { DIMENSIONS } from './model.ts'
import { DELIVERY, PICKUP, type Kind, type Net } from './net.ts'
import { clocked } from './clock.ts'
import { walk } from './walk.ts'

/** Where a job goes in, and what it adds. */
export interface Spot {
  cost: number
  at: number
  /** Position of the delivery after both are in; 0 where there is one stop only. */
  to: number
  /** Reload node put before (or behind) the stop; -1 = none. */
  reload: number
  behind: boolean
  /** What the way grows by; only of a place that waits to be driven. */
  metres?: number
}
const STEP = 32
let versions = 0

export class Tour {
  vehicle = -1
  kind!: Kind
  len = 0
  /** Positions 1..len; 0 is the start, len + 1 the end. */
  node = new Int32Array(STEP)
  place = new Int32Array(STEP)
  /** Metres from a position to the next. */
  link = new Float64Array(STEP)
  /** Seconds from the position before. */
  leg = new Float64Array(STEP)
  /** Earliest leaving and latest arriving at a position. */
  leave = new Float64Array(STEP)
  late = new Float64Array(STEP)
  /** Heads [0..k] and tails [k..end]: least duration, last moment a head and first moment a tail may begin so. */
  headD = new Float64Array(STEP)
  headL = new Float64Array(STEP)
  tailD = new Float64Array(STEP)
  tailE = new Float64Array(STEP)
  /** The first moment the whole may begin so. */
  headE = 0
  /** Waiting that is in its least duration: so much more work costs no time at most. */
  idle = 0
  /** (len + 2) × width: on board after a position, most so far in its trip, most to come in its trip. */
  load = new Float64Array(STEP)
  before = new Float64Array(STEP)
  after = new Float64Array(STEP)
  /** On board at the start: all the demand, where nothing is picked up on the way. */
  total = new Float64Array(4)
  metres = 0
  driving = 0
  seconds = 0
  cost = 0
  ok = true
  /** First position that may move. */
  free = 1
  /** Rests, bans, windows of several parts and the like: judged by walking. */
  exact = false
  /** New with every refresh: what was found out about a tour holds as long as this. */
  version = 0
  /** The number of this object, whatever tour it is. */
  readonly id: number
  /** `total` holds. */
  private counted = false

  constructor(id = 0) {
    this.id = id
  }

  private room(n: number, width: number): void {
    if (this.node.length < n) {
      const size = n + (n >> 1) + STEP
      const larger = new Int32Array(size)
      larger.set(this.node)
      this.node = larger
      this.place = new Int32Array(size)
      for (const name of ['link', 'leg', 'leave', 'late', 'headD', 'headL', 'tailD', 'tailE'] as const) this[name] = new Float64Array(size)
    }
    if (this.load.length < this.node.length * width) {
      for (const name of ['load', 'before', 'after'] as const) this[name] = new Float64Array(this.node.length * width)
    }
    // Counted stays counted: what grows here is the number of stops.
    if (this.total.length < width) this.total = new Float64Array(width)
  }

  begin(net: Net, vehicle: number): this {
    this.vehicle = vehicle
    this.kind = net.kinds[net.kindOf[vehicle]!]!
    this.len = 0
    this.free = 1
    this.counted = false
    this.room(2, net.width)
    return this
  }
  copy(net: Net, from: Tour): this {
    this.vehicle = from.vehicle
    this.kind = from.kind
    this.free = from.free
    this.room(from.len + 4, net.width)
    this.len = from.len
    for (let k = 1; k <= from.len; k++) this.node[k] = from.node[k]!
    this.counted = from.counted
    if (this.counted) for (let q = 0; q < net.width; q++) this.total[q] = from.total[q]!
    return this
  }
  same(as: Tour): boolean {
    if (this.vehicle !== as.vehicle || this.len !== as.len) return false
    for (let k = 1; k <= this.len; k++) if (this.node[k] !== as.node[k]) return false
    return true
  }

  set(net: Net, nodes: ArrayLike<number>): this {
    this.room(nodes.length + 4, net.width)
    this.len = nodes.length
    this.counted = false
    for (let i = 0; i < nodes.length; i++) this.node[i + 1] = nodes[i]!
    return this
  }
  /** Puts a node so that it stands at position `at`. */
  insert(net: Net, at: number, node: number): void {
    this.room(this.len + 4, net.width)
    for (let k = this.len; k >= at; k--) this.node[k + 1] = this.node[k]!
    this.node[at] = node
    this.len++
    if (this.counted) this.add(net, this.total, 0, node >> 1, 1)
  }

  /** Nodes were taken out by hand. */
  shrunk(len: number): void {
    this.len = len
    this.counted = false
  }

  /** All arrays anew, in one pass forward and one back. */
  refresh(net: Net): void {
    const { kind, len } = this
    const { size, service, open, close } = net
    versions = (versions + 1) | 0
    this.version = versions
    this.room(len + 4, net.width)
    const { node, place, leave, late, leg, link } = this
    const { seconds, metres } = kind
    let m = 0
    let drive = 0
    place[0] = kind.start
    leave[0] = this.ready(net)
    this.ok = true
    let from = kind.start
    let t = leave[0]!
    for (let k = 1; k <= len; k++) {
      const c = node[k]!
      const p = (place[k] = net.place[c]!)
      const cell = from * size + p
      const s = (leg[k] = seconds[cell]!)
      if (s < 0) this.ok = false
      m += link[k - 1] = metres[cell]!
      drive += s
      t += s
      if (t > close[c]!) this.ok = false
      if (t < open[c]!) t = open[c]!
      leave[k] = t += service[c]!
      from = p
    }
    const end = len + 1
    leg[end] = link[len] = 0
    place[end] = kind.end
    if (kind.end >= 0) {
      const cell = from * size + kind.end
      const s = (leg[end] = seconds[cell]!)
      if (s < 0) this.ok = false
      m += link[len] = metres[cell]!
      drive += s
      t += s
    }
    leave[end] = t
    if (t > kind.last) this.ok = false
    late[end] = t = kind.last
    for (let k = len; k >= 1; k--) {
      const c = node[k]!
      t -= leg[k + 1]! + service[c]!
      if (t > close[c]!) t = close[c]!
      late[k] = t
    }
    late[0] = late[1]! - (len === 0 ? 0 : leg[1]!)
    this.metres = m
    this.driving = drive
    this.loads(net)
    this.exact = !kind.plain || drive + kind.drive.since > kind.drive.max || drive + kind.drive.driven > kind.drive.day
    if (kind.perSecond > 0 || kind.maxSeconds < Infinity) this.times(net)
    else this.seconds = 0
    if (this.exact && kind.plain) this.rested(net)
    else if (this.exact) this.judge(net)
    else {
      if (m > kind.maxMetres || len > kind.maxStops) this.ok = false
      if (kind.maxSeconds < Infinity && this.seconds > kind.maxSeconds) this.ok = false
      this.cost = this.priced(net, 0, 0)
    }
  }

  /** The first moment the vehicle can go: its shift, and the goods it takes from the depot. */
  private ready(net: Net): number {
    let t = this.kind.from
    if (net.anyRelease)
      for (let k = 1; k <= this.len && this.node[k]! < 2 * net.jobs; k++) {
        const r = net.release[this.node[k]! >> 1]!
        if (r > t) t = r
      }
    return t
  }

  /** Only rests are missing in the arrays. As early as possible first; then as late as saves waiting, where hours cost. */
  private rested(net: Net): void {
    const { kind, len, leave, node, metres } = this
    const start = leave[0]!
    const end = clocked(net, kind, node, len, start, leave)
    if (end < 0 || metres > kind.maxMetres || len > kind.maxStops || end - start > kind.maxSeconds) {
      this.ok = false
      this.cost = this.priced(net, 0, 0)
      return
    }
    this.seconds = end - start
    const later = this.headE
    if (kind.perSecond > 0 && len > 0 && later > start) {
      const back = clocked(net, kind, node, len, later, null)
      if (back >= 0 && back - later < this.seconds) this.seconds = back - later
    }
    this.cost = this.priced(net, 0, 0)
  }

  /** Exact, by driving it: as early as possible first; then as late as saves waiting, where hours cost. */
  private judge(net: Net): void {
    const { kind, len } = this
    const nodes = this.node.subarray(1, len + 1)
    const d = walk(net, kind, nodes, len, this.leave[0]!, null)
    if (!d.ok) {
      this.ok = false
      this.cost = this.priced(net, 0, 0)
      return
    }
    for (let k = 0; k <= len; k++) this.leave[k] = d.leaves[k]!
    this.driving = d.driving
    this.seconds = d.end - d.start
    this.cost = this.priced(net, d.late, d.over)
    if (kind.perSecond > 0 && len > 0 && this.headE > d.start) {
      const later = walk(net, kind, nodes, len, this.headE, null)
      if (later.ok && later.end - later.start < this.seconds) {
        const early = this.seconds
        const cost = this.cost
        this.seconds = later.end - later.start
        this.cost = this.priced(net, later.late, later.over)
        if (this.cost >= cost) {
          this.seconds = early
          this.cost = cost
        }
      }
    }
  }

  private priced(net: Net, late: number, over: number): number {
    const { kind, len } = this
    if (len === 0) return 0
    let away = 0
    if (net.anyAway)
      for (let k = 1; k <= len; k++) {
        const c = this.node[k]!
        if (c < 2 * net.jobs && (net.shape[c >> 1] !== (PICKUP | DELIVERY) || (c & 1) === 1)) away += awayOf(net, c >> 1, this.vehicle)
      }
    const km = this.metres * kind.perMetre
    const hours = this.seconds * kind.perSecond
    if (net.problem.exact === false) return kind.fixed + km + hours + away
    return (
      kind.fixed +
      Math.round(km) +
      Math.round(hours) +
      Math.round(over * kind.perOver) +
      (late > 0 ? Math.round((late * net.late) / 60) : 0) +
      away
    )
  }

  /** Heads and tails: merging two pieces needs only their least duration and when they may begin. */
  private times(net: Net): void {
    const { kind, len, node, leg, headD, headL, tailD, tailE } = this
    const { service, open, close } = net
    let d = (headD[0] = 0)
    let e = this.leave[0]!
    let l = (headL[0] = kind.last)
    for (let k = 1; k <= len + 1; k++) {
      const last = k > len
      const c = last ? -1 : node[k]!
      const shift = d + leg[k]!
      const from = (last ? kind.from : open[c]!) - shift
      const to = (last ? kind.last : close[c]!) - shift
      const wait = from - l > 0 ? from - l : 0
      headD[k] = d = shift + wait + (last ? 0 : service[c]!)
      e = (from > e ? from : e) - wait
      if (to < l) l = to
      if (l < e) l = e
      headL[k] = l
    }
    this.headE = e
    this.seconds = d
    let busy = this.driving
    for (let k = 1; k <= len; k++) busy += service[node[k]!]!
    this.idle = d > busy ? d - busy : 0
    tailD[len + 1] = d = 0
    tailE[len + 1] = e = kind.from
    for (let k = len; k >= 1; k--) {
      const c = node[k]!
      const shift = service[c]! + leg[k + 1]!
      const from = e - shift
      const wait = from - close[c]! > 0 ? from - close[c]! : 0
      tailD[k] = d += shift + wait
      tailE[k] = e = (from > open[c]! ? from : open[c]!) - wait
    }
  }

  /** Loads of every position; a trip begins at the start and at every reload. */
  private loads(net: Net): void {
    const { kind, len, node, load, before, after, total } = this
    const width = net.width
    const cap = kind.capacity
    if (!this.counted) {
      total.fill(0)
      for (let k = 1; k <= len; k++) {
        const c = node[k]!
        if (c >= 2 * net.jobs) break
        const job = c >> 1
        if (net.shape[job] === DELIVERY) this.add(net, total, 0, job, 1)
      }
      this.counted = !net.profile
    }
    for (let q = 0; q < cap.length; q++) if (total[q]! > cap[q]!) this.ok = false
    if (!net.profile) return
    for (let q = 0; q < width; q++) load[q] = before[q] = total[q]!
    let trips = 1
    for (let k = 1; k <= len; k++) {
      const c = node[k]!
      const base = k * width
      if (c >= 2 * net.jobs) {
        trips++
        for (let q = 0; q < width; q++) load[base + q] = 0
        for (let i = k + 1; i <= len && node[i]! < 2 * net.jobs; i++)
          if (net.shape[node[i]! >> 1] === DELIVERY) this.add(net, load, base, node[i]! >> 1, 1)
        for (let q = 0; q < width; q++) before[base + q] = load[base + q]!
      } else {
        for (let q = 0; q < width; q++) load[base + q] = load[base - width + q]!
        this.add(net, load, base, c >> 1, (c & 1) === 0 ? 1 : -1)
        for (let q = 0; q < width; q++) before[base + q] = Math.max(before[base - width + q]!, load[base + q]!)
      }
      for (let q = 0; q < cap.length; q++) if (load[base + q]! > cap[q]!) this.ok = false
    }
    if (trips > kind.trips) this.ok = false
    for (let q = 0; q < width; q++) after[len * width + q] = load[len * width + q]!
    for (let k = len - 1; k >= 0; k--) {
      const ends = node[k + 1]! >= 2 * net.jobs
      for (let q = 0; q < width; q++) {
        const onBoard = load[k * width + q]!
        after[k * width + q] = ends ? onBoard : Math.max(onBoard, after[(k + 1) * width + q]!)
      }
    }
  }
  private add(net: Net, to: Float64Array, base: number, job: number, sign: 1 | -1): void {
    const zone = this.kind.zone[job]!
    if (zone < 0) {
      this.ok = false
      return
    }
    const at = base + zone * DIMENSIONS
    const from = job * DIMENSIONS
    const { active, demand } = net
    for (let i = 0; i < active.length; i++) to[at + active[i]!]! += sign * demand[from + active[i]!]!
  }
}

/** What it costs that this vehicle, not the job's home, takes it. */
export const awayOf = (net: Net, job: number, vehicle: number): number => {
  const home = net.homeOf[job]!
  return home === -1 || home === vehicle ? 0 : net.away[job]!
}

/** Food beside dangerous goods, or temperatures no zone can hold at once. */
export function mixes(net: Net, tour: Tour, job: number): boolean {
  if (!net.anyGoods && !net.cold) return false
  const mine = net.goods[job]!
  const cold = net.cold?.[job]
  let low = cold ? cold[0] : -Infinity
  let high = cold ? cold[1] : Infinity
  for (let k = 1; k <= tour.len; k++) {
    const c = tour.node[k]!
    if (c >= 2 * net.jobs) continue
    const other = c >> 1
    if (net.anyGoods && mine + net.goods[other]! === 3 && mine !== 0 && net.goods[other] !== 0) return true
    const range = net.cold?.[other]
    if (range && cold && tour.kind.zone[other] === tour.kind.zone[job]) {
      low = Math.max(low, range[0])
      high = Math.min(high, range[1])
    }
  }
  return low > high
}
