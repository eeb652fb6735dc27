/** What the calls of reading and taking in statements answer. */
import { z } from 'zod'

const row = z.object({
  line: z.number(),
  result: z.enum(['new', 'known', 'changed', 'bad']),
  problem: z.string().nullable(),
  /** Who filled it, by the driver's record or by his name only, and why no record was found. */
  driverName: z.string().nullable(),
  unclear: z.string().nullable(),
  kind: z.string(),
  cardNo: z.string(),
  plate: z.string().nullable(),
  at: z.string().nullable(),
  quantity: z.number(),
  amount: z.number(),
  station: z.string(),
})
export const READ_STATEMENT = z.object({ rows: z.array(row) })
export type ReadStatementAnswer = z.infer<typeof READ_STATEMENT>
export const TAKEN_STATEMENT = z.object({
  added: z.number(),
  known: z.number(),
  changed: z.number(),
  bad: z.number(),
  /** Taken back by the supplier, with what they take back. */
  reversed: z.number(),
  suspect: z.number(),
  /** Taken in, but whose driver the records do not tell. */
  unclear: z.number(),
  entries: z.number(),
})
export type TakenStatement = z.infer<typeof TAKEN_STATEMENT>
