/** What the driver's page hears of the driver himself. */
import { z } from 'zod'

export const ME = z.object({
  name: z.string(),
  /** Of where he is and was. */
  consent: z.object({ wanted: z.boolean(), at: z.string().nullable() }),
  licenceClass: z.string(),
  /** `due` null: nobody has entered it. */
  papers: z.array(z.object({ name: z.string(), due: z.string().nullable(), state: z.enum(['ok', 'soon', 'over', 'unknown']) })),
  months: z.array(
    z.object({
      month: z.string(),
      /** Fen: what was confirmed by the company, and of it what was paid out. */
      confirmed: z.number(),
      paid: z.number(),
      sheets: z.array(z.object({ no: z.string(), mission: z.string().nullable(), day: z.string(), label: z.string(), total: z.number() })),
    }),
  ),
})
export type DriverMe = z.output<typeof ME>
