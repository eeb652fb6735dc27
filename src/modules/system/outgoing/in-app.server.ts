/** What is shipped: a colleague reads it in 我的消息 and passes it on, by telephone or otherwise. */
import { refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { sendMessages } from '../messages/messages.server.ts'
import type { MessageCarrier } from './carrier.server.ts'

export const inAppCarrier: MessageCarrier = {
  outside: false,
  send: (ctx, { to, title, text, standIns }, { id }) =>
    ctx.db.write(ctx.user.operatorId, async (tx) => {
      const colleagues = standIns.length
        ? await liveRows(tx, 'user')
            .select('id')
            .where('id', 'in', [...standIns])
            .where('status', '=', 'active')
            .execute()
        : []
      if (colleagues.length === 0) throw refused('没有可以转告的在职同事，请为该事项指定经办人，或由管理员接入短信')
      await sendMessages(tx, ctx, {
        receivers: colleagues.map((c) => c.id),
        category: 'task',
        title: `请转告${to.name}：${title}`,
        content: `电话 ${to.mobile}\n${text}`,
        dedupe: id,
      })
      return { receipt: null }
    }),
}
