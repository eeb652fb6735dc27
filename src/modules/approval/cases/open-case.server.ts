/** A case as somebody who may see it finds it. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { actingIn, mustSee, principalsOf } from '../people/access.server.ts'
import { load, type Loaded } from './case-store.server.ts'

interface Seen {
  loaded: Loaded
  /** As whom the reader may act: himself, and those he stands in for. */
  who: readonly number[]
}
export async function seen(tx: Tx, ctx: Context, caseId: number, forUpdate = false): Promise<Seen> {
  const loaded = await load(tx, ctx, caseId, forUpdate)
  const asked = loaded.taskRows.some((t) => t.status === 'open' && t.assignee === ctx.user.id)
  // Whoever is asked himself acts for himself.
  const who = asked && !loaded.starter.gone ? [ctx.user.id] : actingIn(ctx.user.id, await principalsOf(tx, ctx), loaded.row.process)
  await mustSee(tx, ctx, loaded, who)
  return { loaded, who }
}
