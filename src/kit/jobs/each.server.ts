/** What a job found is moved row by row, while people work on the same rows. */
import { AppError } from '../basics/errors.ts'
import type { Context, Tx } from '../access/context.server.ts'

/** What somebody who moved or deleted the row meanwhile makes of it. */
const MOVED: readonly string[] = ['refused', 'conflict', 'absent']

/**
 * A transaction for each row, in their order; answers how many were moved. Between finding and moving somebody may have moved a row
 * himself: it then refuses, is left to the next run if it still is due, and stops none of the others. Any other fault is thrown when all
 * had their turn.
 */
export async function eachApart<T>(ctx: Context, rows: readonly T[], move: (tx: Tx, row: T) => Promise<unknown>): Promise<number> {
  const faults: unknown[] = []
  let moved = 0
  for (const row of rows)
    await ctx.db
      .write(ctx.user.operatorId, (tx) => move(tx, row))
      .then(
        () => void moved++,
        (error: unknown) => {
          if (!(error instanceof AppError && MOVED.includes(error.kind))) faults.push(error)
        },
      )
  if (faults.length > 0) throw faults[0]
  return moved
}
