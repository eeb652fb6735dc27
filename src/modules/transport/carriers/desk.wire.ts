/** What a carrier is told of its own work: written here field by field, so that what is not here no carrier ever sees. */
import { z } from 'zod'

const mission = z.object({
  id: z.number(),
  no: z.string(),
  status: z.string(),
  label: z.string(),
  planStart: z.string(),
  planEnd: z.string(),
  acceptBy: z.string().nullable(),
  routeText: z.string().nullable(),
  weight: z.number(),
  pieces: z.number(),
  plateNo: z.string().nullable(),
  driver: z.string().nullable(),
  /** Paper receipts that are still to come, of how many. */
  receipts: z.object({ due: z.number(), of: z.number() }),
})
export const CARRIER_DESK = z.object({
  name: z.string(),
  now: z.string(),
  missions: z.array(mission),
  /** Fen, as everywhere. */
  sheets: z.array(z.object({ no: z.string(), mission: z.string().nullable(), day: z.string(), label: z.string(), total: z.number() })),
  deductions: z.array(z.object({ no: z.string(), day: z.string(), label: z.string(), amount: z.number(), open: z.number() })),
})
export type CarrierDesk = z.output<typeof CARRIER_DESK>
export type CarrierMission = CarrierDesk['missions'][number]
