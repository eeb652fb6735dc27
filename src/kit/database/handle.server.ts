/** A kysely handle bound to one borrowed connection: it dies with the loan, so it can never run for another tenant. */
import type pg from 'pg'
import {
  CamelCasePlugin,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type Transaction,
} from 'kysely'
import type { Tables } from '../entity/tables.ts'
import { checkChannel } from './connection/listen.server.ts'
import { SharedNames, tablesWritten, type Shared } from './shared-answers.server.ts'
import { forgetStatements, isPlanOutdated, statementName } from './statements.server.ts'

const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })]

export interface Loan {
  readonly client: pg.PoolClient
  /** Whose rows it reaches; null: those of nobody. */
  readonly operatorId: number | null
  /** Resolves when the tenant is set on the connection; a result is only handed out after that. */
  ready: Promise<unknown>
  open: boolean
  /** True once a query of the caller was answered: from then on a repetition could show. */
  answered: boolean
  /** Its statements are kept by the connection (statements.server.ts). */
  prepared: boolean
  /** Tables this loan has written to. */
  readonly wrote: Set<string>
  /** What others have just asked; null where a transaction may see something else than they. */
  shared: Shared | null
  /** Names others have just asked for; null where older ones than theirs are seen. */
  names: Shared | null
  /** Sent and not waited for (`sendAlong`). */
  readonly sent: Promise<unknown>[]
  /** The first of them that failed: what came after it says only that the transaction is over. */
  failed: unknown
  /** What runs once the commit is acknowledged. */
  readonly after: (() => void | Promise<void>)[]
  /** A notice of its own for listeners of this process that do not wait for PostgreSQL to bring it (`listen`). */
  readonly deliverOwn: (channel: string, payload: string) => void
}

const COUNTED = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])
let cursorNumber = 0

const gathering = new WeakSet<object>()
/** Everything this turn of the event loop sends goes out with one system call, which costs more than most queries. */
export function gather(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: { cork(): void; uncork(): void } } }).connection
  if (gathering.has(stream)) return
  gathering.add(stream)
  stream.cork()
  process.nextTick(() => {
    gathering.delete(stream)
    stream.uncork()
  })
}

/**
 * Stands in a statement for the company of the connection that will ask it. So words made once serve every company, and none can
 * ask for the rows of another one (live-rows.server.ts).
 */
export const COMPANY = {
  toPostgres(): never {
    throw new Error('only a connection of Database knows whose rows are asked for')
  },
}
function forCompany({ operatorId }: Loan, text: string, values: readonly unknown[]): unknown[] {
  if (!values.includes(COMPANY)) return values as unknown[]
  if (operatorId === null) throw new Error(`rows of a company asked for on a connection of none: ${text.slice(0, 120)}`)
  return values.map((value) => (value === COMPANY ? operatorId : value))
}

/** Sent at once, in the order of the calls. */
export function ask(loan: Loan, text: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
  const { client, prepared, shared: reads } = loan
  const values = forCompany(loan, text, parameters)
  // A loan that shares only reads.
  if (!reads) for (const table of tablesWritten(text)) loan.wrote.add(table)
  const name = prepared ? statementName(text) : undefined
  if (name === undefined) return client.query(text, values)
  return client.query({ name, text, values }).catch((error: unknown) => {
    if (!isPlanOutdated(error)) throw error
    forgetStatements()
    // Outside a transaction it can simply be asked again; inside one everything is (write).
    if (reads) return client.query(text, values)
    throw error
  })
}

class LoanConnection implements DatabaseConnection {
  private readonly loan: Loan

