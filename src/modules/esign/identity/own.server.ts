/** By which name this company signs: the one of its own real name once that is checked, the one of the account until then. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'

export async function companyNameOf(tx: Tx, ctx: Context): Promise<string> {
  const own = await liveRows(tx, 'signIdentity')
    .select('name')
    .where('own', '=', true)
    .where('status', 'in', ['verified', 'authorised'])
    .orderBy('id')
    .executeTakeFirst()
  if (own) return own.name
  return (await tx.selectFrom('operator').select('name').where('id', '=', ctx.user.operatorId).executeTakeFirstOrThrow()).name
}
