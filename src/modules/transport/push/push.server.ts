/** Server part of pushes (transport.md §2.9): batches of those who may take a mission, one winner, everybody else told. */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { dayOf } from '#kit/basics/time/day.ts'
import type { Fen } from '#kit/basics/fen.ts'
import { metresBetween } from '#kit/basics/earth.ts'
import { refused } from '#kit/basics/errors.ts'
import { allRows, anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { ScheduledJob } from '#kit/entity/registry.server.ts'
import { serve, type ServedEntity } from '#kit/entity/serve.server.ts'
import { act, storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { eachApart } from '#kit/jobs/each.server.ts'
import { parameterNumber, sendMessages } from '#modules/system/system.public.ts'
import { withoutConsent } from '../parties/consent.server.ts'
import { carrierGap, driverGap } from '../parties/party.rules.ts'
import { mission } from '../missions/mission.ts'
import { orderPush, orderPushActions, pushRecipient } from './push.ts'
import { inTurn, passedOver, type Candidate } from './push.rules.ts'

type Push = Rec<typeof orderPush>
const pushes = storeOf(orderPush)
const recipients = storeOf(pushRecipient)
const missions = storeOf(mission)
const OPEN = ['sent', 'read'] as const
const ONLINE_MS = 90_000

/** Everybody who could drive it, with what speaks against each. */
async function candidates(tx: Tx, ctx: Context, p: Push): Promise<Candidate[]> {
  const m = await tx
    .selectFrom('mission')
    .select(['planStart', 'planEnd', 'maxLoadKg', 'weight'])
    .where('id', '=', p.mission)
    .executeTakeFirstOrThrow()
  const first = await liveRows(tx, 'missionStop')
    .innerJoin('consignParty', 'consignParty.id', 'missionStop.party')
    .select('consignParty.place')
    .where('missionStop.mission', '=', p.mission)
    .orderBy('missionStop.seq')
    .executeTakeFirst()
  let query = liveRows(tx, 'driver')
    .leftJoin('vehicle', 'vehicle.id', 'driver.vehicle')
    .leftJoin('vehicleModel', 'vehicleModel.id', 'vehicle.model')
    .select([
      'driver.id',
      'driver.audit',
      'driver.account',
      'driver.licenceClass',
      'driver.licenceDueOn',
      'driver.qualificationDueOn',
      'driver.heartbeatAt',
      'driver.position',
      'driver.score',
      'driver.vehicle',
      'vehicle.grossKg',
      'vehicle.isTrailer',
      'vehicle.loadKg',
      'vehicleModel.category',
    ])
  if (p.store !== null) query = query.where('driver.store', '=', p.store)
  if (p.drivers?.length) query = query.where('driver.id', 'in', p.drivers)
  const rows = await query.orderBy('driver.id').limit(5000).execute()
  const held = await allRows(tx, 'missionHold')
    .select(['subject'])
    .where('kind', '=', 'driver')
    .where('live', '=', true)
    .where('fromAt', '<', m.planEnd)
    .where('toAt', '>', m.planStart)
    .execute()
  const offers = await allRows(tx, 'orderPush')
    .innerJoin('pushRecipient', 'pushRecipient.push', 'orderPush.id')
    .select(['pushRecipient.driver'])
    .where('orderPush.status', '=', 'pushing')
    .where('pushRecipient.result', 'in', [...OPEN])
    .execute()
  const asked = await tx
    .selectFrom('pushRecipient')
    .select('driver')
    .where('push', '=', p.id)
    .where('sentAt', '>=', p.startedAt ?? '')
    .execute()
  const seen = new Set(asked.map((r) => r.driver))
  // Nobody is preferred for where he is who has not agreed to be known there.
  const hidden = await withoutConsent(
    tx,
    ctx,
    rows.map((r) => r.id),
  )
  const taken = new Set(held.map((h) => h.subject))
  const since = new Date(Date.parse(ctx.clock.now()) - ONLINE_MS).toISOString()
  const load = Math.max(m.maxLoadKg, m.weight)
  return rows
    .filter((r) => !seen.has(r.id))
    .map((r) => ({
      driver: r.id,
      online: r.heartbeatAt !== null && r.heartbeatAt >= since,
      classFits:
        r.vehicle !== null && (p.vehicleClass === null || r.category === p.vehicleClass) && (r.loadKg === null || r.loadKg >= load),
      papers: driverGap(r, { grossKg: r.grossKg, trailer: r.isTrailer ?? false }, dayOf(m.planEnd)),
      free: !taken.has(r.id),
      offers: offers.filter((o) => o.driver === r.id).length,
      score: r.score,
      distanceM:
        !hidden.has(r.id) &&
        r.position?.lng !== undefined &&
        r.position.lat !== undefined &&
        first?.place.lng !== undefined &&
        first.place.lat !== undefined
          ? Math.round(metresBetween(r.position.lng, r.position.lat, first.place.lng, first.place.lat))
          : null,
    }))
}

/** The next batch; null when there is nobody left. */
async function nextBatch(tx: Tx, ctx: Context, p: Push): Promise<Partial<Push> | null> {
  const now = ctx.clock.now()
  const bids = p.strategy === 'bid'
  const size = p.strategy === 'sequential' ? 1 : bids ? Infinity : p.batchSize
  const chosen: { driver?: number; carrier?: number; distanceM?: number | null }[] =
    p.audience === 'carriers' ? await carriersLeft(tx, p) : await driversLeft(tx, ctx, p)
  const batch = chosen.slice(0, size)
  if (batch.length === 0) return null
  for (const one of batch) await recipients.add(tx, ctx, { push: p.id, batch: (p.batch ?? 0) + 1, ...one, sentAt: now })
  await tell(tx, ctx, p, batch)
  // Bids are asked of all of them at once, until the hour that was named.
  return { batch: (p.batch ?? 0) + 1, nextAt: bids ? p.bidUntil : new Date(Date.parse(now) + p.timeoutSec * 1000).toISOString() }
}
async function driversLeft(tx: Tx, ctx: Context, p: Push) {
  const terms = { radius: p.radius, minScore: p.minScore, openOffersMax: await parameterNumber(tx, ctx.registry, 'openOffersMax') }
  const may = (await candidates(tx, ctx, p)).filter((c) => passedOver(c, terms) === null)
  return inTurn(may).map((c) => ({ driver: c.driver, distanceM: c.distanceM }))
}
async function carriersLeft(tx: Tx, p: Push) {
  const asked = await tx
    .selectFrom('pushRecipient')
    .select('carrier')
    .where('push', '=', p.id)
    .where('sentAt', '>=', p.startedAt ?? '')
    .execute()
  const seen = new Set(asked.map((r) => r.carrier))
  const rows = await tx
    .selectFrom('carrier')
    .select(['id', 'status'])
    .where('id', '=', anyOf(p.carriers ?? []))
    .orderBy('id')
    .execute()
  return rows.filter((r) => !seen.has(r.id) && carrierGap(r.status) === null).map((r) => ({ carrier: r.id }))
}
async function tell(tx: Tx, ctx: Context, p: Push, batch: readonly { driver?: number; carrier?: number }[]): Promise<void> {
  const ids = batch.flatMap((b) => (b.driver ? [b.driver] : []))
  const users = await tx.selectFrom('driver').select('user').where('id', '=', anyOf(ids)).execute()
  const receivers = users.flatMap((u) => (u.user ? [u.user] : []))
  await sendMessages(tx, ctx, { receivers, category: 'task', title: `新的推单 ${p.no}`, link: '/driver' })
}

/** Whoever has not answered ends in one last state. */
async function end(tx: Tx, ctx: Context, push: number, result: 'lost' | 'expired', batch?: number): Promise<void> {
  let query = tx
    .selectFrom('pushRecipient')
    .select('id')
    .where('push', '=', push)
    .where('result', 'in', [...OPEN])
  if (batch !== undefined) query = query.where('batch', '=', batch)
  const open = await query.execute()
  await recipients.writeMany(
    tx,
    ctx,
    open.map((r) => r.id),
    () => ({ result }),
  )
}

/** The bids that stand, the lowest first; of equals the one that came first. */
async function bidsOf(tx: Tx, push: number) {
  const rows = await tx
    .selectFrom('pushRecipient')
    .select(['id', 'carrier', 'bid'])
    .where('push', '=', push)
    .where('bid', 'is not', null)
    .where('result', 'in', [...OPEN])
    .orderBy('bid')
    .orderBy('answeredAt')
    .orderBy('id')
    .execute()
  return rows.flatMap((r) => (r.carrier !== null && r.bid !== null ? [{ id: r.id, carrier: r.carrier, bid: r.bid }] : []))
}
async function askedCarrier(tx: Tx, push: number, carrier: number): Promise<number> {
  const own = await tx
    .selectFrom('pushRecipient')
    .innerJoin('carrier', 'carrier.id', 'pushRecipient.carrier')
    .select(['pushRecipient.id', 'carrier.status'])
    .where('pushRecipient.push', '=', push)
    .where('pushRecipient.carrier', '=', carrier)
    .where('pushRecipient.result', 'in', [...OPEN])
    .executeTakeFirst()
  if (!own) throw refused('这张推单没有推给该承运商，或已失效')
  const gap = carrierGap(own.status)
  if (gap) throw refused(gap)
  return own.id
}
/** The mission is the winner's, at his price where one was bid; everybody else ends. */
async function won(tx: Tx, ctx: Context, p: Push, recipient: number, to: { carrier: number; price: Fen | null }): Promise<void> {
  const { status } = await tx.selectFrom('carrier').select('status').where('id', '=', to.carrier).executeTakeFirstOrThrow()
  const gap = carrierGap(status)
  if (gap) throw refused(gap)
  await recipients.edit(tx, ctx, recipient, { result: 'won', answeredAt: ctx.clock.now() })
  await end(tx, ctx, p.id, 'lost')
  await act(tx, ctx, 'mission', 'assign', p.mission, null, { carrier: to.carrier })
  if (to.price !== null) await missions.edit(tx, ctx, p.mission, { agreedPrice: to.price })
  const m = await tx.selectFrom('mission').select('status').where('id', '=', p.mission).executeTakeFirstOrThrow()
  if (m.status === 'offered') await act(tx, ctx, 'mission', 'accept', p.mission, null, {})
}

const servedPush = serve(orderPushActions, {
  effects: {
    start: async ({ tx, ctx, record }) => {
      const m = await tx.selectFrom('mission').select(['no', 'status']).where('id', '=', record.mission).executeTakeFirstOrThrow()
      if (!['open', 'refused'].includes(m.status)) throw refused(`任务 ${m.no} 已不是待分配，不能推单`)
      const other = await liveRows(tx, 'orderPush')
        .select('no')
        .where('mission', '=', record.mission)
        .where('status', '=', 'pushing')
        .where('id', '<>', record.id)
        .executeTakeFirst()
      if (other) throw refused(`任务已在推单 ${other.no} 中`)
      if (record.strategy === 'bid' && (record.bidUntil ?? '') <= ctx.clock.now()) throw refused('报价截止时间已过，请先修改')
      const begun = { ...record, startedAt: ctx.clock.now(), batch: 0 }
      const patch = await nextBatch(tx, ctx, begun)
      if (!patch) throw refused('没有符合条件的人可推送，请放宽条件')
      return { startedAt: begun.startedAt, winner: null, winningCarrier: null, ...patch }
    },
    stop: async ({ tx, ctx, record }) => {
      await end(tx, ctx, record.id, 'expired')
      return { nextAt: null }
    },
    next: async ({ tx, ctx, record }) => {
      // The hour of the bids is over: with one of them somebody decides, without any nobody wanted it.
      if (record.strategy === 'bid' && (await bidsOf(tx, record.id)).length > 0) return { nextAt: null }
      await end(tx, ctx, record.id, 'expired', record.batch ?? 0)
      if (record.strategy === 'bid') return { nextAt: null, status: 'failed' as const }
      return (await nextBatch(tx, ctx, record)) ?? { nextAt: null, status: 'failed' as const }
    },
    take: async ({ tx, ctx, record, input }) => {
      const own = await tx
        .selectFrom('pushRecipient')
        .select(['id', 'result'])
        .where('push', '=', record.id)
        .where('driver', '=', input.driver)
        .where('result', 'in', [...OPEN])
        .executeTakeFirst()
      if (!own) throw refused('这张推单没有推给您，或已失效')
      const { vehicle } = await tx.selectFrom('driver').select('vehicle').where('id', '=', input.driver).executeTakeFirstOrThrow()
      if (!vehicle) throw refused('请先由调度登记您的默认车辆')
      await recipients.edit(tx, ctx, own.id, { result: 'won', answeredAt: ctx.clock.now() })
      await end(tx, ctx, record.id, 'lost', record.batch ?? 0)
      await end(tx, ctx, record.id, 'expired')
      await act(tx, ctx, 'mission', 'assign', record.mission, null, { vehicle, driver: input.driver })
      const { status } = await tx.selectFrom('mission').select('status').where('id', '=', record.mission).executeTakeFirstOrThrow()
      if (status === 'offered') await act(tx, ctx, 'mission', 'accept', record.mission, null, {})
      return { winner: input.driver, nextAt: null }
    },
    takeFor: async ({ tx, ctx, record, input }) => {
      const own = await askedCarrier(tx, record.id, input.carrier)
      await won(tx, ctx, record, own, { carrier: input.carrier, price: null })
      return { winningCarrier: input.carrier, nextAt: null }
    },
    bid: async ({ tx, ctx, record, input }) => {
      const own = await askedCarrier(tx, record.id, input.carrier)
      await recipients.edit(tx, ctx, own, { bid: input.price, reason: input.note, result: 'read', answeredAt: ctx.clock.now() })
    },
    award: async ({ tx, ctx, record, input }) => {
      const all = await bidsOf(tx, record.id)
      const one = all.find((b) => b.id === input.recipient)
      if (!one) throw refused('该报价已失效，请选择其他报价')
      if (one.bid > all[0]!.bid && !input.reason) throw refused('未选最低价，请填写理由')
      if (input.reason) await recipients.edit(tx, ctx, one.id, { reason: input.reason })
      await won(tx, ctx, record, one.id, { carrier: one.carrier, price: one.bid })
      return { winningCarrier: one.carrier, price: one.bid, nextAt: null }
    },
    exhaust: async ({ tx, ctx, record }) => {
      await end(tx, ctx, record.id, 'expired')
      return { nextAt: null }
    },
  },
  hooks: {
    beforeAdd: async ({ tx, values }) => {
      const m = await tx.selectFrom('mission').select('store').where('id', '=', values.mission!).executeTakeFirst()
      return { store: m?.store ?? null }
    },
    refuseEdit: (p) => (p.status === 'pushing' ? '推送中，请先撤回' : p.status === 'taken' ? '已被接单' : null),
  },
})

/** The first one wins: who comes second waits for the row, and then reads that it is gone. */
export async function takePush(tx: Tx, ctx: Context, push: number, driver: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`push:${ctx.user.operatorId}`}), ${push}::int)`.execute(tx)
  const { status } = await pushes.lock(tx, ctx, push)
  if (status !== 'pushing') {
    await lost(tx, ctx, push, driver)
    return
  }
  await act(tx, ctx, 'orderPush', 'take', push, null, { driver })
}
async function lost(tx: Tx, ctx: Context, push: number, driver: number): Promise<void> {
  const own = await tx
    .selectFrom('pushRecipient')
    .select('id')
    .where('push', '=', push)
    .where('driver', '=', driver)
    .where('result', '=', 'lost')
    .where('answeredAt', 'is', null)
    .executeTakeFirst()
  if (own) await recipients.edit(tx, ctx, own.id, { answeredAt: ctx.clock.now() })
}
export async function refusePush(tx: Tx, ctx: Context, push: number, driver: number, reason: string): Promise<void> {
  const own = await tx
    .selectFrom('pushRecipient')
    .select('id')
    .where('push', '=', push)
    .where('driver', '=', driver)
    .where('result', 'in', [...OPEN])
    .executeTakeFirst()
  if (own) await recipients.edit(tx, ctx, own.id, { result: 'refused', answeredAt: ctx.clock.now(), reason })
}

/** Batches whose time is over give way to the next; when nobody is left, who plans is told by the state. */
export async function advance(ctx: Context): Promise<void> {
  const due = await ctx.db.read(ctx.user.operatorId, (db) =>
    liveRows(db, 'orderPush')
      .select('id')
      .where('status', '=', 'pushing')
      .where('nextAt', '<=', ctx.clock.now())
      .orderBy('id')
      .limit(500)
      .execute(),
  )
  await eachApart(ctx, due, (tx, { id }) => act(tx, ctx, 'orderPush', 'next', id, null, {}))
}
export const pushJobs: readonly ScheduledJob[] = [{ name: 'push.next', cron: '* * * * *', run: advance }]
export const pushEntities: readonly ServedEntity[] = [servedPush]
