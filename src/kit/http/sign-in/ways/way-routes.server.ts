/** Signing in by somebody else's word: to him with a state, back with a code, in by the same doors as with a password (decision 0129). */
import { z } from 'zod'
import type { Authentication } from '../../../access/authentication.server.ts'
import type { Context } from '../../../access/context.server.ts'
import { sha256 } from '../../../access/link-token.server.ts'
import type { LoadedUser } from '../../../access/loader.server.ts'
import { logLogin } from '../../../access/log.server.ts'
import { systemContext } from '../../../access/system-context.server.ts'
import { absent, AppError, invalid, refused } from '../../../basics/errors.ts'
import { maskPhone } from '../../../basics/identifiers/mask.ts'
import { doneAnswer } from '../../answers.server.ts'
import { route, type Extra, type Route } from '../../route.server.ts'
import { passwordAgain, signedIn } from '../signed-in.server.ts'
import { look, remember, take, type Pending } from './pending.server.ts'
import { OFFERED, RETURNED, type Entrance, type Returned } from './way.wire.ts'
import type { SignInWay, Vouching } from './way.server.ts'

const EXPIRED = '这次登录已过期或已经用过，请重新点一次登录'
/** So soon after a password was typed it is not typed again. */
const FRESH_MS = 2 * 60_000

const key = z.string().regex(/^[0-9a-z]{49,55}$/, EXPIRED)
/** 256 random bits that the browser made and keeps to itself. */
const verifier = z.string().regex(/^[\w-]{43}$/, EXPIRED)
const code = z.string().regex(/^[a-z]{1,20}$/)

const ways = (ctx: Context): readonly SignInWay[] => ctx.registry.provided('signInWays')
function wayNamed(ctx: Context, name: string): SignInWay {
  const way = ways(ctx).find((one) => one.name === name)
  if (!way) throw absent('登录方式已停用，请用其他方式登录')
  return way
}
/** Acts for the company; address and device stay those of the visitor. */
const company = ({ db, clock, registry, requestId, ip, userAgent }: Context, operatorId: number): Context => ({
  ...systemContext({ db, clock, registry, operatorId, requestId }),
  ip,
  userAgent,
})

const entranceOf = (token: string, { user, phone, subOperation }: LoadedUser): Entrance => ({
  token,
  uid: user.id,
  username: user.username,
  customerType: user.customerType,
  isFirst: user.isFirst,
  isAdmin: user.isAdmin,
  carrier: user.carrier,
  phone: maskPhone(phone),
  subOperation,
})

/** Errors of the edge that the second step answers. */
const OF_THE_SECOND: ReadonlySet<string> = new Set(['totp_required', 'invalid_totp', 'invalid_passkey'])
/** What the second step was done with: a code, or the answer of a passkey as JSON. */
type Second = Partial<Record<'totp' | 'passkey', string | undefined>>
const plain: Omit<Returned, 'step' | 'label'> = { ticket: null, message: null, second: null, entrance: null }

interface Entering extends Second {
  pending: Pending
  way: SignInWay
  vouching: Vouching
}
async function enter(auth: Authentication, ctx: Context, { pending, way, vouching, totp, passkey }: Entering): Promise<Returned> {
  const { operatorId } = pending
  const label = way.labelOf(pending.code)
  const { ip, userAgent } = ctx
  const outcome = await auth.vouched({ ...vouching, operatorId, totp, passkey, ip, userAgent, by: label, way: way.name })
  if (outcome.ok) return { ...plain, step: 'in', label, entrance: entranceOf(outcome.token, outcome.loaded) }
  const { error, message, second: by } = outcome
  if (!OF_THE_SECOND.has(error)) throw refused(message)
  const asked = by ? { totp: by.totp, passkey: by.passkey as Record<string, unknown> | null } : null
  return { ...plain, step: 'second', label, message: error === 'totp_required' ? null : message, second: asked }
}

const whoseIs = (ctx: Context, way: SignInWay, { operatorId, code: of, proof }: Pending): Promise<Vouching | null> => {
  const acting = company(ctx, operatorId)
  return ctx.db.write(operatorId, (tx) => way.whose(tx, acting, of, proof!))
}

/** Nobody is in yet, so the log has no name: whom it was, the one who vouches knows. */
async function noted<T>(
  auth: Authentication,
  ctx: Context,
  { operatorId, label }: { operatorId: number; label: string },
  work: Promise<T>,
): Promise<T> {
  return work.catch(async (error: unknown) => {
    if (error instanceof AppError) {
      const words = typeof error.cause === 'string' ? `（${error.cause}）` : ''
      const { ip, userAgent } = ctx
      const detail = `${label}：${error.message}${words}`
      await logLogin(auth.db, auth.clock, { result: 'wayRefused', username: '', operatorId, ip, userAgent, detail })
    }
    throw error
  })
}

interface Arrival {
  state: string
  verifier: string
  code?: string | undefined
  /** In place of a code: why there is none, in the words of OAuth. */
  error?: string | undefined
  issuer?: string | undefined
}
async function proofOf(ctx: Context, way: SignInWay, { code: of, back, operatorId }: Pending, arrival: Arrival): Promise<object> {
  const { state, verifier, code: answer, error, issuer = null } = arrival
  const label = way.labelOf(of)
  if (error === 'access_denied') throw refused(`您在${label}中取消了登录`)
  if (error || !answer) throw Object.assign(refused(`${label}没有完成登录，请重试；多次不行请联系管理员`), { cause: error })
  return way.prove(company(ctx, operatorId), { code: of, answer, back, state, verifier, issuer })
}

