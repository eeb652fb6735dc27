/**
 * Server part of missions (transport.md §2.8): a mission takes consignments, a vehicle and a driver for a time; the database
 * refuses the same vehicle or driver twice (missionHold). The order follows what becomes of its consignments.
 */
import { randomUUID } from 'node:crypto'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { fen } from '#kit/basics/fen.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { moveOnly, serve, type ServedEntity } from '#kit/entity/serve.server.ts'
import { act, storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { carrierGap } from '../parties/party.rules.ts'
import { freightMoney } from '../orders/money.server.ts'
import { coldEnough } from './departure/cold.server.ts'
import { asking } from './planning/asking.server.ts'
import { busy, fewOffers, tellCarrier, tellDriver } from './planning/crew.server.ts'
import { keep, stopOf } from './road/events.server.ts'
import { cargoClaimActions, exceptionCase, exceptionCaseActions } from './exception.ts'
import { begun, fill, putIn, relaid } from './planning/make.server.ts'
import { handOn } from './planning/relay.server.ts'
import { hold, releaseHolds, sendable } from './planning/holds.server.ts'
import { odometerOf } from './road/driven.server.ts'
import { missionActions, type mission } from './mission.ts'
import { checkedBeforeLeaving } from './departure/trip-check.server.ts'
import { dangerComplete } from './departure/danger.server.ts'
import { calm, markTrouble, ordersOf } from './trouble.server.ts'

type Mission = Rec<typeof mission>
const exceptions = storeOf(exceptionCase)
const MINUTE = 60_000

/** Not on board yet. */
const TO_PICK: readonly string[] = ['loadedPlan', 'toPick']
const consignmentsOf = (tx: Tx, missionId: number) =>
  liveRows(tx, 'consignment')
    .select(['id', 'no', 'status', 'order', 'pieces', 'loadedPieces'])
    .where('mission', '=', missionId)
    .orderBy('id')
    .execute()

/** Every consignment of the mission in one of these states is acted upon; their orders follow by themselves (watcher). */
async function each(tx: Tx, m: Mission, states: readonly string[], run: (c: { id: number; pieces: number }) => Promise<unknown>) {
  for (const c of await consignmentsOf(tx, m.id)) if (states.includes(c.status)) await run(c)
}
const awaitPick = (tx: Tx, ctx: Context, m: Mission) =>
  each(tx, m, ['loadedPlan'], (c) => act(tx, ctx, 'consignment', 'await', c.id, null, {}))
const giveBack = (tx: Tx, ctx: Context, m: Mission) =>
  each(tx, m, ['loadedPlan', 'toPick'], (c) => act(tx, ctx, 'consignment', 'unassign', c.id, null, {}))

async function countsOf(tx: Tx, ids: readonly number[]) {
  const rows = await liveRows(tx, 'consignment').select(['mission', 'status']).where('mission', '=', anyOf(ids)).execute()
  const sheets = await liveRows(tx, 'chargeSheet').select(['mission', 'status']).where('mission', '=', anyOf(ids)).execute()
  return ids.map((id) => ({
    unloaded: rows.filter((r) => r.mission === id && ['loadedPlan', 'toPick'].includes(r.status)).length,
    aboard: rows.filter((r) => r.mission === id && ['carrying', 'arrived'].includes(r.status)).length,
    openSheets: sheets.filter((s) => s.mission === id && ['estimated', 'calculated', 'confirmed', 'disputed'].includes(s.status)).length,
  }))
}

interface Reported {
  event: 'arrive' | 'startWork' | 'endWork' | 'leave' | 'skip'
  at: string
  note: string | null
}
/** Of the dispatcher's hand: the same word about the same stop corrects the one before. */
async function reportStop(tx: Tx, ctx: Context, missionId: number, stop: number, said: Reported): Promise<void> {
  const before = await tx
    .selectFrom('stopEvent')
    .select(['clientId'])
    .where('stop', '=', stop)
    .where('kind', '=', said.event)
    .where('source', '=', 'dispatcher')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  await keep(tx, ctx, {
    clientId: randomUUID(),
    mission: missionId,
    stop,
    kind: said.event,
    at: said.at,
    source: 'dispatcher',
    note: said.note,
    amends: before?.clientId ?? null,
  })
}

/** The vehicle and the drivers are anybody's again. */
async function free(tx: Tx, ctx: Context, m: Mission): Promise<void> {
  await releaseHolds(tx, ctx, m.id)
  await busy(tx, ctx, m.driver, 'idle')
}
/** When the last of it was off the truck: as the proofs of delivery say; what none speaks of ended just now. Never before it left. */
async function emptyAt(tx: Tx, ctx: Context, m: Mission): Promise<string> {
  const now = ctx.clock.now()
  const rows = await liveRows(tx, 'consignment')
    .leftJoin('pod', (join) => join.onRef('pod.consignment', '=', 'consignment.id').onRef('pod.mission', '=', 'consignment.mission'))
    .select(['consignment.id', 'pod.at'])
    .where('consignment.mission', '=', m.id)
    .where('consignment.status', '<>', 'cancelled')
    .execute()
  if (rows.length === 0 || rows.some((r) => r.at === null)) return now
  const last = rows.map((r) => r.at!).toSorted()[rows.length - 1]!
  const end = last > now ? now : last
  return m.actualStart !== null && end < m.actualStart ? m.actualStart : end
}

/** Back to who plans: refused by the driver, or not answered in time. */
async function given(tx: Tx, ctx: Context, m: Mission, why: string): Promise<Partial<Mission>> {
  await free(tx, ctx, m)
  return { refuseReason: why, vehicle: null, driver: null, coDriver: null, trailer: null, carrier: null, acceptBy: null }
}
/** Short-shipped: what nobody scanned stays behind for another mission, with the reason. */
async function leaveBehind(tx: Tx, ctx: Context, m: Mission, why: string): Promise<void> {
  const legs = await consignmentsOf(tx, m.id)
  const left = legs.filter((c) => TO_PICK.includes(c.status))
  if (left.length === legs.length) throw refused('还没有一票装车，请先扫描装车，或选择全部装齐')
  if (left.length === 0) return
  for (const c of left) await act(tx, ctx, 'consignment', 'unassign', c.id, null, {})
  await exceptions.add(tx, ctx, {
    kind: 'short',
    about: 'mission',
    mission: m.id,
    at: ctx.clock.now(),
    detail: `短装 ${left.map((c) => c.no).join('、')}：${why}`.slice(0, 1000),
  })
}
async function startNotes(tx: Tx, ctx: Context, ids: readonly number[]): Promise<void> {
  const notes = await liveRows(tx, 'deliveryNote')
    .select('id')
    .where('consignment', '=', anyOf(ids))
    .where('status', '=', 'waiting')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  for (const { id } of notes) await act(tx, ctx, 'deliveryNote', 'start', id, null, {})
}

const servedMission = serve(missionActions, {
  facts: async ({ tx, records }) => {
    const counts = await countsOf(
      tx,
      records.map((r) => r.id),
    )
    return records.map((_r, i) => ({ ...counts[i]!, gap: null }))
  },
  effects: {
    assign: async ({ tx, ctx, record, input }) => {
      if (input.carrier) {
        const carrierRow = await tx
          .selectFrom('carrier')
          .select(['name', 'status'])
          .where('id', '=', input.carrier)
          .executeTakeFirstOrThrow()
        const gap = carrierGap(carrierRow.status)
        if (gap) throw refused(gap)
      }
      const { carrier, vehicle, driver, coDriver, trailer } = input
      const { auto, minutes } = await asking(tx, ctx, record)
      await sendable(tx, record, vehicle ?? null, driver ?? null)
      if (driver) await freightMoney(ctx).mayCollect(tx, ctx, driver, record.id)
      if (coDriver) await sendable(tx, record, null, coDriver)
      if (driver && !auto) await fewOffers(tx, ctx, driver, record.id)
      await hold(tx, ctx, record, { vehicle: vehicle ?? null, trailer: trailer ?? null, drivers: [driver ?? null, coDriver ?? null] })
      await busy(tx, ctx, driver ?? null, auto ? 'busy' : 'offered')
      if (auto) await awaitPick(tx, ctx, record)
      else {
        await tellDriver(tx, ctx, driver ?? null, record)
        await tellCarrier(tx, ctx, carrier ?? null, record)
      }
      const acceptBy = new Date(Date.parse(ctx.clock.now()) + minutes * MINUTE).toISOString()
      return {
        carrier,
        vehicle,
        driver,
        coDriver,
        trailer,
        autoAccept: auto,
        acceptBy: auto ? null : acceptBy,
        refuseReason: null,
        // What was agreed with somebody else is nothing to who drives now.
        agreedPrice: null,
        status: auto ? ('toLoad' as const) : ('offered' as const),
      }
    },
    accept: async ({ tx, ctx, record }) => {
      await awaitPick(tx, ctx, record)
      await busy(tx, ctx, record.driver, 'busy')
      return { acceptBy: null }
    },
    refuse: async ({ tx, ctx, record, input }) => given(tx, ctx, record, input.reason),
    expire: async ({ tx, ctx, record }) => given(tx, ctx, record, '接单超时'),
    load: async ({ tx, ctx, record, input }) => {
      await dangerComplete(tx, record.id)
      if (input.all)
        await each(tx, record, ['loadedPlan', 'toPick'], (c) => act(tx, ctx, 'consignment', 'pick', c.id, null, { pieces: c.pieces }))
      else await leaveBehind(tx, ctx, record, input.shortReason ?? '')
      return { sealNos: input.sealNos ?? record.sealNos }
    },
    depart: async ({ tx, ctx, record, input }) => {
      const now = ctx.clock.now()
      const at = input.at ?? now
      if (at > now) throw refused('发车时间不能晚于现在')
      await coldEnough(tx, ctx, record.id, record.vehicle, at)
      await dangerComplete(tx, record.id)
      await checkedBeforeLeaving(tx, record, at)
      await each(tx, record, ['loadedPlan', 'toPick'], (c) => act(tx, ctx, 'consignment', 'pick', c.id, null, { pieces: c.pieces, at }))
      const legs = await consignmentsOf(tx, record.id)
      // What was signed for before anybody told of the departure was on board as well.
      if (legs.every((c) => TO_PICK.includes(c.status) || c.status === 'cancelled')) throw refused('车上没有货物，不能发车；请先登记装货')
      await startNotes(
        tx,
        ctx,
        legs.map((c) => c.id),
      )
      return { actualStart: at }
    },
    suspend: async ({ tx, ctx, record, input }) => {
      await exceptions.add(tx, ctx, {
        kind: 'breakdown',
        about: 'mission',
        mission: record.id,
        at: ctx.clock.now(),
        detail: input.reason,
        level: 'middle',
      })
      return { suspendReason: input.reason }
    },
    resume: async () => ({ suspendReason: null }),
    transfer: async ({ tx, ctx, record, input }) => {
      const patch = await handOn(tx, ctx, record, input)
      if (record.driver !== input.driver) await busy(tx, ctx, record.driver, 'idle')
      await busy(tx, ctx, input.driver, 'busy')
      return patch
    },
    addTo: async ({ tx, ctx, record, input }) => {
      const patch = await putIn(tx, ctx, record, input.consignments)
      if (record.vehicle) await sendable(tx, { ...record, ...patch } as Mission, record.vehicle, record.driver)
      return patch
    },
    takeOff: async ({ tx, ctx, record, input }) => {
      const own = await consignmentsOf(tx, record.id)
      if (!own.some((c) => c.id === input.consignment)) throw refused('该配送单不在这个任务中，请核对单号')
      await act(tx, ctx, 'consignment', 'unassign', input.consignment, null, {})
      return relaid(tx, ctx, record)
    },
    report: async ({ tx, ctx, record, input }) => {
      if (input.at > ctx.clock.now()) throw refused('发生时间不能晚于现在')
      const stop = await stopOf(tx, record.id, input.seq)
      await reportStop(tx, ctx, record.id, stop, input)
    },
    odometer: async ({ tx, ctx, record, input }) => {
      const data = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))
      await keep(
        tx,
        ctx,
        { clientId: randomUUID(), mission: record.id, stop: null, kind: 'odometer', at: ctx.clock.now(), source: 'dispatcher' },
        { at: ctx.clock.now(), doubt: null, said: { event: { data }, deviceId: '' } },
      )
      return odometerOf(tx, record.id)
    },
    arriveLast: moveOnly,
    follow: async () => ({ status: 'partSigned' as const }),
    emptied: async ({ tx, ctx, record }) => {
      await free(tx, ctx, record)
      const legs = await consignmentsOf(tx, record.id)
      const part = legs.some((c) => ['partSigned', 'refused', 'returning'].includes(c.status))
      return {
        status: part ? ('partSigned' as const) : ('arrived' as const),
        actualEnd: record.actualEnd ?? (await emptyAt(tx, ctx, record)),
      }
    },
    finish: async ({ tx, ctx, record }) => {
      await free(tx, ctx, record)
      return { actualEnd: record.actualEnd ?? (await emptyAt(tx, ctx, record)) }
    },
    settle: moveOnly,
    cancel: async ({ tx, ctx, record }) => {
      await free(tx, ctx, record)
      await giveBack(tx, ctx, record)
    },
    void: async ({ tx, ctx, record }) => {
      await free(tx, ctx, record)
      await giveBack(tx, ctx, record)
    },
  },
  hooks: {
    beforeAdd: async ({ tx, ctx, values }) => begun(tx, ctx, values),
    afterAdd: async ({ tx, ctx, record }) => fill(tx, ctx, record),
    refuseEdit: (m) => (['draft', 'open', 'refused'].includes(m.status) ? null : '已派车的任务不能修改'),
    refuseDelete: () => '任务不能删除，可以取消',
  },
})

