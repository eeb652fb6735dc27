/** What the calls of reading and taking in violations answer. */
import { z } from 'zod'

const row = z.object({
  line: z.number(),
  /** `ask`: it may be one there is; a person says whether it is the same or another. */
  result: z.enum(['new', 'known', 'bad', 'ask']),
  problem: z.string().nullable(),
  repaired: z.string().nullable(),
  plateNo: z.string(),
  occurredAt: z.string().nullable(),
  behaviour: z.string(),
  fine: z.number().nullable(),
  points: z.number().nullable(),
  holderKind: z.enum(['lessee', 'driver', 'company', 'unknown']).nullable(),
  lesseeName: z.string().nullable(),
  driverName: z.string().nullable(),
  near: z.boolean(),
  why: z.string().nullable(),
  place: z.string(),
  recordNo: z.string(),
  /** As the sheet says: dealt with, when, and until when it is to be paid. */
  handled: z.boolean(),
  decidedOn: z.string().nullable(),
  dueOn: z.string().nullable(),
})
/** `text`: of a file, to be sent again when it is taken in. */
export const READ_VIOLATIONS = z.object({ text: z.string(), rows: z.array(row) })
export type ReadViolationsAnswer = z.infer<typeof READ_VIOLATIONS>
export const TAKEN_VIOLATIONS = z.object({
  added: z.number(),
  known: z.number(),
  bad: z.number(),
  near: z.number(),
  /** Left out because nobody has said whether they are the same as others. */
  asked: z.number(),
  byHolder: z.record(z.string(), z.number()),
})
export type TakenViolations = z.infer<typeof TAKEN_VIOLATIONS>

const candidate = z.object({
  kind: z.enum(['lessee', 'driver', 'company']),
  id: z.number().nullable(),
  name: z.string(),
  sure: z.enum(['sure', 'likely', 'weak', 'none']),
  why: z.string(),
})
/** Who may have had the vehicle at that second, the likeliest first, each with its reason. */
export const CANDIDATES = z.object({
  surcharge: z.number(),
  deposit: z.number().nullable(),
  candidates: z.array(candidate),
})
export type CandidatesAnswer = z.infer<typeof CANDIDATES>
