/**
 * How far a mission is: times and states of its stops, arrivals of its consignments, its own state from 运输中 on. All of it is worked out
 * of what was seen so far, so that what comes late or in another order ends in the same (transport.md §2.8, T2).
 */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { metresBetween } from '#kit/basics/earth.ts'
import type { Place } from '#kit/entity/field.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { act, storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { consignment } from '../../orders/consignment.ts'
import { freightMoney } from '../../orders/money.server.ts'
import { exceptionCase } from '../exception.ts'
import { missionStop } from '../stop.ts'
import { believedAt, effectiveTimes, stopState, waitedMinutes, type Seen } from './times.rules.ts'

type Stop = Rec<typeof missionStop>
const stops = storeOf(missionStop)
const consignments = storeOf(consignment)
const exceptions = storeOf(exceptionCase)

const away = (p: Place | null, place: Place | undefined): number | null =>
  p?.lng !== undefined && p.lat !== undefined && place?.lng !== undefined && place.lat !== undefined
    ? Math.round(metresBetween(p.lng, p.lat, place.lng, place.lat))
    : null

async function seenAt(tx: Tx, stop: Stop): Promise<Seen[]> {
  const party = stop.party ? await tx.selectFrom('consignParty').select('place').where('id', '=', stop.party).executeTakeFirst() : undefined
  const rows = await liveRows(tx, 'stopEvent')
    .select(['clientId', 'kind', 'at', 'recvAt', 'source', 'point', 'amends'])
    .where('stop', '=', stop.id)
    .execute()
  return rows.map((r) => ({
    clientId: r.clientId,
    kind: r.kind,
    at: believedAt(r.at, r.recvAt),
    source: r.source,
    distanceM: away(r.point, party?.place),
    amends: r.amends,
  }))
}

const OPEN_FREIGHT: readonly string[] = ['loadedPlan', 'toPick', 'carrying', 'arrived']
const REACHED: readonly string[] = ['arrived', 'signed', 'partSigned', 'refused', 'returning', 'returned', 'receipted']

/** Times, state and waiting of a stop as all events of it say; what changed is told to consignments, mission and sheets. */
export async function settleStop(tx: Tx, ctx: Context, id: number): Promise<void> {
  const stop = await stops.lock(tx, ctx, id)
  const m = await tx.selectFrom('mission').select(['id', 'actualEnd']).where('id', '=', stop.mission).executeTakeFirstOrThrow()
  const times = effectiveTimes(await seenAt(tx, stop))
  const freight = await tx
    .selectFrom('consignment')
    .select(['id', 'status', 'arrivedAt'])
    .where('id', '=', anyOf(stop.consignments ?? []))
    .where('mission', '=', m.id)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const open = stop.kind === 'unload' ? freight.filter((c) => OPEN_FREIGHT.includes(c.status)).length : 0
  const { skipped: _s, ...moments } = times
  const next = { ...moments, status: stopState(times, open, m.actualEnd !== null), waitMin: waitedMinutes(times, stop.windowFrom) }
  await stops.edit(tx, ctx, id, next)
  if (stop.kind === 'unload') await putArrivals(tx, ctx, freight, times.arriveAt)
  await followMission(tx, ctx, m.id)
  if (stop.waitMin !== null && next.waitMin !== stop.waitMin) await basisChanged(tx, ctx, m.id, stop.waitMin, next.waitMin)
  if (m.actualEnd !== null && (next.arriveAt !== stop.arriveAt || next.startAt !== stop.startAt))
    await freightMoney(ctx).recalculateOpen(tx, ctx, m.id)
}

/** What is or was at its place came there with the truck, also when that is heard of after the signature. */
async function putArrivals(
  tx: Tx,
  ctx: Context,
  freight: readonly { id: number; status: string; arrivedAt: string | null }[],
  at: string | null,
): Promise<void> {
  if (at === null) return
  for (const c of freight) if (REACHED.includes(c.status) && c.arrivedAt !== at) await consignments.edit(tx, ctx, c.id, { arrivedAt: at })
}

/** Money was agreed upon other minutes: somebody looks at it (transport.md §2.8). */
async function basisChanged(tx: Tx, ctx: Context, mission: number, before: number, after: number | null): Promise<void> {
  const orders = await tx.selectFrom('consignment').select('order').where('mission', '=', mission).execute()
  const ids = [...new Set(orders.map((o) => o.order))]
  const sheet = await tx
    .selectFrom('chargeSheet')
    .select('id')
    .where((e) => e.or([e('mission', '=', mission), e('order', '=', anyOf(ids))]))
    .where('status', 'in', ['confirmed', 'disputed', 'billed', 'settled'])
    .executeTakeFirst()
  if (!sheet) return
  await exceptions.add(tx, ctx, {
    kind: 'basis',
    about: 'mission',
    mission,
    at: ctx.clock.now(),
    detail: `费用确认后等待时间由 ${before} 分钟变为 ${after ?? '未知'}${after === null ? '' : ' 分钟'}，请核对费用`,
  })
}

