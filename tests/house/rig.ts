/** The whole product behind its HTTP edge, on a database of its own, without a socket: for checks over all routes and entities. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Authentication } from '#kit/access/authentication.server.ts'
import type { Context } from '#kit/access/context.server.ts'
import { hashPassword } from '#kit/access/password.server.ts'
import { systemContext } from '#kit/access/system-context.server.ts'
import { ERRORS, AppError, type ErrorKind } from '#kit/basics/errors.ts'
import { systemClock } from '#kit/basics/time/clock.ts'
import type { Endpoint } from '#kit/database/connection/connection.server.ts'
import type { Database } from '#kit/database/connection/pool.server.ts'
import { isSealing } from '#kit/database/sealing.server.ts'
import { answered } from '#kit/entity/fixture/call.server.ts'
import { buildRegistry, type Registry } from '#kit/entity/registry.server.ts'
import type { Rate, RateClass } from '#kit/http/guards/rates.server.ts'
import type { Route } from '#kit/http/route.server.ts'
import { buildServer, type HttpServer } from '#kit/http/server.server.ts'
import { seedOperator } from '#modules/system/seed.server.ts'
import { preparedDatabase, testDatabase, type TestDatabase } from '#tests/database.ts'
import { install } from '../../src/composition/installation.server.ts'
import { modules } from '../../src/modules.ts'
import { servedModules } from '../../src/modules.server.ts'
import { allRoutes } from '../../src/composition/routes.server.ts'
import { FolderStore } from '#kit/files/store.server.ts'
import { StoredFiles } from '#kit/files/keeper.server.ts'
import { startServices } from '../../src/composition/services.server.ts'
import { CHINESE } from './sweep.ts'

export const UNBOUNDED: Rate = { burst: 1_000_000, perSecond: 1_000_000 }
const PASSWORD = 'Zhifu#2026ok'
const CLIENT = { id: 'console', secret: 'for tests only' }
const BASIC = `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}`

export interface Person {
  ctx: Context
  authorization: string
}
export interface Answer {
  status: number
  code: number
  message: string
  data: unknown
  text: string
  /** As sent: files. */
  bytes: Buffer
}
export interface Rig {
  db: Database
  /** Whoever owns the tables: for looks at what lies there. */
  owner: Endpoint
  /** Of this installation: its log is anchored by a key that is made of it. */
  secretKey: Buffer
  registry: Registry
  /** Where uploads lie, for tests that need one to be there. */
  files: StoredFiles
  /** Generated and written by hand, the kit's own session and OAuth routes excepted. */
  routes: readonly Route[]
  /** May do everything. */
  admin: Person
  /** The same of another operator company. */
  stranger: Person
  /** Signed in, nothing granted. */
  nobody: Person
  send(
    route: Pick<Route, 'method' | 'path'>,
    input: unknown,
    who: Person | null,
    headers?: Record<string, string>,
    from?: string,
  ): Promise<Answer>
  /** As the conformance bench wants it: data, or an error of the catalogue. */
  call: (path: string, input: Record<string, unknown>, who: Context) => Promise<unknown>
  /** Faults the server logged. */
  faults: object[]
  /** Every line it logged. */
  lines: object[]
  /** Its address on a socket of this machine, for programs that are run against it. */
  listen(): Promise<string>
  close(): Promise<void>
}

interface Made {
  db: Database
  registry: Registry
  server: HttpServer
}

async function person({ db, registry, server }: Made, operatorId: number, userId: number, username: string): Promise<Person> {
  const credentials = new URLSearchParams({ grant_type: 'password', clientType: '2', username, password: PASSWORD }).toString()
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/oauth/token',
    headers: { authorization: BASIC, 'content-type': 'application/x-www-form-urlencoded' },
    payload: credentials,
  })
  if (answer.statusCode !== 200) throw new Error(`login of ${username}: ${answer.body}`)
  const base = systemContext({ db, clock: systemClock, registry, operatorId, requestId: 'rig' })
  const ctx: Context = { ...base, user: { ...base.user, id: userId, username, name: username }, source: 'form' }
  return { ctx, authorization: `bearer ${(answer.json() as { access_token: string }).access_token}` }
}

