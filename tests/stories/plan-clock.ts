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
function zoneOf(vehicle: Vehicle, job: Job): number {
  const fitting = vehicle.zones
    .map((z, i) => ({ z, i }))
    .filter(({ z }) => (job.cold ? z.cold !== undefined && within(job.cold, z.cold) : z.cold === undefined))
    .toSorted((a, b) => width(a.z) - width(b.z) || a.i - b.i)
  return fitting[0]?.i ?? -1
}
const stopOf = (job: Job, step: Step): Stop | undefined =>
  step.kind === 'pickup' ? job.pickup : step.kind === 'delivery' ? job.delivery : undefined

/** The whole route as seconds: the road first, then the hold before arriving, then whatever the step is. */
function secondsOf(route: Route, jobs: ReadonlyMap<string, Job>): Second[] {
  const out: Second[] = []
  let t = route.start
  let place = route.steps[0]!.place
  const stand = (until: number, places: readonly number[], idle: boolean): void => {
    for (; t < until; t++) out.push({ at: t, driving: false, idle, places })
  }
  for (const [i, s] of route.steps.entries()) {
    if (i === 0) {
      stand(s.leave, [s.place], true)
      continue
    }
    const next = s.place >= 0 ? s.place : place
    // A rest on the way lies between the two places that the next step ends.
    const to = s.place >= 0 ? s.place : (route.steps.slice(i).find((x) => x.place >= 0)?.place ?? place)
    for (let n = 0; n < s.driving; n++, t++) out.push({ at: t, driving: true, idle: false, places: [place, to] })
    stand(s.arrive, [], true)
    stand(s.begin, s.place >= 0 ? [s.place] : [], true)
    const stop = s.job === undefined ? undefined : stopOf(jobs.get(s.job)!, s)
    stand(s.leave, s.place >= 0 ? [s.place] : [], s.kind === 'rest' || stop?.restful === true)
    place = next
  }
  return out
}

function clockOf(problem: Problem, vehicle: Vehicle, route: Route, seconds: readonly Second[], say: Say): void {
  const factor = vehicle.drivers ?? 1
  let since = vehicle.sinceRest ?? 0
  let day = vehicle.driven ?? 0
  let idle = 0
  for (const second of seconds) {
    if (second.driving) {
      since++
      day++
      idle = 0
    } else if (second.idle) {
      idle++
      if (idle >= problem.rules.rest) since = 0
    } else idle = 0
    if (since > problem.rules.driveMax * factor) return say(`at ${second.at} has driven ${since} s without a rest`)
    if (day > problem.rules.driveDayMax * factor) return say(`at ${second.at} has driven ${day} s in a day`)
  }
  if (seconds.length !== route.end - route.start) say(`${seconds.length} seconds told of ${route.end - route.start}`)
}

const meant = (ban: Ban, vehicle: Vehicle): boolean =>
  (ban.tags.length === 0 || ban.tags.some((t) => vehicle.tags?.includes(t))) && !(vehicle.passes ?? []).includes(ban.area)
function bansOf(problem: Problem, vehicle: Vehicle, seconds: readonly Second[], say: Say): void {
  for (const ban of (problem.bans ?? []).filter((x) => meant(x, vehicle)))
    for (const second of seconds) {
      // On the road it is inside when both ends are; the instant of arriving at an end of the route without standing there is none.
      const inside = second.places.length > 0 && second.places.every((x) => ban.places.includes(x))
      if (inside && ban.windows.some(([from, to]) => second.at >= from && second.at < to)) return say(`is in ${ban.area} at ${second.at}`)
    }
}

