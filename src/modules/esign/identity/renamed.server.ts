/** A customer who is called or numbered otherwise is not the one whose papers were checked: his real name is to be shown anew. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { signIdentity } from './identity.ts'

const identities = storeOf(signIdentity)

export async function lesseeRenamed(tx: Tx, ctx: Context, lessee: number): Promise<void> {
  const rows = await tx
    .selectFrom('signIdentity')
    .select('id')
    .where('operatorId', '=', ctx.user.operatorId)
    .where('lessee', '=', lessee)
    .where('status', 'in', ['running', 'verified', 'authorised'])
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .execute()
  for (const { id } of rows) await identities.act(tx, ctx, 'reset', id)
}
