/** 外发记录: a message to oneself that shows whether the way out works. */
import { z } from 'zod'
import { refused } from '#kit/basics/errors.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { sendOutside } from './message-call.server.ts'

export const outgoingRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/outgoingCall/test',
    summary: '发送测试消息',
    right: 'outgoingCallList_test',
    input: z.strictObject({}),
    single: true,
    output: z.object({ outside: z.boolean() }),
    handler: (ctx) =>
      ctx.db.write(ctx.user.operatorId, async (tx) => {
        const me = await tx.selectFrom('user').select(['id', 'name', 'mobile']).where('id', '=', ctx.user.id).executeTakeFirst()
        if (!me?.mobile) throw refused('您的账号没有手机号，请先在个人中心填写后再发送测试消息')
        const text = `这是 ${ctx.user.name} 发送的测试消息，收到即表示对外消息可用。`
        await sendOutside(tx, ctx, { to: { name: me.name, mobile: me.mobile }, title: '测试消息', text, standIns: [me.id] })
        return { outside: ctx.ports.messages.outside }
      }),
  }),
]
