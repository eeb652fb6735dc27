/** What the calendar of vehicles shows of affairs: orders of workshops, inspections that are due or booked. */
import { addDays, instantAt, type Day } from '#kit/basics/time/day.ts'
import { anyOf, seenRows } from '#kit/entity/query/live-rows.server.ts'
import { daysOfSpan, type VehicleSpan, type VehicleSpans } from '#modules/vehicles/vehicles.public.ts'
import { inspection } from './inspection/inspection.ts'
import { upkeepOrder } from './upkeep/upkeep.ts'

const KINDS: Record<string, string> = upkeepOrder.fields.kind.options
const STATES: Record<string, string> = upkeepOrder.fields.status.options
/** In the workshop now: nobody can have it. */
const INSIDE = new Set(['repairing', 'waitingParts', 'toAccept'])

const orders: VehicleSpans = {
  right: 'upkeepList',
  of: async (db, ctx, { vehicles, from, to, today }) => {
    const rows = await seenRows(db, ctx, upkeepOrder)
      .select(['t.id', 't.no', 't.vehicle', 't.kind', 't.status', 't.inAt', 't.outAt'])
      .where('t.vehicle', '=', anyOf(vehicles))
      .where('t.status', 'in', ['repairing', 'waitingParts', 'toAccept', 'done', 'settled'])
      .where('t.inAt', '<', instantAt(to))
      .where((e) => e.or([e('t.outAt', 'is', null), e('t.outAt', '>=', instantAt(from))]))
      .execute()
    return rows.map((o) => ({
      vehicle: o.vehicle,
      kind: 'care',
      ...daysOfSpan(o.inAt!, o.outAt, today),
      label: `${KINDS[o.kind]} ${o.no}：${STATES[o.status]}`,
      entity: 'upkeepOrder',
      id: o.id,
      blocks: INSIDE.has(o.status),
    }))
  },
}

const INSPECTIONS: Record<string, string> = inspection.fields.kind.options

const inspections: VehicleSpans = {
  right: 'annualList',
  of: async (db, ctx, { vehicles, from, to }) => {
    const rows = await seenRows(db, ctx, inspection)
      .select(['t.id', 't.vehicle', 't.kind', 't.status', 't.dueOn', 't.bookedOn'])
      .where('t.vehicle', '=', anyOf(vehicles))
      .where('t.status', 'in', ['toDo', 'booked', 'doing', 'failed'])
      .where((e) => e.or([e.between('t.dueOn', from, addDays(to, -1)), e.between('t.bookedOn', from, addDays(to, -1))]))
      .execute()
    const within = (on: Day | null): on is Day => on !== null && on >= from && on < to
    return rows.flatMap((i): VehicleSpan[] => {
      const own = { vehicle: i.vehicle, kind: 'due' as const, entity: 'inspection', id: i.id, blocks: false }
      const name = INSPECTIONS[i.kind] ?? ''
      return [
        ...(within(i.bookedOn) ? [{ ...own, from: i.bookedOn, to: addDays(i.bookedOn, 1), label: `${name}已预约` }] : []),
        ...(within(i.dueOn) && i.dueOn !== i.bookedOn ? [{ ...own, from: i.dueOn, to: addDays(i.dueOn, 1), label: `${name}到期` }] : []),
      ]
    })
  },
}

export const affairSpans: readonly VehicleSpans[] = [orders, inspections]
