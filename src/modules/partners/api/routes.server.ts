/** /api/open/v1: the calls of a partner's program, each behind the gate; a sandbox key meets the same calls over rows of their own. */
import { createHash } from 'node:crypto'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { AppError, absent } from '#kit/basics/errors.ts'
import type { FileKeeper } from '#kit/entity/services.server.ts'
import { fileAnswer } from '#kit/http/answers.server.ts'
import { download, route, type Route } from '#kit/http/route.server.ts'
import { fieldErrors, sentenceOf, summaryOf } from '#kit/http/sentences.ts'
import { photoOf, podOf, trackOf } from './orders/sight.server.ts'
import { cancelOrder, createOnce, outOf, ownOrder, quoteFor, type ApiBuyer } from './orders/book.server.ts'
import { changeOrder } from './orders/change.server.ts'
import { callerOf, gateFor } from './clients/gate.server.ts'
import { mapped } from './clients/map.rules.ts'
import { cancelSandbox, changeSandbox, createSandbox, ownSandbox, sandboxOut, sandboxPod, sandboxTrack } from './orders/sandbox.server.ts'
import { scopesOf } from './clients/sign.rules.ts'
import { statementsOf, temperatureOf } from './orders/order-details.server.ts'
import {
  BATCH_IN,
  batchOut,
  CANCEL_IN,
  CHANGE_IN,
  changeOut,
  FIND,
  MONTH,
  OF_ONE,
  ORDER_IN,
  orderOut,
  PHOTO,
  podOut,
  QUOTE_IN,
  quoteOut,
  statementsOut,
  temperatureOut,
  trackOut,
  type ChangeIn,
  type ChangeOut,
  type OrderIn,
  type OrderOut,
} from './orders/wire.ts'

const BASE = '/api/open/v1'
const write = <T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> => ctx.db.write(ctx.user.operatorId, work)
const read = <T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> => ctx.db.read(ctx.user.operatorId, (db) => work(db))

const buyerOf = (ctx: Context): ApiBuyer & { sandbox: boolean; price: boolean } => {
  const c = callerOf(ctx)
  return { client: c.id, project: c.project, model: c.model, label: c.name, sandbox: c.sandbox, price: scopesOf(c.scopes).includes('报价') }
}
/** Of what was understood, not of how it was written: a space more makes no other order. */
const hashOf = (o: OrderIn): string => createHash('sha256').update(JSON.stringify(o)).digest('hex')

const create = (ctx: Context, o: OrderIn): Promise<OrderOut> =>
  write(ctx, async (tx) => {
    const buyer = buyerOf(ctx)
    if (buyer.sandbox) {
      const { order, warnings } = await createSandbox(tx, ctx, buyer, o, hashOf(o))
      return sandboxOut(order, { price: buyer.price, warnings })
    }
    const { order, warnings } = await createOnce(tx, ctx, buyer, o, hashOf(o))
    return outOf(tx, order, { price: buyer.price, warnings })
  })

/** Each by itself: one wrong address does not keep 99 orders waiting. */
async function createMany(ctx: Context, list: readonly unknown[]) {
  const results: { index: number; no: string | null; outerNo: string | null; message: string | null; reason: string | null }[] = []
  const names = callerOf(ctx).fieldMap ?? []
  for (const [index, sent] of list.entries()) {
    const parsed = ORDER_IN.safeParse(mapped(sent, names), { error: sentenceOf })
    if (!parsed.success) {
      results.push({ index, no: null, outerNo: null, message: summaryOf(fieldErrors(parsed.error.issues)), reason: 'open.order.invalid' })
      continue
    }
    try {
      const made = await create(ctx, parsed.data)
      results.push({ index, no: made.no, outerNo: made.outerNo, message: null, reason: null })
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'fault') throw error
      results.push({
        index,
        no: null,
        outerNo: parsed.data.outerNo,
        message: error.message,
        reason: error.reason ?? `open.order.${error.kind}`,
      })
    }
  }
  const done = results.filter((r) => r.message === null).length
  return { done, failed: results.length - done, results }
}

type By = { no: string } | { outerNo: string }
const readOne = (ctx: Context, by: By): Promise<OrderOut> =>
  read(ctx, async (tx) => {
    const buyer = buyerOf(ctx)
    if (buyer.sandbox) return sandboxOut(await ownSandbox(tx, ctx, buyer.client, by), buyer)
    const scopedBy = 'no' in by ? by : { ...by, client: buyer.client }
    return outOf(tx, await ownOrder(tx, ctx, buyer.project, scopedBy), buyer)
  })

