/** Nobody computes for a client that has left: what its connection executes is cancelled, from a second connection. */
import pg from 'pg'

type Log = (message: string, details?: object) => void

/** Watches `signal` until `finish`, which tells whether anything was cancelled. */
export function cancelOn(signal: AbortSignal, cancel: () => Promise<void>, log: Log): { finish(): Promise<boolean> } {
  let running: Promise<void> | null = null
  const aborted = (): void => {
    running = cancel().catch((error: unknown) => log('cancelling a query failed', { error: String(error) }))
  }
  signal.addEventListener('abort', aborted, { once: true })
  return {
    async finish() {
      signal.removeEventListener('abort', aborted)
      await running
      return running !== null
    },
  }
}

export async function cancelBackend(of: pg.PoolClient, config: pg.ClientConfig): Promise<void> {
  const { processID } = of as unknown as { processID: number }
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_cancel_backend($1)', [processID])
  } finally {
    await client.end().catch(() => {})
  }
}
