/**
 * Number and sums of a filtered list from the table that keeps them (totals-sql.server.ts): exact, and by a factor of hundreds
 * fewer rows than the list has. It serves every filter, view and data permission that asks for nothing but `list.totalsBy`.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../access/context.server.ts'
import type { Database } from '../../database/connection/pool.server.ts'
import { summed } from './summed-rows.server.ts'
import type { Entity } from '../entity.ts'
import { fieldOf, mustBeFilled, snake, sqlName } from '../names.ts'
import type { Registry } from '../registry.server.ts'
import { totalsTable } from '../schema/totals-sql.server.ts'

/** Every column of a list is asked for as `"t"."…"` (rows.server.ts, `col`). */
const COLUMN = /"t"\."([a-z0-9_]+)"/g

/** A table of sums, and the fields they are kept by. */
export interface KeptBy {
  table: string
  by: readonly string[]
}
export const keptBy = (entity: Entity): KeptBy | null =>
  entity.list.totalsBy ? { table: totalsTable(entity.name), by: entity.list.totalsBy } : null

/** As rows to select from, where this selection asks for nothing but what they are kept by. */
export function keptRows(db: Db, { table, by }: KeptBy, asked: RawBuilder<unknown>): RawBuilder<unknown> | null {
  const known = new Set(['operator_id', 'deleted_at', ...by.map(snake)])
  for (const [, column] of sql`${asked}`.compile(db).sql.matchAll(COLUMN)) if (!known.has(column!)) return null
  // Only rows that are not deleted are added up.
  return sql`(select *, null::timestamptz as deleted_at from ${sql.table(table)})`
}

/** Where number and sums of this selection can be read; null when it asks for more than is kept. */
export function keptTotals(db: Db, entity: Entity, where: RawBuilder<boolean>): RawBuilder<unknown> | null {
  const keptTable = keptBy(entity)
  // Rows cannot be left out by a field that the table does not keep.
  if (!keptTable || summed(entity)?.by.some((name) => !keptTable.by.includes(name))) return null
  const rows = keptRows(db, keptTable, where)
  return rows && sql`${rows} as t`
}

/** A table of sums that a module keeps by triggers of its own; all its keys are filled. */
export interface KeptTable extends KeptBy {
  of: readonly string[]
}
declare module '../tables.ts' {
  interface Provided {
    keptTables: KeptTable
  }
}

/**
 * Rows of the same values become one. Exact at every instant: what is added is the sum of what this very statement took away.
 * One at a time for each company and table: of two beside each other each would make one row of what the other did not see yet.
 */
export async function foldTotals(db: Database, registry: Registry): Promise<void> {
  const own = registry.entities().flatMap((served) => {
    const entity = served.entity as Entity
    const keptTable = keptBy(entity)
    return keptTable ? [foldOf({ ...keptTable, of: ['n', ...(entity.list.totals ?? [])] }, (name) => isFilled(entity, name))] : []
  })
  const folds = [...own, ...registry.provided('keptTables').map((keptTable) => foldOf(keptTable, () => true))]
  if (folds.length === 0) return
  const operators = await db.read(null, (tx) => tx.selectFrom('operator').select('id').orderBy('id').execute())
  for (const { id } of operators)
    for (const fold of folds)
      await db.write(id, async (tx) => {
        // A statement of its own: what the next one sees begins after the other fold has ended.
        await sql`select pg_advisory_xact_lock(hashtext(${`fold:${fold.table}`}), ${id}::int)`.execute(tx)
        await fold.sql.execute(tx)
      })
}

const foldOf = (keptTable: KeptTable, filled: (name: string) => boolean): { table: string; sql: RawBuilder<unknown> } => ({
  table: keptTable.table,
  sql: foldSql(keptTable, filled),
})

const isFilled = (entity: Entity, name: string): boolean => {
  const field = fieldOf(entity, name)
  return field !== undefined && mustBeFilled(field)
}

function foldSql(keptTable: KeptTable, filled: (name: string) => boolean): RawBuilder<unknown> {
  const table = sql.raw(snake(keptTable.table))
  const columnOf = (name: string): string => sqlName(snake(name))
  const keys = ['operator_id', ...keptTable.by.map(columnOf)]
  const of = keptTable.of.map(columnOf)
  const list = sql.raw(keys.join(', '))
  // Null equals nothing; the plain comparison alone can be looked up.
  const same = (name: string, key: string): string =>
    filled(name) ? `t.${key} = f.${key}` : `(t.${key} = f.${key} or t.${key} is null and f.${key} is null)`
  const pairs = ['t.operator_id = f.operator_id', ...keptTable.by.map((name, i) => same(name, keys[i + 1]!))]
  return sql`
    with fresh as materialized (select distinct ${list} from ${table} where not folded),
    gone as (delete from ${table} as t using fresh as f where ${sql.raw(pairs.join(' and '))} returning t.*)
    insert into ${table} (${list}, ${sql.raw(of.join(', '))}, folded)
    select ${list}, ${sql.raw(of.map((c) => `sum(${c})`).join(', '))}, true from gone group by ${list}
    having ${sql.raw(of.map((c) => `sum(${c}) <> 0`).join(' or '))}`
}
