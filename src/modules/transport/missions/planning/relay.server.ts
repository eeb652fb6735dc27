/**
 * 换车换人 (transport.md §2.8): before it left, the mission goes on with the new ones; on the road a further leg begins, which takes over
 * the stops not done and the goods on board. Both legs keep their kilometres, times and vehicle (T5).
 */
import { roadworthiness } from '#modules/vehicles/vehicles.public.ts'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { act, storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { consignment } from '../../orders/consignment.ts'
import { hold, releaseHolds, sendable } from './holds.server.ts'
import { mission } from '../mission.ts'
import { missionStop } from '../stop.ts'

type Mission = Rec<typeof mission>
const missions = storeOf(mission)
const stops = storeOf(missionStop)
const consignments = storeOf(consignment)
interface Next {
  vehicle: number
  driver: number
}
const ABOARD = ['loadedPlan', 'toPick', 'carrying', 'arrived'] as const
const tonnes = (kg: number): string => `${Math.round(kg / 100) / 10} t`

async function aboard(tx: Tx, m: Mission) {
  return liveRows(tx, 'consignment')
    .select(['id', 'weight', 'volume', 'pieces', 'status'])
    .where('mission', '=', m.id)
    .where('status', 'in', [...ABOARD])
    .orderBy('id')
    .execute()
}

/** Before leaving: the same mission, other wheels. */
async function swap(tx: Tx, ctx: Context, m: Mission, next: Next): Promise<Partial<Mission>> {
  await releaseHolds(tx, ctx, m.id)
  await sendable(tx, m, next.vehicle, next.driver)
  await hold(tx, ctx, m, { vehicle: next.vehicle, trailer: m.trailer, drivers: [next.driver] })
  return { vehicle: next.vehicle, driver: next.driver, coDriver: null }
}

/** On the road: the patch ends this leg. */
async function relay(tx: Tx, ctx: Context, m: Mission, next: Next): Promise<Partial<Mission>> {
  const freight = await aboard(tx, m)
  if (freight.length === 0) throw refused('车上没有货物，不需要换车；要改派请取消后重新分派')
  const grams = freight.reduce((n, c) => n + Math.round(Number(c.weight) * 1000), 0)
  const v = await roadworthiness(tx, next.vehicle)
  if (v.loadKg !== null && v.loadKg * 1000 < grams) throw refused(`新车可装 ${tonnes(v.loadKg)}，少于在车 ${tonnes(grams / 1000)}`)
  const open = await liveRows(tx, 'missionStop')
    .select(['id', 'distanceM'])
    .where('mission', '=', m.id)
    .where('status', 'in', ['pending', 'enRoute'])
    .orderBy('seq')
    .execute()
  const metres = open.reduce((n, s) => n + s.distanceM, 0)
  const now = ctx.clock.now()
  const planEnd = m.planEnd > now ? m.planEnd : new Date(Date.parse(now) + Math.max(60, open.length * 60) * 60_000).toISOString()
  await releaseHolds(tx, ctx, m.id)
  const leg = await missions.add(tx, ctx, {
    kind: m.kind,
    relayOf: m.id,
    project: m.project,
    goodsRoute: m.goodsRoute,
    carrier: m.carrier,
    trailer: m.trailer,
    planStart: now,
    planEnd,
    departBy: now,
    planKm: metres / 1000,
    weight: grams / 1000,
    maxLoadKg: grams / 1000,
    volume: freight.reduce((n, c) => n + Math.round(Number(c.volume) * 10_000), 0) / 10_000,
    pieces: freight.reduce((n, c) => n + c.pieces, 0),
    stopCount: open.length,
    routeText: m.routeText,
    sealNos: m.sealNos,
    splitMode: m.splitMode,
    payableRule: m.payableRule,
    autoAccept: true,
    noLoading: true,
    store: m.store,
  })
  for (const c of freight) await consignments.edit(tx, ctx, c.id, { mission: leg.id })
  for (const s of open) await stops.edit(tx, ctx, s.id, { mission: leg.id })
  await act(tx, ctx, 'mission', 'assign', leg.id, null, {
    vehicle: next.vehicle,
    driver: next.driver,
    ...(m.trailer ? { trailer: m.trailer } : {}),
  })
  await act(tx, ctx, 'mission', 'depart', leg.id, null, {})
  return {
    status: 'done',
    actualEnd: now,
    planKm: Math.round(m.planKm * 1000 - metres) / 1000,
    stopCount: (m.stopCount ?? 0) - open.length,
  }
}

export const handOn = (tx: Tx, ctx: Context, m: Mission, next: Next): Promise<Partial<Mission>> =>
  ['toLoad', 'toDepart'].includes(m.status) ? swap(tx, ctx, m, next) : relay(tx, ctx, m, next)
