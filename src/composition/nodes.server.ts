/** This process says that it lives, and knows the few numbers of the installation that a watcher is told (/metrics). */
import { randomBytes } from 'node:crypto'
import { existsSync, statfsSync } from 'node:fs'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import { platformOf } from '#kit/access/platform.server.ts'
import { runs } from '#kit/backup/record.server.ts'
import { jsonb } from '#kit/database/jsonb.server.ts'
import type { Database } from '#kit/database/connection/pool.server.ts'
import type { Log } from '#kit/http/log.server.ts'
import { PRODUCT } from './structure.server.ts'

const EVERY_MS = 30_000
/** Longer than anybody asks what ran here. */
const FORGOTTEN = sql.raw(`interval '1 day'`)

export interface NodeParts {
  db: Database
  roles: ReadonlySet<string>
  folders: readonly string[]
  log: Log
}

function disksOf(folders: readonly string[]): { path: string; bytes: number; free: number }[] {
  return folders
    .filter((path) => existsSync(path))
    .map((path) => {
      const { bsize, blocks, bavail } = statfsSync(path)
      return { path, bytes: bsize * blocks, free: bsize * bavail }
    })
}

async function numbers(db: Database, platform: number): Promise<Record<string, number>> {
  const { rows } = await db.read(platform, (tx) =>
    sql<{ waiting: number; failed: number; age: number; queued: number; bytes: number }>`
      select o.waiting, o.failed, coalesce(extract(epoch from now() - o.oldest), 0)::float8 as age, pg_database_size(current_database())::int8 as bytes,
        (select coalesce(sum(j.waiting), 0)::int8 from installation_jobs() j) as queued from installation_outbox() o`.execute(tx),
  )
  const row = rows[0]!
  const history = await runs(db, platform, 200)
  const last = (kind: string): number => {
    const lastRun = history.find((run) => run.kind === kind && run.outcome === 'done')
    return lastRun ? Math.round(Date.parse(lastRun.startedAt) / 1000) : 0
  }
  return {
    outbox_waiting: row.waiting,
    outbox_failed: row.failed,
    outbox_oldest_seconds: Math.max(0, Math.round(row.age)),
    jobs_waiting: row.queued,
    database_size_bytes: row.bytes,
    backup_last_success_timestamp_seconds: last('backup'),
    drill_last_success_timestamp_seconds: last('drill'),
  }
}

export async function startNode({
  db,
  roles,
  folders,
  log,
}: NodeParts): Promise<{ measures(): Record<string, number>; stop(): Promise<void> }> {
  const id = `${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`
  const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString()
  let known: Record<string, number> = {}
  let platform: number | null = null
  const beat = async (): Promise<void> => {
    platform ??= await platformOf(db)
    const owner = platform
    if (owner === null) return
    await db.write(owner, async (tx) => {
      await sql`
        insert into installation_node (operator_id, id, host, pid, roles, version, node_version, started_at, memory_bytes, disks)
        values (${owner}, ${id}, ${hostname()}, ${process.pid}, ${[...roles].join(',')}, ${PRODUCT.version}, ${process.version}, ${startedAt},
          ${process.memoryUsage().rss}, ${jsonb(disksOf(folders))})
        on conflict (operator_id, id) do update set seen_at = now(), memory_bytes = excluded.memory_bytes, disks = excluded.disks`.execute(
        tx,
      )
      await sql`delete from installation_node where operator_id = ${owner} and seen_at < now() - ${FORGOTTEN}`.execute(tx)
    })
    known = await numbers(db, owner)
  }
  const tell = (error: unknown): void => {
    // Old figures would look like present ones; a missing series is what watchers have a word for.
    known = {}
    log('warn', 'node', { error: error instanceof Error ? error.message : String(error) })
  }
  await beat().catch(tell)
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => (running = beat().catch(tell)), EVERY_MS)
  return {
    measures: () => known,
    async stop() {
      clearInterval(timer)
      await running
      // It left, nobody need wonder where it is.
      const owner = platform
      if (owner !== null)
        await db
          .write(owner, (tx) => sql`delete from installation_node where operator_id = ${owner} and id = ${id}`.execute(tx))
          .catch(tell)
    },
  }
}
