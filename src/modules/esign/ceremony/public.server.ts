/** The page a signer opens from his link: no account, only the token, which travels in a header and is never written down. */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { systemContext } from '#kit/access/systemContext.server.ts'
import { absent, AppError, invalid, refused } from '#kit/basics/errors.ts'
import { maskPhone } from '#kit/basics/mask.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { download, route, type Extra, type Route } from '#kit/http/route.server.ts'
import { signFlow, signParty, type CodeState } from '../flows/flow.ts'
import { clockOf } from '../flows/flow.rules.ts'
import { partiesOf } from '../flows/flow.server.ts'
import { bytesOf, record, sha256hex, type Flow } from '../flows/record.server.ts'
import type { Instance } from '../instance.server.ts'
import { sendCodeTo } from '../flows/outside.server.ts'
import { reachesOutside } from '#modules/system/system.public.ts'
import { NOTE } from '../flows/prepare.server.ts'
import { signAs, turnRefusal, type Level } from './sign.server.ts'

const flows = storeOf(signFlow)
const parties = storeOf(signParty)
type Party = Awaited<ReturnType<typeof partiesOf>>[number]

const HEADER = 'X-Sign-Token'
/** The same words whatever is wrong with a token: guessed, used up, of an ended flow. */
const GONE = '链接已失效，请联系发起方重新获取'

/** Acts for the company of the token; address and device stay those of the visitor. */
const actingFor = (ctx: Context, operatorId: number): Context => ({
  ...systemContext({ db: ctx.db, clock: ctx.clock, registry: ctx.registry, operatorId, requestId: ctx.requestId }),
  ip: ctx.ip,
  userAgent: ctx.userAgent,
  source: 'api',
})

