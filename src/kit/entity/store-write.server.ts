/** Columns that follow from something else: written by the server, with version and line in the journal like any edit. */
import { sql } from 'kysely'
import type { Context, Tx } from '../access/context.server.ts'
import { auditAll, changesOf } from '../audit/audit.server.ts'
import { absent } from '../basics/errors.ts'
import { guarded } from './api/failures.server.ts'
import { and, col, fromRow, live, loose, qualified, toRow, updateSql, withTitle, type Record_ } from './query/rows.server.ts'
import { author, entityOf, inOrder, type Values } from './store-steps.server.ts'
import { namesOf } from './store-many.server.ts'
import { sameValue } from './value/value.ts'

/**
 * What the server itself keeps on many records (sums, days that another act has moved): locked together in the order of their numbers,
 * those that get the same written by one statement, those that have it already left alone. No form's rule is asked, and no state moves.
 */
export async function writeMany(
  tx: Tx,
  ctx: Context,
  name: string,
  ids: readonly number[],
  patchOf: (before: Record_) => Values,
): Promise<Record_[]> {
  const { entity } = entityOf(ctx, name)
  const wanted = inOrder(ids)
  if (wanted.length === 0) return []
  const rows = await loose(tx)
    .selectFrom(`${name} as t`)
    .select(qualified(entity))
    .where(and([live(entity, ctx.user.operatorId), sql<boolean>`${col('id')} = any(${sql.val(wanted)}::bigint[])`]))
    .orderBy('t.id')
    .forNoKeyUpdate()
    .execute()
  if (rows.length !== wanted.length) throw absent(`${entity.label}不存在或无权查看`)
  const before = rows.map((row) => fromRow(entity, row))
  const moved = before.flatMap((record) => {
    const patch = patchOf(record)
    if (entity.state && entity.state in patch) throw new Error(`${name}: a state moves by an action`)
    const same = Object.entries(patch).every(([key, value]) => sameValue(value ?? null, record[key]))
    return same ? [] : [{ record, row: toRow(entity, withTitle(entity, patch, record)) }]
  })
  if (moved.length === 0) return before
  const standard = { updatedBy: author(ctx), updatedAt: ctx.clock.now(), version: sql`version + 1` }
  const after = new Map<number, Record_>()
  for (const alike of Map.groupBy(moved, ({ row }) => JSON.stringify(row)).values()) {
    const those = alike.map(({ record }) => record.id)
    const { rows: written } = await guarded(entity, () => updateSql(entity, those, { ...alike[0]!.row, ...standard }).execute(tx))
    for (const row of written) after.set(row['id'] as number, fromRow(entity, row))
  }
  const records = moved.map(({ record }) => after.get(record.id)!)
  const titles = await namesOf(tx, ctx, entity, records)
  await auditAll(
    tx,
    ctx,
    moved.map(({ record }, i) => ({
      entity: entity.name,
      entityId: record.id,
      action: 'edit',
      title: titles[i]!,
      changes: changesOf(entity, record, records[i]!),
    })),
  )
  return before.map((record) => after.get(record.id) ?? record)
}
