/**
 * What protects a hidden number is a budget per person, and it holds on every node and over every restart: a row for each person and class
 * (0033_person_budget.sql), refilled by arithmetic on the program's clock. Two people never meet in a row, and one statement takes, whoever
 * else takes of it at that moment. Limits of mere rate live in the process (kit/http/guards/rates.server.ts).
 */
import { sql } from 'kysely'
import type { Context, Tx } from '../context.server.ts'

interface Budget {
  /** At once. */
  burst: number
  perSecond: number
}
const BUDGETS = {
  /** Questions whether a masked number belongs to somebody. */
  lookup: { burst: 40, perSecond: 1 / 20 },
  /** Hidden numbers shown whole: many single looks are an export. Whoever telephones all day needs one every minute. */
  reveal: { burst: 60, perSecond: 1 / 20 },
  /** Lines about somebody who goes on asking after he was slowed: one a minute says as much as all of them. */
  slowed: { burst: 1, perSecond: 1 / 60 },
} satisfies Record<string, Budget>
type BudgetKind = keyof typeof BUDGETS

/** How many of `cost` this person still had and now has no more; 0: none is left. */
export async function takeOwn(tx: Tx, { user, clock }: Pick<Context, 'user' | 'clock'>, kind: BudgetKind, cost = 1): Promise<number> {
  const { burst, perSecond } = BUDGETS[kind]
  const now = sql`${clock.now()}::timestamptz`
  // Of two clocks the later one counts. A moment further ahead than a whole refill was a wrong clock: nobody waits until it has come.
  const isAhead = sql`b.at > ${now} + make_interval(secs => ${burst / perSecond}::float8)`
  const level = sql`case when ${isAhead} then ${burst}::float8
    else least(${burst}::float8, b.remaining + greatest(0, extract(epoch from ${now} - b.at))::float8 * ${perSecond}::float8) end`
  const share = sql`least(${cost}::int, floor(${level}))`
  const first = Math.min(cost, burst)
  const { rows } = await sql<{ taken: number }>`
    insert into person_budget as b (operator_id, user_id, kind, remaining, taken, at)
    values (${user.operatorId}, ${user.id}, ${kind}, ${burst - first}, ${first}, ${now})
    on conflict (operator_id, user_id, kind) do update set remaining = ${level} - ${share}, taken = ${share},
      at = case when ${isAhead} then ${now} else greatest(${now}, b.at) end
    where ${level} >= 1
    returning taken`.execute(tx)
  return rows[0]?.taken ?? 0
}
