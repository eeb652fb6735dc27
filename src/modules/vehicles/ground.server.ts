/** Readings of the odometer and blocks: judged beside their neighbours, set and lifted by the papers they come from. */
import { sql } from 'kysely'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { moveOnly, serve } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { tellFollowers } from './followers.server.ts'
import {
  odometerReading,
  odometerReadingActions,
  vehicleBlock,
  vehicleBlockActions,
  type BLOCK_KINDS,
  type READING_SOURCES,
} from './ground.ts'
import { judgeReading, type Reading } from './odometer.rules.ts'

const readings = storeOf(odometerReading)
const blocks = storeOf(vehicleBlock)

async function neighbour(tx: Tx, vehicle: number, at: string, side: 'before' | 'after'): Promise<(Reading & { id: number }) | null> {
  const row = await liveRows(tx, 'odometerReading')
    .select(['id', 'at', 'km'])
    .where('vehicle', '=', vehicle)
    .where('standing', '=', 'accepted')
    .where('at', side === 'before' ? '<=' : '>', at)
    .orderBy('at', side === 'before' ? 'desc' : 'asc')
    .orderBy('id', side === 'before' ? 'desc' : 'asc')
    .limit(1)
    .executeTakeFirst()
  return row ? { id: row.id, at: row.at, km: Number(row.km) } : null
}

interface NewReading {
  vehicle: number
  at: string
  km: number
  source: keyof typeof READING_SOURCES
  ref?: string
  /** Both parties signed for it. */
  signed?: boolean
}

const lockVehicle = (tx: Tx, id: number) =>
  liveRows(tx, 'vehicle').select(['id', 'store', 'odometer']).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** The vehicle shows what its newest reading says. Whole kilometres, as it has always been kept. */
async function follow(tx: Tx, ctx: Context, vehicle: number): Promise<void> {
  const newest = await neighbour(tx, vehicle, '9999-12-31T00:00:00.000Z', 'before')
  if (newest)
    await tx
      .updateTable('vehicle')
      .set({ odometer: Math.floor(newest.km) })
      .where('id', '=', vehicle)
      .execute()
  await tellFollowers(tx, ctx, [vehicle])
}

async function judged(tx: Tx, r: NewReading): Promise<{ store: number; why: string | null }> {
  const v = await lockVehicle(tx, r.vehicle)
  if (!v) throw refused('车辆已被删除，请重新选择')
  const [before, after] = [await neighbour(tx, r.vehicle, r.at, 'before'), await neighbour(tx, r.vehicle, r.at, 'after')]
  return { store: v.store, why: judgeReading(r, before, after, r.signed) }
}

/** Notes what the odometer said. One that contradicts its neighbours is kept aside for a person; the answer says why. */
export async function noteReading(tx: Tx, ctx: Context, r: NewReading): Promise<{ accepted: boolean; why: string | null }> {
  const { store, why } = await judged(tx, r)
  const { signed: _signed, ...values } = r
  await readings.add(tx, ctx, { ...values, ref: r.ref ?? null, store, reason: why, standing: why ? 'rejected' : 'accepted' })
  if (!why) await follow(tx, ctx, r.vehicle)
  return { accepted: why === null, why }
}

/** Accepted readings of these vehicles that readings between two moments could stand beside: those in between, the last before, the first after. */
async function beside(tx: Tx, vehicles: readonly number[], from: string, to: string): Promise<Map<number, Reading[]>> {
  const { rows } = await sql<Reading & { vehicle: number }>`
    select v.id as vehicle, r.at, r.km from unnest(${sql.val([...vehicles])}::bigint[]) as v(id) cross join lateral (
      (select at, km, id from odometer_reading where vehicle = v.id and standing = 'accepted' and deleted_at is null and at < ${from}::timestamptz order by at desc, id desc limit 1)
      union all (select at, km, id from odometer_reading where vehicle = v.id and standing = 'accepted' and deleted_at is null and at between ${from}::timestamptz and ${to}::timestamptz)
      union all (select at, km, id from odometer_reading where vehicle = v.id and standing = 'accepted' and deleted_at is null and at > ${to}::timestamptz order by at, id limit 1)) r
    order by v.id, r.at, r.id`.execute(tx)
  return Map.groupBy(
    rows.map((r) => ({ vehicle: r.vehicle, at: new Date(r.at).toISOString(), km: Number(r.km) })),
    (r) => r.vehicle,
  )
}

