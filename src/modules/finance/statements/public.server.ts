/** /statement: what the other side reads, disputes and confirms. No account, only the token of the link, which travels in a header. */
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { sha256 } from '#kit/access/link-token.server.ts'
import { codePause, judgeCode } from '#kit/access/tries/one-time-code.server.ts'
import { isCode, newCode } from '#kit/access/secrets.server.ts'
import { systemContext } from '#kit/access/system-context.server.ts'
import { absent, invalid, refused } from '#kit/basics/errors.ts'
import { maskPhone } from '#kit/basics/identifiers/mask.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { linkGate } from '#kit/http/guards/link-gate.server.ts'
import { route, type Extra, type Route } from '#kit/http/route.server.ts'
import { parameterValue, reachesOutside, sendOutside } from '#modules/system/system.public.ts'
import { companyName, linesFor } from './paper.server.ts'
import { statement, type StatementCode } from './statement.ts'
import { statementPage } from './statement.wire.ts'

const statements = storeOf(statement)
type Statement = Rec<typeof statement>

const HEADER = 'X-Statement-Token'
/** The same words whatever is wrong with a token: guessed, replaced, of a voided statement. */
const GONE = '链接已失效，请联系对方重新获取'
const SHOWN: readonly Statement['status'][] = ['toConfirm', 'disputed', 'confirmed', 'partlySettled', 'settled']
const CODE_MINUTES = 5
const A_DAY = 10

/** Of this link: a new one makes the code of the old one worthless. */
const boundOf = ({ ctx, token, id }: Guest): string => `statement:${ctx.user.operatorId}:${id}:${sha256(token)}`

interface Guest {
  ctx: Context
  token: string
  id: number
}
async function guestOf(visitor: Context, extra: Pick<Extra, 'header'>): Promise<Guest & { statement: Statement }> {
  const token = extra.header?.(HEADER) ?? ''
  const [, operator] = /^([0-9a-z]{1,10})\.[\w-]{43}$/.exec(token) ?? []
  const operatorId = operator ? Number.parseInt(operator, 36) : 0
  if (!operatorId || operatorId > 2_000_000_000) throw absent(GONE)
  const ctx: Context = {
    ...systemContext({ db: visitor.db, clock: visitor.clock, registry: visitor.registry, operatorId, requestId: visitor.requestId }),
    ip: visitor.ip,
    userAgent: visitor.userAgent,
    source: 'api',
  }
  return ctx.db.read(operatorId, async (tx) => {
    const row = await liveRows(tx, 'statement').select('id').where('tokenHash', '=', sha256(token)).executeTakeFirst()
    const statement = row ? await statements.get(tx, ctx, row.id) : null
    if (!statement || !SHOWN.includes(statement.status)) throw absent(GONE)
    return { ctx, token, id: statement.id, statement }
  })
}
/** Locked, and the link still good: a new one may have been made since. */
async function locked(tx: Tx, { ctx, token, id }: Guest): Promise<Statement> {
  const now = await statements.lock(tx, ctx, id)
  if (now.tokenHash !== sha256(token)) throw absent(GONE)
  return now
}
const NO_WAY_OUT = '对方尚未接入短信，不能在线确认；请在打印的对账单上签字盖章后交给对方'
const needsCode = (ctx: Context): Promise<boolean> =>
  ctx.db.read(ctx.user.operatorId, async (db) => (await parameterValue(db, ctx.registry, 'statementCode')) === true)

async function page({ ctx, statement: s }: Awaited<ReturnType<typeof guestOf>>) {
  const coded = await needsCode(ctx)
  return ctx.db.read(ctx.user.operatorId, async (db) => ({
    no: s.no,
    status: s.status,
    company: await companyName(db, ctx),
    party: s.party,
    fromOn: s.fromOn,
    toOn: s.toOn,
    opening: s.opening,
    charges: s.charges,
    credits: s.credits,
    payments: s.payments,
    closing: s.closing,
    mobile: s.contactMobile ? maskPhone(s.contactMobile) : null,
    coded,
    noCode: coded && !reachesOutside(ctx) ? NO_WAY_OUT : null,
    confirmedAt: s.confirmedAt,
    lines: await linesFor(db, s.id),
    disputes: s.disputes.map(({ seq, docNo, text, at, outcome, answer }) => ({ seq, docNo, text, at, outcome, answer })),
  }))
}

const codeKey = ({ ctx, id }: Guest): string => `statement:${ctx.user.operatorId}:${id}`
const later = (ctx: Context, minutes: number): string => new Date(Date.parse(ctx.clock.now()) + minutes * 60_000).toISOString()

