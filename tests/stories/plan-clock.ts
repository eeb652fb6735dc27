/**
 * A judge of plans that knows the question and the answer only (model.ts), written from the rules in docs/domain/dispatch.md and not from
 * the planner: it lives through each route second by second, loads and unloads by itself, and says everything that was not allowed.
 */
import type { Ban, Job, Plan, Problem, Route, Step, Stop, Vehicle } from '#modules/dispatch/solver/model.ts'

type Say = (what: string) => void
interface Second {
  at: number
  driving: boolean
  /** Standing that may count as a rest. */
  idle: boolean
  /** Where it stands, or both ends of the way it drives. */
  places: readonly number[]
}

const within = (inner: readonly [number, number], outer: readonly [number, number]): boolean => inner[0] >= outer[0] && inner[1] <= outer[1]
const width = (z: { cold?: readonly [number, number] }): number => (z.cold ? z.cold[1] - z.cold[0] : Infinity)

/** The narrowest zone that can hold its range; what needs no cold lies where nothing is cooled. */
function zoneOf(v: Vehicle, j: Job): number {
  const fitting = v.zones
    .map((z, i) => ({ z, i }))
    .filter(({ z }) => (j.cold ? z.cold !== undefined && within(j.cold, z.cold) : z.cold === undefined))
    .toSorted((a, b) => width(a.z) - width(b.z) || a.i - b.i)
  return fitting[0]?.i ?? -1
}
const stopOf = (j: Job, s: Step): Stop | undefined => (s.kind === 'pickup' ? j.pickup : s.kind === 'delivery' ? j.delivery : undefined)

/** The whole route as seconds: the road first, then the hold before arriving, then whatever the step is. */
function secondsOf(r: Route, jobs: ReadonlyMap<string, Job>): Second[] {
  const out: Second[] = []
  let t = r.start
  let place = r.steps[0]!.place
  const stand = (until: number, places: readonly number[], idle: boolean): void => {
    for (; t < until; t++) out.push({ at: t, driving: false, idle, places })
  }
  for (const [i, s] of r.steps.entries()) {
    if (i === 0) {
      stand(s.leave, [s.place], true)
      continue
    }
    const next = s.place >= 0 ? s.place : place
    // A rest on the way lies between the two places that the next step ends.
    const to = s.place >= 0 ? s.place : (r.steps.slice(i).find((x) => x.place >= 0)?.place ?? place)
    for (let n = 0; n < s.driving; n++, t++) out.push({ at: t, driving: true, idle: false, places: [place, to] })
    stand(s.arrive, [], true)
    stand(s.begin, s.place >= 0 ? [s.place] : [], true)
    const stop = s.job === undefined ? undefined : stopOf(jobs.get(s.job)!, s)
    stand(s.leave, s.place >= 0 ? [s.place] : [], s.kind === 'rest' || stop?.restful === true)
    place = next
  }
  return out
}

function clockOf(p: Problem, v: Vehicle, r: Route, seconds: readonly Second[], say: Say): void {
  const factor = v.drivers ?? 1
  let since = v.sinceRest ?? 0
  let day = v.driven ?? 0
  let idle = 0
  for (const s of seconds) {
    if (s.driving) {
      since++
      day++
      idle = 0
    } else if (s.idle) {
      idle++
      if (idle >= p.rules.rest) since = 0
    } else idle = 0
    if (since > p.rules.driveMax * factor) return say(`at ${s.at} has driven ${since} s without a rest`)
    if (day > p.rules.driveDayMax * factor) return say(`at ${s.at} has driven ${day} s in a day`)
  }
  if (seconds.length !== r.end - r.start) say(`${seconds.length} seconds told of ${r.end - r.start}`)
}

const meant = (b: Ban, v: Vehicle): boolean =>
  (b.tags.length === 0 || b.tags.some((t) => v.tags?.includes(t))) && !(v.passes ?? []).includes(b.area)
function bansOf(p: Problem, v: Vehicle, seconds: readonly Second[], say: Say): void {
  for (const b of (p.bans ?? []).filter((x) => meant(x, v)))
    for (const s of seconds) {
      // On the road it is inside when both ends are; the instant of arriving at an end of the route without standing there is none.
      const inside = s.places.length > 0 && s.places.every((x) => b.places.includes(x))
      if (inside && b.windows.some(([from, to]) => s.at >= from && s.at < to)) return say(`is in ${b.area} at ${s.at}`)
    }
}