const cancel = (ctx: Context, no: string, reason: string): Promise<OrderOut> =>
  write(ctx, async (tx) => {
    const buyer = buyerOf(ctx)
    if (buyer.sandbox) return sandboxOut(await cancelSandbox(tx, ctx, (await ownSandbox(tx, ctx, buyer.client, { no })).id), buyer)
    const { id } = await ownOrder(tx, ctx, buyer.project, { no })
    return outOf(tx, await cancelOrder(tx, ctx, id, reason), buyer)
  })

const change = (ctx: Context, input: ChangeIn): Promise<ChangeOut> =>
  write(ctx, async (tx) => {
    const buyer = buyerOf(ctx)
    const { no } = input
    if (buyer.sandbox) {
      const order = await changeSandbox(tx, ctx, (await ownSandbox(tx, ctx, buyer.client, { no })).id, input)
      return { done: true, caseNo: null, order: sandboxOut(order, buyer) }
    }
    return changeOrder(tx, ctx, buyer, (await ownOrder(tx, ctx, buyer.project, { no })).id, input)
  })

const inHours = (h: number): string => new Date(Date.UTC(2030, 0, 7, h)).toISOString()
const WANTED = {
  sender: {
    name: '浦东仓',
    contact: '王师傅',
    mobile: '13800000001',
    address: '上海市浦东新区外高桥 1 号',
    adcode: '310115',
    lng: 121.6,
    lat: 31.35,
  },
  receiver: {
    name: '静安店',
    contact: '李店长',
    mobile: '13800000002',
    address: '上海市静安区南京西路 100 号',
    adcode: '310106',
    lng: 121.45,
    lat: 31.23,
  },
  pickFrom: inHours(0),
  pickTo: inHours(2),
  dropFrom: inHours(2),
  dropTo: inHours(10),
  goods: [{ name: '饮用水', pieces: 100, weight: 1200, volume: 1.5 }],
}
const REFUSALS = ['transportOrder.cancel.state', 'transportOrder.cancel.rule', 'sandboxOrder.cancel.state']

