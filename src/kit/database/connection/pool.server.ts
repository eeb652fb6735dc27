/**
 * The one way to the database. `read` lends a connection with the tenant set and no transaction; `write` runs one
 * transaction and repeats it when PostgreSQL asks for that. Row-level security compares with
 * `nullif(current_setting('app.operator_id', true), '')::bigint`, so no tenant (null) means no rows.
 *
 * The tenant is a session setting in `read`; behind a pooler that lends connections by the transaction each read is one
 * (pooler.server.ts).
 */
import pg from 'pg'
import type { Transaction } from 'kysely'
import type { Tables } from '../../entity/tables.ts'
import { cancelBackend, cancelOn } from './cancel.server.ts'
import { clientConfig, pooledConfig, type Endpoint, type SessionSettings } from './connection.server.ts'
import { runBeforeCommit } from '../before-commit.server.ts'
import { CommitUnknown, ConnectionLost, DatabaseBusy, isConnectionLost, isRetryable, translate } from '../errors.ts'
import { Gate } from '../read-gate.server.ts'
import { ask, gather, handleFor, type Loan } from '../handle.server.ts'
import { Listening, type Listener, type ListenOptions, type Subscription } from './listen.server.ts'
import { Changes, Shared } from '../shared-answers.server.ts'
import { cancelThrough, localSettings } from './pooler.server.ts'
import { isPlanOutdated } from '../statements.server.ts'
import { asTransaction } from '../transaction.server.ts'
import { toolsOf, type LastStatement, type WriteTools } from '../write-tools.server.ts'

export { DatabaseBusy } from '../errors.ts'
export type { WriteTools } from '../write-tools.server.ts'

export type Handle = Transaction<Tables>
export type OperatorId = number | null

export interface DatabaseOptions {
  endpoint: Endpoint
  /** A pooler in transaction mode in front of it; reads and writes go there, LISTEN does not. */
  pooler?: Endpoint | null
  max?: number
  /** How many short reads run at once; the others wait their turn. Without it all of them. */
  readers?: number
  /** How long a request may wait for a connection. */
  waitMs?: number
  /** How many requests may wait at once; more are turned away immediately. */
  maxWaiting?: number
  statementTimeoutMs?: number
  lockTimeoutMs?: number
  applicationName?: string
  /** Pause before a repeated transaction; random in production, so that two rivals do not meet again. */
  pause?: (attempt: number) => Promise<void>
  log?: (message: string, details?: object) => void
}

export interface ReadOptions {
  /** Aborting cancels the running query on the server: nobody computes for a client that has left. */
  signal?: AbortSignal | undefined
  /** One consistent view over several queries, and `stream()` works. */
  snapshot?: boolean
  statementTimeoutMs?: number
  /** Asks the same few questions again and again: see statements.server.ts. */
  prepared?: boolean
}

export interface WriteOptions {
  signal?: AbortSignal | undefined
  retries?: number
  isolation?: 'read committed' | 'repeatable read' | 'serializable'
  statementTimeoutMs?: number
  prepared?: boolean
  /** Does not wait for the disk: for what is made anew when the machine loses it. The next commit that waits takes it along. */
  hasty?: boolean
}

const NO_TENANT = ''
const READ_REPEATS = 3

const tenantText = (operatorId: OperatorId): string => {
  if (operatorId === null) return NO_TENANT
  if (!Number.isSafeInteger(operatorId)) throw new Error(`not an operator id: ${String(operatorId)}`)
  return String(operatorId)
}

const defaultPause = (attempt: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.random() * 25 * 2 ** attempt))

export class Database {
  private readonly pool: pg.Pool
  private readonly listening: Listening
  private readonly endpoint: Endpoint
  private readonly pooler: Endpoint | null
  private readonly session: SessionSettings
  private readonly tenants = new WeakMap<pg.PoolClient, string>()
  private readonly changes = new Changes()
  private readonly shared = new Map<string, Shared>()
  private readonly gate: Gate
  private readonly waitMs: number
  private readonly maxWaiting: number
  private readonly pause: (attempt: number) => Promise<void>
  private readonly log: (message: string, details?: object) => void

