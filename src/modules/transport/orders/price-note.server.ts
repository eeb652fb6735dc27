/** What an order says of its price: written by whoever reckons it, beside the quote that tells how it came about. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { transportOrder } from './order.ts'

const orders = storeOf(transportOrder)

/** `chargeableKg`: what is charged for, by weight or by volume. With version and line, as every change of an order. */
export const notePrice = (
  tx: Tx,
  ctx: Context,
  order: number,
  price: { quote: number; unpriced?: boolean; chargeableKg?: number },
): Promise<unknown> => orders.writeMany(tx, ctx, [order], () => price)
