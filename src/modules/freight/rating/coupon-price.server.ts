/** What a coupon is expected to take off an order: booked only on the bill. */
import type { Db } from '#kit/access/context.server.ts'
import { allRows } from '#kit/entity/query/live-rows.server.ts'
import { worthOf } from '#modules/billing/coupons/coupon.rules.ts'
import { feeItemOf } from './engine/fee-items.rules.ts'
import type { Line } from './engine/price.rules.ts'

export async function couponOff(db: Db, customerCoupon: number, lines: readonly Line[]): Promise<{ amount: number; note: string }> {
  const row = await allRows(db, 'customerCoupon')
    .innerJoin('coupon', (join) =>
      join.onRef('coupon.id', '=', 'customerCoupon.coupon').onRef('coupon.operatorId', '=', 'customerCoupon.operatorId'),
    )
    .select([
      'coupon.id',
      'coupon.status',
      'coupon.kind',
      'coupon.threshold',
      'coupon.amountOff',
      'coupon.payBp',
      'coupon.cap',
      'coupon.freeDays',
      'coupon.feeItems',
      'coupon.stackable',
    ])
    .where('customerCoupon.id', '=', customerCoupon)
    .executeTakeFirst()
  if (!row) return { amount: 0, note: '所选优惠券已被删除，请换一张或不使用优惠券' }
  const charges = lines.map((l) => ({ feeItem: feeItemOf(l.code), amount: l.amount }))
  const judged = worthOf(row, { charges, remain: lines.reduce((n, l) => n + l.amount, 0), days: null, applied: [] })
  return 'reason' in judged ? { amount: 0, note: judged.reason } : { amount: judged.amount, note: judged.formula }
}
