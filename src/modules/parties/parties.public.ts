/** What other modules may ask of parties. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Fen } from '#kit/basics/fen.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { lessee } from './lessee.ts'

export { noteCredit, recordCredit } from './credit.server.ts'

/** The sum of the account entries of billing, kept on the lessee for lists and limits. */
export async function writeBalance(tx: Tx, ctx: Context, lesseeId: number, balance: Fen): Promise<void> {
  await storeOf(lessee).writeMany(tx, ctx, [lesseeId], () => ({ balance }))
}

/** Who signs a paper: the name, the number it is known by, where it is. */
export const signerOf = (tx: Tx, lesseeId: number) =>
  tx
    .selectFrom('lessee')
    .select(['id', 'kind', 'name', 'mobile', 'idNo', 'creditCode', 'place'])
    .where('id', '=', lesseeId)
    .executeTakeFirstOrThrow()
export const storeNamed = (tx: Tx, storeId: number) => tx.selectFrom('store').select('name').where('id', '=', storeId).executeTakeFirst()

/** Who ships: by name, and how his freight is settled. */
export const shipperOf = (tx: Tx, id: number) =>
  tx.selectFrom('lessee').select(['name', 'store', 'freightSettle', 'freightDueDays']).where('id', '=', id).executeTakeFirstOrThrow()
