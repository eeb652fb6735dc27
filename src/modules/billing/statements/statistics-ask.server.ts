/** What a statistic is asked for: days, groups, and which rows. */
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { dayInput } from '#kit/http/inputs.ts'
import { channelOf } from '../shares/channel.server.ts'

const DAY = dayInput()
export const ASK = z.strictObject({
  from: DAY,
  to: DAY,
  by: z.enum(['month', 'store', 'channel']).default('month'),
  /** Which day of a bill counts: when it was due, or when it was issued. */
  basis: z.enum(['dueOn', 'issuedOn']).default('dueOn'),
  billType: z.enum(['rent', 'other', 'all']).default('all'),
  store: z.coerce.number().int().min(1).optional(),
  channel: z.coerce.number().int().min(1).optional(),
  vehicle: z.coerce.number().int().min(1).optional(),
  lessee: z.coerce.number().int().min(1).optional(),
})
export type Ask = z.infer<typeof ASK>

/** One row per thing a figure is made of: what it is, its group, its amount. */
export type Source = RawBuilder<unknown>

export const CHANNEL = channelOf(sql.ref('t.contract'), sql.ref('t.lessee'))
export const channelKey = (channel: RawBuilder<number | null>): RawBuilder<string> => sql<string>`coalesce(${channel}, 0)::text`

/** Of bills and receipts alike; a receipt has no channel, what it paid has one (received.server.ts). */
export const ofWhom = (ask: Ask): RawBuilder<boolean> => {
  const parts = [sql<boolean>`true`]
  if (ask.store) parts.push(sql<boolean>`t.store = ${ask.store}`)
  if (ask.lessee) parts.push(sql<boolean>`t.lessee = ${ask.lessee}`)
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}
export const narrowed = (ask: Ask): RawBuilder<boolean> =>
  ask.channel ? sql<boolean>`(${ofWhom(ask)} and ${CHANNEL} = ${ask.channel})` : ofWhom(ask)
export const groupOf = (by: Ask['by'], day: RawBuilder<unknown>): RawBuilder<string> => {
  if (by === 'month') return sql<string>`to_char(${day}, 'YYYY-MM')`
  return by === 'store' ? sql<string>`t.store::text` : channelKey(CHANNEL)
}
