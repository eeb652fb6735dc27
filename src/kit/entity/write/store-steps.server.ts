/** What adding, editing and acting have in common, one by one as by the thousand: one step each, in the caller's transaction. */
import { sql } from 'kysely'
import type { Context, Tx } from '../../access/context.server.ts'
import type { ActionSpec } from '../../action/action.ts'
import { absent, invalid } from '../../basics/errors.ts'
import { guarded } from './failures.server.ts'
import { numbersIn } from './numbers.server.ts'
import type { Entity } from '../entity.ts'
import type { Fields } from '../field.ts'
import { fieldOf } from '../names.ts'
import { labelsFor, titleOf } from '../query/labels.server.ts'
import { askingFor } from '../query/masked/lookups.server.ts'
import { and, col, fromRow, live, loose, qualified, toRow, updateSql, withTitle, type Record_ } from '../query/rows.server.ts'
import { referenceErrors, resolveFiles, type By } from './references.server.ts'
import type { ServedEntity } from '../serve.server.ts'
import type { Rec } from '../tables.ts'
import { checkInput } from '../value/values.ts'

export type Values = Record<string, unknown>

export const entityOf = (ctx: Context, name: string): { served: ServedEntity; entity: Entity } => {
  const served = ctx.registry.entity(name)
  return { served, entity: served.entity as Entity }
}

/** References, dictionary values and files of checked values; returns the files to claim. */
export async function resolve(tx: Tx, ctx: Context, fields: Fields, values: Values, before: Values | null, by: By): Promise<string[]> {
  if (by === 'checked' || by === 'trusted') return []
  const references = await referenceErrors(tx, ctx, fields, values, before, by)
  const files = await resolveFiles(tx, ctx, fields, values, by)
  const errors = { ...references, ...files.errors }
  if (Object.keys(errors).length) throw invalid(errors)
  return files.ids
}

/** What these records are called. */
export const namesOf = async (tx: Tx, ctx: Context, entity: Entity, records: readonly Record_[]): Promise<string[]> => {
  const needsLabels = entity.title.some((name) => ['ref', 'dict'].includes(fieldOf(entity, name)?.kind ?? ''))
  const labels = needsLabels ? await labelsFor(tx, ctx, entity, records) : new Map<string, never>()
  return records.map((record) => titleOf(entity, record, labels))
}
export const nameOf = async (tx: Tx, ctx: Context, entity: Entity, record: Record_): Promise<string> =>
  (await namesOf(tx, ctx, entity, [record]))[0]!

/** Two who lock the same rows take them in one order, so that neither waits for the other in a circle. */
export const inOrder = (ids: readonly number[]): number[] => [...new Set(ids)].toSorted((a, b) => a - b)

/**
 * Locked together in the order of their numbers, so that others may still refer to them; `ids` come from `inOrder`.
 * One that is not there, or is another company's, refuses them all.
 */
export async function lockAll(tx: Tx, ctx: Context, entity: Entity, ids: readonly number[]): Promise<Record_[]> {
  const rows = await loose(tx)
    .selectFrom(`${entity.name} as t`)
    .select(qualified(entity))
    .where(and([live(entity, ctx.user.operatorId), sql<boolean>`${col('id')} = any(${sql.val(ids)}::bigint[])`]))
    .orderBy('t.id')
    .forNoKeyUpdate()
    .execute()
  if (rows.length !== ids.length) throw absent(`${entity.label}已被删除，或不在您的数据权限内，请刷新后重新选择`)
  return rows.map((row) => fromRow(entity, row))
}

export const author = (ctx: Context): number | null => ctx.user.id || null

/** Whose a new row is, and who made it when. */
export const standardOf = (ctx: Context, entity: Entity): Values => {
  const [by, now] = [author(ctx), ctx.clock.now()]
  const operatorId = entity.tenant === 'global' ? 0 : ctx.user.operatorId
  return { operatorId, createdBy: by, createdAt: now, updatedBy: by, updatedAt: now }
}

/** Writes columns and counts the version up; the caller holds the row lock. */
export async function write(tx: Tx, ctx: Context, entity: Entity, record: Record_, patch: Values): Promise<Record_> {
  const set = {
    ...toRow(entity, withTitle(entity, patch, record)),
    updatedBy: author(ctx),
    updatedAt: ctx.clock.now(),
    version: sql`version + 1`,
  }
  const { rows } = await askingFor(numbersIn(entity, patch), () => guarded(entity, () => updateSql(entity, [record.id], set).execute(tx)))
  if (!rows[0]) throw absent(`${entity.label}已被删除，或不在您的数据权限内，请刷新后重新选择`)
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
