/** Freight in billing (transport.md §4.2, §4.3): a bill of charge sheets, and what of a sheet is owed already. In the caller's transaction. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { type Day, instantAt } from '#kit/basics/time/day.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { sql } from 'kysely'
import { dropCoupon } from './coupons/hold.server.ts'
import { judged, useCoupon } from './coupons/use.server.ts'
import type { NewItem } from './bills/bill.ts'
import { issueBill, lockBills, lockLessee } from './bills/ledger.server.ts'
import { prove } from './bills/prove.server.ts'
import { useBalance } from './payments/settle.server.ts'

interface FreightBill {
  lessee: number
  store: number
  dueOn: Day
  items: readonly NewItem[]
  /** Coupons of the customer that orders on it hold. */
  coupons: readonly { coupon: number; order: number }[]
}

/** One coupon after the other, as far as they go together; one that does not fit goes back and never stops the bill. */
async function useCoupons(tx: Tx, ctx: Context, bill: number, of: FreightBill['coupons']): Promise<string[]> {
  const gaps: string[] = []
  for (const { coupon, order } of of.toSorted((a, b) => a.coupon - b.coupon)) {
    const [now] = await lockBills(tx, [bill])
    const judgement = await judged(tx, ctx, now!, coupon, order)
    if ('reason' in judgement) {
      gaps.push(judgement.reason)
      await dropCoupon(tx, ctx, order)
    } else await useCoupon(tx, ctx, now!, coupon, order)
  }
  return gaps
}

export async function freightBills(tx: Tx, ctx: Context, b: FreightBill): Promise<{ id: number; no: string; couponGaps: string[] }> {
  await lockLessee(tx, b.lessee)
  const made = await issueBill(tx, ctx, {
    billType: 'freight',
    lessee: b.lessee,
    store: b.store,
    issueOn: ctx.clock.today(),
    dueOn: b.dueOn,
    items: b.items,
  })
  const couponGaps = await useCoupons(tx, ctx, made.id, b.coupons)
  await useBalance(tx, ctx, b.lessee, [made.id])
  await prove(tx, ctx, { bills: [made.id] })
  return { ...made, couponGaps }
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
  const rows = await liveRows(tx, 'payableBill')
    .select(['id', 'stage', 'medium', 'status', 'items'])
    .where('chargeSheet', '=', sheet)
    .where('status', '<>', 'voided')
    .orderBy('id')
    .execute()
  return rows.map(({ items, ...r }) => ({ ...r, gross: items.reduce((n, i) => n + Math.max(0, i.amount), 0) }))
}

export const stageOf = (tx: Tx, payable: number) =>
  tx.selectFrom('payableBill').select(['chargeSheet', 'stage']).where('id', '=', payable).executeTakeFirst()

export const billStatusOf = async (tx: Tx, id: number): Promise<string> =>
  (await tx.selectFrom('bill').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

/** The newest of these bills that still counts and is large enough for the credit, with what its coupons give back of it. */
export async function billForCredit(tx: Tx, bills: readonly number[], credit: number): Promise<number | null> {
  const row = await tx
    .selectFrom('bill')
    .select('id')
    .where('id', '=', anyOf(bills))
    .where('status', '<>', 'voided')
    .where(
      sql<boolean>`bill.amount + coalesce((select sum(u.live) from coupon_use u where u.operator_id = bill.operator_id and u.bill = bill.id and u.status = 'applied'), 0) >= ${credit}`,
    )
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Money that left the house for these charge sheets, confirmed by a second person, the earliest first. */
export async function paidOnSheets(
  tx: Tx,
  sheets: readonly number[],
): Promise<
  { channel: string; payee: string; account: string | null; bank: string | null; tradeNo: string | null; fen: number; paidAt: string }[]
> {
  if (sheets.length === 0) return []
  const rows = await liveRows(tx, 'payout')
    .innerJoin('payableBill', 'payableBill.id', 'payout.payableBill')
    .select([
      'payout.channel',
      'payout.payee',
      'payableBill.bankAccount',
      'payableBill.bankName',
      'payout.tradeNo',
      'payout.amount',
      'payout.paidOn',
    ])
    .where('payableBill.chargeSheet', 'in', [...sheets])
    .where('payout.status', '=', 'confirmed')
    .orderBy('payout.id')
    .execute()
  return rows.map((p) => ({
    channel: p.channel,
    payee: p.payee,
    account: p.bankAccount,
    bank: p.bankName,
    tradeNo: p.tradeNo,
    fen: p.amount,
    paidAt: instantAt(p.paidOn, '12:00'),
  }))
}

/** Fen a customer still owes on freight bills. */
export async function openFreightOf(tx: Tx, lessee: number): Promise<number> {
  const { open } = await liveRows(tx, 'bill')
    .select((e) => e.fn.sum<number | null>('remain').as('open'))
    .where('lessee', '=', lessee)
    .where('billType', '=', 'freight')
    .where('status', 'in', ['unpaid', 'partlyPaid'])
    .executeTakeFirstOrThrow()
  return Number(open ?? 0)
}
