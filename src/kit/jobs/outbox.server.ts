/**
 * What must happen because something was written, and happen outside this database: a message, a call to a partner. It is
 * put down in the transaction of its cause, so it exists exactly when the cause does, and is delivered afterwards by
 * whichever worker is free: at least once, later again when it failed. Handlers must bear being called twice.
 */
import { sql } from 'kysely'
import type { Context, Tx } from '../access/context.server.ts'
import { systemContext } from '../access/systemContext.server.ts'
import type { Clock } from '../basics/clock.ts'
import { AppError } from '../basics/errors.ts'
import type { Database, Handle } from '../database/pool.server.ts'
import type { Registry } from '../entity/registry.server.ts'

export type OutboxHandler = (ctx: Context, payload: unknown) => Promise<void>

export interface OutboxOptions {
  db: Database
  registry: Registry
  clock: Clock
  log: (level: 'info' | 'warn' | 'error', message: string, details?: object) => void
  /** For what no notice announced: entries due later, entries of a node that died. */
  pollMs?: number
}
export interface RunningOutbox {
  /** Delivers everything due and returns; used by tests and stories, whose clock does not run by itself. */
  drain(): Promise<void>
  stop(): Promise<void>
}

const CHANNEL = 'outbox'
const PORTION = 10
/** Whoever took an entry has this long; then its node counts as dead and another takes it. */
const LEASE_SECONDS = 300
/** With the pauses below about a day and a half; then a person has to look. */
export const MAX_ATTEMPTS = 12
const KEEP_DONE_DAYS = 30

/** 10 s, 20 s, 40 s … at most 6 h. */
export const retryAfterSeconds = (attempts: number): number => Math.min(10 * 2 ** (attempts - 1), 6 * 3600)

const later = (clock: Clock, seconds: number): string => new Date(Date.parse(clock.now()) + seconds * 1000).toISOString()

/**
 * Records a delivery inside the caller's transaction. `key` names the event: recorded once, however often its cause is
 * repeated. Returns false when it was there already.
 */
export async function enqueue(
  tx: Tx,
  ctx: Context,
  kind: string,
  payload: object,
  options: { key?: string; at?: string } = {},
): Promise<boolean> {
  const { operatorId } = ctx.user
  const now = ctx.clock.now()
  const added = await tx
    .insertInto('outbox')
    .values({
      operatorId,
      kind,
      key: options.key ?? null,
      payload: sql`${JSON.stringify(payload)}::jsonb`,
      deliverAfter: options.at ?? now,
      createdAt: now,
      lastError: null,
      doneAt: null,
    })
    .onConflict((conflict) => conflict.columns(['operatorId', 'kind', 'key']).where('key', 'is not', null).doNothing())
    .executeTakeFirst()
  // Sent by PostgreSQL at commit; a rolled back cause wakes nobody.
  await sql`select pg_notify(${CHANNEL}, ${String(operatorId)})`.execute(tx)
  return added.numInsertedOrUpdatedRows === 1n
}

export interface FailedDelivery {
  id: number
  kind: string
  attempts: number
  lastError: string | null
  createdAt: string
}
/** Given up: for a person to judge. */
export const failedDeliveries = (db: Handle, limit = 100): Promise<FailedDelivery[]> =>
  db
    .selectFrom('outbox')
    .select(['id', 'kind', 'attempts', 'lastError', 'createdAt'])
    .where('doneAt', 'is', null)
    .where('attempts', '>=', MAX_ATTEMPTS)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Gives a delivery another full round. */
export async function deliverAgain(tx: Tx, ctx: Context, id: number): Promise<boolean> {
  const changed = await tx
    .updateTable('outbox')
    .set({ attempts: 0, deliverAfter: ctx.clock.now() })
    .where('id', '=', id)
    .where('doneAt', 'is', null)
    .where('attempts', '>=', MAX_ATTEMPTS)
    .executeTakeFirst()
  await sql`select pg_notify(${CHANNEL}, ${String(ctx.user.operatorId)})`.execute(tx)
  return changed.numUpdatedRows === 1n
}

interface Entry {
  id: number
  kind: string
  payload: unknown
  attempts: number
}

class Deliverer {
  readonly #options: OutboxOptions
  readonly #handlers: ReadonlyMap<string, OutboxHandler>
  #stopping = false
  /** One round at a time and operator; a notice during a round asks for another. */
  readonly #rounds = new Map<number, Promise<void>>()
  readonly #again = new Set<number>()