/** An account as an administrator would make it, with a password we know. */
async function account(db: Database, operatorId: number, username: string, isAdmin: boolean): Promise<number> {
  const passwordHash = await hashPassword(PASSWORD)
  return db.write(operatorId, async (tx) => {
    const dept =
      (await tx.selectFrom('dept').select('id').where('operatorId', '=', operatorId).executeTakeFirst()) ??
      (await tx
        .insertInto('dept')
        .values({ operatorId, name: '总部', code: 'hq', idx: 0 } as never)
        .returning('id')
        .executeTakeFirstOrThrow())
    const values = {
      operatorId,
      username,
      name: username,
      status: 'active',
      mobile: '13800000000',
      dept: dept.id,
      customerType: 'staff',
      carrier: false,
      isAdmin,
    }
    const { id } = await tx
      .insertInto('user')
      .values(values as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('credential').values({ userId: id, operatorId, username, passwordHash, isFirst: false }).execute()
    return id
  })
}

function answerOf(status: number, bytes: Buffer): Answer {
  const text = bytes.toString()
  try {
    const body = JSON.parse(text) as Partial<Answer>
    return { status, code: body.code ?? status, message: body.message ?? '', data: body.data ?? null, text, bytes }
  } catch {
    return { status, code: status, message: '', data: null, text, bytes }
  }
}

/** As it travels: the query of a GET, the body of a POST. */
export function wireText(method: Route['method'], input: unknown): string {
  if (method === 'GET') return new URLSearchParams(Object.entries((input ?? {}) as Record<string, string>)).toString()
  return typeof input === 'string' ? input : JSON.stringify(input ?? {})
}

const kindOf = (code: number): ErrorKind => (Object.entries(ERRORS).find(([, e]) => e.code === code)?.[0] ?? 'fault') as ErrorKind

/** Who is who on the database of a rig. */
interface Accounts {
  first: number
  second: number
  admin: number
  stranger: number
  nobody: number
}

/** The product installed for a first company, and a second one beside it. */
async function twoCompanies(db: Database, registry: Registry): Promise<Accounts> {
  await install({ db, clock: systemClock, registry, adminPassword: PASSWORD })
  const first = await db.read(null, async (tx) => (await tx.selectFrom('operator').select('id').orderBy('id').executeTakeFirstOrThrow()).id)
  const admin = await db.read(first, (tx) => tx.selectFrom('user').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow())
  const second = await db.write(
    null,
    async (tx) =>
      (await tx.insertInto('operator').values({ name: '另一家公司', shortName: null }).returning('id').executeTakeFirstOrThrow()).id,
  )
  await db.write(second, (tx) => seedOperator(tx, second, registry))
  return {
    first,
    second,
    admin: admin.id,
    stranger: await account(db, second, 'stranger', true),
    nobody: await account(db, first, 'nobody', false),
  }
}

/** Sealed with keys of this file, a database is of use to no other. */
async function ownDatabase(registry: Registry): Promise<{ base: TestDatabase; known: Accounts }> {
  const base = await testDatabase()
  return { base, known: await twoCompanies(base.db, registry) }
}

/** `rates`: of classes that are bounded as in the product unless a test asks for more calls than they let through. */
export async function startRig(rates: Partial<Record<RateClass, Rate>> = {}): Promise<Rig> {
  const registry = buildRegistry(modules, servedModules)
  const { base, known } = isSealing()
    ? await ownDatabase(registry)
    : await preparedDatabase('two companies', (db) => twoCompanies(db, registry))
  const { db } = base
  const folder = mkdtempSync(join(tmpdir(), 'zyt-rig-'))
  const services = startServices(new StoredFiles(new FolderStore(folder)), db, () => {})
  const secretKey = randomBytes(32)
  const { routes, loader } = allRoutes({ db, clock: systemClock, registry, services, oauthClient: CLIENT, secretKey })
  const auth = new Authentication({ db, clock: systemClock, loader, secretKey })
  await auth.ready
  const faults: object[] = []
  const lines: object[] = []
  const free = UNBOUNDED
  const server = await buildServer({
    db,
    clock: systemClock,
    registry,
    auth,
    routes: routes.map(answered),
    client: CLIENT,
    title: '租运通',
    webRoot: folder,
    rates: { user: free, anonymous: free, login: free, form: free, costly: free, export: free, ...rates },
    log(level, message, details) {
      lines.push({ message, ...details })
      if (level === 'error') faults.push({ message, ...details })
    },
  })
  const made = { db, registry, server }
  const people = {
    admin: await person(made, known.first, known.admin, 'admin'),
    stranger: await person(made, known.second, known.stranger, 'stranger'),
    nobody: await person(made, known.first, known.nobody, 'nobody'),
  }
  const send: Rig['send'] = async ({ method, path }, input, who, headers = {}, from = '127.0.0.1') => {
    const text = input instanceof Uint8Array ? '' : wireText(method, input)
    const answer = await server.app.inject({
      method,
      remoteAddress: from,
      url: method === 'GET' && text ? `${path}?${text}` : path,
      headers: {
        ...(who ? { authorization: who.authorization } : {}),
        ...(method === 'POST' ? { 'idempotency-key': randomUUID(), 'content-type': 'application/json' } : {}),
        ...headers,
      },
      // Bytes of an upload travel as they are.
      ...(method === 'POST' ? { payload: input instanceof Uint8Array ? Buffer.from(input) : text } : {}),
    })
    return answerOf(answer.statusCode, answer.rawPayload)
  }
  // Reading comes before an action of the same name (上架 is `list` too).
  const byPath = new Map(routes.toReversed().map((r) => [r.path, r]))
  return {
    db,
    owner: base.owner,
    secretKey,
    registry,
    files: services.files,
    routes,
    faults,
    lines,
    ...people,
    send,
    async call(path, input, ctx) {
      const route = byPath.get(`/api/v1/${path}`)
      if (!route) throw new AppError('absent', `no route ${path}`)
      const who = Object.values(people).find((p) => p.ctx === ctx)!
      const answer = await send(route, input, who)
      if (answer.code === 200) return answer.data
      if (!CHINESE.test(answer.message)) throw new Error(`${path} is refused without a sentence: ${answer.text.slice(0, 160)}`)
      throw new AppError(kindOf(answer.code), answer.message, answer.data)
    },
    listen: () => server.app.listen({ port: 0, host: '127.0.0.1' }),
    async close() {
      auth.stop()
      await server.drain(2000)
      await services.stop()
      await base.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
