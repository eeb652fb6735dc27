/** What a record points to must exist, belong to the same operator, and be choosable by who writes. */
import { sql } from 'kysely'
import type { Context, Tx } from '../../access/context.server.ts'
import { refused, type FieldErrors } from '../../basics/errors.ts'
import { kindNames, takes } from '../../basics/file-check.ts'
import { fixedConditions } from '../query/conditions.ts'
import { conditionsSql } from '../query/conditions.server.ts'
import { dictionaryOf } from '../dictionary.server.ts'
import type { Entity, Filter } from '../entity.ts'
import type { Field, Fields, FileLink } from '../field.ts'
import { isTenant } from '../names.ts'
import { and, col, live, loose } from '../query/rows.server.ts'
import { pickerWhere, referrers, visibleWhere } from '../query/scope.server.ts'
import { titlesOf } from '../query/labels.server.ts'

/**
 * A person chooses within the data permission; server code only has to point at something that exists. What these point at was looked
 * up already: `checked` are a person's values, for many rows at once (import), `trusted` the program's own.
 */
export type By = 'person' | 'checked' | 'server' | 'trusted'
/** Whether the program wrote the values: it alone fills in what is fixed or its own. */
export const isProgram = (by: By): boolean => by === 'server' || by === 'trusted'

interface Use {
  path: string
  label: string
  to: string
  filter: Filter | undefined
  ids: number[]
}

function usesIn(fields: Fields, values: Record<string, unknown>, before: Record<string, unknown> | null, path = ''): Use[] {
  return Object.entries(fields as Record<string, Field>).flatMap(([name, field]): Use[] => {
    const value = values[name]
    if (value === null || value === undefined) return []
    if (field.kind === 'lines') {
      return (value as Record<string, unknown>[]).flatMap((line, i) => usesIn(field.of, line, null, `${path}${name}.${i}.`))
    }
    if (field.kind !== 'ref' && field.kind !== 'refs') return []
    // What was chosen before stays valid although it may have been disabled or moved out of sight since.
    const earlier = new Set([before?.[name]].flat())
    const ids = ([value].flat() as number[]).filter((id) => !earlier.has(id))
    return ids.length ? [{ path: `${path}${name}`, label: field.label, to: field.to, filter: field.filter, ids }] : []
  })
}

async function existing(tx: Tx, ctx: Context, use: Use, by: By): Promise<Set<number>> {
  const target = ctx.registry.findEntity(use.to)?.entity
  const inList = sql<boolean>`${col('id')} = any(${sql.val(use.ids)}::bigint[])`
  if (!target) {
    const rows = await loose(tx).selectFrom(`${use.to} as t`).select('t.id').where(inList).execute()
    return new Set(rows.map((row) => row['id'] as number))
  }
  const parts = [live(target, ctx.user.operatorId), inList]
  if (by === 'person') parts.push(pickerWhere(ctx, target))
  if (by === 'person' && use.filter) parts.push(conditionsSql(ctx.registry, target, fixedConditions(target, use.filter)))
  const rows = await loose(tx).selectFrom(`${use.to} as t`).select('t.id').where(and(parts)).execute()
  return new Set(rows.map((row) => row['id'] as number))
}

export async function referenceErrors(
  tx: Tx,
  ctx: Context,
  fields: Fields,
  values: Record<string, unknown>,
  before: Record<string, unknown> | null,
  by: By,
): Promise<FieldErrors> {
  const errors: FieldErrors = {}
  const uses = usesIn(fields, values, before)
  // Asked one behind the other without waiting for answers.
  const known = await Promise.all(uses.map((use) => existing(tx, ctx, use, by)))
  for (const [i, use] of uses.entries()) {
    if (use.ids.some((id) => !known[i]!.has(id)))
      errors[use.path] = `${use.label}：所选的已被删除、已停用，或不在您的数据权限内，请重新选择`
  }
  return by === 'person' ? { ...errors, ...(await dictionaryErrors(tx, ctx, fields, values, before)) } : errors
}

async function dictionaryErrors(
  tx: Tx,
  ctx: Context,
  fields: Fields,
  values: Record<string, unknown>,
  before: Record<string, unknown> | null,
): Promise<FieldErrors> {
  const errors: FieldErrors = {}
  for (const [name, field] of Object.entries(fields as Record<string, Field>)) {
    const value = values[name]
    if (field.kind !== 'dict' || typeof value !== 'string' || value === before?.[name]) continue
    const items = await dictionaryOf(tx, ctx, field.group)
    if (!Object.hasOwn(items, value)) errors[name] = `${field.label}：没有选项「${value.slice(0, 40)}」`
  }
  return errors
}

