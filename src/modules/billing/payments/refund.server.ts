/** 退款, 没收, 减免 and 坏账核销: what makes money or debt go for good. Asked by one, decided by another; frozen in between. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { fen, formatYuan, negated } from '#kit/basics/fen.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { serve } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { bill } from '../bills/bill.ts'
import { depositAccount, depositActions } from '../deposits/deposit.ts'
import { holdDeposit, moveDeposit, type DepositAccount } from '../deposits/deposits.server.ts'
import { appendItems, lockBills, lockLessee, moveBalance } from '../bills/ledger.server.ts'
import { prove } from '../bills/prove.server.ts'
import { accountFor, cashMoved, postedOn } from '../hooks.server.ts'
import { refund, refundActions, writeOff, writeOffActions } from './refund.ts'
import { payInternally } from './settle.server.ts'

export type Refund = Rec<typeof refund>
type WriteOff = Rec<typeof writeOff>
const refunds = storeOf(refund)
const writeOffs = storeOf(writeOff)
const bills = storeOf(bill)
const accounts = storeOf(depositAccount)

export interface RefundRequest {
  /** From this deposit account; left out: from the customer's balance. */
  depositAccount?: number | null
  lessee: number
  amount: number
  payee: string
  bankName?: string | null
  bankAccount?: string | null
  contract?: number | null
  lease?: number | null
  reason: string
}

/** The amount leaves its source as the request is made, so that it cannot be spent twice while somebody decides. */
export async function requestRefund(tx: Tx, ctx: Context, r: RefundRequest): Promise<Refund> {
  const owner = await lockLessee(tx, r.lessee)
  const deposit = r.depositAccount ?? null
  if (deposit === null && owner.balance < r.amount)
    throw refused(`承租人 ${owner.name} 的预存余额只有 ${formatYuan(owner.balance)}，不能退 ${formatYuan(r.amount)}`)
  const made = await refunds.add(tx, ctx, {
    source: deposit === null ? 'balance' : 'deposit',
    lessee: r.lessee,
    store: owner.store,
    depositAccount: deposit,
    contract: r.contract ?? null,
    lease: r.lease ?? null,
    amount: fen(r.amount),
    payee: r.payee,
    bankName: r.bankName ?? null,
    bankAccount: r.bankAccount ?? null,
    reason: r.reason,
  })
  await move(tx, ctx, made, 'freeze', -r.amount)
  await proveRefund(tx, ctx, made)
  return made
}

type Step = 'freeze' | 'unfreeze' | 'refund'
const OF_BALANCE = { freeze: 'frozen', unfreeze: 'unfrozen', refund: 'refunded' } as const

async function move(tx: Tx, ctx: Context, r: Refund, step: Step, delta: number): Promise<void> {
  const refKey = `refund:${r.id}:${step}`
  if (r.depositAccount !== null)
    await moveDeposit(
      tx,
      ctx,
      r.depositAccount,
      { kind: step, delta, refund: r.id, refKey },
      (d) => `押金余额只有 ${formatYuan(d.balance)}，不能退 ${formatYuan(r.amount)}`,
    )
  else await moveBalance(tx, ctx, { lessee: r.lessee, delta, kind: OF_BALANCE[step], refund: r.id, refKey })
}
const proveRefund = (tx: Tx, ctx: Context, r: Refund): Promise<void> =>
  prove(tx, ctx, { lessees: [r.lessee], deposits: r.depositAccount === null ? [] : [r.depositAccount] })

/** Rejected or cancelled: the money is the customer's again. */
async function giveBack(tx: Tx, ctx: Context, r: Refund): Promise<void> {
  await lockLessee(tx, r.lessee)
  await move(tx, ctx, r, 'unfreeze', r.amount)
  await proveRefund(tx, ctx, r)
}

async function payOut(tx: Tx, ctx: Context, r: Refund, paidOn: Day, given: number | null): Promise<Partial<Refund>> {
  if (paidOn > ctx.clock.today()) throw invalid({ paidOn: '付款日期不能晚于今天' })
  await lockLessee(tx, r.lessee)
  await move(tx, ctx, r, 'unfreeze', r.amount)
  await move(tx, ctx, r, 'refund', negated(r.amount))
  await proveRefund(tx, ctx, r)
  const account = await accountFor(tx, ctx, given, 'transfer', r.store)
  const posted = await postedOn(tx, ctx, paidOn)
  await cashMoved(tx, ctx, {
    source: 'refund',
    sourceId: r.id,
    no: r.no,
    reversal: false,
    direction: 'out',
    amount: r.amount,
    channel: 'transfer',
    account,
    businessOn: paidOn,
    postedOn: posted,
    store: r.store,
    party: r.payee,
    vehicle: null,
  })
  return { account, postedOn: posted }
}

const decided = (ctx: Context): { decidedBy: number | null; decidedAt: string } => ({
  decidedBy: ctx.user.id || null,
  decidedAt: ctx.clock.now(),
})

