/** This process among the gateway nodes of the installation: it comes, it goes, and it takes over what a dead one left. */
import { sql } from 'kysely'
import type { Clock } from '#kit/basics/clock.ts'
import type { Database } from '#kit/database/pool.server.ts'

/** Without a sign of life for so long a node is dead. */
const DEAD_MS = 30_000

export const activeOperators = async (db: Database): Promise<number[]> =>
  (await db.read(null, (tx) => tx.selectFrom('operator').select('id').where('status', '=', 'active').orderBy('id').execute())).map(
    (row) => row.id,
  )

/** Days to write into, a row among the nodes; `recover` is given what a dead node may have left unevaluated, since when. */
export async function join(
  db: Database,
  clock: Clock,
  node: string,
  recover: (operatorId: number, since: string) => Promise<void>,
): Promise<void> {
  const now = clock.now()
  const day = clock.today()
  await db.write(null, (tx) => sql`select position_prepare(${day}::date - 3, ${day}::date + 4)`.execute(tx))
  const since = await db.write(null, async (tx) => {
    const { rows } = await sql<{
      at: string | null
    }>`select min(flushed_at) as at from gateway_node where flushed_at > now() - interval '2 days'`.execute(tx)
    await tx.insertInto('gatewayNode').values({ id: node, startedAt: now, beatAt: now, flushedAt: now }).execute()
    return rows[0]?.at ?? null
  })
  if (since) for (const operator of await activeOperators(db)) await recover(operator, since)
  const dead = new Date(Date.parse(now) - DEAD_MS).toISOString()
  await db.write(null, (tx) => sql`delete from gateway_node where beat_at < ${dead} and id <> ${node}`.execute(tx))
}

export const leave = (db: Database, node: string): Promise<unknown> =>
  db.write(null, (tx) => tx.deleteFrom('gatewayNode').where('id', '=', node).execute()).catch(() => {})
