/**
 * Number and sums of a filtered list from the table that keeps them (totals-sql.server.ts): exact, and by a factor of hundreds
 * fewer rows than the list has. It serves every filter, view and data permission that asks for nothing but `list.totalsBy`.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../access/context.server.ts'
import type { Database } from '../../database/pool.server.ts'
import { summed } from './summed-rows.server.ts'
import type { Entity } from '../entity.ts'
import { fieldOf, mustBeFilled, snake, sqlName } from '../names.ts'
import type { Registry } from '../registry.server.ts'
import { totalsTable } from '../schema/totals-sql.server.ts'

/** Every column of a list is asked for as `"t"."…"` (rows.server.ts, `col`). */
const COLUMN = /"t"\."([a-z0-9_]+)"/g

/** Where number and sums of this selection can be read; null when it asks for more than is kept. */
export function keptTotals(db: Db, entity: Entity, where: RawBuilder<boolean>): RawBuilder<unknown> | null {
  const by = entity.list.totalsBy
  if (!by) return null
  const known = new Set(['operator_id', 'deleted_at', ...by.map(snake)])
  const asked = sql`${where}`.compile(db).sql.matchAll(COLUMN)
  for (const [, column] of asked) if (!known.has(column!)) return null
  // Nor can rows be left out by what is not kept.
  if (summed(entity)?.by.some((name) => !known.has(snake(name)))) return null
  // Only rows that are not deleted are added up.
  return sql`(select *, null::timestamptz as deleted_at from ${sql.table(totalsTable(entity.name))}) as t`
}

/** Rows of the same values become one. Exact at every instant: what is added is the sum of what this very statement took away. */
export async function foldTotals(db: Database, registry: Registry): Promise<void> {
  const kept = registry
    .entities()
    .map((served) => served.entity as Entity)
    .filter((entity) => entity.list.totalsBy)
  if (kept.length === 0) return
  const operators = await db.read(null, (tx) => tx.selectFrom('operator').select('id').orderBy('id').execute())
  for (const { id } of operators) for (const entity of kept) await db.write(id, (tx) => foldSql(entity).execute(tx))
}

const isFilled = (entity: Entity, name: string): boolean => {
  const field = fieldOf(entity, name)
  return field !== undefined && mustBeFilled(field)
}

function foldSql(entity: Entity): RawBuilder<unknown> {
  const table = sql.raw(totalsTable(snake(entity.name)))
  const by = entity.list.totalsBy!
  const keys = ['operator_id', ...by.map((name) => sqlName(snake(name)))]
  const of = ['n', ...(entity.list.totals ?? []).map((name) => sqlName(snake(name)))]
  const list = sql.raw(keys.join(', '))
  // Null equals nothing; the plain comparison alone can be looked up.
  const same = (name: string, key: string): string =>
    isFilled(entity, name) ? `t.${key} = f.${key}` : `(t.${key} = f.${key} or t.${key} is null and f.${key} is null)`
  const pairs = ['t.operator_id = f.operator_id', ...by.map((name, i) => same(name, keys[i + 1]!))]
  return sql`
    with fresh as materialized (select distinct ${list} from ${table} where not folded),
    gone as (delete from ${table} as t using fresh as f where ${sql.raw(pairs.join(' and '))} returning t.*)
    insert into ${table} (${list}, ${sql.raw(of.join(', '))}, folded)
    select ${list}, ${sql.raw(of.map((c) => `sum(${c})`).join(', '))}, true from gone group by ${list}
    having ${sql.raw(of.map((c) => `sum(${c}) <> 0`).join(' or '))}`
}
