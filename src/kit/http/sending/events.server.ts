/**
 * Server-sent events: what concerns a user, as it happens. Published with the transaction that causes it, delivered
 * by PostgreSQL to every node. An event says only that something is new; whoever hears it asks for the content with
 * their own rights, so nothing can leak through here.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ServerResponse } from 'node:http'
import type { Database, WriteTools } from '../../database/connection/pool.server.ts'
import { AppError } from '../../basics/errors.ts'
import { recognise, tokenOf, type Edge } from '../requests.server.ts'
import type { EventStream } from '../route.server.ts'

export interface LiveEvent {
  operatorId: number
  /** Null: everybody of the operator. */
  userIds: readonly number[] | null
  /** Word of the event, e.g. `message`, `task`. */
  name: string
  /** Small: ids and counts. */
  data?: Record<string, string | number | boolean | null>
}

const CHANNEL = 'events'
const HEARTBEAT_MS = 15_000
const PER_USER = 8
const IN_ALL = 5000
/** A reader this far behind is dropped; it reconnects and asks anew. */
const MAX_BUFFERED = 64 * 1024

/** What `publish` sends, for a statement that sends it along with what it writes. */
export function noticeOf(event: LiveEvent): { channel: string; payload: string } {
  const text = JSON.stringify(event)
  // PostgreSQL carries 8,000 bytes. A list of receivers that is longer goes to everybody: it is only a hint.
  return { channel: CHANNEL, payload: Buffer.byteLength(text) < 7900 ? text : JSON.stringify({ ...event, userIds: null, data: {} }) }
}

export async function publish(tools: Pick<WriteTools, 'notify'>, event: LiveEvent): Promise<void> {
  const { channel, payload } = noticeOf(event)
  await tools.notify(channel, payload)
}

interface Reader {
  userId: number
  operatorId: number
  raw: ServerResponse
}

class Hub {
  private readonly readers = new Set<Reader>()
  private readonly subscription: { ready: Promise<unknown>; stop: () => void }

  constructor(db: Database) {
    this.subscription = db.listen(
      CHANNEL,
      (payload) => this.deliver(JSON.parse(payload) as LiveEvent),
      // Something may have been missed: everybody asks anew.
      () => this.send(() => true, 'refresh', {}),
    )
  }

  add(reader: Reader): void {
    const own = [...this.readers].filter((other) => other.userId === reader.userId)
    // The oldest gives way: a forgotten tab must not keep out the one in use.
    if (own.length >= PER_USER) this.remove(own[0]!)
    if (this.readers.size >= IN_ALL) throw new AppError('busy')
    this.readers.add(reader)
  }

  remove(reader: Reader): void {
    this.readers.delete(reader)
    reader.raw.end()
  }

  private deliver(event: LiveEvent): void {
    const concerns = (reader: Reader): boolean =>
      reader.operatorId === event.operatorId && (event.userIds === null || event.userIds.includes(reader.userId))
    this.send(concerns, event.name, event.data ?? {})
  }

  private send(concerns: (reader: Reader) => boolean, name: string, data: object): void {
    const text = `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
    for (const reader of this.readers) {
      if (!concerns(reader)) continue
      if (reader.raw.writableLength > MAX_BUFFERED) this.remove(reader)
      else reader.raw.write(text)
    }
  }

  stop(): void {
    this.subscription.stop()
    for (const reader of this.readers) this.remove(reader)
  }
}

export function addEvents(app: FastifyInstance, edge: Edge): void {
  const hub = new Hub(edge.db)
  // Before `close` waits for open connections, these must be gone.
  app.addHook('preClose', async () => hub.stop())
  app.get('/api/v1/events', { exposeHeadRoute: false }, async (request, reply) => {
    const signedIn = await recognise(edge, request, reply, true)
    if (!signedIn) throw new AppError('unauthenticated')
    const { userId, operatorId } = signedIn.session
    const reader: Reader = { userId, operatorId, raw: reply.raw }
    hub.add(reader)
    takeOver(edge, request, reply, { ...reader, onEnd: () => hub.remove(reader) })
  })
}

interface Taken {
  userId: number
  operatorId: number
  /** Called once, whoever ended it. */
  onEnd: () => void
  /** What is sent was decided by the rights it was opened with: when they change it ends, and who listens asks anew with those he has by then. */
  byRights?: boolean
}
/** From here on the connection carries events, as long as the session lives. */
function takeOver(edge: Edge, request: FastifyRequest, reply: FastifyReply, { userId, operatorId, onEnd, byRights = false }: Taken): void {
  const token = tokenOf(request.headers.authorization)!
  const { raw } = reply
  reply.hijack()
  const headers = Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]))
  raw.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    connection: 'close',
  })
  raw.write(': ok\n\n')
  const look = async (): Promise<void> => {
    // An ended session ends its stream too; while the database is away the stream stays.
    const alive = await edge.auth.recognise(token, false).then(Boolean, () => true)
    if (raw.writableEnded) return
    if (!alive) raw.write('event: ended\ndata: {}\n\n')
    if (alive && raw.writableLength <= MAX_BUFFERED) raw.write(': still here\n\n')
    else raw.end()
  }
  const heartbeat = setInterval(look, HEARTBEAT_MS)
  const rightsMoved = (): void => void (byRights && raw.end())
  const disconnect = edge.auth.connected({ userId, operatorId, look: () => void look(), rightsMoved })
  raw.once('close', () => {
    clearInterval(heartbeat)
    disconnect()
    onEnd()
  })
}

/** What a route may answer instead of data: events of its own, for one screen, as long as somebody looks at it. */
export class Streams {
  private readonly open = new Map<ServerResponse, number>()

  start(edge: Edge, request: FastifyRequest, reply: FastifyReply, stream: EventStream): void {
    if (!request.signedIn) throw new AppError('unauthenticated')
    const { userId, operatorId, accessVersion } = request.signedIn.session
    const { raw } = reply
    const own = [...this.open].filter(([, user]) => user === userId)
    if (own.length >= PER_USER) own[0]![0].end()
    if (this.open.size >= IN_ALL) throw new AppError('busy')
    this.open.set(raw, userId)
    const gone = new AbortController()
    const onEnd = (): void => {
      this.open.delete(raw)
      gone.abort()
    }
    takeOver(edge, request, reply, { userId, operatorId, onEnd, byRights: true })
    // They may have changed after this request was let in and before anybody could be told.
    void edge.auth.recognise(tokenOf(request.headers.authorization)!, false).then(
      (still) => still?.session.accessVersion === accessVersion || raw.end(),
      () => raw.end(),
    )
    const send = (name: string, data: unknown): boolean => {
      // Whoever cannot keep up gets less, not later: the caller skips a turn and sends what is true by then.
      if (raw.writableEnded || raw.writableLength > MAX_BUFFERED) return false
      raw.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
      return true
    }
    stream.open(send, gone.signal)
  }

  stop(): void {
    for (const raw of this.open.keys()) raw.end()
  }
}
