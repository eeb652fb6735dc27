/**
 * Who has no link proves his telephone by a code. A number that is nobody's goes the same way to the end, with a code that is sent to
 * nobody: no answer, no count and no pause tells whether somebody is a customer here.
 */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { actingFor, newToken, sha256 } from '#kit/access/link-token.server.ts'
import { codePause, judgeCode } from '#kit/access/tries/one-time-code.server.ts'
import { isCode, newCode } from '#kit/access/secrets.server.ts'
import { absent, invalid, refused } from '#kit/basics/errors.ts'
import { formsOf, seal } from '#kit/database/sealing.server.ts'
import { addDays } from '#kit/basics/time/day.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { companyNameOf } from '#modules/esign/esign.public.ts'
import { lesseesByMobile } from '#modules/parties/parties.public.ts'
import { parameterValue, reachesOutside, sendOutside } from '#modules/system/system.public.ts'
import { OFF } from './guest.server.ts'
import { lesseeLink } from './link.ts'
import type { Door, Entered } from './own.wire.ts'

const links = storeOf(lesseeLink)

const CODE_MINUTES = 5
const CODES_A_DAY = 10
/** Of one address: a shop's network has many customers behind it, a script has more. */
const CODES_OF_ADDRESS_A_DAY = 30
/** Of all telephones together: what somebody with many numbers can make us send. */
const CODES_OF_COMPANY_A_DAY = 1000
const SESSION_HOURS = 2
const NO_WAY_OUT = '门店尚未接入短信，不能用手机验证码打开，请联系门店发送自助链接'

interface Visitor {
  codeHash: string | null
  codeUntil: string | null
  tries: number
  sentAt: string | null
  sentOn: string | null
  sentCount: number
}
const laterBy = (ctx: Context, minutes: number): string => new Date(Date.parse(ctx.clock.now()) + minutes * 60_000).toISOString()
const codeKey = (ctx: Context, mobile: string): string => `lessee:${ctx.user.operatorId}:${mobile}`
/** The connection sees the rows of its company alone; the number may lie there sealed by an earlier key. */
const ofMobile = (mobile: string) => sql`mobile = any(${sql.val(formsOf(mobile))}::text[])`
/** An address is personal too: only its hash lies there, for the day. */
const addressHash = (ctx: Context): string => ctx.ports.vault.mark(`${ctx.clock.today()}:${ctx.user.operatorId}:${ctx.ip}`, 'lesseeVisitor')
const boundOf = (ctx: Context, mobile: string): string => `lesseeVisitor:${ctx.user.operatorId}:${mobile}`

async function visitorOf(tx: Tx, mobile: string): Promise<Visitor | null> {
  const { rows } = await sql<Visitor>`select code_hash, code_until, tries, sent_at, sent_on::text as sent_on, sent_count
    from lessee_visitor where ${ofMobile(mobile)} for no key update`.execute(tx)
  return rows[0] ?? null
}

/** Null: no such company, or it does without the page; both are said alike. */
async function companyOf(visitor: Context, c: string): Promise<Context | null> {
  const operatorId = Number.parseInt(c, 36)
  if (!(operatorId > 0 && operatorId < 2_000_000_000)) return null
  const ctx = actingFor(visitor, operatorId, '客户自助页：手机验证码')
  return ctx.db.read(operatorId, async (db) => {
    const company = await db.selectFrom('operator').select('id').where('id', '=', operatorId).executeTakeFirst()
    return company && (await parameterValue(db, ctx.registry, 'ownPage')) === true ? ctx : null
  })
}
export async function doorOf(visitor: Context, c: string): Promise<Door> {
  const ctx = await companyOf(visitor, c)
  if (!ctx) return { open: false, sentence: OFF }
  return reachesOutside(ctx) ? { open: true, sentence: null } : { open: false, sentence: NO_WAY_OUT }
}
async function opened(visitor: Context, c: string): Promise<Context> {
  const ctx = await companyOf(visitor, c)
  if (!ctx) throw absent(OFF)
  if (!reachesOutside(ctx)) throw refused(NO_WAY_OUT)
  return ctx
}

