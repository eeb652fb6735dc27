/** By which name this company signs: the one of its own real name once that is checked, the one of the account until then. */
import type { Context, Tx } from '#kit/access/context.server.ts'

export async function companyNameOf(tx: Tx, ctx: Context): Promise<string> {
  const own = await tx
    .selectFrom('signIdentity')
    .select('name')
    .where('operatorId', '=', ctx.user.operatorId)
    .where('own', '=', true)
    .where('status', 'in', ['verified', 'authorised'])
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .executeTakeFirst()
  if (own) return own.name
  return (await tx.selectFrom('operator').select('name').where('id', '=', ctx.user.operatorId).executeTakeFirstOrThrow()).name
}
