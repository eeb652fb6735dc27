/** 断油断电: requested, approved by somebody else, executed under guards, confirmed by the terminal's own status bits. */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { moveOnly, serve } from '#kit/entity/serve.server.ts'
import { act, storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { seenVehicle } from '#modules/vehicles/vehicles.public.ts'
import type { ActSpec } from '#modules/approval/approval.public.ts'
import { parameterNumber } from '#modules/system/system.public.ts'
import { SET_RIGHT, UNUSABLE } from '../places/flags.ts'
import { queueCommand } from './command.server.ts'
import { cutOrder, cutOrderActions } from './command.ts'
import { cutObstacle, profileFault, zoneFault, type CutKind, type CutSight } from './cut.rules.ts'
import { zonesAt } from './cut-zones.server.ts'

type CutOrder = Rec<typeof cutOrder>
const orders = storeOf(cutOrder)
const CUT_SECONDS = 120
const RESTORE_SECONDS = 24 * 3600
const OPEN = ['pending', 'approved', 'executing', 'armed'] as const
const DONE: Record<CutKind, string> = { cut: '断开油电', limit: '限制启动', restore: '恢复油电' }

/** What decides whether it may be sent this moment; also asked by the gateway immediately before the frame leaves. */
export async function sightOf(tx: Tx, ctx: Context, vehicles: readonly number[]): Promise<Map<number, CutSight>> {
  const rows = await liveRows(tx, 'terminal')
    .leftJoin('deviceProfile', 'deviceProfile.id', 'terminal.profile')
    .select(['terminal.id', 'terminal.vehicle', 'terminal.online', 'terminal.clockFault', 'deviceProfile.cutBy', 'deviceProfile.limitCode'])
    .where('terminal.vehicle', '=', anyOf(vehicles))
    .where('terminal.status', '=', 'active')
    .execute()
  const [fixSeconds, speedLimit] = await Promise.all([
    parameterNumber(tx, ctx.registry, 'cutFixSeconds'),
    parameterNumber(tx, ctx.registry, 'cutSpeedLimit'),
  ])
  const [zoneOf, seen] = await Promise.all([zonesAt(tx, ctx), fixesOf(tx, ctx, vehicles)])
  return new Map(
    rows.map((row) => {
      const { located = false, fixes = [] } = seen.get(row.vehicle!) ?? {}
      const [last, before] = fixes
      return [
        row.vehicle!,
        {
          terminal: row.id,
          online: row.online,
          supported: (row.cutBy ?? 'none') !== 'none',
          limitable: Boolean(row.limitCode),
          fixAt: last?.at ?? null,
          speed: last?.speed ?? null,
          located,
          place: last ?? null,
          before: before ?? null,
          clockFault: row.clockFault ?? (fixes.some((fix) => fix.guessed) ? '上报的时间与平台不符' : null),
          zone: last ? zoneOf({ lng: last.lng / 1e6, lat: last.lat / 1e6 }) : null,
          fixSeconds,
          speedLimit,
        },
      ]
    }),
  )
}

interface Seen {
  at: string
  /** km/h; the fastest of what was said for that instant. */
  speed: number
  lng: number
  lat: number
  /** Its clock is wrong: nobody knows when it was. */
  guessed: boolean
}
/**
 * The last two believed fixes of a vehicle and whether its newest report had one, out of what is stored: the map is a second behind, and what
 * one link said of a vehicle that drives counts for the next one, in whichever node.
 */
async function fixesOf(tx: Tx, ctx: Context, vehicles: readonly number[]): Promise<Map<number, { located: boolean; fixes: Seen[] }>> {
  const { operatorId } = ctx.user
  const now = ctx.clock.now()
  const reports = sql`terminal_binding b join position p on p.operator_id = b.operator_id and p.terminal = b.terminal and p.vehicle = b.vehicle
    where b.operator_id = ${operatorId} and b.vehicle = u.vehicle and b.deleted_at is null and (b.to_at is null or b.to_at > ${now}::timestamptz - interval '2 days')
      and p.at > ${now}::timestamptz - interval '2 days' and p.at < ${now}::timestamptz + interval '1 hour'`
  const { rows } = await sql<Seen & { vehicle: number; located: boolean }>`
    select u.vehicle, (n.flags & ${UNUSABLE} = 0) as located, least(f.at, f.received_at) as at, f.speed / 10.0 as speed, f.lng, f.lat, (f.flags & ${SET_RIGHT} <> 0) as guessed
    from unnest(${sql.val(vehicles)}::bigint[]) as u(vehicle)
      cross join lateral (select p.flags from ${reports} order by p.at desc, p.flags & ${UNUSABLE}, p.serial limit 1) n
      cross join lateral (select distinct on (p.at) p.at, p.received_at, p.speed, p.lng, p.lat, p.flags from ${reports} and p.flags & ${UNUSABLE} = 0 order by p.at desc, p.speed desc, p.serial limit 2) f
    order by u.vehicle, f.at desc`.execute(tx)
  return new Map(
    [...Map.groupBy(rows, ({ vehicle }) => vehicle)].map(([vehicle, fixes]) => [
      vehicle,
      { located: fixes[0]!.located, fixes: fixes.map((fix) => ({ ...fix, speed: Number(fix.speed) })) },
    ]),
  )
}

/** The newest wish stands: what waits for another is taken back. Locked as it is chosen: the gateway may be sending one of them now. */
async function supersede(tx: Tx, ctx: Context, order: CutOrder): Promise<void> {
  const others = await liveRows(tx, 'cutOrder')
    .select(['id', 'no', 'status'])
    .where('vehicle', '=', order.vehicle)
    .where('id', '!=', order.id)
    .where('kind', '!=', order.kind)
    .where('status', 'in', ['pending', 'approved'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  for (const old of others) await act(tx, ctx, 'cutOrder', 'cancel', old.id, null, { reason: `被 ${order.no} 取代` })
  const waiting = await tx
    .selectFrom('command')
    .innerJoin('cutOrder', 'cutOrder.id', 'command.cutOrder')
    .select('command.id')
    .where('cutOrder.vehicle', '=', order.vehicle)
    .where('cutOrder.kind', '!=', order.kind)
    .where('command.status', '=', 'queued')
    .orderBy('command.id')
    .forNoKeyUpdate('command')
    .execute()
  for (const old of waiting) await act(tx, ctx, 'command', 'cancel', old.id, null, {})
}

/** A restriction that waits for the engine to stop is over once the vehicle was cut or restored. */
async function liftLimits(tx: Tx, ctx: Context, by: CutOrder): Promise<void> {
  const armed = await liveRows(tx, 'cutOrder')
    .select('id')
    .where('vehicle', '=', by.vehicle)
    .where('status', '=', 'armed')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  for (const { id } of armed) await act(tx, ctx, 'cutOrder', 'lift', id, null, { outcome: `已由 ${by.no} ${DONE[by.kind]}` })
}

async function checkContract(tx: Tx, contractId: number, vehicle: number): Promise<void> {
  const lease = await liveRows(tx, 'lease')
    .select('id')
    .where('contract', '=', contractId)
    .where('vehicle', '=', vehicle)
    .executeTakeFirst()
  if (!lease) throw invalid({ contract: '所选合同不包含该车辆' })
}

async function prepare(tx: Tx, ctx: Context, values: Pick<CutOrder, 'vehicle' | 'kind' | 'contract'>): Promise<Partial<CutOrder>> {
  const { vehicle } = values
  const sight = (await sightOf(tx, ctx, [vehicle])).get(vehicle)
  if (!sight) throw invalid({ vehicle: '该车辆没有绑定使用中的 GPS 设备，请先在「GPS设备」绑定' })
  const unknown = profileFault(values.kind, sight)
  if (unknown) throw invalid({ vehicle: `${unknown}，请先在「设备型号」中配置` })
  const zone = zoneFault(values.kind, sight)
  if (zone) throw refused(zone)
  const same = await liveRows(tx, 'cutOrder')
    .select('no')
    .where('vehicle', '=', vehicle)
    .where('kind', '=', values.kind)
    .where('status', 'in', [...OPEN])
    .executeTakeFirst()
  if (same) throw refused(`该车辆已有进行中的单据 ${same.no}`)
  if (values.contract) await checkContract(tx, values.contract, vehicle)
  const last =
    values.kind === 'restore'
      ? await liveRows(tx, 'cutOrder')
          .select('id')
          .where('vehicle', '=', vehicle)
          .where('kind', '!=', 'restore')
          .where('status', 'in', ['effective', 'armed', 'failed'])
          .orderBy('id', 'desc')
          .executeTakeFirst()
      : undefined
  const { store } = (await seenVehicle(tx, vehicle))!
  return { terminal: sight.terminal, store, requester: ctx.user.id || null, restores: last?.id ?? null }
}

async function execute(tx: Tx, ctx: Context, order: CutOrder, plate: string): Promise<Partial<CutOrder>> {
  const v = (await seenVehicle(tx, order.vehicle))!
  if (plate.replace(/[\s·]/g, '').toUpperCase() !== v.plateNo)
    throw invalid({ plate: '输入的车牌号不是申请的车辆，没有下发；请核对后重新输入' })
  const sight = (await sightOf(tx, ctx, [order.vehicle])).get(order.vehicle)
  if (!sight) throw refused('该车辆没有绑定使用中的 GPS 设备，请先在「GPS设备」绑定')
  const obstacle = cutObstacle(order.kind, sight, ctx.clock.now())
  if (obstacle) throw refused(obstacle)
  await queueCommand(tx, ctx, {
    terminal: sight.terminal,
    kind: order.kind,
    summary: `${DONE[order.kind]} ${v.plateNo}（${order.no}）`,
    payload: {},
    queueable: order.kind === 'restore',
    seconds: order.kind === 'restore' ? RESTORE_SECONDS : CUT_SECONDS,
    cutOrder: order.id,
  })
  return { terminal: sight.terminal, fixAt: sight.fixAt, fixSpeed: sight.speed, executedAt: ctx.clock.now() }
}

/** A process, where one is set up, takes the place of 他人审批. Restoring never waits for one: it endangers nobody, and somebody may stand in the rain. */
export const cutActs: readonly ActSpec[] = [
  {
    code: 'cutOrder',
    label: '断油断电',
    scene: 16,
    entity: 'cutOrder',
    waits: 'pending',
    pass: 'approve',
    reject: { action: 'reject', input: 'reason' },
    withdraw: { action: 'cancel', input: 'reason' },
    only: (o) => o['kind'] !== 'restore',
  },
]

export const servedCutOrder = serve(cutOrderActions, {
  facts: async ({ tx, ctx, records }) => {
    const sights = await sightOf(
      tx,
      ctx,
      records.filter((o) => o.status === 'approved' || o.status === 'pending').map((o) => o.vehicle),
    )
    const now = ctx.clock.now()
    return records.map((o) => {
      const sight = sights.get(o.vehicle)
      const zone = sight ? zoneFault(o.kind, sight) : null
      const limitable = sight?.limitable ?? false
      if (o.status !== 'approved') return { zone, limitable, obstacle: null }
      return {
        zone,
        limitable,
        obstacle: sight ? cutObstacle(o.kind, sight, now) : '该车辆没有绑定使用中的 GPS 设备，请先在「GPS设备」绑定',
      }
    })
  },
  effects: {
    approve: async ({ tx, ctx }) => {
      const minutes = await parameterNumber(tx, ctx.registry, 'cutValidMinutes')
      return {
        approver: ctx.user.id || null,
        approvedAt: ctx.clock.now(),
        validUntil: new Date(Date.parse(ctx.clock.now()) + minutes * 60_000).toISOString(),
      }
    },
    reject: async ({ ctx, input }) => ({ approver: ctx.user.id || null, outcome: input.reason }),
    execute: ({ tx, ctx, record, input }) => execute(tx, ctx, record, input.plate),
    soften: async () => ({ kind: 'limit' as const }),
    cancel: async ({ input }) => ({ outcome: input.reason }),
    expire: async () => ({ outcome: '执行期限已过' }),
    arm: moveOnly,
    lift: async ({ tx, ctx, record, input }) => {
      const waiting = await liveRows(tx, 'command')
        .select('id')
        .where('cutOrder', '=', record.id)
        .where('status', '=', 'acknowledged')
        .forNoKeyUpdate()
        .execute()
      for (const { id } of waiting) await act(tx, ctx, 'command', 'giveUp', id, null, { outcome: input.outcome })
      return { outcome: input.outcome }
    },
    succeed: async ({ tx, ctx, record, input }) => {
      if (record.kind !== 'limit') await liftLimits(tx, ctx, record)
      return { effectiveAt: input.at, outcome: input.outcome ?? null }
    },
    fail: async ({ input }) => ({ outcome: input.outcome }),
  },
})

export async function requestCut(
  tx: Tx,
  ctx: Context,
  wanted: Pick<CutOrder, 'vehicle' | 'kind' | 'reason' | 'contract' | 'reasonText' | 'warned'>,
): Promise<CutOrder> {
  const prepared = await prepare(tx, ctx, wanted)
  const made = await orders.add(tx, ctx, { ...wanted, ...prepared })
  await supersede(tx, ctx, made)
  return made
}
