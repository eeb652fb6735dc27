/** Who has a vehicle on which days: read from the ledger of the database, said in sentences. */
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { minDay } from '#kit/basics/time/day.ts'
import { anyOf, liveRows, seenRows } from '#kit/entity/query/live-rows.server.ts'
import { titlesOf } from '#kit/entity/query/labels.server.ts'
import { act } from '#kit/entity/store.server.ts'
import { holdVehicles, paperStandings, spansOf } from '#modules/vehicles/vehicles.public.ts'
import { daysText, freeness, type Days, type Freeness } from './days.rules.ts'

/** A promise that is the asker's own and therefore not in his way: a lease stands with its temporary swap, a contract with its hold. */
export interface Own {
  lease?: number | null | undefined
  hold?: number | null | undefined
}
interface Promised extends Days {
  vehicle: number
  kind: 'lease' | 'away' | 'hold'
  source: number
}

/** Leases whose vehicle is with the customer. */
export const OUT = ['active', 'swapping', 'returning', 'toInspect'] as const

/** Promises of these vehicles that touch these days. A hold whose time is over stands in nobody's way, swept or not. */
export async function promisedIn(db: Db, ctx: Context, vehicles: readonly number[], days: Days, own: Own = {}): Promise<Promised[]> {
  if (vehicles.length === 0) return []
  const rows = await liveRows(db, 'vehicleOccupancy')
    .select(['vehicle', 'kind', 'source', 'startOn as from', 'endOn as to'])
    .where('vehicle', '=', anyOf(vehicles))
    .where('startOn', '<', days.to)
    .where('endOn', '>', days.from)
    .orderBy('startOn')
    .execute()
  const others = rows.filter((r) => !(r.kind === 'hold' ? r.source === own.hold : r.source === own.lease))
  const over = await overHolds(db, ctx, others)
  return others.filter((r) => r.kind !== 'hold' || !over.has(r.source))
}

/** Holds among these whose time has passed and that no contract was begun from. */
async function overHolds(db: Db, ctx: Context, rows: readonly { kind: string; source: number }[]): Promise<Set<number>> {
  const ids = rows.filter((r) => r.kind === 'hold').map((r) => r.source)
  if (ids.length === 0) return new Set()
  const over = await liveRows(db, 'vehicleHold')
    .select('id')
    .where('id', '=', anyOf(ids))
    .where('status', '=', 'held')
    .where('expiresAt', '<=', ctx.clock.now())
    .execute()
  return new Set(over.map((h) => h.id))
}

/** 「租约 ZL20260301-0001 03-01～04-01」; of what whoever asks may not see only that it is there. */
export async function promiseTexts(db: Db, ctx: Context, rows: readonly Promised[]): Promise<Map<Promised, string>> {
  const of = (kinds: readonly string[]): number[] => [...new Set(rows.filter((r) => kinds.includes(r.kind)).map((r) => r.source))]
  const [leases, holds] = [of(['lease', 'away']), of(['hold'])]
  const seenLeases = leases.length
    ? await seenRows(db, ctx, 'lease').select(['t.id', 't.no', 't.lessee']).where('t.id', '=', anyOf(leases)).execute()
    : []
  const lessees = await titlesOf(
    db,
    ctx,
    'lessee',
    seenLeases.map((l) => l.lessee),
  )
  const seenHolds = holds.length
    ? await seenRows(db, ctx, 'vehicleHold').select(['t.id', 't.no', 't.caller']).where('t.id', '=', anyOf(holds)).execute()
    : []
  const today = ctx.clock.today()
  const who = (r: Promised): string => {
    if (r.kind === 'hold') {
      const hold = seenHolds.find((h) => h.id === r.source)
      return hold ? `已预留给${hold.caller}（${hold.no}）` : '已预留'
    }
    const lease = seenLeases.find((l) => l.id === r.source)
    const what = r.kind === 'away' ? '临时换车后要换回，租约' : '租约'
    return lease ? `${what} ${lease.no} ${lessees.get(lease.lessee) ?? ''}`.trim() : r.kind === 'away' ? '临时换车后要换回' : '已租出'
  }
  return new Map(rows.map((r) => [r, `${who(r)} ${daysText(r, today)}`]))
}

/** Cancels the holds of these vehicles whose time is over; the caller has locked the vehicles. */
export async function sweepHolds(tx: Tx, ctx: Context, vehicles: readonly number[]): Promise<void> {
  const over = await liveRows(tx, 'vehicleHold')
    .select('id')
    .where('vehicle', '=', anyOf(vehicles))
    .where('status', '=', 'held')
    .where('expiresAt', '<=', ctx.clock.now())
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  for (const { id } of over) await act(tx, ctx, 'vehicleHold', 'expire', id, null, {})
}

/**
 * Before a record that promises these days is written: who has them already, in a sentence. The vehicle is locked, so of two who do this at
 * once the second finds the first. What is written past this is refused by the database itself.
 */
export async function refuseTaken(tx: Tx, ctx: Context, vehicle: number, days: Days, own: Own): Promise<void> {
  if (days.to <= days.from) return
  await holdVehicles(tx, [vehicle])
  await sweepHolds(tx, ctx, [vehicle])
  const taken = await promisedIn(tx, ctx, [vehicle], days, own)
  if (taken.length === 0) return
  const [texts, names] = [await promiseTexts(tx, ctx, taken), await titlesOf(tx, ctx, 'vehicle', [vehicle])]
  throw refused(`${names.get(vehicle) ?? '该车'}${[...texts.values()].join('；')}，请先在车辆排期中改派或改期`)
}

/** Lease by lease: out with the customer although its end has passed. */
async function overdueOf(db: Db, ctx: Context, vehicles: readonly number[]): Promise<Map<number, string>> {
  const rows = await liveRows(db, 'lease')
    .select(['vehicle', 'no', 'endOn'])
    .where('vehicle', '=', anyOf(vehicles))
    .where('status', 'in', [...OUT])
    .where('endOn', '<', ctx.clock.today())
    .execute()
  return new Map(rows.map((l) => [l.vehicle, `租约 ${l.no} 已于 ${l.endOn} 到期，车还没有还`]))
}

/** Of each vehicle, whether it can be promised for these days, why not, and what is to be done until then. */
export async function freeAmong(
  db: Db,
  ctx: Context,
  vehicles: readonly { id: number; status: string }[],
  days: Days,
  own: Own = {},
): Promise<Map<number, Freeness>> {
  const ids = vehicles.map((v) => v.id)
  const today = ctx.clock.today()
  const promised = await promisedIn(db, ctx, ids, days, own)
  const texts = await promiseTexts(db, ctx, promised)
  const spans = await spansOf(db, ctx, { vehicles: ids, from: minDay(days.from, today), to: days.to, today })
  const overdue = await overdueOf(db, ctx, ids)
  const papers = await paperStandings(db, ids, days.from)
  return new Map(
    vehicles.map((v) => [
      v.id,
      freeness(
        {
          status: v.status,
          promised: promised.filter((p) => p.vehicle === v.id).map((p) => ({ ...p, text: texts.get(p)! })),
          away: spans
            .filter((s) => s.vehicle === v.id && s.kind === 'mission' && s.blocks)
            .map((s) => ({ from: s.from, to: s.to, text: s.label })),
          overdue: overdue.get(v.id) ?? null,
          papers: papers.get(v.id) ?? [],
        },
        days,
        today,
      ),
    ]),
  )
}
