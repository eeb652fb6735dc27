/**
 * What planning needs of the module that owns orders, drivers and missions (transport). That module answers through its
 * public file, in these shapes; nothing here is written by dispatch.
 * Quantities are integers: grams, 1/10000 m³, pieces, pallets; instants are ISO strings (UTC); money is fen; degrees are WGS-84.
 */
import type { Context, Tx } from '#kit/access/context.server.ts'

/** Where a stop stands and when it takes goods. Without `lng` and `lat`, or not `confirmed`, it cannot be planned (code 7). */
export interface NeededStop {
  party: number | null
  name: string
  address: string
  lng: number | null
  lat: number | null
  confirmed: boolean
  /** Any of these; none = the whole day. */
  windows: readonly { from: string; to: string }[]
  serviceSeconds: number
}

/** One consignment that waits for a mission. No pickup: its goods lie at the vehicle's depot. No delivery: they are brought there. */
export interface SchedulableOrder {
  /** Of the consignment. */
  id: number
  no: string
  version: number
  order: number
  orderNo: string
  orderVersion: number
  store: number | null
  project: number | null
  pickup: NeededStop | null
  delivery: NeededStop | null
  demand: { grams: number; volume: number; pieces: number; pallets: number }
  /** 0.1 ℃; null = any. */
  cold: { min: number; max: number } | null
  goods: 'plain' | 'food' | 'dangerous'
  /** Words that the vehicle must carry too: 尾板, 叉车, a class of vehicle as `class:4.2`. */
  skills: readonly string[]
  /** Unloaded in the reverse order of loading (the order model says so). */
  lifo: boolean
  /** 1–9, 9 the most urgent. */
  priority: number
  releaseAt: string | null
}

/** One vehicle with its driver for the day. `why` names the first reason it may not be sent; then it is shown, not planned. */
export interface DispatchableVehicle {
  /** Of the vehicle. */
  id: number
  plateNo: string
  version: number
  store: number | null
  why: string | null
  driver: { id: number; name: string; drivenSeconds: number; sinceRestSeconds: number; weekSeconds: number } | null
  twoDrivers: boolean
  zones: readonly {
    name: string
    minC: number | null
    maxC: number | null
    grams: number
    volume: number
    pieces: number
    pallets: number
  }[]
  start: { name: string; lng: number; lat: number } | null
  /** null = the route ends at its last stop. */
  end: { name: string; lng: number; lat: number } | null
  shift: { from: string; to: string; overtimeSeconds: number }
  cost: { fixed: number; km: number; hour: number; overtimeHour: number }
  limits: { stops: number | null; metres: number | null; seconds: number | null }
  skills: readonly string[]
  /** What bans look at: 蓝牌, 黄牌, 新能源, 外地. */
  plateTags: readonly string[]
  /** Areas it has a pass for. */
  passes: readonly string[]
  trips: number
}

/** One route that becomes a mission: in driving order, planned instants. `key` makes a repetition give the same mission. */
export interface MissionToBe {
  key: string
  plan: number
  vehicle: number
  driver: number | null
  project: number | null
  store: number | null
  startAt: string
  endAt: string
  metres: number
  stops: readonly {
    kind: 'load' | 'unload' | 'rest' | 'reload'
    consignments: readonly number[]
    party: number | null
    name: string
    lng: number | null
    lat: number | null
    arriveAt: string
    leaveAt: string
    serviceSeconds: number
    metres: number
  }[]
}

/** `transport.public.ts` gives these three functions, under these names. */
export interface TransportDoor {
  /** Consignments of the day (or exactly these ids) that no mission holds and the user may see. */
  schedulable(
    tx: Tx,
    ctx: Context,
    ask: { day: string; store?: number; project?: number; ids?: readonly number[] },
  ): Promise<SchedulableOrder[]>
  /** Vehicles of the user's scope on that day, those that may not be sent with `why`. */
  dispatchable(tx: Tx, ctx: Context, ask: { day: string; store?: number; ids?: readonly number[] }): Promise<DispatchableVehicle[]>
  /** Makes the mission, or throws `refused(...)` with the sentence: 「司机 14:00–18:00 已有任务」. Same key again: the same mission. */
  openMission(tx: Tx, ctx: Context, route: MissionToBe): Promise<{ id: number; no: string }>
}
