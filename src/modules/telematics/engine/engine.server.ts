/**
 * Runs the engines over what was stored: vehicles with new reports are folded on, many in one transaction; one whose reports came late is
 * folded again from the beginning of their day, alone. A vehicle is looked at once at a time in the whole installation, so two nodes do
 * not tell one story twice.
 */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addDays } from '#kit/basics/time/day.ts'
import { DatabaseBusy, type Database } from '#kit/database/connection/pool.server.ts'
import type { Log } from '#kit/http/log.server.ts'
import { newState, run } from './engine.rules.ts'
import { storeOutcomes } from './outcome.server.ts'
import {
  earlierState,
  keepStates,
  KEEP_DAYS,
  pointsAfter,
  RUNNING,
  runningStates,
  subjectsOf,
  type Begun,
  type StateOfDay,
} from './reading.server.ts'
import { handlings, loadRules, rulesFor, type OperatorRules } from './rules.server.ts'
import type { VehicleOutcome } from './findings.server.ts'

export interface Span {
  since: number
  until: number
}
export interface EngineOptions {
  db: Database
  log: Log
  context: (operatorId: number) => Context
  /** How long to leave the database to others after work of so long. */
  rest?: (tookMs: number) => number
}
const ENGINE_LOCK = 7_310_052
const RULES_MS = 60_000
const PORTION = 100
/** Of one vehicle: of many together a little each, of one alone as much as four days of a report every four seconds. */
const MOST_TOGETHER = 400
const MOST_ALONE = 100_000
const AWAY_MS = 1000

type Job = readonly [vehicle: number, span: Span]
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

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
      const portion: Job[] = []
      for (const job of vehicles) {
        portion.push(job)
        if (portion.length >= PORTION) break
      }
      for (const [vehicle] of portion) vehicles.delete(vehicle)
      const began = performance.now()
      await this.portion(operatorId, portion)
      const rest = this.options.rest?.(performance.now() - began) ?? 0
      if (rest > 0 && !this.stopped) await sleep(rest)
    }
  }

  private async portion(operatorId: number, portion: readonly Job[]): Promise<void> {
    try {
      for (const late of await this.together(operatorId, portion)) await this.evaluate(operatorId, [late], true)
    } catch (error) {
      if (error instanceof DatabaseBusy) {
        this.mark(operatorId, new Map(portion))
        return sleep(AWAY_MS)
      }
      // Whose track it is that cannot be evaluated: the others are.
      for (const job of portion)
        await this.evaluate(operatorId, [job], true).catch((reason: unknown) =>
          this.options.log('warn', 'a track was not evaluated', {
            operatorId,
            vehicle: job[0],
            error: reason instanceof Error ? reason.stack : String(reason),
          }),
        )
    }
  }
  private together(operatorId: number, portion: readonly Job[]): Promise<Job[]> {
    return this.evaluate(operatorId, portion, portion.length === 1)
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

  /** Returns the vehicles with late data: each is folded again alone. */
  private async evaluate(operatorId: number, jobs: readonly Job[], alone: boolean): Promise<Job[]> {
    const ctx = this.options.context(operatorId)
    const rules = await this.rulesOf(ctx)
    const most = alone ? MOST_ALONE : MOST_TOGETHER
    const { late, unfinished } = await this.options.db.write(operatorId, async (tx) => {
      const batch = await this.begin(tx, operatorId, jobs, alone)
      const points = await pointsAfter(tx, operatorId, batch.begun, most)
      const handled = await handlings(tx, operatorId, points, rules.repeatMs)
      const outcomes: VehicleOutcome[] = []
      const states: StateOfDay[] = []
      const more = new Map<number, Span>()
      for (const { subject, state, from } of batch.begun) {
        const { vehicle } = subject
        const mine = points.get(vehicle) ?? []
        if (mine.length === 0 && from === null) continue
        const out = run(state, mine, { ...rulesFor(rules, vehicle, subject.store), handled: handled.get(vehicle) })
        outcomes.push({ subject, out, from, channels: rules.channels.get(vehicle) ?? [] })
        states.push(...out.starts.map((start) => ({ vehicle, ...start })), { vehicle, day: RUNNING, state })
        if (mine.length >= most) more.set(vehicle, { since: state.at + 1, until: state.at + 1 })
      }
      await storeOutcomes(tx, ctx, outcomes)
      await keepStates(tx, operatorId, states, addDays(ctx.clock.today(), -KEEP_DAYS))
      // A sensor that was not known is one from now on.
      if (outcomes.some((one) => one.out.readings.some((r) => r.value !== null && !one.channels.some((c) => c.sensorNo === r.sensorNo))))
        this.forget(operatorId)
      return { late: batch.late, unfinished: more }
    })
    if (unfinished.size > 0) this.mark(operatorId, unfinished)
    return late
  }

  private async begin(tx: Tx, operatorId: number, jobs: readonly Job[], alone: boolean): Promise<{ begun: Begun[]; late: Job[] }> {
    const vehicles = jobs.map(([vehicle]) => vehicle).toSorted((a, b) => a - b)
    await sql`select pg_advisory_xact_lock(${ENGINE_LOCK}, (u.v % 2147483647)::integer) from (select v from unnest(${sql.val(vehicles)}::bigint[]) as u(v) order by v) u`.execute(
      tx,
    )
    const [subjects, states] = await Promise.all([subjectsOf(tx, vehicles), runningStates(tx, operatorId, vehicles)])
    const begun: Begun[] = []
    const late: Job[] = []
    for (const job of jobs) {
      const [vehicle, span] = job
      const subject = subjects.get(vehicle)
      if (!subject) continue
      const current = states.get(vehicle)
      if (!current) begun.push({ subject, state: newState(), from: null })
      else if (span.since > current.at) begun.push({ subject, state: current, from: null })
      else if (!alone) late.push(job)
      else {
        const earlier = await earlierState(tx, operatorId, vehicle, span.since)
        if (earlier) begun.push({ subject, ...earlier })
      }
    }
    return { begun, late }
  }
}
