/** Deposits that nobody will ask for any more. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { fen } from '#kit/basics/fen.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { lowerDeposit } from '../deposits/deposits.server.ts'
import { appendItems, cancelBill } from './ledger.server.ts'

/** A lease that is over asks for no deposit: bills of it that nobody paid go, of those paid in part the rest. */
export async function dropUnpaidDeposits(tx: Tx, ctx: Context, lease: number, reason: string): Promise<void> {
  const open = await liveRows(tx, 'bill')
    .select(['id', 'paid', 'amount'])
    .where('lease', '=', lease)
    .where('billType', '=', 'deposit')
    .where('status', 'in', ['unpaid', 'partlyPaid'])
    .orderBy('id')
    .execute()
  for (const b of open) {
    await lowerDeposit(tx, ctx, { id: b.id, lease, amount: b.amount - b.paid })
    if (b.paid === 0) await cancelBill(tx, ctx, b.id, reason)
    else {
      const { feeItem } = await tx
        .selectFrom('billItem')
        .select('feeItem')
        .where('bill', '=', b.id)
        .orderBy('id')
        .limit(1)
        .executeTakeFirstOrThrow()
      await appendItems(tx, ctx, b.id, [{ feeItem, amount: fen(b.paid - b.amount), idemKey: `dropDeposit:${b.id}`, description: reason }])
    }
  }
}
