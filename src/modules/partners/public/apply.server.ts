/** 报名页: what an open post says, and an application by a telephone proved with a code (`public/codes.server.ts` counts what that costs). */
import { z } from 'zod'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { absent, refused } from '#kit/basics/errors.ts'
import { formsOf } from '#kit/database/sealing.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { route, type Extra, type Route } from '#kit/http/route.server.ts'
import { promoCodeOf } from '#modules/operators/operators.public.ts'
import { administrators, dictionaryWord, sendMessages } from '#modules/system/system.public.ts'
import { oneAtATime } from '../api/orders/book.server.ts'
import { codeRoutes, mobileOf, type Door } from './codes.server.ts'
import { companyOf } from './link.server.ts'
import { actingFor, operatorOf } from '#kit/access/link-token.server.ts'
import { TOLD } from '#modules/transport/recruit/recruit.rules.ts'
import type { recruitPost } from '#modules/transport/recruit/recruit.ts'
import { driverApplications } from '#modules/transport/transport.public.ts'
import { APPLY_IN, ownOut, postOut, type OwnOut, type PostOut } from './apply.wire.ts'
import type { Rec } from '#kit/entity/tables.ts'

/** Whose post, and whose telephone. */
const TOKENS = ['X-Recruit-Post', 'X-Recruit-Session'] as const
/** The same words whatever is wrong with it: guessed, closed, over. */
const GONE = '招募已结束，或网址已更换，请联系对方'
const LIVE: readonly string[] = ['toContact', 'contacted', 'met', 'toReview']

interface Guest {
  ctx: Context
  post: Rec<typeof recruitPost>
}
async function guestOf(visitor: Context, extra: Extra): Promise<Guest> {
  const token = extra.header?.(TOKENS[0]) ?? ''
  const operatorId = operatorOf(token)
  if (operatorId === null) throw absent(GONE)
  const ctx = actingFor(visitor, operatorId, '司机报名')
  const post = await ctx.db.read(operatorId, (db) =>
    liveRows(db, 'recruitPost')
      .selectAll()
      .where('token', '=', token)
      .where('status', '=', 'open')
      .where('until', '>=', ctx.clock.today())
      .executeTakeFirst(),
  )
  if (!post) throw absent(GONE)
  return { ctx, post }
}
const doorOf = ({ ctx, post }: Guest): Door => ({
  visitors: 'recruit_visitor',
  name: 'recruitPost',
  ctx,
  page: post.id,
  who: '报名人',
  act: '报名',
  title: post.title,
})
const mobileIn = (guest: Guest, extra: Extra): Promise<string> => mobileOf(doorOf(guest), extra.header?.(TOKENS[1]))

const show = ({ ctx, post }: Guest): Promise<PostOut> =>
  ctx.db.read(ctx.user.operatorId, async (db) => ({
    company: await companyOf(db, ctx),
    title: post.title,
    cities: post.cities,
    vehicleClass: post.vehicleClass === null ? null : await dictionaryWord(db, 'vehicleCategory', post.vehicleClass),
    headcount: post.headcount,
    pay: post.pay ?? '',
    detail: post.detail ?? '',
    until: post.until,
  }))

