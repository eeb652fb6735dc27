import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withClient, type Endpoint } from '#kit/database/connection/connection.server.ts'
import { startPostgres, type EmbeddedPostgres } from '#kit/database/embedded/postgres.server.ts'
import { readConfiguration, type Secrets } from './configuration.server.ts'
import { openPostgres } from './database.server.ts'

// A PostgreSQL of its own plays the external server: roles are shared by all databases of one.
let folder: string
let server: EmbeddedPostgres

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zyt-external-'))
  chmodSync(folder, 0o755)
  server = await startPostgres({ dataDir: join(folder, 'data'), durable: false })
  await withClient(server.root, (client) => client.query(`create role builder login createrole password '口令 @/:'`))
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const urlOf = (endpoint: Endpoint, more: { user?: string; password?: string; port?: number } = {}): string => {
  const { host, port, user, password, database } = { ...endpoint(), ...more }
  return `postgres://${user}:${encodeURIComponent(String(password))}@${host}:${port}/${database}`
}
const secrets = (databasePassword: string): Secrets => ({
  oauthClient: { id: 'a', secret: 'b' },
  secretKey: Buffer.alloc(32),
  databasePassword,
})
const open = (environment: Record<string, string>, node = 'node-one-password') =>
  openPostgres(readConfiguration({ DATA_DIR: join(folder, 'node'), ...environment }), secrets(node), () => {})
const who = async (endpoint: Endpoint): Promise<string> =>
  (await withClient(endpoint, (client) => client.query('select current_user as name'))).rows[0].name

describe('a PostgreSQL server', () => {
  it('serves several nodes with data folders of their own, also when they start together', async () => {
    const DATABASE_URL = urlOf(server.root)
    const nodes = await Promise.all(
      ['first-node-password', 'second-node-password', 'third-node-password'].map((own) => open({ DATABASE_URL }, own)),
    )
    expect(await Promise.all(nodes.map((node) => who(node.app)))).toEqual(['zyt_app', 'zyt_app', 'zyt_app'])
    expect(nodes[0]!.app().connectionString).not.toContain(String(server.root().password))
  })

  it('takes a run-time user made by its administrator', async () => {
    await withClient(server.root, (client) => client.query(`create role runner login password 'p'`))
    const given = urlOf(server.root, { user: 'runner', password: 'p' })
    const { app, appRole } = await open({ DATABASE_URL: urlOf(server.root), DATABASE_APP_URL: given })
    expect([appRole, await who(app)]).toEqual(['runner', 'runner'])
  })

  it('is refused with a sentence when the run-time user could pass row-level security', async () => {
    const root = urlOf(server.root)
    await expect(open({ DATABASE_URL: root, DATABASE_APP_URL: root })).rejects.toThrow('可以绕过行级权限')
  })

  it('is refused with a sentence, without the password, when it cannot be reached or may not make users', async () => {
    const wrong = open({ DATABASE_URL: urlOf(server.root, { password: 'wrong-password' }) })
    await expect(wrong).rejects.toThrow('无法连接环境变量 DATABASE_URL')
    await expect(wrong).rejects.not.toThrow('wrong-password')
    await expect(open({ DATABASE_URL: urlOf(server.root, { port: 1 }) })).rejects.toThrow('无法连接环境变量 DATABASE_URL')
    await expect(open({ DATABASE_URL: urlOf(server.owner) })).rejects.toThrow('没有建立用户的权限')
  })

  it('may have an owner whose password has special characters', async () => {
    await withClient(server.root, (client) => client.query('grant zyt_app to builder with admin option'))
    const { app } = await open({ DATABASE_URL: urlOf(server.root, { user: 'builder', password: '口令 @/:' }) })
    expect(await who(app)).toBe('zyt_app')
  })
})
