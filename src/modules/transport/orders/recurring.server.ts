/** Server part of recurring orders: what is due is made once per rule, date and slot, however often and late it is looked at. */
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addDays, dayOf, instantAt, type Day } from '#kit/basics/time/day.ts'
import { AppError } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { ScheduledJob } from '#kit/entity/registry.server.ts'
import { moveOnly, serve } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { calendar, holidayYearJob } from './holiday-year.server.ts'
import { DATES } from './dates.wire.ts'
import { transportOrder } from './order.ts'
import { recurringDate, recurringRule, recurringRuleActions } from './recurring.ts'
import { plannedDates, type PlannedDate, type RecurringPlan } from './recurring.rules.ts'

type Rule = Rec<typeof recurringRule>
const rules = storeOf(recurringRule)
const dates = storeOf(recurringDate)
const orders = storeOf(transportOrder)
const MINUTE = 60_000
const FAILURES = 3

const planOf = (r: Rule): RecurringPlan => ({ ...r, exceptions: r.exceptions ?? [] })

/** An instant of the business zone: a date and a slot. */
const pickAt = (d: Day, slot: string): string => instantAt(d, slot)
const plus = (instant: string, minutes: number): string => new Date(Date.parse(instant) + minutes * MINUTE).toISOString()

async function makeOrder(tx: Tx, ctx: Context, r: Rule, on: Day, slot: string): Promise<number> {
  const { customer } = await tx.selectFrom('project').select('customer').where('id', '=', r.project).executeTakeFirstOrThrow()
  const pickFrom = pickAt(on, slot)
  const made = await orders.add(tx, ctx, {
    project: r.project,
    customer,
    model: r.model,
    source: 'recurring',
    sender: r.sender,
    receiver: r.receiver,
    goods: r.goods,
    vehicleClass: r.vehicleClass,
    goodsRoute: r.goodsRoute,
    pickFrom,
    pickTo: plus(pickFrom, r.pickMin),
    dropFrom: pickFrom,
    dropTo: plus(pickFrom, r.dropAfterMin),
  })
  await orders.act(tx, ctx, 'submit', made.id, {})
  return made.id
}

/** Dates whose pickup is within the lead time and that have no row yet. Rows once written do not follow the calendar any more. */
async function dueOf(tx: Tx, ctx: Context, r: Rule): Promise<{ due: PlannedDate[]; until: Day }> {
  const horizon = plus(ctx.clock.now(), r.leadH * 60)
  // A holiday after the horizon may bring a later date forward to before it.
  const { dates: all } = plannedDates(planOf(r), addDays(dayOf(horizon), r.holidayPolicy === 'advance' ? 15 : 0), await calendar(tx))
  const known = await liveRows(tx, 'recurringDate')
    .select(['originalDate', 'slot', 'serviceDate', 'result'])
    .where('rule', '=', r.id)
    .where('result', '<>', 'failed')
    .execute()
  const seen = new Set(known.map((k) => `${k.originalDate} ${k.slot}`))
  const taken = new Set(known.filter((k) => k.result === 'created').map((k) => `${k.serviceDate} ${k.slot}`))
  const due = all
    .filter((d) => !seen.has(`${d.originalDate} ${d.slot}`) && pickAt(d.serviceDate ?? d.originalDate, d.slot) <= horizon)
    .map((d) =>
      d.result === 'create' && r.onShift === 'merge' && taken.has(`${d.serviceDate} ${d.slot}`)
        ? { ...d, result: 'merge' as const, reason: `${d.serviceDate} 已生成` }
        : d,
    )
  return { due, until: dayOf(horizon) }
}

async function record(tx: Tx, ctx: Context, r: Rule, d: PlannedDate, values: Partial<Rec<typeof recurringDate>>): Promise<void> {
  const failed = await liveRows(tx, 'recurringDate')
    .select('id')
    .where('rule', '=', r.id)
    .where('originalDate', '=', d.originalDate)
    .where('slot', '=', d.slot)
    .executeTakeFirst()
  const row = { serviceDate: d.serviceDate, reason: d.reason?.slice(0, 200) ?? null, ...values }
  if (failed) await dates.edit(tx, ctx, failed.id, row)
  else await dates.add(tx, ctx, { rule: r.id, originalDate: d.originalDate, slot: d.slot, ...row })
}

