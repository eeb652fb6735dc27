/** The one flow that lives for a record, if any. */
import type { Tx } from '#kit/access/context.server.ts'

export async function liveFlowOf(tx: Tx, entity: string, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('signFlow')
    .select(['bizId', 'no'])
    .where('bizEntity', '=', entity)
    .where('bizId', 'in', [...ids])
    .where('status', '=', 'signing')
    .where('deletedAt', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.bizId!, row.no]))
}