/** `files`: what proofs are made of lies with the house. */
export const openRoutes = ({ files }: { files: FileKeeper }): readonly Route[] => [
  route({
    method: 'POST',
    path: `${BASE}/orders/quote`,
    summary: '报价（不保存；金额以分计）',
    right: 'public',
    gate: gateFor('报价', { mapped: true, safe: true }),
    safe: true,
    input: QUOTE_IN,
    output: quoteOut,
    example: WANTED,
    handler: (ctx, o) => read(ctx, (tx) => quoteFor(tx, ctx, buyerOf(ctx), o)),
  }),
  route({
    method: 'POST',
    path: `${BASE}/orders`,
    summary: '下单（同一外部单号只建一张订单）',
    right: 'public',
    gate: gateFor('下单', { mapped: true }),
    input: ORDER_IN,
    output: orderOut,
    example: { outerNo: 'A-0001', ...WANTED },
    handler: (ctx, o) => create(ctx, o),
  }),
  route({
    method: 'POST',
    path: `${BASE}/orders/batch`,
    summary: '批量下单（最多 100 单，逐单返回结果）',
    right: 'public',
    gate: gateFor('下单'),
    input: BATCH_IN,
    output: batchOut,
    example: { orders: [{ outerNo: 'A-0002', ...WANTED }] },
    handler: (ctx, { orders }) => createMany(ctx, orders),
  }),
  route({
    method: 'GET',
    path: `${BASE}/orders`,
    summary: '按外部单号查询订单',
    right: 'public',
    gate: gateFor('查询'),
    input: FIND,
    output: orderOut,
    example: { outerNo: 'A-0001' },
    handler: (ctx, { outerNo }) => readOne(ctx, { outerNo }),
  }),
  route({
    method: 'GET',
    path: `${BASE}/orders/:no`,
    summary: '查询订单',
    right: 'public',
    gate: gateFor('查询'),
    input: OF_ONE,
    output: orderOut,
    handler: (ctx, { no }) => readOne(ctx, { no }),
  }),
  route({
    method: 'POST',
    path: `${BASE}/orders/:no/cancel`,
    summary: '取消订单（装车前）',
    right: 'public',
    gate: gateFor('取消'),
    input: CANCEL_IN,
    output: orderOut,
    reasons: REFUSALS,
    example: { reason: '客户改期' },
    handler: (ctx, { no, reason }) => cancel(ctx, no, reason),
  }),
  route({
    method: 'POST',
    path: `${BASE}/orders/:no/change`,
    summary: '改址（未调度的立即生效并重新计价；已调度的转为改址申请，由承运方确认）',
    right: 'public',
    gate: gateFor('改址'),
    input: CHANGE_IN,
    output: changeOut,
    reasons: ['open.change.state', 'sandboxOrder.change.state'],
    example: { receiver: { ...WANTED.receiver, name: '徐汇店', address: '上海市徐汇区漕溪北路 1 号' }, reason: '客户改约' },
    handler: (ctx, input) => change(ctx, input),
  }),
  route({
    method: 'GET',
    path: `${BASE}/orders/:no/temperature`,
    summary: '在途温度（仅冷链订单，装货到签收之间）',
    right: 'public',
    gate: gateFor('温度', { tight: true }),
    input: OF_ONE,
    output: temperatureOut,
    handler: (ctx, { no }) =>
      read(ctx, async (tx) => {
        const buyer = buyerOf(ctx)
        if (!buyer.sandbox) return temperatureOf(tx, ctx, await ownOrder(tx, ctx, buyer.project, { no }))
        await ownSandbox(tx, ctx, buyer.client, { no })
        return { no, lowest: null, highest: null, probes: [] }
      }),
  }),
  route({
    method: 'GET',
    path: `${BASE}/statements`,
    summary: '某月到期的对账单中本项目的费用（金额以分计）',
    right: 'public',
    gate: gateFor('对账'),
    input: MONTH,
    output: statementsOut,
    example: { month: '2030-01' },
    handler: (ctx, { month }) =>
      read(ctx, async (tx) => {
        const buyer = buyerOf(ctx)
        // Orders of the sandbox cost nothing.
        return buyer.sandbox ? { statements: [] } : statementsOf(tx, buyer.project, month)
      }),
  }),
  route({
    method: 'GET',
    path: `${BASE}/orders/:no/track`,
    summary: '运输进度、预计到达与最近位置（每秒最多 5 次）',
    right: 'public',
    gate: gateFor('轨迹', { tight: true }),
    input: OF_ONE,
    output: trackOut,
    handler: (ctx, { no }) =>
      read(ctx, async (tx) => {
        const buyer = buyerOf(ctx)
        if (buyer.sandbox) return sandboxTrack(await ownSandbox(tx, ctx, buyer.client, { no }), ctx.clock.now())
        return trackOf(tx, ctx, await ownOrder(tx, ctx, buyer.project, { no }))
      }),
  }),
  route({
    method: 'GET',
    path: `${BASE}/orders/:no/pod`,
    summary: '签收凭证',
    right: 'public',
    gate: gateFor('签收'),
    input: OF_ONE,
    output: podOut,
    handler: (ctx, { no }) =>
      read(ctx, async (tx) => {
        const buyer = buyerOf(ctx)
        if (buyer.sandbox) return sandboxPod(await ownSandbox(tx, ctx, buyer.client, { no }))
        return podOf(tx, await ownOrder(tx, ctx, buyer.project, { no }), { fullName: true })
      }),
  }),
  route({
    method: 'GET',
    path: `${BASE}/orders/:no/pod/photo`,
    summary: '签收照片',
    output: fileAnswer,
    right: 'public',
    gate: gateFor('签收'),
    input: PHOTO,
    handler: async (ctx, { no, file }) => {
      const buyer = buyerOf(ctx)
      if (buyer.sandbox) throw absent('没有这张照片，或它不属于这张订单，请核对编号')
      const id = await read(ctx, async (tx) => photoOf(tx, (await ownOrder(tx, ctx, buyer.project, { no })).id, file))
      return pictureOf(files, ctx, id)
    },
  }),
]

export async function pictureOf(files: FileKeeper, ctx: Context, id: string) {
  const file = await files.open(ctx, id)
  if (!file) throw absent('没有这张照片，或它不属于这张订单，请核对编号')
  return download({ fileName: file.name, mime: file.mime, body: file.body, inline: true })
}
