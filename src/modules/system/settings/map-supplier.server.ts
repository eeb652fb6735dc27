/**
 * What lies below our map: AMap, 天地图, tiles at an address, or a PMTiles file of one's own; without any the shipped outlines. Keys and
 * addresses belong to a host, so they are part of its 站点配置; the file belongs to the installation (MAP_PMTILES).
 */
import { sql } from 'kysely'
import { z } from 'zod'
import { absent } from '#kit/basics/errors.ts'
import type { Database } from '#kit/database/connection/pool.server.ts'
import type { PageSources } from '#kit/http/guards/security.server.ts'
import { fileAnswer } from '#kit/http/answers.server.ts'
import { download, route, type Route } from '#kit/http/route.server.ts'
import { MAP_SUPPLIER, type MapSupplier } from '#kit/ui/map/ground/supplier.wire.ts'
import { bytesOf, openArchive, type TileArchive } from './tile-archive.server.ts'

const TIANDITU = 'https://t0.tianditu.gov.cn'
/** Streets below, names above; numbered hosts would only spread what one connection carries today. */
const tianditu = (layer: string, key: string): string =>
  `${TIANDITU}/${layer}_w/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=${layer}&STYLE=default&TILEMATRIXSET=w&FORMAT=tiles&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}&tk=${encodeURIComponent(key)}`

interface Settings {
  amapKey: string | null
  amapCode: string | null
  tiandituKey: string | null
  tiles: string | null
  crs: 'wgs84' | 'gcj02' | null
  credit: string | null
}

/** Through a definer's-rights function: pages are asked for by visitors, who belong to no operator. */
async function settingsFor(db: Database, host: string | undefined): Promise<Settings | null> {
  const bare = (host ?? '').replace(/:\d+$/, '').toLowerCase()
  const { rows } = await db.read(null, (tx) =>
    sql<{ settings: Settings | null }>`select map_supplier_for_host(${bare}) as settings`.execute(tx),
  )
  return rows[0]?.settings ?? null
}

export async function supplierOf(db: Database, host: string | undefined, file: TileArchive | null = null): Promise<MapSupplier | null> {
  const settings = await settingsFor(db, host)
  if (settings?.amapKey) return { kind: 'amap', key: settings.amapKey, code: settings.amapCode }
  if (settings?.tiandituKey)
    return {
      kind: 'tiles',
      tiles: [tianditu('vec', settings.tiandituKey), tianditu('cva', settings.tiandituKey)],
      crs: 'wgs84',
      credit: '天地图',
    }
  if (settings?.tiles) return { kind: 'tiles', tiles: [settings.tiles], crs: settings.crs ?? 'wgs84', credit: settings.credit }
  return file ? { kind: 'file', minZoom: file.minZoom, maxZoom: file.maxZoom } : null
}

/** The supplier's renderer compiles code of its own, hence `unsafe-eval`: the price of the key, paid only by hosts that have one. */
const AMAP: PageSources = {
  script: ["'unsafe-eval'", 'https://webapi.amap.com', 'https://*.amap.com'],
  image: ['https://*.amap.com', 'https://*.autonavi.com'],
  connect: ['https://*.amap.com', 'https://*.autonavi.com'],
}
/** Pictures of tiles are fetched, and nothing else is had from there. */
function sourcesOf(supplier: MapSupplier | null): PageSources | null {
  if (supplier?.kind === 'amap') return AMAP
  if (supplier?.kind !== 'tiles') return null
  const hosts = [...new Set(supplier.tiles.map((address) => new URL(address).origin))]
  return { script: [], image: hosts, connect: hosts }
}

const KEPT_MS = 5000
const MOST = 100
/** Asked with every page and by anybody, so an answer is kept for a moment; hosts are invented by whoever asks, so not many. */
export function mapSources(db: Database, now: () => number = () => performance.now()): (host: string) => Promise<PageSources | null> {
  const cache = new Map<string, { until: number; answer: Promise<PageSources | null> }>()
  return (host) => {
    const before = cache.get(host)
    if (before && before.until > now()) return before.answer
    const answer = supplierOf(db, host).then(sourcesOf)
    if (cache.size >= MOST) cache.clear()
    cache.set(host, { until: now() + KEPT_MS, answer })
    answer.catch(() => cache.delete(host))
    return answer
  }
}

/** Opened when the first map is looked at; a file that cannot be read is said then, and tried again at the next. */
function lazily(where: string | null): () => Promise<TileArchive | null> {
  let opened: Promise<TileArchive> | null = null
  return async () => {
    if (where === null) return null
    opened ??= openArchive(bytesOf(where))
    return opened.catch((error: unknown) => {
      opened = null
      throw error
    })
  }
}

const LEVEL = z.coerce.number('瓦片编号不正确').int('瓦片编号不正确').min(0, '瓦片编号不正确')

export function mapRoutes(pmtiles: string | null): readonly Route[] {
  const file = lazily(pmtiles)
  return [
    route({
      method: 'GET',
      path: '/api/v1/map/supplier',
      summary: '本域名的地图来源；未配置时为空，使用内置底图',
      right: 'signedIn',
      input: z.strictObject({}),
      output: MAP_SUPPLIER,
      handler: async (ctx, _input, { host }) => supplierOf(ctx.db, host, await file()),
    }),
    route({
      method: 'GET',
      path: '/api/v1/map/tile',
      summary: '自有 PMTiles 文件中的一块矢量瓦片',
      output: fileAnswer,
      right: 'signedIn',
      passive: true,
      input: z.strictObject({
        z: LEVEL.max(22, '瓦片编号不正确'),
        x: LEVEL.max(2 ** 22, '瓦片编号不正确'),
        y: LEVEL.max(2 ** 22, '瓦片编号不正确'),
      }),
      handler: async (_ctx, { z: level, x, y }) => {
        const archive = await file()
        if (!archive) throw absent('没有配置自有的地图文件')
        // Where the file has nothing there is sea, or a place nobody has drawn: an empty tile.
        const body = (await archive.tile(level, x, y)) ?? new Uint8Array(0)
        return download({ fileName: `${level}-${x}-${y}.mvt`, mime: 'application/x-protobuf', body })
      },
    }),
  ]
}
