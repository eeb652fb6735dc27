/** What other modules may do with money. */
import { sql } from 'kysely'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { formatFen, ZERO } from '#kit/basics/fen.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'

export type { Bill, NewItem } from './bills/bill.ts'
export {
  appendItems,
  billNumbers,
  cancelBill,
  drawBillNumbers,
  issueBill,
  issueBills,
  lockBills,
  lockLessee,
  moveBill,
  noteInvoiced,
  writeBills,
  type NewBill,
} from './bills/ledger.server.ts'
export type { LockedAct } from './hooks.server.ts'
export { depositsOf, holdDeposit, leasesOfDeposits, openDepositAccount } from './deposits/deposits.server.ts'
export { dropUnpaidDeposits } from './bills/unpaid-deposits.server.ts'
export { billsWithLateFee, lateStates, lowerLateFees, postLateFee } from './bills/late-fees.server.ts'
export { lateUnposted, postMonthEnd } from './bills/month-end.server.ts'
export { owedOf } from './bills/owed/owed.rules.ts'
export { owedBills, owedOfLessees } from './bills/owed/owed.server.ts'
export { registerPayment, type Registration } from './payments/payment.server.ts'
/** `payInternally`: bills paid from the balance or, with `depositAccount`, from a deposit. `requestRefund`: money back to the customer, frozen until it is paid. */
export { payInternally, useBalance, useCredit } from './payments/settle.server.ts'
export { requestRefund } from './payments/refund.server.ts'
export { rentUses } from './coupons/follow.server.ts'
export { dropCoupon, holdCoupon } from './coupons/hold.server.ts'
export { prove } from './bills/prove.server.ts'
export { cashByTradeNo, cashCandidates, earlierMoves, openDebts, registeredTradeNos } from './statements/bank-side.server.ts'
export { openAmounts, partiesWith, partyDocuments, type PartyOf } from './statements/party.server.ts'
export { billingDocuments } from './statements/documents.server.ts'
export { cashOrigins, postedBilling, type CashOrigin, type PostedItem } from './statements/posted.server.ts'
export { monthOfBilling } from './statements/month.server.ts'
export { payeesOf, payInBatch } from './shares/payable.server.ts'
export { moveShares } from './shares/split.server.ts'
export { approvedPayable, draftPayable, dropPayable, payableOf } from './shares/draft.server.ts'
export { accrualRows } from './statements/statistics.server.ts'
export { billForCredit, billStatusOf, freightBills, openFreightOf, paidOnSheets, payablesOf, stageOf } from './freight.server.ts'

const OPEN = ['unpaid', 'partlyPaid'] as const

/** Payables still owed whose day comes by then, the earliest first. Amounts in fen. */
export const payablesDueBy = (db: Db, by: Day) =>
  liveRows(db, 'payableBill')
    .select(['id', 'no', 'payee', 'dueOn', 'remain', 'createdBy'])
    .where('status', 'in', OPEN)
    .where('dueOn', '<=', by)
    .orderBy('dueOn')
    .orderBy('id')
    .execute()

/** The first rent each of these customers was ever charged. */
export async function firstRents(
  tx: Tx,
  lessees: readonly number[],
): Promise<{ id: number; no: string; lessee: number; status: string; amount: number }[]> {
  if (lessees.length === 0) return []
  return liveRows(tx, 'bill')
    .distinctOn('lessee')
    .select(['id', 'no', 'lessee', 'status', 'amount'])
    .where('lessee', 'in', [...lessees])
    .where('direction', '=', 'receivable')
    .where('billType', '=', 'rent')
    .where('status', 'not in', ['draft', 'voided'])
    .orderBy('lessee')
    .orderBy('issuedOn')
    .orderBy('id')
    .execute()
}

/** Money received on the bills of each contract and not given back, fen. */
export async function netReceived(tx: Tx, contracts: readonly number[]): Promise<Map<number, number>> {
  if (contracts.length === 0) return new Map()
  const rows = await liveRows(tx, 'bill')
    .select(['contract', sql<number>`sum(paid)::bigint`.as('paid')])
    .where('contract', 'in', [...contracts])
    .groupBy('contract')
    .execute()
  return new Map(rows.map((row) => [row.contract!, Number(row.paid)]))
}

