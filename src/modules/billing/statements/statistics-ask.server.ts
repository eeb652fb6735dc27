/** What bills and receipts of a statistic have in common, of rows and of kept sums: whose they are, which count, and how late they are. */
import { sql, type RawBuilder } from 'kysely'
import type { SourceArgs } from '#kit/report/statement.server.ts'
import { AGEING_STEPS } from '../bills/bill.rules.ts'
import { channelOf } from '../shares/channel.server.ts'
import { NOT_DUE } from './payables.ts'

export const CHANNEL = channelOf(sql.ref('t.contract'), sql.ref('t.lessee'))

/** Store and channel are dimensions, and narrowed by the kit; what is given here besides makes the rows fewer at once. */
export const narrowed = ({ filters: { store, lessee } }: SourceArgs): RawBuilder<boolean> => {
  const parts = [sql<boolean>`true`]
  if (store) parts.push(sql<boolean>`t.store = any(${store}::bigint[])`)
  if (lessee) parts.push(sql<boolean>`t.lessee = any(${lessee}::bigint[])`)
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}

export const kindOf = ({ filters: { billType } }: SourceArgs): RawBuilder<boolean> => {
  if (billType?.includes('rent')) return sql<boolean>`t.bill_type in ('rent', 'swap')`
  return billType?.includes('other') ? sql<boolean>`t.bill_type not in ('rent', 'swap', 'deposit')` : sql<boolean>`t.bill_type <> 'deposit'`
}
export const LIVE = sql<boolean>`t.status not in ('voided', 'draft')`
export const OPEN_PAYABLE = sql<boolean>`t.status in ('toConfirm', 'unpaid', 'partlyPaid')`

/** The step of the days since the due day. */
export const lateStep = ({ today }: SourceArgs): RawBuilder<string> => {
  const days = sql`(${today}::date - t.due_on)`
  return sql<string>`case ${sql.join(
    AGEING_STEPS.filter((s) => s.upTo !== Infinity).map((s) => sql`when ${days} <= ${s.upTo} then ${s.label}`),
    sql` `,
  )} else ${AGEING_STEPS.at(-1)!.label} end`
}
/** What is not due yet has a step of its own (finance.md §3.10). */
export const payableStep = (args: SourceArgs): RawBuilder<string> =>
  sql<string>`case when t.due_on > ${args.today}::date then ${NOT_DUE} else ${lateStep(args)} end`
