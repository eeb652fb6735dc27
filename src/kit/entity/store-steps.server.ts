/** What adding, editing and acting have in common: one step each, of one record, in the caller's transaction. */
import { sql } from 'kysely'
import type { Context, Tx } from '../access/context.server.ts'
import type { ActionSpec } from '../action/action.ts'
import { absent, invalid } from '../basics/errors.ts'
import { guarded } from './api/failures.server.ts'
import type { Entity } from './entity.ts'
import type { Fields } from './field.ts'
import { fromRow, toRow, updateSql, withTitle, type Record_ } from './query/rows.server.ts'
import { referenceErrors, resolveFiles, type By } from './references.server.ts'
import type { ServedEntity } from './serve.server.ts'
import { namesOf } from './store-many.server.ts'
import type { Rec } from './tables.ts'
import { checkInput } from './value/values.ts'

export type Values = Record<string, unknown>

export const entityOf = (ctx: Context, name: string): { served: ServedEntity; entity: Entity } => {
  const served = ctx.registry.entity(name)
  return { served, entity: served.entity as Entity }
}

/** References, dictionary values and files of checked values; returns the files to claim. */
export async function resolve(tx: Tx, ctx: Context, fields: Fields, values: Values, before: Values | null, by: By): Promise<string[]> {
  if (by === 'checked') return []
  const references = await referenceErrors(tx, ctx, fields, values, before, by)
  const files = await resolveFiles(tx, ctx, fields, values, by)
  const errors = { ...references, ...files.errors }
  if (Object.keys(errors).length) throw invalid(errors)
  return files.ids
}

export const nameOf = async (tx: Tx, ctx: Context, entity: Entity, record: Record_): Promise<string> =>
  (await namesOf(tx, ctx, entity, [record]))[0]!

/** Two who lock the same rows take them in one order, so that neither waits for the other in a circle. */
export const inOrder = (ids: readonly number[]): number[] => [...new Set(ids)].toSorted((a, b) => a - b)

export const author = (ctx: Context): number | null => ctx.user.id || null

/** Writes columns and counts the version up; the caller holds the row lock. */
export async function write(tx: Tx, ctx: Context, entity: Entity, record: Record_, patch: Values): Promise<Record_> {
  const set = {
    ...toRow(entity, withTitle(entity, patch, record)),
    updatedBy: author(ctx),
    updatedAt: ctx.clock.now(),
    version: sql`version + 1`,
  }
  const { rows } = await guarded(entity, () => updateSql(entity, [record.id], set).execute(tx))
  if (!rows[0]) throw absent(`${entity.label}不存在或无权查看`)
  return fromRow(entity, rows[0])
}

export async function inputOf(
  tx: Tx,
  ctx: Context,
  spec: ActionSpec,
  raw: Values,
  record: Record_,
  by: By,
): Promise<{ input: Values; files: string[] }> {
  const checked = checkInput(spec.input ?? {}, raw)
  if (!checked.ok) throw invalid(checked.errors)
  const files = await resolve(tx, ctx, spec.input ?? {}, checked.values, null, by)
  const why = spec.checkInput?.(checked.values, record as Rec<Entity>)
  if (why) throw invalid(why)
  return { input: checked.values, files }
}
