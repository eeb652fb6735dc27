/** What statements of other modules (sources of reports) may join of vehicles. */
import { sql, type RawBuilder } from 'kysely'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { seenRows } from '#kit/entity/query/live-rows.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import type { vehicle } from './vehicle.ts'

/** `id, model, store, load_kg` of all vehicles of the company, those that were deleted too. */
export const vehicleFacts = (ctx: Context): RawBuilder<unknown> =>
  sql`(select id, model, store, load_kg from vehicle where operator_id = ${ctx.user.operatorId})`

/** `vehicle, from_at, to_at` of everything that kept a vehicle from being used. */
export const blockedSpans = (ctx: Context): RawBuilder<unknown> =>
  sql`(select vehicle, from_at, to_at from vehicle_block where operator_id = ${ctx.user.operatorId} and deleted_at is null)`

interface WhichVehicles {
  store?: number | undefined
  model?: number | undefined
  status?: Rec<typeof vehicle>['status'] | undefined
  /** A part of the plate. */
  plate?: string | undefined
}
/** Vehicles that are in the fleet (`t`) with their models (`vehicleModel`), as far as whoever asks may see them. */
export const fleetVehicles = (db: Db, ctx: Context, { store, model, status, plate }: WhichVehicles) =>
  seenRows(db, ctx, 'vehicle')
    .innerJoin('vehicleModel', 'vehicleModel.id', 't.model')
    .where('t.status', '<>', 'disposed')
    .$if(store !== undefined, (q) => q.where('t.store', '=', store!))
    .$if(model !== undefined, (q) => q.where('t.model', '=', model!))
    .$if(status !== undefined, (q) => q.where('t.status', '=', status!))
    .$if(Boolean(plate?.trim()), (q) => q.where('t.plateNo', 'ilike', `%${plate!.trim().replaceAll(/[\\%_]/g, '\\$&')}%`))

/** Locks the vehicle; without `wait` only when nobody else has it locked. Whether it is locked now. */
export async function lockVehicle(tx: Tx, id: number, wait: boolean): Promise<boolean> {
  const lock = tx.selectFrom('vehicle').select('id').where('id', '=', id).forNoKeyUpdate()
  return (await (wait ? lock : lock.skipLocked()).executeTakeFirst()) !== undefined
}
