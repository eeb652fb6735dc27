/** What statements of other modules (sources of reports) may join of vehicles. */
import { sql, type RawBuilder } from 'kysely'
import type { Context } from '#kit/access/context.server.ts'

/** `id, model, store, load_kg` of all vehicles of the company, those that were deleted too. */
export const vehicleFacts = (ctx: Context): RawBuilder<unknown> =>
  sql`(select id, model, store, load_kg from vehicle where operator_id = ${ctx.user.operatorId})`

/** `vehicle, from_at, to_at` of everything that kept a vehicle from being used. */
export const blockedSpans = (ctx: Context): RawBuilder<unknown> =>
  sql`(select vehicle, from_at, to_at from vehicle_block where operator_id = ${ctx.user.operatorId} and deleted_at is null)`
