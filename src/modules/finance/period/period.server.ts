/** Closing a month: looked through, summed up, sealed to the month before; opened again only from the last one backwards. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { formatFen } from '#kit/basics/fen.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { serve, type ServedEntity } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import type { ActSpec } from '#modules/approval/approval.public.ts'
import { lateUnposted, monthOfBilling } from '#modules/billing/billing.public.ts'
import { CASH_KINDS } from '../cash/entry.ts'
import { flagChanged, vouchersLeft } from '../vouchers/generate.server.ts'
import { accountPeriod, accountPeriodActions } from './period.ts'
import { canonical, firstOf, isMonth, lastOf, monthOf, nextMonth, whyNotClose, type PeriodCheck, type PeriodSum } from './period.rules.ts'
import { closing } from './posting.server.ts'

const periods = storeOf(accountPeriod)

const waiting = (code: string, label: string, count: number, what: string, link: string): PeriodCheck => ({
  code,
  link,
  label,
  count,
  level: count === 0 ? 'ok' : 'stop',
  note: count === 0 ? '无' : `有 ${count} 笔${what}`,
})

const asking = (code: string, label: string, count: number, what: string, link: string): PeriodCheck => ({
  code,
  label,
  count,
  level: count === 0 ? 'ok' : 'ask',
  note: count === 0 ? '无' : `有 ${count} ${what}`,
  link,
})

/** What still waits in the month, and what does not add up. */
async function checksOf(tx: Tx, ctx: Context, month: string): Promise<PeriodCheck[]> {
  const [from, to] = [firstOf(month), lastOf(month)]
  const operator = ctx.user.operatorId
  const billing = await monthOfBilling(tx, ctx, from, to)
  const { rows } = await sql<{ other: number; lines: number; statements: number }>`
    select (select count(*) from other_receipt d where d.operator_id = ${operator} and d.status = 'toConfirm' and d.deleted_at is null and d.moved_on <= ${to}::date)
      + (select count(*) from other_payment d where d.operator_id = ${operator} and d.status = 'toConfirm' and d.deleted_at is null and d.moved_on <= ${to}::date)
      + (select count(*) from account_transfer d where d.operator_id = ${operator} and d.status = 'toConfirm' and d.deleted_at is null and d.moved_on <= ${to}::date) as other,
      (select count(*) from bank_line l where l.operator_id = ${operator} and l.status = 'open' and l.deleted_at is null and l.booked_on <= ${to}::date) as lines,
      (select count(*) from statement s where s.operator_id = ${operator} and s.status in ('draft', 'toConfirm', 'disputed') and s.to_on between ${from}::date and ${to}::date and s.deleted_at is null) as statements`.execute(
    tx,
  )
  const vouchers = await vouchersLeft(tx, ctx, month)
  const { rows: accounts } = await sql<{ name: string; difference: number }>`
    select * from (
      select a.name, a.opening + coalesce((select sum(e.signed) from cash_entry e where e.operator_id = a.operator_id and e.account = a.id and e.business_on <= ${to}::date), 0)::bigint
        - (select l.balance_after from bank_line l where l.operator_id = a.operator_id and l.account = a.id and l.booked_on <= ${to}::date and l.balance_after is not null and l.deleted_at is null
            order by l.booked_on desc, l.id desc limit 1) as difference
      from company_account a where a.operator_id = ${operator} and a.deleted_at is null) d
    where difference <> 0 order by name`.execute(tx)
  return [
    waiting('receipts', '收款均已审核', billing.receipts, '收款待审核', `/bill/paymentDetails?status=toConfirm`),
    waiting('payouts', '付款均已复核', billing.payouts, '付款待复核', '/finance/dealWithList'),
    waiting('other', '其他收付与互转均已复核', Number(rows[0]!.other), '其他单据待复核', '/finance/otherReceiptList?status=toConfirm'),
    waiting('lines', '银行流水均已处理', Number(rows[0]!.lines), '银行流水待匹配', `/bill/bankLineList?status=open&bookedOn=~${to}`),
    {
      code: 'difference',
      link: '/finance/zlbPublicAccount',
      label: '账面与银行余额一致',
      count: accounts.length,
      level: accounts.length ? 'ask' : 'ok',
      note: accounts.length ? accounts.map((a) => `${a.name}相差 ${formatFen(a.difference)}`).join('、') : '无差额',
    },
    asking('shares', '分账均已结算', billing.shares, '笔分账未结算', '/bill/rentSplitting'),
    asking(
      'statements',
      '对账单均已确认',
      Number(rows[0]!.statements),
      '张对账单未确认',
      `/finance/statements?status=draft,toConfirm,disputed&toOn=${from}~${to}`,
    ),
    asking(
      'late',
      '滞纳金均已计收',
      await lateUnposted(tx, ctx, to),
      '张账单的滞纳金未计收',
      '/bill/billInfoList?status=unpaid,partlyPaid',
    ),
    asking('vouchers', '凭证均已生成', vouchers.left, '张凭证未生成', `/finance/voucherList?month=${month}`),
    asking(
      'changed',
      '已导出凭证与来源一致',
      vouchers.changed,
      '张已导出的凭证与来源或科目不一致，请红冲重做',
      `/finance/voucherList?month=${month}&stale=source,gone,subject`,
    ),
    waiting('items', '账单金额等于明细合计', billing.unequal, '账单与明细不等', `/bill/billInfoList?issuedOn=${from}~${to}`),
  ]
}

