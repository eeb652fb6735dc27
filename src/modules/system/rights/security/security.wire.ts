import { z } from 'zod'

export const SECURITY = z.object({
  at: z.string(),
  profile: z.enum(['standard', 'level3']),
  checks: z.array(
    z.object({
      group: z.string(),
      label: z.string(),
      /** good: as level 3 asks; open: not yet; look: something happened. */
      state: z.enum(['good', 'open', 'look']),
      text: z.string(),
      to: z.object({ label: z.string(), path: z.string() }).nullable(),
    }),
  ),
})
export type Security = z.infer<typeof SECURITY>
export type SecurityCheck = Security['checks'][number]
