/** Statistics start here, so that tenant, deleted rows and data permission are never forgotten. */
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Context, Db } from '../access/context.server.ts'
import { fixedConditions } from '../entity/query/conditions.ts'
import { conditionsSql } from '../entity/query/conditions.server.ts'
import type { Entity, Filter } from '../entity/entity.ts'
import { and, live, loose } from '../entity/query/rows.server.ts'
import { listWhere } from '../entity/query/scope.server.ts'

const entityOf = (ctx: Context, which: Entity<any> | string): Entity =>
  (typeof which === 'string' ? ctx.registry.entity(which).entity : which) as Entity

/** Rows a figure may count, as a kysely query over alias `t`; add select, where, groupBy. */
export function scopedFrom(db: Db, ctx: Context, which: Entity<any> | string): SelectQueryBuilder<any, any, {}> {
  const entity = entityOf(ctx, which)
  return loose(db)
    .selectFrom(`${entity.name} as t`)
    .where(and([live(entity, ctx.user.operatorId), listWhere(ctx, entity)]))
}

export type Aggregate = { count: true } | { sum: string } | { max: string } | { min: string }

function aggregateSql(aggregate: Aggregate): RawBuilder<unknown> {
  if ('count' in aggregate) return sql`count(*)`
  if ('sum' in aggregate) return sql`coalesce(sum(${sql.ref(`t.${aggregate.sum}`)}), 0)`
  if ('max' in aggregate) return sql`max(${sql.ref(`t.${aggregate.max}`)})`
  return sql`min(${sql.ref(`t.${aggregate.min}`)})`
}

/** One number over the scoped rows; `filter` is written like the filter of a view, so the figure can link to its rows. */
export async function figure(
  db: Db,
  ctx: Context,
  which: Entity<any> | string,
  filter: Filter = {},
  aggregate: Aggregate = { count: true },
): Promise<number> {
  const entity = entityOf(ctx, which)
  const row = await scopedFrom(db, ctx, entity)
    .select(aggregateSql(aggregate).as('value'))
    .where(conditionsSql(ctx.registry, entity, fixedConditions(entity, filter)))
    .executeTakeFirst()
  return Number((row as { value: unknown } | undefined)?.value ?? 0)
}

/** Counts (or sums) per value of one field. */
export async function figuresBy(
  db: Db,
  ctx: Context,
  which: Entity<any> | string,
  field: string,
  filter: Filter = {},
  aggregate: Aggregate = { count: true },
): Promise<Map<string, number>> {
  const entity = entityOf(ctx, which)
  const rows = await scopedFrom(db, ctx, entity)
    .select([sql`${sql.ref(`t.${field}`)}::text`.as('key'), aggregateSql(aggregate).as('value')])
    .where(conditionsSql(ctx.registry, entity, fixedConditions(entity, filter)))
    .groupBy(`t.${field}`)
    .execute()
  return new Map((rows as { key: string | null; value: unknown }[]).map((row) => [row.key ?? '', Number(row.value)]))
}
