/**
 * Streets below the map: pictures of a supplier (XYZ, 天地图), or vector tiles of a PMTiles file of one's own, drawn in our own colours
 * (layers as the open schema of Protomaps has them). Names come from the fonts of the reader's machine, as on the shipped map.
 */
import { addProtocol, type LayerSpecification, type Map as GlMap, type StyleSpecification } from 'maplibre-gl'
import { api } from '../../client/api.web.ts'
import { isDark } from './basemap.web.ts'

const TILE = 'zyt-tile'

/** Asked for as everything else is, so that whoever is not signed in has none. */
let known = false
function tileProtocol(): void {
  if (known) return
  known = true
  addProtocol(TILE, async ({ url }, stop) => {
    const [z, x, y] = url.replace(`${TILE}://`, '').split('/').map(Number)
    const answer = await api.raw('GET', '/api/v1/map/tile', undefined, { query: { z, x, y }, signal: stop.signal, silent: true })
    return { data: await answer.arrayBuffer() }
  })
}

export const tilesStyle = (tiles: readonly string[]): StyleSpecification => ({
  version: 8,
  name: 'tiles',
  sources: Object.fromEntries(tiles.map((address, i) => [`tiles-${i}`, { type: 'raster', tiles: [address], tileSize: 256, maxzoom: 18 }])),
  layers: [
    { id: 'tiles-ground', type: 'background' },
    ...tiles.map((_, i): LayerSpecification => ({ id: `tiles-${i}`, source: `tiles-${i}`, type: 'raster' })),
  ],
})
/** Pictures are of the day; at night they are dimmed, so that they do not glare beside dark panels. */
export function paintTiles(map: GlMap): void {
  map.setPaintProperty('tiles-ground', 'background-color', isDark() ? '#14171b' : '#e8e6e1')
  for (const { id, type } of map.getStyle().layers)
    if (type === 'raster') map.setPaintProperty(id, 'raster-brightness-max', isDark() ? 0.55 : 1)
}

const SOURCE = 'streets'
/** Of a class of ways: how wide from far and from near. */
const WAYS: readonly [string, readonly string[], number, number, number][] = [
  ['streets-small', ['minor_road', 'other', 'path'], 12, 0.4, 6],
  ['streets-main', ['major_road', 'medium_road'], 8, 0.6, 9],
  ['streets-highway', ['highway'], 5, 0.8, 11],
]
const kindIn = (...kinds: string[]): unknown[] => ['in', ['get', 'kind'], ['literal', kinds]]
const nameOf = ['coalesce', ['get', 'name:zh-Hans'], ['get', 'name:zh'], ['get', 'name']]

export function streetsStyle({ minZoom, maxZoom }: { minZoom: number; maxZoom: number }): StyleSpecification {
  tileProtocol()
  const layer = (id: string, of: string, more: object): LayerSpecification =>
    ({ id, source: SOURCE, 'source-layer': of, ...more }) as unknown as LayerSpecification
  const words = (id: string, of: string, filter: unknown[], minzoom: number, size: number, more: object = {}): LayerSpecification =>
    layer(id, of, {
      type: 'symbol',
      minzoom,
      filter,
      layout: { 'text-field': nameOf, 'text-size': size, 'text-padding': 6, 'text-max-width': 8, ...more },
      paint: { 'text-halo-width': 1.2 },
    })
  return {
    version: 8,
    name: 'streets',
    sources: { [SOURCE]: { type: 'vector', tiles: [`${TILE}://{z}/{x}/{y}`], minzoom: minZoom, maxzoom: maxZoom } },
    layers: [
      { id: 'streets-sea', type: 'background' },
      layer('streets-earth', 'earth', { type: 'fill' }),
      layer('streets-green', 'landuse', {
        type: 'fill',
        filter: kindIn('park', 'forest', 'wood', 'grass', 'nature_reserve', 'national_park'),
      }),
      layer('streets-water', 'water', { type: 'fill', filter: ['==', ['geometry-type'], 'Polygon'] }),
      layer('streets-river', 'water', {
        type: 'line',
        filter: ['==', ['geometry-type'], 'LineString'],
        paint: { 'line-width': ['interpolate', ['linear'], ['zoom'], 7, 0.5, 14, 3] },
      }),
      ...WAYS.map(([id, kinds, from, thin, wide]) =>
        layer(id, 'roads', {
          type: 'line',
          minzoom: from,
          filter: kindIn(...kinds),
          layout: { 'line-cap': 'round', 'line-join': 'round' },
          paint: { 'line-width': ['interpolate', ['exponential', 1.4], ['zoom'], from, thin, 18, wide] },
        }),
      ),
      layer('streets-rail', 'roads', { type: 'line', minzoom: 9, filter: kindIn('rail'), paint: { 'line-dasharray': [4, 3] } }),
      layer('streets-building', 'buildings', { type: 'fill', minzoom: 14 }),
      layer('streets-border', 'boundaries', { type: 'line', paint: { 'line-dasharray': [3, 2], 'line-width': 0.8 } }),
      words('streets-road-name', 'roads', ['has', 'name'], 13, 11, { 'symbol-placement': 'line' }),
      words('streets-poi-name', 'pois', ['has', 'name'], 15, 11),
      words('streets-water-name', 'water', ['has', 'name'], 9, 11),
      words('streets-place-far', 'places', kindIn('country', 'region'), 2, 13),
      words('streets-place', 'places', kindIn('locality', 'macrohood', 'neighbourhood'), 5, 13),
    ],
  }
}

type Colours = Readonly<Record<string, readonly [light: string, dark: string]>>
const GROUND: Colours = {
  'streets-earth': ['#faf8f4', '#20242a'],
  'streets-green': ['#e6efdf', '#232b26'],
  'streets-water': ['#dce7f1', '#0e141b'],
  'streets-building': ['#efeae2', '#292e35'],
}
const LINES: Colours = {
  'streets-river': ['#cfdeeb', '#131b24'],
  'streets-small': ['#ffffff', '#343a43'],
  'streets-main': ['#fbeecb', '#444b55'],
  'streets-highway': ['#f6d9a0', '#57503f'],
  'streets-rail': ['#c9c4bb', '#3b424c'],
  'streets-border': ['#a08f9f', '#7a6b7c'],
}
/** Colours of the theme; the layers stay, so nothing drawn on top of them is touched. */
export function paintStreets(map: GlMap): void {
  const at = isDark() ? 1 : 0
  map.setPaintProperty('streets-sea', 'background-color', ['#dce7f1', '#0e141b'][at])
  for (const [id, colours] of Object.entries(GROUND)) map.setPaintProperty(id, 'fill-color', colours[at])
  for (const [id, colours] of Object.entries(LINES)) map.setPaintProperty(id, 'line-color', colours[at])
  for (const { id, type } of map.getStyle().layers)
    if (type === 'symbol') {
      map.setPaintProperty(id, 'text-color', ['#4b525d', '#b9c1cc'][at])
      map.setPaintProperty(id, 'text-halo-color', ['#fffdf8', '#14171b'][at])
    }
}
