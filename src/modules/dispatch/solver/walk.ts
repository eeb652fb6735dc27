/**
 * One route driven stop by stop: the exact answer that everything quicker must agree with. Search, edits in the browser,
 * proofs and the committed plan all come here.
 */
import { CODE, DIMENSIONS, type Code, type Step, type Violation } from './model.ts'
import { DELIVERY, PICKUP, type Kind, type Net } from './net.ts'

export interface Drive {
  ok: boolean
  start: number
  end: number
  metres: number
  driving: number
  late: number
  over: number
  /** When each node's work begins and when the vehicle leaves (index 0 = start of the route), for the quick arrays. */
  leaves: Float64Array
  steps: Step[] | null
  violations: Violation[] | null
}

/** Reused from call to call: nobody keeps it. */
const drive: Drive = {
  ok: true,
  start: 0,
  end: 0,
  metres: 0,
  driving: 0,
  late: 0,
  over: 0,
  leaves: new Float64Array(64),
  steps: null,
  violations: null,
}
let load = new Float64Array(16)

interface Sink {
  steps: Step[]
  violations: Violation[]
}

/**
 * Drives `nodes[0..len)` with this kind from `start` on. Without `sink` it stops at the first rule that is broken; with it
 * it goes on to the end and puts every step and every violation there.
 */
export function walk(net: Net, kind: Kind, nodes: ArrayLike<number>, len: number, start: number, sink: Sink | null): Drive {
  const d = drive
  d.ok = true
  d.steps = sink?.steps ?? null
  d.violations = sink?.violations ?? null
  d.start = start
  d.metres = d.driving = d.late = d.over = 0
  if (d.leaves.length < len + 2) d.leaves = new Float64Array(2 * len + 2)
  if (load.length < net.width) load = new Float64Array(net.width)
  load.fill(0)
  const w = new Walker(net, kind, nodes, len, sink)
  w.run(start)
  return d
}

const violationOf = (of: Violation['of'], code: Code, amount: number, job?: string, step?: number): Violation => ({
  code,
  amount: Math.ceil(amount - 1e-6),
  of,
  ...(job === undefined ? {} : { job }),
  ...(step === undefined ? {} : { step }),
})
const OF_DIMENSION = ['grams', 'volume', 'pieces', 'pallets'] as const

class Walker {
  private readonly net: Net
  private readonly kind: Kind
  private readonly nodes: ArrayLike<number>
  private readonly len: number
  private readonly sink: Sink | null
  private t = 0
  /** When the stop before was left. */
  private left = 0
  private at = 0
  private since = 0
  private driven = 0
  private readonly stacks: number[][] | null
  private readonly aboard: Set<number> | null

  constructor(net: Net, kind: Kind, nodes: ArrayLike<number>, len: number, sink: Sink | null) {
    this.net = net
    this.kind = kind
    this.nodes = nodes
    this.len = len
    this.sink = sink
    this.stacks = net.anyLifo ? kind.vehicle.zones.map(() => []) : null
    this.aboard = net.profile ? new Set() : null
  }

  run(start: number): void {
    const { net, kind, nodes, len, sink } = this
    this.t = start
    this.at = kind.start
    this.since = kind.drive.since
    this.driven = kind.drive.driven
    if (!this.takeDepotGoods(0)) return
    drive.leaves[0] = this.t
    drive.start = this.t
    if (sink) this.step('start', undefined, kind.start, 0, 0, 0, this.t, this.t, this.t, 0)
    let trips = 1
    for (let k = 0; k < len; k++) {
      const node = nodes[k]!
      if (!this.stop(node, k)) return
      if (node >= 2 * net.jobs) {
        trips++
        // Everything is unloaded here: what is on its way to somebody must not be.
        if (this.aboard) for (const job of this.aboard) if (!this.fail(CODE.order, 'none', 0, job)) return
        if (trips > kind.trips && !this.fail(CODE.reach, 'stops', 1)) return
        load.fill(0, 0, kind.capacity.length)
        this.stacks?.forEach((s) => (s.length = 0))
        if (!this.takeDepotGoods(k + 1)) return
        // It stands there until the last of the next trip's goods is ready.
        if (sink) Object.assign(sink.steps.at(-1)!, { load: this.loads(), leave: this.t })
      }
      drive.leaves[k + 1] = this.t
    }
    if (this.aboard) for (const job of this.aboard) if (!this.fail(CODE.order, 'none', 0, job)) return
    if (kind.end >= 0 && !this.arriveHome()) return
    this.limits()
  }

