/** 公开下单页: an order by a telephone number proved with a code. Nobody has an account here, so everything that costs is counted. */
import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { absent, AppError, invalid, refused } from '#kit/basics/errors.ts'
import { maskPhone } from '#kit/basics/mask.ts'
import { moveOnly, serve } from '#kit/entity/serve.server.ts'
import { route, type Extra, type Route } from '#kit/http/route.server.ts'
import { administrators, sendOutside } from '#modules/system/system.public.ts'
import { oneAtATime, quoteFor, takeOrder, type Buyer } from '../api/book.server.ts'
import type { QuoteIn } from '../api/wire.ts'
import { ORDER_STATES } from '../orders/order.ts'
import { orderPageActions } from './page.ts'
import { companyOf } from './link.server.ts'
import { actingFor, newToken, operatorOf, sha256 } from './token.server.ts'
import { CODE_IN, ENTER_IN, mineOut, orderPageOut, PRICE_IN, priceOut, type MineOut, type OrderPageOut, type PriceOut } from './wire.ts'

const GONE = '下单页已关闭，请联系对方'
const CODE_MINUTES = 5
const TRIES = 5
const PAUSE_MINUTES = 30
const CODES_A_DAY = 10
/** Of all telephones together: what somebody with many numbers can make us send. */
const CODES_OF_PAGE_A_DAY = 300
const ORDERS_AN_HOUR = 10
const SESSION_HOURS = 2

const later = (ctx: Context, minutes: number): string => new Date(Date.parse(ctx.clock.now()) + minutes * 60_000).toISOString()
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
  page: { id: number; name: string; project: number; model: number; showPrice: boolean; notice: string | null; createdBy: number | null }
}
async function guestOf(visitor: Context, extra: Extra): Promise<Guest> {
  const token = extra.header?.('X-Order-Page') ?? ''
  const operatorId = operatorOf(token)
  if (operatorId === null) throw absent(GONE)
  const ctx = actingFor(visitor, operatorId, '公开下单')
  const page = await ctx.db.read(operatorId, (db) =>
    db
      .selectFrom('orderPage')
      .select(['id', 'name', 'project', 'model', 'showPrice', 'notice', 'createdBy'])
      .where('operatorId', '=', operatorId)
      .where('token', '=', token)
      .where('status', '=', 'active')
      .where('deletedAt', 'is', null)
      .executeTakeFirst(),
  )
  if (!page) throw absent(GONE)
  return { ctx, page }
}

