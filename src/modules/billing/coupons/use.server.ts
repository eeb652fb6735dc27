/** 使用优惠券 on a bill and 撤回: one negative item, proved like every other change of a bill. */
import { z } from 'zod'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { daysBetween, minDay } from '#kit/basics/time/day.ts'
import { negated } from '#kit/basics/fen.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { find } from '#kit/entity/query/query.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { route } from '#kit/http/route.server.ts'
import { bill, type Bill } from '../bills/bill.ts'
import { appendItems } from '../bills/ledger.server.ts'
import { prove } from '../bills/prove.server.ts'
import { coupon } from './coupon.ts'
import { judge, type Candidate, type Ground, type Judged } from './coupon.rules.ts'
import { chargesOf, couponUses, customerCoupons, standingOn, withdrawUses } from './follow.server.ts'
import { COUPON_CANDIDATES } from '../billing.wire.ts'

const coupons = storeOf(coupon)

async function groundOf(tx: Db, b: Bill): Promise<Ground> {
  return {
    charges: (await chargesOf(tx, [b.id])).filter((item) => item.feeItem !== 'COUPON'),
    remain: b.remain ?? 0,
    days: b.startOn && b.endOn ? daysBetween(b.startOn, b.endOn) : null,
    applied: await standingOn(tx, [b.id]),
  }
}

/** What it would take off the bill, or why not. Held by this order, it was used in time however late the bill is made. */
export async function judged(tx: Tx, ctx: Context, b: Bill, id: number, order: number | null): Promise<Judged> {
  const mine = await customerCoupons.lock(tx, ctx, id)
  const terms = await coupons.get(tx, ctx, mine.coupon)
  const held = order !== null && mine.order === order && mine.bill === null
  if (mine.order !== null && mine.bill === null && !held) return { reason: '已被一张运输订单占用' }
  const today = ctx.clock.today()
  const day = held ? minDay(today, mine.lastOn) : today
  return judge(terms, held ? { ...mine, status: 'unused' } : mine, b, await groundOf(tx, b), day)
}

/** Under the lock of the bill; two bills that want one coupon meet at its own lock, and the second reads why not. */
export async function useCoupon(tx: Tx, ctx: Context, b: Bill, id: number, order: number | null = null): Promise<void> {
  const today = ctx.clock.today()
  const mine = await customerCoupons.lock(tx, ctx, id)
  const terms = await coupons.get(tx, ctx, mine.coupon)
  const judgement = await judged(tx, ctx, b, id, order)
  if ('reason' in judgement) throw refused(`优惠券 ${mine.no} 不能使用：${judgement.reason}`)
  const { amount, base, formula } = judgement
  const of = { bill: b.id, coupon: mine.coupon, customerCoupon: id, lessee: b.lessee, store: b.store, usedOn: today }
  const use = await couponUses.add(tx, ctx, { ...of, base, amount, live: amount, formula })
  await customerCoupons.act(tx, ctx, 'lock', id, { bill: b.id })
  await appendItems(tx, ctx, b.id, [
    {
      feeItem: 'COUPON',
      description: `优惠券 ${terms.name}（${mine.no}）`,
      amount: negated(amount),
      startOn: b.startOn,
      endOn: b.endOn,
      formula,
      idemKey: `coupon:${use.id}`,
    },
  ])
  await prove(tx, ctx, { bills: [b.id] })
}

/** 取消核销: what it took off is owed again, and the coupon goes back to the customer while it is valid. */
export async function returnCoupon(tx: Tx, ctx: Context, b: Bill, only: number | null, reason: string): Promise<void> {
  if (b.lease !== null) {
    const { status } = await tx.selectFrom('lease').select('status').where('id', '=', b.lease).executeTakeFirstOrThrow()
    if (status === 'settled') throw refused('租约已结算，不能再撤回优惠券；需要补偿客户请另发优惠券')
  }
  const items = await withdrawUses(tx, ctx, b, reason, only)
  if (items.length === 0) throw invalid({ coupon: '该优惠券没有用在这张账单上' })
  await appendItems(tx, ctx, b.id, items)
  await prove(tx, ctx, { bills: [b.id] })
}

const MOST = 100

/** The customer's coupons that are not used yet: what each would take off this bill, or why it does not fit. */
async function candidates(db: Db, ctx: Context, b: Bill): Promise<Candidate[]> {
  const mine = await liveRows(db, 'customerCoupon')
    .select(['id', 'no', 'offer', 'coupon', 'status', 'lessee', 'startOn', 'lastOn'])
    .where('lessee', '=', b.lessee)
    .where('status', '=', 'unused')
    .orderBy('lastOn')
    .orderBy('id')
    .limit(MOST)
    .execute()
  const terms = mine.length
    ? await db
        .selectFrom('coupon')
        .selectAll()
        .where('id', 'in', [...new Set(mine.map((m) => m.coupon))])
        .execute()
    : []
  const ground = await groundOf(db, b)
  return mine
    .map(({ coupon: of, ...m }) => {
      const t = terms.find((x) => x.id === of)!
      const judgement = judge(t, m, b, ground, ctx.clock.today())
      const { id, no, offer, lastOn } = m
      return 'reason' in judgement
        ? { id, no, name: t.name, offer, lastOn, amount: 0, formula: '', reason: judgement.reason }
        : { id, no, name: t.name, offer, lastOn, amount: judgement.amount, formula: judgement.formula, reason: null }
    })
    .toSorted((a, b) => b.amount - a.amount)
}

export const couponsForBill = route({
  method: 'GET',
  path: '/api/v1/bill/coupons',
  summary: '账单可用的优惠券与抵扣金额',
  right: 'billInfoList_useCoupon',
  input: z.strictObject({ id: z.coerce.number().int().min(1) }),
  output: COUPON_CANDIDATES,
  handler: (ctx, { id }) =>
    ctx.db.read(ctx.user.operatorId, async (db) => {
      return { list: await candidates(db, ctx, await find(db, ctx, bill, id)) }
    }),
})
