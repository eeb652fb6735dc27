/** 维保门店: price lists without overlaps, statements of a month, plans and what was last done. */
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addDays, addMonths, endOfMonth, startOfMonth, type Day } from '#kit/basics/time/day.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { negated, sumFen } from '#kit/basics/fen.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { moveOnly, serve, serveEntity } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { rebuildDues } from '../dues.server.ts'
import { payShop } from './order.server.ts'
import { repairShopActions, shopPrice, shopStatement, shopStatementActions } from './shop.ts'
import { upkeepOrder, upkeepPlanActions, upkeepState } from './upkeep.ts'
import { statementAmounts } from './upkeep.rules.ts'
import { seenVehicle } from '#modules/vehicles/vehicles.public.ts'

type Price = Rec<typeof shopPrice>
type Statement = Rec<typeof shopStatement>
const statements = storeOf(shopStatement)
const orders = storeOf(upkeepOrder)

async function refuseOverlap(tx: Tx, p: Partial<Price>, self: number | null): Promise<void> {
  const rows = await liveRows(tx, 'shopPrice')
    .select(['id', 'fromOn', 'toOn'])
    .where('shop', '=', p.shop!)
    .where('item', '=', p.item!)
    .where('model', p.model ? '=' : 'is', p.model ?? null)
    .execute()
  const last = (to: Day | null): string => (to ? addDays(to, -1) : '长期')
  const other = rows.find((r) => r.id !== self && (r.toOn === null || p.fromOn! < r.toOn) && (!p.toOn || r.fromOn < p.toOn))
  if (other)
    throw invalid({
      fromOn: `与已有价目重叠：已有 ${other.fromOn} 至 ${last(other.toOn)}，本条 ${p.fromOn} 至 ${last(p.toOn ?? null)}`,
    })
}

export const servedPrice = serveEntity(shopPrice, {
  beforeAdd: ({ tx, values }) => refuseOverlap(tx, values, null),
  beforeEdit: ({ tx, record, patch }) => refuseOverlap(tx, { ...record, ...patch }, record.id),
})

export const servedShop = serve(repairShopActions, { effects: { pause: moveOnly, resume: moveOnly, end: moveOnly } })

/** What was accepted in a month and is on no statement yet, a store at a time. */
async function makeStatement(tx: Tx, ctx: Context, shopId: number, month: Day): Promise<number[]> {
  const shop = await tx
    .selectFrom('repairShop')
    .select(['name', 'settleCycle', 'rebateBp'])
    .where('id', '=', shopId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!shop || shop.settleCycle !== 'month') throw refused('这家门店按单结算，不需要对账单；请选择月结的维保门店')
  const rows = await liveRows(tx, 'upkeepOrder')
    .select(['id', 'store', 'actual'])
    .where('shop', '=', shopId)
    .where('status', '=', 'done')
    .where('statement', 'is', null)
    .where('acceptedOn', '>=', startOfMonth(month))
    .where('acceptedOn', '<=', endOfMonth(month))
    .orderBy('id')
    .execute()
  const made: number[] = []
  for (const [store, of] of Map.groupBy(rows, (r) => r.store)) {
    const { sum, rebate, pay } = statementAmounts(
      of.map((o) => o.actual ?? 0),
      shop.rebateBp,
    )
    const s = await statements.add(tx, ctx, {
      shop: shopId,
      startOn: startOfMonth(month),
      endOn: addMonths(startOfMonth(month), 1),
      orders: of.map((o) => o.id),
      sum,
      rebate,
      pay,
      store,
    })
    for (const o of of) await orders.act(tx, ctx, 'list', o.id, { statement: s.id })
    made.push(s.id)
  }
  return made
}

/** Confirmed as it stands in the orders now: one payable, with a line each. */
async function confirm(tx: Tx, ctx: Context, s: Statement): Promise<Partial<Statement>> {
  const rows = await liveRows(tx, 'upkeepOrder')
    .select(['id', 'no', 'actual', 'status'])
    .where('statement', '=', s.id)
    .orderBy('id')
    .execute()
  const moved = rows.find((o) => o.status !== 'done')
  if (moved) throw refused(`维保单 ${moved.no} 已不是待结算状态，请取消后重新对账`)
  const shop = await tx.selectFrom('repairShop').select(['rebateBp', 'settleDay']).where('id', '=', s.shop).executeTakeFirstOrThrow()
  const { sum, rebate, pay } = statementAmounts(
    rows.map((o) => o.actual ?? 0),
    shop.rebateBp,
  )
  if (sum !== sumFen([s.sum])) throw refused('维保单金额已变化，请取消后重新对账')
  let payable: number | null = null
  if (pay > 0) {
    const due = addDays(startOfMonth(addMonths(s.startOn, 1)), (shop.settleDay ?? 1) - 1)
    const items = rows.map((o) => ({ description: `维保单 ${o.no}`, amount: o.actual ?? 0 }))
    payable = (
      await payShop(tx, ctx, s.shop, {
        store: s.store!,
        vehicle: null,
        dueOn: due < ctx.clock.today() ? ctx.clock.today() : due,
        items: rebate ? [...items, { description: '返点', amount: negated(rebate) }] : items,
        theirNo: s.no,
      })
    ).id
  }
  for (const o of rows) await orders.act(tx, ctx, 'settleListed', o.id, { payable })
  return { payable }
}

export const servedStatement = serve(shopStatementActions, {
  effects: {
    confirm: ({ tx, ctx, record }) => confirm(tx, ctx, record),
    cancel: async ({ tx, ctx, record }) => {
      const rows = await liveRows(tx, 'upkeepOrder').select('id').where('statement', '=', record.id).execute()
      for (const o of rows) await orders.act(tx, ctx, 'list', o.id, { statement: null })
    },
  },
})

export const shopRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/shopStatement/make',
    summary: '生成月结门店的对账单',
    right: 'shopStatementList_confirm',
    single: true,
    output: z.object({ made: z.array(z.number()) }),
    input: z.strictObject({
      shop: z.number('请选择维保门店').int(),
      month: z.string('请选择月份').regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, '月份应如 2026-06'),
    }),
    handler: (ctx, { shop, month }) =>
      ctx.db.write(ctx.user.operatorId, async (tx) => {
        const made = await makeStatement(tx, ctx, shop, `${month}-01` as Day)
        if (made.length === 0) throw refused(`${month} 没有待对账的维保单`)
        return { made }
      }),
  }),
]

export const servedPlan = serve(upkeepPlanActions, {
  effects: { activate: moveOnly, end: moveOnly },
  hooks: { refuseDelete: (p) => (p.status === 'draft' ? null : '启用过的方案不能删除，可以停用') },
})

export const servedState = serveEntity(upkeepState, {
  beforeAdd: async ({ tx, ctx, values }) => {
    if (values.lastOn! > ctx.clock.today()) throw invalid({ lastOn: '上次日期不能晚于今天' })
    return { store: (await seenVehicle(tx, values.vehicle!))?.store ?? null }
  },
  afterAdd: async ({ tx, ctx, record }) => void (await rebuildDues(tx, ctx, [record.vehicle])),
  afterEdit: async ({ tx, ctx, record }) => void (await rebuildDues(tx, ctx, [record.vehicle])),
})
