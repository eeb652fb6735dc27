/**
 * One PostgreSQL for all test files of a run, started when the first file asks for it. A migrated database serves as
 * template; a copy of it takes a tenth of a second, so every file has a database of its own. What many files begin with
 * (an installed product, a small company) the first of them puts into a database that is copied for the others.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TestProject } from 'vitest/node'
import { withClient, type Endpoint } from '#kit/database/connection/connection.server.ts'
import { migrate } from '#kit/database/migrate.server.ts'
import { APP_ROLE, OWNER_ROLE } from '#kit/database/embedded/cluster.server.ts'
import { STRUCTURE } from '../src/composition/structure.server.ts'
import { startPostgres, type EmbeddedPostgres } from '#kit/database/embedded/postgres.server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testCluster: string
  }
}

export interface DatabaseAddress {
  name: string
  owner: object
  app: object
  root: object
}

/** A copy of what was prepared under a name, and what whoever prepared it wrote down; `fresh`: it is for the caller to prepare. */
export interface PreparedAddress extends DatabaseAddress {
  fresh: boolean
  known: string
}

const TEMPLATE = 'template_migrated'

const on =
  (endpoint: Endpoint, database: string): Endpoint =>
  () => ({ ...endpoint(), database })

/** As on the product's own database; see kit/database/embedded/postgres.server.ts. */
const trustLike = (root: Endpoint): Promise<unknown> =>
  withClient(root, (client) => client.query('alter function textlike(text, text) leakproof'))

class TestCluster {
  private readonly folder = mkdtempSync(join(tmpdir(), 'zyt-tests-'))
  private server: Promise<EmbeddedPostgres> | null = null
  private template: Promise<void> | null = null
  // CREATE DATABASE … TEMPLATE takes one turn at a time.
  private turn: Promise<unknown> = Promise.resolve()
  private count = 0
  private readonly prepared = new Map<string, PromiseWithResolvers<{ database: string; known: string }>>()

  constructor() {
    chmodSync(this.folder, 0o711) // the account of PostgreSQL must pass
  }

  private started(): Promise<EmbeddedPostgres> {
    this.server ??= startPostgres({ dataDir: this.folder, durable: false })
    return this.server
  }

  private async makeTemplate({ root, owner }: EmbeddedPostgres): Promise<void> {
    await withClient(root, (client) => client.query(`create database ${TEMPLATE} owner ${OWNER_ROLE}`))
    await trustLike(on(root, TEMPLATE))
    await migrate({ ...STRUCTURE, owner: on(owner, TEMPLATE), appRole: APP_ROLE })
  }

  create(like: 'migrated' | 'empty' | { copyOf: string }): Promise<DatabaseAddress> {
    const empty = like === 'empty'
    const made = this.turn.then(async () => {
      const server = await this.started()
      if (!empty) await (this.template ??= this.makeTemplate(server))
      const name = `test_${++this.count}`
      const template = empty ? 'template0' : like === 'migrated' ? TEMPLATE : like.copyOf
      await withClient(server.root, (client) => client.query(`create database ${name} template ${template} owner ${OWNER_ROLE}`))
      if (empty) await trustLike(on(server.root, name))
      return { name, owner: on(server.owner, name)(), app: on(server.app, name)(), root: on(server.root, name)() }
    })
    this.turn = made.catch(() => {})
    return made
  }

  /** Whoever asks first prepares; the others wait for that. */
  async copyOfPrepared(key: string): Promise<PreparedAddress> {
    const before = this.prepared.get(key)
    if (before) {
      const { database, known } = await before.promise
      return { ...(await this.create({ copyOf: database })), fresh: false, known }
    }
    const ready = Promise.withResolvers<{ database: string; known: string }>()
    // Nobody else may be waiting for it.
    ready.promise.catch(() => {})
    this.prepared.set(key, ready)
    return { ...(await this.create('migrated')), fresh: true, known: '' }
  }

  /** `database` holds what belongs to this key from now on, and nobody is connected to it any more. */
  isPrepared(key: string, database: string, known: string): void {
    this.prepared.get(key)?.resolve({ database, known })
  }

  /** The next one that asks tries again. */
  isNotPrepared(key: string, reason: string): void {
    this.prepared.get(key)?.reject(new Error(reason))
    this.prepared.delete(key)
  }

  async drop(name: string): Promise<void> {
    if (!/^test_\d+$/.test(name)) throw new Error(`not a test database: ${name}`)
    const { root } = await this.started()
    await withClient(root, (client) => client.query(`drop database if exists ${name} with (force)`))
  }

  async stop(): Promise<void> {
    await this.turn
    if (this.server) await (await this.server).stop()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = new TestCluster()
  const work = async (request: IncomingMessage): Promise<unknown> => {
    const [, path = '', name = '', database = ''] = (request.url ?? '').split('/').map(decodeURIComponent)
    if (path === 'drop') return cluster.drop(name)
    if (path === 'prepared') return cluster.copyOfPrepared(name)
    if (path === 'ready') return cluster.isPrepared(name, database, await text(request))
    if (path === 'failed') return cluster.isNotPrepared(name, await text(request))
    return cluster.create(path === 'empty' ? 'empty' : 'migrated')
  }
  const door = createServer((request, response) => {
    work(request).then(
      (answer) => response.end(JSON.stringify(answer ?? null)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  project.provide('testCluster', `http://127.0.0.1:${(door.address() as { port: number }).port}`)
  return async () => {
    door.closeAllConnections()
    door.close()
    await cluster.stop()
  }
}
