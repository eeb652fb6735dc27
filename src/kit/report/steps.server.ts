/** The steps of a report's time axis as the database writes them (period.rules.ts says them too), and days moved along it. */
import { sql, type RawBuilder } from 'kysely'
import type { Shift, Step } from './period.rules.ts'

type Sql = RawBuilder<unknown>

const STEP_SQL: Record<Step, (day: Sql) => RawBuilder<string>> = {
  day: (day) => sql`to_char(${day}, 'YYYY-MM-DD')`,
  week: (day) => sql`to_char(date_trunc('week', ${day}::timestamp), 'YYYY-MM-DD')`,
  month: (day) => sql`to_char(${day}, 'YYYY-MM')`,
  quarter: (day) => sql`to_char(${day}, 'YYYY"-Q"Q')`,
  year: (day) => sql`to_char(${day}, 'YYYY')`,
}
/** The name of the step a day falls into. */
export const stepSql = (step: Step, day: Sql): RawBuilder<string> => STEP_SQL[step](day)

export const NO_SHIFT: Shift = { months: 0, days: 0 }
/** Where a day of the period before lies on the axis. */
export const shifted = (day: Sql, { months, days }: Shift): Sql =>
  months === 0 && days === 0 ? day : sql`(${day} + make_interval(months => ${months}, days => ${days}))::date`

/** The first day that lies on this day of the axis or after it: a month that is shorter leaves days of the axis out, and puts several on its last. */
export function movedBack(day: Sql, shift: Shift): Sql {
  const earlier = shift.days === 0 ? day : sql`(${day} - ${shift.days}::int)`
  if (shift.months === 0) return earlier
  const monthsEarlier = sql`(${earlier} - make_interval(months => ${shift.months}))::date`
  return sql`(${monthsEarlier} + case when ${shifted(monthsEarlier, shift)} < ${day} then 1 else 0 end)`
}
