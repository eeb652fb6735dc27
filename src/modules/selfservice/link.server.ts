/** 自助链接: made at the customer's record, shown as a code, sent to his registered telephone, taken back. */
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { newToken, sha256 } from '#kit/access/link-token.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { maskPhone } from '#kit/basics/identifiers/mask.ts'
import { get, storeOf } from '#kit/entity/store.server.ts'
import { moveOnly, serve } from '#kit/entity/serve.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { qrPath } from '#kit/pdf/qr.server.ts'
import { lesseeOfPage } from '#modules/parties/parties.public.ts'
import {
  addressOf,
  knownSite,
  NO_SITE,
  ownAddress,
  parameterNumber,
  parameterValue,
  reachesOutside,
  sendOutside,
  siteFor,
} from '#modules/system/system.public.ts'
import { OFF } from './guest.server.ts'
import { lesseeLink, lesseeLinkActions } from './link.ts'

const links = storeOf(lesseeLink)
const DAY_MS = 86_400_000
const RIGHT = 'lesseeLinkList_make'
const NO_GATEWAY = '尚未接入短信，请复制链接发给客户，或出示二维码'

export const servedLink = serve(lesseeLinkActions, {
  effects: {
    revoke: moveOnly,
    open: async ({ ctx, record }) => ({ views: record.views + 1, lastAt: ctx.clock.now(), lastIp: ctx.ip.slice(0, 60) }),
  },
})

/** The address for whoever has no link: it names the company and nothing secret. */
const publicAddress = (site: string, operatorId: number): string => `${site}/my?c=${operatorId.toString(36)}`

interface Asked {
  lessee: number
  origin: string
  send: boolean
}
async function makeLink(tx: Tx, ctx: Context, { lessee, origin, send }: Asked) {
  // Within the data permission of who makes it.
  await get(tx, ctx, 'lessee', lessee, 'person')
  const who = (await lesseeOfPage(tx, lessee))!
  if ((await parameterValue(tx, ctx.registry, 'ownPage')) !== true) throw refused('客户自助页已停用，请先在参数设置中启用')
  if (who.status === 'cancelled') throw refused(`承租人 ${who.name} 已注销，不能生成自助链接`)
  if (send && !reachesOutside(ctx)) throw refused(NO_GATEWAY)
  const days = await parameterNumber(tx, ctx.registry, 'ownPageDays')
  const until = new Date(Date.parse(ctx.clock.now()) + days * DAY_MS).toISOString()
  const token = newToken(ctx.user.operatorId)
  const made = await links.add(tx, ctx, { lessee, tokenHash: sha256(token), until, sentTo: send ? who.mobile : null })
  const url = `${await siteFor(tx, ctx, origin)}/my#t=${token}`
  if (send)
    await sendOutside(
      tx,
      ctx,
      {
        to: { name: who.name.slice(0, 60), mobile: who.mobile },
        title: '客户自助页',
        text: `您可以在这里查看合同与账单、办理付款、续租与还车：${url}（${days} 天内有效，请勿转发他人）`,
        standIns: [],
      },
      { key: `lesseeLink:${made.id}` },
    )
  return { id: made.id, url, qr: qrPath(url, 200), until, sentTo: send ? maskPhone(who.mobile) : null }
}

export const linkRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/lesseeLink/make',
    summary: '生成客户自助链接；可同时发到登记的手机号',
    right: RIGHT,
    input: z.strictObject({
      lessee: z.int('请选择承租人').positive(),
      origin: z.url({ protocol: /^https?$/, error: '访问地址不正确' }).max(200),
      send: z.boolean(),
    }),
    output: z.object({ id: z.number(), url: z.string(), qr: z.string(), until: z.string(), sentTo: z.string().nullable() }),
    handler: (ctx, { lessee, origin, send }, extra) =>
      ctx.db.write(ctx.user.operatorId, (tx) => makeLink(tx, ctx, { lessee, origin: ownAddress(extra, origin), send })),
  }),
  route({
    method: 'GET',
    path: '/api/v1/lesseeLink/ways',
    summary: '客户自助页能怎样打开：是否启用、能否发短信、公开网址',
    right: RIGHT,
    input: z.strictObject({}),
    output: z.object({ off: z.string().nullable(), noSend: z.string().nullable(), address: z.string().nullable() }),
    handler: (ctx, _input, extra) =>
      ctx.db.read(ctx.user.operatorId, async (db) => {
        const off = (await parameterValue(db, ctx.registry, 'ownPage')) === true ? null : OFF
        const site = await knownSite(db, ctx, addressOf(extra))
        return {
          off: off ?? (site === null ? NO_SITE : null),
          noSend: reachesOutside(ctx) ? null : NO_GATEWAY,
          address: site === null ? null : publicAddress(site, ctx.user.operatorId),
        }
      }),
  }),
]
