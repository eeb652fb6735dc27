/** 收款计划 and 出账: planned periods, and the bills made of them (leasing.md §3.5). */
import { sql, type RawBuilder } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { sumFen } from '#kit/basics/fen.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { billNumbers, writeBills } from '#modules/billing/billing.public.ts'
import { parameterNumber } from '#modules/system/system.public.ts'
import type { contract } from '../contracts/contract.ts'
import { planPeriod, type lease } from '../lease.ts'
import type { PlanPeriod } from './plan.rules.ts'

export type Lease = Rec<typeof lease>
export type Contract = Rec<typeof contract>
export type Period = Rec<typeof planPeriod>

type Head = Pick<Lease, 'id' | 'contract' | 'store'>

/** Rows of a plan; `firstSeq` counts on after the periods that are issued already. */
export async function addPeriods(
  tx: Tx,
  ctx: Context,
  of: Head,
  periods: readonly PlanPeriod[],
  revision: number,
  firstSeq: number,
): Promise<void> {
  const rows = periods.map((p, i) => ({
    lease: of.id,
    contract: of.contract,
    store: of.store,
    revision,
    seq: firstSeq + i,
    startOn: p.startOn,
    endOn: p.endOn,
    amount: p.amount,
    issueOn: p.issueOn,
    dueOn: p.dueOn,
    items: p.items,
  }))
  await storeOf(planPeriod).addMany(tx, ctx, rows, 'ledger')
}

/** Periods not yet issued; they may be made anew at any time (B6), so they are set aside as a whole. */
export async function cancelPlanned(tx: Tx, ctx: Context, leaseId: number): Promise<void> {
  await tx
    .updateTable('planPeriod')
    .set((eb) => ({ status: 'cancelled', updatedAt: ctx.clock.now(), updatedBy: ctx.user.id || null, version: eb('version', '+', 1) }))
    .where('lease', '=', leaseId)
    .where('status', '=', 'planned')
    .where('deletedAt', 'is', null)
    .execute()
}

export const asPlan = (p: Pick<Period, 'startOn' | 'endOn' | 'amount' | 'issueOn' | 'dueOn' | 'items'>): PlanPeriod => ({
  startOn: p.startOn,
  endOn: p.endOn,
  amount: p.amount,
  issueOn: p.issueOn,
  dueOn: p.dueOn,
  items: p.items.map((item) => ({
    ...item,
    startOn: item.startOn as Day,
    endOn: item.endOn as Day,
    amount: item.amount as PlanPeriod['amount'],
  })),
})

/** Says which rent it is: the second attempt to bill the same month of a lease finds this key taken. */
export const rentKey = (leaseId: number, period: Pick<Period, 'revision' | 'seq'>, month: number): string =>
  `${leaseId}:RENT:${period.revision}:${period.seq}:${month}`

/** Which planned periods: a condition on `p`, the period, `l`, its lease, and `c`, its contract. */
export type Which = RawBuilder<boolean>

const planned = (which: Which): RawBuilder<unknown> =>
  sql`plan_period p join lease l on l.id = p.lease join contract c on c.id = l.contract where ${which} and p.status = 'planned' and p.deleted_at is null`

interface Stopped {
  lease: number
  no: string
  message: string
}
export interface Due {
  /** Periods that may be issued. */
  periods: number
  leases: number
  stopped: Stopped[]
}
type Fault = { lease: number; no: string; why: 'twice' | 'many' | 'sums'; what: string }
const WHY: Record<Fault['why'], (what: string, most: number) => string> = {
  twice: (bill) => `账期与已出账单 ${bill} 重叠，已停止出账，请核对收款计划`,
  many: (n, most) => `今日租金明细将达到 ${n} 项，超过上限 ${most} 项，已停止出账，请核对收款计划`,
  sums: (seq) => `第 ${seq} 期的明细合计与金额不符，已停止出账，请核对收款计划`,
}

/**
 * What must never happen, asked before writing: a second rent for days that are billed already, more items for one lease in
 * one day than any plan could mean, items that do not make their period. Such a lease is left alone and reported.
 */
