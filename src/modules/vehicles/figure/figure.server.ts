/** What the browser needs to draw a vehicle that has no photo. */
import { z } from 'zod'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'

/** More models than any company keeps; beyond them a vehicle has no figure. */
const MOST = 2000

/**
 * Of every model of one's company its category and what moves it: whoever sees a plate anywhere sees the figure beside it, and need not be one who
 * keeps the models. No right of a page: a clerk of bills has none of the vehicles' pages.
 */
export const vehicleFigures: Route = route({
  method: 'GET',
  path: '/api/v1/vehicleFigures',
  summary: '各车型的类别与能源类型，用于画没有照片的车辆',
  right: 'signedIn',
  input: z.strictObject({}),
  output: z.array(z.object({ id: z.number(), category: z.string(), energy: z.string() })),
  handler: (ctx) =>
    ctx.db.read(ctx.user.operatorId, (db) =>
      liveRows(db, 'vehicleModel').select(['id', 'category', 'energy']).orderBy('id').limit(MOST).execute(),
    ),
})