interface Aboard {
  job: Job
  zone: number
  since: number
}
/** Goods in and out by the visits alone, and what that makes of every zone. */
function goodsOf(problem: Problem, vehicle: Vehicle, route: Route, jobs: ReadonlyMap<string, Job>, say: Say): void {
  const trips: Step[][] = [[]]
  for (const step of route.steps.slice(1)) {
    if (step.kind === 'reload') trips.push([])
    trips.at(-1)!.push(step)
  }
  if (trips.length > (vehicle.trips ?? 1)) say(`makes ${trips.length} trips`)
  const colds = new Map<number, [number, number]>()
  let begin = route.steps[0]!.leave
  for (const trip of trips) {
    if (trip[0]?.kind === 'reload') begin = trip[0].leave
    const own = new Set(trip.flatMap((s) => (s.job === undefined ? [] : [s.job])))
    const aboard: Aboard[] = []
    const put = (job: Job, since: number): void => {
      const zone = zoneOf(vehicle, job)
      if (zone < 0) return say(`${job.id} has no zone`)
      if (job.cold) {
        const c = colds.get(zone) ?? [-Infinity, Infinity]
        colds.set(zone, [Math.max(c[0], job.cold[0]), Math.min(c[1], job.cold[1])])
        if (colds.get(zone)![0] > colds.get(zone)![1]) say(`zone ${zone} cannot suit all`)
      }
      aboard.push({ job, zone, since })
    }
    const full = (where: string): void => {
      for (const [z, zone] of vehicle.zones.entries())
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
    for (const step of trip) {
      if (step.job === undefined) continue
      const job = jobs.get(step.job)!
      if (step.kind === 'pickup') put(job, step.begin)
      else {
        const i = aboard.findIndex((a) => a.job.id === step.job)
        if (i < 0) say(`${step.job} is delivered and was not on board`)
        else {
          const one = aboard[i]!
          if (job.lifo && aboard.some((a) => a.job.lifo && a.zone === one.zone && a.since > one.since))
            say(`${step.job} lies behind what came later`)
          aboard.splice(i, 1)
        }
      }
      full(`at ${step.begin}`)
    }
    for (const { job } of aboard) if (job.delivery) say(`${job.id} is still on board at the end of a trip`)
  }
}

function stopsOf(problem: Problem, vehicle: Vehicle, route: Route, jobs: ReadonlyMap<string, Job>, say: Say): void {
  let place = vehicle.start
  let [driven, metres, stops] = [0, 0, 0]
  const { size, seconds, metres: way } = problem.matrix
  const profile = vehicle.profile ?? 0
  for (const step of route.steps.slice(1)) {
    driven += step.driving
    if (step.place < 0) continue
    const cell = place * size + step.place
    if (!problem.matrix.bands && driven !== seconds[profile]![cell]!) say(`drives ${driven} s for ${seconds[profile]![cell]!}`)
    metres += way[profile]![cell]!
    driven = 0
    place = step.place
    if (step.job === undefined) continue
    stops++
    const job = jobs.get(step.job)!
    const stop = stopOf(job, step)
    if (!stop || stop.place !== step.place) say(`${step.job} is not served where it is`)
    else {
      if (step.leave - step.begin !== stop.service) say(`${step.job} takes ${step.leave - step.begin} s`)
      const late = problem.rules.lateMinuteFen !== undefined
      if (stop.windows.length > 0 && !late && !stop.windows.some(([a, b]) => step.begin >= a && step.begin <= b))
        say(`${step.job} begins at ${step.begin}`)
    }
    if (!(job.skills ?? []).every((x) => vehicle.skills?.includes(x))) say(`${step.job} wants what ${vehicle.id} cannot`)
    if (job.only && !job.only.includes(vehicle.id)) say(`${step.job} may not go with ${vehicle.id}`)
  }
  if (vehicle.end !== null && place !== vehicle.end) say('does not end where it must')
  if (metres !== route.metres) say(`${metres} m, told ${route.metres}`)
  if (vehicle.maxStops !== undefined && stops > vehicle.maxStops) say(`${stops} stops`)
  if (vehicle.maxMetres !== undefined && metres > vehicle.maxMetres) say(`${metres} m`)
  if (vehicle.maxSeconds !== undefined && route.end - route.start > vehicle.maxSeconds) say(`${route.end - route.start} s under way`)
  if (route.start < vehicle.shift[0] || route.end > vehicle.shift[1] + (vehicle.overtime ?? 0))
    say(`${route.start}–${route.end} outside the shift`)
  const over = Math.max(0, route.end - vehicle.shift[1])
  const price =
    vehicle.fixedFen +
    Math.round((metres * vehicle.kmFen) / 1000) +
    Math.round(((route.end - route.start) * vehicle.hourFen) / 3600) +
    Math.round((over * (vehicle.overtimeHourFen ?? 0)) / 3600)
  const stated = route.cost.fixed + route.cost.km + route.cost.hours + route.cost.overtime
  if (Math.abs(stated - price) > 0) say(`costs ${price}, told ${stated}`)
}

/** Everything that is wrong with a plan; nothing, of a good one. */
export function faultsOf(problem: Problem, plan: Plan): string[] {
  const faults: string[] = []
  const jobs = new Map(problem.jobs.map((j) => [j.id, j]))
  const served = new Map<string, string[]>()
  for (const route of plan.routes) {
    const vehicle = problem.vehicles.find((x) => x.id === route.vehicle)!
    const say: Say = (what) => void faults.push(`${vehicle.id}: ${what}`)
    const seconds = secondsOf(route, jobs)
    stopsOf(problem, vehicle, route, jobs, say)
    clockOf(problem, vehicle, route, seconds, say)
    bansOf(problem, vehicle, seconds, say)
    goodsOf(problem, vehicle, route, jobs, say)
    for (const step of route.steps)
      if (step.job !== undefined) served.set(step.job, [...(served.get(step.job) ?? []), `${vehicle.id} ${step.kind}`])
  }
  for (const { id, pickup, delivery } of problem.jobs) {
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
