/** The flow that would end another one, while it is not over. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'

export const openChild = (tx: Tx, parent: number) =>
  liveRows(tx, 'signFlow')
    .select(['id', 'status'])
    .where('parent', '=', parent)
    .where('status', 'in', ['draft', 'signing'])
    .orderBy('id', 'desc')
    .executeTakeFirst()

/** Nobody signs it any more: as if it had not been asked for. */
export async function noChild(tx: Tx, ctx: Context, parent: number): Promise<void> {
  const child = await openChild(tx, parent)
  if (child?.status === 'signing') throw refused('解约协议正在签署，请先撤销该流程')
  if (child) await tx.updateTable('signFlow').set({ deletedAt: ctx.clock.now() }).where('id', '=', child.id).execute()
}
