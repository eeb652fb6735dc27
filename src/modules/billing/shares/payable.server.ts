/** 应付账单: entered or made by the program, confirmed by another person, paid in parts that are checked by another person. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { fen, formatYuan, negated, sumFen, type Fen } from '#kit/basics/fen.ts'
import { allRows, anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { serve } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { accountFor, cashDropped, cashMoved, postedOn, refusePayable } from '../hooks.server.ts'
import { payableActions, payableBill, payout, payoutActions } from './payable.ts'
import { releaseShares } from './split.server.ts'

type PayableBill = Rec<typeof payableBill>
type Payout = Rec<typeof payout>
const bills = storeOf(payableBill)
const payouts = storeOf(payout)

function totalOf(items: readonly { amount: number | null }[] | null | undefined): { amount: Fen } {
  const amount = sumFen((items ?? []).map((item) => item.amount ?? 0))
  if (amount < 0) throw invalid({ items: '明细合计不能为负数' })
  return { amount: fen(amount) }
}

function stateOf(b: PayableBill, paid: number): PayableBill['status'] {
  if (paid === b.amount) return 'settled'
  return paid > 0 ? 'partlyPaid' : 'unpaid'
}

async function book(ctx: Context, b: PayableBill, delta: number): Promise<Partial<PayableBill>> {
  const paid = b.paid! + delta
  if (b.status === 'voided' || b.status === 'toConfirm') throw refused(`应付账单 ${b.no} 当前不能付款`)
  if (paid < 0 || paid > b.amount!) throw refused(`应付账单 ${b.no} 未付 ${formatYuan(b.remain ?? 0)}，不能再付 ${formatYuan(delta)}`)
  const status = stateOf(b, paid)
  return { paid: fen(paid), status, settledOn: status === 'settled' ? ctx.clock.today() : null }
}

interface PayInput {
  amount: number
  channel: Payout['channel']
  paidOn: Payout['paidOn']
  account: number | null
  tradeNo: string | null
  vouchers: Payout['vouchers']
}

/** Under the lock of the bill: what waits to be checked counts, so that two clerks do not both pay it. */
async function register(tx: Tx, ctx: Context, b: PayableBill, input: PayInput): Promise<Payout> {
  if (input.paidOn > ctx.clock.today()) throw invalid({ paidOn: '付款日期不能晚于今天' })
  const waiting = await liveRows(tx, 'payout')
    .select(['no', 'amount'])
    .where('payableBill', '=', b.id)
    .where('status', '=', 'toConfirm')
    .execute()
  const open = (b.remain ?? 0) - sumFen(waiting.map((p) => p.amount))
  if (input.amount > open)
    throw refused(
      waiting.length
        ? `付款单 ${waiting.map((p) => p.no).join('、')} 待复核，可登记的金额只剩 ${formatYuan(open)}`
        : `未付金额只有 ${formatYuan(open)}`,
    )
  const account = await accountFor(tx, ctx, input.account, input.channel, b.store)
  try {
    return await payouts.add(tx, ctx, { payableBill: b.id, store: b.store, payee: b.payee, ...input, account, amount: fen(input.amount) })
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'payout_trade_no_key') throw invalid({ tradeNo: '该流水号已登记' })
    throw error
  }
}

interface Payee {
  id: number
  no: string
  payee: string
  amount: number
  bankName: string | null
  bankAccount: string | null
}
/** To whom payments go, in the order of their numbers. */
export async function payeesOf(tx: Tx, ids: readonly number[]): Promise<(Payee & { status: Payout['status'] })[]> {
  return allRows(tx, 'payout')
    .innerJoin('payableBill', 'payableBill.id', 'payout.payableBill')
    .select(['payout.id', 'payout.no', 'payout.status', 'payout.payee', 'payout.amount', 'payableBill.bankName', 'payableBill.bankAccount'])
    .where('payout.id', '=', anyOf(ids))
    .orderBy('payout.id')
    .execute()
}

/** Many payables at once from one account: each a payment of its own, to be checked by another person. Returns their ids. */
export async function payInBatch(
  tx: Tx,
  ctx: Context,
  wanted: readonly { payableBill: number; amount: number }[],
  how: { account: number; paidOn: Day; channel: 'transfer' },
): Promise<(Payee & { store: number })[]> {
  const made: (Payee & { store: number })[] = []
  for (const { payableBill: id, amount } of wanted.toSorted((a, b) => a.payableBill - b.payableBill)) {
    const of = await bills.lock(tx, ctx, id, 'person')
    if (of.status !== 'unpaid' && of.status !== 'partlyPaid') throw refused(`应付账单 ${of.no} 当前不能付款`)
    const { id: payoutId, no } = await register(tx, ctx, of, { amount, ...how, tradeNo: null, vouchers: [] })
    made.push({ id: payoutId, no, payee: of.payee, amount, store: of.store, bankName: of.bankName, bankAccount: of.bankAccount })
  }
  return made
}

