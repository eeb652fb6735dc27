/** The door for what a payment provider tells by itself: believed by the signature over the very bytes that were sent, then done once. */
import { z } from 'zod'
import type { Context } from '#kit/access/context.server.ts'
import { platformOf } from '#kit/access/platform.server.ts'
import { systemContext } from '#kit/access/system-context.server.ts'
import { systemClock } from '#kit/basics/time/clock.ts'
import { absent, forbidden } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { route } from '#kit/http/route.server.ts'
import { NOTICE_PATH } from './gateway.server.ts'
import { tellMerchant } from './merchant-calls.server.ts'
import { merchantNotice, type Word } from './provider.server.ts'

async function noticed(ctx: Context, businessCode: string, word: Word): Promise<{ received: boolean }> {
  const { operatorId } = ctx.user
  await ctx.db.write(operatorId, async (tx) => {
    const merchant = await liveRows(tx, 'merchant')
      .select('id')
      .where('no', '=', businessCode)
      // What is done by hand is told by hand.
      .where('approach', '=', 'gateway')
      .executeTakeFirst()
    if (!merchant) throw absent('没有这个编号的商户进件，请核对编号')
    await tellMerchant(tx, ctx, merchant.id, word)
  })
  return { received: true }
}

export const noticeRoute = route({
  method: 'POST',
  path: NOTICE_PATH,
  summary: '支付平台的进件结果通知（凭签名）',
  right: 'public',
  gate: async ({ ctx, header, body }, go) => {
    if (!ctx.ports.merchant.notice(header, body, new Date(systemClock.now()))) throw forbidden()
    const { db, clock, registry, requestId, ip, userAgent } = ctx
    // Companies become merchants through the platform: it alone has applications.
    const operatorId = await platformOf(db)
    if (operatorId === null) throw forbidden()
    return go({ ctx: { ...systemContext({ db, clock, registry, operatorId, requestId }), ip, userAgent, source: 'api' }, who: 'merchant' })
  },
  input: merchantNotice,
  output: z.object({ received: z.boolean() }),
  handler: (ctx, { businessCode, ...word }) => noticed(ctx, businessCode, word),
})
