/** Terminals: claim, bind, unbind, replace. A vehicle's positions follow the binding of their own time. */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { usedBy } from '#kit/entity/write/references.server.ts'
import { copyInput, moveOnly, serve, serveEntity } from '#kit/entity/serve.server.ts'
import { act, storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { lockBindings, markDirty } from './bindings.server.ts'
import { announceProfile } from './device-item.server.ts'
import { removeFromTerminal } from './fence-terminals.server.ts'
import { deviceProfileActions, equipmentActions, terminal, terminalActions, terminalBinding } from './terminal.ts'

type Terminal = Rec<typeof terminal>
const terminals = storeOf(terminal)
const bindings = storeOf(terminalBinding)

const momentOf = (ctx: Context, at: string | null | undefined): string => {
  const now = ctx.clock.now()
  if (!at) return now
  if (Date.parse(at) > Date.parse(now) + 60_000) throw invalid({ at: '时间不能晚于现在' })
  return at
}

const plateOf = async (tx: Tx, id: number): Promise<{ plateNo: string; store: number }> => {
  const vehicle = await liveRows(tx, 'vehicle').select(['plateNo', 'store', 'status']).where('id', '=', id).executeTakeFirst()
  if (!vehicle) throw invalid({ vehicle: '车辆已被删除，或不在您的数据权限内，请刷新后重新选择' })
  if (vehicle.status === 'disposed') throw refused(`车辆 ${vehicle.plateNo} 已处置，不能绑定设备`)
  return vehicle
}

async function freeAt(tx: Tx, record: Terminal, vehicleId: number, plateNo: string, at: string): Promise<void> {
  const overlapping = (by: 'terminal' | 'vehicle', id: number) =>
    liveRows(tx, 'terminalBinding')
      .select(['id', 'terminal', 'toAt'])
      .where(by, '=', id)
      .where((eb) => eb.or([eb('toAt', 'is', null), eb('toAt', '>', at)]))
      .orderBy('fromAt', 'desc')
      .limit(1)
      .executeTakeFirst()
  const other = await overlapping('vehicle', vehicleId)
  if (other && !other.toAt) {
    const holder = await tx.selectFrom('terminal').select('terminalNo').where('id', '=', other.terminal).executeTakeFirst()
    throw refused(`车辆 ${plateNo} 已绑定设备 ${holder?.terminalNo ?? ''}，请先解绑或使用「更换设备」`)
  }
  if (other) throw invalid({ at: `车辆 ${plateNo} 在此时间之后还有绑定记录，绑定时间不能早于其结束时间` })
  if (await overlapping('terminal', record.id)) throw invalid({ at: '该设备在此时间之后还有绑定记录，绑定时间不能早于其结束时间' })
}

/** Clocks of terminals have whole seconds: bound «now» is bound since this second began, unless another binding ended within it. */
async function thisSecond(tx: Tx, record: Terminal, vehicleId: number, now: string): Promise<string> {
  const began = `${now.slice(0, 19)}.000Z`
  const ended = await liveRows(tx, 'terminalBinding')
    .select('id')
    .where((eb) => eb.or([eb('terminal', '=', record.id), eb('vehicle', '=', vehicleId)]))
    .where('toAt', '>', began)
    .limit(1)
    .executeTakeFirst()
  return ended ? now : began
}

/** Fixes that lie in the new or no longer in the old binding get the vehicle of their own time. */
async function reattribute(tx: Tx, ctx: Context, terminalId: number, from: string, vehicleId: number | null): Promise<void> {
  await sql`update position set vehicle = ${vehicleId} where operator_id = ${ctx.user.operatorId} and terminal = ${terminalId} and at >= ${from} and vehicle is distinct from ${vehicleId}`.execute(
    tx,
  )
}

async function bindTerminal(
  tx: Tx,
  ctx: Context,
  record: Terminal,
  vehicleId: number,
  wanted: string | null | undefined,
): Promise<Partial<Terminal>> {
  await lockBindings(tx, ctx)
  const at = wanted ? momentOf(ctx, wanted) : await thisSecond(tx, record, vehicleId, ctx.clock.now())
  const v = await plateOf(tx, vehicleId)
  await freeAt(tx, record, vehicleId, v.plateNo, at)
  await bindings.add(tx, ctx, { terminal: record.id, vehicle: vehicleId, store: v.store, fromAt: at, toAt: null, reason: null })
  // It may be connected already; the vehicle is online when its terminal is.
  await sql`insert into vehicle_position (operator_id, vehicle, store, terminal, online) values (${ctx.user.operatorId}, ${vehicleId}, ${v.store}, ${record.id}, ${record.online})
    on conflict (operator_id, vehicle) where deleted_at is null do update set terminal = excluded.terminal, store = excluded.store, online = excluded.online`.execute(
    tx,
  )
  await reattribute(tx, ctx, record.id, at, vehicleId)
  await markDirty(tx, ctx, vehicleId, at, ctx.clock.now())
  return { vehicle: vehicleId, store: v.store }
}

async function unbindTerminal(
  tx: Tx,
  ctx: Context,
  record: Terminal,
  wanted: string | null | undefined,
  reason: string,
): Promise<Partial<Terminal>> {
  const at = momentOf(ctx, wanted)
  await lockBindings(tx, ctx)
  const open = await liveRows(tx, 'terminalBinding')
    .select(['id', 'vehicle', 'fromAt'])
    .where('terminal', '=', record.id)
    .where('toAt', 'is', null)
    .executeTakeFirst()
  if (!open) throw refused('该设备没有绑定车辆，请先「绑定车辆」')
  if (at <= open.fromAt) throw invalid({ at: '解绑时间必须晚于绑定时间' })
  await bindings.edit(tx, ctx, open.id, { toAt: at, reason })
  await removeFromTerminal(tx, ctx, record.id, open.vehicle)
  await reattribute(tx, ctx, record.id, at, null)
  await markDirty(tx, ctx, open.vehicle, at, ctx.clock.now())
  // The vehicle stays where it was last seen; what its former terminal does from now on says nothing about it.
  await tx
    .updateTable('vehiclePosition')
    .set({ terminal: null, online: false, changedAt: sql`case when online then ${ctx.clock.now()}::timestamptz else changed_at end` })
    .where('vehicle', '=', open.vehicle)
    .where('terminal', '=', record.id)
    .where('deletedAt', 'is', null)
    .execute()
  return { vehicle: null }
}

async function replaceBy(tx: Tx, ctx: Context, record: Terminal, otherId: number, reason: string): Promise<Partial<Terminal>> {
  const { vehicle } = record
  if (!vehicle) throw refused('该设备没有绑定车辆，请先「绑定车辆」')
  const other = await tx.selectFrom('terminal').select(['terminalNo', 'profile']).where('id', '=', otherId).executeTakeFirst()
  if (other && !other.profile) throw invalid({ terminal: `新设备 ${other.terminalNo} 还没有设备型号，请先在该设备的「修改」中选择` })
  const patch = await unbindTerminal(tx, ctx, record, null, reason)
  await act(tx, ctx, 'terminal', 'bind', otherId, null, { vehicle })
  return patch
}

export const servedTerminal = serve(terminalActions, {
  facts: async ({ tx, ctx, records }) => {
    const ids = records.map((t) => t.id)
    const rows = await tx
      .selectFrom('terminalLink')
      .select(['terminal', 'lockedUntil'])
      .where('terminal', '=', anyOf(ids))
      .where('lockedUntil', '>', ctx.clock.now())
      .execute()
    return records.map((t) => ({ lockedUntil: rows.find((row) => row.terminal === t.id)?.lockedUntil ?? null }))
  },
  effects: {
    claim: copyInput,
    bind: ({ tx, ctx, record, input }) => bindTerminal(tx, ctx, record, input.vehicle, input.at),
    unbind: ({ tx, ctx, record, input }) => unbindTerminal(tx, ctx, record, input.at, input.reason),
    replace: ({ tx, ctx, record, input }) => replaceBy(tx, ctx, record, input.terminal, input.reason),
    stop: ({ tx, ctx, record }) => announceTerminal(tx, ctx, record.id),
    resume: moveOnly,
    sendToRepair: ({ tx, ctx, record }) => announceTerminal(tx, ctx, record.id),
    scrap: ({ tx, ctx, record }) => announceTerminal(tx, ctx, record.id),
    resetAuth: async ({ tx, ctx, record }) => {
      await tx
        .updateTable('terminalLink')
        .set({ authHash: null, failures: 0, lockedUntil: null })
        .where('terminal', '=', record.id)
        .execute()
      await announceTerminal(tx, ctx, record.id)
    },
  },
  hooks: {
    beforeAdd: async ({ tx, values }) => {
      const terminalNo = values.terminalNo ?? ''
      const { rows } = await sql<{ taken: boolean }>`select terminal_is_known(${terminalNo}) as taken`.execute(tx)
      if (rows[0]?.taken) throw invalid({ terminalNo: '该终端号已登记；如为本公司设备请在「待认领」中查找，否则请联系平台管理员' })
    },
    refuseDelete: (t) =>
      t.status === 'stock' || t.status === 'scrapped' || t.status === 'quarantine'
        ? null
        : '只有在库、待认领或报废的设备可以删除，请先解绑',
    afterEdit: async ({ tx, ctx, record }) => announceTerminal(tx, ctx, record.id),
    beforeDelete: ({ tx, ctx, record }) => announceTerminal(tx, ctx, record.id),
  },
})

/** The gateway nodes close its link; when it comes again it is judged by what it is now. */
const announceTerminal = async (tx: Tx, ctx: Context, id: number): Promise<void> =>
  void (await sql`select pg_notify('telematics', ${JSON.stringify({ operator: ctx.user.operatorId, terminal: id })})`.execute(tx))

export const servedBinding = serveEntity(terminalBinding, {})

export const servedProfile = serve(deviceProfileActions, {
  effects: { disable: moveOnly, enable: moveOnly },
  hooks: {
    afterEdit: ({ tx, ctx, record }) => announceProfile(tx, ctx, record.id),
    beforeDelete: async ({ tx, ctx, record }) => {
      const used = await usedBy(tx, ctx, record.id, { entity: 'terminal', by: 'profile', shows: 'terminalNo', label: '设备' })
      if (used) throw refused(`型号正被${used} 等使用，不能删除，可以停用`)
    },
  },
})

export const servedEquipment = serve(equipmentActions, {
  effects: {
    install: copyInput,
    remove: async () => ({ vehicle: null, position: null, installedOn: null }),
    calibrate: copyInput,
    scrap: moveOnly,
  },
  hooks: { refuseDelete: (e) => (e.status === 'installed' ? '已安装的设备不能删除，请先拆下' : null) },
})

/** Numbers nobody knows yet, of this company or another: who has become known in the meantime is left out. */
export async function addQuarantined(tx: Tx, ctx: Context, all: readonly Partial<Terminal>[]): Promise<void> {
  const numbers = all.map(({ terminalNo }) => terminalNo ?? '')
  const { rows } = await sql<{ no: string }>`
    select no from unnest(${sql.val(numbers)}::text[]) as no where not terminal_is_known(no)`.execute(tx)
  const unknown = new Set(rows.map(({ no }) => no))
  const added = all.filter(({ terminalNo }) => unknown.has(terminalNo ?? ''))
  await terminals.addMany(
    tx,
    ctx,
    added.map((values) => ({ ...values, status: 'quarantine' })),
    'records',
  )
}
