/** A telephone proved by a code, for pages that need no account. Nobody signs in there, so everything that costs is counted. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { isCode, newCode } from '#kit/access/secrets.server.ts'
import { beginTry, triesKey, type Patience } from '#kit/access/tries/tries.server.ts'
import { AppError, invalid, refused } from '#kit/basics/errors.ts'
import { maskPhone } from '#kit/basics/identifiers/mask.ts'
import { formsOf, seal } from '#kit/database/sealing.server.ts'
import { route, type Extra, type Route } from '#kit/http/route.server.ts'
import { reachesOutside, sendOutside } from '#modules/system/system.public.ts'
import { oneAtATime } from '../api/orders/book.server.ts'
import { sha256 } from '#kit/access/link-token.server.ts'
import { codePause, judgeCode } from '#kit/access/tries/one-time-code.server.ts'
import { CODE_IN, ENTER_IN } from './wire.ts'

const CODE_MINUTES = 5
const CODES_A_DAY = 10
/** Of all telephones together: what somebody with many numbers can make us send. */
const CODES_OF_PAGE_A_DAY = 300
/** Of one address: a network has many telephones behind it, a script has more. */
const CODES_OF_ADDRESS: Patience = { free: 29, pauses: [3600], forgives: 600 }
const SESSION_HOURS = 2

/** The door of one page: which table remembers its telephones, and how it speaks. */
export interface Door {
  /** Both have the same columns; they belong to pages of two tables. */
  visitors: 'order_visitor' | 'recruit_visitor'
  name: 'orderPage' | 'recruitPost'
  ctx: Context
  page: number
  /** 下单人, 报名人. */
  who: string
  /** 下单, 报名. */
  act: string
  title: string
}

interface Visitor {
  codeHash: string | null
  codeUntil: string | null
  tries: number
  sentAt: string | null
  sentOn: string | null
  sentCount: number
  sessionHash: string | null
  sessionUntil: string | null
}
const laterBy = (ctx: Context, minutes: number): string => new Date(Date.parse(ctx.clock.now()) + minutes * 60_000).toISOString()
const ofMobile = (d: Door, mobile: string) =>
  sql`operator_id = ${d.ctx.user.operatorId} and page = ${d.page} and mobile = any(${sql.val(formsOf(mobile))}::text[])`
async function visitorOf(tx: Tx, d: Door, mobile: string): Promise<Visitor | null> {
  const { rows } = await sql<Visitor>`
    select code_hash, code_until, tries, sent_at, sent_on::text as sent_on, sent_count, session_hash, session_until
    from ${sql.table(d.visitors)} where ${ofMobile(d, mobile)} for no key update`.execute(tx)
  return rows[0] ?? null
}
async function newVisitor(tx: Tx, d: Door, mobile: string): Promise<Visitor> {
  await sql`insert into ${sql.table(d.visitors)} (operator_id, page, mobile)
    values (${d.ctx.user.operatorId}, ${d.page}, ${seal(mobile)}) on conflict do nothing`.execute(tx)
  return (await visitorOf(tx, d, mobile))!
}
const boundOf = (d: Door, mobile: string): string => `${d.name}:${d.ctx.user.operatorId}:${d.page}:${mobile}`
const codeKey = (d: Door, mobile: string): string => `${d.name}:${d.ctx.user.operatorId}:${d.page}:${mobile}`

