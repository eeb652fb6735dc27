/** Orders of the sandbox: taken like real ones, then driven by a job from one state to the next, a minute each. */
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { absent, refused } from '#kit/basics/errors.ts'
import { fen } from '#kit/basics/fen.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { ScheduledJob } from '#kit/entity/registry.server.ts'
import { serve } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { ORDER_CODES, totalsOf } from '#modules/transport/orders/order.rules.ts'
import { oneAtATime, otherContent, quoteFor, type ApiBuyer } from './book.server.ts'
import { SANDBOX_STATES, sandboxOrder, sandboxOrderActions } from './sandbox.ts'
import type { ChangeIn, OrderIn, OrderOut, PodOut, QuoteOut, TrackOut } from './wire.ts'

const rows = storeOf(sandboxOrder)
type Row = Rec<typeof sandboxOrder>
const STEP_MS = 60_000

const next = (ctx: Context): string => new Date(Date.parse(ctx.clock.now()) + STEP_MS).toISOString()

export const servedSandbox = serve(sandboxOrderActions, {
  effects: {
    confirm: async ({ ctx }) => ({ nextAt: next(ctx) }),
    plan: async ({ ctx }) => ({ nextAt: next(ctx) }),
    depart: async ({ ctx }) => ({ nextAt: next(ctx) }),
    arrive: async ({ ctx }) => ({ nextAt: next(ctx), arrivedAt: ctx.clock.now() }),
    sign: async ({ ctx }) => ({ nextAt: null, signedAt: ctx.clock.now() }),
    cancel: async () => ({ nextAt: null }),
  },
})

export async function createSandbox(
  tx: Tx,
  ctx: Context,
  buyer: ApiBuyer,
  o: OrderIn,
  hash: string,
): Promise<{ order: Row; warnings: string[] }> {
  await oneAtATime(tx, `sandbox:${buyer.client}:${o.outerNo}`)
  const known = await liveRows(tx, 'sandboxOrder')
    .select(['id', 'outerHash'])
    .where('client', '=', buyer.client)
    .where('outerNo', '=', o.outerNo)
    .executeTakeFirst()
  if (known) {
    if (known.outerHash !== hash) throw otherContent()
    return { order: await rows.get(tx, ctx, known.id), warnings: [] }
  }
  const quote = await quoteFor(tx, ctx, buyer, o)
  const sums = totalsOf(o.goods.map((g) => ({ ...g, declared: g.declared ?? null })))
  const order = await rows.add(tx, ctx, {
    client: buyer.client,
    outerNo: o.outerNo,
    outerHash: hash,
    receiverName: o.receiver.name,
    goodsText: sums.goodsText,
    weight: sums.weight,
    pieces: sums.pieces,
    total: quote.total === null ? null : fen(quote.total),
    asked: o,
    quote,
    nextAt: next(ctx),
  })
  return {
    order,
    warnings: ['沙箱订单：约 5 分钟内自行走完全程，不会派车，也不计费', ...(quote.priced ? [] : ['没有适用的计费规则，价格待定'])],
  }
}

export async function ownSandbox(db: Db, ctx: Context, client: number, by: { no: string } | { outerNo: string }): Promise<Row> {
  const query = liveRows(db, 'sandboxOrder').select('id').where('client', '=', client)
  const row = await ('no' in by ? query.where('no', '=', by.no) : query.where('outerNo', '=', by.outerNo)).executeTakeFirst()
  if (!row) throw absent('没有这个订单号的订单，请核对')
  return rows.get(db, ctx, row.id)
}

