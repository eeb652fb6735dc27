/** Between a record and its row: which columns, and what PostgreSQL's driver cannot know (decimals, jsonb). */
import type { Kysely } from 'kysely'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../access/context.server.ts'
import { pinyinKeys } from '../../basics/pinyin.ts'
import { jsonText } from '../../database/jsonb.server.ts'
import { isSealed, isSealing, seal } from '../../database/sealing.server.ts'
import { sealedLines } from '../seal-rows.server.ts'
import type { Entity } from '../entity.ts'
import type { Field } from '../field.ts'
import { decimalsOf, fieldOf, isJson, isTenant, searchedFields, snake, STANDARD } from '../names.ts'

/** Table names are known at run time only in here; everything around is typed. */
// oxlint-disable-next-line typescript/no-explicit-any
export const loose = (db: Db): Kysely<any> => db as unknown as Kysely<any>

export type Record_ = Record<string, unknown> & { id: number; version: number }

/** A column of the listed table, which always has the alias `t`. */
export const col = (name: string): RawBuilder<unknown> => sql.ref(`t.${name}`)
export const and = (parts: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  parts.length ? sql<boolean>`(${sql.join(parts, sql` and `)})` : sql<boolean>`true`
export const or = (parts: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  parts.length ? sql<boolean>`(${sql.join(parts, sql` or `)})` : sql<boolean>`false`

/** Never `select *`: search columns stay in the database. */
const columnsOf = (entity: Entity): string[] => [...STANDARD, ...Object.keys(entity.fields)]
export const qualified = (entity: Entity): string[] => columnsOf(entity).map((name) => `t.${name}`)

const columnTexts = new WeakMap<Entity, RawBuilder<unknown>>()
/** All of them as SQL of `t`, made once: the builder would parse, copy and print forty names a call, a tenth of what a list costs. */
export function columnsSql(entity: Entity): RawBuilder<unknown> {
  const known = columnTexts.get(entity)
  if (known) return known
  const made = sql.raw(
    columnsOf(entity)
      .map((name) => `"t"."${snake(name)}"`)
      .join(', '),
  )
  columnTexts.set(entity, made)
  return made
}

type Written = RawBuilder<Record<string, unknown>>

/** Rows written, all of them given back; in words, for the same reason. */
export function insertSql(entity: Entity, rows: readonly Record<string, unknown>[]): Written {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const columns = sql.join(names.map((name) => sql.ref(name)))
  const values = rows.map((row) => sql`(${sql.join(names.map((name) => (Object.hasOwn(row, name) ? row[name] : sql`default`)))})`)
  return sql`insert into ${sql.table(entity.name)} as t (${columns}) values ${sql.join(values)} returning ${columnsSql(entity)}`
}
export function updateSql(entity: Entity, ids: readonly number[], set: Record<string, unknown>): Written {
  const parts = Object.entries(set).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const those = ids.length === 1 ? sql`= ${ids[0]}` : sql`= any(${sql.val(ids)}::bigint[])`
  return sql`update ${sql.table(entity.name)} as t set ${sql.join(parts)} where ${col('id')} ${those} returning ${columnsSql(entity)}`
}

export function fromRow(entity: Entity, row: Record<string, unknown>): Record_ {
  // The row is the driver's and nobody else's yet: changed in place.
  for (const name of decimalsOf(entity)) if (typeof row[name] === 'string') row[name] = Number(row[name])
  return row as Record_
}

const sealedValue = (field: Field, value: unknown): unknown => (typeof value === 'string' && isSealed(field) ? seal(value) : value)
function sealedInside(field: Field, value: unknown): unknown {
  if (field.kind !== 'lines' || !isSealing()) return value
  const names = Object.entries(field.of as Record<string, Field>).flatMap(([name, of]) => (isSealed(of) ? [name] : []))
  return names.length ? sealedLines(value, names) : value
}

/** Values for insert or update; only keys that are columns. */
export function toRow(entity: Entity, values: Record<string, unknown>): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    const field = fieldOf(entity, name)
    if (!field || field.kind === 'computed' || value === undefined) continue
    // The driver would turn an array into a PostgreSQL array.
    row[name] = isJson(field.kind) && value !== null ? jsonText(sealedInside(field, value)) : sealedValue(field, value)
  }
  const searched = searchedFields(entity)
  const names = entity.title.filter((name) => searched.includes(name))
  if (names.length && names.some((name) => Object.hasOwn(values, name))) row['pinyin'] = pinyinOf(names.map((name) => values[name]))
  return row
}

function pinyinOf(values: unknown[]): string | null {
  const text = values.filter((value) => typeof value === 'string').join(' ')
  if (!/\p{Script=Han}/u.test(text)) return null
  const { full, initials } = pinyinKeys(text)
  return `${initials} ${full}`
}

/** Title fields of one record share one pinyin column, so an edit of one needs them all. */
export const withTitle = (entity: Entity, patch: Record<string, unknown>, record: Record<string, unknown>): Record<string, unknown> =>
  entity.title.some((name) => Object.hasOwn(patch, name))
    ? { ...Object.fromEntries(entity.title.map((name) => [name, record[name]])), ...patch }
    : patch

export const live = (entity: Entity, operatorId: number): RawBuilder<boolean> =>
  isTenant(entity)
    ? sql<boolean>`${col('operatorId')} = ${operatorId} and ${col('deletedAt')} is null`
    : sql<boolean>`${col('deletedAt')} is null`
