/** Columns that sources of reports are written with. */
import { sql, type RawBuilder } from 'kysely'
import { addDays, instantAt } from '#kit/basics/time/day.ts'
import type { SourceArgs } from './statement.server.ts'

export const oneWhere = (condition: RawBuilder<boolean>): RawBuilder<number> => sql<number>`case when ${condition} then 1 else 0 end`
/** The business day of an instant. */
export const dayOfInstant = (column: string): RawBuilder<string> => sql<string>`(${sql.ref(column)} at time zone 'Asia/Shanghai')::date`
/** By the instants of the period's ends: a day worked out of the column would leave its index unused. */
export const withinPeriod = (column: string, { from, to }: SourceArgs): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} >= ${instantAt(from)}::timestamptz and ${sql.ref(column)} < ${instantAt(addDays(to, 1))}::timestamptz`
