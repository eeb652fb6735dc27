/** What a recurring rule says of its dates before they are orders. */
import { z } from 'zod'

export const DATES = z.object({
  dates: z.array(
    z.object({
      originalDate: z.string(),
      slot: z.string(),
      serviceDate: z.string().nullable(),
      result: z.enum(['create', 'skip', 'merge']),
      reason: z.string().nullable(),
    }),
  ),
  stopped: z.string().nullable(),
  created: z.number(),
  skipped: z.number(),
  merged: z.number(),
})
export type Dates = z.output<typeof DATES>
