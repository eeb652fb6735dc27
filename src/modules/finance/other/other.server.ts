/** Documents of other money: checked as they are entered, in the cash book as they are confirmed, mirrored as they are taken back. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { negated } from '#kit/basics/fen.ts'
import { invalid } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { serve, type EntityHooks, type ServedEntity } from '#kit/entity/serve.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import type { ActSpec } from '#modules/approval/approval.public.ts'
import { registeredTradeNos } from '#modules/billing/billing.public.ts'
import { releaseLine } from '../bank/target.server.ts'
import { mirrorCash, writeCash } from '../cash/cash.server.ts'
import { repaid } from '../reimburse/reimburse.server.ts'
import { tellFollowers } from './receipts.server.ts'
import { postedOn } from '../period/posting.server.ts'
import {
  accountTransferActions,
  otherPaymentActions,
  otherReceiptActions,
  type accountTransfer,
  type otherPayment,
  type otherReceipt,
} from './document.ts'

type Which = 'otherReceipt' | 'otherPayment' | 'accountTransfer'
type Receipt = Rec<typeof otherReceipt>
type Payment = Rec<typeof otherPayment>
type Transfer = Rec<typeof accountTransfer>

async function checked(
  tx: Tx,
  ctx: Context,
  which: Which,
  id: number,
  values: { movedOn?: Day | null; tradeNo?: string | null },
): Promise<void> {
  if (values.movedOn && values.movedOn > ctx.clock.today()) throw invalid({ movedOn: '日期不能晚于今天' })
  if (!values.tradeNo) return
  const known = await liveRows(tx, which)
    .select('no')
    .where('tradeNo', '=', values.tradeNo)
    .where('id', '<>', id)
    .where('status', 'in', ['toConfirm', 'confirmed'])
    .executeTakeFirst()
  if (known) throw invalid({ tradeNo: `该流水号已登记（${known.no}）` })
  const elsewhere = which === 'otherReceipt' ? (await registeredTradeNos(tx, ctx, [values.tradeNo])).get(values.tradeNo) : undefined
  if (elsewhere) throw invalid({ tradeNo: `该流水号${elsewhere}` })
}

const hooksFor = (which: Which): EntityHooks<never> =>
  ({
    beforeAdd: async ({ tx, ctx, values }: { tx: Tx; ctx: Context; values: { movedOn?: Day; tradeNo?: string } }) =>
      checked(tx, ctx, which, 0, values),
    beforeEdit: async ({
      tx,
      ctx,
      record,
      patch,
    }: {
      tx: Tx
      ctx: Context
      record: { id: number }
      patch: { movedOn?: Day; tradeNo?: string }
    }) => checked(tx, ctx, which, record.id, patch),
    refuseEdit: (d: { status: string }) => (d.status === 'toConfirm' ? null : '复核后的单据不能修改，可以冲销后重新登记'),
    refuseDelete: (d: { status: string }) => (d.status === 'toConfirm' ? null : '复核后的单据不能删除，可以冲销'),
  }) as unknown as EntityHooks<never>

interface Document {
  id: number
  no: string
  amount: number
  movedOn: Day
  store: number
}
async function confirmed(
  tx: Tx,
  ctx: Context,
  source: Which,
  d: Document,
  rows: readonly Omit<Parameters<typeof writeCash>[2], 'businessOn' | 'postedOn' | 'source' | 'sourceId' | 'sourceNo' | 'store'>[],
) {
  const posted = await postedOn(tx, ctx, d.movedOn)
  // Accounts are locked in one order, whichever way the money goes.
  for (const row of rows.toSorted((a, b) => a.account - b.account))
    await writeCash(tx, ctx, { ...row, businessOn: d.movedOn, postedOn: posted, source, sourceId: d.id, sourceNo: d.no, store: d.store })
  return { confirmedBy: ctx.user.id || null, postedOn: posted }
}
async function takenBack(tx: Tx, ctx: Context, source: Which, d: Document, answer: string) {
  const today = ctx.clock.today()
  await mirrorCash(tx, ctx, source, d.id, { businessOn: today, postedOn: await postedOn(tx, ctx, today) })
  await releaseLine(tx, ctx, source, d.id)
  return { answer }
}

const confirmReceipt = (tx: Tx, ctx: Context, d: Receipt) =>
  confirmed(tx, ctx, 'otherReceipt', d, [
    { account: d.account, kind: 'otherReceipt', direction: 'in', amount: d.amount, party: d.payer, vehicle: d.vehicle },
  ])
const confirmPayment = (tx: Tx, ctx: Context, d: Payment) =>
  confirmed(tx, ctx, 'otherPayment', d, [
    { account: d.account, kind: 'otherPayment', direction: 'out', amount: d.amount, party: d.payee, vehicle: d.vehicle },
  ])
const confirmTransfer = (tx: Tx, ctx: Context, d: Transfer) =>
  confirmed(tx, ctx, 'accountTransfer', d, [
    { account: d.from, kind: 'transferOut', direction: 'out', amount: d.amount, party: '账户互转' },
    { account: d.to, kind: 'transferIn', direction: 'in', amount: d.amount, party: '账户互转' },
    ...(d.fee > 0 ? [{ account: d.from, kind: 'fee' as const, direction: 'out' as const, amount: d.fee, party: '转账手续费' }] : []),
  ])

export const otherEntities: readonly ServedEntity[] = [
  serve(otherReceiptActions, {
    effects: {
      confirm: async ({ tx, ctx, record }) => {
        if (record.loan) await repaid(tx, ctx, record.loan, record.amount)
        await tellFollowers(tx, ctx, record, true)
        return confirmReceipt(tx, ctx, record)
      },
      reject: async ({ tx, ctx, record, input }) => {
        await releaseLine(tx, ctx, 'otherReceipt', record.id)
        await tellFollowers(tx, ctx, record, false)
        return { answer: input.answer }
      },
      reverse: async ({ tx, ctx, record, input }) => {
        if (record.loan) await repaid(tx, ctx, record.loan, negated(record.amount))
        await tellFollowers(tx, ctx, record, false)
        return takenBack(tx, ctx, 'otherReceipt', record, input.answer)
      },
    },
    hooks: {
      ...(hooksFor('otherReceipt') as EntityHooks<typeof otherReceipt>),
      beforeDelete: ({ tx, ctx, record }) => tellFollowers(tx, ctx, record, false),
    },
  }),
  serve(otherPaymentActions, {
    effects: {
      confirm: ({ tx, ctx, record }) => confirmPayment(tx, ctx, record),
      reject: async ({ tx, ctx, record, input }) => {
        await releaseLine(tx, ctx, 'otherPayment', record.id)
        return { answer: input.answer }
      },
      reverse: ({ tx, ctx, record, input }) => takenBack(tx, ctx, 'otherPayment', record, input.answer),
    },
    hooks: hooksFor('otherPayment'),
  }),
  serve(accountTransferActions, {
    effects: {
      confirm: ({ tx, ctx, record }) => confirmTransfer(tx, ctx, record),
      reject: async ({ tx, ctx, record, input }) => {
        await releaseLine(tx, ctx, 'accountTransfer', record.id)
        return { answer: input.answer }
      },
      reverse: ({ tx, ctx, record, input }) => takenBack(tx, ctx, 'accountTransfer', record, input.answer),
    },
    hooks: hooksFor('accountTransfer'),
  }),
]

const byAnother = { waits: 'toConfirm', pass: 'confirm', reject: { action: 'reject', input: 'answer' }, money: true } as const
/** Money that goes out, or from one account of the company to another; what comes in is seen on the account. */
export const otherActs: readonly ActSpec[] = [
  { ...byAnother, code: 'otherPayment', label: '其他付款', scene: 30, entity: 'otherPayment' },
  { ...byAnother, code: 'accountTransfer', label: '账户互转', scene: 31, entity: 'accountTransfer' },
]
