/** Freight in billing (transport.md §4.2, §4.3): a bill of charge sheets, and what of a sheet is owed already. In the caller's transaction. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/day.ts'
import { fen } from '#kit/basics/fen.ts'
import { act } from '#kit/entity/store.server.ts'
import { worthOf } from './coupons/coupon.rules.ts'
import { issueBill, lockLessee, type NewItem } from './bills/ledger.server.ts'
import { prove } from './bills/prove.server.ts'
import { useBalance } from './payments/settle.server.ts'

interface FreightBill {
  lessee: number
  store: number
  dueOn: Day
  items: readonly NewItem[]
  /** The customer's coupon the order was taken with. */
  coupon: number | null
}

/** Null when it can be used on these charges today, or why not: a coupon that does not fit any more never stops the bill. */
async function couponGap(tx: Tx, ctx: Context, b: FreightBill): Promise<string | null> {
  const today = ctx.clock.today()
  const held = await tx
    .selectFrom('customerCoupon')
    .select(['coupon', 'status', 'lessee', 'startOn', 'lastOn'])
    .where('operatorId', '=', ctx.user.operatorId)
    .where('id', '=', b.coupon!)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!held || held.lessee !== b.lessee) return '优惠券不属于该客户'
  if (held.status !== 'unused') return '优惠券已被使用'
  if (today < held.startOn || today > held.lastOn) return '优惠券不在有效期内'
  const terms = await tx.selectFrom('coupon').selectAll().where('id', '=', held.coupon).executeTakeFirstOrThrow()
  const charges = b.items.map((item) => ({ feeItem: item.feeItem, amount: item.amount }))
  const judged = worthOf(terms, { charges, remain: charges.reduce((n, c) => n + c.amount, 0), days: null, applied: [] })
  return 'reason' in judged ? judged.reason : null
}

export async function freightBills(tx: Tx, ctx: Context, b: FreightBill): Promise<{ id: number; no: string; couponGap: string | null }> {
  await lockLessee(tx, ctx, b.lessee)
  const made = await issueBill(tx, ctx, {
    billType: 'freight',
    lessee: b.lessee,
    store: b.store,
    issueOn: ctx.clock.today(),
    dueOn: b.dueOn,
    items: b.items,
  })
  const gap = b.coupon === null ? null : await couponGap(tx, ctx, b)
  if (b.coupon !== null && gap === null) await act(tx, ctx, 'bill', 'useCoupon', made.id, null, { coupon: b.coupon })
  await useBalance(tx, ctx, b.lessee, [made.id])
  await prove(tx, ctx, { bills: [made.id] })
  return { ...made, couponGap: gap }
}

export interface StageOwed {
  id: number
  stage: string | null
  medium: string | null
  status: string
  /** Before deductions. */
  gross: number
}
/** What was drawn of a sheet already, voided ones left out. */
export async function payablesOf(tx: Tx, sheet: number): Promise<StageOwed[]> {
  const rows = await tx
    .selectFrom('payableBill')
    .select(['id', 'stage', 'medium', 'status', 'items'])
    .where('chargeSheet', '=', sheet)
    .where('status', '<>', 'voided')
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ items, ...r }) => ({ ...r, gross: items.reduce((n, i) => n + Math.max(0, i.amount), 0) }))
}

export const stageOf = (tx: Tx, payable: number) =>
  tx.selectFrom('payableBill').select(['chargeSheet', 'stage']).where('id', '=', payable).executeTakeFirst()

export const billStatusOf = async (tx: Tx, id: number): Promise<string> =>
  (await tx.selectFrom('bill').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

/** The newest of these bills that still counts and is large enough for the credit. */
export async function billForCredit(tx: Tx, bills: readonly number[], credit: number): Promise<number | null> {
  const row = await tx
    .selectFrom('bill')
    .select('id')
    .where('id', 'in', bills.length ? [...bills] : [-1])
    .where('status', '<>', 'voided')
    .where('amount', '>=', fen(credit))
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.id ?? null
}
