/** The one flow that lives for a record, if any. */
import type { Tx } from '#kit/access/context.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'

export async function liveFlowOf(tx: Tx, entity: string, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await liveRows(tx, 'signFlow')
    .select(['bizId', 'no'])
    .where('bizEntity', '=', entity)
    .where('bizId', 'in', [...ids])
    .where('status', '=', 'signing')
    .execute()
  return new Map(rows.map((row) => [row.bizId!, row.no]))
}
