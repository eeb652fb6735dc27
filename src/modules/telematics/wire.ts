/** What the map screens and the server say to each other. Coordinates are WGS-84, whole numbers of 1e-6 degrees; times seconds since 1970. */
import type { Measure } from './cold/channel.rules.ts'
import type { SwitchFigures, SwitchSpan } from './reads/switch.rules.ts'
import type { Recording } from './reads/temperature.rules.ts'

/** The order is that of the picture: what calls for somebody first. */
export const LIVE_STATES = ['driving', 'idling', 'parked', 'unlocated', 'offline', 'never'] as const
export type LiveState = (typeof LIVE_STATES)[number]
/** Those whose link stands. */
export const ONLINE: readonly LiveState[] = ['driving', 'idling', 'parked', 'unlocated']
export const LIVE_WORDS: Record<LiveState, string> = {
  driving: '行驶',
  idling: '怠速',
  parked: '熄火',
  unlocated: '未定位',
  offline: '离线',
  never: '从未上线',
}

/** Column by column: ten thousand vehicles are one answer of some hundred kB. */
export interface LiveColumns {
  /** Of the vehicle. */
  id: number[]
  /** Of its row in 车辆动态, which actions are asked of. */
  row: number[]
  plate: string[]
  /** Index into LIVE_STATES. */
  state: number[]
  /** 1e-6 degrees. */
  lng: (number | null)[]
  lat: (number | null)[]
  /** km/h */
  speed: number[]
  direction: number[]
  at: (number | null)[]
  /** 1 fuel cut, 2 electricity cut, 4 ignition on. */
  flags: number[]
  /** Highest grade of its open alarms: 0 none, 1 notice, 2 normal, 3 severe. */
  alarm: number[]
}
export const LIVE_COLUMNS = [
  'id',
  'row',
  'plate',
  'state',
  'lng',
  'lat',
  'speed',
  'direction',
  'at',
  'flags',
  'alarm',
] as const satisfies readonly (keyof LiveColumns)[]
export interface LiveCounts {
  total: number
  online: number
  driving: number
  idling: number
  parked: number
  unlocated: number
  offline: number
  never: number
  /** Vehicles with an open alarm. */
  alarm: number
}
export interface LiveAnswer {
  at: string
  counts: LiveCounts
  vehicles: LiveColumns
}
/** `event: positions`, at most once a second: what changed inside the part of the map that is looked at, and the figures of all. */
export interface LiveChange {
  at: string
  counts: LiveCounts
  vehicles: LiveColumns
}

export interface LiveCard {
  vehicle: number
  row: number
  plate: string
  model: string | null
  store: string | null
  terminal: { id: number; no: string; simNo: string | null; profile: string | null; canCut: boolean } | null
  lessee: { id: number; name: string; mobile: string | null } | null
  /** 限制启动 is set and waits for the engine to stop. */
  armed: boolean
  place: string | null
}

export interface TrackPoints {
  t: number[]
  lng: number[]
  lat: number[]
  /** 0.1 km/h */
  speed: number[]
  direction: number[]
  /** Ascending: before these points the terminal was silent. Told, because points left out look like silence too. */
  silent: number[]
}
/** Silence of ten minutes and more is no drive. */
export const SILENCE_SECONDS = 600
export interface Mileage {
  /** Metres by satellite, drift left out. */
  gps: number
  /** Metres by the terminal's own counter; null when it counts nothing or not steadily. */
  odometer: number | null
  used: 'gps' | 'odometer'
  why: string
}
export interface TrackSpan {
  id: number
  kind: 'trip' | 'stop' | 'gap'
  from: number
  to: number | null
  distance: number
  maxSpeed: number | null
  lng: number | null
  lat: number | null
  endLng: number | null
  endLat: number | null
  /** Of a stop. */
  place: string | null
}
export interface TrackMark {
  id: number
  kind: 'alarm' | 'fence'
  label: string
  grade: string
  t: number
  lng: number
  lat: number
  note: string | null
}
export interface TemperatureSeries {
  kind: Measure
  sensorNo: number
  zone: string
  lowest: number | null
  highest: number | null
  t: number[]
  /** 0.1 °C or 0.1 %; null: the sensor said that it has no value. */
  value: (number | null)[]
}
/** Of a door contact or a cooling machine: when it was open, when it ran. */
export interface SwitchSeries extends SwitchFigures {
  kind: 'door' | 'reefer'
  sensorNo: number
  zone: string
  spans: SwitchSpan[]
}
export interface TrackAnswer {
  vehicle: number
  plate: string
  from: string
  to: string
  /** All that was stored with a fix, before simplification. */
  stored: number
  points: TrackPoints
  spans: TrackSpan[]
  marks: TrackMark[]
  temperatures: TemperatureSeries[]
  mileage: Mileage
  /** The spans come from the engine (false) or, where it has not been yet, were found out here (true). */
  derived: boolean
}

export interface CurveAnswer {
  vehicle: number
  plate: string
  from: string
  to: string
  channels: (TemperatureSeries & {
    channel: number | null
    policy: string | null
    readings: number
    broken: number
    min: number | null
    max: number | null
    mean: number | null
    mkt: number | null
    inRange: number | null
    longestOut: number
    recording: Recording | null
  })[]
  switches: SwitchSeries[]
  excursions: {
    id: number
    no: string
    measure: Measure
    sensorNo: number
    kind: 'high' | 'low' | 'noData' | 'spread'
    from: number
    to: number | null
    peak: number | null
    status: string
  }[]
}

/** Whether the readings are those that were stored. */
export interface SealAnswer {
  /** Null when all is as it was. */
  problem: string | null
  /** That were compared, of so many days. */
  readings: number
  days: number
  /** Of before there were sums. */
  unsealed: number
}
