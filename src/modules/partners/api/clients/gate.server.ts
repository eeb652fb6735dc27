/**
 * The gate before /api/open (transport.md §8): who calls is proved over the very bytes that were sent, before anything of them is read.
 * Unknown keys and wrong signatures hear the same; every call of a known key is written down.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { BlockList } from 'node:net'
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { systemContext } from '#kit/access/system-context.server.ts'
import { countWrong, forgiven, networkOf, pausesOf, triesKey, waitText } from '#kit/access/tries/tries.server.ts'
import { AppError, type ErrorKind } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { answerTo } from '#kit/http/errors.server.ts'
import type { Asked, LetIn, Route } from '#kit/http/route.server.ts'
import type { apiClient } from './client.ts'
import { keyBound, operatorOfKey } from './keys.server.ts'
import { mapped } from './map.rules.ts'
import { canonical, NONCE_MINUTES, rangesOf, scopesOf, SKEW_SECONDS, type OpenScope } from './sign.rules.ts'

type Client = Pick<
  Rec<typeof apiClient>,
  'id' | 'name' | 'status' | 'project' | 'model' | 'scopes' | 'ipAllow' | 'sandbox' | 'fieldMap' | 'store'
>
/** Carried by the context of an open call; a handler asks `callerOf`. */
const CALLER = Symbol('caller')
export const callerOf = (ctx: Context): Client => {
  const caller = (ctx as { [CALLER]?: Client })[CALLER]
  if (!caller) throw new Error('an open call without its caller')
  return caller
}

const A_DAY = 50_000

function no(kind: ErrorKind, reason: string, message: string): AppError {
  const error = new AppError(kind, message)
  error.reason = `open.${reason}`
  return error
}
/** The same for a key nobody has and for a signature nobody could make. */
const WRONG = (): AppError => no('unauthenticated', 'sign.wrong', '签名不正确')
const later = (now: string, minutes: number): string => new Date(Date.parse(now) + minutes * 60_000).toISOString()
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

interface Proof {
  keyId: string
  time: string
  nonce: string
  sign: string
}
function proofOf(asked: Asked): Proof {
  const [keyId, time, nonce, sign] = ['X-Zyt-Key', 'X-Zyt-Time', 'X-Zyt-Nonce', 'X-Zyt-Sign'].map((name) => asked.header(name) ?? '')
  if (!keyId || !time || !nonce || !sign)
    throw no('unauthenticated', 'sign.missing', '请求头须有 X-Zyt-Key、X-Zyt-Time、X-Zyt-Nonce、X-Zyt-Sign')
  if (!/^\d{9,11}$/.test(time)) throw no('unauthenticated', 'time.skew', 'X-Zyt-Time 应为以秒计的时间')
  if (!/^[\x21-\x7e]{6,64}$/.test(nonce)) throw no('unauthenticated', 'nonce.format', 'X-Zyt-Nonce 应为 6–64 个可见 ASCII 字符')
  return { keyId, time, nonce, sign }
}

const keyOf = (ctx: Context, keyId: string) =>
  ctx.db.read(ctx.user.operatorId, (db) =>
    liveRows(db, 'apiKey')
      .innerJoin('apiClient', (join) =>
        join
          .onRef('apiClient.id', '=', 'apiKey.client')
          .onRef('apiClient.operatorId', '=', 'apiKey.operatorId')
          .on('apiClient.deletedAt', 'is', null),
      )
      .select(['apiKey.id as key', 'apiKey.keyId', 'apiKey.secret', 'apiKey.fromAt', 'apiKey.untilAt'])
      .select(['apiClient.id', 'apiClient.name', 'apiClient.status', 'apiClient.project', 'apiClient.model', 'apiClient.scopes'])
      .select(['apiClient.ipAllow', 'apiClient.sandbox', 'apiClient.fieldMap', 'apiClient.store'])
      .where('apiKey.keyId', '=', keyId)
      .executeTakeFirst(),
  )
type Key = NonNullable<Awaited<ReturnType<typeof keyOf>>>

