/** From a request to a call of a route's handler: who, may they, what exactly, once. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isWithin } from '../access/addresses.server.ts'
import { mayCall, type Grants } from '../access/authorise.ts'
import { sha256 } from '../access/link-token.server.ts'
import type { Authentication, SignedIn } from '../access/authentication.server.ts'
import type { Context } from '../access/context.server.ts'
import { accessOf } from '../access/loader.server.ts'
import type { Clock } from '../basics/time/clock.ts'
import { AppError, DEMANDS, forbidden, type Demand } from '../basics/errors.ts'
import type { Database } from '../database/connection/pool.server.ts'
import { Rates } from './guards/rates.server.ts'
import type { Route } from './route.server.ts'
import { sentenceOf } from './sentences.ts'

/** What all routes share; given once at the start. */
export interface Edge {
  db: Database
  clock: Clock
  registry: Context['registry']
  auth: Authentication
  rates: Rates
}

/** While the first-login flag stands, only these answer: the server does not rely on the console's page. */
const FIRST_LOGIN_PATHS: ReadonlySet<string> = new Set([
  '/api/v1/session/me',
  '/api/v1/session/password',
  '/api/auth/resources',
  '/api/oauth/logout',
])

/** And while the company waits for a second factor of somebody, only these. */
const ENROL_PATHS: ReadonlySet<string> = new Set([
  ...FIRST_LOGIN_PATHS,
  '/api/v1/session/totp',
  '/api/v1/session/totp/enrol',
  '/api/v1/session/totp/enable',
  '/api/v1/session/passkeys',
  '/api/v1/session/passkeys/challenge',
  '/api/v1/session/passkeys/add',
])

/** Not a lack of rights: something this person does first, on a page that the browser leads to. */
function demanded(what: Demand, sentence: string): AppError {
  const error = forbidden(sentence)
  error.reason = DEMANDS[what]
  return error
}

export function tokenOf(header: string | undefined): string | null {
  const [, token] = /^bearer ([\w-]{1,200})$/i.exec(header ?? '') ?? []
  return token ?? null
}

export function slowDown(reply: FastifyReply, seconds: number | null): void {
  if (seconds === null) return
  reply.header('retry-after', String(seconds))
  throw new AppError('tooMany')
}

/** Null: nobody signed in. A token that is given and not valid is an error, never an anonymous call. */
export async function recognise(edge: Edge, request: FastifyRequest, reply: FastifyReply, passive: boolean): Promise<SignedIn | null> {
  const header = request.headers.authorization
  if (header === undefined) {
    slowDown(reply, edge.rates.take('anonymous', addressOf(request)))
    return null
  }
  const token = tokenOf(header)
  const active = !passive && request.headers['x-background'] !== '1'
  const signedIn = token ? await edge.auth.recognise(token, active) : null
  if (!signedIn) {
    slowDown(reply, edge.rates.take('anonymous', addressOf(request)))
    throw new AppError('unauthenticated')
  }
  slowDown(reply, edge.rates.take('user', String(signedIn.session.userId)))
  return signedIn
}

export const grantsOf = ({ loaded }: SignedIn): Grants => ({
  isAdmin: loaded.user.isAdmin,
  can: (code) => loaded.grantedCodes.has(code),
  withheld: loaded.withheld,
  authUrls: loaded.authUrls,
})

/** A request that asks to come in; who it is, the first step says. */
interface Asking {
  readonly edge: Edge
  readonly route: Route
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  signedIn: SignedIn | null
}

/** Holds a link that opened something here before: what others of the same address do is none of his business. */
function isKnownHolder({ edge, request, route }: Asking): boolean {
  const token =
    route.gate?.holds && request.headers.authorization === undefined ? request.headers[route.gate.holds.toLowerCase()] : undefined
  return typeof token === 'string' && edge.rates.isKnown(sha256(token))
}

