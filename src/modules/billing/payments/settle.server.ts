/** How money that is there pays bills: a confirmed receipt, the customer's balance, or his deposit. One way for all three. */
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { refused } from '#kit/basics/errors.ts'
import { fen, formatYuan, sumFen } from '#kit/basics/fen.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { parameterValue } from '#modules/system/system.public.ts'
import type { AllocationOrder } from './allocation.rules.ts'
import { moveDeposit } from '../deposits/deposits.server.ts'
import type { Bill } from '../bills/bill.ts'
import { allocateTo, lockBills, lockLessee, moveBalance } from '../bills/ledger.server.ts'
import { increase, lateKey, lateStates, lowerLateFees, postLateFee, type LateState } from '../bills/late-fees.server.ts'
import { spread, type Share } from './payment.rules.ts'
import { payment, type Designation } from './payment.ts'
import { prove } from '../bills/prove.server.ts'

const payments = storeOf(payment)
export const isOpen = (b: Pick<Bill, 'status'>): boolean => b.status === 'unpaid' || b.status === 'partlyPaid'

export interface Distribution {
  shares: Share[]
  /** Late fees that this receipt makes due, because it settles the principal: bill → increase. */
  late: { bill: number; state: LateState | undefined; amount: number; paid: number }[]
  /** What goes to the balance. */
  left: number
}
export interface Receipt {
  amount: number
  valueOn: Day
  designation: readonly Designation[]
}

/** How a receipt is spread over its bills now. The same for the preview and for the confirmation. */
export async function distribute(db: Db, ctx: Context, receipt: Receipt, bills: readonly Bill[]): Promise<Distribution> {
  const order = (await parameterValue(db, ctx.registry, 'allocOrder')) as AllocationOrder
  const open = bills
    .filter(isOpen)
    .map((b) => ({ id: b.id, billType: b.billType, dueOn: b.dueOn, issueOn: b.issueOn, remain: b.remain ?? 0, ofBill: b.ofBill }))
  const { shares, left } = spread(receipt.amount, open, order, receipt.designation)
  const settled = bills.filter((b) => shares.some((s) => s.bill === b.id && s.amount === b.remain))
  const more = new Map(shares.map((s) => [s.bill, [{ amount: s.amount, valueOn: receipt.valueOn }]]))
  const today = ctx.clock.today()
  // Only what is past its day can have a fee.
  const states = await lateStates(
    db,
    settled.filter((b) => b.dueOn < today),
    today,
    more,
  )
  let rest: number = left
  const late = settled.map((b) => {
    const state = states.get(b.id)
    const amount = increase(state)
    // The fee becomes due with the settlement, so it takes what the principal has left of this receipt.
    const paid = Math.min(amount, rest)
    rest -= paid
    return { bill: b.id, state, amount, paid }
  })
  return { shares, late, left: rest }
}

/**
 * Fen that pay all of these bills and the late fees this makes due, when the money came that day: what `spend` would use of any larger
 * receipt. What it takes off a fee that was billed too high goes to the balance.
 */
export async function settlesAll(db: Db, ctx: Context, bills: readonly Bill[], valueOn: Day): Promise<number> {
  const principal = sumFen(bills.filter(isOpen).map((b) => b.remain ?? 0))
  const { late } = await distribute(db, ctx, { amount: principal, valueOn, designation: [] }, bills)
  return principal + sumFen(late.map((one) => one.amount))
}

/** Writes what `distribute` says. The caller holds the locks of the lessee and of the bills. */
export async function spend(
  tx: Tx,
  ctx: Context,
  paymentId: number,
  receipt: Receipt,
  bills: readonly Bill[],
): Promise<{ spent: number; left: number; touched: number[] }> {
  const byId = new Map(bills.map((b) => [b.id, b]))
  const { shares, late, left: unplaced } = await distribute(tx, ctx, receipt, bills)
  const touched = shares.map((s) => s.bill)
  for (const share of shares)
    await allocateTo(tx, ctx, { payment: paymentId, bill: byId.get(share.bill)!, amount: fen(share.amount), valueOn: receipt.valueOn })
  for (const one of late.filter((due) => due.amount > 0)) {
    const made = await postLateFee(tx, ctx, byId.get(one.bill)!, one.state, lateKey(one.bill, paymentId))
    if (made === null) continue
    touched.push(made)
    const [lateBill] = await lockBills(tx, [made])
    if (one.paid > 0) await allocateTo(tx, ctx, { payment: paymentId, bill: lateBill!, amount: fen(one.paid), valueOn: receipt.valueOn })
  }
  // Paid earlier than was known: the fee that was posted too much comes off, also where this receipt has just paid it.
  const own = { payment: paymentId, back: 0 }
  if (receipt.valueOn < ctx.clock.today()) await lowerLateFees(tx, ctx, await lockBills(tx, touched), own)
  const spent = sumFen([...shares.map((s) => s.amount), ...late.map((one) => one.paid), -own.back])
  const left = unplaced + own.back
  if (spent + left !== receipt.amount) throw new Error(`payment ${paymentId}: ${spent} + ${left} is not ${receipt.amount}`)
  return { spent, left, touched }
}

export interface InternalPayment {
  lessee: number
  bills: readonly number[]
  amount: number
  designation?: readonly Designation[]
  /** From this deposit account; left out: from the customer's balance. */
  depositAccount?: number
  remark: string
  /** The day the money counts from: a deposit was here when the vehicle came back. Today when left out. */
  valueOn?: Day
  /** Says what it is for when a program asks; a second attempt is refused. */
  refKey?: string
}

