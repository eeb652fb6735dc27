/** What somebody who applies without an account sends and gets. */
import { z } from 'zod'
import { LICENCES_ASKED } from '#modules/transport/recruit/recruit.rules.ts'

export const postOut = z.object({
  company: z.string(),
  title: z.string(),
  cities: z.string(),
  vehicleClass: z.string().nullable(),
  headcount: z.number(),
  pay: z.string(),
  detail: z.string(),
  until: z.string(),
})
export type PostOut = z.output<typeof postOut>

export const APPLY_IN = z.strictObject({
  name: z.string().trim().min(1, '请填写姓名').max(40),
  city: z.string().trim().min(1, '请填写所在城市').max(40),
  licenceClass: z.enum(Object.keys(LICENCES_ASKED) as (keyof typeof LICENCES_ASKED)[], '请选择准驾车型'),
  vehicleOwned: z.boolean(),
  intent: z.string().trim().max(500).nullish(),
  /** The code of the link it came by; one that is none, or over, counts for nobody. */
  promo: z.string().nullish(),
  agreed: z.literal(true, '请先同意对方使用您填写的资料'),
})
export type ApplyIn = z.input<typeof APPLY_IN>

export const ownOut = z.object({
  /** Null: this telephone has not applied here. */
  own: z.object({ name: z.string(), label: z.string(), at: z.string(), open: z.boolean() }).nullable(),
})
export type OwnOut = z.output<typeof ownOut>
