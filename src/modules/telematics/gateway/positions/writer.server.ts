/**
 * Positions into the database, many at once: while one batch is committed the next one gathers. `done` of a report is called after
 * the commit and not before. A database that is away is waited for; what waits is bounded, and above that bound links are not
 * read any more, so terminals keep their data themselves. Reports of now go before those that terminals had held back, whose links are
 * slowed down one by one. A single row the database will never take is put aside and the rest goes on.
 */
import { sql } from 'kysely'
import { dayOf } from '#kit/basics/time/day.ts'
import { codeOf } from '#kit/database/errors.ts'
import type { Database } from '#kit/database/connection/pool.server.ts'
import type { Log } from '#kit/http/log.server.ts'
import { vehicleAt, type Bindings } from '../admission/directory.server.ts'
import type { Fix } from './fix.rules.ts'
import { insertPositions, setAside, type Refusal, type Stored } from './insert.server.ts'

/**
 * `stored`: committed, or durably put aside: asking for it again would bring the same bytes, and a terminal that is not
 * acknowledged keeps sending them and keeps its later reports back. `refused`: not even that. `dropped`: the process ends, nothing was promised.
 */
export type Outcome = 'stored' | 'refused' | 'dropped'
interface Waiting {
  fixes: readonly Fix[]
  done: (outcome: Outcome) => void
}
interface Lane {
  fresh: Waiting[]
  /** Batches that terminals had held back while they had no network. */
  buffered: Waiting[]
  rows: number
  running: boolean
  beganAt: number
}
const MOST_ROWS = 2000
/** A busy company's batches begin this far apart: rows are cheap, transactions are not. */
const GATHER_MS = 25
/** Of every batch this many rows are for what terminals had held back, however much is reported now. */
const BUFFERED_SHARE = MOST_ROWS / 4
/** Reports of now: beyond the first mark no link is read until they are below the second. */
const HIGH_WATER = 40_000
const LOW_SHARE = 1 / 4
/** Reports held back by terminals: beyond this, links that bring more of them are held until theirs are stored; others are read. */
const BUFFERED_WATER = 40_000
/** Many links that bring one batch each come past that: a bound for the memory, with its second mark. */
const MOST_WAITING = 400_000
const FEWER_WAITING = 300_000
const PAUSES_MS = [50, 100, 200, 500, 1000]
/** So many rows for a reason that is hardly theirs: not one by one through two thousand of them. */
const SUSPICIOUS = 4

