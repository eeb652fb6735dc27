/** What lasts longer than one step of a report's time axis comes in pieces, so that each step has its share. */
import { sql, type RawBuilder } from 'kysely'
import { addDays } from '../basics/day.ts'
import type { Step } from './period.rules.ts'
import type { SourceArgs } from './statement.server.ts'

const LONG: Record<Step, string> = { day: '1 day', week: '7 days', month: '1 month', quarter: '3 months', year: '1 year' }

/** A table of `first` (its first day) and `next` (the day after its last): `start` to `end` (not included) within the period, cut where a step ends. For a lateral join. */
export function pieces({ from, to, step }: SourceArgs, start: RawBuilder<unknown>, end: RawBuilder<unknown>): RawBuilder<unknown> {
  const long = sql.lit(LONG[step])
  const since = sql`greatest(${start}, ${from}::date)`
  const until = sql`least(${end}, ${addDays(to, 1)}::date)`
  return sql`(select greatest(g::date, ${since}) as first, least((g + interval ${long})::date, ${until}) as next
    from generate_series(date_trunc(${sql.lit(step)}, ${since}::timestamp), ${until}::timestamp - interval '1 day', interval ${long}) g where ${since} < ${until})`
}
