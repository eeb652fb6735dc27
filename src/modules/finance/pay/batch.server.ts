/** 付款批次: one transaction makes all payments of the batch, each to be checked by another person; the file follows from them. */
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { fen, sumFen } from '#kit/basics/fen.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { dayInput } from '#kit/http/inputs.ts'
import { download, route, type Route } from '#kit/http/route.server.ts'
import { payInBatch, payeesOf } from '#modules/billing/billing.public.ts'
import { companyAccount } from '../accounts/account.ts'
import { PAY_FILES, payBatch } from './batch.ts'
import { controlSum, payFile, whyNotSent, type PayFormat, type PayRow } from './file.rules.ts'
import { fileAnswer } from '#kit/http/answers.server.ts'

const batches = storeOf(payBatch)
const accounts = storeOf(companyAccount)

interface Wanted {
  account: number
  paidOn: Day
  format: PayFormat
  bills: readonly { id: number; amount: number }[]
}
const rowOf = ({ no, payee, bankName, bankAccount, amount }: Omit<PayRow, 'purpose'>): PayRow => ({
  no,
  payee,
  bankName,
  bankAccount,
  amount,
  purpose: '应付款',
})

export async function makeBatch(tx: Tx, ctx: Context, w: Wanted): Promise<{ id: number; no: string }> {
  if (new Set(w.bills.map((b) => b.id)).size !== w.bills.length) throw invalid({ bills: '同一应付账单只能选择一次' })
  const from = await accounts.get(tx, ctx, w.account, 'person')
  if (from.status !== 'active') throw invalid({ account: '所选账户已停用' })
  const made = await payInBatch(
    tx,
    ctx,
    w.bills.map((b) => ({ payableBill: b.id, amount: b.amount })),
    { account: w.account, paidOn: w.paidOn, channel: 'transfer' },
  )
  const rows = made.map(rowOf)
  const why = rows.map(whyNotSent).filter((text) => text !== null)
  if (why.length) throw refused(`${why.join('；')}，请先在应付账单上补全，或单独登记付款`)
  const { id, no } = await batches.add(tx, ctx, {
    account: w.account,
    paidOn: w.paidOn,
    payouts: made.map((p) => p.id),
    count: made.length,
    amount: sumFen(made.map((p) => p.amount)),
    control: controlSum(rows),
    store: made[0]!.store,
    format: w.format,
  })
  return { id, no }
}

/**
 * The payments as they were when the batch was made, and of them those that a second person has confirmed: before that nothing leaves the
 * house (docs/decisions/0093). What was rejected or taken back is not paid.
 */
export async function fileOf(tx: Tx, ctx: Context, id: number): Promise<{ name: string; text: string }> {
  const batch = await batches.lock(tx, ctx, id, 'person')
  const from = await accounts.get(tx, ctx, batch.account)
  const made = await payeesOf(tx, batch.payouts)
  const waiting = made.filter((p) => p.status === 'toConfirm').map((p) => p.no)
  if (waiting.length)
    throw refused(
      `付款单 ${waiting.slice(0, 5).join('、')}${waiting.length > 5 ? ` 等 ${waiting.length} 张` : ''} 还没有复核，复核后才能下载付款文件`,
    )
  if (controlSum(made.map(rowOf)) !== batch.control)
    throw refused('应付账单的收款账号在制单后被改动，校验和不符；请驳回这些付款单后重新制单')
  const rows = made.filter((p) => p.status === 'confirmed').map(rowOf)
  if (rows.length === 0) throw refused('这一批付款单都已驳回或冲销，没有要付的款项；需要付款请重新「批量付款」')
  const text = payFile(batch.format, { account: from.accountNo ?? '', name: from.name, on: batch.paidOn, no: batch.no }, rows)
  await batches.edit(tx, ctx, id, { fileCount: batch.fileCount + 1 })
  return { name: `${batch.no}-${PAY_FILES[batch.format]}.csv`, text }
}

const ID = z.coerce.number().int().min(1)
export const batchRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/payBatch/make',
    summary: '批量付款：生成付款单与付款批次',
    right: 'payableBillList_pay',
    input: z.strictObject({
      account: ID,
      paidOn: dayInput('付款日期不正确'),
      format: z.enum(Object.keys(PAY_FILES) as [PayFormat]).default('general'),
      bills: z
        .array(
          z.strictObject({
            id: ID,
            amount: z.int('金额应为整数（单位：分）').min(1, '付款金额必须大于 0').max(1e13, '付款金额超出允许的范围'),
          }),
        )
        .min(1, '请选择要付款的应付账单')
        .max(500, '一次最多 500 张'),
    }),
    output: z.object({ id: z.number(), no: z.string() }),
    handler: (ctx, { bills, ...w }) =>
      ctx.db.write(ctx.user.operatorId, (tx) =>
        makeBatch(tx, ctx, { ...w, paidOn: w.paidOn, bills: bills.map((b) => ({ id: b.id, amount: fen(b.amount) })) }),
      ),
  }),
  route({
    method: 'POST',
    path: '/api/v1/payBatch/file',
    summary: '下载付款批次的银行付款文件',
    right: 'payBatchList',
    input: z.strictObject({ id: ID }),
    output: fileAnswer,
    handler: async (ctx, { id }) => {
      const { name, text } = await ctx.db.write(ctx.user.operatorId, (tx) => fileOf(tx, ctx, id))
      return download({ fileName: name, mime: 'text/csv; charset=utf-8', body: Buffer.from(text) })
    },
  }),
]
