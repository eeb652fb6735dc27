/**
 * 出账 (leasing.md §3.5). The run proposes everything that is due, under the locks of the leases, and writes the difference:
 * a second run, a parallel one or one that is a year late finds nothing left to propose. Leases are taken many at a time for
 * speed; a batch that fails is tried in halves, so that one bad lease stops nobody else.
 */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addDays, type Day } from '#kit/basics/time/day.ts'
import { AppError, refused } from '#kit/basics/errors.ts'
import { formatYuan } from '#kit/basics/fen.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { drawBillNumbers, useBalance } from '#modules/billing/billing.public.ts'
import { administrators, parameterNumber, sendMessages } from '#modules/system/system.public.ts'
import { dueOf, issuePlanned, type Issued } from './periods.server.ts'

interface IssueFailure {
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
interface Outcome extends Issued {
  leases: number
  failures: IssueFailure[]
}

/** In two steps, each over an index: one statement made PostgreSQL, without fresh statistics, look at every pair of both tables. */
async function candidates(ctx: Context, upTo: Day): Promise<Candidate[]> {
  return ctx.db.read(ctx.user.operatorId, async (db) => {
    const due = await liveRows(db, 'planPeriod')
      .select('lease')
      .distinct()
      .where('status', '=', 'planned')
      .where('issueOn', '<=', upTo)
      .execute()
    const ids = due.map((row) => row.lease)
    return liveRows(db, 'lease')
      .select(['id', 'no'])
      .where(sql<boolean>`id = any(${sql.val(ids)}::bigint[])`)
      .where('status', 'in', [...RUNNING])
      .orderBy('id')
      .execute()
  })
}

/** Locked in the order of ids, like everywhere: two runs at once wait for each other instead of dying. */
const lockLeases = (tx: Tx, ids: readonly number[]): Promise<{ id: number }[]> =>
  tx
    .selectFrom('lease')
    .select('id')
    .where(sql<boolean>`id = any(${sql.val([...ids])}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

async function issueBatch(tx: Tx, ctx: Context, batch: readonly Candidate[], upTo: Day, numbers: readonly string[]): Promise<Outcome> {
  const ids = batch.map((b) => b.id)
  await lockLeases(tx, ids)
  const due = sql<boolean>`p.lease = any(${sql.val(ids)}::bigint[]) and l.status = any(${sql.val([...RUNNING])}::text[]) and p.issue_on <= ${upTo}`
  const { periods, leases, stopped } = await dueOf(tx, ctx, due)
  const which = stopped.length ? sql<boolean>`${due} and p.lease <> all(${sql.val(stopped.map((s) => s.lease))}::bigint[])` : due
  return { ...(await issuePlanned(tx, ctx, which, periods, numbers)), leases, failures: stopped }
}

const sentence = (ctx: Context, error: unknown): string => (error instanceof AppError ? error.message : `出账失败（编号 ${ctx.requestId}）`)

/** A batch that fails is tried in halves, down to the lease that is at fault. */
async function issueSafely(ctx: Context, batch: readonly Candidate[], upTo: Day): Promise<Outcome> {
  try {
    // A small company's numbers stay without gaps; drawing ahead pays when many run side by side.
    const numbers = batch.length < BATCH ? [] : await drawBillNumbers(ctx, batch.length)
    return await ctx.db.write(ctx.user.operatorId, (tx) => issueBatch(tx, ctx, batch, upTo, numbers))
  } catch (error) {
    const [only] = batch
    if (batch.length === 1)
      return { bills: 0, payers: [], leases: 0, failures: [{ lease: only!.id, no: only!.no, message: sentence(ctx, error) }] }
    const half = Math.ceil(batch.length / 2)
    const [a, b] = [await issueSafely(ctx, batch.slice(0, half), upTo), await issueSafely(ctx, batch.slice(half), upTo)]
    return {
      bills: a.bills + b.bills,
      payers: [...a.payers, ...b.payers],
      leases: a.leases + b.leases,
      failures: [...a.failures, ...b.failures],
    }
  }
}

/** Customers who asked for it pay from their balance; each on his own, after his bills stand. */
async function useBalances(ctx: Context, payers: Issued['payers']): Promise<void> {
  for (const [lessee, bills] of [...Map.groupBy(payers, (p) => p.lessee)].toSorted(([a], [b]) => a - b))
    await ctx.db.write(ctx.user.operatorId, (tx) =>
      useBalance(
        tx,
        ctx,
        lessee,
        bills.map((b) => b.bill),
      ),
    )
}

/** After the first batch, the fourth, the sixteenth …: thousands of new bills change what the planner must know, each fourfold. */
const worthLearning = (batches: number): boolean => Number.isInteger(Math.log2(batches) / 2)
const learn = (ctx: Context): Promise<unknown> => ctx.db.write(ctx.user.operatorId, (tx) => sql`select learn_of_bills()`.execute(tx))

export async function issueDue(ctx: Context): Promise<IssueReport> {
  const upTo = ctx.clock.today()
  const all = await candidates(ctx, upTo)
  const report: IssueReport = { issued: 0, leases: 0, failures: [] }
  let next = 0
  let batches = 0
  const lane = async (): Promise<void> => {
    while (next < all.length) {
      const batch = all.slice(next, (next += BATCH))
      const outcome = await issueSafely(ctx, batch, upTo)
      await useBalances(ctx, outcome.payers)
      report.issued += outcome.bills
      report.leases += outcome.leases
      report.failures.push(...outcome.failures)
      // A company whose leases are one batch leaves its tables to the daemon.
      if (all.length > BATCH && worthLearning(++batches)) await learn(ctx)
    }
  }
  await Promise.all(Array.from({ length: Math.min(LANES, Math.ceil(all.length / BATCH)) }, lane))
  report.failures.sort((a, b) => a.lease - b.lease)
  if (report.failures.length) await tellFailures(ctx, report.failures)
  return report
}

async function tellFailures(ctx: Context, failures: readonly IssueFailure[]): Promise<void> {
  await ctx.db.write(ctx.user.operatorId, async (tx) => {
    const lines = failures.slice(0, 20).map((f) => `${f.no}：${f.message}`)
    if (failures.length > 20) lines.push(`……共 ${failures.length} 个租约`)
    await sendMessages(tx, ctx, {
      receivers: await administrators(tx),
      category: 'anomaly',
      title: `${failures.length} 个租约出账失败`,
      content: lines.join('\n'),
      link: '/lease/leaseList',
      dedupe: `issueFailures:${ctx.clock.today()}`,
    })
  })
}

/** 提前出下一期账单: the next period of one lease, whenever it would be due. The caller holds the lock of the lease. */
export async function issueNext(tx: Tx, ctx: Context, leaseId: number): Promise<void> {
  const next = await liveRows(tx, 'planPeriod')
    .select('id')
    .where('lease', '=', leaseId)
    .where('status', '=', 'planned')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  if (!next) throw refused('收款计划已全部出账，没有下一期；需要延长租期请办理续租或延期')
  const which = sql<boolean>`p.id = ${next.id}`
  const { periods, stopped } = await dueOf(tx, ctx, which)
  if (stopped[0]) throw refused(stopped[0].message)
  const { payers } = await issuePlanned(tx, ctx, which, periods)
  for (const { lessee, bill } of payers) await useBalance(tx, ctx, lessee, [bill])
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
        receivers: [owner],
        category: 'arrears',
        title: `您负责的客户有 ${n} 张账单逾期，共 ${formatYuan(Number(sum))}`,
        link: `/bill/billInfoList?direction=receivable&status=unpaid,partlyPaid&graceUntil=~${addDays(today, -1)}`,
        dedupe: `overdue:${today}`,
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
        receivers: [owner],
        category: 'expiry',
        title: late ? `您负责的 ${n} 张租约已于 ${endOn} 到期未还` : `您负责的 ${n} 张租约将于 ${endOn} 到期，请联系续租或退车`,
        link: `/lease/leaseList?status=active&endOn=${endOn}~${endOn}`,
        dedupe: `${late ? 'outstaying' : 'ending'}:${endOn}:${newest}`,
      })
    }
  })
}
