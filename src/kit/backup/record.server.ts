/** What was done for the installation stands in it: the last backup, the last drill. Rows of the platform. */
import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Clock } from '../basics/time/clock.ts'
import type { CompanySize } from './catalogue.server.ts'
import { jsonb } from '../database/jsonb.server.ts'
import type { Database } from '../database/connection/pool.server.ts'

export type RunKind = 'backup' | 'drill' | 'restore'

export interface RunRow {
  id: number
  kind: RunKind
  dueOn: string | null
  outcome: 'running' | 'done' | 'failed'
  startedAt: string
  endedAt: string | null
  node: string
  archive: string | null
  bytes: number | null
  lineCount: number | null
  fileCount: number | null
  error: string | null
}

export interface RunResult {
  archive: string
  bytes: number | null
  lineCount: number
  fileCount: number
  /** Whose data they are, as counted. */
  companies?: readonly CompanySize[]
  /** Done, and yet somebody should look. */
  warning?: string | null
}

/** A run without a sign of life for so long has lost its process. */
const SILENT = sql.raw(`interval '5 minutes'`)
const BEAT_MS = 60_000
const ATTEMPTS = 3

/** Takes the scheduled run of a day for this node; null: it is done, somebody is at it, or it was tried often enough. */
export async function claim(db: Database, platform: number, kind: RunKind, clock: Clock): Promise<number | null> {
  const dueOn = clock.today()
  return db.write(platform, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into installation_run (operator_id, kind, due_on, attempt, started_at, node)
      select ${platform}, ${kind}, ${dueOn}, count(*) + 1, ${clock.now()}, ${hostname()} from installation_run
      where operator_id = ${platform} and kind = ${kind} and due_on = ${dueOn}
      having count(*) < ${ATTEMPTS} and count(*) filter (where outcome = 'done' or outcome = 'running' and heartbeat_at > now() - ${SILENT}) = 0
      on conflict do nothing returning id`.execute(tx)
    return rows[0]?.id ?? null
  })
}

export async function begin(db: Database, platform: number, kind: RunKind, at: string): Promise<number> {
  return db.write(platform, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into installation_run (operator_id, kind, started_at, node) values (${platform}, ${kind}, ${at}, ${hostname()}) returning id`.execute(
      tx,
    )
    return rows[0]!.id
  })
}

/** Does the work of a run and writes down how it ended; what it threw is thrown again. */
export async function recorded<T extends RunResult>(db: Database, platform: number, id: number, work: () => Promise<T>): Promise<T> {
  const update = (set: ReturnType<typeof sql>): Promise<unknown> =>
    db.write(platform, (tx) =>
      sql`update installation_run set ${set}, heartbeat_at = now() where operator_id = ${platform} and id = ${id}`.execute(tx),
    )
  const beat = setInterval(() => void update(sql`outcome = 'running'`).catch(() => {}), BEAT_MS)
  try {
    const result = await work()
    clearInterval(beat)
    const { archive, bytes, lineCount, fileCount, companies, warning = null } = result
    await update(
      sql`outcome = 'done', ended_at = now(), archive = ${archive}, bytes = ${bytes}, line_count = ${lineCount}, file_count = ${fileCount}, error = ${warning}, companies = ${companies ? jsonb(companies) : null}`,
    )
    return result
  } catch (error) {
    clearInterval(beat)
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, 1000)
    await update(sql`outcome = 'failed', ended_at = now(), error = ${reason}`).catch(() => {})
    throw error
  }
}

/** Newest first. One whose process died is told as failed. */
export async function runs(db: Database, platform: number, limit = 20): Promise<RunRow[]> {
  const { rows } = await db.read(platform, (tx) =>
    sql<RunRow>`
      select id, kind, due_on as "dueOn", case when outcome = 'running' and heartbeat_at < now() - ${SILENT} then 'failed' else outcome end as outcome,
        started_at as "startedAt", ended_at as "endedAt", node, archive, bytes, line_count as "lineCount", file_count as "fileCount",
        case when outcome = 'running' and heartbeat_at < now() - ${SILENT} then '执行中断' else error end as error
      from installation_run where operator_id = ${platform} order by id desc limit ${limit}`.execute(tx),
  )
  return rows
}

export async function lastDone(db: Database, platform: number, kind: RunKind): Promise<RunRow | null> {
  return (await runs(db, platform, 1000)).find((row) => row.kind === kind && row.outcome === 'done') ?? null
}
