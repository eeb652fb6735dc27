/** Fences that terminals watch themselves: sent on request, taken away again when they no longer hold. */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { act } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { queueCommand } from '../commands/command.server.ts'
import type { fence } from '../fences/fence.ts'
import { unsendable } from '../gateway/sending/areas.rules.ts'

type Fence = Rec<typeof fence>

const SYNC_SECONDS = 7 * 86_400
/** A terminal that comes back from repair must not alarm for a fence of last month. */
const REMOVE_SECONDS = 30 * 86_400

/** Vehicles of a fence, by its own rule. */
async function vehiclesOf(tx: Tx, record: Fence): Promise<number[]> {
  if (record.appliesTo === 'bound')
    return (await liveRows(tx, 'fenceBinding').select('vehicle').where('fence', '=', record.id).orderBy('vehicle').execute()).map(
      (row) => row.vehicle,
    )
  let vehicles = liveRows(tx, 'vehicle').select('id').where('status', '!=', 'disposed')
  if (record.appliesTo === 'store') vehicles = vehicles.where('store', '=', record.store)
  return (await vehicles.orderBy('id').execute()).map((row) => row.id)
}

interface Held {
  terminal: number
  vehicle: number | null
  fence: number
  name: string
  shape: Fence['shape']
}
interface Of {
  fence?: number
  terminals?: readonly number[]
}

/** What terminals may hold: sent to them, and not known to be taken away since. An answer nobody heard counts as sent. */
async function heldBy(tx: Tx, ctx: Context, { fence: id, terminals }: Of): Promise<Held[]> {
  const { rows } = await sql<Held & { kind: string; status: string }>`
    select distinct on (c.terminal, f.id) c.terminal, t.vehicle, f.id as fence, f.name, coalesce(c.payload->>'shape', f.shape) as shape, c.kind, c.status
    from command c join terminal t on t.id = c.terminal and t.deleted_at is null and t.status in ('active', 'stock') join fence f on f.id = (c.payload->>'fence')::bigint
    where c.operator_id = ${ctx.user.operatorId} and c.kind in ('fenceSync', 'fenceRemove') and c.deleted_at is null and c.status in ('queued', 'sent', 'acknowledged', 'effective', 'timedOut', 'unconfirmed')
      ${id === undefined ? sql`` : sql`and c.payload->>'fence' = ${String(id)}`} ${terminals === undefined ? sql`` : sql`and c.terminal = any(${sql.val(terminals)}::bigint[])`}
    order by c.terminal, f.id, c.id desc`.execute(tx)
  return rows.filter(({ kind, status }) => (kind === 'fenceSync' ? status !== 'queued' : status === 'timedOut' || status === 'unconfirmed'))
}

/** Not yet sent: it need not be. */
async function withdraw(tx: Tx, ctx: Context, { fence: id, terminals }: Of): Promise<void> {
  let waiting = liveRows(tx, 'command').select('id').where('kind', '=', 'fenceSync').where('status', '=', 'queued')
  if (id !== undefined) waiting = waiting.where(sql<boolean>`payload->>'fence' = ${String(id)}`)
  if (terminals !== undefined) waiting = waiting.where('terminal', 'in', [...terminals, -1])
  for (const row of await waiting.orderBy('id').forNoKeyUpdate().execute()) await act(tx, ctx, 'command', 'cancel', row.id, null, {})
}

const remove = (tx: Tx, ctx: Context, one: Held): Promise<unknown> =>
  queueCommand(tx, ctx, {
    terminal: one.terminal,
    kind: 'fenceRemove',
    summary: `从终端删除围栏「${one.name}」`,
    payload: { fence: one.fence, shape: one.shape },
    queueable: true,
    seconds: REMOVE_SECONDS,
  })

/** Without this a terminal would go on alarming for what no longer holds. Returns whom it was sent to. */
async function takeAway(tx: Tx, ctx: Context, of: Of): Promise<Held[]> {
  await withdraw(tx, ctx, of)
  const held = await heldBy(tx, ctx, of)
  for (const one of held) await remove(tx, ctx, one)
  return held
}
const bindingsOf = (tx: Tx, sync: 'none' | 'removing') => tx.updateTable('fenceBinding').set({ sync }).where('deletedAt', 'is', null)

