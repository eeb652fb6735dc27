/** What the map screens and the server say to each other. Coordinates are WGS-84, whole numbers of 1e-6 degrees; times seconds since 1970. */
export type {
  CurveAnswer,
  LiveAnswer,
  LiveCard,
  LiveChange,
  LiveColumns,
  LiveCounts,
  Mileage,
  SealAnswer,
  SwitchSeries,
  TemperatureSeries,
  TrackAnswer,
  TrackMark,
  TrackPoints,
  TrackSpan,
} from './telematics.wire.ts'
import type { LiveColumns } from './telematics.wire.ts'

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

/** Silence of ten minutes and more is no drive. */
export const SILENCE_SECONDS = 600
