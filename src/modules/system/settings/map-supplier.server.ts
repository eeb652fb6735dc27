/** A supplier's map below ours: its key belongs to a host, so it is part of that host's 站点配置. Without a key nothing of this is seen. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#kit/database/pool.server.ts'
import type { PageSources } from '#kit/http/security.server.ts'
import { route } from '#kit/http/route.server.ts'

export interface MapSupplier {
  key: string
  code: string | null
}

/** Through a definer's-rights function: pages are asked for by visitors, who belong to no operator. */
export async function supplierOf(db: Database, host: string | undefined): Promise<MapSupplier | null> {
  const bare = (host ?? '').replace(/:\d+$/, '').toLowerCase()
  return db.read(
    null,
    async (tx) =>
      (await sql<{ supplier: MapSupplier | null }>`select map_supplier_for_host(${bare}) as supplier`.execute(tx)).rows[0]?.supplier ??
      null,
  )
}

/** The supplier's renderer compiles code of its own, hence `unsafe-eval`: the price of the key, paid only by hosts that have one. */
const AMAP: PageSources = {
  script: ["'unsafe-eval'", 'https://webapi.amap.com', 'https://*.amap.com'],
  image: ['https://*.amap.com', 'https://*.autonavi.com'],
  connect: ['https://*.amap.com', 'https://*.autonavi.com'],
}

const KEPT_MS = 5000
const MOST = 100
/** Asked with every page and by anybody, so an answer is kept for a moment; hosts are invented by whoever asks, so not many. */
export function mapSources(db: Database, now: () => number = () => performance.now()): (host: string) => Promise<PageSources | null> {
  const kept = new Map<string, { until: number; answer: Promise<PageSources | null> }>()
  return (host) => {
    const before = kept.get(host)
    if (before && before.until > now()) return before.answer
    const answer = supplierOf(db, host).then((supplier) => (supplier ? AMAP : null))
    if (kept.size >= MOST) kept.clear()
    kept.set(host, { until: now() + KEPT_MS, answer })
    answer.catch(() => kept.delete(host))
    return answer
  }
}

export const mapSupplierRoute = route({
  method: 'GET',
  path: '/api/v1/map/supplier',
  summary: '本域名的地图服务商；未配置时为空，使用内置底图',
  right: 'signedIn',
  input: z.strictObject({}),
  handler: (ctx, _input, { host }) => supplierOf(ctx.db, host),
})
