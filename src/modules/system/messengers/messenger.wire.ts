/** What travels about one's own accounts at the office platforms. */
import { z } from 'zod'

export const MINE = z.array(
  z.object({
    provider: z.string(),
    label: z.string(),
    /** Masked. */
    account: z.string().nullable(),
    /** Shown by himself, so that it opens a session. */
    bound: z.boolean(),
    muted: z.boolean(),
    sends: z.boolean(),
    signsIn: z.boolean(),
  }),
)
export const TESTED = z.object({ sentence: z.string() })
