/** Telling every node that rights of an operator moved, inside the transaction that moves them. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { accessChanged, sessionsChanged } from '#kit/access/loader.server.ts'
import { notifyIn } from '#kit/database/handle.server.ts'

/** `notify` inside the running transaction: it goes out when that commits, and not otherwise. */
const tools = (tx: Tx) => ({ notify: (channel: string, payload: string) => notifyIn(tx, channel, payload) })

export const rightsChangedIn = (tx: Tx, operatorId: number): Promise<void> => accessChanged(tx, tools(tx), operatorId)
export const rightsChanged = (tx: Tx, ctx: Context): Promise<void> => rightsChangedIn(tx, ctx.user.operatorId)

/** A company was stopped or goes on: every node asks anew who is signed in there. */
export const companyChanged = (tx: Tx, operatorId: number): Promise<void> => tools(tx).notify('access', JSON.stringify({ operatorId }))

export async function endSessions(tx: Tx, ctx: Context, userId: number, reason: string): Promise<void> {
  await tx
    .updateTable('session')
    .set({ revokedAt: ctx.clock.now(), revokedReason: reason })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .execute()
  await sessionsChanged(tools(tx), userId)
}
