/** What is said before vouchers are made, and after. */
import { z } from 'zod'

export const preparedVouchers = z.object({
  count: z.number(),
  debit: z.number(),
  credit: z.number(),
  waiting: z.number(),
  /** Exported vouchers of the month that are not so any more. */
  changed: z.number(),
  missing: z.array(
    z.object({ role: z.string(), about: z.string().nullable(), account: z.number().nullable(), label: z.string(), count: z.number() }),
  ),
})
export type PreparedVouchers = z.output<typeof preparedVouchers>
