/** The problem in dense arrays: what the search reads millions of times. Jobs and vehicles stand in an order of their own. */
import { DIMENSIONS, type Ban, type Problem, type Span, type Stop, type Vehicle } from './model.ts'

/** Nodes: 2j = pickup of job j, 2j+1 = its delivery, then one per reload place. */
export interface Kind {
  /** What makes vehicles alike: everything but their names. */
  readonly vehicle: Vehicle
  readonly start: number
  readonly end: number
  readonly from: number
  readonly to: number
  /** With overtime. */
  readonly last: number
  readonly fixed: number
  readonly perMetre: number
  readonly perSecond: number
  readonly perOver: number
  readonly metres: Float64Array
  readonly seconds: Float64Array
  /** The same read the other way round: row = where one comes to. */
  readonly metresTo: Float64Array
  readonly secondsTo: Float64Array
  readonly maxStops: number
  readonly maxMetres: number
  readonly maxSeconds: number
  /** zone × dimension. */
  readonly capacity: Float64Array
  /** Job → zone, -1 = never. */
  readonly zone: Int8Array
  readonly drive: { max: number; rest: number; day: number; driven: number; since: number }
  readonly reloads: readonly number[]
  readonly trips: number
  /** Place → areas it is banned from, or null when no ban touches this kind. */
  readonly bans: ReadonlyMap<number, readonly { area: number; windows: readonly Span[] }[]> | null
  /** The arrays say all; nothing must be walked (but driving time, which each route says). */
  readonly plain: boolean
}

export interface Net {
  readonly problem: Problem
  readonly jobs: number
  readonly nodes: number
  readonly size: number
  /** Per node. */
  readonly place: Int32Array
  readonly service: Float64Array
  readonly open: Float64Array
  readonly close: Float64Array
  readonly windows: readonly (readonly Span[] | null)[]
  readonly restful: Uint8Array
  /** Per job. */
  readonly shape: Uint8Array
  readonly demand: Float64Array
  /** Dimensions anything asks for. */
  readonly active: readonly number[]
  readonly prize: Float64Array
  readonly release: Float64Array
  readonly lifo: Uint8Array
  readonly goods: Uint8Array
  readonly homeOf: Int32Array
  readonly away: Float64Array
  readonly jobIndex: ReadonlyMap<string, number>
  readonly vehicleIndex: ReadonlyMap<string, number>
  readonly kinds: readonly Kind[]
  /** Vehicle → kind. */
  readonly kindOf: Int32Array
  /** Vehicle × job allowed at all (locks), null when nothing is locked. */
  readonly allowed: readonly (ReadonlySet<number> | null)[]
  /** Most zones × four. */
  readonly width: number
  readonly bands: readonly { from: number; factor: number }[]
  readonly late: number
  readonly anyAway: boolean
  /** Per job its temperatures, for jobs that must not share a zone; null when every two may. */
  readonly cold: readonly (Span | null)[] | null
  readonly anyGoods: boolean
  readonly anyLifo: boolean
  readonly anyRelease: boolean
  /** Some job is picked up on the way, or some vehicle loads again: loads change along the route. */
  readonly profile: boolean
  readonly reloadPlaces: readonly number[]
}

export const PICKUP = 1
export const DELIVERY = 2
const FOREVER = 1e12
const GOODS = { plain: 0, food: 1, dangerous: 2 } as const