/**
 * The same for many, in their order: each is judged beside what is there and what came before it in the list. They are a ledger and name
 * the paper they come from (`ref`), which is their journal; who follows a vehicle is told once.
 */
export async function noteReadings(tx: Tx, ctx: Context, list: readonly (NewReading & { store: number })[]): Promise<void> {
  if (list.length === 0) return
  const vehicles = [...new Set(list.map((r) => r.vehicle))].toSorted((a, b) => a - b)
  const times = list.map((r) => r.at).toSorted()
  const known = await beside(tx, vehicles, times[0]!, times.at(-1)!)
  const moved = new Set<number>()
  const values = list.map(({ signed, ...r }) => {
    const own = known.get(r.vehicle) ?? []
    // As `neighbour` has it: of two at one moment the later written one is before.
    const place = own.findLastIndex((other) => other.at <= r.at)
    const why = judgeReading(r, own[place] ?? null, own[place + 1] ?? null, signed)
    if (!why) {
      own.splice(place + 1, 0, { at: r.at, km: r.km })
      known.set(r.vehicle, own)
      moved.add(r.vehicle)
    }
    return { ...r, ref: r.ref ?? null, reason: why, standing: why ? ('rejected' as const) : ('accepted' as const) }
  })
  await readings.addMany(tx, ctx, values, 'ledger')
  if (moved.size === 0) return
  await sql`
    update vehicle v set odometer = floor(n.km) from unnest(${sql.val([...moved])}::bigint[]) as m(id) cross join lateral (
      select km from odometer_reading where vehicle = m.id and standing = 'accepted' and deleted_at is null order by at desc, id desc limit 1) n where v.id = m.id`.execute(
    tx,
  )
  await tellFollowers(tx, ctx, [...moved])
}

export const servedReading = serve(odometerReadingActions, {
  effects: {
    count: moveOnly,
    drop: moveOnly,
    adopt: async ({ tx, ctx, record, input }) => {
      await lockVehicle(tx, record.vehicle)
      // Whatever cannot be true beside it gives way; both stay to be read.
      for (const side of ['before', 'after'] as const) {
        for (;;) {
          const other = await neighbour(tx, record.vehicle, record.at, side)
          const why = other && (side === 'before' ? judgeReading(record, other, null, true) : judgeReading(record, null, other, true))
          if (!other || !why) break
          await readings.act(tx, ctx, 'retire', other.id, { reason: `与采用的读数矛盾：${input.reason}` })
        }
      }
      await readings.act(tx, ctx, 'count', record.id)
      await follow(tx, ctx, record.vehicle)
      return { reason: input.reason }
    },
    retire: async ({ tx, ctx, record, input }) => {
      await lockVehicle(tx, record.vehicle)
      await readings.act(tx, ctx, 'drop', record.id)
      await follow(tx, ctx, record.vehicle)
      return { reason: input.reason }
    },
  },
  hooks: {
    beforeAdd: async ({ tx, ctx, values }) => {
      if (values.source && values.source !== 'manual') return
      if (Date.parse(values.at!) > Date.parse(ctx.clock.now()) + 60_000) throw refused('读数时间不能晚于现在')
      const { store, why } = await judged(tx, { vehicle: values.vehicle!, at: values.at!, km: values.km!, source: 'manual' })
      return { store, source: 'manual' as const, reason: why, standing: why ? ('rejected' as const) : ('accepted' as const) }
    },
    afterAdd: async ({ tx, ctx, record }) => {
      if (record.source === 'manual' && record.standing === 'accepted') await follow(tx, ctx, record.vehicle)
    },
  },
})