  /** Loads what is delivered from the depot until the next reload; the trip starts when the last of it is ready. */
  private takeDepotGoods(from: number): boolean {
    const { net, kind, nodes, len } = this
    for (let k = from; k < len && nodes[k]! < 2 * net.jobs; k++) {
      const node = nodes[k]!
      const job = node >> 1
      if (net.shape[job] !== DELIVERY) continue
      if (net.release[job]! > this.t) this.t = net.release[job]!
      if (!this.put(job, 1)) return false
    }
    // Loaded so that what is delivered first lies on top.
    if (this.stacks)
      for (let k = len - 1; k >= from; k--) {
        const node = nodes[k]!
        if (node < 2 * net.jobs && net.shape[node >> 1] === DELIVERY && this.tripOf(from, k))
          this.stacks[Math.max(0, kind.zone[node >> 1]!)]!.push(node >> 1)
      }
    return true
  }
  private tripOf(from: number, k: number): boolean {
    for (let i = from; i < k; i++) if (this.nodes[i]! >= 2 * this.net.jobs) return false
    return true
  }

  private put(job: number, sign: 1 | -1): boolean {
    const zone = this.kind.zone[job]!
    if (zone < 0) return this.refuseJob(job)
    const base = zone * DIMENSIONS
    for (let q = 0; q < DIMENSIONS; q++) {
      const amount = this.net.demand[job * DIMENSIONS + q]!
      if (amount === 0) continue
      const now = (load[base + q]! += sign * amount)
      const over = now - this.kind.capacity[base + q]!
      if (sign > 0 && over > 0 && !this.fail(q === 0 ? CODE.weight : CODE.volume, OF_DIMENSION[q]!, over, job)) return false
    }
    return true
  }
  /** Why a job has no zone here: too big, wrong class, or too warm. */
  private refuseJob(job: number): boolean {
    const { net, kind } = this
    const j = net.problem.jobs[job]!
    const v = kind.vehicle
    if (j.skills?.some((s) => !v.skills?.includes(s))) return this.fail(CODE.skill, 'none', 0, job)
    const zones = v.zones.filter((z) => !j.cold || (z.cold && z.cold[0] <= j.cold[0] && z.cold[1] >= j.cold[1]))
    if (zones.length === 0) return this.fail(CODE.cold, 'none', 0, job)
    for (let q = 0; q < DIMENSIONS; q++) {
      const over = j.demand[q]! - Math.max(...zones.map((z) => z.capacity[q]!))
      if (over > 0 && !this.fail(q === 0 ? CODE.weight : CODE.volume, OF_DIMENSION[q]!, over, job)) return false
    }
    return true
  }

  private stop(node: number, k: number): boolean {
    const { net, kind } = this
    const isReload = node >= 2 * net.jobs
    const job = isReload ? -1 : node >> 1
    const place = net.place[node]!
    this.left = this.t
    const leg = this.travel(place, k)
    if (leg === null) return false
    let arrive = this.t
    let begin = this.windowFrom(node, arrive)
    const ban = this.banned(place, arrive, begin, net.service[node]!, node)
    begin = ban.begin
    const hold = ban.hold
    arrive += hold
    const late = this.lateness(node, begin)
    if (late > 0) {
      if (net.late < 0) {
        if (!this.fail(CODE.window, 'seconds', late, job)) return false
      } else drive.late += late
    }
    if (!ban.ok && !this.fail(CODE.ban, 'none', 0, job)) return false
    // A long wait is taken as a rest before arriving: it costs nothing.
    if (
      begin - arrive >= kind.drive.rest &&
      this.since > 0 &&
      hold === 0 &&
      kind.bans === null &&
      !net.restful[node] &&
      this.needsRest(k)
    ) {
      if (this.sink) this.step('rest', undefined, -1, leg.metres, leg.driving, 0, arrive, arrive, arrive + kind.drive.rest, 0)
      arrive += kind.drive.rest
      this.since = 0
      leg.metres = leg.driving = 0
    }
    this.t = begin + net.service[node]!
    if (net.restful[node] && this.t - arrive >= kind.drive.rest) this.since = 0
    if (!isReload && !this.handle(node, job)) return false
    if (this.sink) {
      const what = isReload ? 'reload' : (node & 1) === 0 ? 'pickup' : 'delivery'
      this.step(what, isReload ? undefined : job, place, leg.metres, leg.driving, hold, arrive, begin, this.t, late)
    }
    this.at = place
    return true
  }

