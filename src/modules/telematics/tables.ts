/** Row types of the hand-written tables of telematics (database/migrations/0013_telematics.sql): what no form ever shows as a record. */
import type { Generated } from 'kysely'

/** One row a terminal: its secret, and which gateway node holds its link. */
interface TerminalLinkRow {
  terminal: number
  operatorId: number
  authHash: string | null
  failures: Generated<number>
  lockedUntil: string | null
  node: string | null
  generation: Generated<number>
  connectedAt: string | null
  closedAt: string | null
  remote: string | null
}
interface GatewayNodeRow {
  id: string
  startedAt: string
  beatAt: string
  /** Derived rows contain everything received before this instant. */
  flushedAt: string
}
interface PositionRow {
  operatorId: number
  terminal: number
  vehicle: number | null
  at: string
  serial: number
  receivedAt: string
  /** 1e-6 degrees, WGS-84. */
  lng: number
  lat: number
  altitude: number
  /** 0.1 km/h */
  speed: number
  direction: number
  alarm: number
  status: number
  /** 0.1 km */
  odometer: number | null
  /** 0.1 L */
  fuel: number | null
  signal: number | null
  satellites: number | null
  flags: number
  sentTime: string | null
  items: unknown
}
interface TemperatureReadingRow {
  operatorId: number
  vehicle: number
  /** Of the channel: 1–8 temperature, 11–18 humidity, 21–25 doors, 31–38 cooling machines (cold/channel.rules.ts). */
  sensorNo: number
  at: string
  /** 0.1 °C, 0.1 % or 0/1; null when the sensor said that it has no value. */
  value: number | null
  quality: 'ok' | 'broken' | 'invalid'
  late: boolean
  receivedAt: string
  /** Which batch of its day; 0: of before there were sums. */
  batch: Generated<number>
}
/** Sums over the readings of a vehicle's business day. */
export interface TemperatureSealRow {
  operatorId: number
  vehicle: number
  day: string
  seq: number
  batches: number
  readings: number
  hash: Buffer
  beforeHash: Buffer
  beforeBatches: number
  begunAt: string
}
interface EngineStateRow {
  operatorId: number
  vehicle: number
  /** Business day; the state is that of its first instant. The latest row also carries the running state. */
  day: string
  state: unknown
}
interface TrackDirtyRow {
  operatorId: number
  vehicle: number
  since: string
  until: string
}
interface TelematicsVersionRow {
  operatorId: number
  bindings: Generated<number>
  /** The business day the night's work was last done for. */
  nightOn: string | null
  /** Days up to this one are thin, at the interval of that time. */
  thinnedTo: string | null
  thinnedSeconds: number | null
}

/** Files a terminal is to bring for an alarm; who knows the number may. */
interface AlarmUploadRow {
  operatorId: number
  number: string
  alarm: number
  terminal: number
  mark: string
  openUntil: string
  doneAt: string | null
}

declare module '#kit/entity/tables.ts' {
  interface Tables {
    terminalLink: TerminalLinkRow
    gatewayNode: GatewayNodeRow
    position: PositionRow
    temperatureReading: TemperatureReadingRow
    temperatureSeal: TemperatureSealRow
    engineState: EngineStateRow
    trackDirty: TrackDirtyRow
    alarmUpload: AlarmUploadRow
    telematicsVersion: TelematicsVersionRow
  }
}
