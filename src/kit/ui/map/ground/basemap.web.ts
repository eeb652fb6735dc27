/**
 * The base map that is shipped: countries, provinces, areas and their names, without a key and without any other server. Names are
 * drawn from the fonts of the reader's machine, so no glyphs travel.
 */
import type { LayerSpecification, Map as GlMap, StyleSpecification } from 'maplibre-gl'
import areasUrl from '../base/areas.json?url'
import provincesUrl from '../base/provinces.json?url'
import worldUrl from '../base/world.json?url'

interface Palette {
  sea: string
  land: string
  china: string
  province: string
  area: string
  border: string
  text: string
  halo: string
  faint: string
}
const LIGHT: Palette = {
  sea: '#dce7f1',
  land: '#eceae5',
  china: '#faf8f4',
  province: '#b9aFa3',
  area: '#ddd6cc',
  border: '#a08f9f',
  text: '#4b525d',
  halo: '#fffdf8',
  faint: '#7d8590',
}
const DARK: Palette = {
  sea: '#0e141b',
  land: '#191c21',
  china: '#20242a',
  province: '#4d5560',
  area: '#343a43',
  border: '#7a6b7c',
  text: '#b9c1cc',
  halo: '#14171b',
  faint: '#7f8894',
}

export const isDark = (): boolean => document.documentElement.dataset['theme'] === 'dark'
const palette = (): Palette => (isDark() ? DARK : LIGHT)
const absolute = (url: string): string => new URL(url, window.location.href).href

const name = (id: string, source: string, filter: unknown[], minzoom: number, maxzoom: number, size: unknown): LayerSpecification =>
  ({
    id,
    source,
    minzoom,
    maxzoom,
    type: 'symbol',
    filter,
    layout: { 'text-field': ['get', 'name'], 'text-size': size, 'text-padding': 4, 'text-max-width': 8 },
    paint: { 'text-halo-width': 1.2 },
  }) as unknown as LayerSpecification

/** From here on areas are drawn. */
const NEAR = 5

/**
 * Outlines of areas are heavy (1.6 MB): their source is added once the rest stands. Edges of land are lines already, so fills draw no
 * edges of their own: a pass over every outline less in every frame.
 */
