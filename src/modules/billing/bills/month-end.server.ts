/**
 * 月末计收滞纳金 (leasing.md §3.5): what was overdue when a month ended has its fee up to that day billed, so that the month's books
 * have it. The fee is the pure function of that day: a night that runs twice, or days late, makes the same bills.
 */
import { sql } from 'kysely'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { addDays, type Day, startOfMonth } from '#kit/basics/time/day.ts'
import { increase, type LateBill, lateStates, postLateFee } from './late-fees.server.ts'
import { allRows } from '#kit/entity/query/live-rows.server.ts'
import { lockBills, lockLessee } from './ledger.server.ts'
import { prove } from './prove.server.ts'
import { isOpen, useBalance } from '../payments/settle.server.ts'

interface Owing {
  lessee: number
  bills: number[]
}
const keyOf = (bill: number, until: Day): string => `late:${bill}:month:${until.slice(0, 7)}`

/** Customers with bills that were overdue on that day and have not been looked at for it yet. */
async function owing(db: Db, ctx: Context, until: Day): Promise<Owing[]> {
  const { rows } = await sql<Owing>`
      select b.lessee, array_agg(b.id order by b.id) as bills from bill b
      where b.operator_id = ${ctx.user.operatorId} and b.direction = 'receivable' and b.status in ('unpaid', 'partlyPaid') and b.bill_type not in ('deposit', 'late') and b.late_rate_bp > 0 and b.grace_until < ${until} and b.deleted_at is null
        and not exists (select from bill_item i where i.operator_id = b.operator_id and i.idem_key = 'late:' || b.id || ':month:' || ${until.slice(0, 7)} and i.deleted_at is null)
      group by b.lessee order by b.lessee`.execute(db)
  return rows
}

/** As many as one statement is asked for. */
const AT_ONCE = 5000
/** Bills whose late fee up to a day is due and not billed. */
export async function lateUnposted(tx: Tx, ctx: Context, until: Day): Promise<number> {
  const ids = (await owing(tx, ctx, until)).flatMap((o) => o.bills)
  let count = 0
  for (let i = 0; i < ids.length; i += AT_ONCE) {
    const bills = await allRows(tx, 'bill')
      .select(['id', 'billType', 'amount', 'dueOn', 'issuedOn', 'lateGraceDays', 'lateRateBp', 'lateCapBp'])
      .where('id', 'in', ids.slice(i, i + AT_ONCE))
      .execute()
    const states = await lateStates(tx, bills as LateBill[], until)
    count += bills.filter(({ id }) => increase(states.get(id)) > 0).length
  }
  return count
}

async function postOne(ctx: Context, { lessee, bills }: Owing, until: Day): Promise<number> {
  return ctx.db.write(ctx.user.operatorId, async (tx) => {
    await lockLessee(tx, lessee)
    const open = (await lockBills(tx, bills)).filter(isOpen)
    const states = await lateStates(tx, open, until)
    const made: number[] = []
    for (const b of open) {
      if (increase(states.get(b.id)) === 0) continue
      const id = await postLateFee(tx, ctx, b, states.get(b.id), keyOf(b.id, until))
      if (id !== null) made.push(id)
    }
    if (made.length === 0) return 0
    await useBalance(tx, ctx, lessee, made)
    await prove(tx, ctx, { bills: made, lessees: [lessee] })
    return made.length
  })
}

/** Each customer for himself: one whose sums do not stand keeps nobody else's books open. */
export async function postMonthEnd(ctx: Context): Promise<number> {
  const until = addDays(startOfMonth(ctx.clock.today()), -1)
  const faults: unknown[] = []
  let made = 0
  for (const one of await ctx.db.read(ctx.user.operatorId, (db) => owing(db, ctx, until)))
    await postOne(ctx, one, until).then(
      (n) => (made += n),
      (error: unknown) => faults.push(error),
    )
  if (faults.length) throw faults.length === 1 ? faults[0] : new AggregateError(faults, `${faults.length} customers: ${String(faults[0])}`)
  return made
}
