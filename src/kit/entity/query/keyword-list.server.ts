/**
 * Lists by a keyword. How many rows hold a piece of text is what PostgreSQL guesses worst: it believes a hundredth of a million
 * and walks the order for seconds, where the trigram index knows eleven. So the few are found first, up to a bound; when there
 * are no more, they are counted, added up and sorted where they lie, all in that one statement (searching is what costs, so it
 * is done once); and when there are more, the order soon meets them.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../access/context.server.ts'
import { summed } from './summed-rows.server.ts'
import type { Entity } from '../entity.ts'
import { col } from './rows.server.ts'

/** Sorting these takes milliseconds; where more match, one in a few hundred does, even of a million. */
const FEW = 2000

export interface Search {
  /** Of `t`. */
  columns: RawBuilder<unknown>
  where: RawBuilder<boolean>
  /** Fields to sort by, and the order itself. */
  sorted: readonly string[]
  order: RawBuilder<unknown>
  limit: number
  offset: number
  /** Fields to add up. */
  sums?: readonly string[]
}
export interface FewRows {
  rows: Record<string, unknown>[]
  total: number
  sums: number[]
}

const unique = (names: readonly string[]): string[] => [...new Set(['id', ...names])]

/** One page of what matches, when few do; otherwise null. */
export async function fewRows(db: Db, entity: Entity, search: Search): Promise<FewRows | null> {
  const { columns, where, order, limit, offset, sorted, sums = [] } = search
  const table = sql.table(entity.name)
  const which = sums.length ? summed(entity) : null
  const neededColumns = sql.join(unique([...sorted, ...sums, ...(which?.by ?? [])]).map(col))
  const only = which ? sql` filter (where ${which.where})` : sql``
  const added = sums.length ? sql`json_build_array(${sql.join(sums.map((name) => sql`coalesce(sum(${col(name)})${only}, 0)`))})` : sql`null`
  const { rows } = await sql<Record<string, unknown>>`
    with found as materialized (select ${neededColumns} from ${table} as t where ${where} limit ${FEW + 1}), known as (select count(*)::int as found_n, ${added} as found_sums from found as t ${which?.joins ?? sql``})
    select known.*, ${columns} from known
    left join lateral (select t.id as of from found as t where known.found_n <= ${FEW} order by ${order} limit ${limit} offset ${offset}) as page on true
    left join ${table} as t on t.id = page.of order by ${order}`.execute(db)
  const first = rows[0]!
  const total = first['foundN'] as number
  if (total > FEW) return null
  const page = first['id'] === null ? [] : rows.map(({ foundN: _n, foundSums: _s, ...row }) => row)
  return { rows: page, total, sums: (first['foundSums'] as number[] | null) ?? [] }
}
