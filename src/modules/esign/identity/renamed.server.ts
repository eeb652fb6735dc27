/** A customer who is called or numbered otherwise is not the one whose papers were checked: his real name is to be shown anew. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { signIdentity } from './identity.ts'

const identities = storeOf(signIdentity)

export async function lesseeRenamed(tx: Tx, ctx: Context, lessee: number): Promise<void> {
  const rows = await liveRows(tx, 'signIdentity')
    .select('id')
    .where('lessee', '=', lessee)
    .where('status', 'in', ['running', 'verified', 'authorised'])
    .forNoKeyUpdate()
    .execute()
  for (const { id } of rows) await identities.act(tx, ctx, 'reset', id)
}
