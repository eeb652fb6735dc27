/** What stands in the calendar of a vehicle besides its leases: each module lays out its own (`provides: { vehicleSpans: [..] }`), whoever shows it asks here. */
import type { Context, Db } from '#kit/access/context.server.ts'
import { addDays, dayOf, instantAt, maxDay, type Day } from '#kit/basics/time/day.ts'
import { titlesOf } from '#kit/entity/query/labels.server.ts'
import { anyOf, seenRows } from '#kit/entity/query/live-rows.server.ts'
import { BLOCK_KINDS, vehicleBlock } from './ground.ts'
import { vehiclePreparation } from './records.ts'

/** Days `from` to `to` (exclusive) of these vehicles. `today` ends what has no end yet. */
interface SpanQuestion {
  vehicles: readonly number[]
  from: Day
  to: Day
  today: Day
}
export interface VehicleSpan {
  vehicle: number
  /** care: in a workshop; stop: may not be handed over; mission: carries goods; due: one day something is due or booked. */
  kind: 'care' | 'stop' | 'mission' | 'due'
  from: Day
  to: Day
  label: string
  entity: string
  id: number
  /** Nobody can be given the vehicle on these days. */
  blocks: boolean
}
export interface VehicleSpans {
  /** Who may not see the records is not told of them. */
  right: string
  of(db: Db, ctx: Context, asked: SpanQuestion): Promise<VehicleSpan[]>
}
declare module '#kit/entity/tables.ts' {
  interface Provided {
    vehicleSpans: VehicleSpans
  }
}

/** Everything modules know of these days, as far as whoever asks may see it. */
export async function spansOf(db: Db, ctx: Context, asked: SpanQuestion): Promise<VehicleSpan[]> {
  if (asked.vehicles.length === 0) return []
  const spans: VehicleSpan[] = []
  for (const source of ctx.registry.provided('vehicleSpans'))
    if (ctx.access.can(source.right)) spans.push(...(await source.of(db, ctx, asked)))
  return spans
}

/** Days of what runs from one moment to another; open ends reach to today. */
export const daysOfSpan = (fromAt: string, toAt: string | null, today: Day): { from: Day; to: Day } => {
  const from = dayOf(fromAt)
  return { from, to: maxDay(addDays(from, 1), addDays(toAt ? dayOf(toAt) : today, 1)) }
}

const blocks: VehicleSpans = {
  right: 'vehicleBlockList',
  of: async (db, ctx, { vehicles, from, to, today }) => {
    const rows = await seenRows(db, ctx, vehicleBlock)
      .select(['t.id', 't.vehicle', 't.kind', 't.reason', 't.status', 't.fromAt', 't.toAt'])
      .where('t.vehicle', '=', anyOf(vehicles))
      .where('t.fromAt', '<', instantAt(to))
      .where((e) => e.or([e('t.toAt', 'is', null), e('t.toAt', '>=', instantAt(from))]))
      // A repair is shown as its order.
      .where('t.kind', 'not in', ['repair', 'upkeep'])
      .execute()
    return rows.map((b) => ({
      vehicle: b.vehicle,
      kind: 'stop',
      ...daysOfSpan(b.fromAt!, b.toAt, today),
      label: `${BLOCK_KINDS[b.kind]}停用：${b.reason}`,
      entity: 'vehicleBlock',
      id: b.id,
      blocks: b.status === 'active',
    }))
  },
}

const preparation: VehicleSpans = {
  right: 'preVehicleList',
  of: async (db, ctx, { vehicles, from, to }) => {
    const rows = await seenRows(db, ctx, vehiclePreparation)
      .select(['t.id', 't.vehicle', 't.dueOn'])
      .where('t.vehicle', '=', anyOf(vehicles))
      .where('t.status', '=', 'open')
      .where('t.dueOn', '>=', from)
      .where('t.dueOn', '<', to)
      .execute()
    const names = await titlesOf(
      db,
      ctx,
      'vehiclePreparation',
      rows.map((p) => p.id),
    )
    return rows.map((p) => ({
      vehicle: p.vehicle,
      kind: 'due',
      from: p.dueOn!,
      to: addDays(p.dueOn!, 1),
      label: `整备：${names.get(p.id) ?? ''}`,
      entity: 'vehiclePreparation',
      id: p.id,
      blocks: false,
    }))
  },
}

export const ownSpans: readonly VehicleSpans[] = [blocks, preparation]