async function sumsOf(tx: Tx, ctx: Context, month: string): Promise<PeriodSum[]> {
  const [from, to] = [firstOf(month), lastOf(month)]
  const { rows } = await sql<{ kind: keyof typeof CASH_KINDS; count: number; amount: number }>`
    select kind, count(*) as count, sum(signed)::bigint as amount from cash_entry
    where operator_id = ${ctx.user.operatorId} and posted_on between ${from}::date and ${to}::date group by kind order by kind`.execute(tx)
  const { documents } = await monthOfBilling(tx, ctx, from, to)
  return [
    ...rows.map((row) => ({
      docType: `cash.${row.kind}`,
      label: `财务流水：${CASH_KINDS[row.kind]}`,
      count: Number(row.count),
      amount: Number(row.amount),
    })),
    ...documents,
  ]
}
const sealOf = (month: string, sums: readonly PeriodSum[], before: string | null): string =>
  createHash('sha256')
    .update(canonical(month, sums, before))
    .digest('hex')

const near = (tx: Tx, month: string, side: 'before' | 'after') =>
  liveRows(tx, 'accountPeriod')
    .select(['month', 'status', 'hash'])
    .where('month', side === 'before' ? '<' : '>', month)
    .orderBy('month', side === 'before' ? 'desc' : 'asc')
    .limit(1)
    .executeTakeFirst()

async function close(tx: Tx, ctx: Context, month: string, reason: string | null) {
  await closing(tx, ctx)
  if (lastOf(month) >= ctx.clock.today()) throw refused(`${month} 尚未结束，不能关账`)
  const before = await near(tx, month, 'before')
  if (before && (before.status !== 'closed' || nextMonth(before.month) !== month)) throw refused(`上月（${before.month}）尚未关账`)
  const checks = await checksOf(tx, ctx, month)
  const why = whyNotClose(checks, reason)
  if (why) throw refused(why)
  const sums = await sumsOf(tx, ctx, month)
  return {
    checks,
    sums,
    hash: sealOf(month, sums, before?.hash ?? null),
    reason,
    closedBy: ctx.user.id || null,
    closedAt: ctx.clock.now(),
  }
}

async function reopen(tx: Tx, ctx: Context, month: string) {
  await closing(tx, ctx)
  const after = await liveRows(tx, 'accountPeriod')
    .select('month')
    .where('month', '>', month)
    .where('status', '=', 'closed')
    .limit(1)
    .executeTakeFirst()
  if (after) throw refused('之后的月份已关账，请先反关账')
}

export const servedPeriod: ServedEntity = serve(accountPeriodActions, {
  effects: {
    close: ({ tx, ctx, record, input }) => close(tx, ctx, record.month, input.reason),
    reopen: async ({ tx, ctx, record, input }) => {
      await reopen(tx, ctx, record.month)
      await flagChanged(tx, ctx, record.month)
      return { reason: input.reason, reopened: record.reopened + 1 }
    },
  },
})

export const periodActs: readonly ActSpec[] = [
  { code: 'accountPeriod.reopen', label: '反关账', scene: 27, entity: 'accountPeriod', action: 'reopen', money: true },
]

/** The months there are: the first one that anything happened in, up to the last that has ended. */
export async function openMonth(tx: Tx, ctx: Context, month: string): Promise<{ id: number }> {
  if (!isMonth(month)) throw invalid({ month: '月份格式应为 YYYY-MM' })
  if (month > monthOf(ctx.clock.today())) throw invalid({ month: '月份不能晚于本月' })
  await closing(tx, ctx)
  const known = await liveRows(tx, 'accountPeriod').select('id').where('month', '=', month).executeTakeFirst()
  if (known) return known
  const before = await near(tx, month, 'before')
  if (before && nextMonth(before.month) !== month) throw refused(`请先建立 ${nextMonth(before.month)}`)
  if (await near(tx, month, 'after')) throw refused('不能在已有的月份之前建立')
  return periods.add(tx, ctx, { month, lastOn: lastOf(month) })
}

const CHECK = z.object({
  code: z.string(),
  label: z.string(),
  level: z.enum(['ok', 'ask', 'stop']),
  count: z.number(),
  note: z.string(),
  link: z.string().optional(),
})
const MONTH = z.string('请填写月份').regex(/^\d{4}-(0[1-9]|1[0-2])$/, '月份格式应为 YYYY-MM')
export const periodRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/accountPeriod/checks',
    summary: '关账前的检查',
    right: 'accountPeriodList',
    input: z.strictObject({ month: MONTH }),
    output: z.object({ checks: z.array(CHECK) }),
    handler: (ctx, { month }) => ctx.db.read(ctx.user.operatorId, async (tx) => ({ checks: await checksOf(tx, ctx, month) })),
  }),
  route({
    method: 'POST',
    path: '/api/v1/accountPeriod/open',
    summary: '建立会计期间',
    right: 'fincialList_close',
    input: z.strictObject({ month: MONTH }),
    output: z.object({ id: z.number() }),
    handler: (ctx, { month }) => ctx.db.write(ctx.user.operatorId, async (tx) => ({ id: (await openMonth(tx, ctx, month)).id })),
  }),
]
