/** Commands that nobody follows any more: of a node that died, of terminals that never came. Any node may settle them. */
import type { Context } from '#kit/access/context.server.ts'
import { act } from '#kit/entity/store.server.ts'

const STALE_MS = 10 * 60_000

export async function settleCommands(ctx: Context): Promise<void> {
  const { operatorId } = ctx.user
  const now = ctx.clock.now()
  const stale = new Date(Date.parse(now) - STALE_MS).toISOString()
  await ctx.db.write(operatorId, async (tx) => {
    const rows = await tx.selectFrom('command').select(['id', 'status']).where('operatorId', '=', operatorId).where('deletedAt', 'is', null)
      .where((eb) => eb.or([eb.and([eb('status', '=', 'queued'), eb('expiresAt', '<', now)]), eb.and([eb('status', 'in', ['sent', 'acknowledged']), eb('updatedAt', '<', stale)])]))
      .orderBy('id').limit(100).forNoKeyUpdate().skipLocked().execute()
    for (const row of rows) await act(tx, ctx, 'command', row.status === 'queued' ? 'expire' : row.status === 'sent' ? 'timeOut' : 'giveUp', row.id, null, {})
    const orders = await tx.selectFrom('cutOrder').select('id').where('operatorId', '=', operatorId).where('status', '=', 'approved').where('validUntil', '<', now).where('deletedAt', 'is', null).orderBy('id').limit(100).forNoKeyUpdate().skipLocked().execute()
    for (const order of orders) await act(tx, ctx, 'cutOrder', 'expire', order.id, null, {})
  })
}
