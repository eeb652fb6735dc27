/** The embedded PostgreSQL of a data folder whose program is at work: for tools that stand beside it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '../connection/connection.server.ts'
import { APP_ROLE, clusterFolder, DATABASE_NAME, OWNER_ROLE, passwordsOf, ROOT_ROLE } from './cluster.server.ts'
import { readPidFile, serves } from './postgres-process.server.ts'

/** Null: nothing runs there. */
export async function runningPostgres(dataDir: string): Promise<{ root: Endpoint; owner: Endpoint; app: Endpoint } | null> {
  const folder = clusterFolder(dataDir)
  const pidFile = existsSync(join(folder, 'PG_VERSION')) ? readPidFile(folder) : null
  if (!pidFile?.port) return null
  const { root, owner, app } = passwordsOf(dataDir)
  const as =
    (user: string, password: string): Endpoint =>
    () => ({ host: pidFile.sockets ?? '127.0.0.1', port: pidFile.port, user, password, database: DATABASE_NAME })
  if (!(await serves(as(ROOT_ROLE, root), folder))) return null
  return { root: as(ROOT_ROLE, root), owner: as(OWNER_ROLE, owner), app: as(APP_ROLE, app) }
}
