/** How a message gets out: recorded with its cause, sent by port `messages` after the commit. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { maskPhone } from '#kit/basics/identifiers/mask.ts'
import { defineCall } from '#kit/ports/call.server.ts'
import { enqueue } from '#kit/jobs/outbox.server.ts'
import { outsideMessage, type OutsideMessage } from './carrier.server.ts'

export const messageCall = defineCall({
  kind: 'system.message',
  label: '对外消息',
  payload: outsideMessage,
  // The text may hold a one-time code: the title must do.
  summary: ({ to, title }) => `${to.name} ${maskPhone(to.mobile)}：${title}`,
  deliver: (ctx, message, delivery) => ctx.ports.messages.send(ctx, message, delivery),
})

/** Whether somebody who never sits before the console is reached at all. */
export const reachesOutside = (ctx: Pick<Context, 'ports'>): boolean => ctx.ports.messages.outside

/** For whoever asks for a link to be sent: a colleague who would pass it on could open it himself. */
export const NO_WAY_OUT = '尚未接入短信，不能发送；请取消发送后再生成，复制链接发给对方，或出示二维码'

/** In the caller's transaction. `key` names the event: the same is sent once, however often its cause is repeated. */
export const sendOutside = (tx: Tx, ctx: Context, message: OutsideMessage, options: { key?: string; at?: string } = {}): Promise<boolean> =>
  enqueue(tx, ctx, messageCall, message, options)