interface Signer {
  ctx: Context
  party: Party
  flow: Flow
  all: Party[]
}
async function signerOf(visitor: Context, extra: Extra): Promise<Signer> {
  const token = extra.header?.(HEADER) ?? ''
  const [, operator] = /^([0-9a-z]{1,10})\.[\w-]{43}$/.exec(token) ?? []
  const operatorId = operator ? Number.parseInt(operator, 36) : 0
  if (!operatorId || operatorId > 2_000_000_000) throw absent(GONE)
  const ctx = actingFor(visitor, operatorId)
  return ctx.db.read(operatorId, async (tx) => {
    const row = await tx
      .selectFrom('signParty')
      .select(['id', 'flow'])
      .where('tokenHash', '=', sha256hex(token))
      .where('operatorId', '=', operatorId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst()
    if (!row) throw absent(GONE)
    const flow = await flows.get(tx as Tx, ctx, row.flow)
    const all = await partiesOf(tx as Tx, flow.id)
    const party = all.find((one) => one.id === row.id)!
    if (flow.status !== 'signing' || Date.parse(flow.expireAt) <= Date.parse(ctx.clock.now())) throw absent(GONE)
    return { ctx, party, flow, all }
  })
}

const CONSENT =
  '我同意以数据电文形式签订本合同，并使用电子签名；已知悉签名证书由出租方的本机系统签发，不是第三方电子认证服务机构签发；我确认所填手机号由本人使用，签署内容是我的真实意思。'

const placesOf = async (ctx: Context, party: number): Promise<{ page: number; x: number; y: number; w: number; h: number }[]> => {
  const rows = await ctx.db.read(ctx.user.operatorId, (tx) =>
    tx.selectFrom('signField').select(['page', 'x', 'y', 'w', 'h']).where('party', '=', party).execute(),
  )
  return rows.map((row) => ({ page: row.page, x: Number(row.x), y: Number(row.y), w: Number(row.w), h: Number(row.h) }))
}

async function page(signer: Signer) {
  const { ctx, flow, party, all } = signer
  await ctx.db.write(ctx.user.operatorId, async (tx) => {
    const locked = await flows.lock(tx, ctx, flow.id)
    if (!party.viewedAt) await tx.updateTable('signParty').set({ viewedAt: ctx.clock.now() }).where('id', '=', party.id).execute()
    if (!party.viewedAt) await record(tx, ctx, locked, { kind: 'opened', by: `signer:${party.seq}` })
  })
  const witness = (party.code as { witness?: string } | null)?.witness
  return {
    no: flow.no,
    title: flow.title,
    company: all.find((one) => one.kind === 'company' && one.seal)?.name ?? '',
    expireAt: flow.expireAt,
    pages: flow.pages,
    me: { name: party.name, role: party.role, mobile: party.mobile ? maskPhone(party.mobile) : null, kind: party.kind },
    turn: turnRefusal(flow, party, all, ctx.clock.now()),
    consented: party.consentedAt !== null,
    parties: all.map((one) => ({
      role: one.role,
      name: one.id === party.id || one.kind === 'company' ? one.name : `${one.name.slice(0, 1)}**`,
      status: one.status,
      signedAt: one.signedAt,
    })),
    fields: await placesOf(ctx, party.id),
    intent: witness ? 'faceToFace' : reachesOutside(ctx) && party.mobile ? 'sms' : 'none',
    note: NOTE,
    consent: CONSENT,
  }
}

const CODE_MINUTES = 5
const TRIES = 5
const PAUSE_MINUTES = 30
const A_DAY = 10

const hmac = (instance: Instance, party: number, code: string): string =>
  createHmac('sha256', instance.secretKey).update(`code:${party}:${code}`).digest('hex')
const later = (ctx: Context, minutes: number): string => new Date(Date.parse(ctx.clock.now()) + minutes * 60_000).toISOString()

async function sendCode({ ctx, party, flow, all }: Signer, instance: Instance): Promise<{ mobile: string; seconds: number }> {
  const why = turnRefusal(flow, party, all, ctx.clock.now())
  if (why) throw refused(why)
  if (!reachesOutside(ctx)) throw refused('尚未接入短信，请选择面签')
  if (!party.mobile) throw refused('没有登记手机号，请联系发起方')
  return ctx.db.write(ctx.user.operatorId, async (tx) => {
    const locked = await flows.lock(tx, ctx, flow.id)
    const current = (await parties.lock(tx, ctx, party.id)) as Party
    const known = current.code as CodeState | null
    const now = ctx.clock.now()
    const today = ctx.clock.today()
    if (known?.pausedUntil && known.pausedUntil > now)
      throw refused(`验证码错误次数过多，请于 ${clockOf(Date.parse(known.pausedUntil))} 后再试`)
    if (known && Date.parse(now) - Date.parse(known.sentAt) < 60_000) throw refused('验证码已发送，请 60 秒后再试')
    const sent = known?.day === today ? known.sent : 0
    if (sent >= A_DAY) throw refused('今天的验证码次数已用完，请明天再试或选择面签')
    const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
    const state: CodeState = {
      hash: hmac(instance, party.id, code),
      until: later(ctx, CODE_MINUTES),
      tries: 0,
      sentAt: now,
      day: today,
      sent: sent + 1,
    }
    await tx
      .updateTable('signParty')
      .set({ code: sql<CodeState>`${JSON.stringify(state)}::jsonb` })
      .where('id', '=', party.id)
      .execute()
    const company = all.find((one) => one.kind === 'company')?.name ?? ''
    const text = `验证码 ${code}，用于签署${company}的《${flow.title}》，${CODE_MINUTES} 分钟内有效。请勿告诉他人。`
    await sendCodeTo(tx, ctx, party, text)
    await record(tx, ctx, locked, { kind: 'codeSent', by: `signer:${party.seq}`, data: { mobile: maskPhone(party.mobile!) } })
    return { mobile: maskPhone(party.mobile!), seconds: 60 }
  })
}

/** A wrong one counts in a transaction of its own: refusing rolls everything else back. */
async function checkCode({ ctx, party, flow }: Signer, instance: Instance, code: string): Promise<void> {
  const wrong = await ctx.db.write(ctx.user.operatorId, async (tx) => {
    const locked = await flows.lock(tx, ctx, flow.id)
    const current = (await parties.lock(tx, ctx, party.id)) as Party
    const known = current.code as CodeState | null
    const now = ctx.clock.now()
    if (known?.pausedUntil && known.pausedUntil > now) return `验证码错误次数过多，请于 ${clockOf(Date.parse(known.pausedUntil))} 后再试`
    if (!known || !known.hash) return '请先获取验证码'
    if (known.until < now) return '验证码已过期，请重新获取'
    const same = timingSafeEqual(Buffer.from(known.hash), Buffer.from(hmac(instance, party.id, code)))
    await record(tx, ctx, locked, { kind: same ? 'codePassed' : 'codeFailed', by: `signer:${party.seq}` })
    const tries = known.tries + 1
    const state: CodeState = same
      ? { ...known, tries }
      : { ...known, tries, ...(tries >= TRIES ? { hash: '', pausedUntil: later(ctx, PAUSE_MINUTES) } : {}) }
    await tx
      .updateTable('signParty')
      .set({ code: sql<CodeState>`${JSON.stringify(state)}::jsonb` })
      .where('id', '=', party.id)
      .execute()
    return same
      ? null
      : tries >= TRIES
        ? `验证码错误次数过多，请 ${PAUSE_MINUTES} 分钟后再试`
        : `验证码不正确，还可以试 ${TRIES - tries} 次`
  })
  if (wrong) throw invalid({ code: wrong })
}

const CONFIRM = z.strictObject({
  kind: z.enum(['drawn', 'typed']),
  png: z.string().max(700_000).optional(),
  code: z
    .string()
    .regex(/^\d{6}$/, '验证码为 6 位数字')
    .optional(),
})

async function confirm(signer: Signer, instance: Instance, input: z.infer<typeof CONFIRM>) {
  const { ctx, party } = signer
  const why = turnRefusal(signer.flow, party, signer.all, ctx.clock.now())
  if (why) throw refused(why)
  if (!party.consentedAt) throw refused('请先阅读全文并同意电子签署')
  if ((party.pagesRead ?? 0) < (signer.flow.pages ?? 0)) throw refused('请先读完合同全文')
  if (input.kind === 'drawn' && !input.png) throw invalid({ signature: '请先签名' })
  const witness = (party.code as { witness?: string; until?: string } | null)?.witness
  let level: Level
  if (witness) {
    if (((party.code as { until?: string }).until ?? '') < ctx.clock.now()) throw refused('面签见证已超时，请工作人员重新见证')
    level = 'C'
  } else {
    if (!reachesOutside(ctx)) throw refused('尚未接入短信，请选择面签')
    if (!input.code) throw invalid({ code: '请输入验证码' })
    await checkCode(signer, instance, input.code)
    level = 'B'
  }
  const codeAtPassing = await ctx.db.read(ctx.user.operatorId, (tx) =>
    tx.selectFrom('signParty').select('tokenHash').where('id', '=', party.id).executeTakeFirst(),
  )
  return signAs(ctx, instance, {
    party: party.id,
    level,
    look: input.kind === 'drawn' ? { kind: 'drawn', png: new Uint8Array(Buffer.from(input.png!, 'base64')) } : { kind: 'typed' },
    by: `signer:${party.seq}`,
    proof: async (_tx, _flow, current) => {
      if (!current.consentedAt || current.tokenHash !== codeAtPassing?.tokenHash) throw new AppError('absent', GONE)
    },
  })
}

async function consent({ ctx, party, flow }: Signer, pages: readonly number[]): Promise<null> {
  const seen = new Set(pages.filter((n) => n >= 1 && n <= (flow.pages ?? 0)))
  if (seen.size < (flow.pages ?? 0)) throw refused(`还有 ${(flow.pages ?? 0) - seen.size} 页未读，请读完全文`)
  await ctx.db.write(ctx.user.operatorId, async (tx) => {
    const locked = await flows.lock(tx, ctx, flow.id)
    await tx.updateTable('signParty').set({ consentedAt: ctx.clock.now(), pagesRead: seen.size }).where('id', '=', party.id).execute()
    await record(tx, ctx, locked, { kind: 'read', by: `signer:${party.seq}`, docSha: locked.currentSha, data: { pages: seen.size } })
    await record(tx, ctx, locked, { kind: 'consented', by: `signer:${party.seq}`, data: { consentSha: sha256hex(CONSENT) } })
  })
  return null
}

async function decline({ ctx, party, flow }: Signer, reason: string): Promise<null> {
  await ctx.db.write(ctx.user.operatorId, async (tx) => {
    await flows.lock(tx, ctx, flow.id)
    await parties.act(tx, ctx, 'decline', party.id)
    await tx.updateTable('signParty').set({ reason }).where('id', '=', party.id).execute()
    await flows.act(tx, ctx, 'decline', flow.id, { reason: `${party.name}拒签：${reason}`.slice(0, 200) })
  })
  return null
}

export const publicRoutes = (instance: Instance): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/public/contract/sign/page',
    summary: '签署页：合同、各方与要我做的事（令牌在请求头 X-Sign-Token）',
    right: 'public',
    input: z.strictObject({}),
    handler: async (ctx, _input, extra) => page(await signerOf(ctx, extra)),
  }),
  route({
    method: 'GET',
    path: '/api/public/contract/sign/file',
    summary: '签署页：合同文件',
    right: 'public',
    input: z.strictObject({}),
    handler: async (visitor, _input, extra) => {
      const { ctx, flow } = await signerOf(visitor, extra)
      return download({
        fileName: `${flow.title}.pdf`,
        mime: 'application/pdf',
        body: await bytesOf(ctx, instance, flow.fileId, flow.currentSha),
        inline: true,
      })
    },
  }),
  route({
    method: 'POST',
    path: '/api/public/contract/sign/consent',
    summary: '签署页：读完全文并同意电子签署',
    right: 'public',
    input: z.strictObject({ pages: z.array(z.number().int()).max(400) }),
    handler: async (ctx, { pages }, extra) => consent(await signerOf(ctx, extra), pages),
  }),
  route({
    method: 'POST',
    path: '/api/public/contract/sign/code',
    summary: '签署页：发送验证码',
    right: 'public',
    input: z.strictObject({}),
    handler: async (ctx, _input, extra) => sendCode(await signerOf(ctx, extra), instance),
  }),
  route({
    method: 'POST',
    path: '/api/public/contract/sign/confirm',
    summary: '签署页：确认签署',
    right: 'public',
    input: CONFIRM,
    handler: async (ctx, input, extra) => confirm(await signerOf(ctx, extra), instance, input),
  }),
  route({
    method: 'POST',
    path: '/api/public/contract/sign/decline',
    summary: '签署页：拒签',
    right: 'public',
    input: z.strictObject({ reason: z.string().trim().min(1, '请填写拒签原因').max(150, '最多 150 字') }),
    handler: async (ctx, { reason }, extra) => decline(await signerOf(ctx, extra), reason),
  }),
]
