/**
 * Positions into the database, many at once: while one batch is committed the next one gathers. Whoever appended hears of it after
 * the commit and not before. A database that is away is waited for; what waits is bounded, and above that bound links are not
 * read any more, so terminals keep their data themselves.
 */
import { sql } from 'kysely'
import type { Database, Handle } from '#kit/database/pool.server.ts'
import type { Log } from '#kit/http/log.server.ts'
import { Bindings, vehicleAt } from './directory.server.ts'
import { BAD_CLOCK, type Fix } from './fix.rules.ts'

export type Stored = Fix & { vehicle: number | null }
/** `stored`: committed. `refused`: the database will never take it. `dropped`: the process ends, nothing was promised. */
export type Outcome = 'stored' | 'refused' | 'dropped'
interface Waiting {
  fixes: readonly Fix[]
  done: (outcome: Outcome) => void
}
interface Lane {
  waiting: Waiting[]
  rows: number
  running: boolean
}
const MOST_ROWS = 2000
const HIGH_WATER = 40_000
const LOW_WATER = 10_000
const PAUSES_MS = [50, 100, 200, 500, 1000]

export interface WriterOptions {
  db: Database
  log: Log
  bindings: Bindings
  /** After the commit, with the vehicles of their own time. */
  onStored: (operatorId: number, rows: readonly Stored[]) => void
  /** The reservoir is full, or has room again. */
  onPressure: (full: boolean) => void
}

export class PositionWriter {
  readonly stats = { stored: 0, batches: 0, failures: 0, rejected: 0 }
  private readonly lanes = new Map<number, Lane>()
  private readonly options: WriterOptions
  private readonly settled = new WeakSet<Waiting>()
  private queued = 0
  private full = false
  private closing = false

  constructor(options: WriterOptions) {
    this.options = options
  }

  get waiting(): number {
    return this.queued
  }

  append(operatorId: number, fixes: readonly Fix[], done: (outcome: Outcome) => void): void {
    if (this.closing) return done('dropped')
    if (fixes.length === 0) return done('stored')
    const lane = this.lanes.get(operatorId) ?? { waiting: [], rows: 0, running: false }
    this.lanes.set(operatorId, lane)
    lane.waiting.push({ fixes, done })
    lane.rows += fixes.length
    this.count(fixes.length)
    if (!lane.running) {
      lane.running = true
      setImmediate(() => void this.run(operatorId, lane))
    }
  }

  private count(change: number): void {
    this.queued += change
    const full = this.full ? this.queued > LOW_WATER : this.queued > HIGH_WATER
    if (full !== this.full) this.options.onPressure((this.full = full))
  }

  private async run(operatorId: number, lane: Lane): Promise<void> {
    for (let failed = 0; lane.waiting.length > 0; ) {
      const batch = take(lane)
      const fixes = batch.flatMap((one) => one.fixes)
      try {
        await this.commit(operatorId, batch)
        failed = 0
      } catch (error) {
        this.stats.failures++
        this.options.log('warn', 'positions not stored, will be tried again', { operatorId, rows: fixes.length, error: error instanceof Error ? error.message : String(error) })
        const left = batch.filter((one) => !this.settled.has(one))
        lane.waiting.unshift(...left)
        lane.rows += left.reduce((sum, one) => sum + one.fixes.length, 0)
        if (this.closing) break
        await new Promise((resolve) => setTimeout(resolve, PAUSES_MS[Math.min(failed++, PAUSES_MS.length - 1)]))
      }
    }
    lane.running = false
  }

  /** One message the database refuses for what it says must not hold up the others: halves, until it stands alone. */
  private async commit(operatorId: number, batch: readonly Waiting[]): Promise<void> {
    const fixes = batch.flatMap((one) => one.fixes)
    let rows: Stored[]
    try {
      rows = await this.store(operatorId, fixes)
    } catch (error) {
      if (!isOfData(error)) throw error
      if (batch.length > 1) {
        const half = batch.length >> 1
        await this.commit(operatorId, batch.slice(0, half))
        return this.commit(operatorId, batch.slice(half))
      }
      this.stats.rejected += fixes.length
      this.count(-fixes.length)
      this.options.log('error', 'positions the database refuses', { operatorId, error: String(error), fixes: JSON.stringify(fixes).slice(0, 1000) })
      this.settled.add(batch[0]!)
      return batch[0]!.done('refused')
    }
    this.stats.batches++
    this.stats.stored += fixes.length
    this.count(-fixes.length)
    for (const one of batch) {
      this.settled.add(one)
      one.done('stored')
    }
    this.options.onStored(operatorId, rows)
  }