/** Published lines of the project, by their first and last place. */
async function routesOf(db: Db, project: number) {
  const p = await db.selectFrom('project').select('lines').where('id', '=', project).executeTakeFirstOrThrow()
  if (!p.lines?.length) return []
  const rows = await db
    .selectFrom('goodsRoute')
    .select(['id', 'name', 'stops', 'distanceM', 'vehicleClass'])
    .where('id', 'in', p.lines)
    .where('status', '=', 'active')
    .where('deletedAt', 'is', null)
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

interface Visitor {
  codeHash: string | null
  codeUntil: string | null
  tries: number
  sentAt: string | null
  sentOn: string | null
  sentCount: number
  pausedUntil: string | null
  sessionHash: string | null
  sessionUntil: string | null
}
async function visitorOf(tx: Tx, { ctx, page }: Guest, mobile: string): Promise<Visitor> {
  await sql`insert into order_visitor (operator_id, page, mobile) values (${ctx.user.operatorId}, ${page.id}, ${mobile}) on conflict do nothing`.execute(
    tx,
  )
  const { rows } = await sql<Visitor>`
    select code_hash, code_until, tries, sent_at, sent_on::text as sent_on, sent_count, paused_until, session_hash, session_until
    from order_visitor where operator_id = ${ctx.user.operatorId} and page = ${page.id} and mobile = ${mobile} for no key update`.execute(
    tx,
  )
  return rows[0]!
}
/** Keyed with the page's own number and the telephone: whoever reads the table learns no code of six digits by trying a million in advance. */
const sealCode = (ctx: Context, page: number, mobile: string, code: string, salt: string): string =>
  `${salt}:${createHmac('sha256', `${salt}:${ctx.user.operatorId}:${page}:${mobile}`).update(code).digest('hex')}`

async function sendCode(guest: Guest, mobile: string): Promise<{ mobile: string; seconds: number }> {
  const { ctx, page } = guest
  return ctx.db.write(ctx.user.operatorId, async (tx) => {
    // In turns for a page: its daily number is counted over all telephones.
    await oneAtATime(tx, `orderPage:${ctx.user.operatorId}:${page.id}`)
    const v = await visitorOf(tx, guest, mobile)
    const now = ctx.clock.now()
    const today = ctx.clock.today()
    if (v.pausedUntil && Date.parse(v.pausedUntil) > Date.parse(now)) throw refused(`验证码错误次数过多，请 ${PAUSE_MINUTES} 分钟后再试`)
    if (v.sentAt && Date.parse(now) - Date.parse(v.sentAt) < 60_000) throw refused('验证码已发送，请 60 秒后再试')
    const sent = v.sentOn === today ? v.sentCount : 0
    if (sent >= CODES_A_DAY) throw refused('今天的验证码次数已用完，请明天再试')
    const { rows } = await sql<{ n: string }>`select coalesce(sum(sent_count), 0) as n from order_visitor
      where operator_id = ${ctx.user.operatorId} and page = ${page.id} and sent_on = ${today}`.execute(tx)
    if (Number(rows[0]!.n) >= CODES_OF_PAGE_A_DAY) throw refused('今天的验证码次数已用完，请明天再试，或联系对方下单')
    const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
    const sealed = sealCode(ctx, page.id, mobile, code, randomBytes(16).toString('hex'))
    await sql`update order_visitor set code_hash = ${sealed}, code_until = ${later(ctx, CODE_MINUTES)}, tries = 0, sent_at = ${now}, sent_on = ${today}, sent_count = ${sent + 1}
      where operator_id = ${ctx.user.operatorId} and page = ${page.id} and mobile = ${mobile}`.execute(tx)
    await sendOutside(
      tx,
      ctx,
      {
        to: { name: '下单人', mobile },
        title: '下单验证码',
        text: `验证码 ${code}，用于在「${page.name}」下单，${CODE_MINUTES} 分钟内有效。请勿告诉他人。`,
        standIns: page.createdBy ? [page.createdBy] : await administrators(tx, ctx),
      },
      { key: `orderPage:${page.id}:${mobile}:${now}` },
    )
    return { mobile: maskPhone(mobile), seconds: 60 }
  })
}

/** A wrong one counts in a transaction of its own: refusing rolls everything else back. */
async function enter(guest: Guest, mobile: string, code: string): Promise<{ session: string }> {
  const { ctx, page } = guest
  const session = randomBytes(32).toString('base64url')
  const wrong = await ctx.db.write(ctx.user.operatorId, async (tx) => {
    const v = await visitorOf(tx, guest, mobile)
    const now = Date.parse(ctx.clock.now())
    if (v.pausedUntil && Date.parse(v.pausedUntil) > now) return `验证码错误次数过多，请 ${PAUSE_MINUTES} 分钟后再试`
    if (!v.codeHash || !v.codeUntil) return '请先获取验证码'
    if (Date.parse(v.codeUntil) < now) return '验证码已过期，请重新获取'
    const [salt = ''] = v.codeHash.split(':')
    const right = timingSafeEqual(Buffer.from(v.codeHash), Buffer.from(sealCode(ctx, page.id, mobile, code, salt)))
    const tries = v.tries + 1
    const over = !right && tries >= TRIES
    await sql`update order_visitor set tries = ${tries}, code_hash = ${right || over ? null : v.codeHash},
        paused_until = ${over ? later(ctx, PAUSE_MINUTES) : null},
        session_hash = ${right ? sha256(session) : v.sessionHash}, session_until = ${right ? later(ctx, SESSION_HOURS * 60) : v.sessionUntil}
      where operator_id = ${ctx.user.operatorId} and page = ${page.id} and mobile = ${mobile}`.execute(tx)
    if (right) return null
    return over ? `验证码错误次数过多，请 ${PAUSE_MINUTES} 分钟后再试` : `验证码不正确，还可以试 ${TRIES - tries} 次`
  })
  if (wrong) throw invalid({ code: wrong })
  return { session }
}

async function mobileOf({ ctx, page }: Guest, extra: Extra): Promise<string> {
  const session = extra.header?.('X-Order-Session') ?? ''
  const { rows } = await ctx.db.read(ctx.user.operatorId, (db) =>
    sql<{ mobile: string }>`select mobile from order_visitor where operator_id = ${ctx.user.operatorId} and page = ${page.id}
      and session_hash = ${sha256(session)} and session_until > ${ctx.clock.now()}`.execute(db),
  )
  if (!session || !rows[0]) {
    const error = new AppError('forbidden', '请先用手机验证码确认身份')
    error.reason = 'orderPage.session'
    throw error
  }
  return rows[0].mobile
}

async function submit(
  guest: Guest,
  mobile: string,
  input: z.output<typeof PRICE_IN>,
): Promise<{ no: string; label: string; warnings: string[] }> {
  const { ctx, page } = guest
  return ctx.db.write(ctx.user.operatorId, async (tx) => {
    await oneAtATime(tx, `orderPage:${ctx.user.operatorId}:${page.id}:${mobile}`)
    const made = await tx
      .selectFrom('transportOrder')
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .where('operatorId', '=', ctx.user.operatorId)
      .where('orderPage', '=', page.id)
      .where('orderMobile', '=', mobile)
      .where('createdAt', '>', later(ctx, -60))
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
    const rows = await db
      .selectFrom('transportOrder')
      .select(['no', 'status', 'createdAt', 'dropTo', 'receiverSnap', 'goodsText'])
      .where('operatorId', '=', ctx.user.operatorId)
      .where('orderPage', '=', page.id)
      .where('orderMobile', '=', mobile)
      .where('deletedAt', 'is', null)
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
    input: NOTHING,
    output: orderPageOut,
    handler: async (ctx, _input, extra) => show(await guestOf(ctx, extra)),
  }),
  route({
    method: 'POST',
    path: `${BASE}/price`,
    summary: '公开下单页：价格（不保存）',
    right: 'public',
    safe: true,
    input: PRICE_IN,
    output: priceOut,
    handler: async (ctx, input, extra) => price(await guestOf(ctx, extra), input),
  }),
  route({
    method: 'POST',
    path: `${BASE}/code`,
    summary: '公开下单页：发送验证码',
    right: 'public',
    input: CODE_IN,
    output: z.object({ mobile: z.string(), seconds: z.number() }),
    handler: async (ctx, { mobile }, extra) => sendCode(await guestOf(ctx, extra), mobile),
  }),
  route({
    method: 'POST',
    path: `${BASE}/enter`,
    summary: '公开下单页：核对验证码',
    right: 'public',
    input: ENTER_IN,
    output: z.object({ session: z.string() }),
    handler: async (ctx, { mobile, code }, extra) => enter(await guestOf(ctx, extra), mobile, code),
  }),
  route({
    method: 'POST',
    path: `${BASE}/submit`,
    summary: '公开下单页：提交订单（凭验证后的会话）',
    right: 'public',
    input: PRICE_IN,
    output: z.object({ no: z.string(), label: z.string(), warnings: z.array(z.string()) }),
    handler: async (ctx, input, extra) => {
      const guest = await guestOf(ctx, extra)
      return submit(guest, await mobileOf(guest, extra), input)
    },
  }),
  route({
    method: 'GET',
    path: `${BASE}/mine`,
    summary: '公开下单页：我的订单（凭验证后的会话）',
    right: 'public',
    input: NOTHING,
    output: mineOut,
    handler: async (ctx, _input, extra) => {
      const guest = await guestOf(ctx, extra)
      return mine(guest, await mobileOf(guest, extra))
    },
  }),
]
