/** The status of an order follows its consignments and sheets: looked at again whenever one of them moved. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { act } from '#kit/entity/store.server.ts'
import { orderStatus } from './order.rules.ts'

const FOLLOWED = ['open', 'planned', 'running', 'partSigned', 'signed', 'receipted', 'priced', 'settled']
const receiptOf = (state: string): 'none' | 'due' | 'done' => (state === 'none' ? 'none' : state === 'received' ? 'done' : 'due')

export async function statusNow(tx: Tx, order: number): Promise<ReturnType<typeof orderStatus>> {
  const legs = await liveRows(tx, 'consignment').select(['status', 'receiptState', 'returnOf']).where('order', '=', order).execute()
  const sheets = await liveRows(tx, 'chargeSheet').select('status').where('order', '=', order).execute()
  return orderStatus(
    legs.filter((c) => c.returnOf === null).map((c) => ({ status: c.status, receipt: receiptOf(c.receiptState) })),
    sheets,
  )
}

export async function followOrders(tx: Tx, ctx: Context, orders: readonly number[]): Promise<void> {
  for (const id of [...new Set(orders)].toSorted((a, b) => a - b)) {
    const { status } = await tx.selectFrom('transportOrder').select('status').where('id', '=', id).executeTakeFirstOrThrow()
    if (!FOLLOWED.includes(status)) continue
    if ((await statusNow(tx, id)) !== status) await act(tx, ctx, 'transportOrder', 'follow', id, null, {})
  }
}
