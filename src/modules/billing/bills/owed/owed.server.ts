/**
 * What is owed today: what is open on issued bills and the late fee on it that no bill has been made for yet, as of today. The one
 * figure that is said to a caller, on the card, above the bills, when paying and when dunning; a receipt of it today leaves nothing.
 */
import type { Context, Db } from '#kit/access/context.server.ts'
import { anyOf, seenRows } from '#kit/entity/query/live-rows.server.ts'
import { bill } from '../bill.ts'
import { overdueDays } from '../bill.rules.ts'
import { increase, lateStates } from '../late-fees.server.ts'
import { owedOf, type Owed, type OwedBill } from './owed.rules.ts'

type OwedBy = 'id' | 'lessee' | 'vehicle' | 'lease' | 'contract'
export type OwedAsk = Partial<Record<OwedBy, readonly number[]>>

/** Open receivables the person may see, the earliest due first; of all that is asked by. */
export async function owedBills(db: Db, ctx: Context, asked: OwedAsk): Promise<OwedBill[]> {
  const today = ctx.clock.today()
  let rows = seenRows(db, ctx, bill).where('t.direction', '=', 'receivable').where('t.status', 'in', ['unpaid', 'partlyPaid'])
  for (const [by, ids] of Object.entries(asked) as [OwedBy, readonly number[]][]) rows = rows.where(`t.${by}`, '=', anyOf(ids))
  const open = await rows
    .select(['t.id', 't.no', 't.billType', 't.lessee', 't.vehicle', 't.lease', 't.contract', 't.store', 't.dueOn', 't.issuedOn'])
    .select(['t.amount', 't.paid', 't.writtenOff', 't.remain', 't.lateGraceDays', 't.lateRateBp', 't.lateCapBp'])
    .orderBy('t.dueOn')
    .orderBy('t.id')
    .execute()
  // Only what is past its day can have a fee.
  const states = await lateStates(
    db,
    open.filter((b) => b.dueOn < today),
    today,
  )
  return open.map(({ amount, paid, writtenOff, lateGraceDays, lateRateBp: _r, lateCapBp: _c, issuedOn: _i, contract: _k, ...b }) => ({
    ...b,
    remain: b.remain ?? 0,
    lateFee: increase(states.get(b.id)),
    overdueDays: overdueDays({ amount, paid, writtenOff, issued: true, voided: false, dueOn: b.dueOn, graceDays: lateGraceDays }, today),
  }))
}

/** The same of each of several customers. */
export async function owedOfLessees(db: Db, ctx: Context, lessees: readonly number[]): Promise<Map<number, Owed>> {
  if (lessees.length === 0) return new Map()
  const bills = await owedBills(db, ctx, { lessee: lessees })
  return new Map([...Map.groupBy(bills, (b) => b.lessee)].map(([lessee, of]) => [lessee, owedOf(of)]))
}
