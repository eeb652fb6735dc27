/** The logs leave for their collector every few seconds; what it does not take now, it takes later. */
import type { Clock } from '#kit/basics/time/clock.ts'
import type { Database } from '#kit/database/connection/pool.server.ts'
import type { Log } from '#kit/http/log.server.ts'
import { shipLogs, type Collector } from '#kit/audit/log-shipping.server.ts'

const EVERY_MS = 15_000

export function startLogShipping(db: Database, clock: Clock, log: Log, collector: Collector): () => Promise<void> {
  let running: Promise<void> | null = null
  const round = async (): Promise<void> => {
    await shipLogs(db, clock, collector).catch((error: unknown) => log('warn', 'logs did not leave', { error: String(error) }))
    running = null
  }
  const timer = setInterval(() => (running ??= round()), EVERY_MS)
  return async () => {
    clearInterval(timer)
    await running
  }
}
