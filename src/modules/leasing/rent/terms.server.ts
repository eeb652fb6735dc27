/** 租期: the row of terms of a lease, and the plan that follows from it. */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { fen } from '#kit/basics/fen.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { loose } from '#kit/entity/query/rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Charged } from '../changes/change.rules.ts'
import { lease, leaseTerm } from '../lease.ts'
import { addPeriods, cancelPlanned, plannedRent, type Contract, type Lease } from './periods.server.ts'
import { checkPrice, lastDayOf } from './plan.rules.ts'
import { refuseTaken } from '../holds/occupancy.server.ts'
import { contract } from '../contracts/contract.ts'
import { grantedAs, reliefsUnder, type Granted } from './reliefs.rules.ts'
import type { Later } from './later.rules.ts'
import { endOfTerms, firstTerm, monthsOf, plannedPeriods, termAt, termFault, type Relief, type Term } from './timeline.rules.ts'
import { planInputOf, type RentTerms } from './terms.rules.ts'

const leases = storeOf(lease)
const terms = storeOf(leaseTerm)
const contracts = storeOf(contract)

export async function termsOf(tx: Tx, leaseId: number): Promise<Term[]> {
  const rows = await liveRows(tx, 'leaseTerm')
    .select(['seq', 'source', 'anchorOn', 'startOn', 'endOn', 'monthlyRent', 'dailyRent'])
    .where('lease', '=', leaseId)
    .orderBy('seq')
    .execute()
  if (rows.length === 0) throw refused('该租约的合同还没有提交，没有账期可以计算；请先提交合同')
  return rows
}

/** The days the vehicle of the lease is now wanted for may have been promised to somebody else. */
async function keepsPromises(tx: Tx, ctx: Context, leaseId: number, all: readonly Term[]): Promise<void> {
  const of = await liveRows(tx, 'lease').select(['vehicle']).where('id', '=', leaseId).executeTakeFirstOrThrow()
  await refuseTaken(tx, ctx, of.vehicle, { from: all[0]!.startOn, to: endOfTerms(all) }, { lease: leaseId })
}

/** The whole row anew: a lease has a handful, and the constraints of the database judge it when the transaction ends. */
export async function writeTerms(tx: Tx, ctx: Context, of: Pick<Lease, 'id' | 'contract' | 'store'>, all: readonly Term[]): Promise<void> {
  const fault = termFault(all)
  if (fault) throw refused(fault)
  await keepsPromises(tx, ctx, of.id, all)
  await loose(tx)
    .updateTable('leaseTerm')
    .set({ deletedAt: ctx.clock.now() })
    .where('lease', '=', of.id)
    .where('deletedAt', 'is', null)
    .execute()
  for (const t of all)
    await terms.add(tx, ctx, {
      ...t,
      lease: of.id,
      contract: of.contract,
      store: of.store,
      monthlyRent: fen(t.monthlyRent),
      dailyRent: t.dailyRent === null ? null : fen(t.dailyRent),
    })
}

export const writeFirstTerm = (
  tx: Tx,
  ctx: Context,
  of: Pick<Lease, 'id' | 'contract' | 'store'>,
  c: RentTerms,
  startOn: Day,
  lastDay: Day,
): Promise<void> => writeTerms(tx, ctx, of, [firstTerm(planInputOf(c, startOn, lastDay))])

/** What was granted off the rent. A changed price is a term of its own and not among these. */
export async function grantedOf(tx: Tx, leaseId: number): Promise<Granted[]> {
  const rows = await liveRows(tx, 'rentReduction')
    .select(['id', 'no', 'method', 'startOn', 'lastOn', 'rateBp', 'amountOff', 'most'])
    .where('lease', '=', leaseId)
    .where('status', '=', 'effective')
    .where('method', '!=', 'newRent')
    .orderBy('id')
    .execute()
  return rows.map(grantedAs)
}
/** What they take off while the lease has these terms. */
export const reliefsOf = async (tx: Tx, leaseId: number, c: RentTerms, all: readonly Term[]): Promise<Relief[]> =>
  reliefsUnder(monthsOf(c, all), await grantedOf(tx, leaseId))

/** Refuses a price that no plan could be made of. */
export function sound(c: Pick<RentTerms, 'prorateMode'>, monthlyRent: number | null, dailyRent: number | null, field: string): void {
  const wrong = checkPrice({ monthlyRent, prorateMode: c.prorateMode, dailyRent: dailyRent ?? undefined })
  if (wrong) throw invalid({ [field]: wrong })
}

/** The rents that wait on a lease for days to come. */
export const laterOf = ({ laterRents }: Pick<Lease, 'laterRents'>): Later[] =>
  (laterRents ?? []).map(({ on, monthlyRent, dailyRent }) => ({ on, monthlyRent, dailyRent }))
