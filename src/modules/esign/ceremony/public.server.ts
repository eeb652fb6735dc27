/** The page a signer opens from his link: no account, only the token, which travels in a header and is never written down. */
import { z } from 'zod'
import type { Context } from '#kit/access/context.server.ts'
import { absent, invalid, refused } from '#kit/basics/errors.ts'
import { maskPhone } from '#kit/basics/identifiers/mask.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { doneAnswer, fileAnswer } from '#kit/http/answers.server.ts'
import { download, route, type Route } from '#kit/http/route.server.ts'
import { reachesOutside } from '#modules/system/system.public.ts'
import { codeOf, signFlow, signParty } from '../flows/flow.ts'
import { NOTE } from '../flows/prepare.server.ts'
import { bytesOf, record, sha256hex } from '../flows/record.server.ts'
import type { Instance } from '../instance.server.ts'
import { checkCode, sendCode } from './code.server.ts'
import { signAs, turnRefusal, type Level } from './sign.server.ts'
import { GONE, held, signerGate, signerOf, witnessOf, type Signer } from './signer.server.ts'
import { codeSentAnswer, signedAnswer, signingPageAnswer } from './answers.server.ts'

const flows = storeOf(signFlow)
const parties = storeOf(signParty)

export const CONSENT =
  '我同意以数据电文形式签订本合同，并使用电子签名；已知悉签名证书由出租方的本机系统签发，不是第三方电子认证服务机构签发；我确认所填手机号由本人使用，签署内容是我的真实意思。'

const placesOf = async (ctx: Context, party: number): Promise<{ page: number; x: number; y: number; w: number; h: number }[]> => {
  const rows = await ctx.db.read(ctx.user.operatorId, (tx) =>
    tx.selectFrom('signField').select(['page', 'x', 'y', 'w', 'h']).where('party', '=', party).execute(),
  )
  return rows.map((row) => ({ page: row.page, x: Number(row.x), y: Number(row.y), w: Number(row.w), h: Number(row.h) }))
}

async function page(signer: Signer) {
  const { ctx, flow, all } = signer
  const party = await held(signer, async (tx, locked, now) => {
    if (now.viewedAt) return now
    await tx.updateTable('signParty').set({ viewedAt: ctx.clock.now() }).where('id', '=', now.id).execute()
    await record(tx, ctx, locked, { kind: 'opened', by: `signer:${now.seq}` })
    return now
  })
  return {
    no: flow.no,
    title: flow.title,
    company: all.find((one) => one.kind === 'company' && one.seal)?.name ?? '',
    expireAt: flow.expireAt,
    pages: flow.pages,
    me: { name: party.name, role: party.role, mobile: party.mobile ? maskPhone(party.mobile) : null, kind: party.kind },
    turn: turnRefusal(flow, party, all, ctx.clock.now()),
    consented: party.consentedAt !== null,
    codeLost: codeOf(party)?.lost === true,
    parties: all.map((one) => ({
      role: one.role,
      name: one.id === party.id || one.kind === 'company' ? one.name : `${one.name.slice(0, 1)}**`,
      status: one.status,
      signedAt: one.signedAt,
    })),
    fields: await placesOf(ctx, party.id),
    intent: witnessOf(party) ? 'faceToFace' : reachesOutside(ctx) && party.mobile ? 'sms' : 'none',
    note: NOTE,
    consent: CONSENT,
  }
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
  const witness = witnessOf(party)
  let level: Level
  if (witness) {
    if (witness.until < ctx.clock.now()) throw refused('面签见证已超时，请工作人员重新见证')
    level = 'C'
  } else {
    if (!reachesOutside(ctx)) throw refused('尚未接入短信，请选择面签')
    if (!input.code) throw invalid({ code: '请输入验证码' })
    await checkCode(signer, input.code)
    level = 'B'
  }
  return signAs(ctx, instance, {
    party: party.id,
    level,
    look: input.kind === 'drawn' ? { kind: 'drawn', png: new Uint8Array(Buffer.from(input.png!, 'base64')) } : { kind: 'typed' },
    by: `signer:${party.seq}`,
    // Whoever showed this link: it may have been replaced, or its handler changed, while the bytes were made.
    proof: async (_tx, _flow, current) => {
      if (!current.consentedAt || current.tokenHash !== signer.link) throw absent(GONE)
    },
  })
}

