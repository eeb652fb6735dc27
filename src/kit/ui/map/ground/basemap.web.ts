/**
 * The base map that is shipped: countries, provinces, areas and their names, without a key and without any other server. Names are
 * drawn from the fonts of the reader's machine, so no glyphs travel.
 */
import type { ExpressionSpecification, LayerSpecification, Map as GlMap, SourceSpecification, StyleSpecification } from 'maplibre-gl'
import areasUrl from '../base/areas.json?url'
import provincesUrl from '../base/provinces.json?url'
import shapeUrl from '../base/shape.json?url'
import waterUrl from '../base/water.json?url'
import worldUrl from '../base/world.json?url'

interface Palette {
  sea: string
  land: string
  china: string
  province: string
  area: string
  border: string
  river: string
  shore: string
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
  river: '#c3d7e8',
  shore: '#bccbd8',
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
  river: '#131d27',
  shore: '#33414e',
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

const isKind = (kind: string): ExpressionSpecification => ['==', ['get', 'kind'], kind]
/** What is small comes when it can be told apart: the source ranks its waters by the level at which they are drawn. */
const isLargeEnough = (kind: string): ExpressionSpecification => ['all', isKind(kind), ['<=', ['get', 'rank'], ['+', ['zoom'], 1]]]
const isNamed = (kind: string): ExpressionSpecification => ['all', isKind(kind), ['has', 'name'], ['<=', ['get', 'from'], ['zoom']]]
const line = (id: string, source: string, filter: ExpressionSpecification, width: unknown): LayerSpecification =>
  ({
    id,
    source,
    type: 'line',
    filter,
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: { 'line-width': width },
  }) as LayerSpecification
const fill = (id: string, source: string, filter: ExpressionSpecification): LayerSpecification => ({
  id,
  source,
  type: 'fill',
  filter,
  // Edges of land are lines already, so fills draw none of their own: a pass over every outline less in every frame.
  paint: { 'fill-antialias': false },
})

/**
 * Two drawings of one border lie hundreds of metres apart (the source draws each province by itself): a seam of the colour of land, as wide
 * as that at every level, keeps the sea from shining through between them.
 */
const SEAM_WIDTH = ['interpolate', ['exponential', 2], ['zoom'], 4, 0.5, 14, 90]

/** What the law of the country asks of every map of it, whatever lies below: its borders, the dashed line and the names of islands. */
export const frontierLayers = (): LayerSpecification[] => [
  line('base-frontier', 'base-shape', isKind('frontier'), ['interpolate', ['linear'], ['zoom'], 3, 1, 8, 2]),
  { id: 'base-dash', source: 'base-law', type: 'fill', filter: isKind('dash') },
  // As an area alone a stroke would be thinner than a point where all of the country is seen.
  line('base-dash-line', 'base-law', isKind('dash'), 1),
  {
    id: 'base-islands',
    source: 'base-law',
    type: 'circle',
    filter: isKind('island'),
    maxzoom: 8,
    paint: { 'circle-radius': ['interpolate', ['linear'], ['zoom'], 1, 0.8, 5, 1.8] },
  },
]
export const provinceBorders = (): LayerSpecification =>
  line('base-borders', 'base-shape', isKind('border'), ['interpolate', ['linear'], ['zoom'], 3, 0.7, 8, 1.6])
export const farNames = (): LayerSpecification[] => [
  name('base-name-world', 'base-world', isKind('name'), 2, 6, 11),
  name('base-name-islands', 'base-law', isKind('island'), 2.5, 12, 10),
  name('base-name-provinces', 'base-provinces', isKind('name'), 2.5, 7, ['interpolate', ['linear'], ['zoom'], 3, 10, 6, 15]),
]
export const farSources = (): Record<string, SourceSpecification> => ({
  'base-world': { type: 'geojson', data: absolute(worldUrl), tolerance: 0.4 },
  // Never made simpler: what is small on a picture of the country (strokes of the dashed line, islands) would be left out of it.
  'base-law': {
    type: 'geojson',
    data: absolute(worldUrl),
    filter: ['in', ['get', 'kind'], ['literal', ['china', 'dash', 'island']]],
    tolerance: 0,
  },
  'base-provinces': { type: 'geojson', data: absolute(provincesUrl), tolerance: 0.3 },
  'base-shape': { type: 'geojson', data: absolute(shapeUrl), tolerance: 0.3 },
})

/** Outlines of areas are heavy (2 MB): their source is added once the rest stands. */
export function baseStyle(): StyleSpecification {
  return {
    version: 8,
    name: 'base',
    sources: { ...farSources(), 'base-water': { type: 'geojson', data: absolute(waterUrl), tolerance: 0.3 } },
    layers: [
      { id: 'base-sea', type: 'background' },
      fill('base-land', 'base-world', isKind('country')),
      // Behind the fine outlines: between our border and the coarse land of others there is no sea.
      fill('base-backing', 'base-law', ['has', 'main']),
      fill('base-china', 'base-law', ['has', 'main']),
      fill('base-china-islands', 'base-law', ['all', isKind('china'), ['!', ['has', 'main']]]),
      fill('base-provinces', 'base-provinces', ['!', ['has', 'kind']]),
      // A coast of its own, finer than the outlines of the areas behind it.
      fill('base-shore-land', 'base-shape', isKind('shore-land')),
      line('base-countries', 'base-world', isKind('country'), 0.6),
      line('base-seam', 'base-shape', isKind('border'), SEAM_WIDTH),
      fill('base-lakes', 'base-water', isLargeEnough('lake')),
      line('base-rivers', 'base-water', isLargeEnough('river'), ['interpolate', ['linear'], ['zoom'], 3, 0.6, 6, 1.2, 12, 3]),
      provinceBorders(),
      fill('base-shore-sea', 'base-shape', isKind('shore-sea')),
      line('base-coast', 'base-shape', isKind('coast'), ['interpolate', ['linear'], ['zoom'], 3, 0.4, 10, 1]),
      ...frontierLayers(),
      name('base-name-lakes', 'base-water', isNamed('lake'), 4, 13, 11),
      {
        ...name('base-name-rivers', 'base-water', isNamed('river'), 3, 13, 11),
        layout: { 'symbol-placement': 'line', 'text-field': ['get', 'name'], 'text-size': 11, 'symbol-spacing': 350, 'text-padding': 8 },
      } as LayerSpecification,
      ...farNames(),
    ],
  }
}

export function addAreas(map: GlMap): void {
  if (map.getSource('base-areas')) return
  map.addSource('base-areas', { type: 'geojson', data: absolute(areasUrl), tolerance: 0.3 })
  // From near, land ends where its areas end: the coarse outlines of other sources would run beside the border.
  map.addLayer({ ...fill('base-areas', 'base-areas', ['!', ['has', 'kind']]), minzoom: NEAR } as LayerSpecification, 'base-shore-land')
  map.once('idle', () => {
    // Not before they are there: until then the coarse ones are what is seen.
    for (const coarse of ['base-china', 'base-provinces']) map.setLayerZoomRange(coarse, 0, NEAR)
  })
  map.addLayer(
    {
      ...line('base-area-lines', 'base-areas', isKind('inner'), ['interpolate', ['linear'], ['zoom'], NEAR, 0.4, 12, 1.5]),
      minzoom: NEAR,
    } as LayerSpecification,
    'base-borders',
  )
  map.addLayer(
    name('base-name-areas', 'base-areas', isKind('name'), 6, 13, ['interpolate', ['linear'], ['zoom'], 6, 11, 12, 16]),
    'base-name-world',
  )
  // Farther in than any point of a name: each part of what is seen says where it lies.
  map.addLayer(name('base-name-within', 'base-areas', ['!', ['has', 'kind']], 13, 24, 14), 'base-name-world')
  paint(map)
}

const FILLS: Record<string, keyof Palette> = {
  'base-land': 'land',
  'base-backing': 'land',
  'base-china': 'china',
  'base-china-islands': 'china',
  'base-provinces': 'china',
  'base-areas': 'china',
  'base-shore-land': 'china',
  'base-shore-sea': 'sea',
  'base-lakes': 'sea',
  'base-dash': 'border',
}
const LINES: Record<string, keyof Palette> = {
  'base-countries': 'area',
  'base-borders': 'province',
  'base-seam': 'china',
  'base-rivers': 'river',
  'base-coast': 'shore',
  'base-frontier': 'border',
  'base-dash-line': 'border',
  'base-area-lines': 'area',
}
const NAMES: Record<string, keyof Palette> = {
  'base-name-world': 'faint',
  'base-name-islands': 'faint',
  'base-name-provinces': 'text',
  'base-name-areas': 'text',
  'base-name-within': 'faint',
  'base-name-lakes': 'faint',
  'base-name-rivers': 'faint',
}

/** Colours of the theme; the layers stay, so nothing drawn on top of them is touched. */
export function paint(map: GlMap): void {
  const colours = palette()
  const set = (layer: string, property: string, value: string): void =>
    void (map.getLayer(layer) && map.setPaintProperty(layer, property as 'fill-color', value))
  set('base-sea', 'background-color', colours.sea)
  for (const [layer, colour] of Object.entries(FILLS)) set(layer, 'fill-color', colours[colour])
  for (const [layer, colour] of Object.entries(LINES)) set(layer, 'line-color', colours[colour])
  set('base-islands', 'circle-color', colours.border)
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
