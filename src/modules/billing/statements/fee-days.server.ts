/**
 * `fee_day_totals`: what fees come to day by day and what was taken off, kept by triggers beside bills and their items (migration
 * 0451, decision 0090). Here what the rows themselves say of a month, and the night that holds one against the other.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Context, Db } from '#kit/access/context.server.ts'
import { addDays, addMonths, startOfMonth, type Day } from '#kit/basics/time/day.ts'
import type { KeptTable } from '#kit/entity/query/totals.server.ts'
import type { Period } from '#kit/report/period.rules.ts'

export const FEE_DAYS: KeptTable = { table: 'feeDayTotals', by: ['store', 'billType', 'fact', 'day'], of: ['amount'] }

/** The sums of a period from the rows; not null either side, so that they can be compared and written. */
const feesOf = (operator: number, { from, to }: Period): RawBuilder<unknown> => sql`
  select store, bill_type, fact, day, sum(amount)::bigint as amount from (
    select b.store, b.bill_type, 'accrued' as fact, d.day, d.part as amount
    from bill_item i join bill b on b.operator_id = i.operator_id and b.id = i.bill
    cross join lateral fee_days(i.amount, i.start_on, i.end_on) d
    where i.operator_id = ${operator} and i.deleted_at is null and i.start_on is not null and i.start_on < i.end_on and i.start_on <= ${to}::date and i.end_on > ${from}::date
      and b.deleted_at is null and b.direction = 'receivable' and b.status not in ('draft', 'voided')
    union all
    select b.store, b.bill_type, v.fact, v.day, i.amount
    from bill_item i join bill b on b.operator_id = i.operator_id and b.id = i.bill
    cross join lateral (values ('creditedDue', b.due_on), ('creditedIssued', b.issued_on)) v(fact, day)
    where i.operator_id = ${operator} and i.deleted_at is null and (i.amount < 0 or i.fee_item = 'COUPON')
      and b.deleted_at is null and b.direction = 'receivable' and b.status not in ('draft', 'voided')
  ) x where day between ${from}::date and ${to}::date group by 1, 2, 3, 4 having sum(amount) <> 0`

/** Sums that are kept and not those of the rows; both are read at one instant, in which they must be equal. */
export async function strayFees(
  db: Db,
  operator: number,
  period: Period,
): Promise<{ fact: string; day: Day; stored: number; rows: number }[]> {
  const { rows } = await sql<{ fact: string; day: Day; stored: string; rows: string }>`
    select coalesce(k.fact, r.fact) as fact, coalesce(k.day, r.day) as day, coalesce(k.amount, 0) as stored, coalesce(r.amount, 0) as rows
    from (select store, bill_type, fact, day, sum(amount)::bigint as amount from fee_day_totals
      where operator_id = ${operator} and day between ${period.from}::date and ${period.to}::date group by 1, 2, 3, 4) k
    full join (${feesOf(operator, period)}) r on r.store = k.store and r.bill_type = k.bill_type and r.fact = k.fact and r.day = k.day
    where coalesce(k.amount, 0) <> coalesce(r.amount, 0) order by 2, 1`.execute(db)
  return rows.map((row) => ({ ...row, stored: Number(row.stored), rows: Number(row.rows) }))
}

/** Anew from the rows. Whoever writes items waits: his sums are added to what is written here. */
export async function rebuildFees(ctx: Context, period: Period): Promise<void> {
  const operator = ctx.user.operatorId
  await ctx.db.write(operator, async (tx) => {
    await sql`lock table fee_day_totals in share row exclusive mode`.execute(tx)
    await sql`delete from fee_day_totals where operator_id = ${operator} and day between ${period.from}::date and ${period.to}::date`.execute(
      tx,
    )
    await sql`insert into fee_day_totals (operator_id, store, bill_type, fact, day, amount, folded)
      select ${operator}, store, bill_type, fact, day, amount, true from (${feesOf(operator, period)}) r`.execute(tx)
  })
}

/** How many months a night's turn takes before the first comes again: from three years back to a year ahead. */
const [BEHIND, MONTHS] = [36, 48]
/** Each night this month and one other. What was wrong is put right and said: it is a fault of the program, whatever its cause. */
export async function checkFees(ctx: Context): Promise<void> {
  const today = ctx.clock.today()
  const month = startOfMonth(today)
  const night = Math.floor(Date.parse(today) / 86_400_000) % MONTHS
  const wrong: string[] = []
  for (const from of new Set([month, addMonths(month, night - BEHIND)])) {
    const period = { from, to: addDays(addMonths(from, 1), -1) }
    const stray = await ctx.db.read(ctx.user.operatorId, (db) => strayFees(db, ctx.user.operatorId, period))
    if (stray.length === 0) continue
    await rebuildFees(ctx, period)
    wrong.push(...stray.slice(0, 3).map(({ fact, day, stored, rows }) => `${fact} ${day}: stored ${stored}, rows ${rows}`))
  }
  if (wrong.length) throw new Error(`kept fees were not those of the rows, and are now: ${wrong.join('; ')}`)
}
