/** Flows at a provider that nobody tells of: asked for four times a day, and when their time is over. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { enqueue } from '#kit/jobs/outbox.server.ts'
import type { ScheduledJob } from '#kit/entity/registry.server.ts'
import { askIdentities } from './identify.server.ts'
import { detailRequest } from './requests.ts'

const MINUTE = 60_000
const SILENT_MINUTES = 360
const DUE_MINUTES = 10

/** The key names the piece of time: late, twice or on two nodes, one question of it is asked. */
export async function askAbout(tx: Tx, ctx: Context, flow: { id: number; no: string }, why: string, minutes: number): Promise<boolean> {
  const piece = Math.floor(Date.parse(ctx.clock.now()) / (minutes * MINUTE))
  return enqueue(tx, ctx, detailRequest, { flow: flow.id, no: flow.no }, { key: `esignAsk:${flow.id}:${why}:${piece}` })
}

async function askOutside(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.write(ctx.user.operatorId, async (tx) => {
    await askIdentities(tx, ctx)
    const live = await liveRows(tx, 'signFlow')
      .select(['id', 'no', 'expireAt'])
      .where('status', '=', 'signing')
      .where('provider', '!=', 'local')
      .where('providerFlowId', 'is not', null)
      .orderBy('id')
      .execute()
    for (const flow of live) {
      const due = flow.expireAt <= now
      await askAbout(tx, ctx, flow, due ? 'due' : 'silent', due ? DUE_MINUTES : SILENT_MINUTES)
    }
  })
}

export const askJob: ScheduledJob = { name: 'esign.ask', cron: '*/10 * * * *', run: askOutside }
