/** The HTTP server: limits, headers, routes, pages. Nothing here knows a business word. */
import compress from '@fastify/compress'
import fastify, { type FastifyInstance } from 'fastify'
import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { asText } from '../basics/text.ts'
import { addOauth, type OauthClient } from './sign-in/oauth.server.ts'
import { wayRoutes } from './sign-in/ways/way-routes.server.ts'
import { sessionRoutes } from './sign-in/session-routes.server.ts'
import { everyRouteHasARight } from '../access/authorise.ts'
import type { Authentication } from '../access/authentication.server.ts'
import type { Context } from '../access/context.server.ts'
import type { Clock } from '../basics/time/clock.ts'
import { AppError } from '../basics/errors.ts'
import type { Database } from '../database/connection/pool.server.ts'
import { limitCrowds } from './guards/crowd.server.ts'
import { answerTo } from './errors.server.ts'
import { addEvents } from './sending/events.server.ts'
import { Idempotency } from './idempotency.server.ts'
import { BODY_LIMITS, parseJson, parseQuery, QUERY_LIMITS } from './guards/limits.ts'
import { addApiPages } from './openapi.server.ts'
import { addOperations, Measures, type Health, type MeasureAccess } from './operations.server.ts'
import { addPages, type PagesOptions } from './pages.server.ts'
import { Rates, type Rate, type RateClass } from './guards/rates.server.ts'
import { addressOf, type Edge } from './requests.server.ts'
import type { Route } from './route.server.ts'
import { addSecurity } from './guards/security.server.ts'
import { addRoutes, NORMAL_BODY, sendText } from './serve.server.ts'

export interface ServerOptions {
  db: Database
  clock: Clock
  registry: Context['registry']
  auth: Authentication
  routes: readonly Route[]
  client: OauthClient
  title: string
  webRoot: string
  release?: () => Promise<string | null>
  /** What pages of a host may load from elsewhere. */
  sources?: PagesOptions['sources']
  /** Figures of other parts of the process, for /metrics. */
  measures?: () => Record<string, number>
  measureAccess?: MeasureAccess
  /** Addresses of proxies whose X-Forwarded-* is believed. Empty: nobody's. */
  trustProxy?: readonly string[]
  /** Connections one address may hold; this machine and named proxies are not counted. */
  perAddress?: number
  rates?: Partial<Record<RateClass, Rate>>
  log?: (level: 'debug' | 'info' | 'warn' | 'error', message: string, details?: object) => void
}

export interface HttpServer {
  readonly app: FastifyInstance
  /** Housekeeping, to be called now and then by one of the nodes. */
  prune(): Promise<void>
  /** Stop accepting, finish what runs (at most `ms`), close. */
  drain(ms: number): Promise<void>
}

const CONNECTIONS_PER_ADDRESS = 1000
const MAX_HEADER_BYTES = 64 * 1024
const BIG_KEYS = 1_000_000

export async function buildServer(options: ServerOptions): Promise<HttpServer> {
  const { db, clock, registry, auth } = options
  const edge: Edge = { db, clock, registry, auth, rates: new Rates(options.rates) }
  const routes = [...sessionRoutes(auth, options.title), ...wayRoutes(auth), ...options.routes]
  const problems = everyRouteHasARight(routes)
  if (problems.length > 0) throw new Error(`routes: ${problems.join('; ')}`)

  const app = makeApp(options)
  limitCrowds(app.server, options.perAddress ?? CONNECTIONS_PER_ADDRESS, options.trustProxy)
  const health: Health = { draining: false }
  const idempotency = new Idempotency(db, registry.ports.vault)
  addErrors(app, options)
  addSecurity(app)
  addLimits(app)
  addLog(app, options)
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], globalDecompression: false })
  addOperations(app, edge, new Measures(options.measures), health, options.measureAccess ?? {})
  addEvents(app, edge)
  addApiPages(app, edge, routes, `${options.title}接口`)
  await addOauth(app, edge, options.client)
  await addRoutes(app, edge, idempotency, routes)
  await addPages(app, {
    edge,
    webRoot: options.webRoot,
    release: options.release ?? (async () => null),
    ...(options.sources ? { sources: options.sources } : {}),
  })
  app.addHook('onClose', async () => idempotency.stop())
  return {
    app,
    async prune() {
      await idempotency.prune()
      await auth.prune()
    },
    drain: (ms) => drain(app, health, ms),
  }
}

