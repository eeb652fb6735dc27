/**
 * The door to rows for server code. Whose rows they are was said when the connection was borrowed, so it is not said again: a
 * statement cannot ask for those of another company, and none can forget the condition (decision 0107).
 */
import { sql, type ExpressionBuilder, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Context, Db } from '../../access/context.server.ts'
import { COMPANY } from '../../database/handle.server.ts'
import type { Entity } from '../entity.ts'
import type { TableName, Tables } from '../tables.ts'
import { listWhere } from './scope.server.ts'

/** Tables with these columns. */
type With<Column extends string> = { [T in TableName]: Column extends keyof Tables[T] ? T : never }[TableName]
type Owned = With<'operatorId'>
type Mortal = With<'operatorId'> & With<'deletedAt'>
/** By its name or, where it is joined with itself, by an alias: `vehicle as v`. */
type Named<T extends string> = T | `${T} as ${string}`

type Rows<F extends string> = [F] extends [TableName]
  ? SelectQueryBuilder<Tables, F, {}>
  : F extends `${infer T extends TableName} as ${infer A}`
    ? SelectQueryBuilder<Tables & Record<A, Tables[T]>, A, {}>
    : never
/** Of a subquery: what stands outside may be referred to. */
type Inside<DB, TB extends keyof DB, F extends string> = F extends keyof DB
  ? SelectQueryBuilder<DB, TB | F, {}>
  : F extends `${infer T extends keyof DB & string} as ${infer A}`
    ? SelectQueryBuilder<DB & Record<A, DB[T]>, TB | A, {}>
    : never
interface Door<T extends string> {
  <F extends Named<T>>(db: Db, from: F): Rows<F>
  <DB, TB extends keyof DB, F extends Named<T>>(outside: ExpressionBuilder<DB, TB>, from: F): Inside<DB, TB, F>
}

type Loose = SelectQueryBuilder<any, any, {}>
const aliasOf = (from: string): string => from.split(' as ').at(-1)!
const ofCompany = (db: unknown, from: string): Loose =>
  (db as { selectFrom(from: string): Loose }).selectFrom(from).where(`${aliasOf(from)}.operatorId`, '=', COMPANY)

/** Rows of the company, those deleted among them: history, counters, and tables whose rows nobody deletes. */
export const allRows = ofCompany as Door<Owned>

/** Rows of the company that are not deleted. */
export const liveRows = ((db: unknown, from: string) => ofCompany(db, from).where(`${aliasOf(from)}.deletedAt`, 'is', null)) as Door<Mortal>

/** An entity by its definition or, where it is another module's, by its name. */
export type Which = Entity<any> | TableName
type NameOf<W extends Which> = W extends Entity<any> ? Extract<W['name'], TableName> : W
export type Seen<W extends Which> = SelectQueryBuilder<Tables & { t: Tables[NameOf<W>] }, 't', {}>

export const entityOf = (ctx: Context, which: Which): Entity =>
  (typeof which === 'string' ? ctx.registry.entity(which).entity : which) as Entity

/** Rows that live and that the asking person may see. They are called `t`: the data permission is written for that name. */
export function seenRows<W extends Which>(db: Db, ctx: Context, which: W): Seen<W> {
  const entity = entityOf(ctx, which)
  const rows = liveRows(db, `${entity.name as Mortal} as t`) as unknown as Loose
  return rows.where(listWhere(ctx, entity)) as unknown as Seen<W>
}

const list = (ids: Iterable<number>): RawBuilder<unknown> => sql`(${sql.val([...new Set(ids)])}::bigint[])`
/** Of a list that may be empty: `where('id', '=', anyOf(ids))`. One statement, however many they are. */
export const anyOf = (ids: Iterable<number>): RawBuilder<number> => sql<number>`any${list(ids)}`
/** None of them: `where('id', '<>', allOf(ids))`. */
export const allOf = (ids: Iterable<number>): RawBuilder<number> => sql<number>`all${list(ids)}`
