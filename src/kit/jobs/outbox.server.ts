/**
 * What must happen because something was written, and happen outside this database: a message, a call to a partner. It is
 * put down in the transaction of its cause, so it exists exactly when the cause does, and is delivered afterwards by
 * whichever worker is free: at least once, later again when it failed. Whoever is called must bear being called twice
 * with the same id; what follows from the answer in this database happens once.
 */
import { sql } from 'kysely'
import { jsonb } from '../database/jsonb.server.ts'
import type { Context, Tx } from '../access/context.server.ts'
import { systemContext } from '../access/system-context.server.ts'
import type { Clock } from '../basics/time/clock.ts'
import { AppError, refused } from '../basics/errors.ts'
import type { Database } from '../database/connection/pool.server.ts'
import { numbersSealed } from '../database/sealing.server.ts'
import '../database/tables.ts'
import type { Registry } from '../entity/registry.server.ts'
import type { AnyCall, OutgoingCall } from '../ports/call.server.ts'
import { MAX_ATTEMPTS } from './outgoing.ts'

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

export const OUTBOX_CHANNEL = 'outbox'
const PORTION = 10
/** Whoever took an entry has this long; then its node counts as dead and another takes it. */
const LEASE_SECONDS = 300
const KEEP_DONE_DAYS = 30

/** 10 s, 20 s, 40 s … at most 6 h. */
export const retryAfterSeconds = (attempts: number): number => Math.min(10 * 2 ** (attempts - 1), 6 * 3600)

const later = (clock: Clock, seconds: number): string => new Date(Date.parse(clock.now()) + seconds * 1000).toISOString()

const callsOf = (registry: Registry): ReadonlyMap<string, AnyCall> =>
  new Map(registry.modules.flatMap((m) => m.calls ?? []).map((call) => [call.kind, call]))

/** How a payload lies there: as it is when its call is open, else sealed for its company and kind. */
const SEALED = 'sealed'
type Sealed = { [SEALED]: string }
const isSealed = (stored: unknown): stored is Sealed =>
  typeof stored === 'object' && stored !== null && typeof (stored as Partial<Sealed>)[SEALED] === 'string'
const boundOf = (ctx: Context, kind: string): string => `outgoing:${ctx.user.operatorId}:${kind}`
const storedForm = (ctx: Context, { kind, open }: Pick<OutgoingCall, 'kind' | 'open'>, payload: object): object =>
  open ? payload : { [SEALED]: ctx.ports.vault.seal(JSON.stringify(payload), boundOf(ctx, kind)) }
/** The content of a row; null when it was sealed under a key this installation has no longer. */
export function contentOf(ctx: Context, { kind, payload }: { kind: string; payload: unknown }): unknown {
  if (!isSealed(payload)) return payload
  try {
    return JSON.parse(ctx.ports.vault.unseal(payload[SEALED], boundOf(ctx, kind)))
  } catch {
    return null
  }
}
/** Sent, given up, or too old: nothing is left to be read, or to be sent. */
export const EMPTY: object = {}
export const isEmptied = (payload: unknown): boolean => typeof payload === 'object' && payload !== null && Object.keys(payload).length === 0

/**
 * Records a call inside the caller's transaction. `key` names the event: recorded once, however often its cause is
 * repeated. Returns false when it was there already.
 */
