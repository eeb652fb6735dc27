/** What lasts longer than one step of a report's time axis comes in pieces, so that each step has its share. */
import { sql, type RawBuilder } from 'kysely'
import { addDays } from '../basics/time/day.ts'
import type { Step } from './period.rules.ts'
import type { SourceArgs } from './statement.server.ts'
import { movedBack, shifted, stepSql } from './steps.server.ts'

const LONG: Record<Step, string> = { day: '1 day', week: '7 days', month: '1 month', quarter: '3 months', year: '1 year' }

/** A table of `first` (its first day) and `next` (the day after its last): `start` to `end` (not included) within the period, cut where a step ends. For a lateral join. */
export function pieces(
  { from, to, step, whole, shift }: SourceArgs,
  start: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const long = sql.lit(LONG[step])
  const since = sql`greatest(${start}, ${from}::date)`
  const until = sql`least(${end}, ${addDays(to, 1)}::date)`
  if (whole) return sql`(select ${since} as first, ${until} as next where ${since} < ${until})`
  const onAxis = (day: RawBuilder<unknown>): RawBuilder<unknown> => sql`${shifted(day, shift)}::timestamp`
  const begins = (step: RawBuilder<unknown>): RawBuilder<unknown> => movedBack(sql`${step}::date`, shift)
  const cut = sql`select greatest(${begins(sql`g`)}, ${since}) as first, least(${begins(sql`(g + interval ${long})`)}, ${until}) as next
    from generate_series(date_trunc(${sql.lit(step)}, ${onAxis(since)}), ${onAxis(sql`(${until} - 1)`)}, interval ${long}) g where ${since} < ${until}`
  // A day of the axis that no day is moved to has an empty piece.
  return shift.months === 0 ? sql`(${cut})` : sql`(select c.first, c.next from (${cut}) c where c.first < c.next)`
}

/** The days of the period as a table of `first` and `last` (included): those of one month and one step together. */
export function monthPieces({ from, to, step, whole, shift }: SourceArgs): RawBuilder<unknown> {
  const day = sql`g::date`
  const together = whole ? sql`` : sql`, ${stepSql(step, shifted(day, shift))}`
  return sql`(select min(${day}) as first, max(${day}) as last
    from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') g group by date_trunc('month', g)${together})`
}

/** `amount` · `part` / `of` in whole numbers, half a fen away from nothing; `of` above 0. */
export const share = (amount: RawBuilder<unknown>, part: RawBuilder<unknown>, of: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`((2 * (${amount})::bigint * (${part}) + case when (${amount}) < 0 then -(${of}) else (${of}) end) / (2 * (${of})))`
