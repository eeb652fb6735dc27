/** What bills and receipts of a statistic have in common: whose they are, and who brought them. */
import { sql, type RawBuilder } from 'kysely'
import type { SourceArgs } from '#kit/report/statement.server.ts'
import { channelOf } from '../shares/channel.server.ts'

export const CHANNEL = channelOf(sql.ref('t.contract'), sql.ref('t.lessee'))

/** Store and channel are dimensions, and narrowed by the kit; what is given here besides makes the rows fewer at once. */
export const narrowed = ({ filters: { store, lessee } }: SourceArgs): RawBuilder<boolean> => {
  const parts = [sql<boolean>`true`]
  if (store) parts.push(sql<boolean>`t.store = any(${store}::bigint[])`)
  if (lessee) parts.push(sql<boolean>`t.lessee = any(${lessee}::bigint[])`)
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}
