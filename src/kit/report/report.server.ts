/** Statistics start here, so that tenant, deleted rows and data permission are never forgotten. */
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Context, Db } from '../access/context.server.ts'
import { fixedConditions } from '../entity/query/conditions.ts'
import { conditionsSql } from '../entity/query/conditions.server.ts'
import type { Entity, FilterOf } from '../entity/entity.ts'
import { entityOf, seenRows, type Which } from '../entity/query/live-rows.server.ts'
import type { Rec, TableName, Tables } from '../entity/tables.ts'
import { and, live, loose } from '../entity/query/rows.server.ts'
import { keptBy, keptRows, type KeptBy } from '../entity/query/totals.server.ts'
import { listWhere } from '../entity/query/scope.server.ts'

type Row<W> = W extends Entity<any> ? Rec<W> : W extends TableName ? Tables[W] : never
type FieldOf<W> = Extract<keyof Row<W>, string>

/** `seenRows` of sums that are kept of those rows (`totalsBy`, or a table of the module's own): null where the data permission asks for more than is kept. */
export function keptFrom(db: Db, ctx: Context, which: Which, table?: KeptBy): SelectQueryBuilder<any, any, {}> | null {
  const entity = entityOf(ctx, which)
  const keptTable = table ?? keptBy(entity)
  const where = and([live(entity, ctx.user.operatorId), listWhere(ctx, entity)])
  const rows = keptTable && keptRows(db, keptTable, where)
  return rows && loose(db).selectFrom(rows.as('t')).where(where)
}

type Aggregate<Field extends string = string> = { count: true } | { sum: Field } | { max: Field } | { min: Field }

function aggregateSql(aggregate: Aggregate): RawBuilder<unknown> {
  if ('count' in aggregate) return sql`count(*)`
  if ('sum' in aggregate) return sql`coalesce(sum(${sql.ref(`t.${aggregate.sum}`)}), 0)`
  if ('max' in aggregate) return sql`max(${sql.ref(`t.${aggregate.max}`)})`
  return sql`min(${sql.ref(`t.${aggregate.min}`)})`
}

/** One number over the scoped rows; `filter` is written like the filter of a view, so the figure can link to its rows. */
export async function figure<W extends Which>(
  db: Db,
  ctx: Context,
  which: W,
  filter: FilterOf<Row<W>> = {},
  aggregate: Aggregate<FieldOf<W>> = { count: true },
): Promise<number> {
  const entity = entityOf(ctx, which)
  const row = await seenRows(db, ctx, entity)
    .select(aggregateSql(aggregate).as('value'))
    .where(conditionsSql(ctx.registry, entity, fixedConditions(entity, filter)))
    .executeTakeFirst()
  return Number((row as { value: unknown } | undefined)?.value ?? 0)
}

/** Counts (or sums) per value of one field. */
export async function figuresBy<W extends Which>(
  db: Db,
  ctx: Context,
  which: W,
  field: FieldOf<W>,
  filter: FilterOf<Row<W>> = {},
  aggregate: Aggregate<FieldOf<W>> = { count: true },
): Promise<Map<string, number>> {
  const entity = entityOf(ctx, which)
  const rows = await seenRows(db, ctx, entity)
    .select([sql`${sql.ref(`t.${field}`)}::text`.as('key'), aggregateSql(aggregate).as('value')])
    .where(conditionsSql(ctx.registry, entity, fixedConditions(entity, filter)))
    .groupBy(`t.${field}`)
    .execute()
  return new Map((rows as { key: string | null; value: unknown }[]).map((row) => [row.key ?? '', Number(row.value)]))
}
