/** Calls to the payment provider about an application, and what comes back of them: an answer and a notice are heard alike. */
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { defineCall } from '#kit/ports/call.server.ts'
import { isNews } from './merchant.rules.ts'
import { merchant, merchantActions } from './merchant.ts'
import { application, PHOTO_FIELDS, type Application, type Progress, type Word } from './provider.server.ts'

type Merchant = Rec<typeof merchant>
const merchants = storeOf(merchant)

export const applicationOf = (m: Merchant): Application => ({
  businessCode: m.no,
  attempt: m.attempt + 1,
  provider: m.provider,
  subject: { kind: m.subjectKind, name: m.subjectName!, creditCode: m.subjectCode! },
  legal: { name: m.legalName!, idNo: m.legalIdNo!, idDueOn: m.legalIdDueOn!, mobile: m.legalMobile! },
  account: { kind: m.accountKind!, name: m.accountName!, bank: m.bankName!, no: m.accountNo! },
  shop: { name: m.shopName!, address: m.shopPlace?.address ?? null, phone: m.servicePhone! },
})

const photo = z.strictObject({ field: z.enum(PHOTO_FIELDS), id: z.string().max(64), name: z.string().max(200), mime: z.string().max(100) })
type Named = z.output<typeof photo>
export const photosOf = (m: Merchant): Named[] =>
  PHOTO_FIELDS.flatMap((field) => (m[field] ?? []).map(({ id, name, mime }) => ({ field, id, name, mime })))

async function bytesOf(ctx: Context, { id, name }: Named): Promise<Buffer> {
  const body = await ctx.ports.files.open(id)
  if (!body) throw refused(`照片「${name}」的内容已不存在，请重新上传后提交`)
  return buffer(body)
}

/** What is heard of an attempt that is still the last one is done, once; of others it is let go. */
export async function tellMerchant(tx: Tx, ctx: Context, id: number, { attempt, progress: said }: Word): Promise<void> {
  const m = await merchants.lock(tx, ctx, id)
  const hears = (merchantActions.all.told.from as readonly string[]).includes(m.status)
  if (m.attempt !== attempt || !hears || !isNews(m, said)) return
  await merchants.act(tx, ctx, 'told', id, said)
}

// Rows outlive releases: those of before have no photos.
const sent = z.strictObject({ id: z.int(), application, photos: z.array(photo).max(20).default([]) })
export const submitCall = defineCall<z.output<typeof sent>, Progress>({
  kind: 'merchant.submit',
  label: '提交商户进件',
  payload: sent,
  open: true,
  summary: ({ application: a }) => `${a.businessCode} 第 ${a.attempt} 次提交，${a.shop.name}`,
  deliver: (ctx, { application: a, photos }, delivery) =>
    ctx.ports.merchant.submit(
      ctx,
      a,
      photos.map((p) => ({ field: p.field, name: p.name, mime: p.mime, bytes: () => bytesOf(ctx, p) })),
      delivery,
    ),
  settle: (tx, ctx, { id, application: a }, progress) => tellMerchant(tx, ctx, id, { attempt: a.attempt, progress }),
  // Nobody knows whether it arrived: it stays 资料校验中, for 外发记录 to send again under the same code.
  failed: async (tx, ctx, { id }, reason) => {
    if ((await merchants.lock(tx, ctx, id)).status === 'checking')
      await merchants.act(tx, ctx, 'note', id, { reason: reason.slice(0, 300) })
  },
})

const asked = z.strictObject({ id: z.int(), no: z.string(), attempt: z.int() })
export const queryCall = defineCall<z.output<typeof asked>, Word | null>({
  kind: 'merchant.query',
  label: '查询商户进件',
  payload: asked,
  open: true,
  summary: ({ no }) => `${no} 查询进度`,
  // The next question comes by itself: one that is not answered is not asked for hours on end.
  pauses: [60, 240],
  deliver: (ctx, { no }, delivery) => ctx.ports.merchant.query(ctx, no, delivery),
  settle: async (tx, ctx, { id }, said) => {
    if (said) await tellMerchant(tx, ctx, id, said)
  },
})
