/** What visitors without an account send and get. */
import { z } from 'zod'
import { orderOut, podOut, QUOTE_IN, quoteOut, trackOut } from '../api/orders/wire.ts'

export const linkPage = z.object({
  company: z.string(),
  receiver: z.string(),
  goods: z.string(),
  dropFrom: z.string(),
  dropTo: z.string(),
  until: z.string(),
  track: trackOut,
  pod: podOut,
})
export type LinkPage = z.output<typeof linkPage>

const place = z.object({ name: z.string(), address: z.string() })
export const orderPageOut = z.object({
  company: z.string(),
  name: z.string(),
  notice: z.string().nullable(),
  showPrice: z.boolean(),
  routes: z.array(z.object({ id: z.number(), name: z.string(), from: place, to: place })),
})
export type OrderPageOut = z.output<typeof orderPageOut>

const mobile = z.string().regex(/^1[345789]\d{9}$/, '请填写 11 位手机号')
const code = z.string().regex(/^\d{6}$/, '验证码为 6 位数字')
export const CODE_IN = z.strictObject({ mobile })
export const ENTER_IN = z.strictObject({ mobile, code })
export const PRICE_IN = z.strictObject({ order: QUOTE_IN, route: z.int().positive().nullish() })
export const priceOut = quoteOut.pick({ priced: true, total: true, lines: true })
export type PriceOut = z.output<typeof priceOut>
export const mineOut = z.object({
  list: z.array(
    orderOut.pick({ no: true, label: true, createdAt: true, dropTo: true }).extend({ receiver: z.string(), goods: z.string() }),
  ),
})
export type MineOut = z.output<typeof mineOut>
