/** What an order costs: the rule of the day, the lines, the quote that is kept. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import type { transportOrder } from '../orders/order.ts'

/** Without a rule in force the order is 待定价, never free. */
export async function priceOrder(
  _tx: Tx,
  _ctx: Context,
  _order: Rec<typeof transportOrder>,
  _why: string,
  _fee?: number,
  _adjust?: number,
) {
  return { unpriced: true }
}
