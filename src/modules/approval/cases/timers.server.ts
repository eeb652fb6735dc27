/** What nobody does: time-outs and delays, looked for every minute. A run that died in the middle is simply done again. */
import type { Context } from '#kit/access/context.server.ts'
import { AppError } from '#kit/basics/errors.ts'
import { allRows } from '#kit/entity/query/live-rows.server.ts'
import type { ScheduledJob } from '#kit/entity/registry.server.ts'
import type { Command } from '../engine/command.ts'
import { onCase } from './run.server.ts'

const PORTION = 500

/** Each in a transaction of its own: a case that cannot go on (nobody left at all) does not hold up the others. */
async function run(ctx: Context, due: readonly { caseId: number; command: Command }[]): Promise<number> {
  let failed = 0
  for (const { caseId, command } of due) {
    await ctx.db
      .write(ctx.user.operatorId, (tx) => onCase(tx, ctx, caseId, async () => ({ command })))
      .catch((error: unknown) => {
        // Somebody acted meanwhile: then there is nothing to do.
        if (!(error instanceof AppError)) throw error
        if ((error.data as { gone?: boolean } | null)?.gone !== true) failed += 1
      })
  }
  return failed
}

export async function runTimers(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const due = await ctx.db.read(ctx.user.operatorId, async (db) => {
    const tasks = await allRows(db, 'approvalTask')
      .select(['caseId', 'key'])
      .where('status', '=', 'open')
      .where('dueAt', '<=', now)
      .orderBy('dueAt')
      .limit(PORTION)
      .execute()
    const tokens = await allRows(db, 'approvalToken')
      .select(['caseId', 'key'])
      .where('status', '=', 'delayed')
      .where('wakeAt', '<=', now)
      .orderBy('wakeAt')
      .limit(PORTION)
      .execute()
    return [
      ...tasks.map((t) => ({ caseId: t.caseId, command: { kind: 'timeout', task: t.key } as Command })),
      ...tokens.map((t) => ({ caseId: t.caseId, command: { kind: 'wake', token: t.key } as Command })),
    ]
  })
  const failed = await run(ctx, due)
  if (failed) throw new Error(`${failed} cases could not go on`)
}

export const approvalTimers: ScheduledJob = { name: 'approvalTimers', cron: '* * * * *', run: runTimers }
