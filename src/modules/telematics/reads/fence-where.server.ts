/** Where the map of a new fence opens: around the vehicles its author sees, else around his stores, else where the last fence was drawn. */
import { z } from 'zod'
import type { Context, Db } from '#kit/access/context.server.ts'
import type { Place } from '#kit/entity/field.ts'
import { seenRows } from '#kit/entity/query/live-rows.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { boundsOf, mainBounds, type Bounds, type Position } from '#kit/ui/map/geo.ts'
import { placesOfStores } from '#modules/parties/parties.public.ts'
import { vehiclePosition } from '../tracks/track.ts'
import { districtRings } from '../fences/district.server.ts'
import { fence } from '../fences/fence.ts'
import { drawingOf, ringsOf } from '../fences/fence.layout.ts'

/** Enough to know where a fleet is. */
const MOST = 10_000

async function aroundVehicles(db: Db, ctx: Context): Promise<Bounds | null> {
  const rows = await seenRows(db, ctx, vehiclePosition)
    .select(['t.lng', 't.lat'])
    .where('t.lng', 'is not', null)
    .where('t.lat', 'is not', null)
    .limit(MOST)
    .execute()
  return mainBounds(rows.map(({ lng, lat }): Position => [Number(lng), Number(lat)]))
}

/** His own, and those he may look at. */
async function aroundStores(db: Db, ctx: Context): Promise<Bounds | null> {
  const own = ctx.user.storeIds.length
    ? await placesOfStores(db, ctx.user.storeIds)
    : await seenRows(db, ctx, 'store').select('t.place').where('t.status', '=', 'active').limit(MOST).execute()
  return mainBounds(
    own.flatMap(({ place }) => {
      const { lng, lat } = (place as Place | null) ?? {}
      return typeof lng === 'number' && typeof lat === 'number' ? [[lng, lat] as const] : []
    }),
  )
}

async function lastFence(db: Db, ctx: Context): Promise<Bounds | null> {
  const last = await seenRows(db, ctx, fence).selectAll('t').orderBy('t.id', 'desc').executeTakeFirst()
  if (!last) return null
  if (last.shape !== 'district') return boundsOf(ringsOf(drawingOf(last)).flat())
  const rings = (last.district && districtRings(last.district)) || []
  return boundsOf(rings.flat().map(({ lng, lat }): Position => [lng, lat]))
}

const BOUNDS = z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() })

export const whereRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/fence/where',
    summary: '新增围栏时地图显示的范围：车辆、门店或上一个围栏所在处',
    right: 'electronicFence',
    input: z.strictObject({}),
    output: z.object({ bounds: BOUNDS.nullable() }),
    handler: (ctx) =>
      ctx.db.read(ctx.user.operatorId, async (db) => ({
        bounds: (await aroundVehicles(db, ctx)) ?? (await aroundStores(db, ctx)) ?? (await lastFence(db, ctx)),
      })),
  }),
]