function believed(ctx: Context, asked: Asked, proof: Proof, key: Key, bodyHash: string): boolean {
  const secret = ctx.ports.vault.unseal(key.secret!, keyBound(ctx.user.operatorId, key.keyId))
  const text = canonical({ method: asked.method, path: asked.path, query: asked.query, time: proof.time, nonce: proof.nonce, bodyHash })
  const expected = createHmac('sha256', secret).update(text).digest()
  const given = Buffer.from(/^[0-9a-f]{64}$/i.test(proof.sign) ? proof.sign : '', 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Nobody needs the secret to know a key's number: wrong signatures pause where they come from, never the partner. */
const triesOf = (ctx: Context, key: Key): string => triesKey(`openKey:${ctx.user.operatorId}:${key.keyId}`, ctx.ip)
async function refusePaused(ctx: Context, key: Key): Promise<void> {
  const of = triesOf(ctx, key)
  const until = (await ctx.db.read(ctx.user.operatorId, (db) => pausesOf(db, ctx.clock, [of]))).get(of)
  if (until) throw no('unauthenticated', 'key.locked', `签名连续错误，此地址请 ${waitText(ctx.clock, until)}后再试；其他地址不受影响`)
}

/** Whether the partner has called well from this origin lately. */
const KNOWN_DAYS = 30
async function isKnownOrigin(tx: Tx, ctx: Context, key: Key): Promise<boolean> {
  const rows = await liveRows(tx, 'apiCall')
    .select('ip')
    .distinct()
    .where('client', '=', key.id)
    .where('keyId', '=', key.keyId)
    .where('code', '=', 200)
    .where('at', '>', later(ctx.clock.now(), -KNOWN_DAYS * 24 * 60))
    .limit(200)
    .execute()
  return rows.some((row) => networkOf(row.ip ?? '') === networkOf(ctx.ip))
}

/** His own origins never come to a pause; whether this is one is looked up only where there would be one, so a stranger cannot make us look. */
const countWrongSignature = (ctx: Context, key: Key): Promise<void> =>
  ctx.db.write(ctx.user.operatorId, async (tx) => {
    const counted = await countWrong(tx, ctx.clock, triesOf(ctx, key))
    if (counted.until && (await isKnownOrigin(tx, ctx, key))) await forgiven(tx, counted.key)
  })

function allowed(client: Client, ip: string): boolean {
  const ranges = rangesOf(client.ipAllow)
  if (ranges.length === 0) return true
  const list = new BlockList()
  for (const { address, bits, family } of ranges) list.addSubnet(address, bits, family)
  return list.check(ip, ip.includes(':') ? 'ipv6' : 'ipv4')
}

/** A nonce is used up once, by whoever comes first: the key of the table decides, not a look before. */
async function useUp(ctx: Context, key: Key, nonce: string): Promise<void> {
  const now = ctx.clock.now()
  const today = ctx.clock.today()
  await ctx.db.write(ctx.user.operatorId, async (tx) => {
    const { numAffectedRows } = await sql`
      insert into api_nonce (operator_id, key_id, nonce, at) values (${ctx.user.operatorId}, ${key.keyId}, ${nonce}, ${now})
      on conflict (operator_id, key_id, nonce) do nothing`.execute(tx)
    if (numAffectedRows !== 1n) throw no('unauthenticated', 'nonce.reused', '该请求已提交过（X-Zyt-Nonce 重复）')
    const counted = await tx
      .updateTable('apiKey')
      .set({ lastAt: now, dayOn: today, dayCalls: sql<number>`case when day_on = ${today} then day_calls + 1 else 1 end` })
      .where('id', '=', key.key)
      .where((eb) => eb.or([eb('dayOn', 'is', null), eb('dayOn', '<>', today), eb('dayCalls', '<', A_DAY)]))
      .executeTakeFirst()
    if (counted.numUpdatedRows !== 1n) throw no('tooMany', 'quota.day', `今天的调用已达 ${A_DAY} 次，请明天再试`)
  })
}

interface Entry {
  operatorId: number
  key: Key
  began: number
  bodyHash: string
  path: string
}
async function noteCall(ctx: Context, entry: Entry, code: number, message: string | null): Promise<void> {
  await ctx.db.write(entry.operatorId, (tx) =>
    tx
      .insertInto('apiCall')
      .values({
        operatorId: entry.operatorId,
        client: entry.key.id,
        keyId: entry.key.keyId,
        path: entry.path.slice(0, 120),
        code,
        ms: Math.max(0, Math.round(performance.now() - entry.began)),
        ip: ctx.ip.slice(0, 60),
        at: ctx.clock.now(),
        bodyHash: entry.bodyHash,
        message: message?.slice(0, 200) ?? null,
        createdAt: ctx.clock.now(),
        updatedAt: ctx.clock.now(),
      })
      .execute(),
  )
}

interface Asks {
  scope: OpenScope
  /** Asked again and again: fewer of them. */
  tight: boolean
  /** Changes nothing: may be repeated freely. */
  safe: boolean
}
async function admitted(ctx: Context, asked: Asked, key: Key, proof: Proof, bodyHash: string, asks: Asks): Promise<void> {
  const now = ctx.clock.now()
  if (Math.abs(Date.parse(now) / 1000 - Number(proof.time)) > SKEW_SECONDS)
    throw no('unauthenticated', 'time.skew', `X-Zyt-Time 与服务器时间相差超过 ${SKEW_SECONDS} 秒，请校准时钟`)
  if (!believed(ctx, asked, proof, key, bodyHash)) {
    await countWrongSignature(ctx, key)
    throw WRONG()
  }
  if (key.fromAt > now || (key.untilAt && key.untilAt <= now)) throw no('unauthenticated', 'key.ended', '密钥已失效，请使用新的密钥')
  if (key.status !== 'active') throw no('forbidden', 'client.stopped', '接口已停用，请联系对方')
  if (!allowed(key, ctx.ip)) throw no('forbidden', 'ip.denied', `来源地址 ${ctx.ip} 不在允许范围内`)
  // Only who holds the secret uses up what it may: a stranger cannot.
  asked.take('open', key.keyId)
  if (asks.tight) asked.take('openTrack', key.keyId)
  if (!scopesOf(key.scopes).includes(asks.scope)) throw no('forbidden', 'scope.denied', `该密钥没有「${asks.scope}」权限`)
  await useUp(ctx, key, proof.nonce)
  if (asked.method === 'POST' && !asks.safe && !asked.header('Idempotency-Key'))
    throw no('invalid', 'idempotency.missing', '请求头须有 Idempotency-Key，重复提交时请用同一个')
}

/** The context of a call: the company of the key, named after the client wherever somebody is named. */
const clientContext = (
  base: Pick<Context, 'db' | 'clock' | 'registry'>,
  operatorId: number,
  client: Client,
  more: Partial<Context>,
): Context => {
  const ctx = systemContext({ ...base, operatorId, requestId: `open:${client.id}` })
  return {
    ...ctx,
    user: { ...ctx.user, username: `api:${client.id}`, name: `接口：${client.name}` },
    source: 'api',
    ...more,
    [CALLER]: client,
  } as Context
}

export function gateFor(scope: OpenScope, options: { tight?: boolean; mapped?: boolean; safe?: boolean } = {}): NonNullable<Route['gate']> {
  const gate: NonNullable<Route['gate']> = async (asked, go) => {
    const began = performance.now()
    const proof = proofOf(asked)
    const operatorId = operatorOfKey(proof.keyId)
    if (operatorId === null) throw WRONG()
    const { db, clock, registry, ip, userAgent, requestId } = asked.ctx
    const ctx: Context = { ...systemContext({ db, clock, registry, operatorId, requestId }), ip, userAgent, source: 'api' }
    const key = await keyOf(ctx, proof.keyId)
    if (!key) throw WRONG()
    // Before anything is computed or written down: an origin that waits fills no log.
    await refusePaused(ctx, key)
    const bodyHash = sha256(asked.body)
    const entry: Entry = { operatorId, key, began, bodyHash, path: `${asked.method} ${asked.path}` }
    try {
      await admitted(ctx, asked, key, proof, bodyHash, { scope, tight: options.tight ?? false, safe: options.safe ?? false })
      const caller: LetIn = {
        ctx: clientContext({ db, clock, registry }, operatorId, key, { ip, userAgent, requestId }),
        who: `open:${operatorId}:${key.id}`,
      }
      if (options.mapped && key.fieldMap?.length && asked.body) caller.fields = mapped(JSON.parse(asked.body), key.fieldMap)
      const answer = await go(caller)
      await noteCall(ctx, entry, 200, null)
      return answer
    } catch (error) {
      const { body } = answerTo(error, requestId)
      // Never instead of the answer: what could not be written down is told to the log by the database.
      await noteCall(ctx, entry, body.code, body.message).catch(() => {})
      throw error
    }
  }
  return Object.assign(gate, { scope })
}

/** Nonces that could be used again are refused by their time anyway. */
export async function forgetNonces(ctx: Context): Promise<void> {
  await ctx.db.write(ctx.user.operatorId, (tx) =>
    sql`delete from api_nonce where at < ${later(ctx.clock.now(), -2 * NONCE_MINUTES)}`.execute(tx),
  )
}
