/**
 * A statement that is worded once: built and compiled when it is first asked, and asked with other values from then on. What a
 * builder costs is more than what it asks when that is one row, so the few statements of calls that come hundreds a second are
 * made here. Together with `prepared` neither side thinks about the words twice.
 *
 * While it is built, each value is a place holder: the wording may not depend on values.
 */
import type { CompiledQuery, Compilable, QueryResult, RawBuilder } from 'kysely'
import type { Handle } from './connection/pool.server.ts'

class Place {
  readonly row: number
  readonly name: string
  constructor(row: number, name: string) {
    this.row = row
    this.name = name
  }
}
const placesOf = (row: number): unknown => new Proxy({}, { get: (_of, name) => new Place(row, String(name)) })

type Worded<R> = Compilable<R> | RawBuilder<R>
const compiled = <R>(statement: Worded<R>, db: Handle): CompiledQuery<R> => (statement as RawBuilder<R>).compile(db)

const filled = <R>(made: CompiledQuery<R>, rows: readonly object[]): CompiledQuery<R> => ({
  ...made,
  parameters: made.parameters.map((p) => (p instanceof Place ? ((rows[p.row] as Record<string, unknown>)[p.name] ?? null) : p)),
})

/** The statement with these values, not asked yet. `undefined` is null. */
export function wording<P extends object, R>(build: (db: Handle, values: P) => Worded<R>): (db: Handle, values: P) => CompiledQuery<R> {
  let made: CompiledQuery<R> | null = null
  return (db, values) => filled((made ??= compiled(build(db, placesOf(0) as P), db)), [values])
}

/** Asked with these values. */
export function worded<P extends object, R>(
  build: (db: Handle, values: P) => Worded<R>,
): (db: Handle, values: P) => Promise<QueryResult<R>> {
  const statement = wording(build)
  return (db, values) => db.executeQuery(statement(db, values))
}

/** Rows beyond this are a load of their own, and their words are not kept. */
const MOST_ROWS = 10

/** The statement for several rows at once, not asked yet: words for each number of rows. */
export function wordingRows<P extends object, R>(
  build: (db: Handle, rows: readonly P[]) => Worded<R>,
): (db: Handle, rows: readonly P[]) => CompiledQuery<R> {
  const made = new Map<number, CompiledQuery<R>>()
  return (db, rows) => {
    if (rows.length > MOST_ROWS) return compiled(build(db, rows), db)
    const known =
      made.get(rows.length) ??
      compiled(
        build(
          db,
          rows.map((_row, i) => placesOf(i) as P),
        ),
        db,
      )
    made.set(rows.length, known)
    return filled(known, rows)
  }
}

/** Asked with these rows. */
export function wordedRows<P extends object, R>(
  build: (db: Handle, rows: readonly P[]) => Worded<R>,
): (db: Handle, rows: readonly P[]) => Promise<QueryResult<R>> {
  const statement = wordingRows(build)
  return (db, rows) => db.executeQuery(statement(db, rows))
}