const TAKEN: readonly string[] = ['signed', 'partSigned', 'refused', 'receipted', 'returning', 'returned', 'lost']
const WAITING: readonly string[] = ['due', 'sent']
const ON_ROAD: readonly string[] = ['running', 'arrived', 'partSigned']

const missionNow = (tx: Tx, id: number) =>
  tx.selectFrom('mission').select(['id', 'status', 'actualEnd']).where('id', '=', id).executeTakeFirst()
const freightOf = (tx: Tx, id: number) =>
  liveRows(tx, 'consignment')
    .select(['id', 'status', 'receiptState', 'arrivedAt'])
    .where('mission', '=', id)
    .where('status', '<>', 'cancelled')
    .orderBy('id')
    .execute()
const stopsOf = (tx: Tx, id: number) =>
  liveRows(tx, 'missionStop')
    .select(['id', 'kind', 'status', 'consignments', 'arriveAt', 'startAt', 'endAt', 'leaveAt'])
    .where('mission', '=', id)
    .orderBy('seq')
    .execute()

/** 运输中 → 待签收 → 部分签收 → 已完成, from where it has been and what became of its consignments alone. */
export async function followMission(tx: Tx, ctx: Context, id: number): Promise<void> {
  const before = await missionNow(tx, id)
  if (!before || ![...ON_ROAD, 'suspended'].includes(before.status)) return
  await tellArrivals(tx, ctx, id)
  // Each arrival told came by here itself.
  const m = await missionNow(tx, id)
  const legs = await freightOf(tx, id)
  const open = new Set(legs.filter((c) => OPEN_FREIGHT.includes(c.status)).map((c) => c.id))
  await followStops(tx, ctx, id, open)
  if (!m || !ON_ROAD.includes(m.status)) return
  const took = legs.filter((c) => TAKEN.includes(c.status))
  if (open.size === 0) {
    if (took.every((c) => !WAITING.includes(c.receiptState))) await act(tx, ctx, 'mission', 'finish', id, null, {})
    else if (m.actualEnd === null) await act(tx, ctx, 'mission', 'emptied', id, null, {})
    return
  }
  const there = (await stopsOf(tx, id)).filter((s) => s.kind === 'unload')
  if (there.length === 0 || there.some((s) => ['pending', 'enRoute'].includes(s.status))) return
  if (m.status === 'running') await act(tx, ctx, 'mission', 'arriveLast', id, null, {})
  if (m.status !== 'partSigned' && took.length > 0) await act(tx, ctx, 'mission', 'follow', id, null, {})
}

/** What is on a truck that has reached its place has arrived, also when that was heard of before the departure. */
async function tellArrivals(tx: Tx, ctx: Context, id: number): Promise<void> {
  const reached = (await stopsOf(tx, id)).filter((s) => s.kind === 'unload' && s.arriveAt !== null)
  if (reached.length === 0) return
  for (;;) {
    // Asked again each time: what one arrival brings with it comes by here too.
    const freight = await freightOf(tx, id)
    const aboard = freight.filter((c) => c.status === 'carrying').map((c) => c.id)
    const stop = reached.find((s) => (s.consignments ?? []).some((c) => aboard.includes(c)))
    if (!stop) {
      const there = (s: (typeof reached)[number]) => freight.filter((c) => s.consignments?.includes(c.id))
      for (const s of reached) await putArrivals(tx, ctx, there(s), s.arriveAt)
      return
    }
    const one = aboard.find((c) => stop.consignments!.includes(c))!
    await act(tx, ctx, 'consignment', 'arrive', one, null, { at: stop.arriveAt! })
  }
}

/** Whether a stop did what it was for is said by its freight, also when a signature is told after the departure. */
async function followStops(tx: Tx, ctx: Context, id: number, open: ReadonlySet<number>): Promise<void> {
  for (const s of await stopsOf(tx, id)) {
    const left = s.kind === 'unload' ? (s.consignments ?? []).filter((c) => open.has(c)).length : 0
    const status = stopState({ ...s, skipped: s.status === 'skipped' }, left, open.size === 0)
    // 在途 is said by who follows the truck.
    if (status !== s.status && !(status === 'pending' && s.status === 'enRoute')) await stops.edit(tx, ctx, s.id, { status })
  }
}
