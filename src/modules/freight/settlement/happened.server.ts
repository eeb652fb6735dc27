/** What happened to an order or on a mission, as far as money depends on it: what was signed, and who waited where. */
import type { Tx } from '#kit/access/context.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { RateInput } from '../rating/engine/price.rules.ts'
import type { Wait } from '../rating/engine/waiting.rules.ts'

const ENDED = ['signed', 'partSigned', 'refused', 'redeliver', 'returning', 'returned', 'receipted']

/** Pieces signed and refused of an order or on a mission, only where not all was taken. */
export async function deliveredOf(
  tx: Tx,
  of: { order: number } | { mission: number },
): Promise<Pick<RateInput, 'signedPieces' | 'refusedPieces' | 'returnPayable'>> {
  const [column, id] = 'order' in of ? (['order', of.order] as const) : (['mission', of.mission] as const)
  const legs = await liveRows(tx, 'consignment')
    .select(['pieces', 'signedPieces', 'refusedPieces', 'responsible', 'status'])
    .where(column, '=', id)
    .where('returnOf', 'is', null)
    .where('status', '<>', 'cancelled')
    .execute()
  const ended = legs.filter((c) => ENDED.includes(c.status))
  const planned = ended.reduce((n, c) => n + c.pieces, 0)
  const signed = ended.reduce((n, c) => n + (c.signedPieces ?? c.pieces), 0)
  if (signed >= planned) return { signedPieces: null, refusedPieces: null, returnPayable: false }
  const back = ended.filter((c) => (c.refusedPieces ?? 0) > 0)
  return {
    signedPieces: signed,
    refusedPieces: back.reduce((n, c) => n + (c.refusedPieces ?? 0), 0),
    returnPayable: back.length > 0 && back.every((c) => c.responsible === 'customer' || c.responsible === 'receiver'),
  }
}

/**
 * How far an order was really carried: over all its missions, where each of them carried nothing else. A round trip with goods of others
 * is not its way, and is not known then.
 */
export async function carriedKm(tx: Tx, order: number): Promise<Pick<RateInput, 'kmActualFrom'> & { actual: number | null }> {
  const own = await liveRows(tx, 'consignment')
    .innerJoin('mission', (join) =>
      join.onRef('mission.id', '=', 'consignment.mission').onRef('mission.operatorId', '=', 'consignment.operatorId'),
    )
    .select(['mission.id', 'mission.actualKm', 'mission.actualKmFrom', 'mission.relayOf'])
    .where('consignment.order', '=', order)
    .where('consignment.returnOf', 'is', null)
    .where('consignment.status', '<>', 'cancelled')
    .execute()
  const trips = [...new Map(own.map((m) => [m.id, m])).values()]
  const unknown = { actual: null, kmActualFrom: null }
  if (trips.length === 0 || trips.some((m) => m.actualKm === null || m.relayOf !== null)) return unknown
  const other = await liveRows(tx, 'consignment')
    .select('id')
    .where(
      'mission',
      'in',
      trips.map((m) => m.id),
    )
    .where('order', '<>', order)
    .where('status', '<>', 'cancelled')
    .executeTakeFirst()
  if (other) return unknown
  return {
    actual: trips.reduce((n, m) => n + Math.round(Number(m.actualKm) * 1000), 0),
    kmActualFrom: trips.some((m) => m.actualKmFrom === 'odometer') ? 'odometer' : 'track',
  }
}

interface Of {
  order?: number
  customer?: number
  mission?: number
}
/**
 * Stops somebody was seen to arrive at. A truck waits once: where several orders of a customer stand at a stop, the eldest
 * carries the waiting.
 */
export async function waitsOf(tx: Tx, of: Of): Promise<Wait[]> {
  const own = of.order ? await liveRows(tx, 'consignment').select(['id', 'mission']).where('order', '=', of.order).execute() : []
  const missions = of.mission ? [of.mission] : [...new Set(own.flatMap((c) => (c.mission ? [c.mission] : [])))]
  if (missions.length === 0) return []
  const stops = await liveRows(tx, 'missionStop')
    .leftJoin('consignParty', 'consignParty.id', 'missionStop.party')
    .select([
      'missionStop.id',
      'missionStop.kind',
      'missionStop.consignments',
      'missionStop.windowFrom',
      'missionStop.windowTo',
      'missionStop.arriveAt',
      'missionStop.startAt',
      'consignParty.name',
    ])
    .where('missionStop.mission', 'in', missions)
    .where('missionStop.kind', 'in', ['load', 'unload'])
    .where('missionStop.arriveAt', 'is not', null)
    .orderBy('missionStop.mission')
    .orderBy('missionStop.seq')
    .execute()
  const ids = [...new Set(stops.flatMap((s) => s.consignments ?? []))]
  const freight = ids.length ? await tx.selectFrom('consignment').select(['id', 'order', 'customer']).where('id', 'in', ids).execute() : []
  const counts = (there: readonly number[] | null): boolean => {
    if (of.mission) return true
    const mine = freight.filter((c) => (there ?? []).includes(c.id) && c.customer === of.customer)
    return mine.length > 0 && Math.min(...mine.map((c) => c.order)) === of.order
  }
  return stops
    .filter((s) => counts(s.consignments))
    .map((s) => ({
      stop: s.name ?? '站点',
      kind: s.kind as 'load' | 'unload',
      appointment: s.windowFrom,
      windowTo: s.windowTo,
      arriveAt: s.arriveAt,
      startAt: s.startAt,
    }))
}
