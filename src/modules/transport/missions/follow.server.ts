/** What follows from a consignment that moved: its mission, what goes back, and what came back. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { act } from '#kit/entity/store.server.ts'
import { followMission } from './road/progress.server.ts'
import { readdress } from './planning/readdress.server.ts'
import { goesBack, type Responsible } from './delivery/sign.rules.ts'

type Moved = Record<string, unknown> & { id: number }

export async function followConsignment(tx: Tx, ctx: Context, c: Moved, action: string): Promise<void> {
  if (['deliver', 'deliverByPhone'].includes(action)) {
    const back = Number(c['refusedPieces'] ?? 0)
    // Refused in part because of who ordered it: the rest goes back. Refused in whole: somebody decides to try again or to return it.
    if (c['status'] === 'partSigned' && goesBack(back, c['responsible'] as Responsible))
      await act(tx, ctx, 'consignment', 'return', c.id, null, { reason: typeof c['reason'] === 'string' ? c['reason'] : '拒收' })
    if (typeof c['returnOf'] === 'number' && c['status'] === 'signed') await cameBack(tx, ctx, c['returnOf'])
  }
  if (typeof c['mission'] === 'number') await followMission(tx, ctx, c['mission'])
}

/** What was seen before it left, or while it was put on hold, counts from here on. */
export async function followDeparture(tx: Tx, ctx: Context, id: number, action: string): Promise<void> {
  if (action === 'depart' || action === 'resume') await followMission(tx, ctx, id)
}

/** An order goes elsewhere: so do its goods. */
export async function followAddress(tx: Tx, ctx: Context, o: Moved, action: string): Promise<void> {
  if (action === 'changeAddress') await readdress(tx, ctx, o.id, o['receiver'] as number)
}

async function cameBack(tx: Tx, ctx: Context, id: number): Promise<void> {
  const { status } = await tx.selectFrom('consignment').select('status').where('id', '=', id).executeTakeFirstOrThrow()
  if (status === 'returning') await act(tx, ctx, 'consignment', 'returned', id, null, {})
}
