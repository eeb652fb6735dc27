/** The stretches of days the calendar shows for its vehicles: leases, drafts, holds, and what other modules lay out. */
import { sql } from 'kysely'
import type { Context, Db } from '#kit/access/context.server.ts'
import { addDays, dayOf, instantAt, maxDay, type Day } from '#kit/basics/time/day.ts'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { labelsOfIds, masked } from '#kit/entity/query/labels.server.ts'
import { anyOf, seenRows } from '#kit/entity/query/live-rows.server.ts'
import { spansOf } from '#modules/vehicles/vehicles.public.ts'
import { contract } from '../contracts/contract.ts'
import { lease, leaseSegment } from '../lease.ts'
import { chargeEnd } from '../rent/plan.rules.ts'
import type { CalendarSpan } from './calendar.wire.ts'
import { OUT, promisedIn } from '../holds/occupancy.server.ts'
import { OCCUPIED_BY, vehicleHold } from '../holds/vehicle-hold.ts'

type Spans = (CalendarSpan & { vehicle: number })[]
interface Question {
  vehicles: readonly number[]
  from: Day
  to: Day
}
const LEASE_STATES: Record<string, string> = lease.fields.status.options
const CONTRACT_STATES: Record<string, string> = contract.fields.status.options
const HOLD_STATES: Record<string, string> = vehicleHold.fields.status.options
const SEGMENT_KINDS: Record<string, string> = leaseSegment.fields.kind.options
const out = new Set<string>(OUT)

export const namesOf = async (db: Db, ctx: Context, entity: string, ids: readonly number[]): Promise<(id: number | null) => string> => {
  const labels = await labelsOfIds(db, ctx, new Map([[entity, new Set(ids)]]))
  return (id) => (id === null ? '' : (labels.get(entity)?.get(id) ?? ''))
}

/** Leases before their handover by what was agreed; from then on by who had which vehicle when. */
async function leaseSpans(db: Db, ctx: Context, { vehicles, from, to }: Question): Promise<Spans> {
  const today = ctx.clock.today()
  const waiting = await seenRows(db, ctx, lease)
    .innerJoin('contract', 'contract.id', 't.contract')
    .select(['t.id', 't.no', 't.vehicle', 't.status', 't.startOn', 't.endOn', 't.lessee', 't.version', 'contract.dayRule'])
    .where('t.vehicle', '=', anyOf(vehicles))
    .where('t.status', 'in', ['toPickUp', 'toHandOver'])
    .where('t.startOn', '<', to)
    .where('t.endOn', '>=', from)
    .execute()
  const driven = await seenRows(db, ctx, lease)
    .innerJoin('contract', 'contract.id', 't.contract')
    .innerJoin('leaseSegment as s', (join) => join.onRef('s.lease', '=', 't.id').on('s.deletedAt', 'is', null))
    .select(['t.id', 't.no', 's.vehicle', 't.status', 's.fromAt', 's.toAt', 's.kind as segment', 't.endOn', 't.lessee', 't.version'])
    .select('contract.dayRule')
    .where('s.vehicle', '=', anyOf(vehicles))
    .where('s.fromAt', '<', instantAt(to))
    .where((e) => e.or([e('s.toAt', 'is', null), e('s.toAt', '>=', instantAt(from))]))
    .execute()
  const lessee = await namesOf(
    db,
    ctx,
    'lessee',
    [...waiting, ...driven].map((l) => l.lessee),
  )
  const common = (l: { id: number; no: string; vehicle: number; status: string; lessee: number; version: number }) => ({
    vehicle: l.vehicle,
    kind: 'lease' as const,
    entity: 'lease',
    id: l.id,
    state: l.status,
    stateLabel: LEASE_STATES[l.status] ?? l.status,
    label: lessee(l.lessee) || l.no,
    who: { entity: 'lessee', id: l.lessee },
    version: l.version,
  })
  return [
    ...waiting.map((l) => ({
      ...common(l),
      from: l.startOn,
      to: chargeEnd(l.endOn, l.dayRule),
      over: false,
      lines: [`租约 ${l.no}`, `起租日 ${l.startOn}，到期日 ${l.endOn}`],
    })),
    ...driven.flatMap((l): Spans => {
      const begun = dayOf(l.fromAt)
      const open = l.toAt === null
      const end = open ? chargeEnd(l.endOn, l.dayRule) : addDays(dayOf(l.toAt!), 1)
      const over = open && out.has(l.status) && l.endOn < today
      const until = over ? addDays(today, 1) : maxDay(end, addDays(begun, 1))
      if (until <= from) return []
      return [
        {
          ...common(l),
          // What has been given back is history, whatever becomes of the lease.
          ...(open ? {} : { state: 'ended', stateLabel: '已还车', version: null }),
          from: begun,
          to: until,
          over,
          lines: [
            `租约 ${l.no}${l.segment === 'main' ? '' : `（${SEGMENT_KINDS[l.segment]}）`}`,
            open ? `${begun} 起在租，到期日 ${l.endOn}` : `${begun} 至 ${dayOf(l.toAt!)}`,
            ...(over ? ['到期未还，请联系承租人或办理续租、延期'] : []),
          ],
        },
      ]
    }),
  ]
}