/** The fence is switched off. */
export async function removeEverywhere(tx: Tx, ctx: Context, fenceId: number): Promise<void> {
  const held = await takeAway(tx, ctx, { fence: fenceId })
  await bindingsOf(tx, 'none').where('fence', '=', fenceId).where('sync', '!=', 'none').execute()
  const vehicles = held.flatMap(({ vehicle }) => vehicle ?? [])
  if (vehicles.length > 0) await bindingsOf(tx, 'removing').where('fence', '=', fenceId).where('vehicle', 'in', vehicles).execute()
}
/** The fence is no longer about this vehicle. */
export async function removeFromVehicle(tx: Tx, ctx: Context, fenceId: number, vehicle: number): Promise<void> {
  const terminals = await liveRows(tx, 'terminal').select('id').where('vehicle', '=', vehicle).execute()
  await takeAway(tx, ctx, { fence: fenceId, terminals: terminals.map((t) => t.id) })
}
/** The terminal leaves the vehicle: what it watched for this one is not what its next one is to be watched for. */
export async function removeFromTerminal(tx: Tx, ctx: Context, terminal: number, vehicle: number): Promise<void> {
  await takeAway(tx, ctx, { terminals: [terminal] })
  await bindingsOf(tx, 'none').where('vehicle', '=', vehicle).where('sync', '!=', 'none').execute()
}

/** Terminals take circles, rectangles, polygons and routes; what they cannot watch as it is meant stays with the platform. */
export async function syncFence(tx: Tx, ctx: Context, record: Fence): Promise<void> {
  const why = unsendable({
    shape: record.shape,
    width: record.width ?? 0,
    windows: record.windows ?? [],
    startOn: record.startOn,
    endOn: record.endOn,
  })
  if (why) throw refused(why)
  const vehicles = await vehiclesOf(tx, record)
  if (vehicles.length === 0) throw refused('该围栏没有适用车辆，请先「添加车辆」')
  const terminals = await liveRows(tx, 'terminal')
    .select(['id', 'vehicle'])
    .where('vehicle', 'in', vehicles)
    .where('status', '=', 'active')
    .orderBy('id')
    .execute()
  if (terminals.length === 0) throw refused('适用车辆都没有绑定使用中的 GPS 设备，请先在「GPS设备」绑定')
  // Of another shape it would be watched twice: terminals keep circles, rectangles, polygons and routes apart.
  for (const one of await heldBy(tx, ctx, { fence: record.id, terminals: terminals.map((t) => t.id) }))
    if (one.shape !== record.shape) await remove(tx, ctx, one)
  // One that waits for its terminal already takes the fence along as it is then.
  const waiting = await liveRows(tx, 'command')
    .select('terminal')
    .where('kind', '=', 'fenceSync')
    .where(sql<boolean>`payload->>'fence' = ${String(record.id)}`)
    .where(
      'terminal',
      'in',
      terminals.map((t) => t.id),
    )
    .where('status', '=', 'queued')
    .where('expiresAt', '>', ctx.clock.now())
    .execute()
  const has = new Set(waiting.map((row) => row.terminal))
  for (const t of terminals)
    if (!has.has(t.id))
      await queueCommand(tx, ctx, {
        terminal: t.id,
        kind: 'fenceSync',
        summary: `下发围栏「${record.name}」`,
        payload: { fence: record.id, shape: record.shape },
        queueable: true,
        seconds: SYNC_SECONDS,
      })
  await tx
    .updateTable('fenceBinding')
    .set({ sync: 'pending' })
    .where('fence', '=', record.id)
    .where(
      'vehicle',
      'in',
      terminals.map((t) => t.vehicle!),
    )
    .where('deletedAt', 'is', null)
    .execute()
}

/** What a terminal was told of it: another name or remark changes nothing there. */
const TOLD = [
  'shape',
  'points',
  'radius',
  'width',
  'onEnter',
  'onLeave',
  'speedLimit',
  'nightSpeedLimit',
  'overspeedSeconds',
  'windows',
  'startOn',
  'endOn',
] as const
/** Changed after it was sent: the terminal watches the old one until it is sent again. */
export async function markStale(tx: Tx, before: Fence, record: Fence): Promise<void> {
  if (TOLD.every((name) => JSON.stringify(before[name]) === JSON.stringify(record[name]))) return
  await tx
    .updateTable('fenceBinding')
    .set({ sync: 'stale' })
    .where('fence', '=', record.id)
    .where('sync', '=', 'sent')
    .where('deletedAt', 'is', null)
    .execute()
}
