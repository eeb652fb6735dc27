/** 公开下单页: an order by a telephone number proved with a code. Nobody has an account here, so everything that costs is counted. */
import { formsOf } from '#kit/database/sealing.server.ts'
import { z } from 'zod'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { absent, invalid, refused } from '#kit/basics/errors.ts'
import { allRows, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { moveOnly, serve } from '#kit/entity/serve.server.ts'
import { route, type Extra, type Route } from '#kit/http/route.server.ts'
import { oneAtATime, quoteFor, takeOrder, type Buyer } from '../api/orders/book.server.ts'
import type { QuoteIn } from '../api/orders/wire.ts'
import { ORDER_STATES } from '#modules/transport/transport.public.ts'
import { orderPageActions } from './page.ts'
import { codeRoutes, mobileOf, type Door } from './codes.server.ts'
import { companyOf } from './link.server.ts'
import { actingFor, newToken, operatorOf } from '#kit/access/link-token.server.ts'
import { mineOut, orderPageOut, PRICE_IN, priceOut, type MineOut, type OrderPageOut, type PriceOut } from './wire.ts'

/** Whose page, and whose telephone. */
const TOKENS = ['X-Order-Page', 'X-Order-Session'] as const
const GONE = '下单页已关闭，请联系对方'
const ORDERS_AN_HOUR = 10

const anHourAgo = (ctx: Context): string => new Date(Date.parse(ctx.clock.now()) - 3_600_000).toISOString()
const storeOfProject = async (tx: Tx, project: number): Promise<number | null> =>
  (await tx.selectFrom('project').select('store').where('id', '=', project).executeTakeFirst())?.store ?? null

export const servedPage = serve(orderPageActions, {
  effects: {
    close: moveOnly,
    open: moveOnly,
    renew: async ({ ctx }) => ({ token: newToken(ctx.user.operatorId, 18) }),
  },
  hooks: {
    beforeAdd: async ({ tx, ctx, values }) => ({
      token: newToken(ctx.user.operatorId, 18),
      store: await storeOfProject(tx, values.project!),
    }),
    beforeEdit: async ({ tx, patch }) => (patch.project ? { store: await storeOfProject(tx, patch.project) } : {}),
  },
})

interface Guest {
  ctx: Context
  page: { id: number; name: string; project: number; model: number; showPrice: boolean; notice: string | null }
}
async function guestOf(visitor: Context, extra: Extra): Promise<Guest> {
  const token = extra.header?.(TOKENS[0]) ?? ''
  const operatorId = operatorOf(token)
  if (operatorId === null) throw absent(GONE)
  const ctx = actingFor(visitor, operatorId, '公开下单')
  const page = await ctx.db.read(operatorId, (db) =>
    liveRows(db, 'orderPage')
      .select(['id', 'name', 'project', 'model', 'showPrice', 'notice'])
      .where('token', '=', token)
      .where('status', '=', 'active')
      .executeTakeFirst(),
  )
  if (!page) throw absent(GONE)
  return { ctx, page }
}

/** Published lines of the project, by their first and last place. */
async function routesOf(db: Db, project: number) {
  const p = await db.selectFrom('project').select('lines').where('id', '=', project).executeTakeFirstOrThrow()
  if (!p.lines?.length) return []
  const rows = await liveRows(db, 'goodsRoute')
    .select(['id', 'name', 'stops', 'distanceM', 'vehicleClass'])
    .where('id', 'in', p.lines)
    .where('status', '=', 'active')
    .orderBy('name')
    .execute()
  const ids = [...new Set(rows.flatMap((r) => (r.stops ?? []).map((s) => s.party)))]
  const parties = ids.length ? await db.selectFrom('consignParty').select(['id', 'name', 'place']).where('id', 'in', ids).execute() : []
  return rows.flatMap((r) => {
    const [from, to] = [r.stops?.[0], r.stops?.at(-1)].map((stop) => parties.find((party) => party.id === stop?.party))
    return from && to && from.id !== to.id ? [{ ...r, from, to }] : []
  })
}
type Line = Awaited<ReturnType<typeof routesOf>>[number]
async function lineOf(db: Db, project: number, id: number | null | undefined): Promise<Line | null> {
  if (id == null) return null
  const line = (await routesOf(db, project)).find((r) => r.id === id)
  if (!line) throw invalid({ route: '线路已停用，请重新选择' })
  return line
}

const show = ({ ctx, page }: Guest): Promise<OrderPageOut> =>
  ctx.db.read(ctx.user.operatorId, async (db) => {
    const place = (p: Line['from']) => ({ name: p.name, address: p.place.address })
    const routes = await routesOf(db, page.project)
    return {
      company: await companyOf(db, ctx),
      name: page.name,
      notice: page.notice,
      showPrice: page.showPrice,
      routes: routes.map((r) => ({ id: r.id, name: r.name, from: place(r.from), to: place(r.to) })),
    }
  })

const buyerOf = ({ page }: Guest): Buyer => ({ project: page.project, model: page.model, label: page.name })
/** On a line of the project its places and its length count, whatever the form says. */
const onLine = (o: QuoteIn, line: Line | null): QuoteIn =>
  line
    ? {
        ...o,
        sender: { ...o.sender, adcode: line.from.place.code ?? null },
        receiver: { ...o.receiver, adcode: line.to.place.code ?? null },
        distanceM: line.distanceM || null,
        vehicleClass: line.vehicleClass ?? o.vehicleClass ?? null,
      }
    : { ...o, distanceM: null }

const price = (guest: Guest, input: z.output<typeof PRICE_IN>): Promise<PriceOut> =>
  guest.ctx.db.read(guest.ctx.user.operatorId, async (db) => {
    if (!guest.page.showPrice) throw refused('本页不显示价格，提交后由客服确认')
    const line = await lineOf(db, guest.page.project, input.route)
    const { priced, total, lines } = await quoteFor(db, guest.ctx, buyerOf(guest), onLine(input.order, line), {
      goodsRoute: line?.id ?? null,
    })
    return { priced, total, lines }
  })

const doorOf = ({ ctx, page }: Guest): Door => ({
  visitors: 'order_visitor',
  name: 'orderPage',
  ctx,
  page: page.id,
  who: '下单人',
  act: '下单',
  title: page.name,
})
const mobileIn = (guest: Guest, extra: Extra): Promise<string> => mobileOf(doorOf(guest), extra.header?.(TOKENS[1]))

async function submit(
  guest: Guest,
  mobile: string,
  input: z.output<typeof PRICE_IN>,
): Promise<{ no: string; label: string; warnings: string[] }> {
  const { ctx, page } = guest
  return ctx.db.write(ctx.user.operatorId, async (tx) => {
    await oneAtATime(tx, `orderPage:${ctx.user.operatorId}:${page.id}:${mobile}`)
    const made = await allRows(tx, 'transportOrder')
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .where('orderPage', '=', page.id)
      .where('orderMobile', 'in', formsOf(mobile))
      .where('createdAt', '>', anHourAgo(ctx))
      .executeTakeFirstOrThrow()
    if (Number(made.n) >= ORDERS_AN_HOUR) throw refused(`一小时内最多下 ${ORDERS_AN_HOUR} 单，请稍后再试`)
    const line = await lineOf(tx, page.project, input.route)
    const { order, warnings } = await takeOrder(
      tx,
      ctx,
      buyerOf(guest),
      { ...onLine(input.order, line), cod: 0 },
      {
        source: 'public',
        orderPage: page.id,
        orderMobile: mobile,
        ...(line ? { line: { id: line.id, sender: line.from.id, receiver: line.to.id } } : {}),
      },
    )
    return { no: order.no, label: ORDER_STATES[order.status], warnings }
  })
}

const mine = ({ ctx, page }: Guest, mobile: string): Promise<MineOut> =>
  ctx.db.read(ctx.user.operatorId, async (db) => {
    const rows = await liveRows(db, 'transportOrder')
      .select(['no', 'status', 'createdAt', 'dropTo', 'receiverSnap', 'goodsText'])
      .where('orderPage', '=', page.id)
      .where('orderMobile', 'in', formsOf(mobile))
      .orderBy('id', 'desc')
      .limit(20)
      .execute()
    return {
      list: rows.map((r) => ({
        no: r.no,
        label: ORDER_STATES[r.status],
        createdAt: r.createdAt,
        dropTo: r.dropTo,
        receiver: r.receiverSnap?.name ?? '',
        goods: r.goodsText ?? '',
      })),
    }
  })

const NOTHING = z.strictObject({})
const BASE = '/api/public/order'
export const pageRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: `${BASE}/page`,
    summary: '公开下单页：说明与可选线路（标记在请求头 X-Order-Page）',
    right: 'public',
    tokens: TOKENS,
    input: NOTHING,
    output: orderPageOut,
    handler: async (ctx, _input, extra) => show(await guestOf(ctx, extra)),
  }),
  route({
    method: 'POST',
    path: `${BASE}/price`,
    summary: '公开下单页：价格（不保存）',
    right: 'public',
    tokens: TOKENS,
    safe: true,
    input: PRICE_IN,
    output: priceOut,
    handler: async (ctx, input, extra) => price(await guestOf(ctx, extra), input),
  }),
  ...codeRoutes(BASE, '公开下单页', TOKENS, async (ctx, extra) => doorOf(await guestOf(ctx, extra))),
  route({
    method: 'POST',
    path: `${BASE}/submit`,
    summary: '公开下单页：提交订单（凭验证后的会话）',
    right: 'public',
    tokens: TOKENS,
    input: PRICE_IN,
    output: z.object({ no: z.string(), label: z.string(), warnings: z.array(z.string()) }),
    handler: async (ctx, input, extra) => {
      const guest = await guestOf(ctx, extra)
      return submit(guest, await mobileIn(guest, extra), input)
    },
  }),
  route({
    method: 'GET',
    path: `${BASE}/mine`,
    summary: '公开下单页：我的订单（凭验证后的会话）',
    right: 'public',
    tokens: TOKENS,
    input: NOTHING,
    output: mineOut,
    handler: async (ctx, _input, extra) => {
      const guest = await guestOf(ctx, extra)
      return mine(guest, await mobileIn(guest, extra))
    },
  }),
]
