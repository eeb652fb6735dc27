/** What an order says of its price: written by whoever reckons it, beside the quote that tells how it came about. */
import type { Tx } from '#kit/access/context.server.ts'

export async function notePrice(tx: Tx, order: number, price: { quote: number; unpriced?: boolean; chargeableKg?: number }): Promise<void> {
  await tx.updateTable('transportOrder').set(price).where('id', '=', order).execute()
}
