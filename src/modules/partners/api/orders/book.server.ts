/** Orders of a partner's program (transport.md §8): quoted, taken once, read, cancelled, followed; only those of its own project. */
import { sql } from 'kysely'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { absent, AppError, refused } from '#kit/basics/errors.ts'
import { metresBetween } from '#kit/basics/earth.ts'
import { fen } from '#kit/basics/fen.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { parameterNumber } from '#modules/system/system.public.ts'
import { answered, questionOf, type OrderToPrice } from '#modules/freight/freight.public.ts'
import { ORDER_STATES, transportOrders } from '#modules/transport/transport.public.ts'
import type { transportOrder } from '#modules/transport/orders/order.ts'
import { ORDER_CODES } from '#modules/transport/orders/order.rules.ts'
import { partyFor } from './party.server.ts'
import type { OpenParty, OrderIn, OrderOut, QuoteIn, QuoteOut } from './wire.ts'

type Order = Rec<typeof transportOrder>

/** On whose behalf: a client of the API, or a public page. */
export interface Buyer {
  project: number
  model: number
  label: string
}
interface Terms {
  customer: number
  store: number
  name: string
}
async function termsOf(db: Db, project: number): Promise<Terms> {
  const p = await db
    .selectFrom('project')
    .select(['customer', 'store', 'status', 'name'])
    .where('id', '=', project)
    .executeTakeFirstOrThrow()
  if (p.status !== 'active') throw refused(p.status === 'paused' ? '项目已暂停，不能下单' : '项目未在进行中，不能下单')
  return p
}

/** 25 cities of the country: roads are a third longer than the bird flies (transport.md §0.10). */
const DETOUR = 1.324
interface Spot {
  lng?: number | null | undefined
  lat?: number | null | undefined
}
/** Metres by road, estimated; null while one of the places is unknown. */
export function distanceBetween(a: Spot, b: Spot): number | null {
  if (a.lng == null || a.lat == null || b.lng == null || b.lat == null) return null
  return Math.round((metresBetween(a.lng, a.lat, b.lng, b.lat) * DETOUR) / 100) * 100
}
const distanceOf = (o: QuoteIn): number | null => o.distanceM ?? distanceBetween(o.sender, o.receiver)
const goodsOf = (o: QuoteIn): Order['goods'] =>
  o.goods.map((g) => ({
    name: g.name,
    category: g.category,
    pack: g.pack ?? null,
    pieces: g.pieces,
    weight: g.weight,
    volume: g.volume,
    declared: g.declared == null ? null : fen(g.declared),
    batch: g.batch ?? null,
    expiry: null,
    unNo: g.unNo ?? null,
  }))

function asOrder(buyer: Buyer, terms: Terms, o: QuoteIn, more: Partial<OrderToPrice> = {}): OrderToPrice {
  return {
    customer: terms.customer,
    project: buyer.project,
    model: buyer.model,
    goodsRoute: null,
    vehicleClass: o.vehicleClass ?? null,
    sender: 0,
    receiver: 0,
    pickFrom: o.pickFrom,
    dropTo: o.dropTo,
    goods: goodsOf(o),
    distanceM: distanceOf(o),
    distanceFrom: 'estimate',
    tempPolicy: null,
    insure: o.insure,
    lines: [],
    priority: 5,
    ...more,
  }
}

/** Writes nothing: a quote is no order. */
export async function quoteFor(db: Db, ctx: Context, buyer: Buyer, o: QuoteIn, more: Partial<OrderToPrice> = {}): Promise<QuoteOut> {
  const terms = await termsOf(db, buyer.project)
  const area = (p: OpenParty): string => p.adcode ?? ''
  const asked = await questionOf(db, ctx, asOrder(buyer, terms, o, more), 'receivable', {
    areas: { from: area(o.sender), to: area(o.receiver) },
  })
  const priced = answered(asked)
  const whole = priced && priced.pending.length === 0 ? priced : null
  const minutes = await parameterNumber(db, ctx.registry, 'quoteValidMin')
  return {
    priced: whole !== null,
    total: whole?.total ?? null,
    tax: whole?.tax ?? null,
    lines: (whole?.lines ?? []).map(({ label, amount }) => ({ label, amount })),
    validUntil: new Date(Date.parse(ctx.clock.now()) + minutes * 60_000).toISOString(),
  }
}

export interface Origin {
  source: 'api' | 'public'
  apiClient?: number
  outerNo?: string
  outerHash?: string
  orderPage?: number
  orderMobile?: string
  /** A line of the project: its own places, not what was typed. */
  line?: { id: number; sender: number; receiver: number }
}

