/** 车务规则 and 车务待办 on the server: assigning, putting off, beginning; reminders by the ladder. */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { invalid } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { moveOnly, serve } from '#kit/entity/serve.server.ts'
import { sendMessages } from '#modules/system/system.public.ts'
import { draftRenewal } from './insurance/policy.server.ts'
import { openInspection } from './inspection/inspection.server.ts'
import { draftOrder } from './upkeep/order.server.ts'
import { ladderStep, whyNotSnooze } from './ground/due.rules.ts'
import { rebuildAll, ruleFor, yardstick } from './dues.server.ts'
import { affairDueActions, affairRuleActions, AFFAIR_KINDS } from './ground/ground.ts'

export const servedRule = serve(affairRuleActions, { effects: { disable: moveOnly, enable: moveOnly } })

export const servedDue = serve(affairDueActions, {
  effects: {
    handle: async ({ tx, ctx, record }) => {
      const made = record.vehicle === null ? null : await begin(tx, ctx, record.kind, record.vehicle, record.ref)
      return { owner: record.owner ?? (ctx.user.id || null), note: made ?? `办理中：${ctx.user.name}` }
    },
    assign: async ({ tx, ctx, record, input }) => {
      await sendMessages(tx, ctx, {
        receivers: [input.owner],
        category: 'expiry',
        title: `车务待办：${record.name}`,
        content: input.note ?? null,
        link: `/trafficManagement/affairDueDetail?id=${record.id}`,
        dedupe: `affairOwner:${record.id}:${input.owner}`,
      })
      return { owner: input.owner, note: input.note ?? record.note }
    },
    snooze: async ({ ctx, record, input }) => {
      const why = whyNotSnooze(input.until, ctx.clock.today(), record.snoozed)
      if (why) throw invalid({ until: why })
      return { level: 'snoozed' as const, snoozed: true, snoozedUntil: input.until, note: input.reason }
    },
  },
})

/** The paper that deals with it: an order, a renewal, an inspection. What it is called, or null when there is none to make. */
async function begin(tx: Tx, ctx: Context, kind: keyof typeof AFFAIR_KINDS, vehicle: number, ref: string): Promise<string | null> {
  if (kind === 'upkeep')
    return `已生成维保单 ${await draftOrder(tx, ctx, { vehicle, kind: 'upkeep', items: [ref.split(':')[2] ?? 'other'] })}`
  if (kind === 'compulsory' || kind === 'commercial') {
    const no = await draftRenewal(tx, ctx, vehicle, kind)
    return no ? `已生成续保草稿 ${no}` : null
  }
  if (kind === 'inspection') return `已生成年检单 ${await openInspection(tx, ctx, vehicle)}`
  return null
}

/** Who hears of a vehicle's affair: the owner, else the roles of the rule within the store, else whoever may see the list there. */
async function receiversOf(tx: Tx, ctx: Context, store: number | null, owner: number | null, roles: readonly number[]): Promise<number[]> {
  if (owner) return [owner]
  const { rows } = await sql<{ id: number }>`
    select id from "user" where operator_id = ${ctx.user.operatorId} and status = 'active' and deleted_at is null
      and (${store}::bigint is null or coalesce(cardinality(stores), 0) = 0 or ${store}::bigint = any(stores))
      and (${roles.length}::int > 0 and roles && ${sql.val([...roles])}::bigint[] or ${roles.length}::int = 0 and is_admin)
    order by id limit 50`.execute(tx)
  return rows.map((r) => r.id)
}

/** Each rung of the ladder once (dedupe), in a transaction of each row: a night that dies goes on where it was. */
async function remindDues(ctx: Context): Promise<number> {
  const today = ctx.clock.today()
  const { y, rows } = await ctx.db.read(ctx.user.operatorId, async (db) => ({
    y: await yardstick(db),
    rows: await liveRows(db, 'affairDue')
      .leftJoin('vehicle', 'vehicle.id', 'affairDue.vehicle')
      .select([
        'affairDue.id',
        'affairDue.ref',
        'affairDue.kind',
        'affairDue.name',
        'affairDue.level',
        'affairDue.forecastOn',
        'affairDue.dueOn',
        'affairDue.owner',
        'affairDue.store',
        'affairDue.step',
        'affairDue.link',
        'vehicle.plateNo',
        'vehicle.model',
      ])
      .where('affairDue.level', '!=', 'snoozed')
      .orderBy('affairDue.id')
      .execute(),
  }))
  let sent = 0
  for (const r of rows) {
    const rule = ruleFor(y, r.kind, r.store, r.model)
    const on = r.dueOn ?? r.forecastOn
    const step = on ? ladderStep(on, today, rule.ladder) : r.level === 'soon' ? Math.max(...rule.ladder) : 0
    if (step === null || (r.step !== null && step >= r.step)) continue
    sent += await ctx.db.write(ctx.user.operatorId, async (tx) => {
      const n = await sendMessages(tx, ctx, {
        receivers: await receiversOf(tx, ctx, r.store, r.owner, rule.roles),
        category: 'expiry',
        title: `${r.plateNo ?? ''} ${r.name}${r.level === 'overdue' ? '已逾期' : '即将到期'}`.trim(),
        content: on ? `${r.level === 'overdue' ? '到期日' : '预计到期'} ${on}` : null,
        link: r.link ?? `/trafficManagement/affairDueDetail?id=${r.id}`,
        dedupe: `affair:${r.ref}:${on ?? ''}:${step}`,
        about: `affairDue:${r.ref}`,
      })
      await tx.updateTable('affairDue').set({ step }).where('id', '=', r.id).execute()
      return n
    })
  }
  return sent
}

export async function nightlyDues(ctx: Context): Promise<void> {
  await rebuildAll(ctx)
  await remindDues(ctx)
}