interface NewBlock {
  vehicle: number
  kind: keyof typeof BLOCK_KINDS
  reason: string
  /** What it comes from, e.g. `upkeepOrder:12`: one live block each. */
  ref: string
}

/** Sets blocks, or says anew why they stand. Repeatable. */
export async function blockAll(tx: Tx, ctx: Context, list: readonly NewBlock[]): Promise<void> {
  if (list.length === 0) return
  const vehicles = [...new Set(list.map((b) => b.vehicle))]
  const open = await liveRows(tx, 'vehicleBlock')
    .select(['id', 'vehicle', 'ref', 'reason'])
    .where('vehicle', 'in', vehicles)
    .where('ref', 'in', [...new Set(list.map((b) => b.ref))])
    .where('status', '=', 'active')
    .execute()
  const known = new Map(open.map((b) => [`${b.vehicle}|${b.ref}`, b]))
  const fresh: NewBlock[] = []
  for (const b of list) {
    const stands = known.get(`${b.vehicle}|${b.ref}`)
    if (!stands) fresh.push(b)
    else if (stands.reason !== b.reason) await blocks.edit(tx, ctx, stands.id, { reason: b.reason })
  }
  const of = await tx.selectFrom('vehicle').select(['id', 'store']).where('id', 'in', vehicles).execute()
  const stores = new Map(of.map((v) => [v.id, v.store]))
  const fromAt = ctx.clock.now()
  await blocks.addMany(
    tx,
    ctx,
    fresh.map((b) => ({ ...b, fromAt, store: stores.get(b.vehicle) ?? null })),
    'records',
  )
}
export const block = (tx: Tx, ctx: Context, b: NewBlock): Promise<void> => blockAll(tx, ctx, [b])

/** Lifts what came from `ref`, if it stands. Repeatable. */
export async function unblock(tx: Tx, ctx: Context, vehicle: number, ref: string): Promise<void> {
  const open = await liveRows(tx, 'vehicleBlock')
    .select('id')
    .where('vehicle', '=', vehicle)
    .where('ref', '=', ref)
    .where('status', '=', 'active')
    .forNoKeyUpdate()
    .execute()
  for (const b of open) await blocks.act(tx, ctx, 'release', b.id)
}

/** Why each vehicle may not be handed over, beyond its papers. */
export async function blocksOf(tx: Db, vehicles: readonly number[]): Promise<Map<number, string[]>> {
  if (vehicles.length === 0) return new Map()
  const rows = await liveRows(tx, 'vehicleBlock')
    .select(['vehicle', 'reason'])
    .where('vehicle', 'in', [...vehicles])
    .where('status', '=', 'active')
    .orderBy('id')
    .execute()
  return new Map([...Map.groupBy(rows, (r) => r.vehicle)].map(([id, of]) => [id, of.map((r) => r.reason)]))
}

export const servedBlock = serve(vehicleBlockActions, {
  effects: {
    lift: async ({ ctx }) => ({ toAt: ctx.clock.now() }),
    release: async ({ ctx }) => ({ toAt: ctx.clock.now() }),
  },
  hooks: {
    beforeAdd: async ({ tx, ctx, values }) => {
      const v = await tx.selectFrom('vehicle').select('store').where('id', '=', values.vehicle!).executeTakeFirst()
      return { store: v?.store ?? null, fromAt: values.fromAt ?? ctx.clock.now(), ref: values.ref ?? `manual:${ctx.clock.now()}` }
    },
    refuseEdit: (b) => (b.kind === 'manual' && b.status === 'active' ? null : '由业务单据产生或已解除的停用事由不能修改'),
    refuseDelete: () => '停用事由留作记录，不能删除，可以解除',
  },
})
