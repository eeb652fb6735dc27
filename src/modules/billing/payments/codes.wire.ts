/** The wire of payment codes, said once: the handler, the browser and the document of the API read it here. */
import { z } from 'zod'

const FILE = z.object({ id: z.string(), name: z.string(), mime: z.string(), size: z.number() })
export const USABLE_CODES = z.object({
  list: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      channel: z.enum(['wechat', 'alipay', 'transfer']),
      accountName: z.string(),
      accountNo: z.string().nullable(),
      image: z.array(FILE).nullable(),
      stores: z.array(z.number()).nullable(),
      dayLimit: z.number().nullable(),
    }),
  ),
})
export type UsableCodes = z.infer<typeof USABLE_CODES>
