/** Who drove a vehicle when, for modules that look back: violations, accidents (affairs.md §3.6). */
import type { Tx } from '#kit/access/context.server.ts'
import { anyOf, liveRows, allRows } from '#kit/entity/query/live-rows.server.ts'

export interface Drove {
  mission: number
  no: string
  vehicle: number
  driver: number
  driverName: string
  coDriverName: string | null
  planStart: string
  planEnd: string
  /** Null: nobody has reported that it left. */
  actualStart: string | null
  /** Null: on the road still, or never on it. */
  actualEnd: string | null
}

/** Missions of these vehicles that had a driver, oldest first; cancelled and void ones were never driven. */
export async function drovenBy(tx: Tx, vehicles: readonly number[]): Promise<Drove[]> {
  if (vehicles.length === 0) return []
  const rows = await liveRows(tx, 'mission')
    .innerJoin('driver', 'driver.id', 'mission.driver')
    .leftJoin('driver as co', 'co.id', 'mission.coDriver')
    .select([
      'mission.id as mission',
      'mission.no',
      'mission.vehicle',
      'mission.driver',
      'driver.name as driverName',
      'co.name as coDriverName',
      'mission.planStart',
      'mission.planEnd',
      'mission.actualStart',
      'mission.actualEnd',
    ])
    .where('mission.vehicle', 'in', [...new Set(vehicles)])
    .where('mission.status', 'not in', ['draft', 'open', 'offered', 'refused', 'cancelled', 'voided'])
    .orderBy('mission.planStart')
    .orderBy('mission.id')
    .execute()
  return rows.map((r) => ({ ...r, vehicle: r.vehicle!, driver: r.driver! }))
}

/** Whose vehicle it usually is. */
export const regularDrivers = (tx: Tx, vehicles: readonly number[]) =>
  liveRows(tx, 'driver')
    .select(['id', 'name', 'vehicle'])
    .where('vehicle', '=', anyOf(new Set(vehicles)))
    .where('account', '=', 'active')
    .orderBy('id')
    .execute()

/** How to reach a driver, where his pay is kept. */
export const driverContact = async (tx: Tx, id: number) =>
  (await allRows(tx, 'driver').select(['id', 'name', 'mobile', 'user', 'store']).where('id', '=', id).executeTakeFirst()) ?? null
