/**
 * Server part of missions (transport.md §2.8): a mission takes consignments, a vehicle and a driver for a time; the database
 * refuses the same vehicle or driver twice (missionHold). The order follows what becomes of its consignments.
 */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { fen } from '#kit/basics/fen.ts'
import { moveOnly, serve, type ServedEntity } from '#kit/entity/serve.server.ts'
import { act } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { parameterNumber } from '#modules/system/system.public.ts'
import { carrierGap } from '../parties/party.rules.ts'
import { cargoClaimActions, exceptionCaseActions } from './exception.ts'
import { hold, releaseHolds, sendable } from './holds.server.ts'
import { missionActions, type mission } from './mission.ts'

type Mission = Rec<typeof mission>
const MINUTE = 60_000
const some = (ids: readonly number[]): number[] => (ids.length ? [...new Set(ids)] : [-1])

const consignmentsOf = (tx: Tx, missionId: number) =>
  tx
    .selectFrom('consignment')
    .select(['id', 'no', 'status', 'order', 'pieces', 'loadedPieces'])
    .where('mission', '=', missionId)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()

/** Every consignment of the mission in one of these states is acted upon; their orders follow by themselves (watcher). */
async function each(tx: Tx, m: Mission, states: readonly string[], run: (c: { id: number; pieces: number }) => Promise<unknown>) {
  for (const c of await consignmentsOf(tx, m.id)) if (states.includes(c.status)) await run(c)
}
const giveBack = (tx: Tx, ctx: Context, m: Mission) =>
  each(tx, m, ['loadedPlan', 'toPick'], (c) => act(tx, ctx, 'consignment', 'unassign', c.id, null, {}))

async function countsOf(tx: Tx, ids: readonly number[]) {
  const rows = await tx
    .selectFrom('consignment')
    .select(['mission', 'status'])
    .where('mission', 'in', some(ids))
    .where('deletedAt', 'is', null)
    .execute()
  const sheets = await tx
    .selectFrom('chargeSheet')
    .select(['mission', 'status'])
    .where('mission', 'in', some(ids))
    .where('deletedAt', 'is', null)
    .execute()
  return ids.map((id) => ({
    unloaded: rows.filter((r) => r.mission === id && ['loadedPlan', 'toPick'].includes(r.status)).length,
    aboard: rows.filter((r) => r.mission === id && ['carrying', 'arrived'].includes(r.status)).length,
    openSheets: sheets.filter((s) => s.mission === id && ['estimated', 'calculated', 'confirmed', 'disputed'].includes(s.status)).length,
  }))
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
        const found = await tx.selectFrom('carrier').select(['name', 'status']).where('id', '=', input.carrier).executeTakeFirstOrThrow()
        const gap = carrierGap(found.status)
        if (gap) throw refused(gap)
      }
      await sendable(tx, ctx, record, input.vehicle ?? null, input.driver ?? null)
      await hold(tx, ctx, record, { vehicle: input.vehicle ?? null, drivers: [input.driver ?? null, input.coDriver ?? null] })
      const minutes = await parameterNumber(tx, ctx.registry, 'acceptMin')
      const acceptBy = new Date(Date.parse(ctx.clock.now()) + minutes * MINUTE).toISOString()
      const { carrier, vehicle, driver, coDriver, trailer } = input
      return {
        carrier,
        vehicle,
        driver,
        coDriver,
        trailer,
        acceptBy,
        refuseReason: null,
        status: record.autoAccept ? ('toLoad' as const) : ('offered' as const),
      }
    },
    accept: async ({ tx, ctx, record }) => {
      await each(tx, record, ['loadedPlan'], (c) => act(tx, ctx, 'consignment', 'await', c.id, null, {}))
      return { acceptBy: null }
    },
    refuse: async ({ tx, ctx, record, input }) => {
      await releaseHolds(tx, ctx, record.id)
      return { refuseReason: input.reason, vehicle: null, driver: null, coDriver: null, carrier: null, acceptBy: null }
    },
    expire: async ({ tx, ctx, record }) => {
      await releaseHolds(tx, ctx, record.id)
      return { refuseReason: '接单超时', vehicle: null, driver: null, coDriver: null, carrier: null, acceptBy: null }
    },
    load: async ({ tx, ctx, record, input }) => {
      await each(tx, record, ['loadedPlan', 'toPick'], (c) => act(tx, ctx, 'consignment', 'pick', c.id, null, { pieces: c.pieces }))
      return { sealNos: input.sealNos ?? record.sealNos }
    },
    depart: async ({ tx, ctx, record }) => {
      await each(tx, record, ['loadedPlan', 'toPick'], (c) => act(tx, ctx, 'consignment', 'pick', c.id, null, { pieces: c.pieces }))
      return { actualStart: ctx.clock.now() }
    },
    suspend: async ({ input }) => ({ suspendReason: input.reason }),
    resume: async () => ({ suspendReason: null }),
    transfer: async ({ tx, ctx, record, input }) => {
      await releaseHolds(tx, ctx, record.id)
      await sendable(tx, ctx, record, input.vehicle, input.driver)
      await hold(tx, ctx, record, { vehicle: input.vehicle, drivers: [input.driver] })
      return { vehicle: input.vehicle, driver: input.driver, coDriver: null }
    },
    arriveLast: moveOnly,
    follow: moveOnly,
    finish: async ({ tx, ctx, record }) => {
      await releaseHolds(tx, ctx, record.id)
      return { actualEnd: ctx.clock.now() }
    },
    settle: moveOnly,
    cancel: async ({ tx, ctx, record }) => {
      await releaseHolds(tx, ctx, record.id)
      await giveBack(tx, ctx, record)
    },
    void: async ({ tx, ctx, record }) => {
      await releaseHolds(tx, ctx, record.id)
      await giveBack(tx, ctx, record)
    },
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
    reject: async ({ input }) => ({ conclusion: input.reason }),
    reopen: async ({ record }) => ({ reopened: (record.reopened ?? 0) + 1 }),
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
    afterAdd: async ({ tx, record }) => {
      if (record.order) await tx.updateTable('transportOrder').set({ trouble: true }).where('id', '=', record.order).execute()
    },
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
    pass: async ({ ctx }) => ({ decidedBy: ctx.user.id || null }),
    reject: async ({ input }) => ({ rejectReason: input.reason }),
    settle: moveOnly,
  },
  hooks: {
    beforeAdd: async ({ tx, values }) => {
      const about = await tx
        .selectFrom('exceptionCase')
        .select(['order', 'store'])
        .where('id', '=', values.exception!)
        .executeTakeFirstOrThrow()
      const order = about.order
        ? await tx.selectFrom('transportOrder').select(['id', 'customer']).where('id', '=', about.order).executeTakeFirst()
        : undefined
      return { amount: fen(lossOf(values.lines ?? [])), order: order?.id ?? null, customer: order?.customer ?? null, store: about.store }
    },
    beforeEdit: async ({ patch }) => (patch.lines ? { amount: fen(lossOf(patch.lines)) } : undefined),
    refuseEdit: (c) => (['draft', 'rejected'].includes(c.status) ? null : '已提交的理赔不能修改'),
  },
})

export const missionEntities: readonly ServedEntity[] = [servedMission, servedException, servedClaim]
