/** What passes between the house and a payment provider that takes merchants on, worded by neither. */
import { z } from 'zod'
import type { Context } from '#kit/access/context.server.ts'
import type { Delivery } from '#kit/ports/call.server.ts'

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

export const PHOTO_FIELDS = ['licence', 'legalImages', 'shopImages'] as const
export interface Photo {
  field: (typeof PHOTO_FIELDS)[number]
  name: string
  mime: string
  /** Read when it is sent, never kept. */
  bytes(): Promise<Buffer>
}

export const progress = z.strictObject({
  /** In the provider's own word. */
  state: z.string().min(1).max(60),
  /** Counts what the provider ever said of the business code: what comes with a number that is not higher is old. Null where nobody counts. */
  seq: z.int().min(1).nullable().default(null),
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

/** What is said of which attempt. */
export const word = z.strictObject({ attempt: z.int().min(1), progress })
export type Word = z.output<typeof word>
export const merchantNotice = word.extend({ businessCode: text(30).min(3) })
type MerchantNotice = z.output<typeof merchantNotice>

export interface MerchantProvider {
  readonly name: 'manual' | 'gateway'
  /** One merchant per `businessCode`, one application per attempt, however often it is called. */
  submit(ctx: Context, of: Application, photos: readonly Photo[], delivery: Delivery): Promise<Progress>
  /** Null: the provider knows nothing of it. */
  query(ctx: Context, businessCode: string, delivery: Delivery): Promise<Word | null>
  /** What was told us, or null when it is not believed. `body` as it was sent. */
  notice(header: (name: string) => string | null, body: string, now: Date): MerchantNotice | null
}
