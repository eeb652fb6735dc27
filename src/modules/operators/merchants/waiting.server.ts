/** Applications that wait: asked for from time to time, and after a week shown to a person (finance.md §2.11). */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { enqueue } from '#kit/jobs/outbox.server.ts'
import type { ScheduledJob } from '#kit/entity/registry.server.ts'
import { administrators, sendMessages } from '#modules/system/system.public.ts'
import { queryCall } from './merchant-calls.server.ts'
import { MERCHANT_STATES, questionDue, STUCK_DAYS } from './merchant.rules.ts'

const waiting = (tx: Tx) =>
  liveRows(tx, 'merchant')
    .select(['id', 'no', 'shopName', 'status', 'attempt', 'approach', 'movedAt', 'createdBy'])
    .where('status', 'in', ['checking', 'toVerify', 'auditing', 'toSign', 'opening', 'frozen'])
    .where('movedAt', 'is not', null)
    .orderBy('id')
    .execute()
type Waiting = Awaited<ReturnType<typeof waiting>>[number]

/** The key names the piece of time: late or twice, one question of it is asked. */
async function ask(tx: Tx, ctx: Context, m: Waiting, minutes: number): Promise<void> {
  const due = questionDue(minutes)
  if (m.approach !== 'gateway' || due === null) return
  await enqueue(tx, ctx, queryCall, { id: m.id, no: m.no, attempt: m.attempt }, { key: `merchantQuery:${m.id}:${m.movedAt}:${due}` })
}

async function tell(tx: Tx, ctx: Context, m: Waiting, minutes: number): Promise<void> {
  if (m.status === 'frozen' || minutes < STUCK_DAYS * 1440) return
  await sendMessages(tx, ctx, {
    receivers: [...(await administrators(tx)), ...(m.createdBy === null ? [] : [m.createdBy])],
    category: 'task',
    title: `进件 ${m.no} 停在「${MERCHANT_STATES[m.status]}」已 ${STUCK_DAYS} 天`,
    content: `${m.shopName ?? '商户'}的进件没有进展，请到支付平台核实并催办。`,
    link: `/operator/merchantDetail?id=${m.id}`,
    dedupe: `merchantStuck:${m.id}:${m.movedAt}`,
  })
}

async function lookAfter(ctx: Context): Promise<void> {
  const now = Date.parse(ctx.clock.now())
  await ctx.db.write(ctx.user.operatorId, async (tx) => {
    for (const m of await waiting(tx)) {
      const minutes = (now - Date.parse(m.movedAt!)) / 60_000
      await ask(tx, ctx, m, minutes)
      await tell(tx, ctx, m, minutes)
    }
  })
}

export const waitingJob: ScheduledJob = { name: 'operators.merchants', cron: '*/10 * * * *', run: lookAfter }
