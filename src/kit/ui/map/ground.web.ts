/** What lies below everything that is drawn: the shipped map, or a supplier's when this host has a key for it. */
import { Map as GlMap, type GeoJSONSource, type MapOptions, type StyleSpecification } from 'maplibre-gl'
import { api } from '../client/api.web.ts'
import { AMapGround, loadAMap, type AMapLibrary, type SupplierKey } from './amap.web.ts'
import { addAreas, baseStyle, isDark, paint } from './basemap.web.ts'
import type { Crs } from './crs.web.ts'
import { GroundWords, type GroundMap } from './ground-words.ts'

export interface Grounded {
  map: GlMap
  crs: Crs
  /** That it is not there yet, or why the supplier's map is not there although there is a key. */
  says: GroundWords
}

/** Resolves when layers may be added. `box` is the map's place in the page. */
export async function groundedMap(box: HTMLElement, options: Omit<MapOptions, 'container' | 'style'>): Promise<Grounded> {
  const { library, note } = await supplied()
  const below = library ? element(box, 'zyt-map-ground') : null
  const style = library ? CLEAR : baseStyle()
  const map = new GlMap({ ...options, container: element(box, 'zyt-map-gl'), style })
  const says = new GroundWords(note, Object.keys(style.sources)).watch(askedAgain(map))
  await new Promise<void>((resolve) => map.once('style.load', () => resolve()))
  const ground = library && below ? new AMapGround(library, below, map, isDark()) : shipped(map)
  const paintAgain = (): void => {
    ground.paint(isDark())
    // What lies above has colours of the theme too.
    map.triggerRepaint()
  }
  new MutationObserver(paintAgain).observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return { map, crs: ground.crs, says }
}
const askedAgain = (map: GlMap): GroundMap => ({
  on: (event, act) => map.on(event, act as (data: object) => void),
  again: (source) => {
    const found = map.getSource<GeoJSONSource>(source)
    void found?.setData((found.serialize() as { data: string }).data)
  },
})
/** Nothing of its own: what lies below is seen through it. */
const CLEAR: StyleSpecification = { version: 8, name: 'clear', sources: {}, layers: [] }

function shipped(map: GlMap): { crs: Crs; paint: (dark: boolean) => void } {
  paint(map)
  map.once('idle', () => addAreas(map))
  return { crs: 'wgs84', paint: () => paint(map) }
}

async function supplied(): Promise<{ library: AMapLibrary | null; note: string | null }> {
  const key = await api.get<SupplierKey | null>('/api/v1/map/supplier', undefined, { silent: true }).catch(() => null)
  if (!key) return { library: null, note: null }
  try {
    return { library: await loadAMap(key), note: null }
  } catch (error) {
    return { library: null, note: `${error instanceof Error ? error.message : '高德地图加载失败'}；已改用内置底图` }
  }
}

function element(box: HTMLElement, name: string): HTMLElement {
  const made = document.createElement('div')
  made.className = name
  box.append(made)
  return made
}
