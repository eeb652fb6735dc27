/**
 * The demo company, filled in behind the running console: begun at the first start of an empty installation, gone on with at the next one
 * when it was cut off (database/demo/diary.server.ts). Whoever signs in meanwhile works; what works by itself (jobs, the outbox) waits.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Clock } from '#kit/basics/time/clock.ts'
import { type Endpoint, withClient } from '#kit/database/connection/connection.server.ts'
import type { Database } from '#kit/database/connection/pool.server.ts'
import { DatabaseBusy, translate } from '#kit/database/errors.ts'
import { allRows } from '#kit/entity/query/live-rows.server.ts'
import type { Registry } from '#kit/entity/registry.server.ts'
import type { FileKeeper } from '#kit/entity/services.server.ts'
import type { Log } from '#kit/http/log.server.ts'
import { OUTBOX_CHANNEL } from '#kit/jobs/outbox.server.ts'
import { DEMO_NAME, makeDemo } from '#demo/demo.server.ts'

/** As versions before marked a making that had to begin anew. */
const MARK_OF_BEFORE = 'demo:making'
/** Held by the process that makes it, and gone with it however it dies. */
const LOCK_KEY = 7_310_061
const TOLD_EVERY_MS = 1000
/** A database that does not answer is asked again after this, then after twice as long, up to the longest. */
const AGAIN_MS = 5000
const LONGEST_AGAIN_MS = 60_000

interface DemoParts {
  db: Database
  /** For the one connection that holds the lock. */
  endpoint: Endpoint
  clock: Clock
  registry: Registry
  files: FileKeeper
  secretKey: Buffer
  log: Log
  /** The seeds of an operator, laid again after what an older version left was taken away. */
  seed: (operatorId: number) => Promise<void>
}

export interface RunningDemo {
  /** One can sign in with its accounts, or there is none. */
  open: Promise<void>
  /** True when this process has completed it. */
  complete: Promise<boolean>
  /** It is not complete yet. */
  filling(): boolean
  stop(): Promise<void>
}

class Stopped extends Error {}

const NOTHING: RunningDemo = { open: Promise.resolve(), complete: Promise.resolve(false), filling: () => false, stop: async () => {} }

/** `wanted`: the environment did not say DEMO=0. */
export async function startDemo(parts: DemoParts, wanted: boolean): Promise<RunningDemo> {
  const { db, log } = parts
  const operatorId = await begun(parts, wanted)
  if (operatorId === null) return NOTHING
  let stopping = false
  let ended = false
  let opened = (): void => {}
  const open = new Promise<void>((resolve) => (opened = resolve))
  let again = AGAIN_MS
  const attempt = (): Promise<boolean> => {
    const began = performance.now()
    const attempted = withClient(parts.endpoint, async (client) => {
      // Of several processes one makes it; the others wait here, and go on with it should the first one die.
      await client.query('select pg_advisory_lock($1)', [LOCK_KEY])
      return stopping ? false : await make(parts, operatorId, opened, () => stopping)
    })
    // It worked on for a while: what interrupts it next is another thing.
    return attempted.finally(() => performance.now() - began > LONGEST_AGAIN_MS && (again = AGAIN_MS))
  }
  const waits = async (error: unknown): Promise<void> => {
    if (stopping || !(translate(error) instanceof DatabaseBusy)) throw error
    log('warn', 'the demo company waits for the database', { error: String(error), seconds: again / 1000 })
    await tellFailure(db, operatorId, error).catch(() => {})
    await pause(again, undefined, { ref: false })
    again = Math.min(again * 2, LONGEST_AGAIN_MS)
  }
  const complete = untilDone(attempt, waits)
    .catch(async (error: unknown) => {
      // Told to stop, or its company was taken away.
      if (error instanceof Stopped || (await begunAt(db)) === null) return false
      log('error', 'the demo company stands still', { error: error instanceof Error ? error.stack : String(error) })
      await tellFailure(db, operatorId, error).catch(() => {})
      return false
    })
    .finally(() => {
      ended = true
      opened()
    })
  return {
    open,
    complete,
    filling: () => !ended,
    async stop() {
      stopping = true
      await Promise.race([complete, new Promise<void>((resolve) => setTimeout(resolve, 2000).unref())])
    },
  }
}

/** A server that restarts, or a machine that has no time for it, is no reason to leave a company half made. `waits` throws what is one. */
async function untilDone(attempt: () => Promise<boolean>, waits: (error: unknown) => Promise<void>): Promise<boolean> {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      await waits(error)
    }
  }
}

