/** A problem is told by whoever has it, also one who may not open the list of problems: that is often what he has to tell. */
import { z } from 'zod'
import { storeOf } from '#kit/entity/store.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { FEEDBACK_SENT } from '../system.wire.ts'
import { problemFeedback } from './messages.ts'

const store = storeOf(problemFeedback)

export const feedbackRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/feedback/send',
    summary: '反馈问题（不需要「问题反馈」的权限）',
    right: 'signedIn',
    input: z.strictObject({
      title: z.string('请填写标题').trim().min(1, '请填写标题').max(80, '标题最多 80 字'),
      content: z.string('请填写问题描述').trim().min(1, '请填写问题描述').max(3000, '问题描述最多 3000 字'),
      page: z.string().max(200, '页面地址最多 200 字').nullish(),
    }),
    output: FEEDBACK_SENT,
    handler: (ctx, { title, content, page }) =>
      ctx.db.write(ctx.user.operatorId, async (tx) => {
        const { id } = await store.add(tx, ctx, { title, content, page: page ?? null })
        const { no } = await store.get(tx, ctx, id)
        return { no }
      }),
  }),
]
