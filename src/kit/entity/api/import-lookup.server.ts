/** Names typed into a sheet → ids, and values that exist already: one query per field, not per row. */
import { sql, type RawBuilder } from 'kysely'
import type { Context, Db } from '../../access/context.server.ts'
import { formsOf, isSealed } from '../../database/sealing.server.ts'
import { fixedConditions } from '../query/conditions.ts'
import { conditionsSql } from '../query/conditions.server.ts'
import type { Entity } from '../entity.ts'
import type { Field } from '../field.ts'
import { fieldOf, fieldsOf, isText } from '../names.ts'
import { and, col, live, or } from '../query/rows.server.ts'
import { pickerWhere, visibleWhere } from '../query/scope.server.ts'

/** Typed text → ids it may mean. */
export type Lookup = Map<string, Set<number>>

/** A record is known by its full name or by any value unique to it (a plate, a code, a number). */
function names(entity: Entity): RawBuilder<unknown>[] {
  const plain = (name: string): boolean => {
    const field = fieldOf(entity, name)
    return field !== undefined && isText(field.kind) && !field.mask
  }
  const titles = entity.title.filter(plain)
  const unique = fieldsOf(entity)
    .filter(([name, field]) => field.unique && plain(name) && !titles.includes(name))
    .map(([name]) => col(name))
  const single = titles.length > 1 ? titles.filter((name) => fieldOf(entity, name)?.unique).map(col) : []
  return [...(titles.length ? [sql`concat_ws(' ', ${sql.join(titles.map(col))})`] : []), ...single, ...unique]
}

export const textKey = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()

/** What a person typed may be a plate with a dot or a name with a blank: only blanks and case are forgiven. */
export async function lookUp(db: Db, ctx: Context, field: Field & { kind: 'ref' | 'refs' }, texts: readonly string[]): Promise<Lookup> {
  const target = ctx.registry.findEntity(field.to)?.entity
  const wanted = [...new Set(texts.map(textKey))]
  const lookup: Lookup = new Map()
  if (!target || wanted.length === 0) return lookup
  const base = [live(target, ctx.user.operatorId), pickerWhere(ctx, target)]
  if (field.filter) base.push(conditionsSql(ctx.registry, target, fixedConditions(target, field.filter)))
  for (const expression of names(target)) {
    const { rows } = await sql<{ id: number; text: string }>`
      select ${col('id')} as id, lower(${expression}) as text from ${sql.table(target.name)} as t
      where ${and(base)} and lower(${expression}) = any(${sql.val(wanted)}::text[])`.execute(db)
    for (const { id, text } of rows) {
      const key = textKey(text)
      lookup.set(key, (lookup.get(key) ?? new Set()).add(id))
    }
  }
  return lookup
}

/** Which of these values of a unique field live rows have already, and whether the person sees that row. */
export async function taken(
  db: Db,
  ctx: Context,
  entity: Entity,
  name: string,
  values: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  if (values.length === 0) return new Map()
  const { rows } = await sql<{ value: string; seen: boolean }>`
    select ${col(name)}::text as value, ${visibleWhere(ctx, entity)} as seen from ${sql.table(entity.name)} as t
    where ${live(entity, ctx.user.operatorId)} and ${col(name)}::text = any(${sql.val(isSealed(fieldOf(entity, name) ?? { kind: '' }) ? values.flatMap(formsOf) : values)}::text[])`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.value, row.seen]))
}

/** The same for a rule over several fields. */
export async function takenTogether(
  db: Db,
  ctx: Context,
  entity: Entity,
  fields: readonly string[],
  rows: readonly Record<string, unknown>[],
): Promise<ReadonlyMap<string, boolean>> {
  const storedKeys = new Map<string, boolean>()
  const complete = rows.filter((row) => fields.every((name) => row[name] !== null && row[name] !== undefined))
  for (let at = 0; at < complete.length; at += 500) {
    const matches = complete
      .slice(at, at + 500)
      .map((row) =>
        and(
          fields.map((name) =>
            isSealed(fieldOf(entity, name) ?? { kind: '' })
              ? sql<boolean>`${col(name)} = any(${sql.val(formsOf(String(row[name])))}::text[])`
              : sql<boolean>`${col(name)} = ${row[name]}`,
          ),
        ),
      )
    const result = await sql<Record<string, unknown>>`
      select ${sql.join(fields.map((name) => sql`${col(name)} as ${sql.ref(name)}`))}, ${visibleWhere(ctx, entity)} as "$seen" from ${sql.table(entity.name)} as t
      where ${live(entity, ctx.user.operatorId)} and ${or(matches)}`.execute(db)
    for (const row of result.rows) storedKeys.set(togetherKey(fields, row), row['$seen'] === true)
  }
  return storedKeys
}
export const togetherKey = (fields: readonly string[], row: Record<string, unknown>): string =>
  JSON.stringify(fields.map((name) => row[name] ?? null))
