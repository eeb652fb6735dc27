/** GET /api/v1/search, said once: handler, browser and document read it here. */
import { z } from 'zod'

export const FOUND_RECORDS = z.array(
  z.object({
    entity: z.string(),
    entityLabel: z.string(),
    id: z.number(),
    title: z.string(),
    hint: z.string().nullable(),
    path: z.string(),
  }),
)
export type FoundRecord = z.infer<typeof FOUND_RECORDS>[number]
