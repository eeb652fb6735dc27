/**
 * How many rows a list has, and their sums. Counting is cheap until a set is large: a million rows are 75 ms of a core, and every
 * page, tab and neighbour asks again. So a large figure, and only a large one, is kept for a few seconds per question (the
 * statement and its values, which hold company and scope), and whoever asks meanwhile shares it. Small sets are always counted.
 */
import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import type { Db } from '../access/context.server.ts'
import type { Entity } from './entity.ts'
import { col } from './rows.server.ts'

/** Beyond this a total is answered as "at least". */
export const COUNT_LIMIT = 1_000_000
/** Adding up reads the rows themselves: a list with sums stops here, and says so, until somebody asks for all of it. */
export const SUM_LIMIT = 20_000
/** From here on a few rows more or less are seen by nobody. */
const LARGE = 20_000
const KEEP_MS = 5000
/** Sums of money are looked at right after a payment. */
const KEEP_SUMS_MS = 1500
const MOST = 500

export interface Counted {
  total: number
  exact: boolean
  totals?: Record<string, number>
}

interface Kept {
  counted: Promise<Counted>
  at: number
}
const kept = new Map<string, Kept>()

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

/** `exact`: however many they are. `now` in milliseconds, monotonic. */
export async function count(db: Db, entity: Entity, where: RawBuilder<boolean>, exact = false, now = performance.now()): Promise<Counted> {
  const names = (entity.list.totals ?? []) as readonly string[]
  const table = sql`${sql.table(entity.name)} as t`
  const limit = exact ? null : names.length ? SUM_LIMIT : COUNT_LIMIT
  const columns = names.length ? sql.join(names.map((name, i) => sql`${col(name)} as ${sql.ref(`v${i}`)}`)) : sql`1`
  const sums = names.map((_, i) => sql`, coalesce(sum(${sql.ref(`v${i}`)}), 0) as ${sql.ref(`s${i}`)}`)
  const statement = sql`select count(*) as n ${sums.length ? sql.join(sums, sql` `) : sql``} from (select ${columns} from ${table} where ${where} ${limit === null ? sql`` : sql`limit ${limit + 1}`}) as bounded`
  const query = statement.compile(db)
  const key = JSON.stringify([query.sql, query.parameters])
  const known = kept.get(key)
  if (known && now - known.at < (names.length ? KEEP_SUMS_MS : KEEP_MS)) return known.counted
  const counted = ask(db, names, limit, query)
  // Known to have been large: the others need not count as well.
  if (known) keep(key, { counted, at: now })
  const found = await counted.catch((error: unknown) => {
    kept.delete(key)
    throw error
  })
  if (found.total >= LARGE) keep(key, { counted, at: now })
  else kept.delete(key)
  return found
}

function keep(key: string, value: Kept): void {
  kept.delete(key)
  kept.set(key, value)
  if (kept.size > MOST) kept.delete(kept.keys().next().value!)
}
