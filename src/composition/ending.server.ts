/** When this process ends, and how long it may take: asked by a signal, or because whoever started it is gone. */
import type { Log } from '#kit/http/log.server.ts'

/** Within what a service manager or a person waits; PostgreSQL is told on the way out and stops by itself. */
const LIMIT_MS = 12_000

/** `stop` is called once. Returns whether the end has begun, for whoever is still starting. */
export function endWhenAsked(stop: () => Promise<void>, log: Log): () => boolean {
  let ending = false
  const end = (reason: string): void => {
    if (ending) return
    ending = true
    log('info', 'stopping', { reason })
    setTimeout(() => {
      log('error', 'stopping took too long', { limitMs: LIMIT_MS })
      process.exit(1)
    }, LIMIT_MS).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log('error', 'stopping failed', { error: String(error) })
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end(signal))
  // scripts/serve.mjs holds the other end of this channel.
  if (process.connected) {
    process.on('disconnect', () => end('started by a process that is gone'))
    if (!process.connected) end('started by a process that is gone')
  }
  // A terminal that was closed: what is written there goes nowhere, and that is no reason to stop in the middle.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  return () => ending
}
