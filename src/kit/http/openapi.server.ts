/** The description of the API, made from the routes themselves, and a page to read it. Nothing in it is secret. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { z } from 'zod'
import { asText } from '../basics/text.ts'
import { rightsOf } from '../access/authorise.ts'
import { OAUTH_PATHS } from './sign-in/oauth.server.ts'
import { ERRORS } from '../basics/errors.ts'
import { eventsAnswer, fileAnswer } from './answers.server.ts'
import { addressOf, closed, slowDown, type Edge } from './requests.server.ts'
import type { Route } from './route.server.ts'

type Json = Record<string, unknown>

/** `parts` takes what a schema refers to: a reference is looked up from the root of the whole document. */
function schemaOf(route: Route, parts: Json = {}): Json {
  try {
    const { $schema: _, ...schema } = z.toJSONSchema(closed(route.input), { io: 'input', unrepresentable: 'any' }) as Json
    return hoisted(schema, partName(route), parts)
  } catch {
    return {} // a check that has no JSON Schema form; the sentence of the answer explains it
  }
}

const partName = (route: Route): string => route.path.split('/').slice(3).join('_')

/** What refers to itself (a node in a branch of a node) stands among the components, under a name of its route; rows of an entity under one name for all. */
function hoisted(schema: Json, owner: string, parts: Json): Json {
  if (!schema['$defs']) return schema
  const named = (name: string): string => (name.startsWith('row_') ? name : `${owner}${name}`)
  const text = JSON.stringify(schema).replaceAll(/"#\/\$defs\/(\w+)"/g, (_, name: string) => `"#/components/schemas/${named(name)}"`)
  const { $defs, ...rest } = JSON.parse(text) as Json
  for (const [name, part] of Object.entries($defs as Json)) parts[named(name)] = part
  return rest
}

/** What partners sign with keys we issue: their way of signing stands on the page. Other gates (notices of a supplier) have ways of their own. */
const isOpen = (route: Route): boolean => route.gate !== undefined && route.path.startsWith('/api/open/')

/** Behind a gate a part of the path may be an input. */
const inPath = (route: Route): string[] => [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name!)

function parametersOf(route: Route, schema: Json): Json[] {
  const required = new Set((schema['required'] as string[] | undefined) ?? [])
  const path = inPath(route)
  return Object.entries((schema['properties'] as Json | undefined) ?? {})
    .filter(([name]) => route.method === 'GET' || route.inQuery || path.includes(name))
    .map(([name, value]) => ({ name, in: path.includes(name) ? 'path' : 'query', required: required.has(name), schema: value }))
}

/** What stands in the path or in the query does not have to stand in the body too. */
function bodyOf(route: Route, schema: Json): Json {
  const path = route.inQuery ? Object.keys((schema['properties'] as Json | undefined) ?? {}) : inPath(route)
  if (path.length === 0) return schema
  const properties = Object.fromEntries(
    Object.entries((schema['properties'] as Json | undefined) ?? {}).filter(([name]) => !path.includes(name)),
  )
  return { ...schema, properties, required: ((schema['required'] as string[] | undefined) ?? []).filter((name) => !path.includes(name)) }
}

function rightText(route: Route): string {
  if (isOpen(route)) return '以密钥签名调用，见对接指南'
  if (route.gate) return '凭签名调用'
  if (route.right === 'public') return '无需登录'
  if (route.right === 'signedIn') return '登录即可'
  return `需要权限：${rightsOf(route.right).join(' 或 ')}`
}

const idempotencyHeader: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  description: '同一标识的请求只执行一次，重复时返回第一次的结果',
}

/** The four headers of a signed call. */
const SIGNED: Json = Object.fromEntries(
  Object.entries({
    key: ['X-Zyt-Key', '密钥编号'],
    time: ['X-Zyt-Time', '秒，与服务器相差不超过 300'],
    nonce: ['X-Zyt-Nonce', '10 分钟内不重复'],
    sign: ['X-Zyt-Sign', 'HMAC-SHA256 的十六进制，内容为方法、路径、排序后的查询、时间、随机串与内容摘要，各占一行'],
  }).map(([name, [header, description]]) => [name, { type: 'apiKey', in: 'header', name: header, description }]),
)

const envelope: Json = {
  type: 'object',
  required: ['code', 'message', 'data'],
  properties: { code: { type: 'integer' }, message: { type: 'string' }, data: {} },
}

const known = new WeakMap<z.ZodType, Json>()
/** Many routes answer the same. */
function writtenDown(output: z.ZodType): Json {
  let data = known.get(output)
  if (!data) {
    const { $schema: _, ...schema } = z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }) as Json
    known.set(output, (data = schema))
  }
  return data
}

