/** A whole server on a real database, with two people of one operator, for the tests of kit/http and kit/access. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Authentication } from '../access/authentication.server.ts'
import type { SignInSite } from '../access/proofs/passkeys.server.ts'
import type { AccessLoader, LoadedUser, LoginRecord } from '../access/loader.server.ts'
import { hashPassword } from '../access/password.server.ts'
import { fakeClock, type FakeClock } from '../basics/time/clock.ts'
import { APP_ROLE } from '../database/embedded/cluster.server.ts'
import { withClient } from '../database/connection/connection.server.ts'
import { migrate } from '../database/migrate.server.ts'
import type { Database } from '../database/connection/pool.server.ts'
import { buildRegistry } from '../entity/registry.server.ts'
import { testDatabase } from '#tests/database.ts'
import type { Route } from './route.server.ts'
import { buildServer, type HttpServer, type ServerOptions } from './server.server.ts'

const CLIENT = { id: 'console', secret: 'for tests only' }
export const BASIC = `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}`
export const PASSWORD = 'Zhifu#2026ok'

interface TestUser extends LoginRecord {
  codes: string[]
  authUrls: string[]
  isAdmin: boolean
  mustEnrol?: boolean
  secondFactorWanted?: boolean
  addresses?: string[]
}

/** People kept in memory: the real ones are a module's business. */
class TestPeople implements AccessLoader {
  readonly users = new Map<number, TestUser>()
  loads = 0

  async add(user: Partial<TestUser> & { id: number; username: string }): Promise<TestUser> {
    const passwordHash = await hashPassword(PASSWORD)
    const full: TestUser = {
      operatorId: 1,
      passwordHash,
      status: 'active',
      isFirst: false,
      codes: [],
      authUrls: [],
      isAdmin: false,
      ...user,
    }
    this.users.set(full.id, full)
    return full
  }
  async findUser(_db: unknown, username: string): Promise<LoginRecord | null> {
    return [...this.users.values()].find((user) => user.username === username) ?? null
  }
  async savePassword(_tx: unknown, userId: number, passwordHash: string): Promise<void> {
    Object.assign(this.users.get(userId)!, { passwordHash, isFirst: false })
  }
  async siteOf(_db: unknown, _operatorId: number, host: string): Promise<SignInSite | null> {
    const rpId = 'zyt.example.com'
    return host === rpId ? { rpId, isOrigin: (origin) => origin === `https://${rpId}` } : null
  }
  async addressesOf(_db: unknown, userId: number): Promise<readonly string[] | null> {
    return this.users.get(userId)?.addresses ?? null
  }
  async loadUser(_db: unknown, userId: number): Promise<LoadedUser | null> {
    this.loads++
    const user = this.users.get(userId)
    if (!user) return null
    const { id, username, operatorId, isAdmin, isFirst } = user
    return {
      user: { id, username, name: '张三', operatorId, deptId: null, storeIds: [], isAdmin, isFirst, customerType: '1', carrier: false },
      status: user.status === 'active' ? 'active' : 'disabled',
      mustEnrol: user.mustEnrol ?? false,
      networks: user.addresses ?? null,
      secondFactorWanted: user.secondFactorWanted ?? false,
      phone: '13812345678',
      avatar: null,
      operatorName: '测试公司',
      dept: null,
      stores: [],
      subOperation: '0',
      grantedCodes: new Set(user.codes),
      withheld: new Set(),
      authUrls: [...user.authUrls],
      resources: [],
      scopeOf: () => [],
      scopeText: () => '无',
    }
  }
}

export interface TestServer extends HttpServer {
  db: Database
  clock: FakeClock
  people: TestPeople
  auth: Authentication
  /** Signs in and answers the Authorization header. */
  signIn(username: string): Promise<string>
  /** A second node on the same database. */
  another(more?: Partial<ServerOptions>): Promise<TestServer>
  close(): Promise<void>
}

const migrations = join(import.meta.dirname, '../../../database/migrations')

/** The kit's own tables only: what modules define is not needed here. */
function kitMigrations(into: string): string {
  const folder = join(into, 'migrations')
  mkdirSync(folder)
  for (const name of ['0001_foundation.sql', '0002_access.sql', '0004_security.sql', '0032_sign_in.sql'])
    cpSync(join(migrations, name), join(folder, name))
  return folder
}

export async function testServer(routes: readonly Route[] = [], options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'zyt-http-'))
  const database = await testDatabase({ empty: true, max: 8 })
  await migrate({ owner: database.owner, folder: kitMigrations(dataDir), appRole: APP_ROLE, appendOnly: ['audit_log', 'login_log'] })
  const webRoot = join(dataDir, 'web')
  mkdirSync(join(webRoot, 'assets'), { recursive: true })
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>页面</title>')
  writeFileSync(join(webRoot, 'build.json'), '{"version":"build-1"}')
  writeFileSync(join(webRoot, 'assets/app-1a2b3c.js'), 'console.log(1)\n')
  writeFileSync(join(webRoot, 'assets/app-1a2b3c.js.br'), 'compressed')
  await withClient(database.owner, (client) => client.query(`insert into operator (id, name) values (1, '测试公司')`))
  const clock = fakeClock('2026-03-01T02:00:00.000Z')
  const people = new TestPeople()
  await people.add({ id: 1, username: 'admin', isAdmin: true })
  await people.add({ id: 2, username: 'clerk', codes: ['vehicleList'] })
  const open: (() => Promise<void>)[] = []

  async function node(more: Partial<ServerOptions> = {}): Promise<TestServer> {
    const db = database.another()
    const auth = new Authentication({ db, clock, loader: people, secretKey: Buffer.alloc(32, 7) })
    await auth.ready
    const registry = buildRegistry([], [])
    const server = await buildServer({ db, clock, registry, auth, routes, client: CLIENT, title: '租运通', webRoot, ...options, ...more })
    open.push(async () => {
      auth.stop()
      await server.drain(2000)
    })
    return { ...server, db, clock, people, auth, signIn: (name) => signIn(server, name), another: node, close }
  }
  async function close(): Promise<void> {
    for (const stop of open.splice(0)) await stop()
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return node()
}

export const tokenForm = (fields: Record<string, string>) => ({
  method: 'POST' as const,
  url: '/api/oauth/token',
  headers: { authorization: BASIC, 'content-type': 'application/x-www-form-urlencoded' },
  payload: new URLSearchParams({ grant_type: 'password', clientType: '2', ...fields }).toString(),
})

async function signIn(server: HttpServer, username: string): Promise<string> {
  const answer = await server.app.inject(tokenForm({ username, password: PASSWORD }))
  if (answer.statusCode !== 200) throw new Error(`login of ${username}: ${answer.body}`)
  return `bearer ${(answer.json() as { access_token: string }).access_token}`
}
