/** Decides whether the demo company is made at this start: on an empty first operator, once; an interrupted making begins anew. */
import { sql } from 'kysely'
import type { Clock } from '#kit/basics/clock.ts'
import type { Database } from '#kit/database/pool.server.ts'
import type { Registry } from '#kit/entity/registry.server.ts'
import type { FileKeeper } from '#kit/entity/services.server.ts'
import { makeDemo } from '#demo/demo.server.ts'
import type { Log } from '#kit/http/log.server.ts'

const MAKING = 'demo:making'

interface Parts {
  db: Database
  clock: Clock
  registry: Registry
  files: FileKeeper
  secretKey: Buffer
  log: Log
  /** The seeds of an operator, laid again after an interrupted making was taken away. */
  seed: (operatorId: number) => Promise<void>
}

/** `wanted`: the environment did not say DEMO=0. True when a company was made. */
export async function ensureDemo({ db, clock, registry, files, secretKey, log, seed }: Parts, wanted: boolean): Promise<boolean> {
  const first = await db.read(null, (tx) =>
    tx.selectFrom('operator').select(['id', 'demo', 'shortName']).orderBy('id').limit(1).executeTakeFirst(),
  )
  if (!first || first.demo) return false
  const operatorId = first.id
  if (first.shortName === MAKING) {
    log('info', 'the demo company was interrupted; it is made again')
    await db.write(operatorId, (tx) => sql`select remove_demo(${operatorId})`.execute(tx), { statementTimeoutMs: 120_000 })
    await seed(operatorId)
  }
  if (!wanted || !(await isEmpty(db, operatorId))) return false
  await db.write(operatorId, (tx) => tx.updateTable('operator').set({ shortName: MAKING }).where('id', '=', operatorId).execute())
  await makeDemo({ db, clock, registry, files, operatorId, secretKey, log: (message, details) => log('info', message, details) })
  return true
}

/** Somebody's own data are never mixed with invented ones. */
const isEmpty = (db: Database, operatorId: number): Promise<boolean> =>
  db.read(operatorId, async (tx) => {
    const { rows } = await sql<{
      empty: boolean
    }>`select not exists (select 1 from store) and not exists (select 1 from vehicle) and not exists (select 1 from lessee)
      and not exists (select 1 from "user" where not is_admin) and not exists (select 1 from audit_log where user_id is not null) as empty`.execute(
      tx,
    )
    return rows[0]?.empty ?? false
  })
