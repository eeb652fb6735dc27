/** What lies below everything that is drawn: the shipped map, or a supplier's when this host has a key for it. */
import { Map as GlMap, type GeoJSONSource, type MapOptions, type StyleSpecification } from 'maplibre-gl'
import { api } from '../../client/api.web.ts'
import { AMapGround, loadAMap, type AMapLibrary } from './amap.web.ts'
import { addAreas, baseStyle, isDark, paint } from './basemap.web.ts'
import type { Crs } from './crs.web.ts'
import { GroundWords, type GroundMap } from './ground-words.ts'
import { paintTiles, tileProblem, tilesStyle } from './tiles.web.ts'
import type { MapSupplier } from './supplier.wire.ts'

export interface Grounded {
  map: GlMap
  crs: Crs
  /** That it is not there yet, or why the supplier's map is not there although there is a key. */
  says: GroundWords
  /** Below lies the shipped map, which has no streets. */
  shipped: boolean
}

/** The library of streets, only where there is a file for it: nobody else loads it. */
type Streets = typeof import('./streets.web.ts')

/** Resolves when layers may be added. `box` is the map's place in the page. */
export async function groundedMap(box: HTMLElement, options: Omit<MapOptions, 'container' | 'style'>): Promise<Grounded> {
  const { supplier, library, streets, note } = await supplied()
  const below = library ? element(box, 'zyt-map-ground') : null
  const style = library ? CLEAR : (streets?.streetsStyle() ?? styleOf(supplier))
  const map = new GlMap({ ...options, container: element(box, 'zyt-map-gl'), style })
  // Own outlines are asked for again when they break; a supplier's tiles are asked for as one moves.
  const says = new GroundWords(
    note,
    Object.keys(style.sources).filter((id) => id.startsWith('base-')),
  ).watch(askedAgain(map))
  await new Promise<void>((resolve) => map.once('style.load', () => resolve()))
  const ground = library && below ? new AMapGround(library, below, map, isDark()) : ownGround(map, supplier, streets)
  const paintAgain = (): void => {
    ground.paint(isDark())
    // What lies above has colours of the theme too.
    map.triggerRepaint()
  }
  new MutationObserver(paintAgain).observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  const credit = creditOf(supplier)
  if (credit) element(box, 'zyt-map-credit').textContent = credit
  return { map, crs: ground.crs, says, shipped: supplier === null }
}

/** Whose map it is, as its terms ask. AMap signs itself, the shipped one is ours. */
function creditOf(supplier: MapSupplier | null): string | null {
  if (supplier?.kind === 'tiles') return supplier.credit
  return supplier?.kind === 'file' ? '地图数据 © OpenStreetMap' : null
}

const styleOf = (supplier: MapSupplier | null): StyleSpecification =>
  supplier?.kind === 'tiles' ? tilesStyle(supplier.tiles) : baseStyle()

function ownGround(map: GlMap, supplier: MapSupplier | null, streets: Streets | null): { crs: Crs; paint: (dark: boolean) => void } {
  if (supplier?.kind === 'tiles') {
    paintTiles(map)
    return { crs: supplier.crs, paint: () => paintTiles(map) }
  }
  if (streets) {
    streets.paintStreets(map)
    return { crs: 'wgs84', paint: () => streets.paintStreets(map) }
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

interface Supplied {
  /** Null: the shipped map. */
  supplier: MapSupplier | null
  library: AMapLibrary | null
  streets: Streets | null
  note: string | null
}
/** What is chosen and works; else the shipped map, and why. */
async function supplied(): Promise<Supplied> {
  const supplier = await api.get<MapSupplier | null>('/api/v1/map/supplier', undefined, { silent: true }).catch(() => null)
  const works = { supplier, library: null, streets: null, note: null }
  try {
    if (supplier?.kind === 'broken') throw new Error(supplier.why)
    if (supplier?.kind === 'amap') return { ...works, library: await loadAMap(supplier) }
    if (supplier?.kind === 'file') return { ...works, streets: await import('./streets.web.ts') }
    const problem = supplier && (await tileProblem(supplier.tiles[0]!))
    if (problem && !problem.empty) throw new Error(problem.why)
    return works
  } catch (error) {
    const why = error instanceof Error ? error.message : '地图加载失败'
    return { ...works, supplier: null, note: `${why}；已改用内置底图` }
  }
}

function element(box: HTMLElement, name: string): HTMLElement {
  const made = document.createElement('div')
  made.className = name
  box.append(made)
  return made
}
