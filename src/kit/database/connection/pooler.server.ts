/**
 * A pooler between us and the server that lends a server connection for one transaction only (PgBouncer, `pool_mode =
 * transaction`). Nothing outlives a transaction there: the tenant, the limits and the zone are set by what opens it, so
 * that a read needs one too; statements are not kept; LISTEN, migrations and jobs go past it.
 */
import { connect } from 'node:net'
import type pg from 'pg'
import type { SessionSettings } from './connection.server.ts'

/** Follows BEGIN in the same message. `tenant` is a number or empty (tenantText). */
export const localSettings = (tenant: string, session: SessionSettings): string =>
  [
    '',
    `set local app.operator_id = '${tenant}'`,
    "set local timezone = 'UTC'",
    "set local datestyle = 'ISO'",
    `set local statement_timeout = ${session.statementTimeoutMs}`,
    `set local lock_timeout = ${session.lockTimeoutMs}`,
    `set local idle_in_transaction_session_timeout = ${session.idleInTransactionMs}`,
  ].join('; ')

const CANCEL = 80_877_102

/**
 * The cancel message of the protocol: the pooler alone knows which server connection runs this client's query just now, and
 * passes it on only while one does. A process number would be the pooler's own invention.
 */
export async function cancelThrough(
  client: pg.PoolClient,
  { host = 'localhost', port = 5432 }: { host?: string; port?: number },
): Promise<void> {
  const { processID, secretKey } = client as unknown as { processID: number; secretKey: number }
  const message = Buffer.alloc(16)
  message.writeInt32BE(16, 0)
  message.writeInt32BE(CANCEL, 4)
  message.writeInt32BE(processID, 8)
  message.writeInt32BE(secretKey, 12)
  await new Promise<void>((resolve, reject) => {
    const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
    socket.setTimeout(5000, () => socket.destroy(new Error('the pooler did not answer')))
    socket.once('error', reject).once('close', () => resolve())
    // It hangs up itself once that is done; a client that goes earlier takes its request back.
    socket.once('connect', () => socket.write(message)).resume()
  })
}