  private store(operatorId: number, fixes: readonly Fix[]): Promise<Stored[]> {
    return this.options.db.write(operatorId, async (tx) => {
      const bindings = await this.options.bindings.hold(tx, operatorId)
      const rows = fixes.map((fix) => ({ ...fix, vehicle: vehicleAt(bindings, fix.terminal, fix.at) }))
      const odd = rows.filter((row) => row.flags & BAD_CLOCK)
      const normal = odd.length ? rows.filter((row) => !(row.flags & BAD_CLOCK)) : rows
      if (normal.length) await insert(tx, operatorId, normal, false)
      if (odd.length) await insert(tx, operatorId, odd, true)
      return rows
    })
  }

  /** Waits for what is being written; what could not be written was never acknowledged. */
  async stop(): Promise<void> {
    this.closing = true
    for (let i = 0; i < 200 && [...this.lanes.values()].some((lane) => lane.running); i++) await new Promise((resolve) => setTimeout(resolve, 25))
    for (const lane of this.lanes.values()) for (const one of lane.waiting.splice(0)) one.done('dropped')
  }
}

/** Classes 22, 23 and 42 of SQLSTATE: the same tomorrow. */
const isOfData = (error: unknown): boolean => /^(?:22|23|42)/.test(String((error as { code?: unknown } | null)?.code ?? ''))

/** As many whole messages as fit. */
function take(lane: Lane): Waiting[] {
  let rows = 0
  let n = 0
  while (n < lane.waiting.length && (n === 0 || rows + lane.waiting[n]!.fixes.length <= MOST_ROWS)) rows += lane.waiting[n++]!.fixes.length
  lane.rows -= rows
  return n === lane.waiting.length ? lane.waiting.splice(0) : lane.waiting.splice(0, n)
}

const NUMBERS = ['terminal', 'vehicle', 'at', 'receivedAt', 'serial', 'lng', 'lat', 'altitude', 'speed', 'direction', 'flags', 'alarm', 'status', 'odometer', 'fuel', 'signal', 'satellites'] as const

/** Array literals written by hand: numbers need no quoting, and this is what the gateway does all day. */
function numbers(rows: readonly Stored[], name: (typeof NUMBERS)[number]): string {
  let text = '{'
  for (let i = 0; i < rows.length; i++) text += `${i ? ',' : ''}${rows[i]![name] ?? 'null'}`
  return `${text}}`
}
const texts = (rows: readonly Stored[], name: 'sentTime' | 'items'): (string | null)[] | null => (rows.some((row) => row[name] !== null) ? rows.map((row) => row[name]) : null)

/**
 * Again is the same: the key is (terminal, time, serial). A report whose clock is wrong stands at the time it was received, which differs
 * when it is sent again; it is recognised by the time as sent, within two days.
 */
async function insert(tx: Handle, operatorId: number, rows: readonly Stored[], odd: boolean): Promise<void> {
  const column = (name: (typeof NUMBERS)[number]) => sql`${numbers(rows, name)}::bigint[]`
  const known = odd
    ? sql`where not exists (select 1 from position p where p.terminal = u.terminal and p.serial = u.serial and p.sent_time = u.sent_time and p.at > now() - interval '2 days' and p.at < now() + interval '2 days')`
    : sql``
  await sql`
    insert into position (operator_id, terminal, vehicle, at, received_at, serial, lng, lat, altitude, speed, direction, flags, alarm, status, odometer, fuel, signal, satellites, sent_time, items)
    select ${operatorId}, u.terminal, u.vehicle, 'epoch'::timestamptz + u.at * interval '1 ms', 'epoch'::timestamptz + u.received_at * interval '1 ms', u.serial, u.lng, u.lat, u.altitude, u.speed, u.direction,
      u.flags, u.alarm, u.status, u.odometer, u.fuel, u.signal, u.satellites, u.sent_time, u.items::jsonb
    from unnest(${sql.join(NUMBERS.map(column))}, ${texts(rows, 'sentTime')}::text[], ${texts(rows, 'items')}::text[])
      as u(terminal, vehicle, at, received_at, serial, lng, lat, altitude, speed, direction, flags, alarm, status, odometer, fuel, signal, satellites, sent_time, items)
    ${known} on conflict do nothing`.execute(tx)
}