/** Priced and in the list: open at once, or waiting for somebody to confirm it. */
export async function takeOrder(
  tx: Tx,
  ctx: Context,
  buyer: Buyer,
  o: QuoteIn,
  origin: Origin,
): Promise<{ order: Order; warnings: string[] }> {
  const terms = await termsOf(tx, buyer.project)
  const model = await tx.selectFrom('orderModel').select(['askFirst']).where('id', '=', buyer.model).executeTakeFirstOrThrow()
  const { line, ...from } = origin
  const known = (id: number) =>
    tx.selectFrom('consignParty').select(['id', 'placeState']).where('id', '=', id).where('status', '=', 'active').executeTakeFirstOrThrow()
  const sender = line ? await known(line.sender) : await partyFor(tx, ctx, terms, o.sender, 'sends')
  const receiver = line ? await known(line.receiver) : await partyFor(tx, ctx, terms, o.receiver, 'receives')
  const made = await transportOrders.add(tx, ctx, {
    project: buyer.project,
    customer: terms.customer,
    model: buyer.model,
    sender: sender.id,
    receiver: receiver.id,
    pickFrom: o.pickFrom,
    pickTo: o.pickTo,
    dropFrom: o.dropFrom,
    dropTo: o.dropTo,
    goods: goodsOf(o),
    vehicleClass: o.vehicleClass ?? null,
    distanceM: distanceOf(o),
    goodsRoute: line?.id ?? null,
    cod: fen(o.cod),
    insure: o.insure,
    receiptNeed: o.receiptNeed,
    remark: o.remark ?? null,
    ...from,
  })
  // What a visitor sends is looked at by somebody, whatever the model says.
  const order = await transportOrders.act(tx, ctx, model.askFirst || origin.source === 'public' ? 'offer' : 'submit', made.id, {})
  const warnings = [
    ...(sender.placeState === 'confirmed' ? [] : ['发货地址的位置尚未确认，确认后才能调度']),
    ...(receiver.placeState === 'confirmed' ? [] : ['收货地址的位置尚未确认，确认后才能调度']),
    ...(order.unpriced ? ['没有适用的计费规则，价格待定'] : []),
  ]
  return { order, warnings }
}

export const otherContent = (): AppError => {
  const error = new AppError('conflict', '外部单号已存在，内容不同')
  error.reason = 'open.outerNo.other'
  return error
}
/** Two calls about one number take turns, whichever nodes they reach. */
export const oneAtATime = (tx: Tx, what: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${what}, 0))`.execute(tx)

export interface ApiBuyer extends Buyer {
  client: number
}
/** One per number of the partner: the same again is the same order, anything else under that number is refused. */
export async function createOnce(
  tx: Tx,
  ctx: Context,
  buyer: ApiBuyer,
  o: OrderIn,
  hash: string,
): Promise<{ order: Order; warnings: string[] }> {
  await oneAtATime(tx, `open:${buyer.client}:${o.outerNo}`)
  const known = await liveRows(tx, 'transportOrder')
    .select(['id', 'outerHash'])
    .where('apiClient', '=', buyer.client)
    .where('outerNo', '=', o.outerNo)
    .executeTakeFirst()
  if (known) {
    if (known.outerHash !== hash) throw otherContent()
    return { order: await transportOrders.get(tx, ctx, known.id), warnings: [] }
  }
  return takeOrder(tx, ctx, buyer, o, { source: 'api', apiClient: buyer.client, outerNo: o.outerNo, outerHash: hash })
}

/** Of this project, by our number; anybody else's is absent, as one that does not exist. */
export async function ownOrder(
  db: Db,
  ctx: Context,
  project: number,
  by: { no: string } | { outerNo: string; client: number },
): Promise<Order> {
  const query = liveRows(db, 'transportOrder').select('id').where('project', '=', project).where('status', '<>', 'draft')
  const row = await (
    'no' in by ? query.where('no', '=', by.no) : query.where('apiClient', '=', by.client).where('outerNo', '=', by.outerNo)
  ).executeTakeFirst()
  if (!row) throw absent('没有这个订单号的订单，请核对')
  return transportOrders.get(db, ctx, row.id)
}

export async function outOf(db: Db, o: Order, options: { price: boolean; warnings?: string[] }): Promise<OrderOut> {
  const quote =
    options.price && o.quote ? await db.selectFrom('quote').select('total').where('id', '=', o.quote).executeTakeFirst() : undefined
  const party = (p: Order['senderSnap']) => ({ name: p?.name ?? '', address: p?.address ?? '' })
  return {
    no: o.no,
    outerNo: o.outerNo,
    status: o.status,
    code: ORDER_CODES[o.status]!,
    label: ORDER_STATES[o.status],
    sandbox: false,
    createdAt: o.createdAt,
    sender: party(o.senderSnap),
    receiver: party(o.receiverSnap),
    pickFrom: o.pickFrom,
    pickTo: o.pickTo,
    dropFrom: o.dropFrom,
    dropTo: o.dropTo,
    goods: o.goods.map(({ name, pieces, weight, volume }) => ({ name, pieces, weight, volume })),
    pieces: o.pieces ?? 0,
    weight: o.weight ?? 0,
    total: o.unpriced ? null : (quote?.total ?? null),
    warnings: options.warnings ?? [],
  }
}

export const cancelOrder = (tx: Tx, ctx: Context, order: number, reason: string): Promise<Order> =>
  transportOrders.act(tx, ctx, 'cancel', order, { reason })