/** What a route says it answers stands in the envelope; the others show the envelope alone. */
function answerOf(route: Route, parts: Json): Json {
  if (!route.output) return { $ref: '#/components/responses/ok' }
  if (route.output === fileAnswer) return { description: '文件', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } }
  if (route.output === eventsAnswer) return { description: '事件流', content: { 'text/event-stream': { schema: { type: 'string' } } } }
  const data = writtenDown(route.output)
  const schema = {
    ...envelope,
    properties: { ...(envelope['properties'] as Json), data: hoisted(data, `${partName(route)}Answer`, parts) },
  }
  return { description: '成功', content: { 'application/json': { schema } } }
}

/** Refusals by their names: a sentence may be worded anew, its name stays. */
function refusalsOf(route: Route): Json {
  if (!route.reasons?.length) return {}
  const { code, message } = envelope['properties'] as Json
  const properties = { code, message, reason: { type: 'string', enum: route.reasons } }
  const schema = { type: 'object', required: ['code', 'message', 'reason'], properties }
  return { '422': { description: '业务拒绝，reason 是固定的原因码', content: { 'application/json': { schema } } } }
}

function operationOf(route: Route, parts: Json): Json {
  const schema = schemaOf(route, parts)
  const writes = route.method === 'POST' && !route.safe && !route.path.startsWith('/api/oauth/')
  const media = route.upload ? 'multipart/form-data' : 'application/json'
  return {
    summary: route.summary,
    description: rightText(route),
    tags: [route.path.split('/')[3] ?? 'api'],
    ...(isOpen(route) ? { security: [{ key: [], time: [], nonce: [], sign: [] }] } : route.right === 'public' ? { security: [] } : {}),
    parameters: [...parametersOf(route, schema), ...(writes ? [{ ...idempotencyHeader, required: isOpen(route) }] : [])],
    ...(route.method === 'POST'
      ? { requestBody: { content: { [media]: { schema: bodyOf(route, schema), ...(route.example ? { example: route.example } : {}) } } } }
      : {}),
    responses: { '200': answerOf(route, parts), ...refusalsOf(route), default: { $ref: '#/components/responses/error' } },
  }
}

/** In pieces, so that a server goes on answering others meanwhile. */
function* describing(routes: readonly Route[], title: string, version: string): Generator<void, Json> {
  const paths: Record<string, Json> = Object.fromEntries(Object.entries(OAUTH_PATHS).map(([path, item]) => [path, { ...item }]))
  const schemas: Json = {}
  for (const route of routes) {
    ;(paths[route.path.replaceAll(/:(\w+)/g, '{$1}')] ??= {})[route.method.toLowerCase()] = operationOf(route, schemas)
    yield
  }
  const codes = Object.values(ERRORS)
    .map((e) => `${e.code} ${e.message}`)
    .join('；')
  const content = { 'application/json': { schema: envelope } }
  return {
    openapi: '3.1.0',
    info: { title, version, description: `应答均为 {code, message, data}。返回码：${codes}` },
    security: [{ token: [] }],
    paths,
    components: {
      schemas,
      securitySchemes: { token: { type: 'http', scheme: 'bearer' }, client: { type: 'http', scheme: 'basic' }, ...SIGNED },
      responses: { ok: { description: '成功', content }, error: { description: '失败，message 说明原因', content } },
    },
  }
}

export function describeApi(routes: readonly Route[], title: string, version: string): Json {
  const work = describing(routes, title, version)
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}

