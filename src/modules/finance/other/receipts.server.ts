/**
 * 其他收款 that another module expects (an insurer's money): drafted here for the finance department to confirm. Whoever
 * drafted it hears what became of it, inside that transaction, and may refuse what he cannot follow.
 */
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { fen } from '#kit/basics/fen.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { otherReceipt } from './document.ts'

type Receipt = Rec<typeof otherReceipt>
const receipts = storeOf(otherReceipt)

interface ReceiptNews {
  no: string
  kind: Receipt['kind']
  amount: number
  movedOn: Day
  tradeNo: string | null
  vehicle: number | null
  /** In the cash book, or not any more (rejected, reversed, deleted). */
  received: boolean
}
export type ReceiptFollower = (tx: Tx, ctx: Context, news: ReceiptNews) => Promise<void>
declare module '#kit/entity/tables.ts' {
  interface Provided {
    receiptFollowers: ReceiptFollower
  }
}

/** The number it is known by. */
export async function draftReceipt(
  tx: Tx,
  ctx: Context,
  r: Pick<Receipt, 'payer' | 'kind' | 'account' | 'movedOn' | 'tradeNo' | 'vehicle' | 'store' | 'vouchers' | 'remark'> & { amount: number },
): Promise<string> {
  const made = await receipts.add(tx, ctx, { ...r, amount: fen(r.amount) })
  return made.no
}

export async function tellFollowers(tx: Tx, ctx: Context, r: Receipt, received: boolean): Promise<void> {
  const { no, kind, amount, movedOn, tradeNo, vehicle } = r
  for (const follower of ctx.registry.provided('receiptFollowers'))
    await follower(tx, ctx, { no, kind, amount, movedOn, tradeNo, vehicle, received })
}
