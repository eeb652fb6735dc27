/** What the pages of rules and prices are answered. */
import { z } from 'zod'
import { COMPONENTS } from './wire.ts'

export const VERSIONS = z.object({
  list: z.array(
    z.object({
      id: z.number(),
      number: z.number(),
      status: z.enum(['draft', 'approving', 'published', 'ended']),
      effectiveOn: z.string(),
      endsOn: z.string().nullable(),
      components: COMPONENTS,
      warnings: z.string().nullable(),
      note: z.string().nullable(),
      version: z.number(),
    }),
  ),
})
export type VersionRow = z.output<typeof VERSIONS>['list'][number]

/** Fen, tax included; `pending` says what cannot be computed yet. */
const line = z.object({ code: z.string(), label: z.string(), amount: z.number(), formula: z.string().nullable() })
const priced = { lines: z.array(line), total: z.number(), tax: z.number(), pending: z.array(z.string()) }
export const TRIED = z.object({ ...priced, warnings: z.string() })
export type Tried = z.output<typeof TRIED>

export const SIMULATED = z.object({
  orders: z.number(),
  before: z.number(),
  after: z.number(),
  changed: z.number(),
  largest: z.array(z.object({ id: z.number(), no: z.string(), before: z.number(), after: z.number() })),
})
export type Simulated = z.output<typeof SIMULATED>

const judged = z.object({ rule: z.number(), name: z.string(), why: z.string().nullable() })
const price = { ...priced, day: z.string(), chosen: judged.omit({ why: true }).nullable(), others: z.array(judged) }
export const PRICE = z.object({ ...price, coupon: z.object({ amount: z.number(), note: z.string() }).nullable() })
export const QUOTES = z.object({
  list: z.array(z.object({ ...price, id: z.number(), no: z.string(), current: z.boolean(), createdAt: z.string(), why: z.string() })),
})
export type Quote = z.output<typeof QUOTES>['list'][number]
/** A price as it is shown, of an order to be or of a kept quote. */
export type PriceAnswer = Pick<Quote, keyof typeof price> & { coupon?: z.output<typeof PRICE>['coupon'] }