export const servedRefund = serve(refundActions, {
  effects: {
    approve: async ({ ctx }) => decided(ctx),
    reject: async ({ tx, ctx, record, input }) => {
      await giveBack(tx, ctx, record)
      return { ...decided(ctx), answer: input.answer }
    },
    pay: async ({ tx, ctx, record, input }) => {
      const booked = await payOut(tx, ctx, record, input.paidOn, input.account)
      return { ...booked, paidOn: input.paidOn, payTradeNo: input.payTradeNo, payVouchers: input.payVouchers }
    },
    fail: async ({ input }) => ({ answer: input.answer }),
    cancel: async ({ tx, ctx, record, input }) => {
      await giveBack(tx, ctx, record)
      return { answer: input.answer }
    },
  },
})

/** What stays with the company for good, e.g. when a vehicle is not brought back. */
async function forfeitDeposit(
  tx: Tx,
  ctx: Context,
  d: Pick<DepositAccount, 'id' | 'lessee'>,
  amount: number,
  reason: string,
): Promise<void> {
  await lockLessee(tx, d.lessee)
  await moveDeposit(
    tx,
    ctx,
    d.id,
    { kind: 'forfeit', delta: -amount, reason, refKey: `forfeit:${d.id}:${ctx.requestId}:${ctx.clock.now()}` },
    (now) => `押金余额只有 ${formatYuan(now.balance)}`,
  )
  await prove(tx, ctx, { deposits: [d.id] })
}

/** Open bills of a deposit are credited in their order; `short` is what none of them could take. */
async function lowerDepositBills(
  tx: Tx,
  ctx: Context,
  d: Pick<DepositAccount, 'lease' | 'kind'>,
  amount: number,
  description: string,
  formula: string,
): Promise<{ touched: number[]; short: number }> {
  const feeItem = d.kind === 'violation' ? 'VIOL_DEPOSIT' : 'DEPOSIT'
  const open = await liveRows(tx, 'bill')
    .innerJoin('billItem', (join) => join.onRef('billItem.bill', '=', 'bill.id').on('billItem.deletedAt', 'is', null))
    .select('bill.id')
    .distinct()
    .where('bill.lease', '=', d.lease)
    .where('bill.billType', '=', 'deposit')
    .where('billItem.feeItem', '=', feeItem)
    .where('bill.status', 'in', ['unpaid', 'partlyPaid'])
    .orderBy('bill.id')
    .execute()
  let rest = amount
  const touched: number[] = []
  for (const of of await lockBills(
    tx,
    open.map((b) => b.id),
  )) {
    const part = Math.min(rest, of.remain ?? 0)
    if (part <= 0) continue
    await appendItems(tx, ctx, of.id, [
      { feeItem, description, amount: -part, formula, idemKey: `waive:${of.id}:${ctx.requestId}:${ctx.clock.now()}` },
    ])
    touched.push(of.id)
    rest -= part
  }
  return { touched, short: rest }
}

/** A deposit that need not be paid: its bill shrinks, so that nothing waits for it any more. */
async function waive(tx: Tx, ctx: Context, d: DepositAccount, amount: number, reason: string): Promise<Partial<DepositAccount>> {
  await lockLessee(tx, d.lessee)
  const { touched, short } = await lowerDepositBills(tx, ctx, d, amount, `押金减免：${reason}`, '押金减免登记金额')
  if (short > 0) throw invalid({ amount: `尚未收取的押金只有 ${formatYuan(amount - short)}` })
  await prove(tx, ctx, { bills: touched, deposits: [d.id] })
  return { required: fen(d.required - amount), waived: fen(d.waived + amount) }
}

/** What had been carried over to a lease and goes on to another is asked for there again. */
async function askAgain(tx: Tx, ctx: Context, from: DepositAccount, amount: number, reason: string): Promise<number[]> {
  if (amount <= 0) return []
  const feeItem = from.kind === 'violation' ? 'VIOL_DEPOSIT' : 'DEPOSIT'
  const of = await liveRows(tx, 'bill')
    .innerJoin('billItem', (join) => join.onRef('billItem.bill', '=', 'bill.id').on('billItem.deletedAt', 'is', null))
    .select('bill.id')
    .where('bill.lease', '=', from.lease)
    .where('bill.billType', '=', 'deposit')
    .where('billItem.feeItem', '=', feeItem)
    .where('bill.status', '!=', 'voided')
    .orderBy('bill.id')
    .limit(1)
    .executeTakeFirst()
  if (!of) return []
  await lockBills(tx, [of.id])
  await appendItems(tx, ctx, of.id, [
    {
      feeItem,
      description: `押金转出：${reason}`,
      amount,
      formula: '转出后重新应收',
      idemKey: `askAgain:${of.id}:${ctx.requestId}:${ctx.clock.now()}`,
    },
  ])
  return [of.id]
}