/** Of this telephone at this post; two at once of one telephone take turns, and the second is told of the first. */
async function apply(
  guest: Guest,
  mobile: string,
  { agreed: _agreed, promo, ...input }: z.output<typeof APPLY_IN>,
): Promise<{ label: string }> {
  const { ctx, post } = guest
  return ctx.db.write(ctx.user.operatorId, async (tx) => {
    await oneAtATime(tx, `recruit:${ctx.user.operatorId}:${mobile}`)
    await refuseKnown(tx, mobile)
    const made = await driverApplications.add(tx, ctx, {
      ...input,
      intent: input.intent || null,
      promoCode: promo ? await promoCodeOf(tx, ctx, promo) : null,
      mobile,
      post: post.id,
      store: post.store,
      source: 'page',
      agreedAt: ctx.clock.now(),
    })
    await sendMessages(tx, ctx, {
      receivers: post.createdBy ? [post.createdBy] : await administrators(tx),
      category: 'task',
      title: `「${post.title}」有人报名：${made.name}`,
      link: `/transport/driverApplicationDetail?id=${made.id}`,
    })
    return { label: TOLD[made.status] }
  })
}
async function refuseKnown(tx: Tx, mobile: string): Promise<void> {
  const barred = await liveRows(tx, 'driverApplication')
    .select('id')
    .where('mobile', 'in', formsOf(mobile))
    .where('status', '=', 'blacklisted')
    .executeTakeFirst()
  if (barred) throw refused('该手机号暂不能报名，请联系对方')
  const known = await liveRows(tx, 'driver').select('id').where('mobile', 'in', formsOf(mobile)).executeTakeFirst()
  if (known) throw refused('该手机号已登记为司机，不用再报名')
}

const ownIn = (db: Db | Tx, { post }: Guest, mobile: string) =>
  liveRows(db, 'driverApplication')
    .select(['id', 'name', 'status', 'createdAt'])
    .where('post', '=', post.id)
    .where('mobile', 'in', formsOf(mobile))
    .orderBy('id', 'desc')
    .executeTakeFirst()
const own = (guest: Guest, mobile: string): Promise<OwnOut> =>
  guest.ctx.db.read(guest.ctx.user.operatorId, async (db) => {
    const row = await ownIn(db, guest, mobile)
    return { own: row ? { name: row.name, label: TOLD[row.status], at: row.createdAt, open: LIVE.includes(row.status) } : null }
  })
const withdraw = (guest: Guest, mobile: string): Promise<{ label: string }> =>
  guest.ctx.db.write(guest.ctx.user.operatorId, async (tx) => {
    const row = await ownIn(tx, guest, mobile)
    if (!row) throw absent('没有找到您的报名，请核对手机号，或重新报名')
    const after = await driverApplications.act(tx, guest.ctx, 'withdraw', row.id, {})
    return { label: TOLD[after.status] }
  })

const NOTHING = z.strictObject({})
const LABEL = z.object({ label: z.string() })
const BASE = '/api/public/recruit'
export const recruitRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: `${BASE}/page`,
    summary: '报名页：招募内容（标记在请求头 X-Recruit-Post）',
    right: 'public',
    tokens: TOKENS,
    input: NOTHING,
    output: postOut,
    handler: async (ctx, _input, extra) => show(await guestOf(ctx, extra)),
  }),
  ...codeRoutes(BASE, '报名页', TOKENS, async (ctx, extra) => doorOf(await guestOf(ctx, extra))),
  route({
    method: 'POST',
    path: `${BASE}/apply`,
    summary: '报名页：提交报名（凭验证后的会话）',
    right: 'public',
    tokens: TOKENS,
    input: APPLY_IN,
    output: LABEL,
    handler: async (ctx, input, extra) => {
      const guest = await guestOf(ctx, extra)
      return apply(guest, await mobileIn(guest, extra), input)
    },
  }),
  route({
    method: 'GET',
    path: `${BASE}/mine`,
    summary: '报名页：我的报名（凭验证后的会话）',
    right: 'public',
    tokens: TOKENS,
    input: NOTHING,
    output: ownOut,
    handler: async (ctx, _input, extra) => {
      const guest = await guestOf(ctx, extra)
      return own(guest, await mobileIn(guest, extra))
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/withdraw`,
    summary: '报名页：放弃报名（凭验证后的会话）',
    right: 'public',
    tokens: TOKENS,
    input: NOTHING,
    output: LABEL,
    handler: async (ctx, _input, extra) => {
      const guest = await guestOf(ctx, extra)
      return withdraw(guest, await mobileIn(guest, extra))
    },
  }),
]
