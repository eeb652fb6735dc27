/** Server part of transport orders: completed when written, consignments made when submitted, released when cancelled. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { fen } from '#kit/basics/fen.ts'
import { refused } from '#kit/basics/errors.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { moveOnly, serve } from '#kit/entity/serve.server.ts'
import { act, storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { sameValue } from '#kit/entity/value/value.ts'
import { dropCoupon, holdCoupon } from '#modules/billing/billing.public.ts'
import { creditLimitsOf } from '#modules/parties/parties.public.ts'
import { consignment, deliveryNote } from './consignment.ts'
import { statusNow } from './follow.server.ts'
import { ORDER_STATES, transportOrder, transportOrderActions, type OrderFacts, type PartySnap } from './order.ts'
import { totalsOf } from './order.rules.ts'
import { withinCredit } from './credit.server.ts'
import { splitGoods } from './split.rules.ts'
import { freightMoney, type FreightMoney, type Priced } from './money.server.ts'

type Order = Rec<typeof transportOrder>
const consignments = storeOf(consignment)
const notes = storeOf(deliveryNote)

async function partyOf(tx: Tx, id: number) {
  return tx
    .selectFrom('consignParty')
    .select(['id', 'name', 'contact', 'mobile', 'place', 'placeState', 'store', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
type Party = Awaited<ReturnType<typeof partyOf>>

const snapOf = (p: Party): PartySnap => ({
  name: p.name,
  contact: p.contact,
  mobile: p.mobile,
  address: p.place.address,
  lng: p.place.lng ?? null,
  lat: p.place.lat ?? null,
  code: p.place.code ?? null,
})

/** What follows from the parties, the project and the goods: snapshots, sums, place, store. */
async function completed(tx: Tx, ctx: Context, o: Partial<Order>): Promise<Partial<Order>> {
  const [sender, receiver] = [await partyOf(tx, o.sender!), await partyOf(tx, o.receiver!)]
  const project = o.project
    ? await tx.selectFrom('project').select(['customer', 'store', 'models', 'name']).where('id', '=', o.project).executeTakeFirstOrThrow()
    : null
  if (project && project.customer !== o.customer) throw refused(`客户与项目「${project.name}」的客户不一致`)
  const { declared, ...sums } = totalsOf(o.goods ?? [])
  return {
    ...sums,
    declared: fen(declared),
    chargeableKg: await freightMoney(ctx).chargeableKg(tx, ctx, o as Order, sums),
    senderSnap: snapOf(sender),
    receiverSnap: snapOf(receiver),
    located: sender.placeState === 'confirmed' && receiver.placeState === 'confirmed',
    store: project?.store ?? sender.store,
  }
}

async function factsOf(tx: Tx, ctx: Context, records: readonly Order[]): Promise<OrderFacts[]> {
  const ids = records.map((r) => r.id)
  const legs = await liveRows(tx, 'consignment').select(['order', 'status']).where('order', '=', anyOf(ids)).execute()
  const sheets = await liveRows(tx, 'chargeSheet').select(['order', 'status']).where('order', '=', anyOf(ids)).execute()
  const projects = await tx
    .selectFrom('project')
    .select(['id', 'status'])
    .where('id', '=', anyOf(records.flatMap((r) => (r.project ? [r.project] : []))))
    .execute()
  const limits = await creditLimitsOf(
    tx,
    records.map((r) => r.customer),
  )
  const cod = await freightMoney(ctx).custodyOf(tx, ids)
  return records.map((r) => {
    const own = legs.filter((l) => l.order === r.id)
    const status = projects.find((p) => p.id === r.project)?.status
    const mine = sheets.filter((s) => s.order === r.id && s.status !== 'voided')
    return {
      picked: own.some((l) => !['unassigned', 'loadedPlan', 'toPick', 'cancelled'].includes(l.status)),
      arrived: own.some((l) => l.status === 'arrived'),
      limited: limits.has(r.customer),
      codDriver: cod.get(r.id)?.driver ?? 0,
      codCompany: cod.get(r.id)?.company ?? 0,
      billed: mine.some((s) => ['billed', 'settled'].includes(s.status)),
      confirmed: mine.some((s) => ['confirmed', 'disputed', 'billed', 'settled'].includes(s.status)),
      blocked:
        status === undefined || status === 'active' ? null : status === 'paused' ? '项目已暂停，不能下单' : '项目未在进行中，不能下单',
    }
  })
}

