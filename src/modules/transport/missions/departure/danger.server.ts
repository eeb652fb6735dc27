/** What stands between dangerous goods and a truck (transport.md §15). */
import type { Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'

/** Dangerous goods are loaded with a complete waybill only: one vehicle, one trip, one waybill. */
export async function dangerComplete(tx: Tx, mission: number): Promise<void> {
  const rows = await liveRows(tx, 'consignment')
    .select('goods')
    .where('mission', '=', mission)
    .where('status', 'in', ['loadedPlan', 'toPick', 'carrying'])
    .execute()
  if (!rows.some((c) => c.goods.some((g) => Boolean(g.unNo)))) return
  const note = await liveRows(tx, 'dangerNote')
    .select('id')
    .where('mission', '=', mission)
    .where('status', '=', 'complete')
    .executeTakeFirst()
  if (!note) throw refused('危险货物运单未完成，请先完成装货前五必查')
}