/** One date in a transaction of its own: what cannot be made stops none of the others. Says whether an order was made. */
async function one(ctx: Context, id: number, d: PlannedDate): Promise<boolean> {
  try {
    return await ctx.db.write(ctx.user.operatorId, async (tx) => {
      const r = await rules.lock(tx, ctx, id)
      const { due } = await dueOf(tx, ctx, r)
      // Another node was here first, or the rule was paused meanwhile.
      if (r.status !== 'active' || !due.some((x) => x.originalDate === d.originalDate && x.slot === d.slot)) return false
      if (d.result !== 'create') {
        await record(tx, ctx, r, d, { result: d.result === 'skip' ? 'skipped' : 'merged' })
        return false
      }
      const order = await makeOrder(tx, ctx, r, d.serviceDate!, d.slot)
      await record(tx, ctx, r, d, { result: 'created', order })
      if ((r.failures ?? 0) > 0) await rules.edit(tx, ctx, r.id, { failures: 0 })
      return true
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await ctx.db.write(ctx.user.operatorId, async (tx) => {
      const r = await rules.lock(tx, ctx, id)
      await record(tx, ctx, r, d, { result: 'failed', reason: error.message.slice(0, 200) })
      const failures = (r.failures ?? 0) + 1
      await rules.edit(tx, ctx, r.id, { failures })
      if (failures >= FAILURES && r.status === 'active') await rules.act(tx, ctx, 'pause', r.id, {})
    })
    return false
  }
}

/** Everything due of one rule; the number of orders made. */
async function generate(ctx: Context, id: number): Promise<number> {
  const { due, until } = await ctx.db.write(ctx.user.operatorId, async (tx) => {
    const r = await rules.get(tx, ctx, id)
    const active = await tx.selectFrom('project').select('id').where('id', '=', r.project).where('status', '=', 'active').executeTakeFirst()
    return r.status === 'active' && active ? dueOf(tx, ctx, r) : { due: [], until: r.generatedTo }
  })
  let made = 0
  for (const d of due) if (await one(ctx, id, d)) made++
  if (until)
    await ctx.db.write(ctx.user.operatorId, async (tx) => {
      await rules.edit(tx, ctx, id, { generatedTo: until })
    })
  return made
}

const generateAll: ScheduledJob = {
  name: 'transport-recurring',
  cron: '*/10 * * * *',
  run: async (ctx) => {
    const active = await ctx.db.read(ctx.user.operatorId, (db) =>
      liveRows(db, 'recurringRule').select('id').where('status', '=', 'active').orderBy('id').execute(),
    )
    for (const { id } of active) await generate(ctx, id)
  },
}

export const servedRecurring = serve(recurringRuleActions, {
  effects: { enable: async () => ({ failures: 0 }), pause: moveOnly, end: moveOnly },
  hooks: {
    beforeAdd: async ({ tx, values }) => {
      const p = await tx.selectFrom('project').select('store').where('id', '=', values.project!).executeTakeFirst()
      return { store: p?.store ?? null }
    },
    refuseEdit: (r) =>
      r.status === 'ended' ? '已结束的周期订单不能修改' : r.status === 'active' ? '启用中的周期订单请先暂停再修改' : null,
  },
})

const ID = z.strictObject({ id: z.coerce.number().int().positive('编号应为正整数') })
const PREVIEW_DAYS = 92

const preview = (ctx: Context, { id }: z.infer<typeof ID>) =>
  ctx.db.read(ctx.user.operatorId, async (db) => {
    const r = await rules.get(db, ctx, id, 'person')
    const from = r.startOn > ctx.clock.today() ? r.startOn : ctx.clock.today()
    const until = r.endOn !== null && r.endOn < addDays(from, PREVIEW_DAYS) ? r.endOn : addDays(from, PREVIEW_DAYS)
    const { dates: all, stopped } = plannedDates(planOf(r), until, await calendar(db))
    const n = (result: PlannedDate['result']): number => all.filter((d) => d.result === result).length
    return { dates: all.slice(-400), stopped, created: n('create'), skipped: n('skip'), merged: n('merge') }
  })

export const recurringJobs: readonly ScheduledJob[] = [generateAll, holidayYearJob]
export const recurringRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/recurringRule/preview',
    summary: '周期订单日期预览',
    right: 'recurringOrders',
    input: ID,
    output: DATES,
    handler: preview,
  }),
  route({
    method: 'POST',
    path: '/api/v1/recurringRule/runNow',
    summary: '立即生成周期订单',
    right: 'recurringOrders_enable',
    input: ID,
    output: z.object({ created: z.number() }),
    handler: async (ctx, { id }) => {
      await ctx.db.read(ctx.user.operatorId, (db) => rules.get(db, ctx, id, 'person'))
      return { created: await generate(ctx, id) }
    },
  }),
]
