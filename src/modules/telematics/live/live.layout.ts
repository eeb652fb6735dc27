/** The fleet as the browser holds it: columns in, vehicles out, changes merged. Pure. */
import type { Row } from '#kit/entity/wire.ts'
import type { Bounds } from '#kit/ui/map/geo.ts'
import { LIVE_STATES, type LiveColumns, type LiveState } from '../wire.ts'

/** Of a row of 车辆动态, as `stateSql` says it: who has signed in once is not 从未上线, also before the first fix. */
export const stateOf = (row: Row): LiveState =>
  row['online'] ? (row['motion'] as LiveState) : row['at'] === null && row['changedAt'] === null ? 'never' : 'offline'

export interface LiveVehicle {
  id: number
  row: number
  plate: string
  state: LiveState
  /** Degrees. */
  lng: number | null
  lat: number | null
  speed: number
  direction: number
  at: number | null
  flags: number
  alarm: number
}

export function vehiclesOf(columns: LiveColumns): LiveVehicle[] {
  return columns.id.map((id, i) => {
    const [lng, lat] = [columns.lng[i]!, columns.lat[i]!]
    return {
      id,
      row: columns.row[i]!,
      plate: columns.plate[i]!,
      state: LIVE_STATES[columns.state[i]!] ?? 'never',
      lng: lng === null ? null : lng / 1e6,
      lat: lat === null ? null : lat / 1e6,
      speed: columns.speed[i]!,
      direction: columns.direction[i]!,
      at: columns.at[i]!,
      flags: columns.flags[i]!,
      alarm: columns.alarm[i]!,
    }
  })
}
export type Fleet = ReadonlyMap<number, LiveVehicle>
export function merged(fleet: Fleet, changes: LiveColumns): Fleet {
  if (changes.id.length === 0) return fleet
  const next = new Map(fleet)
  for (const vehicle of vehiclesOf(changes)) next.set(vehicle.id, vehicle)
  return next
}

export type Shown = ReadonlySet<LiveState | 'alarm'>
/** A chosen 报警 narrows; chosen states are any of. Nothing chosen shows everything. */
export function shownOf(fleet: Fleet, shown: Shown): LiveVehicle[] {
  const states = LIVE_STATES.filter((s) => shown.has(s))
  return [...fleet.values()].filter((v) => (states.length === 0 || states.includes(v.state)) && (!shown.has('alarm') || v.alarm > 0))
}

/** What calls for somebody comes first: alarms by grade, then by what it does, then by plate. Only as many are put in order as are shown. */
export function firstOf(vehicles: readonly LiveVehicle[], most: number): LiveVehicle[] {
  const heaps = new Map<number, LiveVehicle[]>()
  for (const v of vehicles) {
    const key = (3 - v.alarm) * LIVE_STATES.length + LIVE_STATES.indexOf(v.state)
    const heap = heaps.get(key)
    if (heap) heap.push(v)
    else heaps.set(key, [v])
  }
  const first: LiveVehicle[] = []
  for (const [, heap] of [...heaps].toSorted(([a], [b]) => a - b)) {
    if (first.length >= most) break
    first.push(...heap.toSorted((a, b) => (a.plate < b.plate ? -1 : 1)))
  }
  return first.slice(0, most)
}

/** A little more than is seen, so that a short pan asks nothing new. */
export function widened({ west, south, east, north }: Bounds): Bounds {
  const [dx, dy] = [(east - west) * 0.15, (north - south) * 0.15]
  return {
    west: Math.max(-540, west - dx),
    south: Math.max(-90, south - dy),
    east: Math.min(540, east + dx),
    north: Math.min(90, north + dy),
  }
}

/** «刚刚», «3 分钟前», or the day. */
export function ago(at: number | null, now: number): string {
  if (at === null) return '—'
  const seconds = Math.max(0, Math.round(now / 1000 - at))
  if (seconds < 60) return '刚刚'
  if (seconds < 3600) return `${Math.floor(seconds / 60)} 分钟前`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} 小时前`
  return `${Math.floor(seconds / 86_400)} 天前`
}