/** One consignment per drop, with its delivery note. */
export async function makeConsignment(tx: Tx, ctx: Context, o: Order, more: Partial<Rec<typeof consignment>> = {}): Promise<number> {
  const made = await consignments.add(tx, ctx, {
    order: o.id,
    customer: o.customer,
    from: o.sender,
    to: o.receiver,
    goods: o.goods,
    goodsText: o.goodsText,
    pieces: o.pieces ?? 0,
    weight: o.weight ?? 0,
    volume: o.volume ?? 0,
    pickFrom: o.pickFrom,
    pickTo: o.pickTo,
    dropFrom: o.dropFrom,
    dropTo: o.dropTo,
    cod: o.cod,
    tempPolicy: o.tempPolicy,
    receiptState: o.receiptNeed ? 'due' : 'none',
    store: o.store,
    ...more,
  })
  const lines = made.goods.map((g) => ({
    goods: g.name,
    plan: g.pieces,
    signed: 0,
    refused: 0,
    short: 0,
    reason: null,
    batch: g.batch,
    expiry: g.expiry,
  }))
  await notes.add(tx, ctx, { consignment: made.id, receiver: made.to, lines, store: o.store })
  return made.id
}

/** Consignments of a cancelled order leave their missions with it. */
async function cancelConsignments(tx: Tx, ctx: Context, order: number): Promise<void> {
  const own = await liveRows(tx, 'consignment').select(['id', 'status']).where('order', '=', order).execute()
  for (const c of own)
    if (['unassigned', 'loadedPlan', 'toPick'].includes(c.status)) await act(tx, ctx, 'consignment', 'cancel', c.id, null, {})
}

const priceOrder: FreightMoney['priceOrder'] = (tx, ctx, ...of) => freightMoney(ctx).priceOrder(tx, ctx, ...of)

/** An order that is being taken; what it costs, the second step says. */
interface Taking {
  readonly tx: Tx
  readonly ctx: Context
  readonly order: Order
  readonly why: string
  priced: Priced | null
}
async function couponHeld({ tx, ctx, order }: Taking): Promise<void> {
  if (order.coupon !== null) await holdCoupon(tx, ctx, order.coupon, order.id, order.customer)
}
async function pricedAndKept(taking: Taking): Promise<void> {
  taking.priced = await priceOrder(taking.tx, taking.ctx, taking.order, taking.why)
}
const creditLeft = ({ tx, ctx, order, priced }: Taking): Promise<void> => withinCredit(tx, ctx, order, priced!.quote)
const consigned = ({ tx, ctx, order }: Taking): Promise<number> => makeConsignment(tx, ctx, order)

/** The way of an order from a wish to goods that wait for a mission (docs/lifecycle.md); from there on its consignments lead. */
export const ORDER_WAY = [couponHeld, pricedAndKept, creditLeft, consigned] as const
/** 超额提交: somebody with the right answers for the credit. */
const OVER_CREDIT_WAY = ORDER_WAY.filter((step) => step !== creditLeft)

async function taken(
  tx: Tx,
  ctx: Context,
  order: Order,
  why: string,
  way: readonly (typeof ORDER_WAY)[number][] = ORDER_WAY,
): Promise<Priced> {
  const taking: Taking = { tx, ctx, order, why, priced: null }
  for (const step of way) await step(taking)
  return taking.priced!
}

const CARRIED = [
  'project',
  'customer',
  'model',
  'sender',
  'receiver',
  'pickFrom',
  'pickTo',
  'dropFrom',
  'dropTo',
  'goods',
  'goodsRoute',
  'vehicleClass',
  'distanceM',
  'distanceFrom',
  'tempPolicy',
  'cod',
  'insure',
  'receiptNeed',
  'priority',
  'lines',
] as const

