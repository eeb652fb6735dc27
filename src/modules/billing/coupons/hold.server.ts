/** An order takes a coupon from the day it is submitted until its bill: nobody else has it meanwhile (transport.md §4.6). */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { customerCoupons } from './follow.server.ts'

const WHY: Record<string, string> = {
  locked: '已用在另一张订单或账单上',
  used: '已使用',
  expired: '已过期',
  recalled: '已回收',
}
/** Two orders that want the same one meet at its lock. Held by this order already: nothing to do. */
export async function holdCoupon(tx: Tx, ctx: Context, id: number, order: number, lessee: number): Promise<void> {
  const mine = await customerCoupons.lock(tx, ctx, id)
  if (mine.order === order) return
  const today = ctx.clock.today()
  const why =
    mine.lessee !== lessee
      ? '属于其他客户'
      : mine.status !== 'unused'
        ? (WHY[mine.status] ?? '不可用')
        : today < mine.startOn
          ? `${mine.startOn} 起才能使用`
          : today > mine.lastOn
            ? `已于 ${mine.lastOn} 过期`
            : null
  if (why) throw refused(`优惠券 ${mine.no} ${why}，请换一张或不使用优惠券`)
  await customerCoupons.act(tx, ctx, 'hold', id, { order })
}

/** What the order holds and no bill has yet goes back to the customer; `keep` stays held. */
export async function dropCoupon(tx: Tx, ctx: Context, order: number, keep: number | null = null): Promise<void> {
  const rows = await liveRows(tx, 'customerCoupon')
    .select('id')
    .where('order', '=', order)
    .where('status', '=', 'locked')
    .where('bill', 'is', null)
    .where('id', '<>', keep ?? -1)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  for (const { id } of rows) await customerCoupons.act(tx, ctx, 'release', id)
}
