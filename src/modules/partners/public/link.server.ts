/** 查询链接: made and sent from the order, opened by whoever holds it, taken back by hand or by time. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { absent, invalid, refused } from '#kit/basics/errors.ts'
import { checkMobile, normaliseMobile } from '#kit/basics/identifiers/mobile.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { moveOnly, serve } from '#kit/entity/serve.server.ts'
import type { FileKeeper } from '#kit/entity/services.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { fileAnswer } from '#kit/http/answers.server.ts'
import { fileInput } from '#kit/http/inputs.ts'
import { route, type Extra, type Route } from '#kit/http/route.server.ts'
import { qrPath } from '#kit/pdf/qr.server.ts'
import { NO_WAY_OUT, ownAddress, parameterNumber, reachesOutside, sendOutside, siteFor } from '#modules/system/system.public.ts'
import { pictureOf } from '../api/routes.server.ts'
import { transportOrders } from '#modules/transport/transport.public.ts'
import { orderLink, orderLinkActions } from './link.ts'
import { photoOf, podOf, trackOf } from '../api/orders/sight.server.ts'
import { actingFor, newToken, operatorOf, sha256 } from '#kit/access/link-token.server.ts'
import { linkPage, type LinkPage } from './wire.ts'

const links = storeOf(orderLink)
const HEADER = 'X-Order-Link'
/** The same words whatever is wrong with it: guessed, ended, taken back. */
const GONE = '链接已失效，请联系对方重新获取'
const DAY_MS = 86_400_000

export const servedLink = serve(orderLinkActions, { effects: { revoke: moveOnly } })

export const companyOf = async (db: Db, ctx: Context): Promise<string> =>
  (await db.selectFrom('operator').select('name').where('id', '=', ctx.user.operatorId).executeTakeFirst())?.name ?? ''

interface Made {
  order: number
  origin: string
  mobile: string | null
}
async function makeLink(tx: Tx, ctx: Context, { order, origin, mobile }: Made): Promise<{ url: string; qr: string; until: string }> {
  const o = await transportOrders.get(tx, ctx, order, 'person')
  if (['draft', 'cancelled', 'voided'].includes(o.status)) throw refused('订单还没有提交，或已取消，不能生成查询链接；请先提交订单')
  if (mobile && !reachesOutside(ctx)) throw refused(NO_WAY_OUT)
  const days = await parameterNumber(tx, ctx.registry, 'shareLinkDays')
  const until = new Date(Date.parse(ctx.clock.now()) + days * DAY_MS).toISOString()
  const token = newToken(ctx.user.operatorId)
  const made = await links.add(tx, ctx, { order: o.id, tokenHash: sha256(token), until, sentTo: mobile })
  const url = `${await siteFor(tx, ctx, origin)}/track#t=${token}`
  if (mobile)
    await sendOutside(
      tx,
      ctx,
      {
        to: { name: o.receiverSnap?.contact || o.receiverSnap?.name || '收货人', mobile },
        title: `订单 ${o.no} 的查询链接`,
        text: `您可以在这里查看订单 ${o.no} 的运输进度与签收凭证：${url}（${days} 天内有效）`,
        standIns: [],
      },
      { key: `orderLink:${made.id}` },
    )
  return { url, qr: qrPath(url, 200), until }
}

async function guestOf(visitor: Context, extra: Extra) {
  const token = extra.header?.(HEADER) ?? ''
  const operatorId = operatorOf(token)
  if (operatorId === null) throw absent(GONE)
  const ctx = actingFor(visitor, operatorId, '查询链接')
  const link = await ctx.db.read(operatorId, (db) =>
    liveRows(db, 'orderLink')
      .select(['id', 'order', 'until'])
      .where('tokenHash', '=', sha256(token))
      .where('status', '=', 'active')
      .where('until', '>', ctx.clock.now())
      .executeTakeFirst(),
  )
  if (!link) throw absent(GONE)
  return { ctx, link }
}

const NEVER_SHOWN = new Set(['draft', 'toConfirm', 'voided'])
async function show({ ctx, link }: Awaited<ReturnType<typeof guestOf>>): Promise<LinkPage> {
  const page = await ctx.db.read(ctx.user.operatorId, async (db) => {
    const o = await transportOrders.get(db, ctx, link.order)
    if (NEVER_SHOWN.has(o.status)) throw absent(GONE)
    return {
      company: await companyOf(db, ctx),
      receiver: o.receiverSnap?.name ?? '',
      goods: `${o.goodsText ?? ''}，${o.pieces ?? 0} 件`,
      dropFrom: o.dropFrom,
      dropTo: o.dropTo,
      until: link.until,
      track: await trackOf(db, ctx, o),
      pod: await podOf(db, o, { fullName: false }),
    }
  })
  // At most once a minute: a page left open asks again and again.
  const minuteAgo = new Date(Date.parse(ctx.clock.now()) - 60_000).toISOString()
  await ctx.db.write(ctx.user.operatorId, (tx) =>
    tx
      .updateTable('orderLink')
      .set({ views: sql<number>`views + 1`, lastAt: ctx.clock.now() })
      .where('id', '=', link.id)
      .where((eb) => eb.or([eb('lastAt', 'is', null), eb('lastAt', '<', minuteAgo)]))
      .execute(),
  )
  return page
}

const NOTHING = z.strictObject({})
export const linkRoutes = ({ files }: { files: FileKeeper }): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/v1/customerLink/make',
    summary: '生成订单查询链接；填写手机号时同时发送',
    right: 'projectOrderList_link',
    input: z.strictObject({
      order: z.int('请选择订单').positive(),
      origin: z.url({ protocol: /^https?$/, error: '访问地址不正确' }).max(200),
      mobile: z.string().trim().max(20).nullish(),
    }),
    output: z.object({ url: z.string(), qr: z.string(), until: z.string() }),
    handler: (ctx, { order, origin, mobile }, extra) => {
      const problem = mobile ? checkMobile(mobile) : null
      if (problem) throw invalid({ mobile: problem })
      return ctx.db.write(ctx.user.operatorId, (tx) =>
        makeLink(tx, ctx, { order, origin: ownAddress(extra, origin), mobile: mobile ? normaliseMobile(mobile) : null }),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/api/public/track/page',
    summary: '查询链接：进度、预计到达与签收凭证（令牌在请求头 X-Order-Link）',
    right: 'public',
    tokens: [HEADER],
    passive: true,
    input: NOTHING,
    output: linkPage,
    handler: async (ctx, _input, extra) => show(await guestOf(ctx, extra)),
  }),
  route({
    method: 'GET',
    path: '/api/public/track/photo',
    summary: '查询链接：签收照片',
    output: fileAnswer,
    right: 'public',
    tokens: [HEADER],
    input: z.strictObject({ file: fileInput('照片编号不正确') }),
    handler: async (visitor, { file }, extra) => {
      const { ctx, link } = await guestOf(visitor, extra)
      const id = await ctx.db.read(ctx.user.operatorId, (db) => photoOf(db, link.order, file))
      return pictureOf(files, ctx, id)
    },
  }),
]