async function draftSpans(db: Db, ctx: Context, { vehicles, from, to }: Question): Promise<Spans> {
  const rows = await seenRows(db, ctx, contract)
    .select(['t.id', 't.no', 't.vehicles', 't.status', 't.startOn', 't.endOn', 't.lessee', 't.version', 't.dayRule'])
    .where(sql<boolean>`t.vehicles && ${sql.val([...vehicles])}::bigint[]`)
    .where('t.status', 'in', ['draft', 'approving', 'rejected'])
    .where('t.startOn', '<', to)
    .where('t.endOn', '>=', from)
    .execute()
  const lessee = await namesOf(
    db,
    ctx,
    'lessee',
    rows.map((c) => c.lessee),
  )
  const shown = new Set(vehicles)
  return rows.flatMap((c) =>
    c.vehicles
      .filter((v) => shown.has(v))
      .map((vehicle) => ({
        vehicle,
        kind: 'draft' as const,
        entity: 'contract',
        id: c.id,
        from: c.startOn,
        to: chargeEnd(c.endOn, c.dayRule),
        state: c.status,
        stateLabel: CONTRACT_STATES[c.status] ?? c.status,
        label: lessee(c.lessee) || c.no,
        who: { entity: 'lessee', id: c.lessee },
        version: c.version,
        over: false,
        lines: [`合同 ${c.no}`, `起租日 ${c.startOn}，到期日 ${c.endOn}`, '合同还没有提交通过，这些天没有占住'],
      })),
  )
}

async function holdSpans(db: Db, ctx: Context, { vehicles, from, to }: Question): Promise<Spans> {
  const rows = await seenRows(db, ctx, vehicleHold)
    .select(['t.id', 't.no', 't.vehicle', 't.status', 't.startOn', 't.endOn', 't.caller', 't.mobile', 't.expiresAt', 't.note', 't.version'])
    .where('t.vehicle', '=', anyOf(vehicles))
    .where('t.status', 'in', ['held', 'signing'])
    .where('t.startOn', '<', to)
    .where('t.endOn', '>', from)
    .where((e) => e.or([e('t.status', '=', 'signing'), e('t.expiresAt', '>', ctx.clock.now())]))
    .execute()
  return rows.map((h) => ({
    vehicle: h.vehicle!,
    kind: 'hold' as const,
    entity: 'vehicleHold',
    id: h.id,
    from: h.startOn,
    to: h.endOn,
    state: h.status,
    stateLabel: HOLD_STATES[h.status] ?? h.status,
    label: h.caller,
    version: h.version,
    over: false,
    lines: [
      `预留 ${h.no}`,
      `${h.caller} ${String(masked('mobile', h.mobile))}`,
      `取车日 ${h.startOn}，还车日 ${h.endOn}`,
      ...(h.expiresAt ? [`保留至 ${formatTime(h.expiresAt)}`] : []),
      ...(h.note ? [h.note] : []),
    ],
  }))
}

/** Promises the asker may not see, or that show nowhere else: that they are there is told to everybody. */
async function restOfLedger(db: Db, ctx: Context, { vehicles, from, to }: Question, shown: Spans): Promise<Spans> {
  const known = new Set(shown.flatMap((s) => (s.kind === 'lease' || s.kind === 'hold' ? [`${s.kind}:${s.id}:${s.vehicle}`] : [])))
  const rows = await promisedIn(db, ctx, vehicles, { from, to })
  return rows
    .filter((r) => !known.has(`${r.kind}:${r.source}:${r.vehicle}`))
    .map((r) => ({
      vehicle: r.vehicle,
      kind: r.kind === 'away' ? ('away' as const) : ('taken' as const),
      entity: null,
      id: null,
      from: r.from,
      to: r.to,
      state: 'taken',
      stateLabel: '已占用',
      label: r.kind === 'away' ? '换车后换回' : '已占用',
      version: null,
      over: false,
      lines: [r.kind === 'away' ? '临时换车中，修好后换回原租约' : `${OCCUPIED_BY[r.kind]}占用，您没有查看该单据的权限`],
    }))
}

/** All that stands in the calendar of these vehicles on these days, by vehicle. */
export async function calendarSpans(db: Db, ctx: Context, asked: Question): Promise<Map<number, CalendarSpan[]>> {
  const may = (right: string): boolean => ctx.access.can(right)
  const own: Spans = [
    ...(may('leaseList') ? await leaseSpans(db, ctx, asked) : []),
    ...(may('vehicleHoldList') ? await holdSpans(db, ctx, asked) : []),
  ]
  const others = (await spansOf(db, ctx, { ...asked, today: ctx.clock.today() })).map((s) => ({
    vehicle: s.vehicle,
    kind: s.kind,
    entity: s.entity,
    id: s.id,
    from: s.from,
    to: s.to,
    state: s.kind,
    stateLabel: s.blocks ? '进行中' : '',
    label: s.label,
    version: null,
    over: false,
    lines: [s.label],
  }))
  const all: Spans = [
    ...own,
    ...(may('contracList') ? await draftSpans(db, ctx, asked) : []),
    ...(await restOfLedger(db, ctx, asked, own)),
    ...others,
  ]
  const byVehicle = new Map<number, CalendarSpan[]>()
  for (const { vehicle, ...span } of all.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0)))
    byVehicle.set(vehicle, [...(byVehicle.get(vehicle) ?? []), span])
  return byVehicle
}
