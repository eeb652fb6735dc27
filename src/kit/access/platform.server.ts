/** The company that looks after the installation. */
import type { Database } from '../database/connection/pool.server.ts'

/** Null before the first start has made it. */
export async function platformOf(db: Database): Promise<number | null> {
  const row = await db.read(null, (tx) => tx.selectFrom('operator').select('id').where('platform', '=', true).executeTakeFirst())
  return row?.id ?? null
}
