/** The fleet as the browser holds it: columns in, vehicles out, changes merged. Pure. */
import type { Feature } from 'geojson'
import { inside, type Bounds } from '#kit/ui/map/geo.ts'
import { LIVE_STATES, type LiveColumns, type LiveState } from './wire.ts'

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
      id, row: columns.row[i]!, plate: columns.plate[i]!, state: LIVE_STATES[columns.state[i]!] ?? 'never', lng: lng === null ? null : lng / 1e6, lat: lat === null ? null : lat / 1e6,
      speed: columns.speed[i]!, direction: columns.direction[i]!, at: columns.at[i]!, flags: columns.flags[i]!, alarm: columns.alarm[i]!,
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

/** Which picture stands for it: shape and colour both tell the state. */
export const iconOf = (v: LiveVehicle): string => `zyt-${v.state}${v.alarm > 1 ? '-alarm' : ''}`
export const featuresOf = (vehicles: readonly LiveVehicle[]): Feature[] =>
  vehicles.flatMap((v) =>
    v.lng === null || v.lat === null ? [] : [{
      type: 'Feature' as const, id: v.id, geometry: { type: 'Point' as const, coordinates: [v.lng, v.lat] },
      properties: { id: v.id, plate: v.plate, icon: iconOf(v), turn: v.state === 'driving' ? v.direction : 0, alarm: v.alarm > 1 ? 1 : 0, moving: v.state === 'driving' ? 1 : 0 },
    }],
  )

/** A little more than is seen, so that a short pan asks nothing new. */
export function widened({ west, south, east, north }: Bounds): Bounds {
  const [dx, dy] = [(east - west) * 0.15, (north - south) * 0.15]
  return { west: Math.max(-540, west - dx), south: Math.max(-90, south - dy), east: Math.min(540, east + dx), north: Math.min(90, north + dy) }
}
export const visible = (vehicles: readonly LiveVehicle[], bounds: Bounds): LiveVehicle[] => vehicles.filter((v) => v.lng !== null && v.lat !== null && inside(bounds, [v.lng, v.lat]))

/** «刚刚», «3 分钟前», or the day. */
export function ago(at: number | null, now: number): string {
  if (at === null) return '—'
  const seconds = Math.max(0, Math.round(now / 1000 - at))
  if (seconds < 60) return '刚刚'
  if (seconds < 3600) return `${Math.floor(seconds / 60)} 分钟前`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} 小时前`
  return `${Math.floor(seconds / 86_400)} 天前`
}
