/** Fences as records: checked when switched on, announced to the engines, sent to terminals on request. */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { serve, serveEntity } from '#kit/entity/serve.server.ts'
import { add } from '#kit/entity/store.server.ts'
import { districtRings } from './district.server.ts'
import { markStale, removeEverywhere, removeFromVehicle, syncFence } from '../terminals/fence-terminals.server.ts'
import { fenceActions, fenceBinding } from './fence.ts'

/** Fences and thresholds are remembered by the engines of every node. */
export const announceRules = async (tx: Tx, ctx: Context): Promise<void> =>
  void (await sql`select pg_notify('telematics', ${JSON.stringify({ operator: ctx.user.operatorId, rules: true })})`.execute(tx))

export const servedFence = serve(fenceActions, {
  effects: {
    activate: async ({ tx, ctx, record }) => {
      if (record.shape === 'district' && !districtRings(record.district ?? ''))
        throw refused('地图中没有该行政区的边界，可选省级与地市级行政区；区县请画多边形')
      await announceRules(tx, ctx)
    },
    stop: async ({ tx, ctx, record }) => {
      await removeEverywhere(tx, ctx, record.id)
      await announceRules(tx, ctx)
    },
    addVehicles: async ({ tx, ctx, record, input }) => {
      const bound = new Set(
        (await liveRows(tx, 'fenceBinding').select('vehicle').where('fence', '=', record.id).execute()).map((row) => row.vehicle),
      )
      const wanted = input.vehicles.filter((vehicle) => !bound.has(vehicle))
      if (wanted.length === 0) throw refused('所选车辆都已适用此围栏，不需要再添加')
      for (const vehicle of wanted) await add(tx, ctx, 'fenceBinding', { fence: record.id, vehicle })
    },
    sync: ({ tx, ctx, record }) => syncFence(tx, ctx, record),
  },
  hooks: {
    afterEdit: async ({ tx, ctx, before, record }) => {
      await markStale(tx, before, record)
      await announceRules(tx, ctx)
    },
    refuseDelete: (r) => (r.status === 'active' ? '启用中的围栏不能删除，请先停用' : null),
  },
})
export const servedFenceBinding = serveEntity(fenceBinding, {
  afterAdd: ({ tx, ctx }) => announceRules(tx, ctx),
  beforeDelete: async ({ tx, ctx, record }) => {
    await removeFromVehicle(tx, ctx, record.fence, record.vehicle)
    await announceRules(tx, ctx)
  },
})
