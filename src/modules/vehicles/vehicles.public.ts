/** What other modules may do to vehicles: leasing moves the rental status, and only through here. */
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { refused } from '#kit/basics/errors.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { anyOf, allRows, liveRows, seenRows } from '#kit/entity/query/live-rows.server.ts'
import { and, live } from '#kit/entity/query/rows.server.ts'
import { pickerWhere } from '#kit/entity/query/scope.server.ts'
import { act, edit } from '#kit/entity/store.server.ts'
import { blocksOf } from './ground.server.ts'
import { paperGaps } from './papers.rules.ts'

export type { VehicleFollower } from './followers.server.ts'
export { block, blockAll, noteReading, noteReadings, unblock } from './ground.server.ts'

/** What other modules ask of one vehicle most: whose it is, how it stands. */
export const seenVehicle = (tx: Tx, id: number) =>
  tx.selectFrom('vehicle').select(['id', 'plateNo', 'status', 'store', 'model', 'odometer']).where('id', '=', id).executeTakeFirst()
/** The same, and others wait: what must be there once a vehicle is decided under this lock. */
export const holdVehicle = (tx: Tx, id: number) =>
  tx.selectFrom('vehicle').select(['id', 'store']).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
/** The same of many, in the order of their numbers, so that two who do so never wait for each other in a circle. */
export const holdVehicles = (tx: Tx, ids: readonly number[]) =>
  tx.selectFrom('vehicle').select(['id', 'store']).where('id', '=', anyOf(ids)).orderBy('id').forNoKeyUpdate().execute()

/** Vehicles on the road whose inspection is due between two days, as far as whoever asks may see them. */
export async function dueVehicles(db: Db, ctx: Context, from: Day, to: Day): Promise<{ id: number; plateNo: string | null; dueOn: Day }[]> {
  const rows = await seenRows(db, ctx, 'vehicle')
    .select(['t.id', 't.plateNo', 't.inspectionDueOn as dueOn'])
    .where('t.status', '<>', 'disposed')
    .where('t.inspectionDueOn', '>=', from)
    .where('t.inspectionDueOn', '<=', to)
    .orderBy('t.inspectionDueOn')
    .orderBy('t.id')
    .execute()
  return rows as { id: number; plateNo: string | null; dueOn: Day }[]
}

/** Which of these have left the company. */
export async function disposedAmong(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('vehicle')
    .select('id')
    .where('id', 'in', [...ids])
    .where('status', '=', 'disposed')
    .execute()
  return rows.map((v) => v.id)
}

/** Which of these are not of the model a price was made for. */
export async function ofOtherModels(db: Db, ids: readonly number[], model: number): Promise<{ plateNo: string; model: number }[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('vehicle')
    .select(['plateNo', 'model'])
    .where('id', 'in', [...ids])
    .where('model', '!=', model)
    .orderBy('id')
    .execute()
}

interface Seen {
  odometer: number
  /** When it was read; now, when not said. */
  at?: string
}

/** 待租 → 已预占. Refuses when the vehicle is not free or its papers do not allow leasing. */
export async function reserveVehicle(tx: Tx, ctx: Context, vehicleId: number): Promise<void> {
  await act(tx, ctx, 'vehicle', 'reserve', vehicleId, null, {})
}
/** 已预占 → 待租, when a contract is void. */
export async function releaseReservation(tx: Tx, ctx: Context, vehicleId: number): Promise<void> {
  await act(tx, ctx, 'vehicle', 'releaseReservation', vehicleId, null, {})
}
/** 已预占 → 在租 with the odometer read at handover (km). */
export async function handOverVehicle(tx: Tx, ctx: Context, vehicleId: number, { odometer, at }: Seen): Promise<void> {
  await act(tx, ctx, 'vehicle', 'handOver', vehicleId, null, { odometer, at: at ?? ctx.clock.now() })
}
/** 在租 → 整备中 after a return (km read at return). */
export async function takeBackVehicle(tx: Tx, ctx: Context, vehicleId: number, { odometer, at }: Seen): Promise<void> {
  await act(tx, ctx, 'vehicle', 'takeBack', vehicleId, null, { odometer, at: at ?? ctx.clock.now() })
}

