/**
 * What was seen of a mission is added and never changed; times of stops are worked out of all of it again and again
 * (times.rules.ts), so that events may arrive late, twice and in any order (T2, V).
 */
import { createHash } from 'node:crypto'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { metresBetween } from '#kit/basics/earth.ts'
import { refused, AppError } from '#kit/basics/errors.ts'
import type { Place } from '#kit/entity/field.ts'
import { act, storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { exceptionCase } from './exception.ts'
import { mission } from './mission.ts'
import { missionStop, stopEvent } from './stop.ts'
import { believedAt, effectiveTimes, stopState, waitedMinutes, type Seen } from './times.rules.ts'

type Event = Rec<typeof stopEvent>
const missions = storeOf(mission)
const stops = storeOf(missionStop)
const events = storeOf(stopEvent)
const exceptions = storeOf(exceptionCase)

export interface NewEvent {
  clientId: string
  mission: number
  stop: number | null
  kind: Event['kind']
  at: string
  source: Event['source']
  point?: Place | null
  accuracyM?: number | null
  note?: string | null
  amends?: string | null
  outcome?: string | null
  /** What else belongs to its contents: the same id with other contents is a mistake. */
  body?: unknown
}
const hashOf = ({ outcome: _o, ...e }: NewEvent): string => createHash('sha256').update(JSON.stringify(e)).digest('hex')

/** The stored event of this id, or null. Other contents under the same id are refused (422). */
export async function known(tx: Tx, ctx: Context, e: NewEvent): Promise<{ id: number; outcome: string | null } | null> {
  const row = await tx
    .selectFrom('stopEvent')
    .select(['id', 'bodyHash', 'outcome'])
    .where('operatorId', '=', ctx.user.operatorId)
    .where('clientId', '=', e.clientId)
    .executeTakeFirst()
  if (!row) return null
  if (row.bodyHash !== hashOf(e)) throw new AppError('invalid', '同一编号的内容不同，未保存')
  return row
}

/** Whoever stores an event of a mission waits here for the one before: each id is stored once. */
export async function keep(tx: Tx, ctx: Context, e: NewEvent, at = e.at): Promise<'stored' | 'known'> {
  const m = await missions.lock(tx, ctx, e.mission)
  if (await known(tx, ctx, e)) return 'known'
  const recvAt = ctx.clock.now()
  await events.add(tx, ctx, {
    clientId: e.clientId,
    bodyHash: hashOf(e),
    mission: e.mission,
    stop: e.stop,
    kind: e.kind,
    at,
    recvAt,
    source: e.source,
    point: e.point ?? null,
    accuracyM: e.accuracyM ?? null,
    by: ctx.user.id || null,
    note: e.note?.slice(0, 500) ?? null,
    amends: e.amends ?? null,
    outcome: e.outcome?.slice(0, 300) ?? null,
    store: m.store,
  })
  if (e.stop !== null) await settleStop(tx, ctx, m, e.stop)
  return 'stored'
}

const away = (p: Place | null, place: Place | undefined): number | null =>
  p?.lng !== undefined && p.lat !== undefined && place?.lng !== undefined && place.lat !== undefined
    ? Math.round(metresBetween(p.lng, p.lat, place.lng, place.lat))
    : null

async function seenAt(tx: Tx, stop: Rec<typeof missionStop>): Promise<Seen[]> {
  const party = stop.party ? await tx.selectFrom('consignParty').select('place').where('id', '=', stop.party).executeTakeFirst() : undefined
  const rows = await tx
    .selectFrom('stopEvent')
    .select(['clientId', 'kind', 'at', 'recvAt', 'source', 'point', 'amends'])
    .where('stop', '=', stop.id)
    .where('deletedAt', 'is', null)
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

/** Times, state and waiting of a stop as all events of it say; what changed is told to consignments, mission and sheets. */
async function settleStop(tx: Tx, ctx: Context, m: Rec<typeof mission>, id: number): Promise<void> {
  const stop = await stops.lock(tx, ctx, id)
  const times = effectiveTimes(await seenAt(tx, stop))
  const freight = await tx
    .selectFrom('consignment')
    .select(['id', 'status', 'order'])
    .where('id', 'in', stop.consignments?.length ? stop.consignments : [-1])
    .where('mission', '=', m.id)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const open = stop.kind === 'unload' ? freight.filter((c) => OPEN_FREIGHT.includes(c.status)).length : 0
  const { skipped: _s, ...told } = times
  const next = { ...told, status: stopState(times, open, open > 0), waitMin: waitedMinutes(times, stop.windowFrom) }
  await stops.edit(tx, ctx, id, next)
  if (stop.waitMin !== null && next.waitMin !== stop.waitMin) await basisChanged(tx, ctx, m, stop.waitMin, next.waitMin)
  if (stop.kind === 'unload' && times.arriveAt !== null)
    for (const c of freight) if (c.status === 'carrying') await act(tx, ctx, 'consignment', 'arrive', c.id, null, { at: times.arriveAt })
  await lastStop(tx, ctx, m.id)
}

/** At the last place where something is unloaded the mission has arrived. */
async function lastStop(tx: Tx, ctx: Context, id: number): Promise<void> {
  const { status } = await tx.selectFrom('mission').select('status').where('id', '=', id).executeTakeFirstOrThrow()
  if (status !== 'running') return
  const rows = await tx
    .selectFrom('missionStop')
    .select(['status'])
    .where('mission', '=', id)
    .where('kind', '=', 'unload')
    .where('deletedAt', 'is', null)
    .execute()
  if (rows.length > 0 && rows.every((s) => !['pending', 'enRoute'].includes(s.status)))
    await act(tx, ctx, 'mission', 'arriveLast', id, null, {})
}

/** Money was agreed upon other minutes: somebody looks at it (transport.md §2.8). */
async function basisChanged(tx: Tx, ctx: Context, m: Rec<typeof mission>, before: number, after: number | null): Promise<void> {
  const orders = await tx.selectFrom('consignment').select('order').where('mission', '=', m.id).execute()
  const ids = [...new Set(orders.map((o) => o.order))]
  const sheet = await tx
    .selectFrom('chargeSheet')
    .select('id')
    .where((e) => e.or([e('mission', '=', m.id), e('order', 'in', ids.length ? ids : [-1])]))
    .where('status', 'in', ['confirmed', 'disputed', 'billed', 'settled'])
    .executeTakeFirst()
  if (!sheet) return
  await exceptions.add(tx, ctx, {
    kind: 'basis',
    about: 'mission',
    mission: m.id,
    at: ctx.clock.now(),
    detail: `费用确认后等待时间由 ${before} 分钟变为 ${after ?? '未知'}${after === null ? '' : ' 分钟'}，请核对费用`,
  })
}

/** Of a stop by its number in the mission. */
export async function stopOf(tx: Tx, missionId: number, seq: number): Promise<number> {
  const row = await tx
    .selectFrom('missionStop')
    .select('id')
    .where('mission', '=', missionId)
    .where('seq', '=', seq)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!row) throw refused(`该任务没有第 ${seq} 站`)
  return row.id
}

const ABOARD: readonly string[] = ['loadedPlan', 'toPick', 'carrying', 'arrived']
const TAKEN: readonly string[] = ['signed', 'partSigned', 'refused', 'receipted', 'returning', 'returned', 'lost']
const WAITING: readonly string[] = ['due', 'sent']

/** 待签收 → 部分签收 → 已完成, from what became of its consignments alone. */
export async function followMission(tx: Tx, ctx: Context, id: number): Promise<void> {
  const m = await tx.selectFrom('mission').select(['id', 'status']).where('id', '=', id).executeTakeFirst()
  if (!m || !['running', 'arrived', 'partSigned'].includes(m.status)) return
  const all = await tx
    .selectFrom('consignment')
    .select(['id', 'status', 'receiptState'])
    .where('mission', '=', id)
    .where('deletedAt', 'is', null)
    .execute()
  await followStops(tx, ctx, id, new Set(all.filter((c) => OPEN_FREIGHT.includes(c.status)).map((c) => c.id)))
  const legs = all.filter((c) => c.status !== 'cancelled')
  const rest = legs.filter((c) => ABOARD.includes(c.status))
  const took = legs.filter((c) => TAKEN.includes(c.status))
  if (rest.length > 0) {
    if (took.length > 0 && m.status === 'arrived') await act(tx, ctx, 'mission', 'follow', id, null, {})
    return
  }
  await closeStops(tx, ctx, id)
  if (took.every((c) => !WAITING.includes(c.receiptState))) await act(tx, ctx, 'mission', 'finish', id, null, {})
  else await act(tx, ctx, 'mission', 'emptied', id, null, {})
}

/** Whether a stop that was left did what it was for is said by its freight, also when a signature is told after the departure. */
async function followStops(tx: Tx, ctx: Context, id: number, open: ReadonlySet<number>): Promise<void> {
  const rows = await tx
    .selectFrom('missionStop')
    .select(['id', 'status', 'consignments', 'arriveAt', 'startAt', 'endAt', 'leaveAt'])
    .where('mission', '=', id)
    .where('kind', '=', 'unload')
    .where('status', 'in', ['done', 'failed'])
    .where('leaveAt', 'is not', null)
    .where('deletedAt', 'is', null)
    .execute()
  for (const s of rows) {
    const left = (s.consignments ?? []).filter((c) => open.has(c)).length
    const status = stopState({ ...s, skipped: false }, left, left > 0)
    if (status !== s.status) await stops.edit(tx, ctx, s.id, { status })
  }
}

/** Everything is off the truck: stops that were worked at are done, whether or not somebody said that he left. */
async function closeStops(tx: Tx, ctx: Context, id: number): Promise<void> {
  const rows = await tx
    .selectFrom('missionStop')
    .select(['id', 'status'])
    .where('mission', '=', id)
    .where('deletedAt', 'is', null)
    .execute()
  for (const s of rows) if (['arrived', 'working'].includes(s.status)) await stops.edit(tx, ctx, s.id, { status: 'done' })
}