  constructor(options: DatabaseOptions) {
    this.endpoint = options.endpoint
    this.pooler = options.pooler ?? null
    this.gate = new Gate(options.readers ?? Infinity)
    this.waitMs = options.waitMs ?? 5000
    this.maxWaiting = options.maxWaiting ?? 500
    this.pause = options.pause ?? defaultPause
    this.log = options.log ?? (() => {})
    const session: SessionSettings = {
      applicationName: options.applicationName ?? 'zuyuntong',
      statementTimeoutMs: options.statementTimeoutMs ?? 30_000,
      idleInTransactionMs: 60_000,
      lockTimeoutMs: options.lockTimeoutMs ?? 10_000,
      readOnlyByDefault: true,
    }
    this.session = session
    const { endpoint, pooler } = options
    const config = (): pg.ClientConfig => (pooler ? pooledConfig(pooler, session) : clientConfig(endpoint, session))
    class PoolClient extends pg.Client {
      // Asked anew each time: a restarted embedded server may have another port.
      constructor() {
        super({ ...config(), connectionTimeoutMillis: 5000, pipeline: true })
        // The pool listens to idle connections only. One that breaks while lent and between two queries has nobody to
        // tell; its next query fails, and without a listener Node would end the process.
        this.on('error', () => {})
      }
    }
    this.pool = new pg.Pool({
      Client: PoolClient,
      max: options.max ?? 20,
      idleTimeoutMillis: 60_000,
      connectionTimeoutMillis: this.waitMs,
    })
    // An idle connection that breaks is simply dropped by the pool; without a listener Node would end the process.
    this.pool.on('error', (error) => this.log('idle connection lost', { error: error.message }))
    this.listening = new Listening(endpoint, { ...session, statementTimeoutMs: 0 }, this.log)
  }