/** Why each vehicle cannot be leased today: 「沪A12345：年检已于 2026-03-01 到期」. Empty lists when nothing stops it. */
export async function leaseGaps(tx: Db, ctx: Context, vehicleIds: readonly number[]): Promise<Map<number, string[]>> {
  const gaps = await gapsByPlate(tx, ctx, vehicleIds)
  return new Map([...gaps].map(([id, { plateNo, gaps: own }]) => [id, own.map((gap) => `${plateNo}：${gap}`)]))
}
/** The same of one vehicle, where everybody sees which one is meant. */
export const ownLeaseGaps = async (tx: Db, ctx: Context, vehicle: number): Promise<string[]> =>
  (await gapsByPlate(tx, ctx, [vehicle])).get(vehicle)?.gaps ?? []

async function gapsByPlate(tx: Db, ctx: Context, vehicleIds: readonly number[]): Promise<Map<number, { plateNo: string; gaps: string[] }>> {
  if (vehicleIds.length === 0) return new Map()
  const rows = await liveRows(tx, 'vehicle')
    .select(['id', 'plateNo', 'status', 'inspectionDueOn', 'compulsoryInsuranceDueOn', 'drivingLicenceNo'])
    .where('id', 'in', [...vehicleIds])
    .execute()
  if (rows.length !== new Set(vehicleIds).size) throw refused('所选车辆已被删除，或不在您的数据权限内，请刷新后重新选择')
  const blocked = await blocksOf(tx, vehicleIds)
  const why = (v: (typeof rows)[number]): string[] => [...paperGaps(v, ctx.clock.today()), ...(blocked.get(v.id) ?? [])]
  return new Map(rows.map((v) => [v.id, { plateNo: v.plateNo, gaps: [...new Set(why(v))] }]))
}

/** Papers that will not be valid on that day, and what blocks the vehicle now: what has to be mended before it is handed over then. */
export async function paperStandings(db: Db, ids: readonly number[], on: Day): Promise<Map<number, string[]>> {
  if (ids.length === 0) return new Map()
  const rows = await liveRows(db, 'vehicle')
    .select(['id', 'inspectionDueOn', 'compulsoryInsuranceDueOn', 'drivingLicenceNo'])
    .where('id', 'in', [...ids])
    .execute()
  const blocked = await blocksOf(db, ids)
  return new Map(rows.map((v) => [v.id, [...new Set([...paperGaps(v, on), ...(blocked.get(v.id) ?? [])])]]))
}

export interface PaperDays {
  inspectionDueOn?: Day | null
  compulsoryInsuranceDueOn?: Day | null
  commercialInsuranceDueOn?: Day | null
  roadPermitDueOn?: Day | null
}
/** Days that a policy, an inspection or a certificate stands behind; from then on nobody types over them. `from`: 「保单 …」. */
export async function setPapers(tx: Tx, ctx: Context, vehicleId: number, days: PaperDays, from: string): Promise<void> {
  const { papersFrom } = await tx.selectFrom('vehicle').select('papersFrom').where('id', '=', vehicleId).executeTakeFirstOrThrow()
  await edit(tx, ctx, 'vehicle', vehicleId, null, {
    ...days,
    // Counted, so that it differs each time: that is how the vehicle knows whose word this is.
    papersFrom: {
      ...papersFrom,
      ...Object.fromEntries(Object.keys(days).map((name) => [name, from])),
      times: String(Number(papersFrom?.['times'] ?? 0) + 1),
    },
  })
}

/** Every vehicle that ever carried one of these plates, with what it carried when (号牌变更). */
export async function plateHistory(
  tx: Tx,
  plates: readonly string[],
): Promise<{ vehicle: number; plateNow: string; changes: { oldPlateNo: string; newPlateNo: string; changedOn: Day }[] }[]> {
  if (plates.length === 0) return []
  const now = await liveRows(tx, 'vehicle')
    .select(['id', 'plateNo'])
    .where('plateNo', 'in', [...plates])
    .execute()
  const once = await liveRows(tx, 'plateChange')
    .select('vehicle')
    .where('oldPlateNo', 'in', [...plates])
    .execute()
  const ids = [...new Set([...now.map((v) => v.id), ...once.map((c) => c.vehicle)])]
  if (ids.length === 0) return []
  const all = await liveRows(tx, 'vehicle').select(['id', 'plateNo']).where('id', 'in', ids).execute()
  const changes = await liveRows(tx, 'plateChange')
    .select(['vehicle', 'oldPlateNo', 'newPlateNo', 'changedOn'])
    .where('vehicle', 'in', ids)
    .orderBy('id')
    .execute()
  return all.map((v) => ({ vehicle: v.id, plateNow: v.plateNo, changes: changes.filter((c) => c.vehicle === v.id) }))
}