  private needsRest(k: number): boolean {
    let left = this.since
    let at = this.net.place[this.nodes[k]!]!
    for (let i = k + 1; i <= this.len; i++) {
      const to = i < this.len ? this.net.place[this.nodes[i]!]! : this.kind.end
      if (to < 0) break
      left += this.kind.seconds[at * this.net.size + to]!
      if (left > this.kind.drive.max) return true
      at = to
    }
    return false
  }

  private lateness(node: number, begin: number): number {
    const all = this.net.windows[node]
    const last = all ? Math.max(...all.map((w) => w[1])) : this.net.close[node]!
    return Math.max(0, begin - last)
  }

  private handle(node: number, job: number): boolean {
    const { net, kind } = this
    const zone = kind.zone[job]!
    if ((node & 1) === 0) {
      if (!this.put(job, 1)) return false
      if (net.shape[job] === (PICKUP | DELIVERY)) this.aboard?.add(job)
      this.stacks?.[Math.max(0, zone)]?.push(job)
      return true
    }
    if (net.shape[job] === (PICKUP | DELIVERY) && !this.aboard?.delete(job) && !this.fail(CODE.order, 'none', 0, job)) return false
    const stack = this.stacks?.[Math.max(0, zone)]
    if (stack) {
      const lies = stack.lastIndexOf(job)
      const above = lies < 0 ? [] : stack.slice(lies + 1)
      if (above.some((x) => net.lifo[x] || net.lifo[job]) && !this.fail(CODE.order, 'none', 0, job)) return false
      if (lies >= 0) stack.splice(lies, 1)
    }
    return this.put(job, -1)
  }

  /** Drives to `to`, resting when it must. null = refused. */
  private travel(to: number, k: number): { metres: number; driving: number } | null {
    const { net, kind } = this
    const cell = this.at * net.size + to
    let base = kind.seconds[cell]!
    const metres = kind.metres[cell]!
    if ((base < 0 || metres < 0) && !this.fail(CODE.place, 'none', 0, this.jobAt(k))) return null
    base = Math.max(0, base)
    const { max, rest } = kind.drive
    let driving = 0
    let restAt = -1
    let reported = 0
    while (base > 1e-9) {
      const band = this.bandAt(this.t)
      const room = Math.min(band.until - this.t, max - this.since)
      if (room <= 1e-9 && max - this.since <= 1e-9) {
        restAt = this.t
        if (this.sink) {
          this.step('rest', undefined, -1, 0, driving - reported, 0, restAt, restAt, restAt + rest, 0)
          reported = driving
        }
        this.t += rest
        this.since = 0
        continue
      }
      const need = base * band.factor
      const now = Math.min(need, room)
      this.t += now
      this.since += now
      driving += now
      base -= now / band.factor
    }
    if (net.bands.length > 0) {
      const up = Math.ceil(this.t - 1e-6) - this.t
      if (up > 1e-6) {
        this.t += up
        driving += up
        this.since += up
      }
    }
    this.driven += driving
    drive.driving += driving
    drive.metres += Math.max(0, metres)
    if (this.driven > kind.drive.day && !this.fail(CODE.driving, 'seconds', this.driven - kind.drive.day, this.jobAt(k))) return null
    return { metres: Math.max(0, metres), driving: driving - reported }
  }
  private jobAt(k: number): number {
    return k < this.len && this.nodes[k]! < 2 * this.net.jobs ? this.nodes[k]! >> 1 : -1
  }

  private bandAt(t: number): { factor: number; until: number } {
    const bands = this.net.bands
    if (bands.length === 0) return { factor: 1, until: Infinity }
    const inDay = ((t % 86_400) + 86_400) % 86_400
    let i = bands.length - 1
    while (i > 0 && bands[i]!.from > inDay) i--
    const next = bands[i + 1]?.from ?? 86_400
    return { factor: bands[i]!.factor, until: t - inDay + next }
  }

