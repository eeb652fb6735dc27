/** Whether the sums a list is answered from (totals.server.ts) are those of its rows; by a night's job, since nothing in the program should ever make them differ. */
import { sql } from 'kysely'
import type { Context, Db } from '../../access/context.server.ts'
import type { Entity } from '../entity.ts'
import { snake } from '../names.ts'
import { tableModel } from '../schema/schema.server.ts'
import { fillTotals, strayTotals, totalsTable } from '../schema/totals-sql.server.ts'

/** A whole table is read once: minutes for tens of millions of rows, and nobody waits. */
const PATIENCE = { statementTimeoutMs: 30 * 60_000 }

/** In how many groups of this company the kept number or sums are others than the rows'; both are read at one instant, in which they must be equal. */
export async function strayGroups(db: Db, entity: Entity): Promise<number> {
  const { rows } = await sql.raw(strayTotals(snake(entity.name), tableModel(entity))).execute(db)
  return rows.length
}

/** What is wrong is put right and said: it is a fault of the program, whatever its cause. Whoever writes such rows waits: what he adds is added to what is written anew. */
export async function checkTotals(ctx: Context, entities: readonly Entity[]): Promise<void> {
  const operator = ctx.user.operatorId
  const wrong: string[] = []
  for (const entity of entities) {
    const stray = await ctx.db.read(operator, (db) => strayGroups(db, entity), PATIENCE)
    if (stray === 0) continue
    const table = snake(entity.name)
    const anew = [`lock table ${totalsTable(table)} in share row exclusive mode`, ...fillTotals(table, tableModel(entity))]
    await ctx.db.write(
      operator,
      async (tx) => {
        for (const text of anew) await sql.raw(text).execute(tx)
      },
      PATIENCE,
    )
    wrong.push(`${entity.name} in ${stray} groups`)
  }
  if (wrong.length) throw new Error(`kept totals were not those of the rows, and are now: ${wrong.join('; ')}`)
}