/** From one lease's account to another's, e.g. when a contract is followed by a new one: what is asked for there shrinks by it. */
async function transferDeposit(tx: Tx, ctx: Context, from: DepositAccount, to: number, amount: number, reason: string): Promise<void> {
  if (from.id === to) throw invalid({ to: '转入的就是转出的押金账户，请选择另一份租约的押金' })
  await lockLessee(tx, from.lessee)
  for (const id of [from.id, to].toSorted((a, b) => a - b)) await accounts.lock(tx, ctx, id)
  const target = await accounts.get(tx, ctx, to)
  if (target.lessee !== from.lessee) throw invalid({ to: '只能转入同一承租人的押金账户' })
  if (target.kind !== from.kind) throw invalid({ to: '只能转入同一类型的押金账户' })
  if (from.holdUntil !== null && ctx.clock.today() < from.holdUntil) throw refused(`押金保留至 ${from.holdUntil}，到期并解除保留后才能转出`)
  const missing = Math.max(0, target.required - target.balance - target.frozen)
  if (amount > missing) throw invalid({ amount: `转入租约还差的押金只有 ${formatYuan(missing)}` })
  const { touched } = await lowerDepositBills(tx, ctx, target, amount, `押金转入：${reason}`, '由同一承租人的其他租约转入')
  touched.push(...(await askAgain(tx, ctx, from, Math.min(amount, Math.max(0, from.transferred)), reason)))
  const key = `transfer:${from.id}:${to}:${ctx.requestId}:${ctx.clock.now()}`
  await moveDeposit(tx, ctx, from.id, { kind: 'transferOut', delta: -amount, reason, refKey: `${key}:out` })
  await moveDeposit(tx, ctx, to, { kind: 'transferIn', delta: amount, reason, refKey: `${key}:in` })
  await prove(tx, ctx, { bills: touched, deposits: [from.id, to] })
}

export const servedDeposit = serve(depositActions, {
  effects: {
    deduct: async ({ tx, ctx, record, input }) =>
      void (await payInternally(tx, ctx, {
        lessee: record.lessee,
        bills: [input.bill],
        amount: input.amount,
        depositAccount: record.id,
        remark: `押金抵扣：${input.reason}`,
      })),
    refund: async ({ tx, ctx, record, input }) => {
      if (record.holdUntil !== null && ctx.clock.today() < record.holdUntil)
        throw refused(`押金保留至 ${record.holdUntil}，到期并解除保留后才能退还`)
      await requestRefund(tx, ctx, {
        ...input,
        depositAccount: record.id,
        lessee: record.lessee,
        contract: record.contract,
        lease: record.lease,
      })
    },
    forfeit: async ({ tx, ctx, record, input }) => forfeitDeposit(tx, ctx, record, input.amount, input.reason),
    // Both balances are written by the rows of the ledger.
    transfer: ({ tx, ctx, record, input }) => transferDeposit(tx, ctx, record, input.to, input.amount, input.reason),
    hold: async ({ tx, ctx, record, input }) => {
      if (input.until < ctx.clock.today()) throw invalid({ until: '保留日期不能早于今天' })
      await holdDeposit(tx, ctx, record.id, input.until)
    },
    release: async ({ tx, ctx, record }) => void (await holdDeposit(tx, ctx, record.id, null)),
    waive: ({ tx, ctx, record, input }) => waive(tx, ctx, record, input.amount, input.reason),
  },
})

/** Asked for on the bill; the debt stands until somebody else agrees. */
export async function requestWriteOff(
  tx: Tx,
  ctx: Context,
  of: { id: number; lessee: number; store: number },
  input: { amount: number; reason: string; proofs: WriteOff['proofs'] },
): Promise<void> {
  const open = await liveRows(tx, 'writeOff').select('no').where('bill', '=', of.id).where('status', '=', 'submitted').executeTakeFirst()
  if (open) throw refused(`该账单已有待审批的坏账核销 ${open.no}`)
  await writeOffs.add(tx, ctx, {
    bill: of.id,
    lessee: of.lessee,
    store: of.store,
    amount: fen(input.amount),
    reason: input.reason,
    proofs: input.proofs,
  })
}

async function bookLoss(tx: Tx, ctx: Context, w: WriteOff, delta: number): Promise<void> {
  await lockLessee(tx, w.lessee)
  await lockBills(tx, [w.bill])
  await bills.act(tx, ctx, 'bookLoss', w.bill, { delta: fen(delta) })
  await prove(tx, ctx, { bills: [w.bill] })
}

export const servedWriteOff = serve(writeOffActions, {
  effects: {
    approve: async ({ tx, ctx, record }) => {
      await bookLoss(tx, ctx, record, record.amount)
      return decided(ctx)
    },
    reject: async ({ ctx, input }) => ({ ...decided(ctx), answer: input.answer }),
    reverse: async ({ tx, ctx, record, input }) => {
      await bookLoss(tx, ctx, record, negated(record.amount))
      return { answer: input.answer }
    },
  },
})
