/** Calls about real names, quota, and contracts that wait for signatures. */
import { addDays } from '#kit/basics/time/day.ts'
import { fen } from '#kit/basics/fen.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { absent } from '#kit/basics/errors.ts'
import { maskPhone } from '#kit/basics/identifiers/mask.ts'
import { formsOf } from '#kit/database/sealing.server.ts'
import { liveRows, seenRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { qrPath } from '#kit/pdf/qr.server.ts'
import { identifyThere } from '../provider/identify.server.ts'
import { AUTH_NUMBERS } from '../identity/identity.ts'
import { credit, quotaTotal } from '../quota/quota.server.ts'
import { rechargeOrder } from '../quota/quota.ts'
import { nextOf } from '../flows/compose.server.ts'
import { PAGING, base, id } from './shapes.server.ts'
import {
  authInfoAnswer,
  authUrlAnswer,
  lesseeAuthAnswer,
  paymentCodeAnswer,
  plansAnswer,
  quotaAnswer,
  rechargesAnswer,
  unsignedAnswer,
} from '../ceremony/answers.server.ts'

const orders = storeOf(rechargeOrder)

export function authRoutes(): readonly Route[] {
  const start = (kind: 'person' | 'company', path: string, key: 'psnAccount' | 'orgName'): Route =>
    route({
      method: 'POST',
      path: `${base}/auth/${path}`,
      summary: kind === 'person' ? '个人实名：登记页地址' : '企业实名：登记页地址',
      output: authUrlAnswer,
      right: 'contractAuth_auth',
      // The customer's contract names it in the query (spec §7).
      inQuery: true,
      input: z.strictObject({ [key]: z.string().trim().min(1).max(80) }),
      handler: async (ctx, input: Record<string, string>) => {
        const value = input[key]!
        const row = await ctx.db.read(ctx.user.operatorId, (tx) =>
          liveRows(tx, 'signIdentity')
            .select('id')
            .where('kind', '=', kind)
            // Telephones lie sealed.
            .where(kind === 'person' ? 'account' : 'name', 'in', kind === 'person' ? formsOf(value) : [value])
            .executeTakeFirst(),
        )
        if (row && ctx.ports.esign.outside) return identifyThere(ctx, row.id)
        return { url: row ? `/contract/contractAuthDetail?id=${row.id}` : '/contract/contractAuthAdd', flowId: row?.id ?? null }
      },
    })
  return [
    start('person', 'psnAuthUrl', 'psnAccount'),
    start('company', 'orgAuthUrl', 'orgName'),
    route({
      method: 'GET',
      path: `${base}/auth/lessee`,
      summary: '承租人的实名状态',
      output: lesseeAuthAnswer,
      right: 'memberList',
      input: z.strictObject({ id }),
      handler: (ctx, { id: lessee }) =>
        ctx.db.read(ctx.user.operatorId, async (tx) => {
          const seen = await seenRows(tx, ctx, 'lessee')
            .select(sql<number>`t.id`.as('id'))
            .where('id', '=', lessee)
            .executeTakeFirst()
          if (!seen) throw absent('承租人已被删除，或不在您的数据权限内，请刷新后重新选择')
          const row = await liveRows(tx, 'signIdentity')
            .select(['id', 'status', 'checkedAt', 'validUntil'])
            .where('lessee', '=', lessee)
            .orderBy('id', 'desc')
            .executeTakeFirst()
          return { authType: AUTH_NUMBERS[row?.status ?? 'none'], checkedAt: row?.checkedAt ?? null, validUntil: row?.validUntil ?? null }
        }),
    }),
    route({
      method: 'GET',
      path: `${base}/auth/info`,
      summary: '我与本单位的实名状态',
      output: authInfoAnswer,
      right: 'signedIn',
      input: z.strictObject({}),
      handler: (ctx) =>
        ctx.db.read(ctx.user.operatorId, async (tx) => {
          const mine = () => liveRows(tx, 'signIdentity').select(['id', 'status']).orderBy('id', 'desc')
          const info = (row: { id: number; status: keyof typeof AUTH_NUMBERS } | undefined) => ({
            id: row?.id ?? null,
            authType: AUTH_NUMBERS[row?.status ?? 'none'],
          })
          return {
            psnAuthInfo: info(await mine().where('user', '=', ctx.user.id).executeTakeFirst()),
            orgAuthInfo: info(await mine().where('own', '=', true).executeTakeFirst()),
          }
        }),
    }),
  ]
}

export function rechargeRoutes(): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: `${base}/recharge/plan`,
      summary: '充值套餐',
      output: plansAnswer,
      right: ['contractRecharge', 'electronicContracts'],
      input: z.strictObject({}),
      handler: (ctx) =>
        ctx.db.read(ctx.user.operatorId, (tx) =>
          liveRows(tx, 'rechargePlan')
            .select(['id', 'name', 'copies', 'price', 'validDays'])
            .where('status', '=', 'active')
            .orderBy('copies')
            .execute(),
        ),
    }),
    route({
      method: 'GET',
      path: `${base}/recharge/record`,
      summary: '充值记录',
      output: rechargesAnswer,
      right: 'contractRecharge',
      input: z.strictObject(PAGING),
      handler: (ctx, q) =>
        ctx.db.read(ctx.user.operatorId, async (tx) => {
          const query = seenRows(tx, ctx, 'rechargeOrder')
          const list = await query
            .select([
              't.id',
              't.no',
              't.status',
              't.copies',
              't.amount',
              't.quantity',
              't.paidAt',
              't.createdAt',
              't.version',
              't.orderedBy',
            ])
            .orderBy('t.id', 'desc')
            .limit(q.pageSize)
            .offset((q.pageNo - 1) * q.pageSize)
            .execute()
          const { n } = await query.select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()
          return { list, total: Number(n), pageNo: q.pageNo, pageSize: q.pageSize }
        }),
    }),
    route({
      method: 'GET',
      path: `${base}/recharge/total`,
      summary: '份数余量',
      output: quotaAnswer,
      right: ['contractRecharge', 'electronicContracts'],
      input: z.strictObject({}),
      handler: (ctx) => ctx.db.read(ctx.user.operatorId, (tx) => quotaTotal(tx, ctx)),
    }),
    route({
      method: 'POST',
      path: `${base}/recharge/gift`,
      summary: '赠送签署份数',
      output: quotaAnswer,
      right: 'contractRecharge_gift',
      single: true,
      input: z.strictObject({
        copies: z.number().int().min(1).max(100_000),
        validDays: z.number().int().min(1).max(3650).nullish(),
      }),
      handler: (ctx, { copies, validDays }) =>
        ctx.db.write(ctx.user.operatorId, async (tx) => {
          const expiresOn = validDays ? addDays(ctx.clock.today(), validDays) : null
          const refKey = `gift:${await nextOf(tx, ctx, 'signGift')}`
          await credit(tx, ctx, { source: 'gift', total: copies, expiresOn, rechargeOrder: null, refKey })
          return quotaTotal(tx, ctx)
        }),
    }),
    route({
      method: 'POST',
      path: `${base}/recharge/doPaymentCode`,
      summary: '购买套餐：生成充值单与付款码',
      output: paymentCodeAnswer,
      right: 'contractRecharge_recharge',
      single: true,
      input: z.strictObject({ planId: id, quantity: z.number().int().min(1).max(100) }),
      handler: (ctx, { planId, quantity }) =>
        ctx.db.write(ctx.user.operatorId, async (tx) => {
          const plan = await liveRows(tx, 'rechargePlan')
            .selectAll()
            .where('id', '=', planId)
            .where('status', '=', 'active')
            .executeTakeFirst()
          if (!plan) throw absent('套餐已被删除或停用，请重新选择')
          const expireAt = new Date(Date.parse(ctx.clock.now()) + 2 * 86_400_000).toISOString()
          const order = await orders.add(tx, ctx, {
            plan: plan.id,
            quantity,
            copies: plan.copies * quantity,
            amount: fen(plan.price * quantity),
            validDays: plan.validDays,
            orderedBy: ctx.user.id,
            expireAt,
          })
          const codeUrl = `充值单 ${order.no} 金额 ${(order.amount / 100).toFixed(2)} 元`
          return { orderNo: order.no, orderId: order.id, codeUrl, image: qrPath(codeUrl, 200), amount: order.amount, expireAt }
        }),
    }),
  ]
}