function makeApp(options: ServerOptions): FastifyInstance {
  return fastify({
    logger: false,
    genReqId: () => randomBytes(6).toString('hex'),
    bodyLimit: NORMAL_BODY,
    trustProxy: options.trustProxy?.length ? [...options.trustProxy] : false,
    // Time to send a request; a body drop by drop must not hold a connection for ever.
    requestTimeout: 120_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // More than our own limit, so that a long address gets our sentence instead of a closed connection.
    http: { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: 30_000 },
    // Ours throws, and inside the router nobody would catch: the hook of addLimits parses instead.
    routerOptions: { querystringParser: () => ({}), ignoreTrailingSlash: false, caseSensitive: true },
    clientErrorHandler(error, socket) {
      // The only place without a reply object: the request could not even be read.
      const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      // A browser opens connections ahead; an answer to no request would be taken for that of the next one, which it repeats when there is none.
      if (!socket.writable || (late && (socket as Socket).bytesRead === 0)) return void socket.destroy()
      const [code, reason, message] = late
        ? [408, 'Request Timeout', '请求未在规定时间内发完']
        : error.code === 'HPE_HEADER_OVERFLOW'
          ? [431, 'Request Header Fields Too Large', '请求地址或请求头过长']
          : [400, 'Bad Request', '请求格式不正确']
      const body = JSON.stringify({ code, message, data: null })
      socket.end(
        `HTTP/1.1 ${code} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
      )
    },
  })
}

function addErrors(app: FastifyInstance, { log }: ServerOptions): void {
  app.setErrorHandler((error, request, reply) => {
    const answer = answerTo(error, request.id)
    // The browser has gone; there is nobody to answer and nothing to mend.
    if (answer.fault && request.raw.destroyed && !reply.raw.writable) return
    if (answer.fault) {
      const { stack, message } = error as Error
      log?.('error', 'request failed', {
        id: request.id,
        route: request.routeOptions.url,
        message,
        stack,
        cause: asText((error as Error).cause),
      })
    }
    if (reply.raw.headersSent) return void reply.raw.destroy()
    return sendText(reply, answer.status, JSON.stringify(answer.body))
  })
}

function addLimits(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const { big, gate } = request.routeOptions.config.route ?? {}
    if (gate) request.sentBody = String(body)
    try {
      done(null, parseJson(String(body), big ? { ...BODY_LIMITS, maxKeys: BIG_KEYS } : BODY_LIMITS))
    } catch (error) {
      done(error as Error)
    }
  })
  app.addHook('onRequest', async (request) => {
    const at = request.url.indexOf('?')
    if (request.url.length > QUERY_LIMITS.maxBytes + 2048) throw new AppError('uriTooLong')
    request.query = parseQuery(at < 0 ? '' : request.url.slice(at + 1))
  })
}

function addLog(app: FastifyInstance, { log }: ServerOptions): void {
  if (!log) return
  app.addHook('onResponse', async (request, reply) => {
    // Query strings carry names and, below /api/oauth, passwords: the path is enough.
    const path = request.url.split('?', 1)[0]!.slice(0, 200)
    const details = {
      id: request.id,
      method: request.method,
      path,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ip: addressOf(request),
    }
    log('debug', 'request', { ...details, user: request.signedIn?.session.userId ?? null })
  })
}

async function drain(app: FastifyInstance, health: Health, ms: number): Promise<void> {
  health.draining = true
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))
  const closed = app.close()
  await Promise.race([closed, limit])
  clearTimeout(timer)
  app.server.closeAllConnections()
  await closed
}
