/** Figures and work of the home page about money. Each opens the rows it was made of. */
import type { Context, Db } from '#kit/access/context.server.ts'
import { addDays, startOfMonth } from '#kit/basics/time/day.ts'
import type { FilterOf } from '#kit/entity/entity.ts'
import type { Tables } from '#kit/entity/tables.ts'
import type { HomeCard, WorkSource } from '#kit/entity/registry.server.ts'
import { reportCard } from '#kit/report/card.server.ts'
import type { HomeFigure } from '#kit/report/home.wire.ts'
import { listAddress, listFigures } from '#kit/report/list-total.server.ts'
import { listWork } from '#kit/report/work.server.ts'
import { AGEING_LABELS, AGEING_STEPS } from './bills/bill.rules.ts'
import { billAgeing, billStatistics } from './statements/statistics.ts'

const OPEN = ['unpaid', 'partlyPaid'] as const
const reading = <T>(ctx: Context, work: (db: Db) => Promise<T>): Promise<T> => ctx.db.read(ctx.user.operatorId, work)
type Bills = FilterOf<Tables['bill']>
const open = (more: Bills): Bills => ({ direction: 'receivable', status: OPEN, ...more })

const due: HomeCard = {
  code: 'receivablesDue',
  title: '应收账款',
  page: 'homePage',
  order: 12,
  right: 'billInfoList',
  load: (ctx) =>
    reading(ctx, async (db) => {
      const today = ctx.clock.today()
      const [yesterday, tomorrow] = [addDays(today, -1), addDays(today, 1)]
      const figures = (label: string, filter: Bills, tone?: 'warn' | 'bad'): Promise<HomeFigure[]> =>
        listFigures(db, ctx, 'billInfoList', open(filter), { label, sum: 'remain', ...(tone ? { tone } : {}) })
      const all = await Promise.all([
        figures('逾期', { graceUntil: { to: yesterday } }, 'bad'),
        figures('今日到期', { dueOn: { from: today, to: today } }, 'warn'),
        figures('7 天内到期', { dueOn: { from: tomorrow, to: addDays(today, 7) } }),
        figures('30 天内到期', { dueOn: { from: tomorrow, to: addDays(today, 30) } }),
      ])
      return { kind: 'figures', figures: all.flat() }
    }),
}

const overdue = listWork('bill', {
  code: 'billsOverdue',
  title: '逾期账单',
  act: '去催收',
  order: 20,
  tone: 'bad',
  screen: 'billInfoList',
  filter: (ctx) => open({ graceUntil: { to: addDays(ctx.clock.today(), -1) } }),
  who: ['lessee'],
  what: [],
  since: 'dueOn',
  amount: 'remain',
  each: { unit: '张账单逾期' },
})
const dueToday = listWork('bill', {
  code: 'billsDueToday',
  title: '今日到期账单',
  act: '去收款',
  order: 30,
  tone: 'warn',
  screen: 'billInfoList',
  filter: (ctx) => open({ dueOn: { from: ctx.clock.today(), to: ctx.clock.today() } }),
  who: ['lessee'],
  what: [],
  since: 'dueOn',
  amount: 'remain',
  each: { unit: '张账单今天到期' },
})
const toConfirm = listWork('payment', {
  code: 'paymentsToConfirm',
  title: '待审核收款',
  act: '去审核',
  order: 14,
  tone: 'warn',
  screen: 'paymentDetails',
  filter: () => ({ status: 'toConfirm' }),
  who: ['lessee', 'payerName'],
  what: ['channel', 'no'],
  since: 'paidAt',
  amount: 'amount',
})
const toRefund = listWork('refund', {
  code: 'refundsToPay',
  title: '待付退款',
  act: '去付款',
  order: 16,
  tone: 'warn',
  screen: 'refundList',
  filter: () => ({ status: ['toPay', 'failed'] }),
  who: ['lessee', 'payee'],
  what: ['source', 'status'],
  since: 'decidedAt',
  amount: 'amount',
})
export const billingWork: readonly WorkSource[] = [toConfirm, toRefund, overdue, dueToday]

/** What was charged, came in and was earned: this month beside the same days of the last one, and the course of six months. */
const trend = reportCard({
  code: 'chargedReceived',
  title: '收入与回款',
  page: 'homePage',
  order: 10,
  right: 'billStatistics',
  report: billStatistics,
  chart: 'bar',
  figures: {
    measures: ['charged', 'received', 'accrued'],
    question: (today) => ({ from: startOfMonth(today), to: today, by: '', compare: 'previous' }),
  },
  to: '/bill/billStatistics',
})
const ageing = reportCard({
  code: 'overdueByAge',
  title: '逾期账龄',
  page: 'homePage',
  order: 13,
  right: 'billStatistics',
  report: billAgeing,
  chart: 'bar',
  steps: AGEING_LABELS,
  rows: (ctx, [step]) => {
    const today = ctx.clock.today()
    const at = AGEING_STEPS.findIndex(({ label }) => label === step)
    const [least, most] = [at > 0 ? AGEING_STEPS[at - 1]!.upTo + 1 : 0, AGEING_STEPS[at]?.upTo ?? Infinity]
    const dueOn = { ...(most === Infinity ? {} : { from: addDays(today, -most) }), to: addDays(today, -least) }
    return listAddress(ctx, 'billInfoList', open({ graceUntil: { to: addDays(today, -1) }, dueOn }))
  },
  to: '/bill/billStatistics',
})

export const billingCards: readonly HomeCard[] = [trend, ageing, due]
