/**
 * Streets out of a PMTiles file of one's own: the library reads it by ranges from our server, as everything else is asked for, so that
 * whoever is not signed in has none. The style is that of Protomaps; names come from the fonts of the reader's machine and pictures
 * are not used, so nothing is asked of anybody else. Borders, the dashed line and names of countries are ours: what the file has of
 * them follows other laws. Loaded only where there is such a file.
 */
import { DARK, LIGHT, layers } from '@protomaps/basemaps'
import { addProtocol, type LayerSpecification, type Map as GlMap, type StyleSpecification } from 'maplibre-gl'
import { EtagMismatch, PMTiles, Protocol, type RangeResponse, type Source } from 'pmtiles'
import { api } from '../../client/api.web.ts'
import { farNames, farSources, frontierLayers, isDark, paint, provinceBorders } from './basemap.web.ts'

const KEY = 'own'
const SOURCE = 'streets'

const source: Source = {
  getKey: () => KEY,
  async getBytes(offset: number, length: number, signal?: AbortSignal, etag?: string): Promise<RangeResponse> {
    const answer = await api.raw('GET', '/api/v1/map/file', undefined, {
      headers: { Range: `bytes=${offset}-${offset + length - 1}`, ...(etag ? { 'If-Range': etag } : {}) },
      silent: true,
      ...(signal ? { signal } : {}),
    })
    if (answer.status !== 206) {
      await answer.body?.cancel()
      // Another file lies there since: its directory is read again.
      throw new EtagMismatch('the file was replaced')
    }
    const tag = answer.headers.get('etag')
    return { data: await answer.arrayBuffer(), ...(tag ? { etag: tag } : {}) }
  },
}

let known = false
function ownProtocol(): void {
  if (known) return
  known = true
  const protocol = new Protocol()
  protocol.add(new PMTiles(source))
  addProtocol('pmtiles', protocol.tile)
}

/** Not drawn from the file: what the law of the country draws otherwise, and pictures, which would have to come from somewhere. */
const LEFT_OUT = new Set(['boundaries', 'boundaries_country', 'places_country', 'places_region', 'roads_shields', 'roads_oneway'])

function fileLayers(dark: boolean): LayerSpecification[] {
  return (layers(SOURCE, dark ? DARK : LIGHT, { lang: 'zh-Hans' }) as LayerSpecification[])
    .filter(({ id }) => !LEFT_OUT.has(id))
    .map((layer) => {
      if (layer.type !== 'symbol') return layer
      const { 'icon-image': _picture, ...layout } = layer.layout ?? {}
      return { ...layer, layout }
    })
}

export function streetsStyle(): StyleSpecification {
  ownProtocol()
  const all = fileLayers(isDark())
  return {
    version: 8,
    name: 'streets',
    sources: { ...farSources(), [SOURCE]: { type: 'vector', url: `pmtiles://${KEY}` } },
    layers: [
      ...all.filter(({ type }) => type !== 'symbol'),
      provinceBorders(),
      ...frontierLayers(),
      ...all.filter(({ type }) => type === 'symbol'),
      ...farNames(),
    ],
  }
}
/** Colours of the theme; the layers stay, so nothing drawn on top of them is touched. */
export function paintStreets(map: GlMap): void {
  for (const { id, paint: colours } of fileLayers(isDark()))
    for (const [property, value] of Object.entries(colours ?? {}))
      if (map.getLayer(id)) map.setPaintProperty(id, property as 'fill-color', value as string)
  paint(map)
}