export async function enqueue<P extends object>(
  tx: Tx,
  ctx: Context,
  call: Pick<OutgoingCall<P>, 'kind' | 'label' | 'summary' | 'open'>,
  payload: P,
  options: { key?: string; at?: string } = {},
): Promise<boolean> {
  const { operatorId, id } = ctx.user
  const now = ctx.clock.now()
  const added = await tx
    .insertInto('outgoingCall')
    .values({
      operatorId,
      kind: call.kind,
      key: options.key === undefined ? null : numbersSealed(options.key),
      label: call.label,
      summary: numbersSealed(call.summary(payload).slice(0, 200)),
      requestId: ctx.requestId.slice(0, 80),
      attempts: 0,
      payload: jsonb(storedForm(ctx, call, payload)),
      deliverAfter: options.at ?? now,
      createdBy: id || null,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  // Sent by PostgreSQL at commit; a rolled back cause wakes nobody.
  await sql`select pg_notify(${OUTBOX_CHANNEL}, ${String(operatorId)})`.execute(tx)
  return added.numInsertedOrUpdatedRows === 1n
}

export const isOpenCall = (ctx: Context, kind: string): boolean => callsOf(ctx.registry).get(kind)?.open === true

/** Tells the module whose call it is that nothing comes of it. */
export async function failedCall(tx: Tx, ctx: Context, record: { kind: string; payload: unknown }, reason: string): Promise<void> {
  const call = callsOf(ctx.registry).get(record.kind)
  const read = call?.payload.safeParse(contentOf(ctx, record))
  if (call?.failed && read?.success) await call.failed(tx, ctx, read.data, reason)
}

interface Entry {
  id: number
  kind: string
  payload: unknown
  attempts: number
  requestId: string | null
}

/** Rows outlive releases: what a newer one cannot read is for a person, not for twelve attempts. */
function payloadOf(call: AnyCall, content: unknown): object {
  if (content === null) throw refused('本机密钥已更换，这次发送的内容无法读取；请回到原来的单据重新操作')
  const read = call.payload.safeParse(content)
  if (!read.success) throw refused('这次发送是旧版本登记的，现在发不出去；请回到原来的单据重新操作')
  return read.data as object
}

/** Of our own sentences all; of a fault only that it is one, its text stands in the log. */
const sentenceOf = (error: unknown): string =>
  error instanceof AppError ? error.message : `系统异常：${error instanceof Error ? error.message : String(error)}`

/** Codes, tokens, telephones: words of four letters and more with a digit in them, and whatever is longer than a word. */
const TELLING = /(?=[\w-]*\d)[\w-]{4,}|[\w-]{16,}/g
/** Whoever is called may repeat to us what he was sent: in what is kept of his answer it is left out. */
function withoutContent(text: string, content: unknown): string {
  const parts: string[] = []
  // Every text and number in it as it is: inside JSON a line break would join the word behind it.
  JSON.stringify(content, (_name, part: unknown) => {
    if (typeof part === 'string' || typeof part === 'number') parts.push(String(part))
    return part
  })
  const words = new Set(parts.join('\n').match(TELLING))
  return [...words].toSorted((a, b) => b.length - a.length).reduce((rest, word) => rest.replaceAll(word, '（已隐藏）'), text)
}

class Deliverer {
  readonly #options: OutboxOptions
  readonly #calls: ReadonlyMap<string, AnyCall>
  #stopping = false
  /** One round at a time and operator; a notice during a round asks for another. */
  readonly #rounds = new Map<number, Promise<void>>()
  readonly #again = new Set<number>()
  readonly #timers = new Set<NodeJS.Timeout>()

  constructor(options: OutboxOptions) {
    this.#options = options
    this.#calls = callsOf(options.registry)
  }

  async drainAll(): Promise<void> {
    const { db } = this.#options
    if (this.#calls.size === 0) return
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
    for (const timer of this.#timers) clearTimeout(timer)
    await Promise.allSettled(this.#rounds.values())
  }

  async #round(operatorId: number): Promise<void> {
    if (this.#calls.size === 0) return
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
        .selectFrom('outgoingCall')
        .select('id')
        .where('doneAt', 'is', null)
        .where('givenUpAt', 'is', null)
        .where('deletedAt', 'is', null)
        .where('deliverAfter', '<=', clock.now())
        // An answer would overtake what its demo company is still to do by hand.
        .where((eb) =>
          eb.not(eb.exists(eb.selectFrom('operator').select('id').where('id', '=', operatorId).where('demoMaking', '=', true))),
        )
        .where('attempts', '<', MAX_ATTEMPTS)
        .where('kind', 'in', [...this.#calls.keys()])
        .orderBy('deliverAfter')
        .orderBy('id')
        .limit(PORTION)
        .forNoKeyUpdate()
        .skipLocked()
        .execute()
      if (due.length === 0) return []
      return tx
        .updateTable('outgoingCall')
        .set({ attempts: sql`attempts + 1`, deliverAfter: later(clock, LEASE_SECONDS) })
        .where(
          'id',
          'in',
          due.map((row) => row.id),
        )
        .returning(['id', 'kind', 'payload', 'attempts', 'requestId'])
        .execute()
    })
  }

  async #deliver(operatorId: number, entry: Entry): Promise<void> {
    const { db, clock, registry } = this.#options
    // Begins with the request that caused it, and is its own all the same: what two deliveries of one request do must not count as one.
    const requestId = `${entry.requestId ?? 'outbox'}:${entry.id}`
    const ctx = systemContext({ db, clock, registry, operatorId, requestId })
    const call = this.#calls.get(entry.kind)!
    const content = contentOf(ctx, entry)
    try {
      const payload = payloadOf(call, content)
      const answer: unknown = await call.deliver(ctx, payload, {
        id: `zyt-${operatorId}-${entry.id}`,
        attempt: entry.attempts,
        at: new Date(),
      })
      await db.write(operatorId, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('outgoingCall')
          .set({ doneAt: clock.now(), updatedAt: clock.now(), lastError: null, payload: jsonb(EMPTY) })
          .where('id', '=', entry.id)
          .where('doneAt', 'is', null)
          .executeTakeFirst()
        // Another node had taken it over and was answered first: what follows has happened.
        if (numUpdatedRows === 1n) await call.settle?.(tx, ctx, payload, answer)
      })
      this.#options.log('info', 'delivered', { id: entry.id, kind: entry.kind, operatorId, request: ctx.requestId })
    } catch (error) {
      await this.#failed(ctx, call, { ...entry, content }, error)
    }
  }

  async #failed(ctx: Context, call: AnyCall, entry: Entry & { content: unknown }, error: unknown): Promise<void> {
    const { db, clock, log } = this.#options
    // A refusal will be the same tomorrow; a fault may pass.
    const final = error instanceof AppError && error.kind !== 'busy' && error.kind !== 'conflict' && error.kind !== 'fault'
    const last = call.pauses && entry.attempts > call.pauses.length
    const attempts = final || last ? MAX_ATTEMPTS : entry.attempts
    const pause = call.pauses?.[entry.attempts - 1] ?? retryAfterSeconds(attempts)
    const next = attempts >= MAX_ATTEMPTS ? null : later(clock, pause)
    const hidden = (text: string): string => (call.open ? text : withoutContent(text, entry.content))
    const reason = hidden(sentenceOf(error)).slice(0, 500)
    const { operatorId } = ctx.user
    log(attempts >= MAX_ATTEMPTS ? 'error' : 'warn', 'delivery failed', {
      id: entry.id,
      kind: entry.kind,
      operatorId,
      request: ctx.requestId,
      attempts,
      error: hidden((error instanceof Error && error.stack) || String(error)),
    })
    // The attempt counts: one whose lease ran out and was taken by another node is not ours to settle as failed.
    await db
      .write(operatorId, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('outgoingCall')
          .set({ lastError: reason, attempts, updatedAt: clock.now(), deliverAfter: later(clock, pause) })
          .where('id', '=', entry.id)
          .where('doneAt', 'is', null)
          .where('attempts', '=', entry.attempts)
          .executeTakeFirst()
        if (numUpdatedRows !== 1n) return
        const read = call.tried ? call.payload.safeParse(entry.content) : null
        if (read?.success) await call.tried!(tx, ctx, read.data, { number: entry.attempts, reason, next })
        if (attempts >= MAX_ATTEMPTS) await failedCall(tx, ctx, entry, reason)
      })
      .then(() => next !== null && call.pauses && this.#wake(operatorId, pause))
      .catch((problem: unknown) => log('warn', 'delivery not recorded, will be repeated', { id: entry.id, error: String(problem) }))
  }

  /** The poll looks every half minute; whoever agreed on seconds is not made to wait for it. */
  #wake(operatorId: number, seconds: number): void {
    if (this.#stopping || seconds > 25) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      void this.drain(operatorId).catch(() => {})
    }, seconds * 1000)
    this.#timers.add(timer.unref())
  }

  async prune(): Promise<void> {
    const { db, clock, registry } = this.#options
    const before = later(clock, -KEEP_DONE_DAYS * 86_400)
    const operators = await db.read(null, (tx) => tx.selectFrom('operator').select('id').orderBy('id').execute())
    for (const { id } of operators)
      await db.write(id, async (tx) => {
        await tx.deleteFrom('outgoingCall').where('doneAt', '<', before).execute()
        await this.#tidy(tx, systemContext({ db, clock, registry, operatorId: id, requestId: 'outbox' }), before)
      })
  }

  /** Nobody has looked after it for a month: its content goes. And what an earlier release left open is sealed, or goes where it was given up. */
  async #tidy(tx: Tx, ctx: Context, before: string): Promise<void> {
    const closed = [...this.#calls.values()].filter((call) => !call.open)
    const rows = await tx
      .selectFrom('outgoingCall')
      .select(['id', 'kind', 'payload', 'attempts', 'updatedAt', 'givenUpAt'])
      .where('doneAt', 'is', null)
      .where('payload', '!=', sql<never>`'{}'::jsonb`)
      .where((eb) =>
        eb.or([eb(sql`payload -> ${SEALED}`, 'is', null), eb.and([eb('attempts', '>=', MAX_ATTEMPTS), eb('updatedAt', '<', before)])]),
      )
      .where('kind', 'in', [...closed.map(({ kind }) => kind), ''])
      .forNoKeyUpdate()
      .skipLocked()
      .execute()
    for (const row of rows) {
      const over = row.givenUpAt !== null || (row.attempts >= MAX_ATTEMPTS && row.updatedAt < before)
      const payload = jsonb(over ? EMPTY : storedForm(ctx, this.#calls.get(row.kind)!, row.payload as object))
      await tx.updateTable('outgoingCall').set({ payload }).where('id', '=', row.id).execute()
    }
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
  const listening = db.listen(OUTBOX_CHANNEL, (payload) => void deliverer.drain(Number(payload)).catch(report), poll)
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