interface Aboard {
  job: Job
  zone: number
  since: number
}
/** Goods in and out by the visits alone, and what that makes of every zone. */
function goodsOf(p: Problem, v: Vehicle, r: Route, jobs: ReadonlyMap<string, Job>, say: Say): void {
  const trips: Step[][] = [[]]
  for (const s of r.steps.slice(1)) {
    if (s.kind === 'reload') trips.push([])
    trips.at(-1)!.push(s)
  }
  if (trips.length > (v.trips ?? 1)) say(`makes ${trips.length} trips`)
  const colds = new Map<number, [number, number]>()
  let begin = r.steps[0]!.leave
  for (const trip of trips) {
    if (trip[0]?.kind === 'reload') begin = trip[0].leave
    const own = new Set(trip.flatMap((s) => (s.job === undefined ? [] : [s.job])))
    const aboard: Aboard[] = []
    const put = (job: Job, since: number): void => {
      const zone = zoneOf(v, job)
      if (zone < 0) return say(`${job.id} has no zone`)
      if (job.cold) {
        const c = colds.get(zone) ?? [-Infinity, Infinity]
        colds.set(zone, [Math.max(c[0], job.cold[0]), Math.min(c[1], job.cold[1])])
        if (colds.get(zone)![0] > colds.get(zone)![1]) say(`zone ${zone} cannot suit all`)
      }
      aboard.push({ job, zone, since })
    }
    const full = (where: string): void => {
      for (const [z, zone] of v.zones.entries())
        for (const d of [0, 1, 2, 3] as const) {
          const sum = aboard.filter((a) => a.zone === z).reduce((n, a) => n + a.job.demand[d], 0)
          if (sum > zone.capacity[d]) say(`zone ${z} holds ${sum} of ${zone.capacity[d]} (${d}) ${where}`)
        }
      const kinds = new Set(aboard.map((a) => a.job.goods ?? 'plain'))
      if (kinds.has('food') && kinds.has('dangerous')) say(`food beside dangerous goods ${where}`)
    }
    for (const id of own) {
      const job = jobs.get(id)!
      if (job.pickup) continue
      if (job.release !== undefined && begin < job.release) say(`${id} leaves before it is there`)
      put(job, begin)
    }
    full('leaving')
    for (const s of trip) {
      if (s.job === undefined) continue
      const job = jobs.get(s.job)!
      if (s.kind === 'pickup') put(job, s.begin)
      else {
        const i = aboard.findIndex((a) => a.job.id === s.job)
        if (i < 0) say(`${s.job} is delivered and was not on board`)
        else {
          const one = aboard[i]!
          if (job.lifo && aboard.some((a) => a.job.lifo && a.zone === one.zone && a.since > one.since))
            say(`${s.job} lies behind what came later`)
          aboard.splice(i, 1)
        }
      }
      full(`at ${s.begin}`)
    }
    for (const { job } of aboard) if (job.delivery) say(`${job.id} is still on board at the end of a trip`)
  }
}

function stopsOf(p: Problem, v: Vehicle, r: Route, jobs: ReadonlyMap<string, Job>, say: Say): void {
  let place = v.start
  let [driven, metres, stops] = [0, 0, 0]
  const { size, seconds, metres: way } = p.matrix
  const profile = v.profile ?? 0
  for (const s of r.steps.slice(1)) {
    driven += s.driving
    if (s.place < 0) continue
    const cell = place * size + s.place
    if (!p.matrix.bands && driven !== seconds[profile]![cell]!) say(`drives ${driven} s for ${seconds[profile]![cell]!}`)
    metres += way[profile]![cell]!
    driven = 0
    place = s.place
    if (s.job === undefined) continue
    stops++
    const job = jobs.get(s.job)!
    const stop = stopOf(job, s)
    if (!stop || stop.place !== s.place) say(`${s.job} is not served where it is`)
    else {
      if (s.leave - s.begin !== stop.service) say(`${s.job} takes ${s.leave - s.begin} s`)
      const late = p.rules.lateMinuteFen !== undefined
      if (stop.windows.length > 0 && !late && !stop.windows.some(([a, b]) => s.begin >= a && s.begin <= b))
        say(`${s.job} begins at ${s.begin}`)
    }
    if (!(job.skills ?? []).every((x) => v.skills?.includes(x))) say(`${s.job} wants what ${v.id} cannot`)
    if (job.only && !job.only.includes(v.id)) say(`${s.job} may not go with ${v.id}`)
  }
  if (v.end !== null && place !== v.end) say('does not end where it must')
  if (metres !== r.metres) say(`${metres} m, told ${r.metres}`)
  if (v.maxStops !== undefined && stops > v.maxStops) say(`${stops} stops`)
  if (v.maxMetres !== undefined && metres > v.maxMetres) say(`${metres} m`)
  if (v.maxSeconds !== undefined && r.end - r.start > v.maxSeconds) say(`${r.end - r.start} s under way`)
  if (r.start < v.shift[0] || r.end > v.shift[1] + (v.overtime ?? 0)) say(`${r.start}–${r.end} outside the shift`)
  const over = Math.max(0, r.end - v.shift[1])
  const price =
    v.fixedFen +
    Math.round((metres * v.kmFen) / 1000) +
    Math.round(((r.end - r.start) * v.hourFen) / 3600) +
    Math.round((over * (v.overtimeHourFen ?? 0)) / 3600)
  const told = r.cost.fixed + r.cost.km + r.cost.hours + r.cost.overtime
  if (Math.abs(told - price) > 0) say(`costs ${price}, told ${told}`)
}

/** Everything that is wrong with a plan; nothing, of a good one. */
export function faultsOf(p: Problem, plan: Plan): string[] {
  const faults: string[] = []
  const jobs = new Map(p.jobs.map((j) => [j.id, j]))
  const served = new Map<string, string[]>()
  for (const r of plan.routes) {
    const v = p.vehicles.find((x) => x.id === r.vehicle)!
    const say: Say = (what) => void faults.push(`${v.id}: ${what}`)
    const seconds = secondsOf(r, jobs)
    stopsOf(p, v, r, jobs, say)
    clockOf(p, v, r, seconds, say)
    bansOf(p, v, seconds, say)
    goodsOf(p, v, r, jobs, say)
    for (const s of r.steps) if (s.job !== undefined) served.set(s.job, [...(served.get(s.job) ?? []), `${v.id} ${s.kind}`])
  }
  for (const { id, pickup, delivery } of p.jobs) {
    const wanted = [...(pickup ? ['pickup'] : []), ...(delivery ? ['delivery'] : [])]
    const got = served.get(id)
    const out = plan.unassigned.filter((u) => u.job === id).length
    if (got === undefined ? out !== 1 : out !== 0) faults.push(`${id} is ${got === undefined ? 'lost' : 'served and left out'}`)
    if (
      got !== undefined &&
      (got.map((x) => x.split(' ')[1]).join() !== wanted.join() || new Set(got.map((x) => x.split(' ')[0])).size !== 1)
    )
      faults.push(`${id} is served as ${got.join()}`)
  }
  return faults
}
