/**
 * Work that nobody asks for: the modules' schedules, run by whichever node is free, exactly one at a time. pg-boss keeps
 * schedule and state in PostgreSQL (schema `jobs`), so a node may die and another goes on.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { systemContext } from '../access/system-context.server.ts'
import type { Clock } from '../basics/time/clock.ts'
import { BUSINESS_ZONE } from '../basics/time/day.ts'
import type { Endpoint } from '../database/connection/connection.server.ts'
import type { Database } from '../database/connection/pool.server.ts'
import type { Registry, ScheduledJob } from '../entity/registry.server.ts'

const SCHEMA = 'jobs'
/** A run may take this long before it counts as lost and is tried again. */
const EXPIRE_SECONDS = 3600
/** Cron counts in minutes; asking more often finds nothing, and every queue is asked by itself. */
const POLL_SECONDS = 30
const FLOWS_SECONDS = 3600

/** A run that is cut is repeated by its queue; the process has twelve seconds for all it stops (composition/ending.server.ts). */
const DRAIN_MS = 4000

export interface JobsOptions {
  /** Owner of the database: pg-boss makes and keeps its own schema. */
  owner: Endpoint
  db: Database
  registry: Registry
  clock: Clock
  log: (level: 'info' | 'warn' | 'error', message: string, details?: object) => void
  /** Tests do not wait. */
  pollSeconds?: number
}
/** A scheduled run that failed for good, after its repetitions. */
interface FailedRun {
  id: string
  job: string
  startedAt: string | null
  endedAt: string | null
  error: string
}
export interface RunningJobs {
  /** Runs a job now, for every operator; used by operations and tests. Returns the operators for which it failed. */
  runNow(name: string): Promise<Failure[]>
  /** Newest first; pg-boss keeps them for two weeks. */
  failedRuns(limit?: number): Promise<FailedRun[]>
  stop(): Promise<void>
}
interface Failure {
  operatorId: number
  error: string
}

/** Each operator on its own: one that fails stops nobody else. `run` is in every line of the log and the journal that it leaves. */
async function runForAll(job: ScheduledJob, run: string, { db, clock, registry, log }: Omit<JobsOptions, 'owner'>): Promise<Failure[]> {
  const operators = await db.read(null, (tx) =>
    tx.selectFrom('operator').select(['id', 'demoMaking']).where('status', '=', 'active').orderBy('id').execute(),
  )
  const failures: Failure[] = []
  for (const { id: operatorId, demoMaking } of operators) {
    if (demoMaking) {
      // The year it is told in has not come to its end; the repetition finds it complete.
      failures.push({ operatorId, error: '演示公司正在装入' })
      continue
    }
    try {
      await job.run(systemContext({ db, clock, registry, operatorId, requestId: `job:${job.name}:${run}`.slice(0, 80) }))
    } catch (error) {
      failures.push({ operatorId, error: error instanceof Error ? error.message : String(error) })
      log('error', 'scheduled job failed', { job: job.name, run, operatorId, error: error instanceof Error ? error.stack : String(error) })
    }
  }
  return failures
}

export async function startJobs(options: JobsOptions): Promise<RunningJobs> {
  const { registry, log } = options
  const jobs = registry.modules.flatMap((m) => m.jobs ?? [])
  const pool = poolOf(options)
  const pollSeconds = options.pollSeconds ?? POLL_SECONDS
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values as unknown[]) },
    schema: SCHEMA,
    cronWorkerIntervalSeconds: Math.max(1, pollSeconds),
    // No job here waits for another.
    flowIntervalSeconds: FLOWS_SECONDS,
  })
  boss.on('error', (error) => log('warn', 'jobs', { error: String(error) }))
  await boss.start()
  for (const job of jobs) {
    await boss.createQueue(job.name, { policy: 'singleton', retryLimit: 2, retryDelay: 60, expireInSeconds: EXPIRE_SECONDS })
    await boss.schedule(job.name, job.cron, {}, { tz: BUSINESS_ZONE })
    await boss.work(job.name, { pollingIntervalSeconds: pollSeconds }, async ([queued]) => {
      const failures = await runForAll(job, queued?.id ?? randomUUID(), options)
      // Tried again as a whole: jobs are made to be run twice.
      if (failures.length)
        throw new Error(
          failures
            .map((f) => `${f.operatorId}: ${f.error}`)
            .join('; ')
            .slice(0, 1000),
        )
    })
  }
  const known = new Set(jobs.map((job) => job.name))
  for (const { name } of await boss.getSchedules()) if (!known.has(name)) await boss.unschedule(name)
  return {
    async runNow(name) {
      const job = jobs.find((j) => j.name === name)
      if (!job) throw new Error(`no such job: ${name}`)
      return runForAll(job, randomUUID(), options)
    },
    failedRuns: (limit = 100) =>
      failedRuns(
        pool,
        jobs.map((job) => job.name),
        limit,
      ),
    async stop() {
      await boss.stop({ graceful: true, timeout: DRAIN_MS })
      await pool.end()
    },
  }
}

async function failedRuns(pool: pg.Pool, names: readonly string[], limit: number): Promise<FailedRun[]> {
  const { rows } = await pool.query<{
    id: string
    name: string
    started_on: Date | null
    completed_on: Date | null
    output: { message?: string } | null
  }>(
    `select id, name, started_on, completed_on, output from ${SCHEMA}.job
     where state = 'failed' and name = any($1) order by completed_on desc nulls last, id limit $2`,
    [names, limit],
  )
  return rows.map((row) => ({
    id: row.id,
    job: row.name,
    startedAt: row.started_on?.toISOString() ?? null,
    endedAt: row.completed_on?.toISOString() ?? null,
    error: row.output?.message ?? '运行中断',
  }))
}

function poolOf({ owner, log }: JobsOptions): pg.Pool {
  class Client extends pg.Client {
    // Asked anew each time: a restarted embedded server may have another port.
    constructor() {
      super({ ...owner(), application_name: 'zuyuntong-jobs' })
      this.on('error', () => {}) // one that breaks while lent: its query fails; the pool listens to idle ones only
    }
  }
  const pool = new pg.Pool({ Client, max: 3, idleTimeoutMillis: 60_000 })
  pool.on('error', (error) => log('warn', 'jobs: idle connection lost', { error: error.message }))
  return pool
}
