/** What lies below everything that is drawn: the shipped map, or a supplier's when this host has a key for it. */
import { Map as GlMap, type GeoJSONSource, type MapOptions, type StyleSpecification } from 'maplibre-gl'
import { api } from '../../client/api.web.ts'
import { AMapGround, loadAMap, type AMapLibrary } from './amap.web.ts'
import { addAreas, baseStyle, isDark, paint } from './basemap.web.ts'
import type { Crs } from './crs.web.ts'
import { GroundWords, type GroundMap } from './ground-words.ts'
import { paintStreets, paintTiles, streetsStyle, tilesStyle } from './streets.web.ts'
import type { MapSupplier } from './supplier.wire.ts'

export interface Grounded {
  map: GlMap
  crs: Crs
  /** That it is not there yet, or why the supplier's map is not there although there is a key. */
  says: GroundWords
}

/** Resolves when layers may be added. `box` is the map's place in the page. */
export async function groundedMap(box: HTMLElement, options: Omit<MapOptions, 'container' | 'style'>): Promise<Grounded> {
  const { supplier, library, note } = await supplied()
  const below = library ? element(box, 'zyt-map-ground') : null
  const style = library ? CLEAR : styleOf(supplier)
  const map = new GlMap({ ...options, container: element(box, 'zyt-map-gl'), style })
  // Own outlines are asked for again when they break; a supplier's tiles are asked for as one moves.
  const says = new GroundWords(
    note,
    Object.keys(style.sources).filter((id) => id.startsWith('base-')),
  ).watch(askedAgain(map))
  await new Promise<void>((resolve) => map.once('style.load', () => resolve()))
  const ground = library && below ? new AMapGround(library, below, map, isDark()) : ownGround(map, supplier)
  const paintAgain = (): void => {
    ground.paint(isDark())
    // What lies above has colours of the theme too.
    map.triggerRepaint()
  }
  new MutationObserver(paintAgain).observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  const credit = creditOf(supplier, library !== null)
  if (credit) element(box, 'zyt-map-credit').textContent = credit
  return { map, crs: ground.crs, says }
}

/** Whose map it is, as its terms ask; of the shipped one, that it has no streets and where they come from. */
function creditOf(supplier: MapSupplier | null, signed: boolean): string | null {
  if (signed) return null
  if (supplier?.kind === 'tiles') return supplier.credit
  if (supplier?.kind === 'file') return '地图数据 © OpenStreetMap'
  return '内置底图，没有街道；可在「系统管理 › 站点配置 › 地图」中接入'
}

function styleOf(supplier: MapSupplier | null): StyleSpecification {
  if (supplier?.kind === 'tiles') return tilesStyle(supplier.tiles)
  if (supplier?.kind === 'file') return streetsStyle(supplier)
  return baseStyle()
}
function ownGround(map: GlMap, supplier: MapSupplier | null): { crs: Crs; paint: (dark: boolean) => void } {
  if (supplier?.kind === 'tiles') {
    paintTiles(map)
    return { crs: supplier.crs, paint: () => paintTiles(map) }
  }
  if (supplier?.kind === 'file') {
    paintStreets(map)
    return { crs: 'wgs84', paint: () => paintStreets(map) }
  }
  return shipped(map)
}
const askedAgain = (map: GlMap): GroundMap => ({
  on: (event, act) => map.on(event, act as (data: object) => void),
  again: (source) => {
    const dataSource = map.getSource<GeoJSONSource>(source)
    void dataSource?.setData((dataSource.serialize() as { data: string }).data)
  },
})
/** Nothing of its own: what lies below is seen through it. */
const CLEAR: StyleSpecification = { version: 8, name: 'clear', sources: {}, layers: [] }

function shipped(map: GlMap): { crs: Crs; paint: (dark: boolean) => void } {
  paint(map)
  map.once('idle', () => addAreas(map))
  return { crs: 'wgs84', paint: () => paint(map) }
}

async function supplied(): Promise<{ supplier: MapSupplier | null; library: AMapLibrary | null; note: string | null }> {
  const supplier = await api.get<MapSupplier | null>('/api/v1/map/supplier', undefined, { silent: true }).catch(() => null)
  if (supplier?.kind !== 'amap') return { supplier, library: null, note: null }
  try {
    return { supplier, library: await loadAMap(supplier), note: null }
  } catch (error) {
    const why = error instanceof Error ? error.message : '高德地图加载失败'
    return { supplier: null, library: null, note: `${why}；已改用内置底图` }
  }
}

function element(box: HTMLElement, name: string): HTMLElement {
  const made = document.createElement('div')
  made.className = name
  box.append(made)
  return made
}
