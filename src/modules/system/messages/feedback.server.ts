/** A problem is told by whoever has it, also one who may not open the list of problems: that is often what he has to tell. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { timeOf } from '#kit/basics/time/day.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { FEEDBACK_SENT } from '../system.wire.ts'
import { problemFeedback } from './messages.ts'

const store = storeOf(problemFeedback)

/** Whoever reads them reads them one by one; a script of somebody who may do nothing else fills no list. */
const AN_HOUR = 10
const HOUR_MS = 3_600_000

async function refuseFlood(tx: Tx, ctx: Context): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`feedback:${ctx.user.id}`}, 0))`.execute(tx)
  const now = Date.parse(ctx.clock.now())
  // The oldest of the last ten: while it is younger than an hour, there is no room for another.
  const sent = await liveRows(tx, 'problemFeedback')
    .select('createdAt')
    .where('createdBy', '=', ctx.user.id)
    .where('createdAt', '>', new Date(now - HOUR_MS).toISOString())
    .orderBy('createdAt', 'desc')
    .limit(AN_HOUR)
    .execute()
  if (sent.length < AN_HOUR) return
  // Said in whole minutes, the one that has begun included.
  const again = new Date(Date.parse(sent.at(-1)!.createdAt) + HOUR_MS + 59_999).toISOString()
  throw refused(`您一小时内已反馈 ${AN_HOUR} 次，请于 ${timeOf(again).slice(0, 5)} 后再试；急事请直接联系管理员`)
}

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
        await refuseFlood(tx, ctx)
        const { no } = await store.add(tx, ctx, { title, content, page: page ?? null })
        return { no }
      }),
  }),
]