const DUE_HOURS: Readonly<Record<string, number>> = { high: 4, middle: 24, low: 48 }

const servedException = serve(exceptionCaseActions, {
  effects: {
    handle: async ({ ctx }) => ({ handler: ctx.user.id || null }),
    close: async ({ ctx, record, input }) => ({
      responsible: input.responsible,
      conclusion: input.conclusion,
      noFee: input.noFee,
      handler: record.handler ?? (ctx.user.id || null),
    }),
    reject: async ({ tx, record, input }) => {
      await calm(tx, record)
      return { conclusion: input.reason }
    },
    reopen: async ({ tx, record }) => {
      await markTrouble(tx, record)
      return { reopened: (record.reopened ?? 0) + 1 }
    },
  },
  hooks: {
    beforeAdd: async ({ tx, ctx, values }) => {
      const hours = DUE_HOURS[values.level ?? 'low'] ?? 48
      const from = values.order
        ? await tx.selectFrom('transportOrder').select('store').where('id', '=', values.order).executeTakeFirst()
        : values.mission
          ? await tx.selectFrom('mission').select('store').where('id', '=', values.mission).executeTakeFirst()
          : await tx.selectFrom('consignment').select('store').where('id', '=', values.consignment!).executeTakeFirst()
      return { due: new Date(Date.parse(ctx.clock.now()) + hours * 60 * MINUTE).toISOString(), store: from?.store ?? null }
    },
    afterAdd: async ({ tx, record }) => markTrouble(tx, record),
    refuseEdit: (c) => (c.status === 'closed' ? '已关闭的异常不能修改' : null),
  },
})

