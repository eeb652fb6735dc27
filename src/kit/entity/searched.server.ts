/**
 * Lists by a keyword. How many rows hold a piece of text is what PostgreSQL guesses worst: it believes a hundredth of a million
 * and walks the order for seconds, where the trigram index knows eleven. So the few are counted first, up to a bound; when there
 * are no more, they are found and then sorted, and when there are more, the order soon meets them.
 */
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Db } from '../access/context.server.ts'
import type { Entity } from './entity.ts'
import { loose } from './rows.server.ts'

/** Sorting these takes milliseconds; where more match, one in a few hundred does, even of a million. */
const FEW = 2000

/** How many match, when they are few; otherwise null. */
export async function fewMatches(db: Db, entity: Entity, where: RawBuilder<boolean>): Promise<number | null> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (select 1 from ${sql.table(entity.name)} as t where ${where} limit ${FEW + 1}) as bounded`.execute(db)
  const { n } = rows[0]!
  return n > FEW ? null : n
}

/** Rows of `t`, to be ordered and cut by the caller. `first`: found before anything is sorted (`offset 0` is PostgreSQL's fence). */
// oxlint-disable-next-line typescript/no-explicit-any
export function rowsWhere(db: Db, entity: Entity, columns: readonly string[], where: RawBuilder<boolean>, first: boolean): SelectQueryBuilder<any, any, any> {
  const found = loose(db).selectFrom(`${entity.name} as t`).select(columns).where(where)
  return first ? loose(db).selectFrom(found.offset(0).as('t')).selectAll('t') : found
}
