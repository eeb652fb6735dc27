/** Home figures about money. Each opens the rows it was made of. */
import { sql } from 'kysely'
import type { Context, Db } from '#kit/access/context.server.ts'
import { addDays, addMonths, daysBetween, endOfMonth, startOfMonth } from '#kit/basics/time/day.ts'
import { formatYuan } from '#kit/basics/fen.ts'
import type { FilterOf } from '#kit/entity/entity.ts'
import { seenRows } from '#kit/entity/query/live-rows.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import type { HomeCard } from '#kit/entity/registry.server.ts'
import { reportCard } from '#kit/report/card.server.ts'
import { figure } from '#kit/report/report.server.ts'
import { bill } from './bills/bill.ts'
import { payment } from './payments/payment.ts'
import { OUTSIDE } from './payments/channels.rules.ts'
import { billAgeing, billStatistics } from './statements/statistics.ts'

const OPEN = ['unpaid', 'partlyPaid'] as const
const reading = <T>(ctx: Context, work: (db: Db) => Promise<T>): Promise<T> => ctx.db.read(ctx.user.operatorId, work)
type Bills = FilterOf<Rec<typeof bill>>
const open = (more: Bills): Bills => ({ direction: 'receivable', status: OPEN, ...more })
const list = (query: string): string => `/bill/billInfoList?direction=receivable&status=${OPEN.join(',')}&${query}`

const due: HomeCard = {
  code: 'receivablesDue',
  title: '应收账款',
  page: 'homePage',
  group: '今天要做的事',
  order: 10,
  right: 'billInfoList',
  load: (ctx) =>
    reading(ctx, async (db) => {
      const today = ctx.clock.today()
      const yesterday = addDays(today, -1)
      const pair = async (filter: Bills): Promise<[number, number]> => [
        await figure(db, ctx, bill, filter),
        await figure(db, ctx, bill, filter, { sum: 'remain' }),
      ]
      const [overdue, overdueSum] = await pair(open({ graceUntil: { to: yesterday } }))
      const [now, nowSum] = await pair(open({ dueOn: { from: today, to: today } }))
      const [week, weekSum] = await pair(open({ dueOn: { from: addDays(today, 1), to: addDays(today, 7) } }))
      const late = list(`graceUntil=~${yesterday}`)
      const soon = list(`dueOn=${addDays(today, 1)}~${addDays(today, 7)}`)
      return {
        kind: 'figures',
        figures: [
          { label: '逾期账单', value: overdue, to: late, tone: overdue ? 'bad' : 'good' },
          { label: '逾期金额', value: overdueSum, unit: 'fen', to: late, tone: overdueSum ? 'bad' : 'good' },
          { label: '今日到期账单', value: now, to: list(`dueOn=${today}`), tone: now ? 'warn' : 'good' },
          { label: '今日到期账单金额', value: nowSum, unit: 'fen', to: list(`dueOn=${today}`) },
          { label: '七日内到期', value: week, to: soon },
          { label: '七日内到期金额', value: weekSum, unit: 'fen', to: soon },
        ],
      }
    }),
}

const longest: HomeCard = {
  code: 'overdueLongest',
  title: '逾期最久的账单',
  page: 'homePage',
  group: '账单与收款',
  order: 20,
  right: 'billInfoList',
  load: (ctx) =>
    reading(ctx, async (db) => {
      const today = ctx.clock.today()
      const rows = await seenRows(db, ctx, bill)
        .innerJoin('lessee as l', 'l.id', 't.lessee')
        .select(['t.id', 't.no', 't.dueOn', 't.remain', 'l.name'])
        .where('t.direction', '=', 'receivable')
        .where('t.status', 'in', OPEN)
        .where('t.graceUntil', '<', today)
        .orderBy('t.graceUntil')
        .orderBy('t.id')
        .limit(8)
        .execute()
      return {
        kind: 'rows',
        rows: rows.map((b) => ({
          title: `${b.name} ${formatYuan(b.remain ?? 0)}`,
          note: `${b.no} · 已逾期 ${daysBetween(b.dueOn, today)} 天`,
          to: `/bill/billInfoDetail?id=${b.id}`,
          tone: 'bad' as const,
        })),
      }
    }),
}

const toConfirm: HomeCard = {
  code: 'paymentsToConfirm',
  title: '待审核收款',
  page: 'homePage',
  group: '今天要做的事',
  order: 15,
  right: 'paymentDetails',
  load: (ctx) =>
    reading(ctx, async (db) => {
      const filter = { status: 'toConfirm' } as const
      const n = await figure(db, ctx, payment, filter)
      const to = '/bill/paymentDetails?status=toConfirm'
      return {
        kind: 'figures',
        figures: [
          { label: '待审核收款', value: n, to, tone: n ? 'warn' : 'good' },
          { label: '待审核金额', value: await figure(db, ctx, payment, filter, { sum: 'amount' }), unit: 'fen', to },
        ],
      }
    }),
}

const MONTHS = 12
/** 实收 by value date: what came in from outside and stands. Never mixed with what was billed (leasing.md §3.10). */
const received: HomeCard = {
  code: 'receivedByMonth',
  title: '近 12 个月实收',
  page: 'homePage',
  group: '经营趋势',
  order: 10,
  right: 'paymentDetails',
  load: (ctx) =>
    reading(ctx, async (db) => {
      const first = addMonths(startOfMonth(ctx.clock.today()), 1 - MONTHS)
      const last = endOfMonth(ctx.clock.today())
      const day = sql`(t.paid_at at time zone 'Asia/Shanghai')::date`
      const rows = await seenRows(db, ctx, payment)
        .select([sql<string>`to_char(${day}, 'YYYY-MM')`.as('month'), sql<number>`sum(t.amount)::bigint`.as('sum')])
        .where('t.status', '=', 'confirmed')
        .where('t.channel', 'in', [...OUTSIDE])
        .where(sql<boolean>`${day} between ${first} and ${last}`)
        .groupBy(sql`1`)
        .execute()
      const sums = new Map(rows.map((row) => [row.month, Number(row.sum)]))
      const labels = Array.from({ length: MONTHS }, (_, i) => addMonths(first, i).slice(0, 7))
      return {
        kind: 'series',
        data: { labels, shape: { unit: 'money' }, series: [{ name: '实收', values: labels.map((month) => sums.get(month) ?? 0) }] },
        to: `/bill/paymentDetails?status=confirmed&channel=${OUTSIDE.join(',')}&paidAt=${first}~${last}`,
      }
    }),
}

const trend = reportCard({
  code: 'chargedReceived',
  title: '应收 · 实收 · 权责收入',
  page: 'homePage',
  group: '经营趋势',
  order: 11,
  right: 'billStatistics',
  report: billStatistics,
  chart: 'bar',
  to: '/bill/billStatistics',
})
const ageing = reportCard({
  code: 'overdueByAge',
  title: '逾期账龄',
  page: 'homePage',
  group: '经营趋势',
  order: 12,
  right: 'billStatistics',
  report: billAgeing,
  chart: 'bar',
  to: '/bill/billStatistics',
})

export const billingCards: readonly HomeCard[] = [due, toConfirm, longest, received, trend, ageing]
