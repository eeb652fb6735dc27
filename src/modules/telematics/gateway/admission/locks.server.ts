/**
 * The order in which everybody locks what many terminals share, so that nodes that write of the same ones at once wait for each other and
 * none has to be sent back: links, then terminals, then places; each kind at once, by its key. To lock in a statement of its own
 * also means that the next one sees what the others have written meanwhile.
 */
import { sql } from 'kysely'
import type { Handle } from '#kit/database/connection/pool.server.ts'

/** Those that are still the newest link of their terminal, in this node. */
export async function lockLinks(tx: Handle, node: string, links: readonly { terminal: number; generation: number }[]): Promise<number[]> {
  const { rows } = await sql<{ terminal: number }>`select l.terminal from terminal_link l
    join unnest(${sql.val(links.map((l) => l.terminal))}::bigint[], ${sql.val(links.map((l) => l.generation))}::bigint[]) as u(terminal, generation)
      on l.terminal = u.terminal and l.generation = u.generation
    where l.node = ${node} order by l.terminal for no key update of l`.execute(tx)
  return rows.map((row) => row.terminal)
}

export const lockTerminals = (tx: Handle, ids: readonly number[]): Promise<unknown> =>
  sql`select id from terminal where id = any(${ids}::bigint[]) order by id for no key update`.execute(tx)

/** Of the vehicles that these terminals are in. */
export const lockPlacesOf = (tx: Handle, operatorId: number, terminals: readonly number[]): Promise<unknown> =>
  sql`select id from vehicle_position where operator_id = ${operatorId} and terminal = any(${terminals}::bigint[]) and deleted_at is null order by vehicle for no key update`.execute(
    tx,
  )

export const lockPlaces = (tx: Handle, operatorId: number, vehicles: readonly number[]): Promise<unknown> =>
  sql`select id from vehicle_position where operator_id = ${operatorId} and vehicle = any(${vehicles}::bigint[]) and deleted_at is null order by vehicle for no key update`.execute(
    tx,
  )

/** Of links that are closed and locked. */
export async function goOffline(tx: Handle, operatorId: number, terminals: readonly number[], now: string): Promise<void> {
  await sql`update terminal_link set node = null, closed_at = ${now} where terminal = any(${terminals}::bigint[])`.execute(tx)
  await lockTerminals(tx, terminals)
  await sql`update terminal set online = false where id = any(${terminals}::bigint[]) and online`.execute(tx)
  await lockPlacesOf(tx, operatorId, terminals)
  await sql`update vehicle_position set online = false, changed_at = ${now} where operator_id = ${operatorId} and terminal = any(${terminals}::bigint[]) and online and deleted_at is null`.execute(
    tx,
  )
}
