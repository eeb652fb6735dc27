/** Which PostgreSQL: the embedded one, or the server DATABASE_URL names. The same program on both. */
import { scryptSync } from 'node:crypto'
import pg from 'pg'
import { APP_ROLE } from '#kit/database/embedded/cluster.server.ts'
import { withClient, withPooled, type Endpoint } from '#kit/database/connection/connection.server.ts'
import { StartRefused } from '#kit/database/errors.ts'
import { startPostgres } from '#kit/database/embedded/postgres.server.ts'
import type { Log } from '#kit/http/log.server.ts'
import type { Configuration, Secrets } from './configuration.server.ts'

export interface Postgres {
  /** Migrates and owns the tables. */
  owner: Endpoint
  /** Runs the product; bound by row-level security. */
  app: Endpoint
  /** A pooler in transaction mode before it, as the same role; null: none. */
  pooler: Endpoint | null
  appRole: string
  /** Reads all companies at once, for backups; on a server whoever BACKUP_DATABASE_URL names, else the owner, who may not be able to. */
  reader: Endpoint
  stop(): Promise<void>
}

const ROLE_LOCK = 7_310_041

export async function openPostgres(configuration: Configuration, secrets: Secrets, log: Log): Promise<Postgres> {
  const { databaseUrl, databaseAppUrl, databasePoolUrl, backup } = configuration
  if (databaseUrl !== null) {
    const server = await onServer(databaseUrl, databaseAppUrl, secrets)
    const pooler = databasePoolUrl === null ? null : await throughPooler(databasePoolUrl, server.appRole)
    return { ...server, pooler, reader: () => ({ connectionString: backup.databaseUrl ?? databaseUrl }) }
  }
  const embedded = await startPostgres({ dataDir: configuration.dataDir, log: (message, details) => log('info', message, details) })
  return { owner: embedded.owner, app: embedded.app, pooler: null, appRole: APP_ROLE, reader: embedded.root, stop: () => embedded.stop() }
}

/**
 * DATABASE_URL owns the tables. The product itself runs under a second role that cannot pass row-level security: the
 * one of DATABASE_APP_URL, or one made here when the owner may create roles.
 */
async function onServer(ownerUrl: string, appUrl: string | null, secrets: Secrets): Promise<Omit<Postgres, 'reader' | 'pooler'>> {
  const owner: Endpoint = () => ({ connectionString: ownerUrl })
  const stop = async (): Promise<void> => {}
  if (appUrl !== null) {
    const appRole = decodeURIComponent(new URL(appUrl).username)
    if (appRole === '') throw new StartRefused('环境变量 DATABASE_APP_URL 中缺少用户名')
    const app: Endpoint = () => ({ connectionString: appUrl })
    await reached(app, 'DATABASE_APP_URL', refuseBypass)
    return { owner, app, appRole, stop }
  }
  const url = new URL(ownerUrl)
  const password = appPassword(url, secrets)
  url.username = APP_ROLE
  url.password = encodeURIComponent(password)
  await reached(owner, 'DATABASE_URL', (client) => ensureRole(client, password))
  const app: Endpoint = () => ({ connectionString: url.href })
  await reached(app, 'DATABASE_URL', refuseBypass)
  return { owner, app, appRole: APP_ROLE, stop }
}

/** One round through it tells what is wrong before people find out. */
async function throughPooler(url: string, appRole: string): Promise<Endpoint> {
  const pooler: Endpoint = () => ({ connectionString: url })
  await reached(
    pooler,
    'DATABASE_POOL_URL',
    async (client) => {
      const { rows } = await client.query<{ name: string }>('select current_user as name')
      if (rows[0]?.name !== appRole)
        throw new StartRefused(`环境变量 DATABASE_POOL_URL 应使用运行程序的数据库用户 ${appRole}，现在是 ${rows[0]?.name}`)
    },
    withPooled,
  )
  return pooler
}

/**
 * Derived from the owner's password, so that nodes with data folders of their own agree on it; one set per node would
 * lock out the node before. It does not lead back to the owner's. Without a password in the URL (certificates, peer)
 * the generated one is used, which then has to be the same on every node.
 */
function appPassword(owner: URL, secrets: Secrets): string {
  if (owner.password === '') return secrets.databasePassword
  return scryptSync(decodeURIComponent(owner.password), `zuyuntong:${APP_ROLE}`, 24).toString('base64url')
}

async function reached(
  endpoint: Endpoint,
  name: string,
  work: (client: pg.Client) => Promise<void>,
  connected: typeof withClient = withClient,
): Promise<void> {
  try {
    await connected(endpoint, work)
  } catch (error) {
    if (error instanceof StartRefused) throw error
    // The address and the reason, never the password.
    throw new StartRefused(`无法连接环境变量 ${name} 指定的数据库：${error instanceof Error ? error.message : String(error)}`, error)
  }
}

async function refuseBypass(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select rolsuper or rolbypassrls as free, rolname as name from pg_roles where rolname = current_user')
  if (rows[0]?.free)
    throw new StartRefused(
      `运行程序的数据库用户 ${rows[0].name} 可以绕过行级权限，请改用普通用户（NOSUPERUSER NOBYPASSRLS），见环境变量 DATABASE_APP_URL`,
    )
}

async function ensureRole(client: pg.Client, password: string): Promise<void> {
  const { rows } = await client.query('select rolcreaterole or rolsuper as may from pg_roles where rolname = current_user')
  if (!rows[0]?.may) {
    throw new StartRefused(
      `数据库用户没有建立用户的权限。请先建立用户 ${APP_ROLE}（NOSUPERUSER NOBYPASSRLS），再用环境变量 DATABASE_APP_URL 指定它`,
    )
  }
  // Nodes starting together: "tuple concurrently updated" otherwise. Freed when the connection ends.
  await client.query('select pg_advisory_lock($1)', [ROLE_LOCK])
  const present = await client.query('select from pg_roles where rolname = $1', [APP_ROLE])
  // Only a superuser may name those attributes of an existing role, even to confirm them; refuseBypass looks instead.
  const verb = present.rowCount ? `alter role ${APP_ROLE}` : `create role ${APP_ROLE} nosuperuser nobypassrls`
  await client.query(`${verb} login password ${pg.escapeLiteral(password)}`)
}