export function sandboxOut(r: Row, options: { price: boolean; warnings?: string[] }): OrderOut {
  const o = r.asked as OrderIn
  const quote = r.quote as QuoteOut | null
  return {
    no: r.no,
    outerNo: r.outerNo,
    status: r.status,
    code: ORDER_CODES[r.status]!,
    label: SANDBOX_STATES[r.status],
    sandbox: true,
    createdAt: r.createdAt,
    sender: { name: o.sender.name, address: o.sender.address },
    receiver: { name: o.receiver.name, address: o.receiver.address },
    pickFrom: o.pickFrom,
    pickTo: o.pickTo,
    dropFrom: o.dropFrom,
    dropTo: o.dropTo,
    goods: o.goods.map(({ name, pieces, weight, volume }) => ({ name, pieces, weight, volume })),
    pieces: r.pieces,
    weight: r.weight,
    total: options.price ? (quote?.total ?? null) : null,
    warnings: options.warnings ?? [],
  }
}

export const cancelSandbox = (tx: Tx, ctx: Context, id: number): Promise<Row> => rows.act(tx, ctx, 'cancel', id, {})

/** As with a real order: until somebody planned it. */
export async function changeSandbox(tx: Tx, ctx: Context, id: number, { receiver }: ChangeIn): Promise<Row> {
  const r = await rows.lock(tx, ctx, id)
  if (r.status !== 'toConfirm' && r.status !== 'open')
    throw Object.assign(refused('沙箱订单已调度，不能改址'), { reason: 'sandboxOrder.change.state' })
  return rows.edit(tx, ctx, id, { asked: { ...(r.asked as OrderIn), receiver }, receiverName: receiver.name })
}

/** Between the two places, as far as its minute has come. */
export function sandboxTrack(r: Row, now: string): TrackOut {
  const o = r.asked as OrderIn
  const events = [
    { at: r.createdAt, what: '下单' },
    ...(r.arrivedAt ? [{ at: r.arrivedAt, what: '已到达收货地' }] : []),
    ...(r.signedAt ? [{ at: r.signedAt, what: '已签收' }] : []),
  ]
  const underway = r.status === 'running' && !r.arrivedAt && r.nextAt
  const { lng, lat } = o.receiver
  const eta = ['planned', 'running'].includes(r.status) && !r.arrivedAt ? r.nextAt : null
  return {
    no: r.no,
    status: r.status,
    label: SANDBOX_STATES[r.status],
    eta,
    events,
    position: underway && lng != null && lat != null ? { lng, lat, at: now } : null,
  }
}

export function sandboxPod(r: Row): PodOut {
  const o = r.asked as OrderIn
  if (r.status !== 'signed') return { no: r.no, proofs: [] }
  const lines = o.goods.map((g) => ({ goods: g.name, plan: g.pieces, signed: g.pieces, refused: 0, short: 0 }))
  return { no: r.no, proofs: [{ at: r.signedAt!, signer: o.receiver.contact ?? o.receiver.name, way: '本人', lines, photos: [] }] }
}

async function drive(ctx: Context): Promise<void> {
  const due = await ctx.db.read(ctx.user.operatorId, (db) =>
    liveRows(db, 'sandboxOrder')
      .select('id')
      .where('nextAt', '<=', ctx.clock.now())
      .where('status', 'not in', ['signed', 'cancelled'])
      .orderBy('nextAt')
      .limit(500)
      .execute(),
  )
  for (const { id } of due)
    await ctx.db.write(ctx.user.operatorId, async (tx) => {
      const r = await rows.lock(tx, ctx, id)
      // Cancelled, or driven on by another node, while it waited in the list.
      if (r.nextAt === null || r.nextAt > ctx.clock.now()) return
      if (r.status === 'toConfirm') await rows.act(tx, ctx, 'confirm', id, {})
      else if (r.status === 'open') await rows.act(tx, ctx, 'plan', id, {})
      else if (r.status === 'planned') await rows.act(tx, ctx, 'depart', id, {})
      else if (r.status === 'running') await rows.act(tx, ctx, r.arrivedAt ? 'sign' : 'arrive', id, {})
    })
}
export const sandboxJobs: readonly ScheduledJob[] = [{ name: 'sandbox.drive', cron: '* * * * *', run: drive }]