export function baseStyle(): StyleSpecification {
  return {
    version: 8,
    name: 'base',
    sources: {
      'base-world': { type: 'geojson', data: absolute(worldUrl), tolerance: 0.4 },
      'base-provinces': { type: 'geojson', data: absolute(provincesUrl), tolerance: 0.3 },
    },
    layers: [
      { id: 'base-sea', type: 'background' },
      {
        id: 'base-land',
        source: 'base-world',
        type: 'fill',
        filter: ['==', ['get', 'kind'], 'country'],
        paint: { 'fill-antialias': false },
      },
      {
        id: 'base-china',
        source: 'base-world',
        type: 'fill',
        filter: ['==', ['get', 'kind'], 'china'],
        paint: { 'fill-antialias': false },
      },
      { id: 'base-provinces', source: 'base-provinces', type: 'fill', filter: ['!', ['has', 'kind']], paint: { 'fill-antialias': false } },
      {
        id: 'base-countries',
        source: 'base-world',
        type: 'line',
        filter: ['==', ['get', 'kind'], 'country'],
        paint: { 'line-width': 0.6 },
      },
      {
        id: 'base-borders',
        source: 'base-provinces',
        type: 'line',
        filter: ['!', ['has', 'kind']],
        paint: { 'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.7, 8, 1.6] },
      },
      { id: 'base-dash', source: 'base-world', type: 'fill', filter: ['==', ['get', 'kind'], 'dash'] },
      name('base-name-world', 'base-world', ['==', ['get', 'kind'], 'name'], 2, 6, 11),
      name('base-name-islands', 'base-world', ['==', ['get', 'kind'], 'island'], 3.5, 12, 10),
      name('base-name-provinces', 'base-provinces', ['==', ['get', 'kind'], 'name'], 2.5, 7, [
        'interpolate',
        ['linear'],
        ['zoom'],
        3,
        10,
        6,
        15,
      ]),
    ],
  }
}

export function addAreas(map: GlMap): void {
  if (map.getSource('base-areas')) return
  map.addSource('base-areas', { type: 'geojson', data: absolute(areasUrl), tolerance: 0.3 })
  // From near, land ends where its areas end: the coarse outlines of other sources would let the sea through, or run beside the border.
  map.addLayer(
    {
      id: 'base-areas',
      source: 'base-areas',
      type: 'fill',
      minzoom: NEAR,
      filter: ['!', ['has', 'kind']],
      paint: { 'fill-antialias': false },
    },
    'base-countries',
  )
  map.addLayer(
    {
      id: 'base-borders-near',
      source: 'base-areas',
      type: 'line',
      minzoom: NEAR,
      filter: ['==', ['get', 'kind'], 'border'],
      paint: { 'line-width': ['interpolate', ['linear'], ['zoom'], NEAR, 1, 8, 1.6] },
    },
    'base-borders',
  )
  map.once('idle', () => {
    // Not before they are there: until then the coarse ones are what is seen.
    for (const coarse of ['base-china', 'base-provinces', 'base-borders']) map.setLayerZoomRange(coarse, 0, NEAR)
  })
  map.addLayer(
    {
      id: 'base-area-lines',
      source: 'base-areas',
      type: 'line',
      minzoom: NEAR,
      filter: ['!', ['has', 'kind']],
      paint: { 'line-width': ['interpolate', ['linear'], ['zoom'], NEAR, 0.4, 12, 1.5] },
    },
    'base-borders-near',
  )
  map.addLayer(
    name('base-name-areas', 'base-areas', ['==', ['get', 'kind'], 'name'], 6, 13, ['interpolate', ['linear'], ['zoom'], 6, 11, 12, 16]),
    'base-name-world',
  )
  // Farther in than any point of a name: each part of what is seen says where it lies.
  map.addLayer(name('base-name-within', 'base-areas', ['!', ['has', 'kind']], 13, 24, 14), 'base-name-world')
  paint(map)
}

const FILLS: Record<string, keyof Palette> = {
  'base-land': 'land',
  'base-china': 'china',
  'base-provinces': 'china',
  'base-areas': 'china',
  'base-dash': 'border',
}
const LINES: Record<string, keyof Palette> = {
  'base-countries': 'area',
  'base-borders': 'province',
  'base-borders-near': 'province',
  'base-area-lines': 'area',
}
const NAMES: Record<string, keyof Palette> = {
  'base-name-world': 'faint',
  'base-name-islands': 'faint',
  'base-name-provinces': 'text',
  'base-name-areas': 'text',
  'base-name-within': 'faint',
}

/** Colours of the theme; the layers stay, so nothing drawn on top of them is touched. */
export function paint(map: GlMap): void {
  const colours = palette()
  const set = (layer: string, property: string, value: string): void =>
    void (map.getLayer(layer) && map.setPaintProperty(layer, property as 'fill-color', value))
  set('base-sea', 'background-color', colours.sea)
  for (const [layer, colour] of Object.entries(FILLS)) set(layer, 'fill-color', colours[colour])
  for (const [layer, colour] of Object.entries(LINES)) set(layer, 'line-color', colours[colour])
  for (const [layer, colour] of Object.entries(NAMES)) {
    set(layer, 'text-color', colours[colour])
    set(layer, 'text-halo-color', colours.halo)
  }
}

export interface Area {
  code: string
  name: string
  rings: [number, number][][]
}
interface Outline {
  properties: { code?: string | null; name: string; kind?: string }
  geometry: { type: string; coordinates: [number, number][][][] }
}
let areas: Promise<ReadonlyMap<string, Area>> | null = null
/** Outlines by six-digit code, for those who choose a whole area: provinces and what stands below them on the base map. */
export function loadAreas(): Promise<ReadonlyMap<string, Area>> {
  areas ??= Promise.all(
    [provincesUrl, areasUrl].map(async (url) => ((await (await fetch(url)).json()) as { features: Outline[] }).features),
  )
    .then(
      ([provinces = [], below = []]) =>
        new Map(
          [...provinces, ...below].flatMap(({ properties: { code, name: label, kind }, geometry }) =>
            code && !kind ? [[code, { code, name: label, rings: geometry.coordinates.flat() }] as const] : [],
          ),
        ),
    )
    .catch((error: unknown) => {
      areas = null
      throw error
    })
  return areas
}