export async function keepLater(tx: Tx, ctx: Context, of: Lease, waiting: readonly Later[]): Promise<void> {
  if (JSON.stringify(waiting) === JSON.stringify(laterOf(of))) return
  const rents = waiting.map((w) => ({
    on: w.on,
    monthlyRent: fen(w.monthlyRent),
    dailyRent: w.dailyRent === null ? null : fen(w.dailyRent),
  }))
  await leases.edit(tx, ctx, of.id, { laterRents: rents.length ? rents : null })
}

/** What live bills charge for rent, coupons apart, in the order they are credited in: bills of rent, then those of swaps, the newest first. */
export async function chargedFor(tx: Tx, leaseId: number): Promise<Charged[]> {
  return liveRows(tx, 'billItem')
    .innerJoin('bill', (join) => join.onRef('bill.id', '=', 'billItem.bill').on('bill.deletedAt', 'is', null))
    .select(['billItem.bill', 'billItem.amount'])
    .select((eb) => eb.ref('billItem.startOn').$notNull().as('startOn'))
    .where('bill.lease', '=', leaseId)
    .where('bill.billType', 'in', ['rent', 'swap'])
    .where('bill.status', '!=', 'voided')
    .where('billItem.startOn', 'is not', null)
    .where('billItem.feeItem', '!=', 'COUPON')
    .orderBy('bill.billType')
    .orderBy('bill.id', 'desc')
    .orderBy('billItem.id')
    .execute()
}

/** The rent of today, also when another was agreed for days to come. */
export async function showRent(tx: Tx, ctx: Context, leaseId: number, all: readonly Term[]): Promise<void> {
  await leases.edit(tx, ctx, leaseId, { monthlyRent: fen(termAt(all, ctx.clock.today()).monthlyRent) })
}

/** The rent a lease shows is that of the term of the day: a renewal's from its first day on. */
export async function followTerms(ctx: Context): Promise<number> {
  const today = ctx.clock.today()
  return ctx.db.write(ctx.user.operatorId, async (tx) => {
    const done = await sql`
      update lease l set monthly_rent = t.monthly_rent, updated_at = ${ctx.clock.now()}, version = l.version + 1 from lease_term t
      where t.lease = l.id and t.deleted_at is null and t.start_on <= ${today} and t.end_on > ${today} and l.status = 'active' and l.deleted_at is null
        and l.operator_id = ${ctx.user.operatorId} and t.operator_id = l.operator_id and l.monthly_rent <> t.monthly_rent`.execute(tx)
    return Number(done.numAffectedRows ?? 0)
  })
}

export interface Billed {
  /** Rent is billed up to here, exclusive. */
  until: Day
  seq: number
  periods: { id: number; bill: number | null; startOn: Day; endOn: Day }[]
}

export async function billedOf(tx: Tx, leaseId: number, from: Day): Promise<Billed> {
  const periods = await liveRows(tx, 'planPeriod')
    .select(['id', 'seq', 'bill', 'startOn', 'endOn'])
    .where('lease', '=', leaseId)
    .where('status', '=', 'issued')
    .orderBy('seq')
    .execute()
  return { until: periods.at(-1)?.endOn ?? from, seq: periods.at(-1)?.seq ?? 0, periods }
}

/** Sets aside what is not billed and makes it anew from the terms. The caller holds the lock of the lease. `granting`: the reduction that is just becoming effective. */
export async function replan(
  tx: Tx,
  ctx: Context,
  of: Lease,
  c: Contract,
  all: readonly Term[],
  granting: readonly Granted[] = [],
): Promise<void> {
  const billed = await billedOf(tx, of.id, all[0]!.startOn)
  await cancelPlanned(tx, ctx, of.id)
  const revision = of.revision + 1
  const reliefs = reliefsUnder(monthsOf(c, all), [...(await grantedOf(tx, of.id)), ...granting])
  await addPeriods(tx, ctx, of, plannedPeriods(c, all, billed.until, reliefs), revision, billed.seq + 1)
  await leases.edit(tx, ctx, of.id, { revision, endOn: lastDayOf(endOfTerms(all), c.dayRule) })
  const totalRent = await plannedRent(tx, c.id)
  const { endOn } = await liveRows(tx, 'lease')
    .select((eb) => eb.fn.max('endOn').as('endOn'))
    .where('contract', '=', c.id)
    .where('status', '!=', 'cancelled')
    .executeTakeFirstOrThrow()
  if (totalRent !== c.totalRent || endOn !== c.endOn)
    await contracts.edit(tx, ctx, c.id, { totalRent: fen(totalRent), endOn: endOn as Day })
}
