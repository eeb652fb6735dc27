/**
 * 出账 (leasing.md §3.5). The run proposes everything that is due, under the locks of the leases, and writes the difference:
 * a second run, a parallel one or one that is a year late finds nothing left to propose. Leases are taken many at a time for
 * speed; when a batch fails, its leases are taken one by one, so that one bad lease stops nobody else.
 */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addDays, type Day } from '#kit/basics/day.ts'
import { AppError, refused } from '#kit/basics/errors.ts'
import { formatYuan } from '#kit/basics/fen.ts'
import { drawBillNumbers, useBalance } from '#modules/billing/billing.public.ts'
import { parameterNumber, sendMessages } from '#modules/system/system.public.ts'
import { issuePeriods, type Period } from './periods.server.ts'

export interface IssueFailure {
  lease: number
  no: string
  message: string
}
export interface IssueReport {
  /** Bills made. */
  issued: number
  leases: number
  failures: IssueFailure[]
}

/** Rent goes on while the customer has the vehicle; before handover only the prepaid first period is billed, at signing. */
const RUNNING = ['active', 'swapping', 'returning'] as const
/** Leases per transaction, and transactions at once: while one is flushed to disk the other computes. */
const BATCH = 1000
const LANES = 2

type Candidate = { id: number; no: string }
interface Outcome {
  bills: { lessee: number; bill: number }[]
  leases: number
  failures: IssueFailure[]
}

/** In two steps, each over an index: one statement made PostgreSQL, without fresh statistics, look at every pair of both tables. */
async function candidates(ctx: Context, upTo: Day): Promise<Candidate[]> {
  return ctx.db.read(ctx.user.operatorId, async (db) => {
    const due = await db.selectFrom('planPeriod').select('lease').distinct().where('operatorId', '=', ctx.user.operatorId).where('status', '=', 'planned').where('issueOn', '<=', upTo).where('deletedAt', 'is', null).execute()
    const ids = due.map((row) => row.lease)
    return db.selectFrom('lease').select(['id', 'no']).where(sql<boolean>`id = any(${sql.val(ids)}::bigint[])`).where('status', 'in', [...RUNNING]).where('deletedAt', 'is', null).orderBy('id').execute()
  })
}

type Locked = Awaited<ReturnType<typeof lockLeases>>[number]

const lockLeases = (tx: Tx, ids: readonly number[]) =>
  tx
    .selectFrom('lease').innerJoin('contract', 'contract.id', 'lease.contract')
    .select(['lease.id', 'lease.no', 'lease.status', 'lease.contract', 'lease.lessee', 'lease.vehicle', 'lease.store', 'contract.lateGraceDays', 'contract.lateRateBp', 'contract.lateCapBp'])
    .where(sql<boolean>`lease.id = any(${sql.val([...ids])}::bigint[])`).orderBy('lease.id').forUpdate('lease').execute()

async function duePeriods(tx: Tx, leases: readonly number[], upTo: Day): Promise<Period[]> {
  if (leases.length === 0) return []
  return (await tx
    .selectFrom('planPeriod').selectAll().where(sql<boolean>`lease = any(${sql.val([...leases])}::bigint[])`).where('status', '=', 'planned').where('issueOn', '<=', upTo).where('deletedAt', 'is', null)
    .orderBy('lease').orderBy('seq').execute()) as unknown as Period[]
}

/**
 * What must never happen, asked before writing: a second rent for days that are billed already, or more items for one lease
 * in one day than any plan could mean. Such a lease is left alone and reported.
 */
async function unsafe(tx: Tx, ctx: Context, periods: readonly Period[]): Promise<Map<number, string>> {
  const most = await parameterNumber(tx, ctx.registry, 'billItemsPerDayMax')
  const ids = [...new Set(periods.map((p) => p.lease))]
  const found = new Map<number, string>()
  const { rows: today } = await sql<{ lease: number; n: number }>`
    select b.lease, count(*) as n from bill b join bill_item i on i.bill = b.id
    where b.lease = any(${sql.val(ids)}::bigint[]) and b.bill_type = 'rent' and b.issued_on = ${ctx.clock.today()} and b.status <> 'voided' and b.deleted_at is null and i.deleted_at is null group by b.lease`.execute(tx)
  const issued = new Map(today.map((row) => [row.lease, Number(row.n)]))
  for (const [id, of] of Map.groupBy(periods, (p) => p.lease)) {
    const n = (issued.get(id) ?? 0) + of.reduce((sum, p) => sum + p.items.length, 0)
    if (n > most) found.set(id, `今日租金明细将达到 ${n} 项，超过上限 ${most} 项，已停止出账，请核对收款计划`)
  }
  const spans = JSON.stringify(periods.map((p) => ({ lease: p.lease, from: p.startOn, to: p.endOn })))
  const { rows: twice } = await sql<{ lease: number; no: string }>`
    select distinct on (x.lease) x.lease, b.no from jsonb_to_recordset(${spans}::jsonb) as x(lease bigint, "from" date, "to" date)
    join bill b on b.lease = x.lease and b.bill_type = 'rent' and b.status <> 'voided' and b.deleted_at is null and b.start_on < x."to" and b.end_on > x."from"
    order by x.lease, b.id`.execute(tx)
  for (const { lease, no } of twice) found.set(lease, `账期与已出账单 ${no} 重叠，已停止出账，请核对收款计划`)
  return found
}

