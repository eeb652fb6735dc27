/** Pictures of a supplier below the map (XYZ, 天地图). */
import type { LayerSpecification, Map as GlMap, StyleSpecification } from 'maplibre-gl'
import { isDark } from './basemap.web.ts'

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

/** A tile over the middle of the country, which every map of it has. */
const PROBE = { z: 4, x: 12, y: 6 }
const WAIT_MS = 8000

export interface TileProblem {
  why: string
  /** The service answers, but has nothing there: it may be of one province only. */
  empty?: true
}
/** Null when it came; else why not, in words. */
export async function tileProblem(address: string, get: typeof fetch = fetch): Promise<TileProblem | null> {
  const url = address.replace('{z}', String(PROBE.z)).replace('{x}', String(PROBE.x)).replace('{y}', String(PROBE.y))
  let answer: Response
  try {
    answer = await get(url, { signal: AbortSignal.timeout(WAIT_MS) })
  } catch (error) {
    const late = error instanceof DOMException && error.name === 'TimeoutError'
    return { why: late ? '瓦片服务八秒没有响应' : '无法连接瓦片服务，或它不允许本域名访问' }
  }
  void answer.body?.cancel()
  const { status } = answer
  if ([401, 403, 418].includes(status)) return { why: `瓦片服务拒绝了请求（${status}），请检查 Key 与域名白名单` }
  if (status === 404 || status === 204) return { why: `瓦片服务在全国中部没有瓦片（${status}），请检查瓦片地址`, empty: true }
  if (!answer.ok) return { why: `瓦片服务应答错误（${status}），请检查瓦片地址` }
  // Suppliers say what is the matter with a key in an answer that is no picture.
  if (answer.headers.get('content-type')?.startsWith('image/')) return null
  return { why: '瓦片服务返回的不是图片，请检查瓦片地址与 Key' }
}