async function consent(signer: Signer, pages: readonly number[]): Promise<null> {
  const { ctx, flow } = signer
  const seen = new Set(pages.filter((n) => n >= 1 && n <= (flow.pages ?? 0)))
  if (seen.size < (flow.pages ?? 0)) throw refused(`还有 ${(flow.pages ?? 0) - seen.size} 页未读，请读完全文`)
  return held(signer, async (tx, locked, party) => {
    await tx.updateTable('signParty').set({ consentedAt: ctx.clock.now(), pagesRead: seen.size }).where('id', '=', party.id).execute()
    await record(tx, ctx, locked, { kind: 'read', by: `signer:${party.seq}`, docSha: locked.currentSha, data: { pages: seen.size } })
    await record(tx, ctx, locked, { kind: 'consented', by: `signer:${party.seq}`, data: { consentSha: sha256hex(CONSENT) } })
    return null
  })
}

const decline = (signer: Signer, reason: string): Promise<null> =>
  held(signer, async (tx, flow, party) => {
    const { ctx } = signer
    await parties.act(tx, ctx, 'decline', party.id)
    await tx.updateTable('signParty').set({ reason }).where('id', '=', party.id).execute()
    await flows.act(tx, ctx, 'decline', flow.id, { reason: `${party.name}拒签：${reason}`.slice(0, 200), by: `signer:${party.seq}` })
    return null
  })

export const publicRoutes = (instance: Instance): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/public/contract/sign/page',
    summary: '签署页：合同、各方与要我做的事（令牌在请求头 X-Sign-Token）',
    output: signingPageAnswer,
    right: 'public',
    gate: signerGate,
    input: z.strictObject({}),
    handler: async (ctx, _input, extra) => page(await signerOf(ctx, extra)),
  }),
  route({
    method: 'GET',
    path: '/api/public/contract/sign/file',
    summary: '签署页：合同文件',
    output: fileAnswer,
    right: 'public',
    gate: signerGate,
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
    output: doneAnswer,
    right: 'public',
    gate: signerGate,
    input: z.strictObject({ pages: z.array(z.number().int()).max(400) }),
    handler: async (ctx, { pages }, extra) => consent(await signerOf(ctx, extra), pages),
  }),
  route({
    method: 'POST',
    path: '/api/public/contract/sign/code',
    summary: '签署页：发送验证码',
    output: codeSentAnswer,
    right: 'public',
    gate: signerGate,
    input: z.strictObject({}),
    handler: async (ctx, _input, extra) => sendCode(await signerOf(ctx, extra)),
  }),
  route({
    method: 'POST',
    path: '/api/public/contract/sign/confirm',
    summary: '签署页：确认签署',
    output: signedAnswer,
    right: 'public',
    gate: signerGate,
    // Bytes are made between two transactions: who died there has not signed, and signs when the call comes again.
    resumes: true,
    input: CONFIRM,
    handler: async (ctx, input, extra) => confirm(await signerOf(ctx, extra), instance, input),
  }),
  route({
    method: 'POST',
    path: '/api/public/contract/sign/decline',
    summary: '签署页：拒签',
    output: doneAnswer,
    right: 'public',
    gate: signerGate,
    input: z.strictObject({ reason: z.string().trim().min(1, '请填写拒签原因').max(150, '最多 150 字') }),
    handler: async (ctx, { reason }, extra) => decline(await signerOf(ctx, extra), reason),
  }),
]
