/**
 * 承运商工作台: an account that was opened for a carrier sees that carrier's missions and money and answers its offers (transport.md §2.1).
 * No receivable, no customer's telephone, nothing of another carrier: every query begins with the carrier of the account.
 */
import { z } from 'zod'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { addDays, dayOf, instantAt } from '#kit/basics/time/day.ts'
import { absent } from '#kit/basics/errors.ts'
import { fen } from '#kit/basics/fen.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { act } from '#kit/entity/store.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { platesOf } from '#modules/vehicles/vehicles.public.ts'
import { MISSION_STATES } from '../missions/mission.ts'
import { DEDUCTION_REASONS, SHEET_WORDS } from '../parties/pay.rules.ts'
import { CARRIER_DESK, type CarrierDesk } from './desk.wire.ts'

const DAYS_BACK = 90
const LIVE = ['offered', 'toLoad', 'toDepart', 'running', 'suspended', 'arrived', 'partSigned'] as const
const ENDED = ['done', 'settled'] as const
/** Whom the company works with no more, its account opens nothing. */
const GONE: readonly string[] = ['blacklisted', 'ended']

interface Own {
  id: number
  name: string
}
async function carrierOf(db: Db, ctx: Context): Promise<Own> {
  const row = await liveRows(db, 'carrier')
    .select(['id', 'name', 'status'])
    .where('account', '=', ctx.user.id)
    .orderBy('id')
    .executeTakeFirst()
  if (!row) throw absent('此账号没有绑定承运商，请联系对方开通')
  if (GONE.includes(row.status)) throw absent('合作已终止，账号不能再使用；如有疑问请联系对方')
  return row
}

async function missionsOf(db: Db, carrier: number, since: string) {
  const rows = await liveRows(db, 'mission')
    .leftJoin('driver', (join) => join.onRef('driver.id', '=', 'mission.driver').onRef('driver.operatorId', '=', 'mission.operatorId'))
    .select(['mission.id', 'mission.no', 'mission.status', 'mission.planStart', 'mission.planEnd', 'mission.acceptBy'])
    .select(['mission.routeText', 'mission.weight', 'mission.pieces', 'mission.vehicle', 'driver.name as driver'])
    .where('mission.carrier', '=', carrier)
    .where((e) =>
      e.or([e('mission.status', 'in', [...LIVE]), e.and([e('mission.status', 'in', [...ENDED]), e('mission.planStart', '>=', since)])]),
    )
    .orderBy('mission.planStart', 'desc')
    .orderBy('mission.id', 'desc')
    .limit(200)
    .execute()
  const ids = rows.map((r) => r.id)
  const plates = await platesOf(
    db,
    rows.flatMap((r) => (r.vehicle === null ? [] : [r.vehicle])),
  )
  const papers = await liveRows(db, 'consignment')
    .select(['mission', 'receiptState'])
    .where('mission', '=', anyOf(ids))
    .where('receiptState', '<>', 'none')
    .where('status', '<>', 'cancelled')
    .execute()
  return rows.map(({ vehicle, ...r }) => {
    const own = papers.filter((p) => p.mission === r.id)
    const receipts = { due: own.filter((p) => p.receiptState !== 'received').length, of: own.length }
    const plateNo = vehicle === null ? null : (plates.get(vehicle) ?? null)
    return { ...r, plateNo, label: MISSION_STATES[r.status], weight: Number(r.weight), receipts }
  })
}

async function sheetsOf(db: Db, carrier: number, since: string): Promise<CarrierDesk['sheets']> {
  const rows = await liveRows(db, 'chargeSheet')
    .leftJoin('mission', (join) =>
      join.onRef('mission.id', '=', 'chargeSheet.mission').onRef('mission.operatorId', '=', 'chargeSheet.operatorId'),
    )
    .select(['chargeSheet.no', 'chargeSheet.status', 'chargeSheet.total', 'chargeSheet.pricingDay', 'chargeSheet.createdAt'])
    .select('mission.no as mission')
    .where('chargeSheet.carrier', '=', carrier)
    .where('chargeSheet.direction', '=', 'payable')
    .where('chargeSheet.status', '<>', 'voided')
    .where('chargeSheet.createdAt', '>=', since)
    .orderBy('chargeSheet.id', 'desc')
    .limit(500)
    .execute()
  return rows.map((r) => ({
    no: r.no,
    mission: r.mission,
    day: r.pricingDay ?? dayOf(r.createdAt),
    label: SHEET_WORDS[r.status] ?? r.status,
    total: r.total ?? 0,
  }))
}

async function deductionsOf(db: Db, carrier: number, since: string): Promise<CarrierDesk['deductions']> {
  const rows = await liveRows(db, 'deduction')
    .select(['no', 'reason', 'amount', 'openAmount', 'createdAt'])
    .where('carrier', '=', carrier)
    .where('status', '<>', 'waived')
    .where((e) => e.or([e('openAmount', '>', fen(0)), e('createdAt', '>=', since)]))
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
  return rows.map((r) => ({
    no: r.no,
    day: dayOf(r.createdAt),
    label: DEDUCTION_REASONS[r.reason],
    amount: r.amount,
    open: r.openAmount ?? 0,
  }))
}

const desk = (ctx: Context): Promise<CarrierDesk> =>
  ctx.db.read(ctx.user.operatorId, async (db) => {
    const own = await carrierOf(db, ctx)
    const since = instantAt(addDays(ctx.clock.today(), -DAYS_BACK))
    return {
      name: own.name,
      now: ctx.clock.now(),
      missions: await missionsOf(db, own.id, since),
      sheets: await sheetsOf(db, own.id, since),
      deductions: await deductionsOf(db, own.id, since),
    }
  })

/** Another carrier's mission does not exist for this one. */
async function answer(ctx: Context, id: number, reason: string | null): Promise<{ ok: true }> {
  return ctx.db.write(ctx.user.operatorId, async (tx: Tx) => {
    const own = await carrierOf(tx, ctx)
    const m = await liveRows(tx, 'mission').select('id').where('id', '=', id).where('carrier', '=', own.id).executeTakeFirst()
    if (!m) throw absent('没有这个任务，或它没有派给贵公司，请刷新后查看')
    if (reason === null) await act(tx, ctx, 'mission', 'accept', m.id, null, {})
    else await act(tx, ctx, 'mission', 'refuse', m.id, null, { reason })
    return { ok: true as const }
  })
}

const ID = z.int('请选择任务').positive('请选择任务')
const OK = z.object({ ok: z.literal(true) })
export const carrierRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/carrierDesk/mine',
    summary: '承运商工作台：本承运商的任务与费用',
    right: 'signedIn',
    input: z.strictObject({}),
    output: CARRIER_DESK,
    handler: desk,
  }),
  route({
    method: 'POST',
    path: '/api/v1/carrierDesk/accept',
    summary: '承运商接单',
    right: 'signedIn',
    input: z.strictObject({ mission: ID }),
    output: OK,
    single: true,
    handler: (ctx, { mission }) => answer(ctx, mission, null),
  }),
  route({
    method: 'POST',
    path: '/api/v1/carrierDesk/refuse',
    summary: '承运商拒单',
    right: 'signedIn',
    input: z.strictObject({ mission: ID, reason: z.string().trim().min(1, '请填写原因').max(200, '原因最多 200 字') }),
    output: OK,
    single: true,
    handler: (ctx, { mission, reason }) => answer(ctx, mission, reason),
  }),
]
