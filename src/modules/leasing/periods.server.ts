/** 收款计划 and 出账: planned periods, and the bills made of them (leasing.md §3.5). */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/day.ts'
import { sumFen } from '#kit/basics/fen.ts'
import { loose } from '#kit/entity/rows.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { issueBills, type NewBill } from '#modules/billing/billing.public.ts'
import type { contract } from './contract.ts'
import type { lease, planPeriod } from './lease.ts'
import type { PlanPeriod } from './plan.rules.ts'

export type Lease = Rec<typeof lease>
export type Contract = Rec<typeof contract>
export type Period = Rec<typeof planPeriod>

type Head = Pick<Lease, 'id' | 'contract' | 'store'>

/** Rows of a plan; `firstSeq` counts on after the periods that are issued already. */
export async function addPeriods(tx: Tx, ctx: Context, of: Head, periods: readonly PlanPeriod[], revision: number, firstSeq: number): Promise<void> {
  if (periods.length === 0) return
  const author = ctx.user.id || null
  const now = ctx.clock.now()
  const rows = periods.map((p, i) => ({
    operatorId: ctx.user.operatorId, createdBy: author, createdAt: now, updatedBy: author, updatedAt: now,
    lease: of.id, contract: of.contract, store: of.store, status: 'planned', revision, seq: firstSeq + i,
    startOn: p.startOn, endOn: p.endOn, amount: p.amount, issueOn: p.issueOn, dueOn: p.dueOn, items: JSON.stringify(p.items),
  }))
  await loose(tx).insertInto('planPeriod').values(rows).execute()
}

/** Periods not yet issued; they may be made anew at any time (B6), so they are set aside as a whole. */
export async function cancelPlanned(tx: Tx, ctx: Context, leaseId: number): Promise<void> {
  await tx
    .updateTable('planPeriod').set((eb) => ({ status: 'cancelled', updatedAt: ctx.clock.now(), updatedBy: ctx.user.id || null, version: eb('version', '+', 1) }))
    .where('lease', '=', leaseId).where('status', '=', 'planned').where('deletedAt', 'is', null).execute()
}

export const asPlan = (p: Pick<Period, 'startOn' | 'endOn' | 'amount' | 'issueOn' | 'dueOn' | 'items'>): PlanPeriod => ({
  startOn: p.startOn, endOn: p.endOn, amount: p.amount, issueOn: p.issueOn, dueOn: p.dueOn,
  items: p.items.map((item) => ({ ...item, startOn: item.startOn as Day, endOn: item.endOn as Day, amount: item.amount as PlanPeriod['amount'] })),
})

/** Says which rent it is: the second attempt to bill the same month of a lease finds this key taken. */
export const rentKey = (leaseId: number, period: Pick<Period, 'revision' | 'seq'>, month: number): string => `${leaseId}:RENT:${period.revision}:${period.seq}:${month}`

type Tenancy = Pick<Lease, 'id' | 'contract' | 'lessee' | 'vehicle' | 'store'>
type LateTerms = Pick<Contract, 'lateGraceDays' | 'lateRateBp' | 'lateCapBp'>

const billOf = (of: Tenancy, terms: LateTerms, p: Period): NewBill => ({
  billType: 'rent', lessee: of.lessee, store: of.store, contract: of.contract, lease: of.id, vehicle: of.vehicle,
  startOn: p.startOn, endOn: p.endOn, issueOn: p.issueOn, dueOn: p.dueOn,
  lateGraceDays: terms.lateGraceDays, lateRateBp: terms.lateRateBp, lateCapBp: terms.lateCapBp,
  items: p.items.map((item, month) => ({
    feeItem: item.feeItem ?? 'RENT', description: item.description ?? `第 ${p.seq} 期租金`, amount: item.amount, startOn: item.startOn as Day, endOn: item.endOn as Day, formula: item.formula, idemKey: rentKey(of.id, p, month),
  })),
})

/** Makes the bills of planned periods and marks them issued. The caller holds the leases' locks. Returns bill ids in order. */
export async function issuePeriods(tx: Tx, ctx: Context, wanted: readonly { lease: Tenancy; terms: LateTerms; period: Period }[], numbers?: readonly string[]): Promise<number[]> {
  if (wanted.length === 0) return []
  const made = await issueBills(tx, ctx, wanted.map(({ lease: of, terms, period }) => billOf(of, terms, period)), numbers)
  const pairs = JSON.stringify(wanted.map(({ period }, i) => ({ id: period.id, bill: made[i]!.id })))
  const done = await sql`
    update plan_period p set status = 'issued', bill = x.bill, updated_at = ${ctx.clock.now()}, updated_by = ${ctx.user.id || null}, version = p.version + 1
    from jsonb_to_recordset(${pairs}::jsonb) as x(id bigint, bill bigint) where p.id = x.id and p.status = 'planned'`.execute(tx)
  if (Number(done.numAffectedRows) !== wanted.length) throw new Error('a period was issued by somebody else under the lock of its lease')
  return made.map((b) => b.id)
}

/** What the plan of a contract comes to, over all its leases. */
export async function plannedRent(tx: Tx, contractId: number): Promise<number> {
  const rows = await tx.selectFrom('planPeriod').select('amount').where('contract', '=', contractId).where('status', '!=', 'cancelled').where('deletedAt', 'is', null).execute()
  return sumFen(rows.map((row) => row.amount))
}
