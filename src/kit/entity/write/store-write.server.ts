/**
 * `writeMany`: columns of rows that are there (`update`), one patch for each, which follow from something else. `addMany` (store-many) makes
 * rows (`insert`) and `actEach` (store-each) does an action on them; the three share the steps of store-steps and nothing else.
 */
import { sql } from 'kysely'
import type { Context, Tx } from '../../access/context.server.ts'
import { auditAll, changesOf } from '../../audit/audit.server.ts'
import { guarded } from './failures.server.ts'
import { fromRow, toRow, updateSql, withTitle, type Record_ } from '../query/rows.server.ts'
import { author, entityOf, inOrder, lockAll, namesOf, type Values } from './store-steps.server.ts'
import { sameValue } from '../value/value.ts'

/**
 * What the server itself keeps on many records (sums, days that another act has moved): locked together in the order of their numbers,
 * those that get the same written by one statement, those that have it already left alone. Version and line in the journal like any edit;
 * no form's rule is asked, and no state moves.
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
  const before = await lockAll(tx, ctx, entity, wanted)
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
