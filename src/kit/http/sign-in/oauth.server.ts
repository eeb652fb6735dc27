/**
 * The calls below /api/oauth, exactly as the customer's contract has them (section 7): Basic client authorization,
 * answers without envelope, errors in OAuth's shape with a Chinese sentence. Credentials may come in the query (the
 * contract) or in a form body (the console): a query ends up in the logs of whatever stands in between, a body does not.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'
import { AppError } from '../../basics/errors.ts'
import { maskPhone } from '../../basics/identifiers/mask.ts'
import { answerTo } from '../errors.server.ts'
import { parseQuery } from '../guards/limits.ts'
import { addressOf, tokenOf, userAgentOf, type Edge } from '../requests.server.ts'
import type { LoginOutcome, SecondStep, SignedIn } from '../../access/authentication.server.ts'
import type { LoadedUser } from '../../access/loader.server.ts'
import { systemContext } from '../../access/system-context.server.ts'

export interface OauthClient {
  id: string
  secret: string
}

class OauthError extends Error {
  readonly status: number
  readonly error: string
  /** What the second step may be done with. */
  readonly data: SecondStep | undefined
  constructor(status: number, error: string, message: string, data?: SecondStep) {
    super(message)
    this.status = status
    this.error = error
    this.data = data
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
const equal = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

function isClient(header: string | undefined, client: OauthClient): boolean {
  const [, encoded] = /^basic ([A-Za-z0-9+/=_-]{1,1000})$/i.exec(header ?? '') ?? []
  const text = Buffer.from(encoded ?? '', 'base64').toString('utf8')
  const at = text.indexOf(':')
  // Both are compared whatever the first says.
  const id = equal(text.slice(0, Math.max(at, 0)), client.id)
  return equal(text.slice(at + 1), client.secret) && id && at >= 0
}

function requireClient(request: FastifyRequest, reply: FastifyReply, client: OauthClient): void {
  if (isClient(request.headers.authorization, client)) return
  reply.header('www-authenticate', 'Basic realm="oauth"')
  throw new OauthError(401, 'invalid_client', '客户端认证失败')
}

/** Query or form, never both: which one counts would be a guess. */
function parametersOf(request: FastifyRequest): Record<string, string> {
  const query = request.query as Record<string, string>
  const form = (request.body ?? {}) as Record<string, string>
  const all = { ...query }
  for (const [name, value] of Object.entries(form)) {
    if (name in all) throw new OauthError(400, 'invalid_request', '参数重复')
    all[name] = value
  }
  return all
}

const flag = (value: boolean): string => (value ? '1' : '0')

function loginHeaders(token: string, loaded: LoadedUser): Record<string, string> {
  const { user } = loaded
  return {
    'Access-Token': token,
    'Token-Type': 'bearer',
    'Customer-Type': encodeURIComponent(user.customerType),
    Username: encodeURIComponent(user.username),
    'Is-First': flag(user.isFirst),
    Carrier: flag(user.carrier),
    Phone: maskPhone(loaded.phone),
    'Sub-Operation': encodeURIComponent(loaded.subOperation),
    'Is-Admin': flag(user.isAdmin),
  }
}

const loginBody = (token: string, expiresIn: number, { user }: LoadedUser): object => ({
  access_token: token,
  token_type: 'bearer',
  expires_in: expiresIn,
  username: user.username,
  uid: user.id,
  isFirst: user.isFirst,
  isAdmin: user.isAdmin,
  customerType: user.customerType,
  carrier: user.carrier,
})

function slowDown(edge: Edge, request: FastifyRequest, reply: FastifyReply, wait = edge.rates.take('anonymous', addressOf(request))): void {
  if (wait === null) return
  reply.header('retry-after', String(wait))
  throw new OauthError(429, 'too_many_requests', '操作过于频繁，请稍后再试')
}

async function giveToken(edge: Edge, client: OauthClient, request: FastifyRequest, reply: FastifyReply): Promise<object> {
  const wait = edge.rates.take('login', addressOf(request))
  // Somebody here tries and tries: whoever is at home here still signs in, by a room of his own.
  if (wait !== null) slowDown(edge, request, reply)
  requireClient(request, reply, client)
  const given = parametersOf(request)
  if (wait !== null) {
    const { username = '' } = given
    if (username === '') slowDown(edge, request, reply, wait)
    if (username.length > 64 || !(await edge.auth.isAtHome(username, addressOf(request)))) slowDown(edge, request, reply, wait)
    slowDown(edge, request, reply, edge.rates.take('login', `${addressOf(request)} ${username.toLowerCase()}`))
  }
  if (given['grant_type'] === 'passkey')
    return signedInAnswer(reply, await edge.auth.loginByPasskey(given['passkey'] ?? '', visitOf(request)))
  if (given['grant_type'] !== 'password') throw new OauthError(400, 'unsupported_grant_type', '不支持的登录方式')
  if (given['clientType'] !== '2') throw new OauthError(400, 'invalid_request', '客户端类型不正确')
  const { username = '', password = '', totp, passkey } = given
  if (username.trim() === '') throw new OauthError(400, 'invalid_request', '请输入用户名')
  if (password === '') throw new OauthError(400, 'invalid_request', '请输入密码')
  if (username.length > 64 || password.length > 256) throw new OauthError(400, 'invalid_grant', '用户名或密码错误')
  return signedInAnswer(reply, await edge.auth.login({ username, password, totp, passkey, ...visitOf(request) }))
}

const visitOf = (request: FastifyRequest) => ({ ip: addressOf(request), userAgent: userAgentOf(request) })

function signedInAnswer(reply: FastifyReply, outcome: LoginOutcome): object {
  if (!outcome.ok) throw new OauthError(outcome.status, outcome.error, outcome.message, outcome.second)
  reply.headers(loginHeaders(outcome.token, outcome.loaded))
  return loginBody(outcome.token, outcome.expiresIn, outcome.loaded)
}

async function checkToken(edge: Edge, client: OauthClient, request: FastifyRequest, reply: FastifyReply): Promise<object> {
  // The client's credentials are public by nature, so this is a question of strangers.
  slowDown(edge, request, reply)
  requireClient(request, reply, client)
  const { token = '' } = parametersOf(request)
  // Not active: asking whether somebody is signed in must not keep them so.
  const signedIn = await edge.auth.recognise(token, false)
  if (!signedIn) throw new OauthError(401, 'invalid_token', '登录已过期，请重新登录')
  const { user } = signedIn.loaded
  return {
    active: true,
    user_name: user.username,
    uid: user.id,
    client_id: client.id,
    exp: Math.floor(Date.parse(signedIn.session.expiresAt) / 1000),
    isAdmin: user.isAdmin,
    isFirst: user.isFirst,
    customerType: user.customerType,
  }
}

/** Whoever came by a way that keeps a session of its own is signed in there still. */
async function wayOut({ db, clock, registry }: Edge, { session }: SignedIn, request: FastifyRequest): Promise<string | null> {
  const way = registry.provided('signInWays').find(({ name }) => name === session.way)
  if (!way?.leave) return null
  const company = systemContext({ db, clock, registry, operatorId: session.operatorId, requestId: request.id })
  const { origin, host = '' } = request.headers
  // He is out already: one who cannot be reached there is no reason to say otherwise.
  return way.leave(company, `${origin ?? `http://${host}`}/login`).catch(() => null)
}

async function logout(edge: Edge, request: FastifyRequest): Promise<object> {
  const token = tokenOf(request.headers.authorization)
  const signedIn = token ? await edge.auth.recognise(token, false) : null
  // Whoever is already out is out: saying so again is no error.
  if (signedIn) await edge.auth.logout(signedIn, addressOf(request), userAgentOf(request))
  const next = signedIn && (await wayOut(edge, signedIn, request))
  return { success: true, message: '已退出登录', ...(next ? { next } : {}) }
}

const parameter = (name: string, required: boolean, description: string): object => ({
  name,
  in: 'query',
  required,
  schema: { type: 'string' },
  description,
})
const described = (summary: string, security: object[], parameters: object[] = []): object => ({
  post: {
    summary,
    tags: ['oauth'],
    security,
    parameters,
    responses: {
      '200': { description: '成功，应答不带外层结构' },
      default: { description: '失败，{code, error, error_description, message}' },
    },
  },
})
/** For the description of the API: these calls are not routes of the envelope. */
export const OAUTH_PATHS: Readonly<Record<string, object>> = {
  '/api/oauth/token': described(
    '登录',
    [{ client: [] }],
    [
      parameter('grant_type', true, 'password；用通行密钥登录为 passkey'),
      parameter('clientType', true, '2'),
      parameter('username', false, 'password 时必填，也可放在表单中'),
      parameter('password', false, 'password 时必填，也可放在表单中'),
      parameter('totp', false, '两步验证的动态验证码'),
      parameter('passkey', false, '通行密钥对质询的应答（JSON）：第二步，或 passkey 登录'),
    ],
  ),
  '/api/oauth/check_token': described('校验令牌', [{ client: [] }], [parameter('token', true, '令牌')]),
  '/api/oauth/logout': described('退出登录', [{ token: [] }]),
}

export async function addOauth(app: FastifyInstance, edge: Edge, client: OauthClient): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 8192 }, (_request, body, done) => {
      try {
        done(null, parseQuery(String(body)))
      } catch (error) {
        done(error as Error)
      }
    })
    // Clients of this contract send JSON with an empty body, or `{}`, along with the query.
    scope.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: 8192 }, (_request, body, done) => {
      const empty = ['', '{}'].includes(String(body).trim())
      done(empty ? null : new AppError('badMedia', '请以表单或查询参数提交'), {})
    })
    scope.setErrorHandler((error, request, reply) => {
      const { status, error: word, message, data } = oauthAnswer(error, request.id)
      if (status >= 500) throw error // logged, and answered with an id, by the edge
      return reply.code(status).send({ code: status, error: word, error_description: message, message, ...(data ? { data } : {}) })
    })
    const url = { exposeHeadRoute: false }
    scope.post('/api/oauth/token', url, async (request, reply) => reply.send(await giveToken(edge, client, request, reply)))
    scope.post('/api/oauth/check_token', url, async (request, reply) => reply.send(await checkToken(edge, client, request, reply)))
    scope.post('/api/oauth/logout', url, async (request, reply) => reply.send(await logout(edge, request)))
  })
}

function oauthAnswer(error: unknown, id: string): Pick<OauthError, 'status' | 'error' | 'message'> & { data?: SecondStep | undefined } {
  if (error instanceof OauthError) return error
  const { status, body } = answerTo(error, id)
  return { status, error: status === 429 ? 'too_many_requests' : 'invalid_request', message: body.message }
}
