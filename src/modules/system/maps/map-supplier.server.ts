/**
 * What lies below our map: AMap, 天地图, tiles at an address, or a PMTiles file of one's own; without any the shipped outlines. Keys and
 * addresses belong to a host, so they are part of its 站点配置; the file belongs to the installation (map-file.server.ts).
 */
import { sql } from 'kysely'
import { z } from 'zod'
import { absent } from '#kit/basics/errors.ts'
import type { Database } from '#kit/database/connection/pool.server.ts'
import type { PageSources } from '#kit/http/guards/security.server.ts'
import { fileAnswer } from '#kit/http/answers.server.ts'
import { download, route, type Route } from '#kit/http/route.server.ts'
import { MAP_SUPPLIER, type MapSupplier } from '#kit/ui/map/ground/supplier.wire.ts'
import { checkFile, headerOf } from './map-check.server.ts'
import { MAP_FINDING } from './map-check.wire.ts'
import { tiandituTiles } from './map-sources.rules.ts'
import { findMapFile, MapFileProblem, type MapFile } from './map-file.server.ts'

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

/** Chosen in the 站点配置 of this host; null: nothing is, so the file of the installation is asked for. */
export async function supplierOf(db: Database, host: string | undefined): Promise<MapSupplier | null> {
  const settings = await settingsFor(db, host)
  if (settings?.amapKey) return { kind: 'amap', key: settings.amapKey, code: settings.amapCode }
  if (settings?.tiandituKey)
    return {
      kind: 'tiles',
      tiles: tiandituTiles(settings.tiandituKey),
      crs: 'wgs84',
      credit: '天地图',
    }
  if (settings?.tiles) return { kind: 'tiles', tiles: [settings.tiles], crs: settings.crs ?? 'wgs84', credit: settings.credit }
  return null
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

/** What the console says instead of streets. A path of the machine is not in it: `MapFileProblem` names none. */
async function fileSupplier(file: MapFile): Promise<MapSupplier> {
  try {
    await headerOf(file)
    return { kind: 'file' }
  } catch (error) {
    if (!(error instanceof MapFileProblem)) throw error
    return { kind: 'broken', why: error.message }
  }
}

export interface MapFilePlace {
  /** MAP_PMTILES. */
  where: string | null
  /** Searched when nothing was named. */
  folder: string | null
}

export function mapRoutes({ where, folder }: MapFilePlace): readonly Route[] {
  const find = (): Promise<MapFile | null> => findMapFile(where, folder)
  return [
    route({
      method: 'GET',
      path: '/api/v1/map/supplier',
      summary: '本域名的地图来源；未配置时为空，使用内置底图',
      right: 'signedIn',
      input: z.strictObject({}),
      output: MAP_SUPPLIER,
      handler: async (ctx, _input, { host }) => {
        const chosen = await supplierOf(ctx.db, host)
        if (chosen) return chosen
        const file = await find()
        return file && fileSupplier(file)
      },
    }),
    route({
      method: 'GET',
      path: '/api/v1/map/file',
      summary: '自有的 PMTiles 地图文件，按范围读取（Range、If-Range、ETag、HEAD）',
      output: fileAnswer,
      right: 'signedIn',
      passive: true,
      head: true,
      input: z.strictObject({}),
      handler: async () => {
        const file = await find()
        if (!file) throw absent('没有放置自有的地图文件')
        try {
          return download({ fileName: file.name, mime: 'application/vnd.pmtiles', body: new Uint8Array(0), ranged: await file.open() })
        } catch (error) {
          throw error instanceof MapFileProblem ? absent(error.message) : error
        }
      },
    }),
    route({
      method: 'GET',
      path: '/api/v1/map/check',
      summary: '检查自有的地图文件能否使用：文件头、图层、级别与范围',
      right: 'appConfig',
      input: z.strictObject({}),
      output: MAP_FINDING,
      handler: async () => {
        const file = await find()
        return file
          ? checkFile(file)
          : { ok: false, about: '自有地图文件', notes: ['没有放置地图文件：放入数据目录的 maps 文件夹，或用环境变量 MAP_PMTILES 指定'] }
      },
    }),
  ]
}
