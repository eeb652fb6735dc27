/** What keeps a 违章押金 from going back, and what proves that nothing does (affairs.md §0.4, §5). */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { instantAt } from '#kit/basics/time/day.ts'
import { fen } from '#kit/basics/fen.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { leaseEnds, vehiclesOfLease } from '#modules/leasing/leasing.public.ts'
import { proofFrom } from './violation.rules.ts'
import { OPEN_STATES } from './violation.ts'

/** Of leases: what is still open, so that a deposit does not go back before it. */
export async function openOf(tx: Tx, ctx: Context, leases: readonly number[]): Promise<Map<number, string>> {
  if (leases.length === 0) return new Map()
  const rows = await liveRows(tx, 'violation')
    .select(['lease', 'no'])
    .where('lease', 'in', [...leases])
    .where('status', 'in', [...OPEN_STATES])
    // On the customer's bill already: the deposit is there to pay it.
    .where('billed', '=', fen(0))
    .orderBy('id')
    .execute()
  return new Map(
    [...Map.groupBy(rows, (r) => r.lease!)].map(([lease, of]) => [
      lease,
      `尚有 ${of.length} 起未处理违章 ${of.map((v) => v.no).join('、')}`,
    ]),
  )
}

/** Of leases that came back: whose vehicle somebody has queried ten days after the return or later, with nothing open (§0.4). */
export async function provedOf(tx: Tx, ctx: Context, leases: readonly number[]): Promise<Set<number>> {
  const ends = await leaseEnds(tx, leases)
  const open = await openOf(tx, ctx, leases)
  const proved = new Set<number>()
  for (const [lease, end] of ends) {
    if (open.has(lease)) continue
    const vehicles = await vehiclesOfLease(tx, lease)
    const late = await liveRows(tx, 'violationQuery')
      .select('vehicle')
      .distinct()
      .where('vehicle', '=', anyOf(vehicles))
      .where('queriedAt', '>=', instantAt(proofFrom(end)))
      .execute()
    if (vehicles.length > 0 && late.length === vehicles.length) proved.add(lease)
  }
  return proved
}