export const servedOrder = serve(transportOrderActions, {
  facts: ({ tx, ctx, records }) => factsOf(tx, ctx, records),
  effects: {
    submit: async ({ tx, ctx, record }) => taken(tx, ctx, record, '提交'),
    confirm: async ({ tx, ctx, record }) => taken(tx, ctx, record, '确认接单'),
    submitOver: async ({ tx, ctx, record, input }) => taken(tx, ctx, record, `超额提交：${input.reason}`.slice(0, 200), OVER_CREDIT_WAY),
    offer: async ({ tx, ctx, record }) => priceOrder(tx, ctx, record, '送交确认'),
    decline: moveOnly,
    cancel: async ({ tx, ctx, record }) => {
      await dropCoupon(tx, ctx, record.id)
      await cancelConsignments(tx, ctx, record.id)
      return { coupon: null }
    },
    changeAddress: async ({ tx, ctx, record, input }) => {
      const next = { ...record, receiver: input.receiver, distanceM: input.distanceM ?? record.distanceM }
      const patch = await completed(tx, ctx, next)
      const priced = await priceOrder(tx, ctx, { ...next, ...patch } as Order, '改址', input.fee)
      return { receiver: input.receiver, distanceM: next.distanceM, ...patch, ...priced }
    },
    split: async ({ tx, ctx, record, input }) => {
      const parts = splitGoods(
        record.goods,
        input.parts.map((p) => p.weight),
      )
      if (typeof parts === 'string') throw refused(parts)
      const own = await liveRows(tx, 'consignment')
        .select(['id'])
        .where('order', '=', record.id)
        .where('status', '<>', 'cancelled')
        .orderBy('id')
        .forNoKeyUpdate()
        .execute()
      for (const c of own) await act(tx, ctx, 'consignment', 'cancel', c.id, null, {})
      for (const [i, goods] of parts.entries()) {
        const { pieces, weight, volume, goodsText } = totalsOf(goods)
        await makeConsignment(tx, ctx, record, {
          goods,
          pieces,
          weight,
          volume,
          goodsText,
          seq: i + 1,
          segmentNo: String(i + 1).padStart(2, '0') + '00',
          cod: i === 0 ? record.cod : fen(0),
        })
      }
    },
    reprice: async ({ tx, ctx, record }) => priceOrder(tx, ctx, record, '重新计价'),
    void: async ({ tx, ctx, record }) => {
      await dropCoupon(tx, ctx, record.id)
      await cancelConsignments(tx, ctx, record.id)
    },
    addWork: async ({ tx, ctx, record, input }) => {
      const lines = [...(record.lines ?? []), ...input.lines]
      return { lines, ...(await priceOrder(tx, ctx, { ...record, lines }, '登记附加作业')) }
    },
    adjust: async ({ tx, ctx, record, input }) => priceOrder(tx, ctx, record, input.reason, undefined, input.amount),
    codHandIn: async ({ tx, ctx, record, input }) => freightMoney(ctx).handIn(tx, ctx, record, input),
    codRemit: async ({ tx, ctx, record }) => freightMoney(ctx).remit(tx, ctx, record),
    follow: async ({ tx, record }) => {
      const status = await statusNow(tx, record.id)
      return {
        status,
        ...(['signed', 'receipted'].includes(status) && !record.signedAt ? { signedAt: await lastSign(tx, record.id) } : {}),
      }
    },
  },
  hooks: {
    beforeAdd: async ({ tx, ctx, values }) => ({
      ...(await completed(tx, ctx, values)),
      source:
        values.source && values.source !== 'manual' ? values.source : ctx.source === 'import' ? ('import' as const) : ('manual' as const),
    }),
    beforeEdit: async ({ tx, ctx, record, patch }) => completed(tx, ctx, { ...record, ...patch }),
    afterEdit: async ({ tx, ctx, before, record }) => {
      if (record.status === 'open' && (before.coupon !== record.coupon || before.customer !== record.customer)) {
        await dropCoupon(tx, ctx, record.id, before.customer === record.customer ? record.coupon : null)
        if (record.coupon !== null) await holdCoupon(tx, ctx, record.coupon, record.id, record.customer)
      }
      // The change of an order not yet planned goes into its consignment and its price; a remark changes neither.
      if (record.status !== 'open' || CARRIED.every((name) => sameValue(before[name], record[name]))) return
      await cancelConsignments(tx, ctx, record.id)
      await makeConsignment(tx, ctx, record)
      const priced = await priceOrder(tx, ctx, record, '修改')
      await storeOf(transportOrder).writeMany(tx, ctx, [record.id], () => priced)
    },
    refuseEdit: (o) =>
      ['draft', 'toConfirm', 'open'].includes(o.status)
        ? null
        : ['cancelled', 'voided'].includes(o.status)
          ? `订单${ORDER_STATES[o.status]}，不能修改`
          : '已调度，请用改单',
    refuseDelete: (o) => (o.status === 'draft' ? null : '已提交的订单不能删除，可以取消'),
  },
})

async function lastSign(tx: Tx, order: number): Promise<string | null> {
  const row = await tx
    .selectFrom('consignment')
    .select('signedAt')
    .where('order', '=', order)
    .where('signedAt', 'is not', null)
    .orderBy('signedAt', 'desc')
    .executeTakeFirst()
  return row?.signedAt ?? null
}