async function describedApi(routes: readonly Route[], title: string): Promise<string> {
  const work = describing(routes, title, '1')
  let step = work.next()
  for (let n = 1; !step.done; n++) {
    if (n % 20 === 0) await setImmediate()
    step = work.next()
  }
  return JSON.stringify(step.value)
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const STYLE = `body{font:15px/1.6 system-ui,sans-serif;max-width:70rem;margin:0 auto;padding:1rem;color:#1f2328;background:#fff}
h2{margin-top:2rem;border-bottom:1px solid #d0d7de}details{border-bottom:1px solid #eaeef2;padding:.3rem 0}summary{cursor:pointer}
code{font-size:.9em}pre{background:#f6f8fa;padding:.6rem;overflow-x:auto}b.GET{color:#0a6b2d}b.POST{color:#8a4b00}table{border-collapse:collapse}td,th{border:1px solid #d0d7de;padding:.2rem .6rem;text-align:left}
@media(prefers-color-scheme:dark){pre{background:#161b22}body{color:#e6edf3;background:#0d1117}b.GET{color:#56d364}b.POST{color:#e3b341}h2,details,td,th{border-color:#30363d}}`

function fieldsTable(route: Route): string {
  const { properties = {}, required = [] } = schemaOf(route) as { properties?: Record<string, Json>; required?: string[] }
  const rows = Object.entries(properties).map(([name, value]) => {
    const type = Array.isArray(value['enum']) ? value['enum'].join(' | ') : asText(value['type'])
    return `<tr><td><code>${escape(name)}</code></td><td>${escape(type)}</td><td>${required.includes(name) ? '是' : ''}</td></tr>`
  })
  return rows.length === 0 ? '<p>无参数</p>' : `<table><tr><th>参数</th><th>类型</th><th>必填</th></tr>${rows.join('')}</table>`
}

/** Runs as it stands, once the first three lines say where and with which key. */
function exampleOf(route: Route): string {
  if (!isOpen(route)) return ''
  const body = route.example && route.method === 'POST' ? JSON.stringify(route.example) : ''
  const query = route.example && route.method === 'GET' ? String(new URLSearchParams(route.example as Record<string, string>)) : ''
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => `$${name.toUpperCase()}`)
  const lines = [
    `BASE=https://您的网址 KEY=密钥编号 SECRET=密钥${path.includes('$NO') ? ' NO=订单号' : ''}`,
    `BODY='${body}'; TIME=$(date +%s); NONCE=$(openssl rand -hex 12)`,
    `HASH=$(printf %s "$BODY" | openssl dgst -sha256 -r | cut -d' ' -f1)`,
    `SIGN=$(printf '%s\\n%s\\n%s\\n%s\\n%s\\n%s' ${route.method} "${path}" '${query}' "$TIME" "$NONCE" "$HASH" | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d' ' -f1)`,
    `curl -sS ${route.method === 'POST' ? `-X POST -H 'Content-Type: application/json' -H "Idempotency-Key: $NONCE" -d "$BODY" ` : ''}-H "X-Zyt-Key: $KEY" -H "X-Zyt-Time: $TIME" -H "X-Zyt-Nonce: $NONCE" -H "X-Zyt-Sign: $SIGN" "$BASE${path}${query && `?${query}`}"`,
  ]
  return `<pre><code>${lines.map(escape).join('\n')}</code></pre>`
}

function apiPage(routes: readonly Route[], title: string): string {
  const groups = Map.groupBy(routes, (route) => route.path.split('/').slice(0, 4).join('/'))
  const sections = [...groups].map(([prefix, list]) => {
    const items = list.map(
      (route) =>
        `<details><summary><b class="${route.method}">${route.method}</b> <code>${escape(route.path)}</code> ${escape(route.summary)}</summary>
<p>${escape(rightText(route))}${route.upload ? '；以 multipart/form-data 上传文件' : ''}</p>${fieldsTable(route)}${exampleOf(route)}</details>`,
    )
    return `<h2${list.some(isOpen) ? ' id="open"' : ''}><code>${escape(prefix)}</code></h2>${items.join('')}`
  })
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(title)}</title><style>${STYLE}</style></head><body><h1>${escape(title)}</h1>
<p>请求头 <code>Authorization: bearer 令牌</code>，令牌由 <code>POST /api/oauth/token</code> 取得；写操作请带 <code>Idempotency-Key</code>，重复提交才只执行一次。
机器可读的描述：<a href="/openapi.json">/openapi.json</a></p>${sections.join('')}</body></html>`
}

interface Packed {
  plain: Buffer
  gzip: Buffer
  br: Buffer
  etag: string
}
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
/** Once, off the main thread: compressing a megabyte for each stranger who asks held everybody else up. */
async function packed(text: string): Promise<Packed> {
  const plain = Buffer.from(text)
  const br = await brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
  return { plain, gzip: await gzipped(plain), br, etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"` }
}

function document(
  edge: Edge,
  mime: string,
  make: () => string | Promise<string>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  // Made at the first request: two hundred schemas are not part of a start.
  let made: Promise<Packed> | null = null
  return async (request, reply) => {
    slowDown(reply, edge.rates.take('document', addressOf(request)))
    made ??= Promise.resolve(make()).then(packed)
    const { etag, plain, ...smaller } = await made
    reply.headers({ 'cache-control': 'no-cache', etag, vary: 'accept-encoding' }).type(mime)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    const accepted = String(request.headers['accept-encoding'] ?? '')
    const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null
    if (encoding) return reply.header('content-encoding', encoding).send(smaller[encoding])
    return reply.send(plain)
  }
}

export function addApiPages(app: FastifyInstance, edge: Edge, routes: readonly Route[], title: string): void {
  const whole = { compress: false } as const
  app.get(
    '/openapi.json',
    whole,
    document(edge, 'application/json; charset=utf-8', () => describedApi(routes, title)),
  )
  app.get(
    '/api-docs',
    whole,
    document(edge, 'text/html; charset=utf-8', () => apiPage(routes, title)),
  )
}
