/** What a parent reads of its sub-operators, and what a company is told of itself. */
import { z } from 'zod'

export const companySummary = z.object({
  own: z.object({ name: z.string(), level: z.enum(['platform', 'operator', 'sub']), parent: z.string().nullable() }),
  children: z.array(
    z.object({
      company: z.int(),
      name: z.string(),
      status: z.enum(['active', 'stopped']),
      vehicles: z.int(),
      leased: z.int(),
      months: z.array(
        z.object({ month: z.string(), contracts: z.int(), handOvers: z.int(), bills: z.int(), charged: z.int(), received: z.int() }),
      ),
    }),
  ),
})
export type CompanySummary = z.output<typeof companySummary>