async function issueBatch(tx: Tx, ctx: Context, batch: readonly Candidate[], upTo: Day, numbers: readonly string[]): Promise<Outcome> {
  // Locked in the order of ids, like everywhere: two runs at once wait for each other instead of dying.
  const leases = (await lockLeases(tx, batch.map((b) => b.id))).filter((l) => (RUNNING as readonly string[]).includes(l.status))
  const byId = new Map<number, Locked>(leases.map((l) => [l.id, l]))
  const periods = await duePeriods(tx, [...byId.keys()], upTo)
  const stopped = periods.length ? await unsafe(tx, ctx, periods) : new Map<number, string>()
  const safe = periods.filter((p) => !stopped.has(p.lease))
  // A lease that is late may have more periods due than it had numbers drawn; then they come from the counter itself.
  const made = await issuePeriods(tx, ctx, safe.map((period) => ({ lease: byId.get(period.lease)!, terms: byId.get(period.lease)!, period })), numbers.length >= safe.length ? numbers : undefined)
  return {
    bills: made.map((bill, i) => ({ bill, lessee: byId.get(safe[i]!.lease)!.lessee })),
    leases: new Set(safe.map((p) => p.lease)).size,
    failures: [...stopped].map(([id, message]) => ({ lease: id, no: byId.get(id)!.no, message })),
  }
}

const sentence = (ctx: Context, error: unknown): string => (error instanceof AppError ? error.message : `出账失败（编号 ${ctx.requestId}）`)

async function issueSafely(ctx: Context, batch: readonly Candidate[], upTo: Day): Promise<Outcome> {
  const write = (some: readonly Candidate[], numbers: readonly string[]): Promise<Outcome> => ctx.db.write(ctx.user.operatorId, (tx) => issueBatch(tx, ctx, some, upTo, numbers))
  try {
    // A small company's numbers stay without gaps; drawing ahead pays when many run side by side.
    return await write(batch, batch.length < BATCH ? [] : await drawBillNumbers(ctx, batch.length))
  } catch {
    const all: Outcome = { bills: [], leases: 0, failures: [] }
    for (const one of batch) {
      try {
        add(all, await write([one], []))
      } catch (error) {
        all.failures.push({ lease: one.id, no: one.no, message: sentence(ctx, error) })
      }
    }
    return all
  }
}

function add(all: Outcome, { bills, leases, failures }: Outcome): void {
  all.bills.push(...bills)
  all.leases += leases
  all.failures.push(...failures)
}

/** Customers who asked for it pay from their balance; each on his own, after his bills stand. */
async function useBalances(ctx: Context, bills: readonly { lessee: number; bill: number }[]): Promise<void> {
  const lessees = [...Map.groupBy(bills, (b) => b.lessee)]
  if (lessees.length === 0) return
  const { rows } = await ctx.db.read(ctx.user.operatorId, (db) =>
    sql<{ id: number }>`select id from lessee where id = any(${sql.val(lessees.map(([id]) => id))}::bigint[]) and auto_use_balance and balance > 0 order by id`.execute(db),
  )
  for (const { id } of rows) {
    const mine = lessees.find(([lessee]) => lessee === id)![1].map((b) => b.bill)
    await ctx.db.write(ctx.user.operatorId, (tx) => useBalance(tx, ctx, id, mine))
  }
}

export async function issueDue(ctx: Context): Promise<IssueReport> {
  const upTo = ctx.clock.today()
  const all = await candidates(ctx, upTo)
  const report: IssueReport = { issued: 0, leases: 0, failures: [] }
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < all.length) {
      const batch = all.slice(next, (next += BATCH))
      const outcome = await issueSafely(ctx, batch, upTo)
      await useBalances(ctx, outcome.bills)
      report.issued += outcome.bills.length
      report.leases += outcome.leases
      report.failures.push(...outcome.failures)
    }
  }
  await Promise.all(Array.from({ length: Math.min(LANES, Math.ceil(all.length / BATCH)) }, lane))
  report.failures.sort((a, b) => a.lease - b.lease)
  if (report.failures.length) await tellFailures(ctx, report.failures)
  return report
}

