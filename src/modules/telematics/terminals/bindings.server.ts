/**
 * Which vehicle a terminal was in at an instant. The gateway remembers bindings; this is what keeps its memory right: a
 * batch of positions holds the shared lock while it is written, a change of bindings the exclusive one.
 */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'

/** Any constant; the second key is the operator. */
export const BINDING_LOCK = 7_310_050

export async function lockBindings(tx: Tx, ctx: Context): Promise<void> {
  const { operatorId } = ctx.user
  await sql`select pg_advisory_xact_lock(${BINDING_LOCK}, ${operatorId})`.execute(tx)
  await sql`insert into telematics_version (operator_id, bindings) values (${operatorId}, 1) on conflict (operator_id) do update set bindings = telematics_version.bindings + 1`.execute(
    tx,
  )
  await sql`select pg_notify('telematics', ${JSON.stringify({ operator: operatorId, bindings: true })})`.execute(tx)
}

/** What the engines have to look at again. */
export async function markDirty(tx: Tx, ctx: Context, vehicle: number, since: string, until: string): Promise<void> {
  await sql`insert into track_dirty (operator_id, vehicle, since, until) values (${ctx.user.operatorId}, ${vehicle}, ${since}, ${until})
    on conflict (operator_id, vehicle) do update set since = least(track_dirty.since, excluded.since), until = greatest(track_dirty.until, excluded.until)`.execute(
    tx,
  )
}
