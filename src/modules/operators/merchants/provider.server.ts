/** What passes between the house and a payment provider that takes merchants on, worded by neither. */
import { z } from 'zod'
import type { Context } from '#kit/access/context.server.ts'
import type { Delivery } from '#kit/jobs/call.server.ts'

const text = (max: number) => z.string().max(max)
export const application = z.strictObject({
  /** The same through every rejection: never a second merchant. */
  businessCode: text(30).min(3),
  /** From 1; what is told of an earlier one is old. */
  attempt: z.int().min(1),
  provider: z.enum(['wechat', 'alipay', 'bank', 'ys']),
  subject: z.strictObject({ kind: z.enum(['enterprise', 'individual']), name: text(80), creditCode: text(18) }),
  legal: z.strictObject({ name: text(40), idNo: text(18), idDueOn: text(10), mobile: text(11) }),
  account: z.strictObject({ kind: z.enum(['public', 'private']), name: text(80), bank: text(80), no: text(32) }),
  shop: z.strictObject({ name: text(30), address: text(300).nullable(), phone: text(30) }),
})
export type Application = z.output<typeof application>

const progress = z.strictObject({
  /** In the provider's own word. */
  state: z.string().min(1).max(60),
  reasons: z
    .array(z.strictObject({ field: text(40).min(1), reason: text(200).min(1) }))
    .max(30)
    .default([]),
  signUrl: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .nullable()
    .default(null),
  subMerchantId: text(64).nullable().default(null),
})
export type Progress = z.output<typeof progress>

interface MerchantNotice {
  businessCode: string
  attempt: number
  progress: Progress
}

export interface MerchantProvider {
  readonly name: 'manual' | 'gateway'
  /** One merchant per `businessCode`, however often it is called. */
  submit(ctx: Context, of: Application, delivery: Delivery): Promise<Progress>
  /** Null: the provider knows nothing of it. */
  query(ctx: Context, businessCode: string, delivery: Delivery): Promise<Progress | null>
  /** What was told us, or null when it is not believed. */
  notice(header: (name: string) => string | null, body: string, now: Date): MerchantNotice | null
}
