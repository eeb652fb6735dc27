/** Fences as records: checked when switched on, announced to the engines, sent to terminals on request. */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { serve, serveEntity } from '#kit/entity/serve.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { queueCommand } from './command.server.ts'
import { districtRings } from './district.server.ts'
import { fence, fenceActions, fenceBinding } from './fence.ts'

type Fence = Rec<typeof fence>

/** Fences and thresholds are remembered by the engines of every node. */
export const announceRules = async (tx: Tx, ctx: Context): Promise<void> => void (await sql`select pg_notify('telematics', ${JSON.stringify({ operator: ctx.user.operatorId, rules: true })})`.execute(tx))

/** Vehicles of a fence, by its own rule. */
export async function vehiclesOf(tx: Tx, ctx: Context, record: Fence): Promise<number[]> {
  if (record.appliesTo === 'bound') return (await tx.selectFrom('fenceBinding').select('vehicle').where('fence', '=', record.id).where('deletedAt', 'is', null).orderBy('vehicle').execute()).map((row) => row.vehicle)
  let vehicles = tx.selectFrom('vehicle').select('id').where('operatorId', '=', ctx.user.operatorId).where('status', '!=', 'disposed').where('deletedAt', 'is', null)
  if (record.appliesTo === 'store') vehicles = vehicles.where('store', '=', record.store)
  return (await vehicles.orderBy('id').execute()).map((row) => row.id)
}

/** Terminals take circles, rectangles, polygons and routes; a district has too many points for them. */
async function sync(tx: Tx, ctx: Context, record: Fence): Promise<void> {
  if (record.shape === 'district') throw refused('行政区围栏边界点过多，只能由平台判定，不能下发到终端')
  const vehicles = await vehiclesOf(tx, ctx, record)
  if (vehicles.length === 0) throw refused('该围栏没有适用车辆')
  const terminals = await tx.selectFrom('terminal').select(['id', 'vehicle']).where('vehicle', 'in', vehicles).where('status', '=', 'active').where('deletedAt', 'is', null).orderBy('id').execute()
  if (terminals.length === 0) throw refused('适用车辆都没有绑定使用中的 GPS 设备')
  // One that waits for its terminal already takes the fence along as it is then.
  const waiting = await tx.selectFrom('command').select('terminal').where('kind', '=', 'fenceSync').where(sql<boolean>`payload->>'fence' = ${String(record.id)}`).where('terminal', 'in', terminals.map((t) => t.id)).where('status', '=', 'queued').where('expiresAt', '>', ctx.clock.now()).where('deletedAt', 'is', null).execute()
  const has = new Set(waiting.map((row) => row.terminal))
  for (const t of terminals) if (!has.has(t.id)) await queueCommand(tx, ctx, { terminal: t.id, kind: 'fenceSync', summary: `下发围栏「${record.name}」`, payload: { fence: record.id }, queueable: true, seconds: 7 * 86_400 })
  await tx.updateTable('fenceBinding').set({ sync: 'pending' }).where('fence', '=', record.id).where('vehicle', 'in', terminals.map((t) => t.vehicle!)).where('deletedAt', 'is', null).execute()
}

export const servedFence = serve(fenceActions, {
  effects: {
    activate: async ({ tx, ctx, record }) => {
      if (record.shape === 'district' && !districtRings(record.district ?? '')) throw refused('地图中没有该行政区的边界，可选省级与地市级行政区；区县请画多边形')
      await announceRules(tx, ctx)
    },
    stop: ({ tx, ctx }) => announceRules(tx, ctx),
    sync: ({ tx, ctx, record }) => sync(tx, ctx, record),
  },
  hooks: {
    afterEdit: ({ tx, ctx }) => announceRules(tx, ctx),
    refuseDelete: (r) => (r.status === 'active' ? '启用中的围栏不能删除，请先停用' : null),
  },
})
export const servedFenceBinding = serveEntity(fenceBinding, {
  afterAdd: ({ tx, ctx }) => announceRules(tx, ctx),
  beforeDelete: ({ tx, ctx }) => announceRules(tx, ctx),
})
