/** From orders and vehicles to a problem, and what a screen must know to show it: names and places. Pure. */
import type { DispatchableVehicle, NeededStop, SchedulableOrder } from '../needs.ts'
import type { Job, Mode, Problem, Span, Stop, Vehicle } from '../solver/model.ts'
import type { Point } from '#kit/basics/roads.ts'

interface BoardPlace extends Point {
  name: string
}
interface BoardOrder {
  /** Of the consignment; in the problem as text. */
  id: number
  no: string
  orderNo: string
  version: number
  orderVersion: number
  project: number | null
  name: string
  grams: number
  volume: number
  priority: number
  /** Party and address of both ends, for the mission. */
  pickup: { party: number | null; name: string } | null
  delivery: { party: number | null; name: string } | null
}
export interface BoardVehicle {
  id: number
  plateNo: string
  version: number
  driver: number | null
  driverName: string | null
}
export interface Board {
  day: string
  places: BoardPlace[]
  orders: BoardOrder[]
  vehicles: BoardVehicle[]
  /** Vehicles that may not be sent, and why. */
  barred: { plateNo: string; why: string }[]
}

export interface Ask {
  day: string
  orders: readonly SchedulableOrder[]
  vehicles: readonly DispatchableVehicle[]
  mode: Mode
  seed: number
  /** Fen for priority 1; what leaving an order out costs (law: ¥100 000 × priority). */
  prizeFen: number
  fairHourFen: number
  driveMaxMinutes: number
  restMinutes: number
  driveDayMinutes: number
}

const DAY = 86_400
const BEIJING = 8 * 3600
/** Seconds since the midnight the day begins with, in Beijing time. */
export const secondOf = (day: string, instant: string): number =>
  Math.round(Date.parse(instant) / 1000 - Date.parse(`${day}T00:00:00Z`) / 1000 + BEIJING)
export const instantOf = (day: string, second: number): string =>
  new Date((Date.parse(`${day}T00:00:00Z`) / 1000 - BEIJING + second) * 1000).toISOString()

const located = (p: { lng: number | null; lat: number | null } | null): p is Point => p !== null && p.lng !== null && p.lat !== null

export function problemOf(ask: Ask): { problem: Problem; board: Board } {
  const usable = ask.vehicles.filter((v) => v.why === null && v.start !== null)
  const places = new Places()
  for (const v of usable) {
    places.add(v.start!, v.start!.name)
    if (v.end) places.add(v.end, v.end.name)
  }
  for (const o of ask.orders) for (const s of [o.pickup, o.delivery]) if (s && located(s) && s.confirmed) places.add(s, s.name)
  const points = places.sorted()
  const at = (p: Point): number => places.at(p)
  const stop = (s: NeededStop): Stop => ({
    place: located(s) && s.confirmed ? at(s) : -1,
    service: s.serviceSeconds,
    windows: s.windows.map((w): Span => [secondOf(ask.day, w.from), secondOf(ask.day, w.to)]),
  })
  const jobs = ask.orders.map((o): Job => ({
    id: String(o.id),
    ...(o.pickup ? { pickup: stop(o.pickup) } : {}),
    ...(o.delivery ? { delivery: stop(o.delivery) } : {}),
    demand: [o.demand.grams, o.demand.volume, o.demand.pieces, o.demand.pallets],
    ...(o.cold ? { cold: [o.cold.min, o.cold.max] as const } : {}),
    goods: o.goods,
    skills: o.skills,
    lifo: o.lifo,
    ...(o.releaseAt ? { release: Math.max(0, secondOf(ask.day, o.releaseAt)) } : {}),
    prize: ask.prizeFen * o.priority,
  }))
  const vehicles = usable.map((v): Vehicle => ({
    id: String(v.id),
    zones: v.zones.map((z) => ({
      capacity: [z.grams, z.volume, z.pieces, z.pallets],
      ...(z.minC !== null && z.maxC !== null ? { cold: [z.minC, z.maxC] as const } : {}),
    })),
    start: at(v.start!),
    end: v.end ? at(v.end) : null,
    shift: [secondOf(ask.day, v.shift.from), Math.min(2 * DAY, secondOf(ask.day, v.shift.to))],
    overtime: v.shift.overtimeSeconds,
    fixedFen: v.cost.fixed,
    kmFen: v.cost.km,
    hourFen: v.cost.hour,
    overtimeHourFen: v.cost.overtimeHour,
    ...(v.limits.stops === null ? {} : { maxStops: v.limits.stops }),
    ...(v.limits.metres === null ? {} : { maxMetres: v.limits.metres }),
    ...(v.limits.seconds === null ? {} : { maxSeconds: v.limits.seconds }),
    skills: v.skills,
    tags: v.plateTags,
    passes: v.passes,
    ...(v.trips > 1 ? { trips: v.trips, reloads: [{ place: at(v.start!), service: 1800 }] } : {}),
    drivers: v.twoDrivers ? 2 : 1,
    driven: v.driver?.drivenSeconds ?? 0,
    sinceRest: v.driver?.sinceRestSeconds ?? 0,
    worked: ask.mode === 'balance' ? (v.driver?.weekSeconds ?? 0) : 0,
  }))
  return {
    problem: {
      jobs,
      vehicles,
      // Distances follow from the places: withMatrix().
      matrix: { size: points.length, metres: [], seconds: [] },
      rules: { driveMax: ask.driveMaxMinutes * 60, rest: ask.restMinutes * 60, driveDayMax: ask.driveDayMinutes * 60 },
      mode: ask.mode,
      ...(ask.mode === 'balance' ? { fairHourFen: ask.fairHourFen } : {}),
      seed: ask.seed,
    },
    board: boardOf(ask, usable, points),
  }
}

function boardOf(ask: Ask, usable: readonly DispatchableVehicle[], points: BoardPlace[]): Board {
  const end = (s: NeededStop | null) => (s ? { party: s.party, name: s.name } : null)
  return {
    day: ask.day,
    places: points,
    orders: ask.orders.map((o) => ({
      id: o.id,
      no: o.no,
      orderNo: o.orderNo,
      version: o.version,
      orderVersion: o.orderVersion,
      project: o.project,
      name: o.delivery?.name ?? o.pickup?.name ?? o.no,
      grams: o.demand.grams,
      volume: o.demand.volume,
      priority: o.priority,
      pickup: end(o.pickup),
      delivery: end(o.delivery),
    })),
    vehicles: usable.map((v) => ({
      id: v.id,
      plateNo: v.plateNo,
      version: v.version,
      driver: v.driver?.id ?? null,
      driverName: v.driver?.name ?? null,
    })),
    barred: ask.vehicles.flatMap((v) =>
      v.why !== null ? [{ plateNo: v.plateNo, why: v.why }] : v.start === null ? [{ plateNo: v.plateNo, why: '未设置出车地点' }] : [],
    ),
  }
}

/** Equal points are one row of the matrix; rows stand by longitude and latitude, whatever the order of the input. */
class Places {
  private readonly all = new Map<string, BoardPlace>()
  private order = new Map<string, number>()
  private key(p: Point): string {
    return `${p.lng.toFixed(6)},${p.lat.toFixed(6)}`
  }
  add(p: Point, name: string): void {
    const key = this.key(p)
    if (!this.all.has(key)) this.all.set(key, { lng: p.lng, lat: p.lat, name })
  }
  sorted(): BoardPlace[] {
    const keys = [...this.all.keys()].sort()
    this.order = new Map(keys.map((k, i) => [k, i]))
    return keys.map((k) => this.all.get(k)!)
  }
  at(p: Point): number {
    return this.order.get(this.key(p))!
  }
}