const firstOperator = (db: Database) =>
  db.read(null, (tx) =>
    tx.selectFrom('operator').select(['id', 'demo', 'demoMaking', 'shortName']).orderBy('id').limit(1).executeTakeFirst(),
  )
const begunAt = async (db: Database): Promise<number | null> => {
  const first = await firstOperator(db)
  return first?.demoMaking ? first.id : null
}

/** Whose company is to be filled in; null: nobody's. */
async function begun({ db, clock, log, seed }: DemoParts, wanted: boolean): Promise<number | null> {
  const first = await firstOperator(db)
  if (!first) return null
  const { id } = first
  if (first.demoMaking) return id
  if (first.demo) return null
  if (first.shortName === MARK_OF_BEFORE) {
    log('info', 'the demo company was interrupted; it is made again')
    await db.write(id, (tx) => sql`select remove_demo(${id})`.execute(tx), { statementTimeoutMs: 120_000 })
    await seed(id)
  }
  if (!wanted || !(await isEmpty(db, id))) return null
  await db.write(id, async (tx) => {
    await sql`insert into demo_making (operator_id, made_for) values (${id}, ${clock.now()}) on conflict do nothing`.execute(tx)
    await tx
      .updateTable('operator')
      .set({ name: DEMO_NAME, shortName: '云桥租车', demo: true, demoMaking: true })
      .where('id', '=', id)
      .execute()
  })
  return id
}

async function make(
  { db, clock, registry, files, secretKey, log }: DemoParts,
  operatorId: number,
  onOpen: () => void,
  stopping: () => boolean,
) {
  const making = await db.read(operatorId, (tx) => allRows(tx, 'demoMaking').select('madeFor').executeTakeFirst())
  if (!making) return false
  const began = performance.now()
  const tell = teller(db, operatorId, stopping)
  await makeDemo({
    db,
    clock,
    registry,
    files,
    operatorId,
    secretKey,
    madeFor: making.madeFor,
    log: (message, details) => log('info', message, details),
    onOpen,
    onProgress: tell,
  })
  await db.write(operatorId, async (tx) => {
    await tx.deleteFrom('demoStep').where('operatorId', '=', operatorId).execute()
    await tx.deleteFrom('demoMaking').where('operatorId', '=', operatorId).execute()
    await tx.updateTable('operator').set({ demoMaking: false }).where('id', '=', operatorId).execute()
    // What its people wanted to send meanwhile goes out now.
    await sql`select pg_notify(${OUTBOX_CHANNEL}, ${String(operatorId)})`.execute(tx)
  })
  log('info', 'the demo company is complete', { seconds: Math.round((performance.now() - began) / 1000) })
  return true
}

/** Writes down how far it is, once a second at most; ends the making where this process ends. */
function teller(db: Database, operatorId: number, stopping: () => boolean): (done: number) => void {
  let reportedAt = performance.now()
  const began = reportedAt
  let from: number | null = null
  return (done) => {
    if (stopping()) throw new Stopped()
    from ??= done
    const now = performance.now()
    if (now - reportedAt < TOLD_EVERY_MS) return
    reportedAt = now
    const secondsLeft = done > from ? Math.ceil(((now - began) / (done - from)) * ((1 - done) / 1000)) : null
    void db
      .write(
        operatorId,
        (tx) =>
          tx
            .updateTable('demoMaking')
            .set({ progress: Math.round(done * 1000), secondsLeft, failed: null })
            .where('operatorId', '=', operatorId)
            .execute(),
        { hasty: true },
      )
      // Only a figure; the next one is a second away.
      .catch(() => {})
  }
}

const tellFailure = (db: Database, operatorId: number, error: unknown): Promise<unknown> =>
  db.write(operatorId, (tx) =>
    tx
      .updateTable('demoMaking')
      .set({ failed: (error instanceof Error ? error.message : String(error)).slice(0, 300), secondsLeft: null })
      .where('operatorId', '=', operatorId)
      .execute(),
  )

/** Somebody's own data are never mixed with invented ones. */
const isEmpty = (db: Database, operatorId: number): Promise<boolean> =>
  db.read(operatorId, async (tx) => {
    const { rows } = await sql<{
      empty: boolean
    }>`select not exists (select 1 from store) and not exists (select 1 from vehicle) and not exists (select 1 from lessee)
      and not exists (select 1 from "user" where not is_admin) and not exists (select 1 from audit_log where user_id is not null) as empty`.execute(
      tx,
    )
    return rows[0]?.empty ?? false
  })
