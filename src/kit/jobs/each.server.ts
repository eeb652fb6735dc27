/** What a job found is moved row by row, while people work on the same rows. */
import { AppError } from '../basics/errors.ts'
import type { Context, Tx } from '../access/context.server.ts'

/**
 * A transaction for each row, in their order. Between finding and moving somebody may have moved a row himself: it then refuses,
 * is left to the next run if it still is due, and stops none of the others. What is no refusal is thrown when all had their turn.
 */
export async function eachApart<T>(ctx: Context, rows: readonly T[], move: (tx: Tx, row: T) => Promise<unknown>): Promise<void> {
  const faults: unknown[] = []
  for (const row of rows)
    await ctx.db
      .write(ctx.user.operatorId, (tx) => move(tx, row))
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) faults.push(error)
      })
  if (faults.length > 0) throw faults[0]
}
