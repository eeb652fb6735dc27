/** Who has and had which vehicle, for modules that look back: violations, claims (affairs.md §5). */
import type { Db, Tx } from '#kit/access/context.server.ts'
import { type Day, dayOf } from '#kit/basics/time/day.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'

export interface Held {
  id: number
  vehicle: number
  lease: number
  lessee: number
  store: number
  fromAt: string
  toAt: string | null
}

/** Segments of these vehicles, oldest first. */
export const segmentsOf = async (tx: Tx, vehicles: readonly number[]): Promise<Held[]> =>
  vehicles.length === 0
    ? []
    : liveRows(tx, 'leaseSegment')
        .select(['id', 'vehicle', 'lease', 'lessee', 'store', 'fromAt', 'toAt'])
        .where('vehicle', 'in', [...new Set(vehicles)])
        .orderBy('vehicle')
        .orderBy('fromAt')
        .execute()

/** The one segment that covers the moment. */
export const holderAt = async (tx: Tx, vehicle: number, at: string): Promise<Held | null> =>
  (await liveRows(tx, 'leaseSegment')
    .select(['id', 'vehicle', 'lease', 'lessee', 'store', 'fromAt', 'toAt'])
    .where('vehicle', '=', vehicle)
    .where('fromAt', '<=', at)
    .where((eb) => eb.or([eb('toAt', 'is', null), eb('toAt', '>', at)]))
    .executeTakeFirst()) ?? null

/** The day each lease came to its end; absent while it runs. */
export async function leaseEnds(tx: Tx, leases: readonly number[]): Promise<Map<number, Day>> {
  if (leases.length === 0) return new Map()
  const rows = await tx
    .selectFrom('lease')
    .select(['id', 'returnedAt'])
    .where('id', 'in', [...new Set(leases)])
    .where('returnedAt', 'is not', null)
    .execute()
  return new Map(rows.map((l) => [l.id, dayOf(l.returnedAt!)]))
}

/** Every vehicle a lease has had. */
export const vehiclesOfLease = async (tx: Tx, lease: number): Promise<number[]> =>
  (await liveRows(tx, 'leaseSegment').select('vehicle').distinct().where('lease', '=', lease).execute()).map((s) => s.vehicle)

/** What a lease is called, and who looks after it. */
export const leaseKept = (db: Db, id: number) =>
  db.selectFrom('lease').select(['no', 'owner']).where('id', '=', id).executeTakeFirstOrThrow()