  /** Queries without a transaction; they cannot change anything (the session is read-only by default). */
  async read<T>(operatorId: OperatorId, work: (db: Handle) => Promise<T>, options: ReadOptions = {}): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.readOnce(operatorId, work, options)
      } catch (error) {
        // An idle connection may have died with the server; nothing was seen through it yet, so ask on another one.
        if (!(error instanceof ConnectionLost) || error.answered || attempt >= READ_REPEATS) throw error
        await this.pause(attempt)
      }
    }
  }

  private async readOnce<T>(operatorId: OperatorId, work: (db: Handle) => Promise<T>, options: ReadOptions): Promise<T> {
    if (!options.snapshot && !options.statementTimeoutMs) return this.readShort(operatorId, work, options)
    return this.borrow(operatorId, options.signal, async (loan) => {
      const { client } = loan
      await client.query(this.opening('repeatable read read only', operatorId, options.statementTimeoutMs))
      return this.settle(client, () => work(handleFor(loan)))
    })
  }

  private async readShort<T>(
    operatorId: OperatorId,
    work: (db: Handle) => Promise<T>,
    { signal, prepared = false }: ReadOptions,
  ): Promise<T> {
    if (this.gate.waiting >= this.maxWaiting) throw new DatabaseBusy('系统繁忙，请稍后再试')
    signal?.throwIfAborted()
    const leave = await this.gate.enter(this.waitMs, signal)
    if (!leave) throw new DatabaseBusy('系统繁忙，请稍后再试')
    try {
      return await this.borrow(operatorId, signal, (loan) => {
        loan.shared = this.sharedFor(tenantText(operatorId))
        if (this.pooler) return this.readPooled(operatorId, loan, work)
        loan.prepared = prepared
        return work(handleFor(loan))
      })
    } finally {
      leave()
    }
  }

  /** Each of its queries sees what is committed when it is asked, as without a transaction. */
  private readPooled<T>(operatorId: OperatorId, loan: Loan, work: (db: Handle) => Promise<T>): Promise<T> {
    const { client } = loan
    gather(client)
    // Goes out together with the first query, as that of a write does.
    loan.ready = client.query(this.opening('read committed read only', operatorId))
    loan.ready.catch(() => {})
    return this.settle(client, () => work(handleFor(loan)))
  }

  private opening(mode: string, operatorId: OperatorId, statementTimeoutMs?: number): string {
    const settings = this.pooler ? localSettings(tenantText(operatorId), this.session) : ''
    return `begin isolation level ${mode}${settings}${limit(statementTimeoutMs)}`
  }

  private sharedFor(tenant: string): Shared {
    const known = this.shared.get(tenant)
    if (known) return known
    const made = new Shared(this.changes)
    this.shared.set(tenant, made)
    return made
  }

  /**
   * One transaction, repeated (as a whole, up to `retries` times) after a deadlock, a serialization failure, or a
   * connection lost before COMMIT was sent: in all three PostgreSQL has undone it.
   */
  async write<T>(operatorId: OperatorId, work: (tx: Handle, tools: WriteTools) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    const retries = options.retries ?? 3
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.writeOnce(operatorId, work, options)
      } catch (error) {
        const cause = error instanceof DatabaseBusy ? error.cause : error
        const undone = isRetryable(cause) || isPlanOutdated(cause) || error instanceof ConnectionLost
        if (!undone || attempt >= retries || options.signal?.aborted) throw error
        this.log('transaction repeated', { attempt: attempt + 1, reason: String(cause) })
        await this.pause(attempt)
      }
    }
  }

  private async writeOnce<T>(
    operatorId: OperatorId,
    work: (tx: Handle, tools: WriteTools) => Promise<T>,
    options: WriteOptions,
  ): Promise<T> {
    let after: Loan['after'] = []
    const result = await this.borrow(operatorId, options.signal, async (loan) => {
      const { client } = loan
      ;({ after } = loan)
      const isolation = options.isolation ?? 'read committed'
      loan.prepared = !this.pooler && (options.prepared ?? false)
      if (isolation === 'read committed') loan.names = this.sharedFor(tenantText(operatorId))
      gather(client)
      const begin = client.query(
        this.opening(`${isolation} read write`, operatorId, options.statementTimeoutMs) + (options.hasty ? HASTY : ''),
      )
      // Not waited for: it goes out together with the first query, whose rows are handed out only once both are done.
      loan.ready = Promise.all([loan.ready, begin])
      loan.ready.catch(() => {})
      const last: LastStatement[] = []
      return this.settle(
        client,
        () =>
          asTransaction(async () => {
            const tx = handleFor(loan)
            try {
              const value = await work(tx, toolsOf(loan, last))
              await runBeforeCommit(tx)
              return value
            } catch (error) {
              throw loan.failed ?? error
            }
          }),
        () => {
          gather(client)
          return [
            ...loan.sent,
            ...last.map(({ query: { sql, parameters }, failed }) =>
              ask(loan, sql, parameters).catch((error: unknown) => Promise.reject(failed(error))),
            ),
          ]
        },
      )
    })
    for (const callback of after) {
      // The commit stands whatever happens here; a failed wake-up must not look like a failed write.
      await Promise.resolve()
        .then(callback)
        .catch((error: unknown) => this.log('after-commit work failed', { error: String(error) }))
    }
    return result
  }

  /** COMMIT or ROLLBACK. PostgreSQL answers COMMIT of a failed transaction with ROLLBACK: that is a failure. */
  private async settle<T>(client: pg.PoolClient, work: () => Promise<T>, last: () => Promise<unknown>[] = () => []): Promise<T> {
    let value: T
    try {
      value = await work()
    } catch (error) {
      await client.query('rollback').catch(() => {}) // a broken connection is thrown away by borrow()
      throw error
    }
    const ending = Promise.all(last()).then(
      () => null,
      (error: unknown) => ({ error }),
    )
    const { command } = await client.query('commit').catch((error: unknown) => {
      throw isConnectionLost(error) ? new CommitUnknown(error) : error
    })
    // When the last statement failed PostgreSQL answers the COMMIT with ROLLBACK.
    const failed = await ending
    if (failed) throw failed.error
    if (command !== 'COMMIT') throw new Error('the transaction had failed and was rolled back')
    return value
  }

  private async borrow<T>(operatorId: OperatorId, signal: AbortSignal | undefined, work: (loan: Loan) => Promise<T>): Promise<T> {
    const tenant = tenantText(operatorId)
    signal?.throwIfAborted()
    const client = await this.connect()
    const cancellation = signal ? cancelOn(signal, () => this.cancel(client), this.log) : null
    const loan: Loan = {
      client,
      operatorId,
      ready: this.pooler ? Promise.resolve() : this.setTenant(client, tenant),
      open: true,
      answered: false,
      prepared: false,
      wrote: new Set(),
      shared: null,
      names: null,
      sent: [],
      failed: undefined,
      after: [],
      deliverOwn: (channel, payload) => this.listening.deliverOwn(channel, payload),
    }
    loan.ready.catch(() => {}) // reported by whichever query waits for it
    let broken = false
    try {
      const value = await work(loan)
      await loan.ready
      return value
    } catch (error) {
      broken = isConnectionLost(error) || error instanceof CommitUnknown
      if (signal?.aborted && !(error instanceof CommitUnknown)) throw signal.reason
      if (isConnectionLost(error)) throw new ConnectionLost(loan.answered, error)
      throw translate(error)
    } finally {
      loan.open = false
      if (loan.wrote.size) this.changes.note(loan.wrote)
      // A cancel on its way could hit the next borrower's query, so that connection is not used again. The same
      // when the tenant could not be set, or a transaction is still open.
      const cancelled = await cancellation?.finish()
      const unsure = (!this.pooler && this.tenants.get(client) !== tenant) || inTransaction(client)
      client.release(broken || cancelled || unsure)
    }
  }

  private cancel(client: pg.PoolClient): Promise<void> {
    if (!this.pooler) return cancelBackend(client, clientConfig(this.endpoint, this.session))
    const { host, port } = new pg.Client(this.pooler())
    return cancelThrough(client, { host, port })
  }

  /** Remembered per connection; when it is the same tenant again nothing is sent. */
  private setTenant(client: pg.PoolClient, tenant: string): Promise<unknown> {
    if ((this.tenants.get(client) ?? NO_TENANT) === tenant) {
      this.tenants.set(client, tenant)
      return Promise.resolve()
    }
    this.tenants.delete(client)
    return client
      .query({ name: 'tenant', text: "select set_config('app.operator_id', $1, false)", values: [tenant] })
      .then(() => void this.tenants.set(client, tenant))
  }

  /** Waits through a restart of the server, but never longer than `waitMs`. */
  private async connect(): Promise<pg.PoolClient> {
    if (this.pool.waitingCount >= this.maxWaiting) throw new DatabaseBusy('系统繁忙，请稍后再试')
    const deadline = Date.now() + this.waitMs
    for (;;) {
      try {
        return await this.pool.connect()
      } catch (error) {
        if (/timeout exceeded when trying to connect/.test(String(error))) {
          throw new DatabaseBusy('系统繁忙，请稍后再试', error)
        }
        if (!isConnectionLost(error) || Date.now() > deadline) throw translate(error)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
  }

  /** A notice outside any transaction of the caller; inside one use the `notify` of `write`. */
  async notify(channel: string, payload: string): Promise<void> {
    await this.write(null, async (_tx, tools) => tools.notify(channel, payload))
  }

  listen(channel: string, listener: Listener, onGap?: () => void, options?: ListenOptions): Subscription {
    return this.listening.listen(channel, listener, onGap, options)
  }

  /** For /readyz and /metrics. */
  state(): { total: number; idle: number; waiting: number } {
    return { total: this.pool.totalCount, idle: this.pool.idleCount, waiting: this.pool.waitingCount }
  }

  async close(): Promise<void> {
    await this.listening.close()
    await this.pool.end()
  }
}

const HASTY = '; set local synchronous_commit = off'
const limit = (ms: number | undefined): string => (ms === undefined ? '' : `; set local statement_timeout = ${Math.max(0, Math.trunc(ms))}`)

function inTransaction(client: pg.PoolClient): boolean {
  // 'I' idle; 'T' and 'E' are inside a transaction. Kept by pg from each ReadyForQuery.
  const status = (client as unknown as { getTransactionStatus?: () => string | null }).getTransactionStatus?.()
  return status === 'T' || status === 'E'
}

export const openDatabase = (options: DatabaseOptions): Database => new Database(options)