async function tellFailures(ctx: Context, failures: readonly IssueFailure[]): Promise<void> {
  await ctx.db.write(ctx.user.operatorId, async (tx) => {
    const admins = await tx.selectFrom('user').select('id').where('operatorId', '=', ctx.user.operatorId).where('isAdmin', '=', true).where('status', '=', 'active').where('deletedAt', 'is', null).execute()
    const lines = failures.slice(0, 20).map((f) => `${f.no}：${f.message}`)
    if (failures.length > 20) lines.push(`……共 ${failures.length} 个租约`)
    await sendMessages(tx, ctx, { receivers: admins.map((a) => a.id), category: 'anomaly', title: `${failures.length} 个租约出账失败`, content: lines.join('\n'), link: '/lease/leaseList', dedupe: `issueFailures:${ctx.clock.today()}` })
  })
}

/** 立即出账: the next period of one lease, whenever it would be due. The caller holds the lock of the lease. */
export async function issueNext(tx: Tx, ctx: Context, leaseId: number): Promise<number> {
  const [of] = await lockLeases(tx, [leaseId])
  const next = (await tx.selectFrom('planPeriod').selectAll().where('lease', '=', leaseId).where('status', '=', 'planned').where('deletedAt', 'is', null).orderBy('seq').limit(1).executeTakeFirst()) as unknown as Period | undefined
  if (!of || !next) throw refused('收款计划已全部出账')
  const stopped = await unsafe(tx, ctx, [next])
  const why = stopped.get(leaseId)
  if (why) throw refused(why)
  const [bill] = await issuePeriods(tx, ctx, [{ lease: of, terms: of, period: next }])
  await useBalance(tx, ctx, of.lessee, [bill!])
  return bill!
}

/** One message a day to each clerk whose customers are overdue. */
export async function remindOverdue(ctx: Context): Promise<void> {
  const today = ctx.clock.today()
  await ctx.db.write(ctx.user.operatorId, async (tx) => {
    const { rows } = await sql<{ owner: number; n: number; sum: number }>`
      select coalesce(l.owner, l.created_by) as owner, count(*) as n, sum(b.remain)::bigint as sum
      from bill b join lease l on l.id = b.lease
      where b.operator_id = ${ctx.user.operatorId} and b.direction = 'receivable' and b.status in ('unpaid', 'partlyPaid') and b.grace_until < ${today} and b.deleted_at is null
        and coalesce(l.owner, l.created_by) is not null
      group by 1 order by 1`.execute(tx)
    for (const { owner, n, sum } of rows) {
      await sendMessages(tx, ctx, {
        receivers: [owner], category: 'arrears', title: `你负责的客户有 ${n} 张账单逾期，共 ${formatYuan(Number(sum))}`,
        link: `/bill/billInfoList?direction=receivable&status=unpaid,partlyPaid&graceUntil=~${addDays(today, -1)}`, dedupe: `overdue:${today}`,
      })
    }
  })
}

/** To each clerk, once per day on which leases of his customers end: from so many days before, and again when one stays out. */
export async function remindEnding(ctx: Context): Promise<void> {
  const today = ctx.clock.today()
  await ctx.db.write(ctx.user.operatorId, async (tx) => {
    const until = addDays(today, await parameterNumber(tx, ctx.registry, 'contractWarnDays'))
    const { rows } = await sql<{ owner: number; endOn: Day; n: number; newest: number }>`
      select coalesce(l.owner, l.created_by) as owner, l.end_on, count(*) as n, max(l.id) as newest from lease l
      where l.operator_id = ${ctx.user.operatorId} and l.status = 'active' and l.end_on <= ${until} and l.deleted_at is null and coalesce(l.owner, l.created_by) is not null
      group by 1, 2 order by 1, 2`.execute(tx)
    for (const { owner, endOn, n, newest } of rows) {
      const late = endOn < today
      await sendMessages(tx, ctx, {
        receivers: [owner], category: 'expiry', title: late ? `你负责的 ${n} 张租约已于 ${endOn} 到期未还` : `你负责的 ${n} 张租约将于 ${endOn} 到期，请联系续租或退车`,
        link: `/lease/leaseList?status=active&endOn=${endOn}~${endOn}`, dedupe: `${late ? 'outstaying' : 'ending'}:${endOn}:${newest}`,
      })
    }
  })
}