async function recognised(asking: Asking): Promise<void> {
  const { edge, request, reply, route } = asking
  if (isKnownHolder(asking)) return
  asking.signedIn = await recognise(edge, request, reply, route.passive ?? false)
}
function publicFormsSlowed({ edge, route, request, reply }: Asking): void {
  if (route.right !== 'public') return
  if (route.costly) slowDown(reply, edge.rates.take('costly', addressOf(request)))
  if (route.method === 'POST' && !route.safe && !route.gate) slowDown(reply, edge.rates.take('form', addressOf(request)))
}
function signedInUnlessPublic({ route, signedIn }: Asking): void {
  if (route.right !== 'public' && !signedIn) throw new AppError('unauthenticated')
}
/** A token that was carried elsewhere opens no more there than a password would. */
function addressAllowed({ route, request, signedIn }: Asking): void {
  const networks = signedIn?.loaded.networks ?? null
  if (route.right !== 'public' && networks !== null && !isWithin(networks, addressOf(request)))
    throw forbidden('管理员只能在「管理员登录地址」的网段内使用，当前地址不在其中，请回到允许的网络或联系安全管理员')
}
function firstPasswordChanged({ route, signedIn }: Asking): void {
  if (route.right !== 'public' && signedIn!.loaded.user.isFirst && !FIRST_LOGIN_PATHS.has(route.path))
    throw demanded('password', '首次登录请先修改密码')
}
function secondFactorEnrolled({ route, signedIn }: Asking): void {
  if (route.right !== 'public' && signedIn!.loaded.mustEnrol && !ENROL_PATHS.has(route.path))
    throw demanded('enrol', '公司要求启用两步验证，请先启用再继续')
}
async function rightHeld({ edge, route, request, signedIn }: Asking): Promise<void> {
  if (route.right === 'public' || mayCall(route, grantsOf(signedIn!))) return
  await edge.auth.noteOf(signedIn!, 'denied', addressOf(request), userAgentOf(request), `${route.method} ${route.path}`)
  throw forbidden()
}
function exportsSlowed({ edge, route, reply, signedIn }: Asking): void {
  if (route.right !== 'public' && route.path.endsWith('/export'))
    slowDown(reply, edge.rates.take('export', String(signedIn!.session.userId)))
}
function mediaExpected({ route, request }: Asking): void {
  if (route.method !== 'POST') return
  const type = request.headers['content-type']
  const empty = !request.headers['content-length'] || request.headers['content-length'] === '0'
  if (type === undefined) {
    if (empty && !request.headers['transfer-encoding'] && !route.upload) return
    throw new AppError('badMedia')
  }
  const wanted = route.upload ? 'multipart/form-data' : 'application/json'
  if (type.split(';')[0]!.trim().toLowerCase() !== wanted) throw new AppError('badMedia')
}

/** The way of a request to its body (docs/lifecycle.md): an anonymous caller cannot make us parse anything. */
export const REQUEST_WAY = [
  recognised,
  publicFormsSlowed,
  signedInUnlessPublic,
  addressAllowed,
  firstPasswordChanged,
  secondFactorEnrolled,
  rightHeld,
  exportsSlowed,
  mediaExpected,
] as const

export async function admit(edge: Edge, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<SignedIn | null> {
  const asking: Asking = { edge, route, request, reply, signedIn: null }
  for (const step of REQUEST_WAY) {
    const going = step(asking)
    if (going) await going
  }
  return asking.signedIn
}

/** The address of the connection (or what a trusted proxy says), IPv4 written as IPv4. */
export const addressOf = (request: FastifyRequest): string => request.ip.replace(/^::ffff:(?=\d+\.)/i, '')

export const userAgentOf = (request: FastifyRequest): string => String(request.headers['user-agent'] ?? '').slice(0, 300)

/** Objects are closed unless the route's author opened them on purpose. */
export function closed(input: z.ZodType): z.ZodType {
  return input instanceof z.ZodObject && input.def.catchall === undefined ? input.strict() : input
}

export async function parseInput(schema: z.ZodType, value: unknown): Promise<unknown> {
  const result = await schema.safeParseAsync(value, { error: sentenceOf })
  if (!result.success) throw result.error
  return result.data
}

/** Visitors of public routes: nobody, belonging to no operator, allowed nothing. */
const VISITOR: Context['user'] = {
  id: 0,
  username: '',
  name: '访客',
  operatorId: 0,
  deptId: null,
  storeIds: [],
  isAdmin: false,
  isFirst: false,
  customerType: '',
  carrier: false,
}
const NO_ACCESS: Context['access'] = { can: () => false, scopeOf: () => [], scopeText: () => '未登录' }

export function makeContext(
  edge: Edge,
  request: FastifyRequest,
  signedIn: SignedIn | null,
  db: Database,
  given?: Context['given'],
): Context {
  return {
    ...(given ? { given } : {}),
    user: signedIn?.loaded.user ?? VISITOR,
    access: signedIn ? accessOf(signedIn.loaded) : NO_ACCESS,
    db,
    clock: edge.clock,
    registry: edge.registry,
    ports: edge.registry.ports,
    requestId: request.id,
    ip: addressOf(request),
    userAgent: userAgentOf(request),
    // Browsers say which site started a request; programs do not.
    source: request.headers['sec-fetch-site'] === undefined ? 'api' : 'form',
  }
}

/** Aborted when the client leaves before the answer is complete. */
export function leavingSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new AppError('busy', '请求已取消'))
  })
  return controller.signal
}

/** Reading for a client that has left is stopped; a write goes on: what was sent is meant. */
export function cancellable(db: Database, signal: AbortSignal): Database {
  const bound = Object.create(db) as Database
  bound.read = (operatorId, work, options) => db.read(operatorId, work, { signal, ...options })
  return bound
}