/** By what they are, then by name: neither the order of the input nor its names lead the search elsewhere. */
function ordered<T extends { id: string }>(all: readonly T[]): T[] {
  return all
    .map((x) => ({ x, key: JSON.stringify({ ...x, id: '' }) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.x.id < b.x.id ? -1 : 1))
    .map(({ x }) => x)
}

export function netOf(given: Problem): Net {
  const problem = { ...given, jobs: ordered(given.jobs), vehicles: ordered(given.vehicles) }
  const { jobs, vehicles, matrix, rules } = problem
  const reloads = [...new Map(vehicles.flatMap((v) => (v.reloads ?? []).map((r) => [`${r.place}:${r.service}`, r] as const))).values()]
  const n = jobs.length * 2 + reloads.length
  const place = new Int32Array(n)
  const service = new Float64Array(n)
  const open = new Float64Array(n)
  const close = new Float64Array(n).fill(FOREVER)
  const windows: (readonly Span[] | null)[] = Array.from({ length: n }, () => null)
  const restful = new Uint8Array(n)
  const soft = rules.lateMinuteFen !== undefined
  const put = (node: number, s: Stop): void => {
    place[node] = s.place
    service[node] = s.service
    restful[node] = s.restful ? 1 : 0
    if (s.windows.length > 0) {
      const sorted = [...s.windows].sort((a, b) => a[0] - b[0])
      open[node] = sorted[0]![0]
      close[node] = soft ? FOREVER : Math.max(...sorted.map((w) => w[1]))
      if (sorted.length > 1 || soft) windows[node] = sorted
    }
  }
  jobs.forEach((j, i) => {
    if (j.pickup) put(2 * i, j.pickup)
    if (j.delivery) put(2 * i + 1, j.delivery)
    if (j.pickup && j.release !== undefined) open[2 * i] = Math.max(open[2 * i]!, j.release)
  })
  reloads.forEach((r, i) => {
    place[2 * jobs.length + i] = r.place
    service[2 * jobs.length + i] = r.service
  })
  const shape = Uint8Array.from(jobs, (j) => (j.pickup ? PICKUP : 0) | (j.delivery ? DELIVERY : 0))
  const demand = new Float64Array(jobs.length * DIMENSIONS)
  jobs.forEach((j, i) => j.demand.forEach((q, d) => (demand[i * DIMENSIONS + d] = q)))
  const vehicleIndex = new Map(vehicles.map((v, i) => [v.id, i]))
  const anyLifo = jobs.some((j) => j.lifo === true)
  const bands = matrix.bands ?? []
  const walked = bands.length > 0 || anyLifo || soft || windows.some((w) => w !== null)
  const reloadNode = (r: { place: number; service: number }): number =>
    2 * jobs.length + reloads.findIndex((x) => x.place === r.place && x.service === r.service)
  const { kinds, kindOf } = kindsOf(problem, walked, reloadNode)
  return {
    problem,
    jobs: jobs.length,
    nodes: n,
    size: matrix.size,
    place,
    service,
    open,
    close,
    windows,
    restful,
    shape,
    demand,
    active: [0, 1, 2, 3].filter((q) => jobs.some((j) => j.demand[q]! !== 0)),
    prize: Float64Array.from(jobs, (j) => j.prize),
    release: Float64Array.from(jobs, (j) => (j.pickup ? 0 : (j.release ?? 0))),
    lifo: Uint8Array.from(jobs, (j) => (j.lifo ? 1 : 0)),
    goods: Uint8Array.from(jobs, (j) => GOODS[j.goods ?? 'plain']),
    homeOf: Int32Array.from(jobs, (j) => (j.home === undefined ? -1 : (vehicleIndex.get(j.home) ?? -2))),
    away: Float64Array.from(jobs, (j) => (j.home === undefined ? 0 : (j.awayFen ?? 0))),
    jobIndex: new Map(jobs.map((j, i) => [j.id, i])),
    vehicleIndex,
    kinds,
    kindOf,
    allowed: jobs.map((j) => (j.only ? new Set(j.only.map((id) => vehicleIndex.get(id) ?? -1)) : null)),
    width: Math.max(1, ...kinds.map((k) => k.capacity.length)),
    bands,
    late: rules.lateMinuteFen ?? -1,
    anyAway: jobs.some((j) => (j.awayFen ?? 0) !== 0 && j.home !== undefined),
    cold: coldOf(jobs),
    anyGoods: jobs.some((j) => j.goods === 'food') && jobs.some((j) => j.goods === 'dangerous'),
    anyLifo,
    anyRelease: jobs.some((j) => !j.pickup && (j.release ?? 0) > 0),
    profile: jobs.some((j) => j.pickup !== undefined) || reloads.length > 0,
    reloadPlaces: reloads.map((r) => r.place),
  }
}

/** Each matrix once in an array of one kind and once turned, however many vehicles read it; one that is the same both ways is kept once. */
class Matrices {
  private readonly known = new Map<ArrayLike<number>, { there: Float64Array; back: Float64Array }>()
  private readonly size: number
  constructor(size: number) {
    this.size = size
  }
  of(m: ArrayLike<number>): { there: Float64Array; back: Float64Array } {
    const known = this.known.get(m)
    if (known) return known
    const there = m instanceof Float64Array ? m : Float64Array.from(m)
    const made = { there, back: this.turned(there) }
    this.known.set(m, made)
    return made
  }
  private turned(m: Float64Array): Float64Array {
    const n = this.size
    if (this.even(m)) return m
    const t = new Float64Array(n * n)
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) t[j * n + i] = m[i * n + j]!
    return t
  }
  private even(m: Float64Array): boolean {
    const n = this.size
    for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) if (m[i * n + j] !== m[j * n + i]) return false
    return true
  }
}