export const unsigned: Route = route({
  method: 'GET',
  path: '/api/v1/workflow/wkcontractinfo/con/unSignList',
  summary: '待签署且没有进行中流程的租赁合同',
  output: unsignedAnswer,
  right: ['electronicContracts', 'contracList'],
  input: z.strictObject({ ...PAGING, no: z.string().max(40).optional(), lessee: id.optional(), store: id.optional() }),
  handler: (ctx, q) =>
    ctx.db.read(ctx.user.operatorId, async (db) => {
      let query = seenRows(db, ctx, 'contract')
        .where('status', '=', 'toSign')
        .where(
          sql<boolean>`not exists (select 1 from sign_flow f where f.biz_entity = 'contract' and f.biz_id = t.id and f.status = 'signing' and f.deleted_at is null)`,
        )
      if (q.no) query = query.where('no', 'ilike', `%${q.no.replace(/[\\%_]/g, '\\$&')}%`)
      if (q.lessee) query = query.where('lessee', '=', q.lessee)
      if (q.store) query = query.where('store', '=', q.store)
      const rows = await query
        .select([
          sql<number>`t.id`.as('contractId'),
          sql<string>`t.no`.as('no'),
          sql<string>`(select name from lessee where id = t.lessee)`.as('lessee'),
          sql<string | null>`(select mobile from lessee where id = t.lessee)`.as('mobile'),
          sql<string[] | null>`(select array_agg(plate_no order by plate_no) from vehicle where id = any (t.vehicles))`.as('vehicles'),
          sql<number>`t.total_rent`.as('amount'),
          sql<number>`(t.end_on - t.start_on)`.as('days'),
        ])
        .orderBy(sql`t.id`, 'desc')
        .limit(q.pageSize)
        .offset((q.pageNo - 1) * q.pageSize)
        .execute()
      const { n } = await query.select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()
      return {
        list: rows.map((row) => ({ ...row, mobile: row.mobile ? maskPhone(row.mobile) : null })),
        total: Number(n),
        pageNo: q.pageNo,
        pageSize: q.pageSize,
      }
    }),
})
