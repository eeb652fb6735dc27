/** The calls of the customer's own page. Token in the header X-Own-Link; only the door takes a telephone instead (decision 0115). */
import { z } from 'zod'
import { absent } from '#kit/basics/errors.ts'
import type { FileKeeper } from '#kit/entity/services.server.ts'
import { doneAnswer, fileAnswer } from '#kit/http/answers.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { linkFor, papersToSign } from '#modules/esign/esign.public.ts'
import { addressOf } from '#modules/system/system.public.ts'
import { doorOf, enter, sendCode } from './codes.server.ts'
import { guestOf, ownGate, type Guest } from './guest.server.ts'
import { CODE_IN, DOOR, DOOR_IN, ENTERED, ENTER_IN, OWN_PAGE, PAID, WISH } from './own.wire.ts'
import { pageOf } from './page.server.ts'
import { claimPaid } from './paid.server.ts'
import { codePicture, keepPicture, MOST_BYTES, receiptFile, signedFile } from './papers.server.ts'
import { sendWish, withdrawWish } from './wish.server.ts'

const BASE = '/api/public/lessee'
const NOTHING = z.strictObject({})
const NUMBER = z.coerce.number('编号不正确').int('编号不正确').min(1, '编号不正确')
const numbered = z.object({ no: z.string() })

/** His own paper alone; the signing page has its own door, so he proves himself there again. */
async function toSign({ ctx, lessee }: Guest, party: number, opened: string): Promise<{ url: string }> {
  const papers = await ctx.db.read(ctx.user.operatorId, (db) => papersToSign(db, ctx, lessee.id))
  if (!papers.some((p) => p.party === party)) throw absent('该文件已签署或已失效，请刷新页面')
  return { url: (await linkFor(ctx, party, opened)).url }
}

const doorRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: `${BASE}/door`,
    summary: '客户自助页：能否用手机验证码打开',
    right: 'public',
    input: DOOR_IN,
    output: DOOR,
    handler: (ctx, { c }) => doorOf(ctx, c),
  }),
  route({
    method: 'POST',
    path: `${BASE}/code`,
    summary: '客户自助页：发送验证码；手机号是否登记，回答都一样',
    right: 'public',
    costly: true,
    input: CODE_IN,
    output: z.object({ seconds: z.number() }),
    handler: (ctx, { c, mobile }) => sendCode(ctx, c, mobile),
  }),
  route({
    method: 'POST',
    path: `${BASE}/enter`,
    summary: '客户自助页：核对验证码',
    right: 'public',
    input: ENTER_IN,
    output: ENTERED,
    handler: (ctx, { c, mobile, code }) => enter(ctx, c, mobile, code),
  }),
]

const wroteRoutes = (files: FileKeeper): readonly Route[] => [
  route({
    method: 'POST',
    path: `${BASE}/sign`,
    summary: '客户自助页：打开待签文件的签署页',
    right: 'public',
    gate: ownGate,
    input: z.strictObject({ party: z.int().positive() }),
    output: z.object({ url: z.string() }),
    handler: async (ctx, { party }, extra) => toSign(await guestOf(ctx, extra), party, addressOf(extra)),
  }),
  route({
    method: 'POST',
    path: `${BASE}/upload`,
    summary: '客户自助页：上传凭证照片',
    right: 'public',
    gate: ownGate,
    upload: { maxBytes: MOST_BYTES, maxFiles: 1 },
    input: NOTHING,
    output: z.object({ id: z.string() }),
    handler: async (ctx, _input, extra) => keepPicture(await guestOf(ctx, extra), files, extra.files[0]),
  }),
  route({
    method: 'POST',
    path: `${BASE}/paid`,
    summary: '客户自助页：告知已付款，成为待审核的收款',
    right: 'public',
    gate: ownGate,
    input: PAID,
    output: numbered,
    handler: async (ctx, input, extra) => claimPaid(await guestOf(ctx, extra), input),
  }),
  route({
    method: 'POST',
    path: `${BASE}/wish`,
    summary: '客户自助页：申请续租、还车，告知违章已处理',
    right: 'public',
    gate: ownGate,
    input: WISH,
    output: numbered,
    handler: async (ctx, input, extra) => sendWish(await guestOf(ctx, extra), input),
  }),
  route({
    method: 'POST',
    path: `${BASE}/withdraw`,
    summary: '客户自助页：撤回申请',
    right: 'public',
    gate: ownGate,
    input: z.strictObject({ id: z.int().positive() }),
    output: doneAnswer,
    handler: async (ctx, { id }, extra) => withdrawWish(await guestOf(ctx, extra), id),
  }),
]

export const ownPageRoutes = ({ files }: { files: FileKeeper }): readonly Route[] => [
  ...doorRoutes,
  route({
    method: 'GET',
    path: `${BASE}/page`,
    summary: '客户自助页：要做的事、合同、账单、违章、申请与门店（令牌在请求头 X-Own-Link）',
    right: 'public',
    gate: ownGate,
    input: NOTHING,
    output: OWN_PAGE,
    handler: async (ctx, _input, extra) => pageOf(await guestOf(ctx, extra)),
  }),
  route({
    method: 'GET',
    path: `${BASE}/paper`,
    summary: '客户自助页：已签的合同与单据',
    right: 'public',
    gate: ownGate,
    input: z.strictObject({ kind: z.enum(['flow', 'scan']), id: z.string().regex(/^[a-f0-9]{1,32}$/, '文件编号不正确') }),
    output: fileAnswer,
    handler: async (ctx, { kind, id }, extra) => signedFile(await guestOf(ctx, extra), files, kind, id),
  }),
  route({
    method: 'GET',
    path: `${BASE}/receipt`,
    summary: '客户自助页：已确认收款的收据',
    right: 'public',
    gate: ownGate,
    input: z.strictObject({ id: NUMBER }),
    output: fileAnswer,
    handler: async (ctx, { id }, extra) => receiptFile(await guestOf(ctx, extra), id),
  }),
  route({
    method: 'GET',
    path: `${BASE}/payCode`,
    summary: '客户自助页：收款码图片',
    right: 'public',
    gate: ownGate,
    input: z.strictObject({ id: NUMBER }),
    output: fileAnswer,
    handler: async (ctx, { id }, extra) => codePicture(await guestOf(ctx, extra), files, id),
  }),
  ...wroteRoutes(files),
]
