/**
 * 账单统计. Three measures that are never mixed (leasing.md §3.10): 应收 by the day it was due (or issued), 实收 by the value date
 * of money from outside, 权责收入 by the day the vehicle was used. Each figure is the sum of rows that can be looked at: the
 * figure and its rows come from one query.
 */
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Context, Db } from '#kit/access/context.server.ts'
import { addDays, daysBetween, type Day } from '#kit/basics/day.ts'
import { invalid } from '#kit/basics/errors.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { scopedFrom } from '#kit/report/report.server.ts'
import { AGEING_STEPS } from '../bills/bill.rules.ts'
import { bill } from '../bills/bill.ts'
import { receivedRows } from './received.server.ts'
import { ASK, CHANNEL, channelKey, groupOf, narrowed, type Ask, type Source } from './statistics-ask.server.ts'

export const MEASURES = ['charged', 'credited', 'collected', 'writtenOff', 'open', 'received', 'accrued', 'overdue'] as const
type Measure = (typeof MEASURES)[number]

/** Deposits are the customers' money: in no measure but what came in, where they are told apart. */
const kindOf = (ask: Ask): RawBuilder<boolean> => {
  if (ask.billType === 'rent') return sql<boolean>`t.bill_type in ('rent', 'swap')`
  return ask.billType === 'other' ? sql<boolean>`t.bill_type not in ('rent', 'swap', 'deposit')` : sql<boolean>`t.bill_type <> 'deposit'`
}
const LIVE = sql<boolean>`t.status not in ('voided', 'draft')`

function billRows(db: Db, ctx: Context, ask: Ask) {
  const day = sql.ref(`t.${ask.basis}`)
  return scopedFrom(db, ctx, bill)
    .innerJoin('lessee as l', 'l.id', 't.lessee')
    .where(LIVE)
    .where(kindOf(ask))
    .where(narrowed(ask))
    .where(vehicleOf(ask))
    .where(sql<boolean>`t.direction = 'receivable' and ${day} between ${ask.from} and ${ask.to}`)
    .select([
      groupOf(ask.by, day).as('key'),
      't.id',
      't.no as title',
      sql<string>`'bill'`.as('entity'),
      sql<string>`${day}::text`.as('day'),
      'l.name as who',
    ])
}

