/** What the page of the other side is given. */
import { z } from 'zod'

export const statementPage = z.object({
  no: z.string(),
  status: z.string(),
  company: z.string(),
  party: z.string(),
  fromOn: z.string(),
  toOn: z.string(),
  opening: z.number(),
  charges: z.number(),
  credits: z.number(),
  payments: z.number(),
  closing: z.number(),
  mobile: z.string().nullable(),
  coded: z.boolean(),
  /** A code is needed and none can be sent: what is done instead. */
  noCode: z.string().nullable(),
  confirmedAt: z.string().nullable(),
  lines: z.array(
    z.object({
      seq: z.number(),
      day: z.string(),
      docType: z.string(),
      docNo: z.string(),
      text: z.string(),
      charge: z.number(),
      credit: z.number(),
      payment: z.number(),
    }),
  ),
  disputes: z.array(
    z.object({
      seq: z.number(),
      docNo: z.string(),
      text: z.string(),
      at: z.string(),
      outcome: z.string().nullable(),
      answer: z.string().nullable(),
    }),
  ),
})
export type StatementPage = z.output<typeof statementPage>
