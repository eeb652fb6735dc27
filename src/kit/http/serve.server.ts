/** Registers routes: input, uploads, idempotency, envelope. */
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SignedIn } from '../access/authentication.server.ts'
import type { Context } from '../access/context.server.ts'
import { AppError, ERRORS, invalid } from '../basics/errors.ts'
import { answerTo } from './errors.server.ts'
import { sendDownload } from './sending/downloads.server.ts'
import { keyOf, hashBody, Idempotency, isClaim, type Attempt, type Caller, type StoredAnswer } from './idempotency.server.ts'
import { committedTogether, Replay } from './idempotency-single.server.ts'
import { findPoison } from './guards/limits.ts'
import { packedBody } from './sending/packing.server.ts'
import { admit, cancellable, closed, leavingSignal, makeContext, parseInput, slowDown, type Edge } from './requests.server.ts'
import { spooled, type Spooled } from './sending/spool.server.ts'
import { Streams } from './sending/events.server.ts'
import type { Asked, Download, EventStream, LetIn, Route, UploadedFile, Written } from './route.server.ts'

const BIG_BODY = 20 * 1024 * 1024
export const NORMAL_BODY = 1024 * 1024

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The declaration this was registered from. */
    route?: Route
  }
  interface FastifyRequest {
    signedIn: SignedIn | null
    /** Kept behind a gate only. */
    sentBody: string
  }
}

export async function addRoutes(app: FastifyInstance, edge: Edge, idempotency: Idempotency, routes: readonly Route[]): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: true })
  app.decorateRequest('signedIn', null)
  app.decorateRequest('sentBody', '')
  const streams = new Streams()
  // Before `close` waits for open connections, these must be gone.
  app.addHook('preClose', async () => streams.stop())
  for (const route of routes) {
    const input = closed(route.input)
    app.route({
      method: route.method,
      url: route.path,
      bodyLimit: route.big ? BIG_BODY : NORMAL_BODY,
      // The catalogue answers OPTIONS nowhere, and HEAD only of files that are read by parts: no CORS, no probing.
      exposeHeadRoute: route.head ?? false,
      config: { route },
      onRequest: async (request, reply) => {
        request.signedIn = await admit(edge, route, request, reply)
      },
      handler: async (request, reply) => {
        if (route.gate) return send(reply, await behindGate(edge, idempotency, { ...route, input }, request, reply))
        const { fields, files, given } = await contentOf(route, request)
        try {
          const value: Parsed = { input: await parseInput(input, fields), files, given }
          if (needsKey(route)) return send(reply, await once(edge, idempotency, route, request, reply, value))
          const result = await call(edge, route, request, reply, value, edge.db)
          if (!isStream(result)) return send(reply, outcomeOf(result))
          streams.start(edge, request, reply, result)
          return reply
        } finally {
          await forget(files)
        }
      },
    })
  }
}

