/** A fresh database for a test file, on the cluster shared by the whole run (see cluster.global.ts). */
import type pg from 'pg'
import { inject } from 'vitest'
import type { Endpoint } from '#kit/database/connection/connection.server.ts'
import { openDatabase, type Database, type DatabaseOptions } from '#kit/database/connection/pool.server.ts'
import type { DatabaseAddress, PreparedAddress } from './cluster.global.ts'

export interface TestDatabase {
  /** As the product runs: the application role, bound by row-level security. */
  db: Database
  owner: Endpoint
  app: Endpoint
  /** Somebody else on the same server, who owns neither. */
  root: Endpoint
  /** Another pool on the same database: a second node. */
  another(options?: Partial<DatabaseOptions>): Database
  close: () => Promise<void>
}

async function ask<T>(path: string, body = ''): Promise<T> {
  // A connection of its own: one that was kept may be shut by the time a test that thought for seconds asks again.
  const answer = await fetch(`${inject('testCluster')}/${path}`, { method: 'POST', headers: { connection: 'close' }, body })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as T
}

type Options = Partial<DatabaseOptions>

function opened(address: DatabaseAddress, poolOptions: Options): TestDatabase {
  const owner: Endpoint = () => address.owner as pg.ClientConfig
  const app: Endpoint = () => address.app as pg.ClientConfig
  const root: Endpoint = () => address.root as pg.ClientConfig
  const open: Database[] = []
  const another = (more: Options = {}): Database => {
    // Patient: that a busy machine takes long to lend a connection is not what the tests are about.
    const database = openDatabase({ endpoint: app, max: 10, waitMs: 60_000, ...poolOptions, ...more })
    open.push(database)
    return database
  }
  return {
    db: another(),
    owner,
    app,
    root,
    another,
    async close() {
      await Promise.all(open.map((database) => database.close()))
      await ask(`drop/${address.name}`)
    },
  }
}

/** Migrated like the product's own, or `empty`. */
export async function testDatabase(options: Options & { empty?: boolean } = {}): Promise<TestDatabase> {
  const { empty, ...poolOptions } = options
  return opened(await ask<DatabaseAddress>(empty ? 'empty' : 'migrated'), poolOptions)
}

/**
 * A database of one's own that already holds what many files begin with. Done once in a run, by whoever asks for `name` first; the others
 * get copies, and what `prepare` returned (as JSON). A name stands for one content: what varies belongs in it.
 */
export async function preparedDatabase<T>(
  name: string,
  prepare: (db: Database) => Promise<T>,
  options: Options = {},
): Promise<{ base: TestDatabase; known: T }> {
  const key = encodeURIComponent(name)
  const address = await ask<PreparedAddress>(`prepared/${key}`)
  if (!address.fresh) return { base: opened(address, options), known: JSON.parse(address.known) as T }
  const { db } = opened(address, options)
  try {
    const known = await prepare(db).finally(() => db.close())
    await ask(`ready/${key}/${address.name}`, JSON.stringify(known))
  } catch (error) {
    await ask(`failed/${key}`, String(error))
    throw error
  }
  return preparedDatabase(name, prepare, options)
}

/** The ids of two operating companies, so that a test can say whose rows are whose. */
export const twoOperators = (db: Database): Promise<number[]> =>
  db.write(null, async (tx) => {
    const rows = await tx
      .insertInto('operator')
      .values([
        { name: '甲公司', shortName: null },
        { name: '乙公司', shortName: null },
      ])
      .returning('id')
      .execute()
    return rows.map((row) => row.id)
  })
