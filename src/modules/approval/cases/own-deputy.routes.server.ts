/** 我的代理: everybody sets and takes back his own, whatever pages he was given: whoever is asked may be away. */
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { absent } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { doneAnswer } from '#kit/http/answers.server.ts'
import { instantInput } from '#kit/http/inputs.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { id, read, write } from '../input.server.ts'
import { OWN_DEPUTIES, type OwnDeputies } from '../wire.ts'
import { namesOf } from '../people/directory.server.ts'
import { approvalDeputy } from '../people/roles.ts'

const deputies = storeOf(approvalDeputy)
const instant = instantInput('请选择 1900 年至 2199 年之间的时间')

/** Those that stand now or will: what is over is history. */
async function mine(tx: Tx, ctx: Context): Promise<OwnDeputies> {
  const rows = await liveRows(tx, 'approvalDeputy')
    .select(['id', 'deputy', 'fromAt', 'toAt', 'reason'])
    .where('user', '=', ctx.user.id)
    .where('status', '=', 'active')
    .where('toAt', '>', ctx.clock.now())
    .orderBy('fromAt')
    .limit(50)
    .execute()
  const names = await namesOf(
    tx,
    rows.map((r) => r.deputy),
  )
  return rows.map(({ deputy, ...r }) => ({ ...r, name: names.get(deputy) ?? `#${deputy}` }))
}

export const ownDeputyRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/workflow/myDeputies',
    summary: '我的审批代理',
    right: 'signedIn',
    input: z.strictObject({}),
    output: OWN_DEPUTIES,
    handler: (ctx) => read(ctx, (tx) => mine(tx, ctx)),
  }),
  route({
    method: 'POST',
    path: '/api/v1/workflow/setDeputy',
    summary: '请他人在一段时间内代我审批',
    right: 'signedIn',
    input: z.strictObject({
      deputy: z.int('请选择代理人').min(1, '请选择代理人'),
      fromAt: instant,
      toAt: instant,
      reason: z.string().trim().min(1, '请填写事由').max(200, '事由最多 200 字'),
    }),
    output: z.object({ id: z.number() }),
    handler: (ctx, i) => write(ctx, async (tx) => ({ id: (await deputies.add(tx, ctx, { ...i, user: ctx.user.id })).id })),
  }),
  route({
    method: 'POST',
    path: '/api/v1/workflow/cancelDeputy',
    summary: '取消我的审批代理',
    right: 'signedIn',
    input: z.strictObject({ id }),
    single: true,
    output: doneAnswer,
    handler: (ctx, i) =>
      write(ctx, async (tx) => {
        const row = await liveRows(tx, 'approvalDeputy')
          .select('id')
          .where('id', '=', i.id)
          .where('user', '=', ctx.user.id)
          .executeTakeFirst()
        if (!row) throw absent('代理不存在或不是您的')
        await deputies.act(tx, ctx, 'cancel', row.id)
        return null
      }),
  }),
]
