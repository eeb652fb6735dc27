/**
 * Coupons go with their bill: settled, it has used them; opened again, they are locked; credited, they give back their part;
 * voided, they go back to the customer. The ledger calls this with the bill locked, so locks go bill → coupon of the customer.
 */
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { type Day, maxDay, minDay } from '#kit/basics/time/day.ts'
import { fen, negated, plainYuan } from '#kit/basics/fen.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import type { Bill, NewItem } from '../bills/bill.ts'
import { couponUse, customerCoupon } from './coupon.ts'
import { livesAfter, scopeOf, scopeSum, type Charge, type RentUse, type Standing } from './coupon.rules.ts'

export const customerCoupons = storeOf(customerCoupon)
export const couponUses = storeOf(couponUse)

/** A use that stands on its bill, with what the coupon says about others beside it. */
export interface StandingUse extends Standing {
  id: number
  bill: number
  coupon: number
  customerCoupon: number
  no: string
  scope: string[]
  stackable: boolean
}
export async function standingOn(tx: Db, bills: readonly number[]): Promise<StandingUse[]> {
  if (bills.length === 0) return []
  const rows = await liveRows(tx, 'couponUse as u')
    .innerJoin('coupon as c', 'c.id', 'u.coupon')
    .innerJoin('customerCoupon as h', 'h.id', 'u.customerCoupon')
    .select(['u.id', 'u.bill', 'u.coupon', 'u.customerCoupon', 'u.amount', 'u.base', 'u.live', 'c.feeItems', 'c.stackable', 'h.no'])
    .where('u.bill', 'in', [...bills])
    .where('u.status', '=', 'applied')
    .orderBy('u.customerCoupon')
    .execute()
  return rows.map(({ feeItems, ...row }) => ({ ...row, scope: scopeOf(feeItems) }))
}

export const chargesOf = (tx: Db, bills: readonly number[]): Promise<(Charge & { bill: number })[]> =>
  liveRows(tx, 'billItem').select(['bill', 'feeItem', 'amount']).where('bill', '=', anyOf(bills)).orderBy('id').execute()

/** What is ever credited, in words: a coupon for it follows. */
const CREDITED = { RENT: '租金', FREIGHT: '运费' } as const

/** Coupons on bills that follow a credit of the rent, or of the freight, for whoever reckons before it books. */
async function usesFor(tx: Tx, bills: readonly number[], item: keyof typeof CREDITED): Promise<Map<number, (StandingUse & RentUse)[]>> {
  const uses = (await standingOn(tx, bills)).filter((use) => use.scope.includes(item))
  if (uses.length === 0) return new Map()
  const charges = Map.groupBy(await chargesOf(tx, [...new Set(uses.map((use) => use.bill))]), (c) => c.bill)
  return Map.groupBy(
    uses.map((use) => ({ ...use, now: scopeSum(use.scope, charges.get(use.bill) ?? []) })),
    (use) => use.bill,
  )
}
export const rentUses = (tx: Tx, bills: readonly number[]) => usesFor(tx, bills, 'RENT')

/** The days the credit is about: a coupon leaves the same days' income that the rent leaves. */
function daysOf(items: readonly NewItem[]): { startOn: Day | null; endOn: Day | null } {
  const dated = items.filter((i) => i.amount < 0 && i.startOn && i.endOn)
  return dated.length
    ? {
        startOn: minDay(dated[0]!.startOn!, ...dated.map((i) => i.startOn!)),
        endOn: maxDay(dated[0]!.endOn!, ...dated.map((i) => i.endOn!)),
      }
    : { startOn: null, endOn: null }
}

/** What the coupons on a bill give back when these items are put on it: rent and freight alone are ever credited. */
export async function followCredit(tx: Tx, ctx: Context, billId: number, items: readonly NewItem[]): Promise<NewItem[]> {
  const back: NewItem[] = []
  for (const item of ['RENT', 'FREIGHT'] as const) back.push(...(await givenBack(tx, ctx, billId, items, item)))
  return back
}

async function givenBack(tx: Tx, ctx: Context, billId: number, items: readonly NewItem[], of: keyof typeof CREDITED): Promise<NewItem[]> {
  const credit = negated(scopeSum([of], items))
  if (credit <= 0) return []
  const uses = (await usesFor(tx, [billId], of)).get(billId) ?? []
  const back: NewItem[] = []
  for (const [i, live] of livesAfter(uses, credit).entries()) {
    const use = uses[i]!
    const left = Math.max(0, use.now - credit)
    if (live !== use.live) {
      back.push({
        feeItem: 'COUPON',
        description: `${CREDITED[of]}冲减，按比例收回优惠券 ${use.no}`,
        amount: use.live - live,
        ...daysOf(items),
        formula: `已抵扣 ${plainYuan(use.live)}，适用费用由 ${plainYuan(use.base)} 减为 ${plainYuan(left)}，余 ${plainYuan(live)}`,
        idemKey: `coupon:${use.id}:${live}`,
      })
      await couponUses.edit(tx, ctx, use.id, { live: fen(live) })
    }
    // Nothing is left of what it was for: as if it had not been used.
    if (left === 0) await letGo(tx, ctx, use, '适用费用已全部冲减')
  }
  return back
}

async function letGo(tx: Tx, ctx: Context, use: Pick<StandingUse, 'id' | 'customerCoupon'>, reason: string): Promise<void> {
  await couponUses.act(tx, ctx, 'withdraw', use.id, { reason: reason.slice(0, 200) })
  await customerCoupons.act(tx, ctx, 'release', use.customerCoupon)
}

/** 撤回: the uses end, the coupons go back, and the items returned charge again what was taken off. */
export async function withdrawUses(tx: Tx, ctx: Context, of: Bill, reason: string, only: number | null = null): Promise<NewItem[]> {
  const uses = (await standingOn(tx, [of.id])).filter((use) => only === null || use.customerCoupon === only)
  for (const use of uses) await letGo(tx, ctx, use, reason)
  return uses
    .filter((use) => use.live > 0)
    .map((use) => ({
      feeItem: 'COUPON',
      description: `撤回优惠券 ${use.no}：${reason}`.slice(0, 300),
      amount: use.live,
      startOn: of.startOn,
      endOn: of.endOn,
      formula: `撤回已抵扣 ${plainYuan(use.live)}`,
      idemKey: `coupon:${use.id}:withdrawn`,
    }))
}

/** The bill is settled: its coupons are used; open again: they are locked to it as before. */
export async function followState(tx: Tx, ctx: Context, billId: number, settled: boolean): Promise<void> {
  for (const use of await standingOn(tx, [billId])) await customerCoupons.act(tx, ctx, settled ? 'use' : 'reopen', use.customerCoupon)
}

/** After its last day a coupon does not come back to life. */
export const releasedTo = (c: Pick<Rec<typeof customerCoupon>, 'lastOn'>, today: Day) =>
  today > c.lastOn ? ('expired' as const) : ('unused' as const)