/** Items with a period, day by day: the first k days of D cost round(A·k/D), so that all months of an item make the item. */
function accrualRows(db: Db, ctx: Context, ask: Ask): Source {
  const bills = scopedFrom(db, ctx, bill)
    .innerJoin('lessee as l', 'l.id', 't.lessee')
    .where(LIVE)
    .where(kindOf(ask))
    .where(narrowed(ask))
    .where(sql<boolean>`t.direction = 'receivable'`)
    .select([
      't.id',
      't.no',
      't.store',
      't.vehicle',
      'l.name',
      (ask.by === 'channel' ? channelKey(CHANNEL) : sql<string>`''`).as('channel'),
    ])
  const until = addDays(ask.to, 1)
  const vehicle = ask.vehicle ? sql`and coalesce(i.vehicle, b.vehicle) = ${ask.vehicle}` : sql``
  const upTo = (day: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`(sign(i.amount) * floor((2 * abs(i.amount) * (${day} - i.start_on) + (i.end_on - i.start_on)) / (2 * (i.end_on - i.start_on))::numeric))`
  return sql`
    select ${ask.by === 'month' ? sql`to_char(m.first, 'YYYY-MM')` : ask.by === 'store' ? sql`b.store::text` : sql`b.channel`} as key, b.id, b.no || '（' || i.description || '）' as title, 'bill' as entity,
      greatest(i.start_on, m.first)::text as day, b.name as who, (${upTo(sql`least(i.end_on, m.last)`)} - ${upTo(sql`greatest(i.start_on, m.first)`)})::bigint as amount
    from (${bills}) b join bill_item i on i.operator_id = ${ctx.user.operatorId} and i.bill = b.id and i.deleted_at is null and i.start_on is not null and i.end_on > i.start_on and i.start_on < ${until} and i.end_on > ${ask.from} ${vehicle}
    cross join lateral (select greatest(d::date, ${ask.from}::date) as first, least((d + interval '1 month')::date, ${until}::date) as last
      from generate_series(date_trunc('month', greatest(i.start_on, ${ask.from}::date)::timestamp), least(i.end_on, ${until}::date) - 1, interval '1 month') d) m`
}

/** What is overdue today, whenever it fell due, by the step of the ageing it stands in. */
function ageingRows(db: Db, ctx: Context, ask: Ask): Source {
  const today = ctx.clock.today()
  const days = sql`(${today}::date - t.due_on)`
  const step = sql<string>`case ${sql.join(
    AGEING_STEPS.filter((s) => s.upTo !== Infinity).map((s) => sql`when ${days} <= ${s.upTo} then ${s.label}`),
    sql` `,
  )} else ${AGEING_STEPS.at(-1)!.label} end`
  return sql`${scopedFrom(db, ctx, bill)
    .innerJoin('lessee as l', 'l.id', 't.lessee')
    .where('t.direction', '=', 'receivable')
    .where('t.status', 'in', ['unpaid', 'partlyPaid'])
    .where('t.graceUntil', '<', today)
    .where(kindOf(ask))
    .where(narrowed(ask))
    .where(vehicleOf(ask))
    .select([
      step.as('key'),
      't.id',
      't.no as title',
      sql<string>`'bill'`.as('entity'),
      sql<string>`t.due_on::text`.as('day'),
      'l.name as who',
      't.remain as amount',
    ])}`
}
const vehicleOf = (ask: Ask): RawBuilder<boolean> => (ask.vehicle ? sql<boolean>`t.vehicle = ${ask.vehicle}` : sql<boolean>`true`)

/** The rows of a measure: a figure is their sum, and this is what opens when it is clicked. */
function rowsOf(db: Db, ctx: Context, ask: Ask, measure: Measure | 'ageing'): Source {
  if (measure === 'ageing') return ageingRows(db, ctx, ask)
  if (measure === 'accrued') return accrualRows(db, ctx, ask)
  if (measure === 'received') return receivedRows(db, ctx, ask)
  // What a coupon gives back of its part is no charge: it lowers what was taken off.
  const sums = (sign: 1 | -1): RawBuilder<number> =>
    sql<number>`(select coalesce(sum(i.amount), 0)::bigint from bill_item i where i.operator_id = ${ctx.user.operatorId} and i.bill = t.id and i.deleted_at is null and case when i.fee_item = 'COUPON' then -1 else sign(i.amount) end = ${sign})`
  const rows = billRows(db, ctx, ask)
  if (measure === 'charged') return sql`${rows.select(sums(1).as('amount'))}`
  if (measure === 'credited') return sql`select * from (${rows.select(sums(-1).as('amount'))}) x where amount <> 0`
  if (measure === 'collected') return sql`${rows.where('t.paid', '>', 0).select('t.paid as amount')}`
  if (measure === 'writtenOff') return sql`${rows.where('t.writtenOff', '>', 0 as never).select('t.writtenOff as amount')}`
  if (measure === 'open') return sql`${rows.where('t.remain', '>', 0 as never).select('t.remain as amount')}`
  return sql`${rows.where('t.status', 'in', ['unpaid', 'partlyPaid']).where('t.graceUntil', '<', ctx.clock.today()).select('t.remain as amount')}`
}

export type StatisticsLine = { key: string; label: string } & Record<Measure, number>

async function labels(db: Db, ask: Ask, keys: readonly string[]): Promise<Map<string, string>> {
  if (ask.by === 'month') return new Map(keys.map((key) => [key, key]))
  const ids = keys.map(Number).filter((id) => id > 0)
  const rows = ids.length ? await db.selectFrom(ask.by).select(['id', 'name']).where('id', 'in', ids).execute() : []
  return new Map([['0', '无渠道'], ...rows.map((row): [string, string] => [String(row.id), row.name])])
}

const MOST_DAYS = 1100
function checkSpan(ask: Ask): void {
  if (ask.to < ask.from) throw invalid({ to: '结束日期不能早于开始日期' })
  if (daysBetween(ask.from, ask.to) > MOST_DAYS) throw invalid({ to: '一次最多统计三年' })
}

export async function statistics(
  db: Db,
  ctx: Context,
  ask: Ask,
): Promise<{
  lines: StatisticsLine[]
  total: StatisticsLine
  ageing: { label: string; count: number; amount: number; from: Day | null; to: Day }[]
}> {
  checkSpan(ask)
  const measured = await Promise.all(
    MEASURES.map(async (measure) => {
      const { rows } = await sql<{
        key: string
        sum: number
      }>`select key, sum(amount)::bigint as sum from (${rowsOf(db, ctx, ask, measure)}) x group by key`.execute(db)
      return [measure, new Map(rows.map((row) => [row.key, Number(row.sum)]))] as const
    }),
  )
  const keys = [...new Set(measured.flatMap(([, sums]) => [...sums.keys()]))].toSorted()
  const names = await labels(db, ask, keys)
  const lineOf = (key: string, label: string, get: (sums: ReadonlyMap<string, number>) => number): StatisticsLine => ({
    key,
    label,
    ...(Object.fromEntries(measured.map(([measure, sums]) => [measure, get(sums)])) as Record<Measure, number>),
  })
  return {
    lines: keys.map((key) => lineOf(key, names.get(key) ?? key, (sums) => sums.get(key) ?? 0)),
    total: lineOf('', '合计', (sums) => [...sums.values()].reduce((a, b) => a + b, 0)),
    ageing: await ageing(db, ctx, ask),
  }
}

/** Of what is open today, by days past due; inside the grace it is not overdue. */
async function ageing(
  db: Db,
  ctx: Context,
  ask?: Ask,
): Promise<{ label: string; count: number; amount: number; from: Day | null; to: Day }[]> {
  const today = ctx.clock.today()
  let query = scopedFrom(db, ctx, bill)
    .innerJoin('lessee as l', 'l.id', 't.lessee')
    .where('t.direction', '=', 'receivable')
    .where('t.status', 'in', ['unpaid', 'partlyPaid'])
    .where('t.graceUntil', '<', today)
  if (ask) query = query.where(kindOf(ask)).where(narrowed(ask)).where(vehicleOf(ask))
  const rows = (await query
    .select([
      sql<number>`(${today}::date - t.due_on)`.as('days'),
      sql<number>`count(*)`.as('n'),
      sql<number>`sum(t.remain)::bigint`.as('sum'),
    ])
    .groupBy(sql`1`)
    .execute()) as { days: number; n: number; sum: number }[]
  let least = 0
  return AGEING_STEPS.map(({ label, upTo }) => {
    const of = rows.filter((row) => row.days >= least && row.days <= upTo)
    const step = {
      label,
      count: of.reduce((n, row) => n + Number(row.n), 0),
      amount: of.reduce((n, row) => n + Number(row.sum), 0),
      from: upTo === Infinity ? null : addDays(today, -upTo),
      to: addDays(today, -least),
    }
    least = upTo + 1
    return step
  })
}

const ROWS = ASK.extend({
  measure: z.enum([...MEASURES, 'ageing']),
  key: z.string().max(20).default(''),
  pageNo: z.coerce.number().int().min(1).max(5000).default(1),
  pageSize: z.coerce.number().int().min(1).max(200).default(50),
})

/** What a figure is made of; the sum over all pages is the figure. */
export async function statisticsRows(
  db: Db,
  ctx: Context,
  ask: z.infer<typeof ROWS>,
): Promise<{ list: object[]; total: number; sum: number; pageNo: number; pageSize: number }> {
  checkSpan(ask)
  const source = sql`(${rowsOf(db, ctx, ask, ask.measure)}) x where (${ask.key} = '' or key = ${ask.key})`
  const { rows: list } =
    await sql<object>`select id, title, entity, day, who, amount from ${source} order by day, id, amount limit ${ask.pageSize} offset ${(ask.pageNo - 1) * ask.pageSize}`.execute(
      db,
    )
  const { rows } = await sql<{
    n: number
    sum: number
  }>`select count(*) as n, coalesce(sum(amount), 0)::bigint as sum from ${source}`.execute(db)
  return { list, total: Number(rows[0]!.n), sum: Number(rows[0]!.sum), pageNo: ask.pageNo, pageSize: ask.pageSize }
}

/** 信用: how this customer has paid, from the bills themselves. */
export async function creditOf(db: Db, ctx: Context, lessee: number): Promise<object> {
  const today = ctx.clock.today()
  const row = (await scopedFrom(db, ctx, bill)
    .where('t.lessee', '=', lessee)
    .where('t.direction', '=', 'receivable')
    .where('t.billType', '<>', 'deposit')
    .where(LIVE)
    .select([
      sql<number>`count(*)`.as('bills'),
      sql<number>`coalesce(sum(t.amount), 0)::bigint`.as('charged'),
      sql<number>`coalesce(sum(t.paid), 0)::bigint`.as('paid'),
      sql<number>`coalesce(sum(t.remain) filter (where t.status in ('unpaid', 'partlyPaid')), 0)::bigint`.as('open'),
      sql<number>`coalesce(sum(t.remain) filter (where t.status in ('unpaid', 'partlyPaid') and t.grace_until < ${today}), 0)::bigint`.as(
        'overdue',
      ),
      sql<number>`count(*) filter (where t.status in ('unpaid', 'partlyPaid') and t.grace_until < ${today})`.as('overdueBills'),
      sql<number>`coalesce(max(${today}::date - t.due_on) filter (where t.status in ('unpaid', 'partlyPaid') and t.grace_until < ${today}), 0)`.as(
        'longestOpen',
      ),
      sql<number>`count(*) filter (where t.settled_on > t.grace_until)`.as('lateSettled'),
      sql<number>`coalesce(max(t.settled_on - t.due_on) filter (where t.settled_on > t.grace_until), 0)`.as('longestLate'),
      sql<number>`count(*) filter (where t.status = 'settled')`.as('settled'),
      sql<number>`coalesce(sum(t.written_off), 0)::bigint`.as('writtenOff'),
    ])
    .executeTakeFirst()) as Record<string, number | string>
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]))
}

export const statisticsRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/billStatistics',
    summary: '账单统计：应收、实收、权责收入',
    right: 'billStatistics',
    input: ASK,
    handler: (ctx, ask) => ctx.db.read(ctx.user.operatorId, (db) => statistics(db, ctx, ask), { snapshot: true }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/billStatistics/rows',
    summary: '统计数字由哪些记录组成',
    right: 'billStatistics',
    input: ROWS,
    handler: (ctx, ask) => ctx.db.read(ctx.user.operatorId, (db) => statisticsRows(db, ctx, ask), { snapshot: true }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/bill/ageing',
    summary: '未收账单的账龄',
    right: ['shouldbillList', 'billInfoList'],
    input: z.strictObject({}),
    handler: (ctx) => ctx.db.read(ctx.user.operatorId, async (db) => ({ steps: await ageing(db, ctx) })),
  }),
  route({
    method: 'GET',
    path: '/api/v1/lessee/credit',
    summary: '承租人的付款情况',
    right: ['memberList', 'billInfoList'],
    input: z.strictObject({ id: z.coerce.number().int().min(1) }),
    handler: (ctx, { id }) => ctx.db.read(ctx.user.operatorId, (db) => creditOf(db, ctx, id)),
  }),
]
