/** What 试一下 says of a map. */
import { z } from 'zod'

export const MAP_FINDING = z.object({
  ok: z.boolean().describe('可以使用'),
  about: z.string().describe('检查的是什么'),
  notes: z.array(z.string()).describe('不能使用的原因；可以使用时为不足之处'),
})
export type MapFinding = z.infer<typeof MAP_FINDING>