  constructor(loan: Loan) {
    this.loan = loan
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.loan.open) throw new Error(`query after the end of read() or write(): ${sql.slice(0, 120)}`)
    gather(this.loan.client)
    // Pipelined behind the tenant setting. Should that setting fail, the rows belong to another tenant: dropped.
    const [result] = await Promise.all([ask(this.loan, sql, parameters), this.loan.ready])
    this.loan.answered = true
    const rows = (result.rows ?? []) as R[]
    return COUNTED.has(result.command) ? { rows, numAffectedRows: BigInt(result.rowCount ?? 0) } : { rows }
  }

  /** Rows in portions with bounded memory. Needs a transaction: `write`, or `read` with `snapshot: true`. */
  async *streamQuery<R>({ sql, parameters }: CompiledQuery, chunkSize = 500): AsyncIterableIterator<QueryResult<R>> {
    const name = `stream_${++cursorNumber}`
    const { client } = this.loan
    await client.query(`declare ${name} no scroll cursor for ${sql}`, forCompany(this.loan, sql, parameters))
    try {
      for (;;) {
        if (!this.loan.open) throw new Error('stream used after the end of read() or write()')
        const { rows } = await client.query(`fetch forward ${Math.max(1, Math.trunc(chunkSize))} from ${name}`)
        this.loan.answered = true
        if (rows.length === 0) return
        yield { rows: rows as R[] }
      }
    } finally {
      await client.query(`close ${name}`).catch(() => {}) // the transaction may have failed already
    }
  }
}

const unsupported = (): never => {
  throw new Error('transactions are opened with Database.write')
}

class LoanDriver implements Driver {
  private readonly connection: LoanConnection

  constructor(loan: Loan) {
    this.connection = new LoanConnection(loan)
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.connection
  }
  async beginTransaction(): Promise<void> {
    unsupported()
  }
  async commitTransaction(): Promise<void> {
    unsupported()
  }
  async rollbackTransaction(): Promise<void> {
    unsupported()
  }
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

const shared = new WeakMap<object, Shared>()
/** Answers this handle may share with others; none inside a transaction or a snapshot. */
export const sharedOf = (db: object): Shared | undefined => shared.get(db)

const names = new WeakMap<object, SharedNames>()
/** Names this handle may share with others, inside a transaction too. */
export const sharedNamesOf = (db: object): SharedNames | undefined => names.get(db)

const loans = new WeakMap<object, Loan>()
/** Beyond this the answers would take more memory than the waiting takes time. */
const MOST_SENT = 50

/**
 * Goes out with the next statement; what it answers is nobody's business but the COMMIT's. For rows that are written and not asked
 * for any more: a journal's line costs no wait of its own.
 */
// oxlint-disable-next-line typescript/no-explicit-any
export async function sendAlong(tx: Kysely<any>, query: CompiledQuery): Promise<void> {
  const loan = loans.get(tx)
  if (!loan || loan.shared) return void (await tx.executeQuery(query))
  if (!loan.open) throw new Error(`query after the end of write(): ${query.sql.slice(0, 120)}`)
  gather(loan.client)
  const sent = ask(loan, query.sql, query.parameters)
  loan.sent.push(sent)
  sent.catch((error: unknown) => (loan.failed ??= error))
  if (loan.sent.length >= MOST_SENT) await Promise.all(loan.sent.splice(0))
}

/** Delivered by PostgreSQL at commit, to every node; listeners of this process that asked for it have it before `write` answers. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function notifyIn(tx: Kysely<any>, channel: string, payload: string): Promise<void> {
  const loan = loans.get(tx)
  if (!loan) throw new Error('a notice belongs into a transaction of Database.write')
  await notifyOn(loan, channel, payload)
}
export async function notifyOn(loan: Loan, channel: string, payload: string): Promise<void> {
  await ask(loan, 'select pg_notify($1, $2)', [checkChannel(channel), payload])
  loan.after.push(() => loan.deliverOwn(channel, payload))
}

/** About 5 µs; one per loan. Inside `write` it stands for the running transaction, hence the type. */
export function handleFor(loan: Loan): Transaction<Tables> {
  const handle = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new LoanDriver(loan),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
    plugins,
  }) as unknown as Transaction<Tables>
  if (loan.shared) shared.set(handle, loan.shared)
  if (loan.shared) names.set(handle, new SharedNames(loan.shared))
  else if (loan.names) names.set(handle, new SharedNames(loan.names, loan.wrote))
  loans.set(handle, loan)
  return handle
}
