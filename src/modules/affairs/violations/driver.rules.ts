/** Who drove at a second, as far as records say, and how sure that is (affairs.md §3.6). Lease segments are asked before. */
import { NEAR_MS } from './holder.rules.ts'

export interface Trip {
  mission: number
  no: string
  driver: number
  driverName: string
  coDriverName: string | null
  planStart: string
  planEnd: string
  actualStart: string | null
  actualEnd: string | null
}
/** Whose card was in the recorder of the vehicle (0x0702). */
export interface Card {
  driver: number | null
  name: string
  at: string
}
export type Sureness = 'sure' | 'likely' | 'weak' | 'none'
export interface Driven {
  /** Null: the company, with what is known said in `why`. */
  driver: number | null
  driverName: string | null
  mission: number | null
  sure: Sureness
  near: boolean
  why: string
}

const ms = (at: string): number => Date.parse(at)
/** On the road: from the departure that was reported to the end that was; open while there is none. */
const onRoad = (t: Trip, at: number): boolean =>
  t.actualStart !== null && ms(t.actualStart) <= at && (t.actualEnd === null || at < ms(t.actualEnd))
/** Planned, and nobody has said that it went otherwise. */
const planned = (t: Trip, at: number): boolean => t.actualStart === null && ms(t.planStart) <= at && at < ms(t.planEnd)
const nearTrip = (t: Trip, at: number): boolean =>
  [t.actualStart, t.actualEnd].some((border) => border !== null && Math.abs(ms(border) - at) <= NEAR_MS)

/** `time` writes a moment as people read it. */
export function whoDrove(
  at: string,
  trips: readonly Trip[],
  regulars: readonly { id: number; name: string }[],
  time: (at: string) => string,
  card: Card | null = null,
): Driven {
  const t = ms(at)
  const near = trips.some((trip) => nearTrip(trip, t))
  const stranger = card ? `；${time(card.at)} 在终端插卡的是 ${card.name}，没有登记这位司机，请核实` : ''
  const said = `${near ? '；距任务起止不足 10 分钟' : ''}${card?.driver === null ? stranger : ''}`
  const driven = (trip: Trip, sure: Sureness, why: string): Driven => ({
    driver: trip.driver,
    driverName: trip.driverName,
    mission: trip.mission,
    sure: card ? 'weak' : sure,
    near,
    why: `${why}${said}`,
  })
  if (card && card.driver !== null) {
    const own = trips.find((trip) => onRoad(trip, t) && trip.driver === card.driver)
    const other = own ? undefined : trips.find((trip) => onRoad(trip, t))
    const doubt = other ? `；任务 ${other.no} 登记的司机是 ${other.driverName}，请核实` : ''
    const why = `${time(card.at)} 在终端插卡：${card.name}${doubt}${said}`
    return { driver: card.driver, driverName: card.name, mission: own?.mission ?? null, sure: other ? 'likely' : 'sure', near, why }
  }
  const road = trips.filter((trip) => onRoad(trip, t)).toSorted((a, b) => ms(b.actualStart!) - ms(a.actualStart!) || b.mission - a.mission)
  const [trip, other] = road
  if (trip) {
    const span = `任务 ${trip.no}，${time(trip.actualStart!)} 发车${trip.actualEnd ? `，${time(trip.actualEnd)} 完成` : '，尚未完成'}`
    if (other && other.driver !== trip.driver)
      return driven(trip, 'weak', `${span}，司机 ${trip.driverName}；同时任务 ${other.no} 登记的司机是 ${other.driverName}，请核实`)
    if (trip.coDriverName) return driven(trip, 'likely', `${span}，主驾 ${trip.driverName}、副驾 ${trip.coDriverName}，请核实当时驾驶人`)
    return driven(trip, near ? 'likely' : 'sure', `${span}，司机 ${trip.driverName}`)
  }
  const plan = trips.filter((one) => planned(one, t)).toSorted((a, b) => ms(b.planStart) - ms(a.planStart) || b.mission - a.mission)[0]
  if (plan)
    return driven(
      plan,
      'weak',
      `任务 ${plan.no} 计划 ${time(plan.planStart)} 至 ${time(plan.planEnd)}，司机 ${plan.driverName}，没有登记发车，请核实`,
    )
  const before = trips
    .filter((one) => one.actualEnd !== null && ms(one.actualEnd) <= t)
    .toSorted((a, b) => ms(b.actualEnd!) - ms(a.actualEnd!) || b.mission - a.mission)[0]
  const last = before ? `；最近一次由 ${before.driverName} 驾驶（任务 ${before.no}，${time(before.actualEnd!)} 完成）` : ''
  const usual = regulars.length ? `；固定司机 ${regulars.map((r) => r.name).join('、')}` : ''
  return { driver: null, driverName: null, mission: null, sure: 'likely', near, why: `没有任务记录${last}${usual}${said}` }
}
