/** This process among the gateway nodes of the installation: it comes, it goes, and it takes over what a dead one left. */
import { sql } from 'kysely'
import type { Clock } from '#kit/basics/time/clock.ts'
import type { Database } from '#kit/database/connection/pool.server.ts'

/** Without a sign of life for so long a node is dead. */
const DEAD_MS = 30_000

export const activeOperators = async (db: Database): Promise<number[]> =>
  (await db.read(null, (tx) => tx.selectFrom('operator').select('id').where('status', '=', 'active').orderBy('id').execute())).map(
    (row) => row.id,
  )

/** Closes the links of these nodes, and of nodes nobody knows, and evaluates what may have been left since then. */
export type Recover = (operatorId: number, since: string, dead: readonly string[]) => Promise<void>

interface Silent {
  id: string
  beatAt: string
  flushedAt: string
}
const silentNodes = (db: Database, clock: Clock): Promise<Silent[]> =>
  db.read(null, (tx) =>
    tx
      .selectFrom('gatewayNode')
      .select(['id', 'beatAt', 'flushedAt'])
      .where('beatAt', '<', new Date(Date.parse(clock.now()) - DEAD_MS).toISOString())
      .orderBy('id')
      .execute(),
  )

async function takeOver(db: Database, dead: readonly Silent[], since: string, recover: Recover): Promise<void> {
  for (const operator of await activeOperators(db))
    await recover(
      operator,
      since,
      dead.map((node) => node.id),
    )
  // One that has come back to life meanwhile stays.
  for (const { id, beatAt } of dead)
    await db.write(null, (tx) => tx.deleteFrom('gatewayNode').where('id', '=', id).where('beatAt', '=', beatAt).execute())
}

/** Days to write into, a row among the nodes; what dead ones left is taken over. */
export async function join(db: Database, clock: Clock, node: string, recover: Recover): Promise<void> {
  const now = clock.now()
  const day = clock.today()
  await db.write(null, (tx) => sql`select position_prepare(${day}::date - 3, ${day}::date + 4)`.execute(tx))
  const dead = await silentNodes(db, clock)
  const since = await db.write(null, async (tx) => {
    const { rows } = await sql<{
      at: string | null
    }>`select min(flushed_at) as at from gateway_node where flushed_at > ${now}::timestamptz - interval '2 days'`.execute(tx)
    await tx.insertInto('gatewayNode').values({ id: node, startedAt: now, beatAt: now, flushedAt: now }).execute()
    return rows[0]?.at ?? null
  })
  await takeOver(db, dead, since ?? now, recover)
}

/**
 * Looks after the others while this node runs: one that was killed and started anew at once was not dead long enough when it joined. Silent
 * at two looks and without a beat between: a database that was away silences all of them, and those who live beat again before the second.
 */
export class Vigil {
  private suspected = new Map<string, string>()
  private readonly db: Database
  private readonly clock: Clock
  private readonly recover: Recover
  constructor(db: Database, clock: Clock, recover: Recover) {
    this.db = db
    this.clock = clock
    this.recover = recover
  }
  async look(): Promise<void> {
    const silent = await silentNodes(this.db, this.clock)
    const dead = silent.filter((node) => this.suspected.get(node.id) === node.beatAt)
    this.suspected = new Map(silent.map((node) => [node.id, node.beatAt]))
    if (dead.length === 0) return
    const since = dead.map((node) => node.flushedAt).toSorted()[0]!
    await takeOver(this.db, dead, since, this.recover)
  }
}

export const leave = (db: Database, node: string): Promise<unknown> =>
  db.write(null, (tx) => tx.deleteFrom('gatewayNode').where('id', '=', node).execute()).catch(() => {})