/** What stands in a contract about its vehicles. */
export const vehiclesInWords = async (tx: Tx, ids: readonly number[]) =>
  ids.length
    ? tx
        .selectFrom('vehicle')
        .innerJoin('vehicleModel', 'vehicleModel.id', 'vehicle.model')
        .select(['vehicle.id', 'vehicle.plateNo', 'vehicle.vin', 'vehicleModel.name as model'])
        .where('vehicle.id', 'in', [...ids])
        .orderBy('vehicle.id')
        .execute()
    : []

/** What the law and its papers let a vehicle carry and do, for whoever sends it out. */
export const roadworthiness = (tx: Tx, id: number) =>
  tx
    .selectFrom('vehicle')
    .select([
      'plateNo',
      'loadKg',
      'curbKg',
      'axles',
      'grossKg',
      'isTrailer',
      'inspectionDueOn',
      'compulsoryInsuranceDueOn',
      'status',
      'opMode',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Plate, store and day of registration of these vehicles, those gone too: what old papers are matched with. */
export const registrationsOf = async (tx: Tx, ids: readonly number[]) =>
  ids.length
    ? tx
        .selectFrom('vehicle')
        .select(['id', 'store', 'registeredOn', 'plateNo'])
        .where('id', 'in', [...ids])
        .execute()
    : []

/**
 * Which vehicle is meant by its plate, among those whoever asks could have chosen from a list. Of the others not even that they are
 * there is told: a plate nobody has and a plate of another store are answered alike.
 */
export async function vehicleWithPlate(db: Db, ctx: Context, plate: string): Promise<number | null> {
  const entity = ctx.registry.entity('vehicle').entity as Entity
  const row = await db
    .selectFrom('vehicle as t')
    .select('t.id')
    .where(and([live(entity, ctx.user.operatorId), pickerWhere(ctx, entity)]))
    .where('t.plateNo', '=', plate)
    .executeTakeFirst()
  return row?.id ?? null
}

/** The same for many plates at once: plate → vehicle. */
export async function vehiclesWithPlates(db: Db, ctx: Context, plates: readonly string[]): Promise<Map<string, number>> {
  if (plates.length === 0) return new Map()
  const entity = ctx.registry.entity('vehicle').entity as Entity
  const rows = await db
    .selectFrom('vehicle as t')
    .select(['t.id', 't.plateNo'])
    .where(and([live(entity, ctx.user.operatorId), pickerWhere(ctx, entity)]))
    .where('t.plateNo', 'in', [...new Set(plates)])
    .execute()
  return new Map(rows.map((v) => [v.plateNo, v.id]))
}

/** Which of these vehicles whoever asks could have chosen from a list. */
export async function choosable(db: Db, ctx: Context, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const entity = ctx.registry.entity('vehicle').entity as Entity
  const rows = await db
    .selectFrom('vehicle as t')
    .select('t.id')
    .where(and([live(entity, ctx.user.operatorId), pickerWhere(ctx, entity)]))
    .where('t.id', 'in', [...new Set(ids)])
    .execute()
  return new Set(rows.map((v) => v.id))
}

/** Plates of these vehicles, for texts that name them. */
export async function platesOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await allRows(db, 'vehicle')
    .select(['id', 'plateNo'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((v) => [v.id, v.plateNo]))
}
export { blockedSpans, fleetVehicles, lockVehicle, vehicleFacts } from './facts.server.ts'
export { daysOfSpan, spansOf, type VehicleSpan, type VehicleSpans } from './spans.server.ts'

/** What the authorities are told of a vehicle that carries freight (transport.md §15). */
export const reportedVehicle = (tx: Tx, id: number) =>
  tx
    .selectFrom('vehicle')
    .select([
      'plateNo',
      'plateColor',
      'grossKg',
      'loadKg',
      'boxLengthMm',
      'isTrailer',
      'ownership',
      'vehicleSource',
      'useNature',
      'vin',
      'energy',
      'registeredOn',
      'licenceIssuedOn',
      'licenceIssuer',
      'roadPermitNo',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