export interface WriterOptions {
  db: Database
  log: Log
  bindings: Bindings
  /** After the commit, with the vehicles of their own time. */
  onStored: (operatorId: number, rows: readonly Stored[]) => void
  /** The reservoir is full, or has room again. */
  onPressure: (full: boolean) => void
  /** Reports of now, of which more may not wait. */
  reservoir?: number | undefined
}
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export class PositionWriter {
  readonly stats = { stored: 0, batches: 0, failures: 0, aside: 0, rejected: 0 }
  private readonly lanes = new Map<number, Lane>()
  private readonly options: WriterOptions
  private readonly queued = { fresh: 0, buffered: 0 }
  private full = false
  private closing = false

  constructor(options: WriterOptions) {
    this.options = options
  }

  get waiting(): number {
    return this.queued.fresh + this.queued.buffered
  }
  /** Whoever brings more of what he had held back should wait until it is stored. */
  get crowded(): boolean {
    return this.queued.buffered > BUFFERED_WATER
  }

  append(operatorId: number, fixes: readonly Fix[], done: (outcome: Outcome) => void): void {
    if (this.closing) return done('dropped')
    if (fixes.length === 0) return done('stored')
    const lane = this.lanes.get(operatorId) ?? { fresh: [], buffered: [], rows: 0, running: false, beganAt: 0 }
    this.lanes.set(operatorId, lane)
    const which = kindOf(fixes)
    lane[which].push({ fixes, done })
    lane.rows += fixes.length
    this.count(which, fixes.length)
    if (lane.running) return
    lane.running = true
    setImmediate(() => void this.run(operatorId, lane))
  }

  private count(which: Which, change: number): void {
    this.queued[which] += change
    const { reservoir = HIGH_WATER } = this.options
    const full = this.full
      ? this.queued.fresh > reservoir * LOW_SHARE || this.waiting > FEWER_WAITING
      : this.queued.fresh > reservoir || this.waiting > MOST_WAITING
    if (full !== this.full) this.options.onPressure((this.full = full))
  }

  private async run(operatorId: number, lane: Lane): Promise<void> {
    for (let failed = 0; lane.fresh.length + lane.buffered.length > 0;) {
      const early = lane.beganAt + GATHER_MS - performance.now()
      if (early > 1 && lane.rows < MOST_ROWS && !this.closing) await sleep(early)
      lane.beganAt = performance.now()
      const batch = take(lane)
      try {
        await this.commit(operatorId, batch)
        failed = 0
      } catch (error) {
        this.stats.failures++
        this.options.log('warn', 'positions not stored, will be tried again', {
          operatorId,
          rows: rowsOf(batch),
          error: error instanceof Error ? error.message : String(error),
        })
        for (const which of ['fresh', 'buffered'] as const) lane[which].unshift(...batch.filter((one) => kindOf(one.fixes) === which))
        lane.rows += rowsOf(batch)
        if (this.closing) break
        await sleep(PAUSES_MS[Math.min(failed++, PAUSES_MS.length - 1)]!)
      }
    }
    lane.running = false
  }

  private async commit(operatorId: number, batch: readonly Waiting[]): Promise<void> {
    const { rows, refused } = await this.sifted(
      operatorId,
      batch.flatMap((one) => one.fixes),
    )
    const lost = refused.length ? await this.putAside(operatorId, refused) : null
    this.stats.batches++
    this.stats.stored += rows.length
    for (const one of batch) this.count(kindOf(one.fixes), -one.fixes.length)
    for (const one of batch) one.done(lost && one.fixes.some((fix) => lost.has(fix)) ? 'refused' : 'stored')
    if (rows.length) this.options.onStored(operatorId, rows)
  }

  /** What was stored, and what the database refuses row by row; a fault of the statement is thrown. */
  private async sifted(operatorId: number, fixes: readonly Fix[]): Promise<{ rows: Stored[]; refused: Refusal[] }> {
    const first: Refusal[] = []
    const rows = await this.sift(operatorId, fixes, first)
    const [doubtful, refused] = [first.filter((r) => isOfStatement(r.error)), first.filter((r) => !isOfStatement(r.error))]
    if (doubtful.length === 0) return { rows, refused }
    if (rows.length === 0) throw doubtful[0]!.error
    // Its neighbours went in: either the row is at fault, or the statement was mended in between.
    for (const { fix } of doubtful) rows.push(...(await this.sift(operatorId, [fix], refused)))
    return { rows, refused }
  }

  /** A row the database refuses for what it says must not hold up the others: halves, until it stands alone. */
  private async sift(operatorId: number, fixes: readonly Fix[], refused: Refusal[]): Promise<Stored[]> {
    try {
      return await this.store(operatorId, fixes)
    } catch (error) {
      if (!isOfRow(error) || (isOfStatement(error) && refused.length >= SUSPICIOUS)) throw error
      if (fixes.length > 1) {
        const half = fixes.length >> 1
        return [
          ...(await this.sift(operatorId, fixes.slice(0, half), refused)),
          ...(await this.sift(operatorId, fixes.slice(half), refused)),
        ]
      }
      if (/no partition/.test(String(error)) && (await this.madeRoom(fixes[0]!))) return await this.sift(operatorId, fixes, refused)
      refused.push({ fix: fixes[0]!, error })
      return []
    }
  }

  /** The night job makes days ahead; should one be missing all the same, it is made now. */
  private async madeRoom({ at }: Fix): Promise<boolean> {
    const day = dayOf(at)
    const { rows } = await this.options.db.write(null, (tx) =>
      sql<{ made: number }>`select position_prepare(${day}::date, ${day}::date + 1) as made`.execute(tx),
    )
    return (rows[0]?.made ?? 0) > 0
  }

  private store(operatorId: number, fixes: readonly Fix[]): Promise<Stored[]> {
    return this.options.db.write(operatorId, async (tx) => {
      const bindings = await this.options.bindings.hold(tx, operatorId)
      const rows = fixes.map((fix) => ({ ...fix, vehicle: vehicleAt(bindings, fix.terminal, fix.at) }))
      const odd = rows.filter((row) => row.sentTime !== null)
      const normal = odd.length ? rows.filter((row) => row.sentTime === null) : rows
      if (normal.length) await insertPositions(tx, operatorId, normal, false)
      if (odd.length) await insertPositions(tx, operatorId, odd, true)
      return rows
    })
  }

  /** Returns what could not even be kept as text; null when everything could. */
  private async putAside(operatorId: number, refused: readonly Refusal[]): Promise<Set<Fix> | null> {
    const { db, log } = this.options
    const [{ fix, error }] = refused as [Refusal]
    log('error', 'positions the database refuses are put aside', {
      operatorId,
      rows: refused.length,
      terminal: fix.terminal,
      error: String(error),
    })
    try {
      await db.write(operatorId, (tx) => setAside(tx, operatorId, refused))
      this.stats.aside += refused.length
      return null
    } catch (worse) {
      if (!isOfRow(worse) || isOfStatement(worse)) throw worse
      this.stats.rejected += refused.length
      log('error', 'positions lost', { operatorId, fixes: JSON.stringify(refused.map((r) => r.fix)).slice(0, 2000), error: String(worse) })
      return new Set(refused.map((r) => r.fix))
    }
  }

  /** Waits for what is being written; what could not be written was never acknowledged. */
  async stop(): Promise<void> {
    this.closing = true
    for (let i = 0; i < 200 && [...this.lanes.values()].some((lane) => lane.running); i++) await sleep(25)
    for (const lane of this.lanes.values()) for (const one of [...lane.fresh.splice(0), ...lane.buffered.splice(0)]) one.done('dropped')
  }
}

