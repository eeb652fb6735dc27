/** What the sheet of a fleet answers. */
import { z } from 'zod'

const FLEET_ROW = z.object({
  id: z.number(),
  plate: z.string(),
  no: z.string(),
  /** As it was shown: sent back with the row, what somebody changed meanwhile is refused. */
  version: z.number(),
  /** Why this vehicle cannot be done now. */
  reason: z.string().nullable(),
  preset: z.record(z.string(), z.unknown()),
  /** What a clerk sees beside the cells, by the names of `known` in fleet.ts. */
  known: z.record(z.string(), z.string()),
  /** Of a settlement: the mark of the figures seen. */
  hash: z.string().nullable(),
})
export type FleetRow = z.infer<typeof FLEET_ROW>
export const FLEET_SHEET = z.object({ rows: z.array(FLEET_ROW) })
export type FleetSheet = z.infer<typeof FLEET_SHEET>

export const FLEET_ANSWER = z.object({
  done: z.number(),
  failed: z.number(),
  results: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      ok: z.boolean(),
      message: z.string(),
      held: z.boolean().optional(),
      errors: z.record(z.string(), z.string()).optional(),
    }),
  ),
})
