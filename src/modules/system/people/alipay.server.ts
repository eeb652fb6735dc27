/** Spec §7: binding the caller's own Alipay account. */
import { z } from 'zod'
import { audit } from '#kit/audit/audit.server.ts'
import type { Context } from '#kit/access/context.server.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { doneAnswer } from '#kit/http/answers.server.ts'

/** A user id of Alipay (2088 and twelve digits), or the open id that newer applications get instead. */
const ALIPAY_USER = /^(?:2088\d{12}|[\w-]{20,64})$/

const INPUT = z.strictObject({
  userId: z.string().trim().max(64, '支付宝用户号过长').optional(),
  authCode: z.string().trim().max(200, '授权码过长').optional(),
})

async function save(ctx: Context, { userId, authCode }: z.infer<typeof INPUT>): Promise<null> {
  if (!userId && !authCode) throw invalid({ userId: '请提供支付宝用户号' })
  // Only Alipay can say whose code this is; its application key is configured with the payment adaptor.
  if (!userId) throw refused('尚未接入支付宝开放平台，不能用授权码绑定，请填写支付宝用户号')
  if (!ALIPAY_USER.test(userId)) throw invalid({ userId: '支付宝用户号格式不正确，应为 2088 开头的 16 位数字或 open_id' })
  const { operatorId } = ctx.user
  await ctx.db.write(operatorId, async (tx) => {
    const other = await tx
      .selectFrom('userAlipay')
      .select('userId')
      .where('alipayUserId', '=', userId)
      .where('userId', '!=', ctx.user.id)
      .executeTakeFirst()
    if (other) throw refused('该支付宝账号已绑定其他用户，请先由那位用户解绑，或换一个支付宝账号')
    const boundAt = ctx.clock.now()
    const before = await tx.selectFrom('userAlipay').select('alipayUserId').where('userId', '=', ctx.user.id).executeTakeFirst()
    if (before?.alipayUserId === userId) return
    await tx
      .insertInto('userAlipay')
      .values({ userId: ctx.user.id, operatorId, alipayUserId: userId, boundAt })
      .onConflict((oc) => oc.columns(['operatorId', 'userId']).doUpdateSet({ alipayUserId: userId, boundAt }))
      .execute()
    await audit(tx, ctx, {
      entity: 'user',
      entityId: ctx.user.id,
      title: ctx.user.name,
      action: 'bindAlipay',
      changes: { 支付宝: [tail(before?.alipayUserId), tail(userId)] },
    })
  })
  return null
}

/** The log is read by more people than the account: enough to tell two apart. */
const tail = (id: string | undefined): string => (id ? `****${id.slice(-4)}` : '')

export const alipayRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/alipayWeb/saveAliPayUserId',
    summary: '保存本人的支付宝用户号',
    right: 'signedIn',
    input: INPUT,
    output: doneAnswer,
    handler: save,
  }),
]