/** How many registered receipts wait for judgement on the bills of each contract. */
export async function pendingReceipts(tx: Tx, ctx: Context, contracts: readonly number[]): Promise<Map<number, number>> {
  if (contracts.length === 0) return new Map()
  const { rows } = await sql<{ contract: number; n: number }>`
    select b.contract, count(distinct p.id) as n
    from payment p cross join lateral jsonb_array_elements(p.designation) d join bill b on b.id = (d->>'bill')::bigint
    where p.operator_id = ${ctx.user.operatorId} and p.status = 'toConfirm' and p.deleted_at is null and b.deleted_at is null and b.contract = any(${sql.val([...contracts])}::bigint[])
      and p.lessee in (select lessee from contract where id = any(${sql.val([...contracts])}::bigint[]))
    group by b.contract`.execute(tx)
  return new Map(rows.map((row) => [row.contract, Number(row.n)]))
}

/** What these bills are called. */
export const billNosOf = async (db: Db, ids: readonly number[]): Promise<Map<number, string>> =>
  new Map((await db.selectFrom('bill').select(['id', 'no']).where('id', '=', anyOf(ids)).execute()).map((b) => [b.id, b.no]))

/** Deposits and rent of each lease that are issued and not fully paid: what stands between a lessee and the keys. */
export async function unpaidBeforeHandover(tx: Tx, leases: readonly number[]): Promise<Map<number, { label: string; remain: number }[]>> {
  if (leases.length === 0) return new Map()
  const rows = await liveRows(tx, 'bill')
    .innerJoin('billItem', (join) => join.onRef('billItem.bill', '=', 'bill.id').on('billItem.deletedAt', 'is', null))
    .select(['bill.id', 'bill.lease', 'bill.no', 'bill.remain', 'billItem.description'])
    .distinctOn('bill.id')
    .where('bill.lease', 'in', [...leases])
    .where('bill.billType', 'in', ['deposit', 'rent'])
    .where('bill.status', 'in', [...OPEN])
    .orderBy('bill.id')
    .orderBy('billItem.id')
    .execute()
  return new Map(
    [...Map.groupBy(rows, (row) => row.lease!)].map(([lease, of]) => [
      lease,
      of.map((b) => ({ label: `${b.description}（${b.no}，未付 ${formatFen(b.remain ?? 0)}）`, remain: b.remain ?? 0 })),
    ]),
  )
}

/** The charges of bills and the day each bill was issued, for whoever makes invoices of them. */
export const chargesOf = (tx: Tx, bills: readonly number[]) =>
  liveRows(tx, 'billItem')
    .innerJoin('bill', 'bill.id', 'billItem.bill')
    .select(['billItem.id', 'billItem.bill', 'billItem.feeItem', 'billItem.amount', 'billItem.description', 'bill.issuedOn'])
    .where('billItem.bill', '=', anyOf(bills))
    .orderBy('billItem.id')
    .execute()

/** Bills of a contract nobody has paid, to be cancelled with it. */
export const unpaidBillsOf = async (tx: Tx, contract: number): Promise<number[]> =>
  (
    await liveRows(tx, 'bill')
      .select('id')
      .where('contract', '=', contract)
      .where((eb) =>
        eb.or([
          eb('status', '=', 'unpaid'),
          // Nobody paid it but a coupon, which goes back to the customer.
          eb.and([
            eb('amount', '=', ZERO),
            eb('status', '=', 'settled'),
            eb.exists(
              eb
                .selectFrom('couponUse')
                .select('couponUse.id')
                .whereRef('couponUse.bill', '=', 'bill.id')
                .where('couponUse.status', '=', 'applied'),
            ),
          ]),
        ]),
      )
      .orderBy('id')
      .execute()
  ).map((b) => b.id)

export { openBillsOf, receiptsOf, usableCodes } from './payments/of-lessee.server.ts'