async function sendCode(guest: Guest): Promise<{ mobile: string; seconds: number }> {
  const { ctx, id } = guest
  return ctx.db.write(ctx.user.operatorId, async (tx) => {
    const s = await locked(tx, guest)
    if (s.status !== 'toConfirm') throw refused('这份对账单现在不需要确认；有疑问请联系发起方')
    if (!s.contactMobile) throw refused('没有登记手机号，请联系对方')
    // A code that a colleague would pass on is one he could use himself.
    if (!reachesOutside(ctx)) throw refused(NO_WAY_OUT)
    const known = s.code
    const now = ctx.clock.now()
    const paused = await codePause(tx, ctx, codeKey(guest))
    if (paused) throw refused(paused)
    if (known && Date.parse(now) - Date.parse(known.sentAt) < 60_000) throw refused('验证码已发送，请 60 秒后再试')
    const sent = known?.day === ctx.clock.today() ? known.sent : 0
    if (sent >= A_DAY) throw refused('今天的验证码次数已用完，请明天再试')
    const code = newCode()
    const state: StatementCode = {
      hash: ctx.ports.vault.mark(code, boundOf(guest)),
      until: later(ctx, CODE_MINUTES),
      tries: 0,
      sentAt: now,
      day: ctx.clock.today(),
      sent: sent + 1,
    }
    await statements.writeMany(tx, ctx, [id], () => ({ code: state }))
    await sendOutside(
      tx,
      ctx,
      {
        to: { name: s.contactName ?? s.party, mobile: s.contactMobile },
        title: `对账单 ${s.no} 验证码`,
        text: `验证码 ${code}，用于确认对账单 ${s.no}（期末余额见链接），${CODE_MINUTES} 分钟内有效。请勿告诉他人。`,
        standIns: [],
      },
      { key: `statement:${id}:${now}` },
    )
    return { mobile: maskPhone(s.contactMobile), seconds: 60 }
  })
}

/** A wrong one counts in a transaction of its own: refusing rolls everything else back. */
async function checkCode(guest: Guest, code: string): Promise<void> {
  const { ctx, id } = guest
  const wrong = await ctx.db.write(ctx.user.operatorId, async (tx) => {
    const known = (await locked(tx, guest)).code
    const paused = await codePause(tx, ctx, codeKey(guest))
    if (paused) return paused
    if (!known?.hash) return '请先获取验证码'
    if (known.until < ctx.clock.now()) return '验证码已过期，请重新获取'
    const right = isCode(ctx.ports.vault, known.hash, code, boundOf(guest))
    const { wrong, tries, spent } = await judgeCode(tx, ctx, { of: codeKey(guest), tries: known.tries, right })
    // A right one is used up by what it confirms.
    if (!right) await statements.writeMany(tx, ctx, [id], () => ({ code: { ...known, tries, ...(spent ? { hash: '' } : {}) } }))
    return wrong
  })
  if (wrong) throw invalid({ code: wrong })
}

const CONFIRM = z.strictObject({
  name: z.string().trim().min(1, '请填写确认人姓名').max(40, '最多 40 字'),
  code: z
    .string()
    .regex(/^\d{6}$/, '验证码为 6 位数字')
    .optional(),
})
async function confirm(guest: Guest, input: z.infer<typeof CONFIRM>): Promise<null> {
  const { ctx, id } = guest
  if (await needsCode(ctx)) {
    if (!input.code) throw invalid({ code: '请输入验证码' })
    await checkCode(guest, input.code)
  }
  await ctx.db.write(ctx.user.operatorId, async (tx) => {
    await locked(tx, guest)
    await statements.act(tx, ctx, 'confirm', id, { confirmedName: input.name })
  })
  return null
}

const DISPUTE = z.strictObject({
  by: z.string().trim().max(40, '最多 40 字').optional(),
  lines: z
    .array(
      z.strictObject({
        seq: z.number().int().positive(),
        text: z.string().trim().min(1, '请填写异议内容').max(200, '最多 200 字'),
      }),
    )
    .min(1, '请选择有异议的明细')
    .max(50, '一次最多 50 行'),
})
async function dispute(guest: Guest, input: z.infer<typeof DISPUTE>): Promise<null> {
  const { ctx, id } = guest
  await ctx.db.write(ctx.user.operatorId, async (tx) => {
    await locked(tx, guest)
    for (const { seq, text } of input.lines) await statements.act(tx, ctx, 'dispute', id, { seq, text, by: input.by || null })
  })
  return null
}

const statementGate = linkGate('statement', HEADER, guestOf)
const NOTHING = z.strictObject({})
export const publicStatementRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/public/statement/page',
    summary: '对账页：期初、明细、期末与异议（令牌在请求头 X-Statement-Token）',
    right: 'public',
    gate: statementGate,
    input: NOTHING,
    output: statementPage,
    handler: async (ctx, _input, extra) => page(await guestOf(ctx, extra)),
  }),
  route({
    method: 'POST',
    path: '/api/public/statement/code',
    summary: '对账页：发送验证码',
    right: 'public',
    gate: statementGate,
    input: NOTHING,
    output: z.object({ mobile: z.string(), seconds: z.number() }),
    handler: async (ctx, _input, extra) => sendCode(await guestOf(ctx, extra)),
  }),
  route({
    method: 'POST',
    path: '/api/public/statement/confirm',
    summary: '对账页：确认对账单',
    right: 'public',
    gate: statementGate,
    input: CONFIRM,
    output: z.null(),
    handler: async (ctx, input, extra) => confirm(await guestOf(ctx, extra), input),
  }),
  route({
    method: 'POST',
    path: '/api/public/statement/dispute',
    summary: '对账页：对明细提出异议',
    right: 'public',
    gate: statementGate,
    input: DISPUTE,
    output: z.null(),
    handler: async (ctx, input, extra) => dispute(await guestOf(ctx, extra), input),
  }),
]
