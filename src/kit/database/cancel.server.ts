/** Nobody computes for a client that has left: what its connection executes is cancelled, from a second connection. */
import pg from 'pg'

type Log = (message: string, details?: object) => void

/** Watches `signal` until `finish`, which tells whether anything was cancelled. */
export function cancelOn(
  signal: AbortSignal,
  client: pg.PoolClient,
  config: () => pg.ClientConfig,
  log: Log,
): { finish(): Promise<boolean> } {
  const { processID } = client as unknown as { processID: number }
  let running: Promise<void> | null = null
  const cancel = (): void => {
    running = cancelBackend(processID, config()).catch((error: unknown) => log('cancelling a query failed', { error: String(error) }))
  }
  signal.addEventListener('abort', cancel, { once: true })
  return {
    async finish() {
      signal.removeEventListener('abort', cancel)
      await running
      return running !== null
    },
  }
}

async function cancelBackend(pid: number, config: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_cancel_backend($1)', [pid])
  } finally {
    await client.end().catch(() => {})
  }
}
