/** What an event of a phone does to its mission, at the moment it happened. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { absent, refused } from '#kit/basics/errors.ts'
import { fen } from '#kit/basics/fen.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { act, storeOf } from '#kit/entity/store.server.ts'
import { exceptionCase } from '../missions/exception.ts'
import { followOdometer } from '../missions/road/odometer.server.ts'
import { keepCheck } from '../missions/departure/trip-check.server.ts'
import { consignment } from '../orders/consignment.ts'
import type { PhoneEvent } from './events.wire.ts'

const exceptions = storeOf(exceptionCase)
const consignments = storeOf(consignment)

/** An event, and what is known of it beside what it says. */
export interface Happened {
  event: PhoneEvent
  /** When it happened, and why somebody should not rely on that. */
  at: string
  doubt: string | null
  deviceId: string
  driver: number
}

export const placeOf = (e: PhoneEvent) =>
  e.lng === undefined || e.lat === undefined ? null : { address: '手机定位', lng: e.lng, lat: e.lat }

export async function apply(tx: Tx, ctx: Context, h: Happened): Promise<void> {
  const { event: e, at } = h
  const { data, mission } = e
  if (e.kind === 'accept') await act(tx, ctx, 'mission', 'accept', mission, null, {})
  else if (e.kind === 'refuse') await act(tx, ctx, 'mission', 'refuse', mission, null, { reason: data.reason ?? '司机拒单' })
  else if (e.kind === 'check') await check(tx, ctx, h)
  else if (e.kind === 'scan') await scan(tx, ctx, h)
  else if (e.kind === 'load') await load(tx, ctx, e)
  else if (e.kind === 'depart') await act(tx, ctx, 'mission', 'depart', mission, null, { at })
  else if (e.kind === 'sign') await sign(tx, ctx, h)
  else if (e.kind === 'odometer') await followOdometer(tx, ctx, mission)
  else if (e.kind === 'exception')
    await exceptions.add(tx, ctx, {
      kind: data.exception ?? 'late',
      about: 'mission',
      mission,
      at,
      detail: data.reason ?? '司机上报',
      ...(placeOf(e) ? { place: placeOf(e) } : {}),
    })
}
async function check(tx: Tx, ctx: Context, { event: e, at, driver }: Happened): Promise<void> {
  const m = await tx
    .selectFrom('mission')
    .select(['id', 'vehicle', 'driver', 'store'])
    .where('id', '=', e.mission)
    .executeTakeFirstOrThrow()
  await keepCheck(tx, ctx, m, { clientId: e.clientId, driver, at, answers: e.data.checks ?? [] })
}
async function inMission(tx: Tx, e: PhoneEvent) {
  const row = await tx
    .selectFrom('consignment')
    .select(['id', 'status', 'pieces', 'pickedAt'])
    .where('id', '=', e.data.consignment ?? -1)
    .where('mission', '=', e.mission)
    .executeTakeFirst()
  if (!row) throw absent('这张配送单不在这个任务中，请核对单号')
  return row
}
const TO_PICK: readonly string[] = ['loadedPlan', 'toPick']
async function scan(tx: Tx, ctx: Context, { event: e, at }: Happened): Promise<void> {
  const c = await inMission(tx, e)
  const pieces = e.data.pieces ?? c.pieces
  if (TO_PICK.includes(c.status)) return void (await act(tx, ctx, 'consignment', 'pick', c.id, null, { pieces, at }))
  // Heard of only after the truck had left: the earliest scan is the one that took it on board.
  if (c.pickedAt === null || c.pickedAt <= at) throw refused('该票已装车')
  if (pieces > c.pieces) throw refused(`实装 ${pieces} 件，多于计划 ${c.pieces} 件`)
  await consignments.edit(tx, ctx, c.id, { loadedPieces: pieces, pickedAt: at })
}
/** What was left behind is said by name, so that a scan that comes in later is not taken for goods that stayed. */
async function load(tx: Tx, ctx: Context, { mission, data }: PhoneEvent): Promise<void> {
  if (data.left) {
    const rows = await liveRows(tx, 'consignment')
      .select('id')
      .where('mission', '=', mission)
      .where('status', 'in', ['loadedPlan', 'toPick'])
      .execute()
    const unheard = rows.filter((c) => !data.left!.includes(c.id)).length
    if (unheard > 0) throw refused(`还有 ${unheard} 票未扫描`)
  }
  await act(tx, ctx, 'mission', 'load', mission, null, {
    ...(data.sealNos ? { sealNos: data.sealNos } : {}),
    ...(data.reason ? { shortReason: data.reason } : {}),
  })
}
async function sign(tx: Tx, ctx: Context, { event: e, at, doubt, deviceId }: Happened): Promise<void> {
  const { data } = e
  const place = placeOf(e)
  await act(tx, ctx, 'consignment', 'deliverByPhone', (await inMission(tx, e)).id, null, {
    clientId: e.clientId,
    signType: data.signType ?? 'self',
    ...(data.signer ? { signer: data.signer } : {}),
    ...(data.relation ? { relation: data.relation } : {}),
    at,
    lines: data.lines ?? [],
    responsible: data.responsible ?? 'open',
    codTaken: fen(data.codTaken ?? 0),
    ...(data.codNote ? { codNote: data.codNote } : {}),
    ...(place ? { place } : {}),
    ...(e.accuracyM === undefined ? {} : { accuracyM: e.accuracyM }),
    offline: Math.abs(Date.parse(ctx.clock.now()) - Date.parse(at)) > 5 * 60_000,
    deviceId,
    ...(doubt ? { doubt } : {}),
    ...(data.hashes?.length ? { hashes: data.hashes.join(',') } : {}),
  })
}