function coldOf(jobs: Problem['jobs']): (Span | null)[] | null {
  const ranges = jobs.flatMap((j) => (j.cold ? [j.cold] : []))
  const apart = ranges.length > 0 && Math.max(...ranges.map((r) => r[0])) > Math.min(...ranges.map((r) => r[1]))
  return apart ? jobs.map((j) => j.cold ?? null) : null
}

function kindsOf(
  problem: Problem,
  walked: boolean,
  reloadNode: (r: { place: number; service: number }) => number,
): { kinds: Kind[]; kindOf: Int32Array } {
  const seen = new Map<string, number>()
  const matrices = new Matrices(problem.matrix.size)
  const kinds: Kind[] = []
  const kindOf = Int32Array.from(problem.vehicles, (v) => {
    // Who has fixed stops, a ledger or a lock of its own is told apart by them.
    const { id: _, ...rest } = v
    const key = JSON.stringify(rest)
    const known = seen.get(key)
    if (known !== undefined) return known
    seen.set(key, kinds.length)
    kinds.push(kindOfVehicle(problem, v, walked, reloadNode, matrices))
    return kinds.length - 1
  })
  return { kinds, kindOf }
}

function kindOfVehicle(
  problem: Problem,
  v: Vehicle,
  walked: boolean,
  reloadNode: (r: { place: number; service: number }) => number,
  matrices: Matrices,
): Kind {
  const { matrix, rules } = problem
  const profile = Math.min(v.profile ?? 0, matrix.seconds.length - 1)
  const metres = matrices.of(matrix.metres[profile]!)
  const seconds = matrices.of(matrix.seconds[profile]!)
  const capacity = Float64Array.from(v.zones.flatMap((z) => [...z.capacity]))
  const bans = bansOf(problem.bans ?? [], v)
  const double = v.drivers === 2 ? 2 : 1
  return {
    vehicle: v,
    start: v.start,
    end: v.end ?? -1,
    from: v.shift[0],
    to: v.shift[1],
    last: v.shift[1] + (v.overtime ?? 0),
    fixed: v.fixedFen,
    perMetre: v.kmFen / 1000,
    perSecond: v.hourFen / 3600,
    perOver: (v.overtimeHourFen ?? 0) / 3600,
    metres: metres.there,
    seconds: seconds.there,
    metresTo: metres.back,
    secondsTo: seconds.back,
    maxStops: v.maxStops ?? Infinity,
    maxMetres: v.maxMetres ?? Infinity,
    maxSeconds: v.maxSeconds ?? Infinity,
    capacity,
    zone: Int8Array.from(problem.jobs, (j) => zoneFor(v, j.cold, j.demand, j.skills ?? [])),
    drive: {
      max: rules.driveMax * double,
      rest: rules.rest,
      day: rules.driveDayMax * double,
      driven: v.driven ?? 0,
      since: v.sinceRest ?? 0,
    },
    reloads: (v.reloads ?? []).map(reloadNode),
    trips: v.trips ?? 1,
    bans,
    plain: !walked && bans === null && !v.reloads?.length && !v.overtimeHourFen,
  }
}

/** The zone a job lies in: of those that can hold its range the narrowest, else the widest; -1 when skills, range or size forbid. */
function zoneFor(v: Vehicle, cold: Span | undefined, demand: readonly number[], skills: readonly string[]): number {
  if (skills.some((s) => !v.skills?.includes(s))) return -1
  let best = -1
  let measure = Infinity
  v.zones.forEach((z, i) => {
    if (demand.some((q, d) => q > z.capacity[d]!)) return
    if (cold && !(z.cold && z.cold[0] <= cold[0] && z.cold[1] >= cold[1])) return
    // What needs no cooling goes where nothing is cooled, then into the largest.
    const m = cold ? z.cold![1] - z.cold![0] : (z.cold ? 1 : 0) - z.capacity[0] / 1e12
    if (m < measure) {
      measure = m
      best = i
    }
  })
  return best
}

function bansOf(bans: readonly Ban[], v: Vehicle): Kind['bans'] {
  const mine = bans
    .map((b, area) => ({ ...b, n: area }))
    .filter((b) => !v.passes?.includes(b.area) && (b.tags.length === 0 || b.tags.some((t) => v.tags?.includes(t))))
  if (mine.length === 0) return null
  const at = new Map<number, { area: number; windows: readonly Span[] }[]>()
  for (const b of mine)
    for (const p of b.places) at.set(p, [...(at.get(p) ?? []), { area: b.n, windows: [...b.windows].sort((x, y) => x[0] - y[0]) }])
  return at
}
