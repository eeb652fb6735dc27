/** What other modules may do to vehicles: leasing moves the rental status, and only through here. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { act } from '#kit/entity/store.server.ts'
import { paperGaps } from './papers.rules.ts'

/** 待租 → 已预占. Refuses when the vehicle is not free or its papers do not allow leasing. */
export async function reserveVehicle(tx: Tx, ctx: Context, vehicleId: number): Promise<void> {
  await act(tx, ctx, 'vehicle', 'reserve', vehicleId, null, {})
}
/** 已预占 → 待租, when a contract is void. */
export async function releaseReservation(tx: Tx, ctx: Context, vehicleId: number): Promise<void> {
  await act(tx, ctx, 'vehicle', 'releaseReservation', vehicleId, null, {})
}
/** 已预占 → 在租 with the odometer read at handover (km). */
export async function handOverVehicle(tx: Tx, ctx: Context, vehicleId: number, { odometer }: { odometer: number }): Promise<void> {
  await act(tx, ctx, 'vehicle', 'handOver', vehicleId, null, { odometer })
}
/** 在租 → 整备中 after a return (km read at return). */
export async function takeBackVehicle(tx: Tx, ctx: Context, vehicleId: number, { odometer }: { odometer: number }): Promise<void> {
  await act(tx, ctx, 'vehicle', 'takeBack', vehicleId, null, { odometer })
}

/** Why each vehicle cannot be leased today: 「沪A12345：年检已于 2026-03-01 到期」. Empty lists when nothing stops it. */
export async function leaseGaps(tx: Tx, ctx: Context, vehicleIds: readonly number[]): Promise<Map<number, string[]>> {
  if (vehicleIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('vehicle')
    .select(['id', 'plateNo', 'status', 'inspectionDueOn', 'compulsoryInsuranceDueOn', 'drivingLicenceNo'])
    .where('id', 'in', [...vehicleIds])
    .where('deletedAt', 'is', null)
    .execute()
  if (rows.length !== new Set(vehicleIds).size) throw refused('所选车辆不存在或无权查看')
  return new Map(rows.map((v) => [v.id, paperGaps(v, ctx.clock.today()).map((gap) => `${v.plateNo}：${gap}`)]))
}