export async function dueOf(tx: Tx, ctx: Context, which: Which): Promise<Due> {
  const most = await parameterNumber(tx, ctx.registry, 'billItemsPerDayMax')
  const { rows } = await sql<{ periods: number; leases: number; faults: Fault[] }>`
    with due as materialized (select p.lease, l.no, p.seq, p.start_on, p.end_on, p.amount, p.items from ${planned(which)}),
    -- Bills of the same leases that could matter, looked up once a lease.
    rents as materialized (
      select b.id, b.no, b.lease, b.start_on, b.end_on, b.issued_on from (select lease, min(start_on) as first from due group by lease) d
      join bill b on b.lease = d.lease and (b.end_on > d.first or b.issued_on = ${ctx.clock.today()}) and b.bill_type = 'rent' and b.status <> 'voided' and b.deleted_at is null
    ), faults as (
      (select distinct on (d.lease) d.lease, d.no, 'twice' as why, b.no as what from due d join rents b on b.lease = d.lease and b.start_on < d.end_on and b.end_on > d.start_on order by d.lease, b.id)
      union all
      select d.lease, d.no, 'many', sum(d.n)::text from (
        select lease, no, jsonb_array_length(items) as n from due
        union all
        select d.lease, d.no, (select count(*) from bill_item i where i.bill = b.id and i.deleted_at is null) from (select distinct lease, no from due) d join rents b on b.lease = d.lease and b.issued_on = ${ctx.clock.today()}
      ) d group by d.lease, d.no having sum(d.n) > ${most}
      union all
      select d.lease, d.no, 'sums', d.seq::text from due d where d.amount <> (select coalesce(sum((i ->> 'amount')::bigint), 0) from jsonb_array_elements(d.items) i)
    ), fine as (select * from due where lease not in (select lease from faults))
    select (select count(*)::int from fine) as periods, (select count(distinct lease)::int from fine) as leases, (select coalesce(json_agg(f), '[]') from faults f) as faults`.execute(
    tx,
  )
  const { periods, leases, faults } = rows[0]!
  const byLease = new Map(faults.map(({ lease, no, why, what }) => [lease, { lease, no, message: WHY[why](what, most) }]))
  return { periods, leases, stopped: [...byLease.values()] }
}

export interface Issued {
  bills: number
  /** New bills of customers who want them paid from the balance they have. */
  payers: { lessee: number; bill: number }[]
}

/**
 * Makes the bills of planned periods and marks them issued, without carrying a row: of a hundred thousand leases the way
 * there and back costs more than the writing. The caller holds the leases' locks and has asked `dueOf`.
 */
export async function issuePlanned(tx: Tx, ctx: Context, which: Which, count: number, drawn: readonly string[] = []): Promise<Issued> {
  if (count === 0) return { bills: 0, payers: [] }
  // A lease that is late may have more periods due than it had numbers drawn; then they come from the counter itself.
  const numbers = drawn.length >= count ? drawn : await billNumbers(tx, ctx, count)
  const [now, who] = [ctx.clock.now(), ctx.user.id || null]
  const [done] = await writeBills<Issued & { marked: number; whole: boolean }>(tx, ctx, {
    heads: sql`
      select due.*, (${sql.val([...numbers])}::text[])[n] as no from (
        select row_number() over (order by p.lease, p.seq)::int as n, case when p.amount = 0 then 'settled' else 'unpaid' end as status, 'rent' as bill_type, l.lessee, l.contract, l.id as lease, l.vehicle, l.store,
          p.start_on, p.end_on, p.issue_on, p.due_on, p.amount, c.late_grace_days, c.late_rate_bp, c.late_cap_bp, null::bigint as of_bill, p.id as period, p.seq, p.revision, p.items from ${planned(which)}) due`,
    // The key says which rent it is (rentKey): the second attempt to bill the same month of a lease finds it taken.
    items: sql`
      select h.id as bill, h.store, h.lessee, h.vehicle, coalesce(i.item ->> 'feeItem', 'RENT') as fee_item, coalesce(i.item ->> 'description', '第 ' || h.seq || ' 期租金') as description, (i.item ->> 'amount')::bigint as amount,
        (i.item ->> 'startOn')::date as start_on, (i.item ->> 'endOn')::date as end_on, i.item ->> 'formula' as formula, h.lease || ':RENT:' || h.revision || ':' || h.seq || ':' || (i.k - 1) as idem_key
      from heads h cross join lateral jsonb_array_elements(h.items) with ordinality as i(item, k) order by h.n, i.k`,
    more: sql`, marked as (
      update plan_period p set status = 'issued', bill = h.id, updated_at = ${now}::timestamptz, updated_by = ${who}::bigint, version = p.version + 1 from heads h where p.id = h.period and p.status = 'planned' returning 1
    )`,
    result: sql`select (select count(*)::int from heads) as bills, (select count(*)::int from marked) as marked,
      (select coalesce(sum(amount), 0) from heads) = (select coalesce(sum(amount), 0) from parts) as whole,
      (select coalesce(json_agg(json_build_object('lessee', h.lessee, 'bill', h.id) order by h.n), '[]') from heads h join lessee o on o.id = h.lessee where o.auto_use_balance and o.balance > 0) as payers`,
  })
  const { bills, marked, whole, payers } = done!
  if (bills !== count || marked !== count)
    throw new Error(`${bills} bills and ${marked} periods of ${count}: somebody else issued under the lock of the lease`)
  if (!whole) throw new Error('the items of new bills do not make their amounts')
  return { bills, payers }
}

/** What the plan of a contract comes to, over all its leases. */
export async function plannedRent(tx: Tx, contractId: number): Promise<number> {
  const rows = await liveRows(tx, 'planPeriod')
    .select('amount')
    .where('contract', '=', contractId)
    .where('status', '!=', 'cancelled')
    .execute()
  return sumFen(rows.map((row) => row.amount))
}
