/**
 * What is shipped: a colleague reads it in 我的消息 and passes it on, by telephone or otherwise. A box is no place for what may open a door
 * or what its reader has no right to: the number is masked, whatever he sees it by elsewhere, and of a link the token is left out.
 */
import { refused } from '#kit/basics/errors.ts'
import { maskPhone } from '#kit/basics/identifiers/mask.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { sendMessages } from '../messages/messages.server.ts'
import type { MessageCarrier } from './carrier.server.ts'

const MOBILE = /(?<!\d)1\d{10}(?!\d)/g
const TOKEN = /#t=[^\s，。；（）]+/g
const masked = (text: string): string => text.replaceAll(MOBILE, (number) => maskPhone(number)).replaceAll(TOKEN, '')

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
        title: masked(`请转告${to.name}：${title}`),
        content: masked(`电话 ${to.mobile}\n${text}`),
        dedupe: id,
      })
      return { receipt: null }
    }),
}
