/** The day up to which the books are closed, and the lock between writing into them and closing them. */
import { sql } from 'kysely'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { postingDay } from './period.rules.ts'

/** Any number, ours alone: the books of one company. */
const BOOKS = 40_103

async function closedUntil(db: Db): Promise<Day | null> {
  const last = await liveRows(db, 'accountPeriod')
    .select('lastOn')
    .where('status', '=', 'closed')
    .orderBy('month', 'desc')
    .executeTakeFirst()
  return last?.lastOn ?? null
}
/** Many write at once; a month is closed only between them, and whoever comes then finds it closed. */
const writing = (tx: Tx, ctx: Context): Promise<unknown> =>
  sql`select pg_advisory_xact_lock_shared(${BOOKS}::int, ${ctx.user.operatorId}::int)`.execute(tx)
export const closing = (tx: Tx, ctx: Context): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(${BOOKS}::int, ${ctx.user.operatorId}::int)`.execute(tx)

export async function postedOn(tx: Tx, ctx: Context, businessOn: Day): Promise<Day> {
  await writing(tx, ctx)
  return postingDay(businessOn, await closedUntil(tx))
}
