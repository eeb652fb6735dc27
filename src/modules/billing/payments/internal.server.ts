/** Paying bills with what is there already, and asking the balance back: the calls behind the payment page and the customer. */
import { ZERO } from '#kit/basics/fen.ts'
import { z } from 'zod'
import type { Context, Db } from '#kit/access/context.server.ts'
import { absent, refused } from '#kit/basics/errors.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { rowAfter } from '#kit/entity/api/record.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { find } from '#kit/entity/query/query.server.ts'
import { get } from '#kit/entity/store.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { payableBills } from './payment.server.ts'
import { requestRefund } from './refund.server.ts'
import { payInternally } from './settle.server.ts'
import { recordAnswer } from '#kit/entity/api/generated-answers.server.ts'
import { MEANS, type Means } from '../billing.wire.ts'

const ID = z.int('编号不正确').min(1, '编号不正确')
const AMOUNT = z.int('金额应为整数（单位：分）').min(1, '金额必须大于 0').max(1e13, '金额超出允许的范围')
const APPLY = z.strictObject({
  bills: z.array(ID).min(1, '请选择账单').max(5000, '一次最多 5000 张账单'),
  amount: AMOUNT,
  depositAccount: ID.nullish(),
  designation: z
    .array(z.strictObject({ bill: ID, amount: z.int().min(0, '指定金额不能为负数').max(1e13) }))
    .max(5000)
    .optional(),
  remark: z.string().trim().max(200, '说明最多 200 个字').optional(),
})
const REFUND = z.strictObject({
  lessee: ID,
  amount: AMOUNT,
  payee: z.string().trim().min(1, '请填写收款人').max(80, '收款人最多 80 个字'),
  bankName: z.string().trim().max(80, '开户行最多 80 个字').nullish(),
  bankAccount: z.string().trim().max(40, '收款账号最多 40 个字').nullish(),
  reason: z.string().trim().min(1, '请填写退款原因').max(200, '退款原因最多 200 个字'),
})

/** What a customer has that could pay: his balance, and deposits that are not being held. */
async function means(db: Db, ctx: Context, lessee: number): Promise<Means> {
  const who = (await find(db, ctx, ctx.registry.entity('lessee').entity as Entity, lessee)) as {
    id: number
    name?: string
    balance?: number
  }
  const today = ctx.clock.today()
  const accounts = await liveRows(db, 'depositAccount')
    .innerJoin('lease', 'lease.id', 'depositAccount.lease')
    .select(['depositAccount.id', 'depositAccount.kind', 'depositAccount.balance', 'depositAccount.holdUntil', 'lease.no'])
    .where('depositAccount.lessee', '=', lessee)
    .where('depositAccount.balance', '>', ZERO)
    .orderBy('depositAccount.id')
    .execute()
  return {
    balance: who.balance ?? 0,
    deposits: accounts.map((a) => ({
      id: a.id,
      kind: a.kind,
      balance: a.balance,
      lease: a.no,
      held: a.holdUntil !== null && a.holdUntil > today ? a.holdUntil : null,
    })),
  }
}

export const internalRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/payment/means',
    summary: '承租人可用的余额与押金',
    right: 'billInfoList_pay',
    input: z.strictObject({ lessee: z.coerce.number().int().min(1) }),
    output: MEANS,
    handler: (ctx, { lessee }) => ctx.db.read(ctx.user.operatorId, (db) => means(db, ctx, lessee)),
  }),
  route({
    method: 'POST',
    path: '/api/v1/payment/apply',
    summary: '用余额或押金支付账单',
    right: 'billInfoList_pay',
    input: APPLY,
    output: recordAnswer,
    handler: (ctx, input) =>
      ctx.db.write(ctx.user.operatorId, async (tx) => {
        const bills = await payableBills(tx, ctx, input.bills)
        if (input.depositAccount) {
          if (!ctx.access.can('userEnsure_deduct')) throw refused('没有用押金抵扣账单的权限，请联系管理员开通')
          const account = await liveRows(tx, 'depositAccount').select('lessee').where('id', '=', input.depositAccount).executeTakeFirst()
          if (!account || account.lessee !== bills[0]!.lessee) throw absent('押金账户不存在或不属于该承租人')
        }
        const id = await payInternally(tx, ctx, {
          lessee: bills[0]!.lessee,
          bills: bills.map((b) => b.id),
          amount: input.amount,
          remark: input.remark || (input.depositAccount ? '押金抵扣' : '余额支付'),
          ...(input.depositAccount ? { depositAccount: input.depositAccount } : {}),
          ...(input.designation?.length
            ? { designation: bills.map((b) => ({ bill: b.id, amount: input.designation!.find((d) => d.bill === b.id)?.amount ?? 0 })) }
            : {}),
        })
        return rowAfter(tx, ctx, ctx.registry.entity('payment'), await get(tx, ctx, 'payment', id))
      }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/refund/request',
    summary: '申请退还预存余额',
    right: 'refundList_request',
    input: REFUND,
    output: recordAnswer,
    handler: (ctx, input) =>
      ctx.db.write(ctx.user.operatorId, async (tx) => {
        await find(tx, ctx, ctx.registry.entity('lessee').entity as Entity, input.lessee)
        const made = await requestRefund(tx, ctx, input)
        return rowAfter(tx, ctx, ctx.registry.entity('refund'), made)
      }),
  }),
]