  constructor(options: OutboxOptions) {
    this.#options = options
    const all = options.registry.modules.flatMap((m) => Object.entries(m.outbox ?? {}))
    this.#handlers = new Map(all)
    if (this.#handlers.size !== all.length) throw new Error('two modules deliver the same kind')
  }

  async drainAll(): Promise<void> {
    const { db } = this.#options
    if (this.#handlers.size === 0) return
    const operators = await db.read(null, (tx) =>
      tx.selectFrom('operator').select('id').where('status', '=', 'active').orderBy('id').execute(),
    )
    for (const { id } of operators) await this.drain(id)
  }

  drain(operatorId: number): Promise<void> {
    const running = this.#rounds.get(operatorId)
    if (running) {
      this.#again.add(operatorId)
      return running
    }
    const round = this.#round(operatorId).finally(() => this.#rounds.delete(operatorId))
    this.#rounds.set(operatorId, round)
    return round
  }

  async stop(): Promise<void> {
    this.#stopping = true
    await Promise.allSettled(this.#rounds.values())
  }

  async #round(operatorId: number): Promise<void> {
    if (this.#handlers.size === 0) return
    while (!this.#stopping) {
      this.#again.delete(operatorId)
      const entries = await this.#claim(operatorId)
      await Promise.all(entries.map((entry) => this.#deliver(operatorId, entry)))
      if (entries.length === 0 && !this.#again.has(operatorId)) return
    }
  }

  /** Counted as an attempt before it is tried: an entry that kills its process must not do so for ever. */
  #claim(operatorId: number): Promise<Entry[]> {
    const { db, clock } = this.#options
    return db.write(operatorId, async (tx) => {
      const due = await tx
        .selectFrom('outbox')
        .select('id')
        .where('doneAt', 'is', null)
        .where('deliverAfter', '<=', clock.now())
        .where('attempts', '<', MAX_ATTEMPTS)
        .where('kind', 'in', [...this.#handlers.keys()])
        .orderBy('deliverAfter')
        .orderBy('id')
        .limit(PORTION)
        .forNoKeyUpdate()
        .skipLocked()
        .execute()
      if (due.length === 0) return []
      return tx
        .updateTable('outbox')
        .set({ attempts: sql`attempts + 1`, deliverAfter: later(clock, LEASE_SECONDS) })
        .where(
          'id',
          'in',
          due.map((row) => row.id),
        )
        .returning(['id', 'kind', 'payload', 'attempts'])
        .execute()
    })
  }

  async #deliver(operatorId: number, entry: Entry): Promise<void> {
    const { db, clock, registry, log } = this.#options
    const ctx = systemContext({ db, clock, registry, operatorId, requestId: `outbox:${entry.id}` })
    let outcome: { doneAt: string } | { lastError: string; attempts: number; deliverAfter: string }
    try {
      await this.#handlers.get(entry.kind)!(ctx, entry.payload)
      outcome = { doneAt: clock.now() }
    } catch (error) {
      // A refusal will be the same tomorrow; a fault may pass.
      const final = error instanceof AppError && error.kind !== 'busy' && error.kind !== 'conflict' && error.kind !== 'fault'
      const attempts = final ? MAX_ATTEMPTS : entry.attempts
      outcome = {
        lastError: (error instanceof Error ? error.message : String(error)).slice(0, 500),
        attempts,
        deliverAfter: later(clock, retryAfterSeconds(attempts)),
      }
      const level = attempts >= MAX_ATTEMPTS ? 'error' : 'warn'
      log(level, 'delivery failed', {
        id: entry.id,
        kind: entry.kind,
        operatorId,
        attempts,
        error: error instanceof Error ? error.stack : String(error),
      })
    }
    // The attempt counts: one whose lease ran out and was taken by another node is not ours to settle as failed.
    await db
      .write(operatorId, (tx) => {
        const update = tx.updateTable('outbox').set(outcome).where('id', '=', entry.id)
        return ('doneAt' in outcome ? update : update.where('doneAt', 'is', null).where('attempts', '=', entry.attempts)).execute()
      })
      .catch((error: unknown) => log('warn', 'delivery not recorded, will be repeated', { id: entry.id, error: String(error) }))
  }

  async prune(): Promise<void> {
    const { db, clock } = this.#options
    const before = later(clock, -KEEP_DONE_DAYS * 86_400)
    const operators = await db.read(null, (tx) => tx.selectFrom('operator').select('id').orderBy('id').execute())
    for (const { id } of operators) await db.write(id, (tx) => tx.deleteFrom('outbox').where('doneAt', '<', before).execute())
  }
}

export function startOutbox(options: OutboxOptions): RunningOutbox {
  const { db, log, pollMs = 30_000 } = options
  const deliverer = new Deliverer(options)
  const report = (error: unknown): void => log('warn', 'outbox: will look again', { error: String(error) })
  let rest: Promise<void> = Promise.resolve()
  let polls = 0
  const poll = (): void => {
    const prune = polls++ % 2000 === 0
    rest = deliverer
      .drainAll()
      .then(() => (prune ? deliverer.prune() : undefined))
      .catch(report)
  }
  // Missed notices (a broken connection) are made up for at once.
  const listening = db.listen(CHANNEL, (payload) => void deliverer.drain(Number(payload)).catch(report), poll)
  const timer = setInterval(poll, pollMs)
  poll()
  // And what was written before the first notice could be heard.
  listening.ready.then(poll, report)
  return {
    drain: () => deliverer.drainAll(),
    async stop() {
      clearInterval(timer)
      listening.stop()
      await deliverer.stop()
      await rest
    },
  }
}