async function finish(auth: Authentication, ctx: Context, input: Arrival): Promise<Returned> {
  const begun = await take(ctx, input.state, input.verifier, false)
  if (!begun) throw refused(EXPIRED)
  const way = wayNamed(ctx, begun.way)
  const label = way.labelOf(begun.code)
  const log = { operatorId: begun.operatorId, label }
  const pending: Pending = { ...begun, proof: await noted(auth, ctx, log, proofOf(ctx, way, begun, input)) }
  const waiting = () => remember(ctx, pending, sha256(input.verifier))
  const unbound = async (): Promise<Returned> => ({ ...plain, step: 'bind', label, ticket: await waiting() })
  if (begun.purpose === 'bind') return unbound()
  const vouching = await noted(auth, ctx, log, whoseIs(ctx, way, pending))
  if (vouching === null) return unbound()
  const entered = await enter(auth, ctx, { pending, way, vouching })
  return entered.step === 'second' ? { ...entered, ticket: await waiting() } : entered
}

async function second(auth: Authentication, ctx: Context, input: Second & { ticket: string; verifier: string }): Promise<Returned> {
  const { totp, passkey } = input
  if (!totp && !passkey) throw invalid({ totp: '请输入动态验证码' })
  const pending = await look(ctx, input.ticket, input.verifier)
  const way = pending && wayNamed(ctx, pending.way)
  const vouching = pending && way && (await whoseIs(ctx, way, pending))
  if (!pending || !way || !vouching) throw refused(EXPIRED)
  const entered = await enter(auth, ctx, { pending, way, vouching, totp, passkey })
  if (entered.step !== 'in') return { ...entered, ticket: input.ticket }
  await take(ctx, input.ticket, input.verifier, true)
  return entered
}

/** A desk left open is not its owner: whoever did not sign in just now types his password. */
async function sureOfHim(auth: Authentication, ctx: Context, extra: Extra, password: string | undefined): Promise<void> {
  const who = signedIn(extra)
  if (Date.parse(ctx.clock.now()) - Date.parse(who.session.createdAt) < FRESH_MS) return
  if (!password) throw invalid({ password: '请输入登录密码' })
  await passwordAgain(auth, ctx, who, password)
}

async function claim(
  auth: Authentication,
  ctx: Context,
  input: { ticket: string; verifier: string; password?: string | undefined },
  extra: Extra,
): Promise<null> {
  const pending = await look(ctx, input.ticket, input.verifier)
  if (!pending) throw refused('绑定已过期，请重新扫码')
  if (pending.operatorId !== ctx.user.operatorId) throw refused('您的账号不属于这家公司，不能绑定')
  await sureOfHim(auth, ctx, extra, input.password)
  if (!(await take(ctx, input.ticket, input.verifier, true))) throw refused('绑定已过期，请重新扫码')
  const way = wayNamed(ctx, pending.way)
  await ctx.db.write(ctx.user.operatorId, async (tx) => way.bind?.(tx, ctx, pending.code, pending.proof!))
  return null
}

export const wayRoutes = (auth: Authentication): Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/site/signIn/ways',
    summary: '本域名可用的登录方式',
    right: 'public',
    input: z.strictObject({}),
    output: OFFERED,
    handler: async (ctx, _input, { host }) =>
      (await Promise.all(ways(ctx).map(async (way) => (await way.offered(ctx, host)).map((one) => ({ ...one, way: way.name }))))).flat(),
  }),
  route({
    method: 'POST',
    path: '/api/v1/site/signIn/begin',
    summary: '开始以其他方式登录：返回要打开的网址',
    // A whole office begins its day at one address: slowed as forms are.
    right: 'public',
    input: z.strictObject({
      way: z.string().max(40),
      code,
      verifier,
      back: z.url().max(300),
      inApp: z.boolean().default(false),
      bind: z.boolean().default(false),
    }),
    output: z.object({ page: z.string() }),
    handler: async (ctx, { way: name, code: of, verifier: own, back, inApp, bind }, { host }) => {
      const way = wayNamed(ctx, name)
      if (bind && !way.bind) throw refused(`${way.labelOf(of)}按公司的账号认人，不需要绑定`)
      const begun = await way.begin(ctx, { code: of, host, back, inApp, verifier: own })
      if (!begun) throw refused('本网址没有启用这种登录方式，请用用户名和密码登录')
      const { operatorId, pageOf } = begun
      const purpose = bind ? 'bind' : 'signIn'
      const state = await remember(ctx, { operatorId, way: name, code: of, purpose, back, proof: null }, sha256(own))
      return { page: pageOf(state) }
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/site/signIn/finish',
    summary: '以其他方式登录后返回：授权码只能用一次',
    right: 'public',
    safe: true,
    input: z.strictObject({
      state: key,
      verifier,
      code: z.string().max(2048, EXPIRED).optional(),
      error: z.string().max(100, EXPIRED).optional(),
      issuer: z.string().max(300, EXPIRED).optional(),
    }),
    output: RETURNED,
    handler: (ctx, input) => finish(auth, ctx, input),
  }),
  route({
    method: 'POST',
    path: '/api/v1/site/signIn/second',
    summary: '以其他方式登录后的第二步：动态验证码，或通行密钥对质询的应答',
    right: 'public',
    safe: true,
    input: z.strictObject({
      ticket: key,
      verifier,
      totp: z.string().trim().max(20).optional(),
      passkey: z.string().max(20_000).optional(),
    }),
    output: RETURNED,
    handler: (ctx, input) => second(auth, ctx, input),
  }),
  route({
    method: 'POST',
    path: '/api/v1/session/claim',
    summary: '把刚才证实的外部账号绑定到本人',
    right: 'signedIn',
    safe: true,
    input: z.strictObject({ ticket: key, verifier, password: z.string().max(256).optional() }),
    output: doneAnswer,
    handler: (ctx, input, extra) => claim(auth, ctx, input, extra),
  }),
]
