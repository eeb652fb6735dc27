/** The calls of 催收 by customer. */
import { z } from 'zod'
import { dayInput } from '#kit/http/inputs.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { DUNNING, DUNNING_TABS } from '../../billing.wire.ts'
import { dunningList, noteTalk } from './dunning.server.ts'
import { REMIND_WAYS } from '../fee-items.rules.ts'

export const dunningRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/dunning/list',
    summary: '有逾期账款的客户',
    right: 'dunningList',
    input: z.strictObject({
      tab: z.enum(DUNNING_TABS, '没有这个列表，请从「待催、已承诺、全部」中选择').default('due'),
      keyword: z.string().trim().max(80, '搜索内容最多 80 字').default(''),
      pageNo: z.coerce.number('页码应为数字').int('页码应为整数').min(1, '页码从 1 开始').max(10_000, '页码过大').default(1),
      pageSize: z.coerce.number('每页条数应为数字').int('每页条数应为整数').min(1, '每页至少一条').max(100, '每页最多 100 条').default(20),
    }),
    output: DUNNING,
    handler: (ctx, asked) => ctx.db.read(ctx.user.operatorId, (db) => dunningList(db, ctx, asked)),
  }),
  route({
    method: 'POST',
    path: '/api/v1/dunning/note',
    summary: '记录一次催收',
    right: 'dunningList_remind',
    input: z.strictObject({
      lessee: z.int('承租人不正确').min(1, '承租人不正确'),
      way: z.enum(Object.keys(REMIND_WAYS) as (keyof typeof REMIND_WAYS)[], '请选择催收方式'),
      content: z.string('请填写沟通内容').trim().min(1, '请填写沟通内容').max(300, '沟通内容最多 300 字'),
      promisedOn: dayInput('承诺付款日不正确').nullish(),
      promised: z.int('承诺金额应为整数（单位：分）').min(1, '承诺金额必须大于 0').max(1e13, '承诺金额超出允许的范围').nullish(),
    }),
    output: z.object({ id: z.number() }),
    handler: (ctx, { lessee, ...talk }) =>
      ctx.db.write(ctx.user.operatorId, (tx) =>
        noteTalk(tx, ctx, lessee, { ...talk, promisedOn: (talk.promisedOn ?? null) as Day | null }),
      ),
  }),
]