/** Who calls is decided over the bytes that were sent; only then are they read as inputs, under the caller's own keys. */
async function behindGate(
  edge: Edge,
  idempotency: Idempotency,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Outcome> {
  const [path = '', query = ''] = request.url.split('?', 2)
  const asked: Asked = {
    method: route.method,
    path,
    query,
    body: request.sentBody,
    header: headerOf(request),
    ctx: makeContext(edge, request, null, edge.db),
    take: (kind, who) => slowDown(reply, edge.rates.take(kind, who)),
    known: (link, good) => edge.rates.know(link, good),
  }
  const answer = await route.gate!(asked, async (caller) => {
    const { fields, files } = await contentOf(route, request)
    const sent = caller.fields ?? fields
    const value: Parsed = {
      input: await parseInput(route.input, typeof sent === 'object' ? { ...sent, ...(request.params as object) } : sent),
      files,
      given: undefined,
      caller,
    }
    if (!needsKey(route)) return outcomeOf(await call(edge, route, request, reply, value, edge.db))
    return once(edge, idempotency, { ...route, path }, request, reply, value)
  })
  return answer as Outcome
}

const needsKey = (route: Route): boolean => route.method === 'POST' && !route.safe && !route.path.startsWith('/api/oauth/')

interface Content {
  fields: unknown
  files: UploadedFile[]
  given?: Context['given']
}

/** What a module had asked back for (code 40103 with `ask`) comes beside the inputs, which know nothing of it. */
function splitGiven(body: object): Content {
  if (Array.isArray(body) || !Object.hasOwn(body, '$given')) return { fields: body, files: [] }
  const { $given: given, ...fields } = body as Record<string, unknown>
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw invalid('申请表的内容不正确，请刷新页面后重新填写')
  return { fields, files: [], given: given as Record<string, unknown> }
}

/** Said twice, both have to say the same. A body that is no object stays what it is, for the route's own check to refuse. */
function withQuery(request: FastifyRequest): object {
  const [query, body] = [request.query as Record<string, unknown>, (request.body ?? {}) as Record<string, unknown>]
  if (typeof body !== 'object' || Array.isArray(body)) return body
  const other = Object.keys(query).find((name) => Object.hasOwn(body, name) && body[name] !== query[name])
  if (other) throw invalid({ [other]: '地址与内容中的值不一致' })
  return { ...query, ...body }
}

/** What the reader of a form says when its bytes end early or are none: the sender's doing, no fault of ours. */
const BROKEN_BODY = /unexpected end of multipart data|^Multipart: Boundary not found/i

async function contentOf(route: Route, request: FastifyRequest): Promise<Content> {
  if (route.method === 'GET') return { fields: { ...(request.query as object) }, files: [] }
  if (!route.upload) return splitGiven(route.inQuery ? withQuery(request) : (request.body ?? {}))
  const { maxBytes, maxFiles, toDisk } = route.upload
  const fields: Record<string, string> = Object.create(null)
  const files: UploadedFile[] = []
  const limits = {
    fileSize: maxBytes,
    files: maxFiles,
    fields: 50,
    fieldSize: 65_536,
    fieldNameSize: 100,
    parts: 50 + maxFiles,
    headerPairs: 50,
  }
  try {
    for await (const part of request.parts({ limits })) {
      if (!part.fieldname) throw invalid('上传的字段没有名称')
      if (part.type === 'file') files.push(toDisk ? await spooled(part, () => new AppError('tooLarge')) : await held(part))
      else if (part.fieldnameTruncated || part.valueTruncated) throw new AppError('tooLarge')
      else if (part.fieldname in fields) throw invalid({ [part.fieldname]: '重复' })
      else fields[part.fieldname] = String(part.value)
    }
  } catch (error) {
    await forget(files)
    throw error instanceof Error && BROKEN_BODY.test(error.message) ? invalid('上传的内容不完整，请重新上传') : error
  }
  const poison = findPoison(fields)
  if (!poison && files.length > 0) return { fields: { ...fields }, files }
  await forget(files)
  throw invalid(poison ?? '请选择要上传的文件')
}

async function held(part: MultipartFile): Promise<UploadedFile> {
  const data = await part.toBuffer()
  return { fileName: part.filename ?? '', mime: part.mimetype, data, size: data.length }
}

/** What lies on the disk for this request only. */
const forget = async (files: readonly (UploadedFile & Partial<Spooled>)[]): Promise<void> =>
  void (await Promise.all(files.flatMap((file) => (file.dispose ? [file.dispose()] : []))))

interface Parsed {
  input: unknown
  files: UploadedFile[]
  given: Context['given']
  /** Let in by the gate of its route. */
  caller?: LetIn
}
const headerOf =
  (request: FastifyRequest) =>
  (name: string): string | null => {
    const value = request.headers[name.toLowerCase()]
    return typeof value === 'string' ? value : null
  }
/** By what a visitor is told from another has to be named: keys against doubling go by it, and tests ask with another's. */
const isNamed = (route: Route): boolean => route.right === 'public' && !route.gate
const namedHeaderOf =
  (route: Route, request: FastifyRequest) =>
  (name: string): string | null => {
    if (!route.tokens?.some((own) => own.toLowerCase() === name.toLowerCase()))
      throw new Error(`${route.method} ${route.path} reads the header ${name} and does not name it (tokens)`)
    return headerOf(request)(name)
  }
function call(
  edge: Edge,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  { input, files, given, caller }: Parsed,
  db: Edge['db'],
): Promise<unknown> {
  const signal = leavingSignal(reply)
  const open = cancellable(db, signal)
  const ctx = caller ? { ...caller.ctx, db: open } : makeContext(edge, request, request.signedIn, open, given)
  return route.handler(ctx, input, {
    files,
    signal,
    header: isNamed(route) ? namedHeaderOf(route, request) : headerOf(request),
    host: request.host,
    ...(request.signedIn ? { signedIn: request.signedIn } : {}),
  })
}

const isDownload = (value: unknown): value is Download =>
  typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'download' && 'body' in value

const isStream = (value: unknown): value is EventStream =>
  typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'events' && 'open' in value

const isWritten = (value: unknown): value is Written =>
  typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'written' && 'json' in value

const HEAD = JSON.stringify({ code: ERRORS.ok.code, message: ERRORS.ok.message }).slice(0, -1)
const textOf = (data: unknown): string => `${HEAD},"data":${isWritten(data) ? data.json : JSON.stringify(data ?? null)}}`

export function sendText(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(packedBody(reply, body))
}

/** What is to be sent. Not the reply itself: a reply is awaitable, and would be waited for at every level it passes. */
type Outcome = Download | (StoredAnswer & { replayed?: boolean })

const outcomeOf = (result: unknown): Outcome => (isDownload(result) ? result : { status: 200, body: textOf(result) })

function send(reply: FastifyReply, outcome: Outcome): FastifyReply {
  if (isDownload(outcome)) return sendDownload(reply, outcome)
  if (outcome.replayed) reply.header('idempotent-replayed', 'true')
  return sendText(reply, outcome.status, outcome.body)
}

/** Under an Idempotency-Key: the stored answer, or the handler once. */
async function once(
  edge: Edge,
  idempotency: Idempotency,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  value: Parsed,
): Promise<Outcome> {
  const content = route.upload
    ? [JSON.stringify(value.input) ?? '', ...value.files.flatMap((file) => [file.fileName, (file as Partial<Spooled>).sha256 ?? file.data])]
    : [JSON.stringify(route.inQuery ? value.input : (request.body ?? null))]
  const { vault } = edge.registry.ports
  const header = headerOf(request)
  const caller: Caller = {
    // Of a partner's program only the gate knows who it is: its keys are its own.
    who: value.caller?.who,
    userId: request.signedIn?.session.userId ?? null,
    route: `${route.method} ${route.path}`,
    tokens: (route.tokens ?? []).map((name) => header(name) ?? ''),
  }
  const attempt: Attempt = {
    key: keyOf(vault, request.headers['idempotency-key'], caller),
    route: caller.route,
    bodyHash: hashBody(vault, content),
    operatorId: value.caller?.ctx.user.operatorId ?? request.signedIn?.session.operatorId ?? null,
    userId: caller.userId,
  }
  if (route.single) return inOneCommit(edge, route, request, reply, attempt, value)
  const begun = await idempotency.begin(attempt)
  if (!isClaim(begun)) return { ...begun, replayed: true }
  const guarded = route.resumes ? edge.db : idempotency.guard(edge.db, begun)
  const result = await call(edge, route, request, reply, value, guarded).catch(async (error: unknown) => {
    const { status, body } = answerTo(error, request.id)
    await idempotency.finish(begun, { status, body: JSON.stringify(body) })
    throw error
  })
  const outcome = outcomeOf(result)
  if (route.resumes) begun.applied = true
  // The answer is sent only after it is stored: whoever heard "done" can ask again and hears the same.
  await idempotency.finish(begun, isDownload(outcome) ? 'repeatable' : outcome)
  return outcome
}

async function inOneCommit(
  edge: Edge,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  attempt: Attempt,
  value: Parsed,
): Promise<Outcome> {
  const together = committedTogether(edge.db, edge.registry.ports.vault, attempt, (answer) => ({ status: 200, body: textOf(answer) }))
  try {
    const result = await call(edge, route, request, reply, value, together.db)
    return together.answer(result) ?? outcomeOf(result)
  } catch (error) {
    if (error instanceof Replay) return { ...error.answer, replayed: true }
    throw error
  }
}