  /** The first moment of a window at or after `t`; past all windows, `t` itself. */
  private windowFrom(node: number, t: number): number {
    const all = this.net.windows[node]
    if (!all) return Math.max(t, this.net.open[node]!)
    const open = node < 2 * this.net.jobs && (node & 1) === 0 ? Math.max(t, this.net.open[node]!) : t
    for (const [from, to] of all) if (open <= to) return Math.max(open, from)
    return open
  }

  /** Waits outside the area until the ban is over; arrives and leaves outside its hours, or says that it cannot. */
  private banned(
    place: number,
    arrive: number,
    begin: number,
    service: number,
    node: number,
  ): { begin: number; hold: number; ok: boolean } {
    const bans = this.kind.bans?.get(place)
    if (!bans) return { begin, hold: 0, ok: true }
    const hits = (from: number, to: number): number => {
      for (const { windows } of bans) for (const [a, b] of windows) if (from < b && Math.max(to, from + 1) > a) return b
      return -1
    }
    let guard = 0
    for (let until = hits(begin, begin + service); until >= 0 && guard < 50; until = hits(begin, begin + service), guard++) {
      begin = node < 0 ? until : this.windowFrom(node, until)
    }
    const hold = hits(arrive, begin) >= 0 ? begin - arrive : 0
    // From one stop to the next inside one area the way lies inside it too.
    const before = this.kind.bans?.get(this.at) ?? []
    let ok = true
    for (const { area, windows } of before) {
      if (!bans.some((h) => h.area === area)) continue
      if (windows.some(([a, b]) => this.left < b && arrive + hold > a)) ok = false
    }
    return { begin, hold, ok }
  }
  private arriveHome(): boolean {
    const { kind } = this
    this.left = this.t
    const leg = this.travel(kind.end, this.len)
    if (leg === null) return false
    const ban = this.banned(kind.end, this.t, this.t, 0, -1)
    this.t += ban.hold
    if (!ban.ok && !this.fail(CODE.ban, 'none', 0)) return false
    if (this.sink) this.step('end', undefined, kind.end, leg.metres, leg.driving, ban.hold, this.t, this.t, this.t, 0)
    return true
  }

  private limits(): void {
    const { kind, len, net } = this
    drive.end = this.t
    drive.over = Math.max(0, this.t - kind.to)
    let stops = 0
    for (let k = 0; k < len; k++) if (this.nodes[k]! < 2 * net.jobs) stops++
    if (this.t > kind.last && !this.fail(CODE.shift, 'seconds', this.t - kind.last)) return
    if (stops > kind.maxStops && !this.fail(CODE.reach, 'stops', stops - kind.maxStops)) return
    if (drive.metres > kind.maxMetres && !this.fail(CODE.reach, 'metres', drive.metres - kind.maxMetres)) return
    if (this.t - drive.start > kind.maxSeconds) this.fail(CODE.reach, 'seconds', this.t - drive.start - kind.maxSeconds)
  }

  /** A rule is broken: with a sink it is noted there and the drive goes on (true), without one the drive ends (false). */
  private fail(code: Code, of: Violation['of'], amount: number, job = -1): boolean {
    drive.ok = false
    if (!this.sink) return false
    this.sink.violations.push(violationOf(of, code, amount, job >= 0 ? this.net.problem.jobs[job]!.id : undefined, this.sink.steps.length))
    return true
  }
  private loads(): number[] {
    return Array.from(load.subarray(0, this.kind.capacity.length))
  }
  private step(
    kind: Step['kind'],
    job: number | undefined,
    place: number,
    metres: number,
    driving: number,
    hold: number,
    arrive: number,
    begin: number,
    leave: number,
    late: number,
  ): void {
    this.sink!.steps.push({
      kind,
      ...(job === undefined ? {} : { job: this.net.problem.jobs[job]!.id }),
      place,
      metres,
      driving,
      hold,
      arrive,
      begin,
      leave,
      wait: begin - arrive,
      late,
      load: this.loads(),
    })
  }
}