const sendCode = (d: Door, mobile: string): Promise<{ mobile: string; seconds: number }> =>
  d.ctx.db.write(d.ctx.user.operatorId, async (tx) => {
    const { ctx, page } = d
    // A code that a colleague would pass on is one he could use himself.
    if (!reachesOutside(ctx)) throw refused(`对方尚未接入短信，不能在线${d.act}，请联系对方${d.act}`)
    // In turns for a page: its daily number is counted over all telephones.
    await oneAtATime(tx, `${d.name}:${ctx.user.operatorId}:${page}`)
    const v = (await visitorOf(tx, d, mobile)) ?? (await newVisitor(tx, d, mobile))
    const now = ctx.clock.now()
    const today = ctx.clock.today()
    const paused = await codePause(tx, ctx, codeKey(d, mobile))
    if (paused) throw refused(paused)
    if (v.sentAt && Date.parse(now) - Date.parse(v.sentAt) < 60_000) throw refused('验证码已发送，请 60 秒后再试')
    const sent = v.sentOn === today ? v.sentCount : 0
    if (sent >= CODES_A_DAY) throw refused('今天的验证码次数已用完，请明天再试')
    const { rows } = await sql<{ n: string }>`select coalesce(sum(sent_count), 0) as n from ${sql.table(d.visitors)}
      where operator_id = ${ctx.user.operatorId} and page = ${page} and sent_on = ${today}`.execute(tx)
    if (Number(rows[0]!.n) >= CODES_OF_PAGE_A_DAY) throw refused(`今天的验证码次数已用完，请明天再试，或联系对方${d.act}`)
    // Counted with what is sent: a refusal takes it back.
    if (!(await beginTry(tx, ctx.clock, triesKey(`codes:${d.name}:${ctx.user.operatorId}:${page}`, ctx.ip), CODES_OF_ADDRESS)))
      throw refused(`此网络获取验证码过多，请一小时后再试，或联系对方${d.act}`)
    const code = newCode()
    const codeMark = ctx.ports.vault.mark(code, boundOf(d, mobile))
    await sql`update ${sql.table(d.visitors)} set code_hash = ${codeMark}, code_until = ${laterBy(ctx, CODE_MINUTES)}, tries = 0,
      sent_at = ${now}, sent_on = ${today}, sent_count = ${sent + 1} where ${ofMobile(d, mobile)}`.execute(tx)
    await sendOutside(
      tx,
      ctx,
      {
        to: { name: d.who, mobile },
        title: `${d.act}验证码`,
        text: `验证码 ${code}，用于在「${d.title}」${d.act}，${CODE_MINUTES} 分钟内有效。请勿告诉他人。`,
        standIns: [],
      },
      { key: `${d.name}:${page}:${mobile}:${now}` },
    )
    return { mobile: maskPhone(mobile), seconds: 60 }
  })

/**
 * A wrong one counts in a transaction of its own: refusing rolls everything else back. A telephone that was never sent one leaves no row
 * behind, however many are tried.
 */
async function enter(d: Door, mobile: string, code: string): Promise<{ session: string }> {
  const { ctx } = d
  const session = randomBytes(32).toString('base64url')
  const wrong = await ctx.db.write(ctx.user.operatorId, async (tx) => {
    const v = await visitorOf(tx, d, mobile)
    const paused = await codePause(tx, ctx, codeKey(d, mobile))
    if (paused) return paused
    if (!v?.codeHash || !v.codeUntil) return '请先获取验证码'
    if (Date.parse(v.codeUntil) < Date.parse(ctx.clock.now())) return '验证码已过期，请重新获取'
    const right = isCode(ctx.ports.vault, v.codeHash, code, boundOf(d, mobile))
    const judged = await judgeCode(tx, ctx, { of: codeKey(d, mobile), tries: v.tries, right })
    await sql`update ${sql.table(d.visitors)} set tries = ${judged.tries}, code_hash = ${judged.spent ? null : v.codeHash},
        session_hash = ${right ? sha256(session) : v.sessionHash}, session_until = ${right ? laterBy(ctx, SESSION_HOURS * 60) : v.sessionUntil}
      where ${ofMobile(d, mobile)}`.execute(tx)
    return judged.wrong
  })
  if (wrong) throw invalid({ code: wrong })
  return { session }
}

/** Whose session this is; anything else is asked for a code. */
export async function mobileOf(d: Door, session: string | null | undefined): Promise<string> {
  const { ctx, page } = d
  const { rows } = session
    ? await ctx.db.read(ctx.user.operatorId, (db) =>
        sql<{ mobile: string }>`select mobile from ${sql.table(d.visitors)} where operator_id = ${ctx.user.operatorId} and page = ${page}
          and session_hash = ${sha256(session)} and session_until > ${ctx.clock.now()}`.execute(db),
      )
    : { rows: [] }
  if (rows[0]) return rows[0].mobile
  const error = new AppError('forbidden', '请先用手机验证码确认身份')
  error.reason = `${d.name}.session`
  throw error
}

/** The two calls of every such page, below its address: a code to the telephone, and the session it opens. */
export const codeRoutes = (
  base: string,
  title: string,
  tokens: readonly string[],
  doorOf: (visitor: Context, extra: Extra) => Promise<Door>,
): readonly Route[] => [
  route({
    method: 'POST',
    path: `${base}/code`,
    summary: `${title}：发送验证码`,
    right: 'public',
    tokens,
    costly: true,
    input: CODE_IN,
    output: z.object({ mobile: z.string(), seconds: z.number() }),
    handler: async (ctx, { mobile }, extra) => sendCode(await doorOf(ctx, extra), mobile),
  }),
  route({
    method: 'POST',
    path: `${base}/enter`,
    summary: `${title}：核对验证码`,
    right: 'public',
    tokens,
    input: ENTER_IN,
    output: z.object({ session: z.string() }),
    handler: async (ctx, { mobile, code }, extra) => enter(await doorOf(ctx, extra), mobile, code),
  }),
]
