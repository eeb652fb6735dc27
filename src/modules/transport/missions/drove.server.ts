/** Who drove a vehicle when, for modules that look back: violations, accidents (affairs.md §3.6). */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { fen } from '#kit/basics/fen.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { deduction } from '../settlement/sheet.ts'

const deductions = storeOf(deduction)

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
export async function drovenBy(tx: Tx, ctx: Context, vehicles: readonly number[]): Promise<Drove[]> {
  if (vehicles.length === 0) return []
  const rows = await tx
    .selectFrom('mission')
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
    .where('mission.operatorId', '=', ctx.user.operatorId)
    .where('mission.vehicle', 'in', [...new Set(vehicles)])
    .where('mission.status', 'not in', ['draft', 'open', 'offered', 'refused', 'cancelled', 'voided'])
    .where('mission.deletedAt', 'is', null)
    .orderBy('mission.planStart')
    .orderBy('mission.id')
    .execute()
  return rows.map((r) => ({ ...r, vehicle: r.vehicle!, driver: r.driver! }))
}

/** Whose vehicle it usually is. */
export const regularDrivers = (tx: Tx, ctx: Context, vehicles: readonly number[]) =>
  tx
    .selectFrom('driver')
    .select(['id', 'name', 'vehicle'])
    .where('operatorId', '=', ctx.user.operatorId)
    .where('vehicle', 'in', [-1, ...new Set(vehicles)])
    .where('account', '=', 'active')
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()

/** How to reach a driver, where his pay is kept. */
export const driverContact = async (tx: Tx, ctx: Context, id: number) =>
  (await tx
    .selectFrom('driver')
    .select(['id', 'name', 'mobile', 'user', 'store'])
    .where('operatorId', '=', ctx.user.operatorId)
    .where('id', '=', id)
    .executeTakeFirst()) ?? null

/** Taken off what the driver is paid next. */
export async function draftDeduction(
  tx: Tx,
  ctx: Context,
  d: { driver: number; store: number; amount: number; remark: string; reason?: 'fine' | 'damage' | 'oilCard' },
): Promise<number> {
  const made = await deductions.add(tx, ctx, {
    party: 'driver',
    driver: d.driver,
    reason: d.reason ?? 'fine',
    amount: fen(d.amount),
    openAmount: fen(d.amount),
    store: d.store,
    remark: d.remark.slice(0, 500),
  })
  return made.id
}
/** What each of these takes off the driver's pay: its amount; waived, only what had been taken before. */
export async function deducted(tx: Tx, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('deduction as d')
    .select(['d.id', 'd.status', 'd.amount'])
    .select((eb) =>
      eb
        .selectFrom('deductionUse as u')
        .select(sql<number>`coalesce(sum(u.amount), 0)::bigint`.as('taken'))
        .whereRef('u.deduction', '=', 'd.id')
        .where('u.deletedAt', 'is', null)
        .as('taken'),
    )
    .where('d.id', 'in', [...ids])
    .where('d.deletedAt', 'is', null)
    .execute()
  return new Map(rows.map((d) => [d.id, d.status === 'waived' ? Number(d.taken) : d.amount]))
}

/** Not charged after all. What has been taken off a payable already stays, for a person to settle. */
export async function dropDeduction(tx: Tx, ctx: Context, id: number, reason: string): Promise<'dropped' | 'used'> {
  const of = await deductions.lock(tx, ctx, id)
  if (of.status === 'waived') return 'dropped'
  if (of.status !== 'open' || (of.openAmount ?? 0) < of.amount) return 'used'
  await deductions.act(tx, ctx, 'waive', id, { reason })
  return 'dropped'
}