/** Classes of SQLSTATE that will be the same tomorrow. 42 is about the statement (a column gone, a right taken away): unless neighbours of the row went in it says nothing about the row, and one waits. */
const isOfRow = (error: unknown): boolean => /^(?:22|23|42)/.test(codeOf(error))
const isOfStatement = (error: unknown): boolean => codeOf(error).startsWith('42')

const rowsOf = (batch: readonly Waiting[]): number => batch.reduce((sum, one) => sum + one.fixes.length, 0)

type Which = 'fresh' | 'buffered'
/** A terminal sends several positions at once when it could not send them in their time. */
const kindOf = (fixes: readonly Fix[]): Which => (fixes.length > 1 ? 'buffered' : 'fresh')

/** As many whole messages as fit: those of now first, with a share for the others. */
function take(lane: Lane): Waiting[] {
  const fresh = whole(lane.fresh, MOST_ROWS - Math.min(BUFFERED_SHARE, rowsOf(lane.buffered.slice(0, BUFFERED_SHARE))))
  const batch = [...fresh, ...whole(lane.buffered, MOST_ROWS - rowsOf(fresh), fresh.length === 0)]
  lane.rows -= rowsOf(batch)
  return batch
}

/** From the front of a queue, as many as have room. `alone`: the first is taken in any case. */
function whole(queue: Waiting[], room: number, alone = false): Waiting[] {
  let rows = 0
  let n = 0
  while (n < queue.length && ((alone && n === 0) || rows + queue[n]!.fixes.length <= room)) rows += queue[n++]!.fixes.length
  return n === queue.length ? queue.splice(0) : queue.splice(0, n)
}