/** What was sent today: by this address, and in all. Older rows go on the way, so that tried numbers do not pile up. */
async function sentToday(tx: Tx, ctx: Context): Promise<{ address: number; all: number }> {
  const today = ctx.clock.today()
  await sql`delete from lessee_visitor where sent_on < ${addDays(today, -1)}`.execute(tx)
  const { rows } = await sql<{ address: string; all: string }>`
    select coalesce(sum(sent_count) filter (where address_hash = ${addressHash(ctx)}), 0) as address, coalesce(sum(sent_count), 0) as "all"
    from lessee_visitor where sent_on = ${today}`.execute(tx)
  return { address: Number(rows[0]!.address), all: Number(rows[0]!.all) }
}

export async function sendCode(visitor: Context, c: string, mobile: string): Promise<{ seconds: number }> {
  const ctx = await opened(visitor, c)
  return ctx.db.write(ctx.user.operatorId, async (tx) => {
    // In turns for a company: its daily number is counted over all telephones.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`lesseeVisitor:${ctx.user.operatorId}`}, 0))`.execute(tx)
    await sql`insert into lessee_visitor (operator_id, mobile) values (${ctx.user.operatorId}, ${seal(mobile)}) on conflict do nothing`.execute(
      tx,
    )
    const v = (await visitorOf(tx, mobile))!
    const now = ctx.clock.now()
    const paused = await codePause(tx, ctx, codeKey(ctx, mobile))
    if (paused) throw refused(paused)
    if (v.sentAt && Date.parse(now) - Date.parse(v.sentAt) < 60_000) throw refused('验证码已发送，请 60 秒后再试')
    const sent = v.sentOn === ctx.clock.today() ? v.sentCount : 0
    const { address, all } = await sentToday(tx, ctx)
    if (sent >= CODES_A_DAY || address >= CODES_OF_ADDRESS_A_DAY || all >= CODES_OF_COMPANY_A_DAY)
      throw refused('今天的验证码次数已用完，请明天再试，或联系门店发送自助链接')
    const code = newCode()
    await sql`update lessee_visitor set code_hash = ${ctx.ports.vault.mark(code, boundOf(ctx, mobile))},
      code_until = ${laterBy(ctx, CODE_MINUTES)}, tries = 0, sent_at = ${now}, sent_on = ${ctx.clock.today()}, sent_count = ${sent + 1},
      address_hash = ${addressHash(ctx)} where ${ofMobile(mobile)}`.execute(tx)
    const [first] = await lesseesByMobile(tx, mobile)
    if (first)
      await sendOutside(
        tx,
        ctx,
        {
          to: { name: first.name.slice(0, 60), mobile },
          title: '自助页验证码',
          text: `验证码 ${code}，用于打开${await companyNameOf(tx, ctx)}的客户自助页，${CODE_MINUTES} 分钟内有效。请勿告诉他人。`,
          standIns: [],
        },
        { key: `lesseeVisitor:${first.id}:${now}` },
      )
    return { seconds: 60 }
  })
}

/** A wrong one counts in a transaction of its own: refusing rolls everything else back. */
export async function enter(visitor: Context, c: string, mobile: string, code: string): Promise<Entered> {
  const ctx = await opened(visitor, c)
  const outcome = await ctx.db.write(ctx.user.operatorId, async (tx): Promise<string | Entered> => {
    const v = await visitorOf(tx, mobile)
    const paused = await codePause(tx, ctx, codeKey(ctx, mobile))
    if (paused) return paused
    if (!v?.codeHash || !v.codeUntil) return '请先获取验证码'
    if (Date.parse(v.codeUntil) < Date.parse(ctx.clock.now())) return '验证码已过期，请重新获取'
    const lessees = await lesseesByMobile(tx, mobile)
    const right = isCode(ctx.ports.vault, v.codeHash, code, boundOf(ctx, mobile)) && lessees.length > 0
    const { wrong, tries, spent } = await judgeCode(tx, ctx, { of: codeKey(ctx, mobile), tries: v.tries, right })
    await sql`update lessee_visitor set tries = ${tries}, code_hash = ${spent ? null : v.codeHash} where ${ofMobile(mobile)}`.execute(tx)
    if (wrong) return wrong
    const until = laterBy(ctx, SESSION_HOURS * 60)
    const pages: Entered['pages'] = []
    for (const { id, name } of lessees) {
      const token = newToken(ctx.user.operatorId)
      await links.add(tx, ctx, { lessee: id, way: 'code', tokenHash: sha256(token), until })
      pages.push({ token, name })
    }
    return { pages }
  })
  if (typeof outcome === 'string') throw invalid({ code: outcome })
  return outcome
}
