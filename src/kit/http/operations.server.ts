/** For whoever runs the product: is it alive, is it ready, how is it doing. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Edge } from './requests.server.ts'
import { grantsOf, tokenOf } from './requests.server.ts'
import { mayCall } from '../access/authorise.ts'
import { AppError, forbidden } from '../basics/errors.ts'
import { packedBody } from './sending/packing.server.ts'

const BUCKETS = [0.01, 0.05, 0.1, 0.3, 1, 3, 10, 30]
/** Of a route by itself only how often and how long, and only of those that took most of the time. */
const MOST_ROUTES = 30
const CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const

/** What a call does, told by the end of its path: as many as are named here, whatever there is of routes. */
const KINDS = ['bulk', 'report', 'list', 'detail', 'options', 'add', 'edit', 'delete', 'export', 'import', 'open', 'oauth'] as const
type Kind = (typeof KINDS)[number] | 'page' | 'other'
export function kindOfRoute(route: string): Kind {
  if (!route.startsWith('/api/')) return 'page'
  const parts = route.split('/').slice(2)
  return KINDS.find((kind) => parts[0] === kind || (parts[0] === 'v1' && parts.slice(1, 4).includes(kind))) ?? 'other'
}

interface Spent {
  count: number
  sum: number
}
interface Series extends Spent {
  buckets: number[]
  byClass: number[]
}

/**
 * Requests by what they do and how they end. Each route with each status was a histogram of its own: thousands of lines that a watcher asked
 * for every few seconds, put together again each time.
 */
export class Measures {
  private readonly kinds = new Map<Kind, Series>()
  private readonly routes = new Map<string, Spent & { kind: Kind }>()
  private readonly others: () => Record<string, number>

  constructor(others: () => Record<string, number> = () => ({})) {
    this.others = others
  }

  add(route: string, status: number, seconds: number): void {
    const own = this.routes.get(route) ?? { count: 0, sum: 0, kind: kindOfRoute(route) }
    own.count++
    own.sum += seconds
    this.routes.set(route, own)
    const kind = this.kinds.get(own.kind) ?? { count: 0, sum: 0, buckets: BUCKETS.map(() => 0), byClass: CLASSES.map(() => 0) }
    kind.count++
    kind.sum += seconds
    for (const [i, limit] of BUCKETS.entries()) if (seconds <= limit) kind.buckets[i]!++
    kind.byClass[Math.min(3, Math.max(0, Math.floor(status / 100) - 2))]!++
    this.kinds.set(own.kind, kind)
  }

  text(): string {
    const lines = ['# TYPE http_request_duration_seconds histogram']
    for (const [kind, { count, sum, buckets }] of this.kinds) {
      const key = `kind="${kind}"`
      for (const [i, limit] of BUCKETS.entries()) lines.push(`http_request_duration_seconds_bucket{${key},le="${limit}"} ${buckets[i]}`)
      lines.push(`http_request_duration_seconds_bucket{${key},le="+Inf"} ${count}`)
      lines.push(`http_request_duration_seconds_sum{${key}} ${sum.toFixed(6)}`, `http_request_duration_seconds_count{${key}} ${count}`)
    }
    lines.push('# TYPE http_requests_total counter')
    for (const status of CLASSES) {
      const count = [...this.kinds.values()].reduce((all, { byClass }) => all + byClass[CLASSES.indexOf(status)]!, 0)
      lines.push(`http_requests_total{status="${status}"} ${count}`)
    }
    const most = [...this.routes].toSorted(([, a], [, b]) => b.sum - a.sum).slice(0, MOST_ROUTES)
    lines.push(
      '# TYPE http_route_seconds_total counter',
      ...most.map(([route, { sum }]) => `http_route_seconds_total{route="${route}"} ${sum.toFixed(6)}`),
    )
    lines.push(
      '# TYPE http_route_requests_total counter',
      ...most.map(([route, { count }]) => `http_route_requests_total{route="${route}"} ${count}`),
    )
    for (const [name, value] of Object.entries(this.others())) lines.push(gauge(name, value))
    return lines.join('\n')
  }
}

const gauge = (name: string, value: number): string => `# TYPE ${name} gauge\n${name} ${value}`

function processText(edge: Edge, lag: { percentile(n: number): number }): string {
  const memory = process.memoryUsage()
  const pool = edge.db.state()
  return [
    gauge('process_resident_memory_bytes', memory.rss),
    gauge('process_heap_used_bytes', memory.heapUsed),
    gauge('process_uptime_seconds', Math.round(process.uptime())),
    gauge('event_loop_lag_p99_seconds', lag.percentile(99) / 1e9),
    gauge('database_connections', pool.total),
    gauge('database_connections_idle', pool.idle),
    gauge('database_waiting_requests', pool.waiting),
  ].join('\n')
}

/** This machine and no proxy in between: behind one, every visitor would look local. */
function isLocal(request: FastifyRequest): boolean {
  const { headers } = request
  const forwarded = headers['x-forwarded-for'] ?? headers['forwarded'] ?? headers['via'] ?? headers['x-real-ip']
  return forwarded === undefined && /^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '')
}

/** Who may read the figures, which are those of the whole installation. */
export interface MeasureAccess {
  /** The screen that shows them, of the platform; without one every administrator may. */
  right?: string
  /** For a watcher on another machine, which has no session. */
  token?: string | null
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

async function mayMeasure(edge: Edge, request: FastifyRequest, { right, token = null }: MeasureAccess): Promise<boolean> {
  const given = tokenOf(request.headers.authorization)
  if (!given) return false
  if (token !== null && timingSafeEqual(digest(given), digest(token))) return true
  const signedIn = await edge.auth.recognise(given, false)
  if (!signedIn || signedIn.loaded.user.isFirst) return false
  return right === undefined ? signedIn.loaded.user.isAdmin : mayCall({ method: 'GET', path: '/metrics', right }, grantsOf(signedIn))
}

export interface Health {
  /** Set when stopping: a load balancer looks away before connections are refused. */
  draining: boolean
}

export function addOperations(app: FastifyInstance, edge: Edge, measures: Measures, health: Health, may: MeasureAccess): void {
  const lag = monitorEventLoopDelay({ resolution: 20 })
  lag.enable()
  app.addHook('onClose', async () => lag.disable())
  app.addHook('onResponse', async (request, reply) => {
    measures.add(request.routeOptions.url ?? 'other', reply.statusCode, reply.elapsedTime / 1000)
  })
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (health.draining) throw new AppError('busy', '服务正在停止')
    await edge.db.read(null, (db) => db.selectFrom('operator').select('id').limit(1).execute())
    return { status: 'ready' }
  })
  app.get('/metrics', { compress: false }, async (request, reply) => {
    if (!isLocal(request) && !(await mayMeasure(edge, request, may))) throw forbidden()
    reply.header('cache-control', 'no-store').header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
    return reply.send(packedBody(reply, `${measures.text()}\n${processText(edge, lag)}\n`))
  })
}
