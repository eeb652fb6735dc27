/**
 * The embedded PostgreSQL: makes the cluster and its roles and hands out the ways in; `supervisor.server.ts` keeps it running. Nothing
 * here ever removes anything inside the cluster, whatever a stale postmaster.pid says.
 */
import { mkdirSync } from 'node:fs'
import pg from 'pg'
import { findPrograms } from './binaries.server.ts'
import { APP_ROLE, DATABASE_NAME, ensureCluster, OWNER_ROLE, passwordsOf, ROOT_ROLE } from './cluster.server.ts'
import type { Endpoint } from '../connection/connection.server.ts'
import { lockFolder } from './folder-lock.server.ts'
import { Supervisor, type PostgresOptions } from './supervisor.server.ts'

export interface EmbeddedPostgres {
  readonly root: Endpoint
  readonly owner: Endpoint
  readonly app: Endpoint
  /** True when this start made the cluster. */
  readonly created: boolean
  /** Process id of the server, for tests and the health page. */
  pid(): number
  stop(): Promise<void>
}

async function ensureRoles(supervisor: Supervisor, passwords: ReturnType<typeof passwordsOf>): Promise<void> {
  const client = new pg.Client(supervisor.endpoint(ROOT_ROLE, passwords.root, 'postgres')())
  await client.connect()
  try {
    const { rows } = await client.query('select rolname as name from pg_roles union all select datname from pg_database')
    const present = new Set(rows.map((row) => row.name as string))
    // Creating databases and roles stays with the root role: neither of these two needs it at run time.
    for (const [role, password] of [
      [OWNER_ROLE, passwords.owner],
      [APP_ROLE, passwords.app],
    ] as const) {
      if (present.has(role)) continue
      await client.query(`create role ${role} login nosuperuser nobypassrls password ${pg.escapeLiteral(password)}`)
    }
    if (!present.has(DATABASE_NAME)) await client.query(`create database ${DATABASE_NAME} owner ${OWNER_ROLE}`)
  } finally {
    await client.end()
  }
  await trustLike(supervisor.endpoint(ROOT_ROLE, passwords.root, DATABASE_NAME)())
}

/**
 * LIKE tells nothing about rows it does not return, but below row-level security PostgreSQL uses a trigram index only
 * when the operator is marked so, and only a superuser may mark it. Without it every keyword reads the whole table.
 */
async function trustLike(config: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(config)
  await client.connect()
  try {
    await client.query('alter function textlike(text, text) leakproof')
  } finally {
    await client.end()
  }
}

/** Starts (or adopts) the PostgreSQL of this data folder; refuses when another process of ours holds the folder. */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir } = options
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const lock = lockFolder(dataDir, options.now ?? (() => new Date()))
  try {
    const programs = findPrograms(dataDir)
    const created = await ensureCluster(dataDir, programs, options.durable ?? true)
    const supervisor = new Supervisor(programs, options)
    const passwords = passwordsOf(dataDir)
    try {
      await supervisor.start()
      await ensureRoles(supervisor, passwords)
    } catch (error) {
      await supervisor.stop()
      throw error
    }
    process.on('exit', supervisor.signalOnExit)
    return {
      root: supervisor.endpoint(ROOT_ROLE, passwords.root, DATABASE_NAME),
      owner: supervisor.endpoint(OWNER_ROLE, passwords.owner, DATABASE_NAME),
      app: supervisor.endpoint(APP_ROLE, passwords.app, DATABASE_NAME),
      created,
      pid: () => supervisor.pid,
      async stop() {
        await supervisor.stop()
        process.off('exit', supervisor.signalOnExit)
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}