interface Loss {
  quantity: number
  unitValue: number
  salvage: number
}
const lossOf = (lines: readonly Loss[]): number =>
  lines.reduce((sum, l) => sum + Math.max(0, Math.round((Math.round(l.quantity * 1000) * l.unitValue) / 1000) - l.salvage), 0)

const servedClaim = serve(cargoClaimActions, {
  effects: {
    submit: async () => ({ rejectReason: null }),
    pass: async ({ ctx }) => ({ decidedBy: ctx.user.id || null, decidedOn: ctx.clock.today() }),
    reject: async ({ input }) => ({ rejectReason: input.reason }),
    settle: moveOnly,
  },
  hooks: {
    beforeAdd: async ({ tx, values }) => {
      const about = await tx
        .selectFrom('exceptionCase')
        .select(['order', 'consignment', 'mission', 'store'])
        .where('id', '=', values.exception!)
        .executeTakeFirstOrThrow()
      const touched = await ordersOf(tx, about)
      const order =
        touched.length === 1
          ? await tx.selectFrom('transportOrder').select(['id', 'customer']).where('id', '=', touched[0]!).executeTakeFirst()
          : undefined
      return { amount: fen(lossOf(values.lines ?? [])), order: order?.id ?? null, customer: order?.customer ?? null, store: about.store }
    },
    beforeEdit: async ({ patch }) => (patch.lines ? { amount: fen(lossOf(patch.lines)) } : undefined),
    refuseEdit: (c) => (['draft', 'rejected'].includes(c.status) ? null : '已提交的理赔不能修改'),
  },
})

export const missionEntities: readonly ServedEntity[] = [servedMission, servedException, servedClaim]
