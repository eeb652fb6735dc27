/**
 * How many rows a list has, and their sums. Counting is cheap until a set is large: a million rows are 75 ms of a core, and every
 * page, tab and neighbour asks again. So a figure that is not small is shared for a few seconds per question (the statement
 * and its values, which hold company and scope). It falls with the next write to its tables; a very large one stands.
 */
import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import type { Db } from '../../access/context.server.ts'
import { sharedOf } from '../../database/handle.server.ts'
import { tablesRead } from '../../database/shared-answers.server.ts'
import { summed, type Summed } from './summed-rows.server.ts'
import type { Entity } from '../entity.ts'
import { snake } from '../names.ts'
import { col } from './rows.server.ts'
import { keptTotals } from './totals.server.ts'

/** Beyond this a total is answered as "at least". */
const COUNT_LIMIT = 1_000_000
/** Adding up reads the rows themselves: a list with sums stops here, and says so, until somebody asks for all of it. */
const SUM_LIMIT = 20_000
/** Below, counting costs less than asking whether somebody has counted. */
const WORTH_SHARING = 1000
/** From here on a few rows more or less are seen by nobody. */
const LARGE = 20_000
const KEEP_MS = 5000

export interface Counted {
  total: number
  exact: boolean
  totals?: Record<string, number>
}

/** Sums arrive as numeric text. */
const asNumber = (value: unknown): number => Number(value ?? 0)

async function ask(db: Db, names: readonly string[], limit: number | null, query: CompiledQuery): Promise<Counted> {
  const { rows } = await db.executeQuery<Record<string, unknown>>(query)
  const row = rows[0]!
  const n = asNumber(row['n'])
  if (limit !== null && n > limit) return { total: limit, exact: false }
  if (names.length === 0) return { total: n, exact: true }
  return { total: n, exact: true, totals: Object.fromEntries(names.map((name, i) => [name, asNumber(row[`s${i}`])])) }
}

type Value = (name: string, i: number) => RawBuilder<unknown>
function sumsOf(names: readonly string[], value: Value, which: Summed | null): RawBuilder<unknown> {
  const only = which ? sql` filter (where ${which.where})` : sql``
  return names.length
    ? sql`, ${sql.join(names.map((name, i) => sql`coalesce(sum(${value(name, i)})${only}, 0) as ${sql.ref(`s${i}`)}`))}`
    : sql``
}

function countSql(entity: Entity, names: readonly string[], where: RawBuilder<boolean>, limit: number | null): RawBuilder<unknown> {
  const which = names.length ? summed(entity) : null
  const values = names.map((name, i) => sql`${col(name)} as ${sql.ref(`v${i}`)}`)
  const columns = values.length ? sql.join([...values, ...(which?.by ?? []).map((name) => col(name))]) : sql`1`
  const rows = sql`select ${columns} from ${sql.table(entity.name)} as t where ${where} ${limit === null ? sql`` : sql`limit ${limit + 1}`}`
  return sql`select count(*) as n ${sumsOf(names, (_, i) => sql.ref(`v${i}`), which)} from (${rows}) as t ${which?.joins ?? sql``}`
}

function keptSql(
  entity: Entity,
  names: readonly string[],
  storedTotals: RawBuilder<unknown>,
  where: RawBuilder<boolean>,
): RawBuilder<unknown> {
  const which = summed(entity)
  return sql`select coalesce(sum(t.n), 0) as n ${sumsOf(names, col, which)} from ${storedTotals} ${which?.joins ?? sql``} where ${where}`
}

/** `exact`: however many they are. `now` in milliseconds, monotonic. */
export async function count(db: Db, entity: Entity, where: RawBuilder<boolean>, exact = false, now = performance.now()): Promise<Counted> {
  const names = (entity.list.totals ?? []) as readonly string[]
  const storedTotals = keptTotals(db, entity, where)
  const limit = exact || storedTotals ? null : names.length ? SUM_LIMIT : COUNT_LIMIT
  const query = (storedTotals ? keptSql(entity, names, storedTotals, where) : countSql(entity, names, where, limit)).compile(db)
  const shared = sharedOf(db)
  if (!shared) return ask(db, names, limit, query)
  const key = `count:${JSON.stringify([query.sql, query.parameters])}`
  const known = shared.get<Promise<Counted>>(key, now)
  if (known) return known
  const { clock } = shared
  const counted = ask(db, names, limit, query)
  // What is kept changes by a trigger, when the rows do.
  const from = { tables: [snake(entity.name), ...tablesRead(query.sql)], clock, ms: KEEP_MS, now }
  // Known not to have been small: the others need not count as well.
  if (shared.has(key)) shared.keep(key, counted, from)
  const result = await counted.catch((error: unknown) => {
    shared.drop(key)
    throw error
  })
  if (result.total < WORTH_SHARING) shared.drop(key)
  else shared.keep(key, counted, result.total >= LARGE && names.length === 0 ? { ...from, tables: [] } : from)
  return result
}