/** Names, types and sizes of attachments are taken from what was uploaded, not from who refers to it. */
export async function resolveFiles(
  tx: Tx,
  ctx: Context,
  fields: Fields,
  values: Record<string, unknown>,
  by: By,
): Promise<{ errors: FieldErrors; ids: string[] }> {
  const errors: FieldErrors = {}
  const ids: string[] = []
  for (const [name, field] of Object.entries(fields as Record<string, Field>)) {
    const value = values[name]
    if (field.kind !== 'files' || !Array.isArray(value) || value.length === 0) continue
    const links = value as FileLink[]
    const rows = await tx
      .selectFrom('file')
      .select(['id', 'name', 'mime', 'size', 'createdBy', 'entity'])
      .where(
        'id',
        'in',
        links.map((link) => link.id),
      )
      .execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    const known = links.map((link) => byId.get(link.id)).filter((row) => row !== undefined)
    const mine = isProgram(by) || known.every((row) => row.createdBy === ctx.user.id || row.entity !== null)
    if (known.length !== links.length || !mine) {
      errors[name] = `${field.label}：文件不存在或已过期，请重新上传`
      continue
    }
    const { accept } = field
    if (accept && !isProgram(by) && known.some((row) => row.entity === null && !takes(accept, row.mime))) {
      errors[name] = `${field.label}只能上传：${kindNames(accept)}`
      continue
    }
    values[name] = known.map((row): FileLink => ({ id: row.id, name: row.name, mime: row.mime, size: row.size }))
    ids.push(...known.map((row) => row.id))
  }
  return { errors, ids }
}

/** From now on the files belong to this record and are readable by whoever may read it. */
export async function claimFiles(tx: Tx, entity: string, entityId: number, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.updateTable('file').set({ entity, entityId, expiresAt: null }).where('id', 'in', ids).where('entity', 'is', null).execute()
}

/** 「账单「A」「B」等」: of those the asking one does not see, only that there are some. */
async function namedFor(tx: Tx, ctx: Context, entity: Entity, rows: readonly Record<string, unknown>[]): Promise<string> {
  const seen = rows.filter((row) => row['isSeen']).map((row) => row['id'] as number)
  if (seen.length === 0) return `您看不到的${entity.label}`
  const names = await titlesOf(tx, ctx, entity.name, seen.slice(0, 2))
  return `${entity.label}「${[...names.values()].join('」「')}」${rows.length > Math.min(2, seen.length) ? '等' : ''}`
}

/** Deleting keeps the row, so PostgreSQL would not object: live records that point here are looked for. */
export async function refuseWhenReferenced(tx: Tx, ctx: Context, entity: Entity, id: number): Promise<{ entity: Entity; field: string }[]> {
  const cascades: { entity: Entity; field: string }[] = []
  for (const { entity: other, field, kind } of referrers(ctx, entity.name)) {
    const spec = other.fields[field] as { onDelete?: string }
    if (spec.onDelete === 'cascade') {
      cascades.push({ entity: other, field })
      continue
    }
    const match = kind === 'ref' ? sql<boolean>`${col(field)} = ${id}` : sql<boolean>`${col(field)} @> array[${id}]::bigint[]`
    const scope = isTenant(other) ? live(other, ctx.user.operatorId) : sql<boolean>`${col('deletedAt')} is null`
    const rows = await loose(tx)
      .selectFrom(`${other.name} as t`)
      .select(['t.id', visibleWhere(ctx, other).as('isSeen')])
      .where(and([scope, match]))
      .limit(3)
      .execute()
    if (rows.length === 0) continue
    throw refused(`${await namedFor(tx, ctx, other, rows)}还在使用它，不能删除；请先在那里改选或移除`)
  }
  return cascades
}

/**
 * What still uses a record, for a sentence that refuses to delete it: 「车辆 沪A12345」, one of those the asking one sees, or 「您看不到的车辆」 where
 * he sees none of them; null: nothing does. `by`: the field that refers here; `shows`: the one it is known by.
 */
export async function usedBy(
  tx: Tx,
  ctx: Context,
  id: number,
  { entity: name, by, shows, label }: { entity: string; by: string; shows: string; label: string },
): Promise<string | null> {
  const entity = ctx.registry.entity(name).entity as Entity
  const isSeen = visibleWhere(ctx, entity)
  const row = await loose(tx)
    .selectFrom(`${name} as t`)
    .select([`t.${shows} as shown`, isSeen.as('isSeen')])
    .where(and([live(entity, ctx.user.operatorId), sql<boolean>`${col(by)} = ${id}`]))
    // A constant, where everything is seen or nothing, is no order.
    .orderBy(sql`case when ${isSeen} then 0 else 1 end`)
    .limit(1)
    .executeTakeFirst()
  return row ? (row['isSeen'] ? `${label} ${String(row['shown'])}` : `您看不到的${label}`) : null
}
