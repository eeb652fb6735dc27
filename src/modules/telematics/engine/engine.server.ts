/**
 * Runs the engines over what was stored: a vehicle with new reports is folded on, one whose reports came late is folded again from the
 * beginning of their day. One vehicle at a time in the whole installation, so two nodes do not tell one story twice.
 */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addDays, dayOf, instantAt, type Day } from '#kit/basics/day.ts'
import type { Database } from '#kit/database/pool.server.ts'
import type { Log } from '#kit/http/log.server.ts'
import { FILTERED, BAD_CLOCK, NO_FIX } from '../gateway/fix.rules.ts'
import { newState, run, type EngineState } from './engine.rules.ts'
import { storeOutcome } from './outcome.server.ts'
import type { Point } from './point.ts'
import { loadRules, rulesFor, type OperatorRules } from './rules.server.ts'

export interface Span {
  since: number
  until: number
}
export interface EngineOptions {
  db: Database
  log: Log
  context: (operatorId: number) => Context
}
const ENGINE_LOCK = 7_310_052
const RULES_MS = 60_000
/** States of the beginnings of days are kept so long; later data are stored and shown, but tell no new story. */
const KEEP_DAYS = 4
const RUNNING = '9999-12-31'
const PORTION = 50
const MOST_POINTS = 20_000

export class Engine {
  private readonly options: EngineOptions
  private readonly waiting = new Map<number, Map<number, Span>>()
  private readonly rules = new Map<number, { at: number; rules: OperatorRules }>()
  private running: Promise<void> | null = null
  private stopped = false

  constructor(options: EngineOptions) {
    this.options = options
  }

  mark(operatorId: number, vehicles: ReadonlyMap<number, Span>): void {
    const all = this.waiting.get(operatorId) ?? new Map<number, Span>()
    this.waiting.set(operatorId, all)
    for (const [vehicle, span] of vehicles) {
      const other = all.get(vehicle)
      all.set(vehicle, other ? { since: Math.min(span.since, other.since), until: Math.max(span.until, other.until) } : { ...span })
    }
    this.running ??= this.work().finally(() => (this.running = null))
  }

  forget(operatorId: number): void {
    this.rules.delete(operatorId)
  }

  /** Until nothing waits; tests and stories call it. */
  async idle(): Promise<void> {
    while (this.running) await this.running
  }
  async stop(): Promise<void> {
    this.stopped = true
    await this.idle()
  }

  private async work(): Promise<void> {
    for (;;) {
      const next = [...this.waiting].find(([, vehicles]) => vehicles.size > 0)
      if (!next || this.stopped) return
      const [operatorId, vehicles] = next
      const portion = [...vehicles].slice(0, PORTION)
      for (const [vehicle] of portion) vehicles.delete(vehicle)
      for (const [vehicle, span] of portion) {
        await this.one(operatorId, vehicle, span).catch((error: unknown) => this.options.log('warn', 'a track was not evaluated', { operatorId, vehicle, error: error instanceof Error ? error.stack : String(error) }))
      }
    }
  }

  private async rulesOf(ctx: Context): Promise<OperatorRules> {
    const { operatorId } = ctx.user
    const now = Date.parse(ctx.clock.now())
    const known = this.rules.get(operatorId)
    if (known && now - known.at < RULES_MS) return known.rules
    const rules = await this.options.db.read(operatorId, (db) => loadRules(db, ctx))
    this.rules.set(operatorId, { at: now, rules })
    return rules
  }