/** What an internal payment may reach: open bills of one customer, deposits never by deposits. */
function checkInternal(p: InternalPayment, bills: readonly Bill[]): void {
  const closed = bills.find((b) => !isOpen(b))
  if (closed) throw refused(`账单 ${closed.no} 已不是待收状态，请刷新后重试`)
  const foreign = bills.find((b) => b.lessee !== p.lessee)
  if (foreign) throw refused(`账单 ${foreign.no} 不属于该承租人`)
  const deposit = p.depositAccount === undefined ? undefined : bills.find((b) => b.billType === 'deposit')
  if (deposit) throw refused(`账单 ${deposit.no} 是押金账单，不能用押金抵扣`)
}

/**
 * 余额支付 and 押金抵扣: a payment of the program's own, confirmed as it is made, because the money is here already.
 * Returns its id. What it cannot place is refused: nothing may leave the balance to come back to it.
 */
export async function payInternally(tx: Tx, ctx: Context, p: InternalPayment): Promise<number> {
  const owner = await lockLessee(tx, p.lessee)
  const bills = await lockBills(tx, [...new Set(p.bills)])
  checkInternal(p, bills)
  const deposit = p.depositAccount !== undefined
  if (!deposit && owner.balance < p.amount) throw refused(`承租人 ${owner.name} 的预存余额只有 ${formatYuan(owner.balance)}`)
  const now = ctx.clock.now()
  const designation = p.designation?.length ? p.designation : bills.map((b) => ({ bill: b.id, amount: 0 }))
  const made = await payments.add(tx, ctx, {
    status: 'confirmed',
    lessee: p.lessee,
    store: owner.store,
    payerName: owner.name,
    channel: deposit ? 'depositDeduct' : 'balance',
    source: 'internal',
    amount: fen(p.amount),
    paidAt: now,
    depositAccount: p.depositAccount ?? null,
    designation: [...designation],
    allocated: fen(p.amount),
    confirmedBy: ctx.user.id || null,
    confirmedAt: now,
    remark: p.remark,
  })
  const key = p.refKey ?? `payment:${made.id}`
  if (deposit)
    await moveDeposit(
      tx,
      ctx,
      p.depositAccount!,
      { kind: 'deduct', delta: -p.amount, payment: made.id, reason: p.remark.slice(0, 200), refKey: `${key}:deduct` },
      (d) => `押金余额只有 ${formatYuan(d.balance)}`,
    )
  else await moveBalance(tx, ctx, { lessee: p.lessee, delta: -p.amount, kind: 'applied', payment: made.id, refKey: `${key}:applied` })
  const { left, touched } = await spend(tx, ctx, made.id, { amount: p.amount, valueOn: p.valueOn ?? ctx.clock.today(), designation }, bills)
  if (left > 0) throw refused(`抵扣金额超过账单未收金额 ${formatYuan(left)}`)
  await prove(tx, ctx, { bills: touched, payments: [made.id], lessees: [p.lessee], deposits: deposit ? [p.depositAccount!] : [] })
  return made.id
}

/**
 * What a change of a lease gave back pays what is open on the same lease before it stays on the balance: nobody runs into a late fee
 * with money of his own at hand. Not deposits, nor bills a registered receipt is waiting for. Returns the bills it paid on.
 */
export async function useCredit(
  tx: Tx,
  ctx: Context,
  credit: { lessee: number; lease: number; amount: number; remark: string },
): Promise<number[]> {
  if (credit.amount <= 0) return []
  const open = await liveRows(tx, 'bill')
    .select('id')
    .where('lease', '=', credit.lease)
    .where('direction', '=', 'receivable')
    .where('billType', '!=', 'deposit')
    .where('status', 'in', ['unpaid', 'partlyPaid'])
    .execute()
  const waiting = await pendingBills(tx, credit.lessee)
  const bills = (
    await lockBills(
      tx,
      open.map((b) => b.id),
    )
  ).filter((b) => isOpen(b) && !waiting.has(b.id))
  const amount = Math.min(credit.amount, sumFen(bills.map((b) => b.remain ?? 0)))
  if (amount > 0) await payInternally(tx, ctx, { lessee: credit.lessee, bills: bills.map((b) => b.id), amount, remark: credit.remark })
  return bills.map((b) => b.id)
}

/** Bills named by receipts that nobody has judged yet. */
async function pendingBills(tx: Tx, lesseeId: number): Promise<Set<number>> {
  const rows = await liveRows(tx, 'payment')
    .select('designation')
    .where('lessee', '=', lesseeId)
    .where('status', '=', 'toConfirm')
    .execute()
  return new Set(rows.flatMap((row) => row.designation.map((d) => d.bill)))
}

/**
 * 余额自动抵扣: newly issued bills of customers who asked for it are paid from their balance. Not deposits, and not bills
 * that a registered receipt is waiting for: the customer would pay twice and wonder.
 */
export async function useBalance(tx: Tx, ctx: Context, lesseeId: number, billIds: readonly number[]): Promise<void> {
  const owner = await lockLessee(tx, lesseeId)
  if (!owner.autoUseBalance || owner.balance <= 0) return
  const waiting = await pendingBills(tx, lesseeId)
  const bills = (await lockBills(tx, billIds)).filter((b) => isOpen(b) && b.billType !== 'deposit' && !waiting.has(b.id))
  const amount = Math.min(owner.balance, sumFen(bills.map((b) => b.remain ?? 0)))
  if (amount > 0) await payInternally(tx, ctx, { lessee: lesseeId, bills: bills.map((b) => b.id), amount, remark: '余额自动抵扣新账单' })
}
