/** Housekeeping of kit and shell, on every worker. The modules' schedules are kit/jobs. */
import { Attempts } from '#kit/access/tries/attempts.server.ts'
import { Sessions } from '#kit/access/sessions.server.ts'
import { anchorAll, anchorKey } from '#kit/audit/anchor.server.ts'
import type { Clock } from '#kit/basics/time/clock.ts'
import type { Database } from '#kit/database/connection/pool.server.ts'
import { foldTotals } from '#kit/entity/query/totals.server.ts'
import type { Registry } from '#kit/entity/registry.server.ts'
import type { StoredFiles } from '#kit/files/keeper.server.ts'
import { Idempotency } from '#kit/http/idempotency.server.ts'
import type { Log } from '#kit/http/log.server.ts'
import { pruneDrafts } from '#shell/preferences.server.ts'

const EVERY_MS = 10 * 60_000

/** Rows that have served: keys of requests after a day, ended sessions after a month, failed attempts after a day, expired files, drafts after 30 days. */
export function startHousekeeping({
  db,
  clock,
  log,
  files,
  registry,
  secretKey,
}: {
  db: Database
  clock: Clock
  log: Log
  files: StoredFiles
  registry: Registry
  secretKey: Buffer
}): { stop(): Promise<void> } {
  const prunes = [new Idempotency(db, registry.ports.vault), new Sessions(db, clock), new Attempts(db, clock)]
  const steps = [
    ...prunes.map((p) => ({ name: p.constructor.name, run: () => p.prune() })),
    { name: 'files', run: () => files.sweep(db, clock) },
    { name: 'drafts', run: () => pruneDrafts(db, clock) },
    { name: 'anchors', run: () => anchorAll(db, clock, anchorKey(secretKey)) },
    { name: 'totals', run: () => foldTotals(db, registry) },
  ]
  let running: Promise<void> = Promise.resolve()
  const run = async (): Promise<void> => {
    for (const step of steps) {
      await Promise.resolve(step.run()).catch((error: unknown) =>
        log('warn', 'housekeeping failed', { step: step.name, error: String(error) }),
      )
    }
  }
  const timer = setInterval(() => (running = running.then(run)), EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