  async one(operatorId: number, vehicle: number, span: Span): Promise<void> {
    const ctx = this.options.context(operatorId)
    const rules = await this.rulesOf(ctx)
    await this.options.db.write(operatorId, async (tx) => {
      await sql`select pg_advisory_xact_lock(${ENGINE_LOCK}, ${vehicle % 2_147_483_647})`.execute(tx)
      const subject = await tx.selectFrom('vehicle').leftJoin('terminal', (j) => j.onRef('terminal.vehicle', '=', 'vehicle.id').on('terminal.deletedAt', 'is', null)).select(['vehicle.store', 'terminal.id as terminal']).where('vehicle.id', '=', vehicle).executeTakeFirst()
      if (!subject) return
      const begun = await this.begin(tx, operatorId, vehicle, span)
      if (!begun) return
      const { state, from } = begun
      const points = await pointsAfter(tx, operatorId, vehicle, from ?? state.at)
      const out = run(state, points, rulesFor(rules, vehicle, subject.store))
      if (points.length === 0 && from === null) return
      await storeOutcome(tx, ctx, { vehicle, store: subject.store, terminal: subject.terminal }, out, from, rules.channels.get(vehicle) ?? [])
      // A sensor that was not known is one from now on.
      if (out.readings.some((r) => !rules.channels.get(vehicle)?.some((c) => c.sensorNo === r.sensorNo))) this.forget(operatorId)
      await keep(tx, operatorId, vehicle, [...out.starts, { day: RUNNING, state }], addDays(ctx.clock.today(), -KEEP_DAYS))
    })
  }

  /** The running state, or that of the beginning of the day that the late data belong to. `from` is set when something is told anew. */
  private async begin(tx: Tx, operatorId: number, vehicle: number, span: Span): Promise<{ state: EngineState; from: number | null } | null> {
    const rows = await tx.selectFrom('engineState').select([sql<string>`day::text`.as('day'), 'state']).where('operatorId', '=', operatorId).where('vehicle', '=', vehicle).orderBy('day', 'desc').execute()
    const current = rows.find((row) => row.day === RUNNING)?.state as EngineState | undefined
    if (!current) return { state: newState(), from: null }
    if (span.since > current.at) return { state: current, from: null }
    const day = dayOf(span.since)
    const kept = rows.filter((row) => row.day !== RUNNING)
    const start = kept.find((row) => row.day <= day)
    if (start) return { state: start.state as EngineState, from: Date.parse(instantAt(start.day as Day)) }
    // Before everything that is known, but of a time we still tell of.
    const oldest = kept.at(-1)
    return oldest && day >= addDays(oldest.day as Day, -KEEP_DAYS) ? { state: newState(), from: Date.parse(instantAt(day)) } : null
  }
}

/** Through the bindings: a terminal's key is the only index positions have. */
async function pointsAfter(tx: Tx, operatorId: number, vehicle: number, after: number): Promise<Point[]> {
  const since = new Date(Math.max(after, 0)).toISOString()
  const { rows } = await sql<{ at: number; lng: number; lat: number; speed: number; status: number; alarm: number; odometer: number | null; flags: number; t: (number | null)[] | null }>`
    select round(extract(epoch from p.at) * 1000)::bigint as at, p.lng, p.lat, p.speed, p.status, p.alarm, p.odometer, p.flags, p.items->'t' as t
    from (select distinct terminal from terminal_binding where operator_id = ${operatorId} and vehicle = ${vehicle} and deleted_at is null and (to_at is null or to_at > ${since})) b
    join position p on p.terminal = b.terminal and p.at >= ${since} and p.vehicle = ${vehicle} and p.flags & ${FILTERED | BAD_CLOCK} = 0
    order by p.at, p.serial limit ${MOST_POINTS}`.execute(tx)
  return rows.map((r) => ({ at: r.at, lng: r.lng / 1e6, lat: r.lat / 1e6, speed: r.speed / 10, status: r.status, alarm: r.alarm, odometer: r.odometer === null ? null : r.odometer * 100, located: (r.flags & NO_FIX) === 0, temperatures: r.t }))
}

async function keep(tx: Tx, operatorId: number, vehicle: number, states: readonly { day: string; state: EngineState }[], before: Day): Promise<void> {
  for (const { day, state } of states)
    await sql`insert into engine_state (operator_id, vehicle, day, state) values (${operatorId}, ${vehicle}, ${day}, ${JSON.stringify(state)}::jsonb) on conflict (operator_id, vehicle, day) do update set state = excluded.state`.execute(tx)
  await sql`delete from engine_state where operator_id = ${operatorId} and vehicle = ${vehicle} and day < ${before}`.execute(tx)
}