/** Amounts others keep account of: what was taken off, which stage it is, what is held for whom. */
const FREIGHT_FEES: ReadonlySet<string> = new Set(['freight', 'driverPay', 'claim', 'cod'])

export const servedPayable = serve(payableActions, {
  effects: {
    confirm: async ({ tx, ctx, record }) => {
      await refusePayable(tx, ctx, record.id)
      // Nothing is left to pay where deductions took all of it.
      const nothing = record.amount === 0 ? { status: 'settled' as const, settledOn: ctx.clock.today() } : {}
      return { postedOn: await postedOn(tx, ctx, ctx.clock.today()), ...nothing }
    },
    pay: async ({ tx, ctx, record, input }) => void (await register(tx, ctx, record, input)),
    void: async ({ tx, ctx, record }) => {
      const waiting = await liveRows(tx, 'payout')
        .select('no')
        .where('payableBill', '=', record.id)
        .where('status', '=', 'toConfirm')
        .executeTakeFirst()
      if (waiting) throw refused(`付款单 ${waiting.no} 待复核，请先处理`)
      await releaseShares(tx, ctx, record.id)
    },
    book: ({ ctx, record, input }) => book(ctx, record, input.delta),
  },
  hooks: {
    beforeAdd: async ({ values }) => totalOf(values.items),
    beforeEdit: async ({ record, patch }) => {
      if (patch.items === undefined) return undefined
      if (FREIGHT_FEES.has(record.fee)) throw invalid({ items: '金额由费用单、理赔或代收货款算出，不能修改；有误请作废后在费用单上调整' })
      return totalOf(patch.items)
    },
    refuseEdit: (b) =>
      b.status !== 'toConfirm' ? '确认后的应付账单不能修改，可以作废后重新录入' : b.fee === 'split' ? '分账生成的应付账单不能修改' : null,
    refuseDelete: (b) =>
      b.status !== 'toConfirm'
        ? '确认后的应付账单不能删除，请作废'
        : b.fee === 'split'
          ? '分账生成的应付账单请作废，分账记录会回到待结算'
          : FREIGHT_FEES.has(b.fee)
            ? '运费、赔付和代收返款的应付账单请作废，费用会回到待出账'
            : null,
  },
})

/** Sums asserted where they were moved: what is paid is what its confirmed payouts say. */
async function proveBill(tx: Tx, id: number, also: number): Promise<void> {
  const { paid } = await tx.selectFrom('payableBill').select('paid').where('id', '=', id).executeTakeFirstOrThrow()
  const rows = await liveRows(tx, 'payout').select('amount').where('payableBill', '=', id).where('status', '=', 'confirmed').execute()
  if (sumFen(rows.map((p) => p.amount)) + also !== paid) throw new Error(`payable ${id}: paid is not what its payouts say`)
}

async function inTheBooks(tx: Tx, ctx: Context, p: Payout, businessOn: Day, reversal: boolean): Promise<Partial<Payout>> {
  const account = await accountFor(tx, ctx, p.account, p.channel, p.store)
  const posted = await postedOn(tx, ctx, businessOn)
  const { vehicle } = await bills.get(tx, ctx, p.payableBill)
  await cashMoved(tx, ctx, {
    source: 'payout',
    sourceId: p.id,
    no: p.no,
    reversal,
    direction: reversal ? 'in' : 'out',
    amount: p.amount,
    channel: p.channel,
    account,
    businessOn,
    postedOn: posted,
    store: p.store,
    party: p.payee,
    vehicle,
  })
  return { account, postedOn: posted }
}

export const servedPayout = serve(payoutActions, {
  effects: {
    approve: async ({ tx, ctx, record }) => {
      await bills.act(tx, ctx, 'book', record.payableBill, { delta: record.amount })
      // The payout itself turns confirmed as this returns.
      await proveBill(tx, record.payableBill, record.amount)
      return { confirmedBy: ctx.user.id || null, ...(await inTheBooks(tx, ctx, record, record.paidOn, false)) }
    },
    decline: async ({ tx, ctx, record, input }) => {
      await cashDropped(tx, ctx, 'payout', record.id)
      return { answer: input.answer }
    },
    reverse: async ({ tx, ctx, record, input }) => {
      await bills.act(tx, ctx, 'book', record.payableBill, { delta: negated(record.amount) })
      await proveBill(tx, record.payableBill, negated(record.amount))
      await inTheBooks(tx, ctx, record, ctx.clock.today(), true)
      await cashDropped(tx, ctx, 'payout', record.id)
      return { answer: input.answer }
    },
  },
})
