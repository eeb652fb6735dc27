/** The rows of 账单统计: 应收 by the day it was due (or issued), 权责收入 by the day the vehicle was used; 实收 stands in received.server.ts. */
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Context, Db } from '#kit/access/context.server.ts'
import { addDays } from '#kit/basics/time/day.ts'
import { seenRows } from '#kit/entity/query/live-rows.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { answerOf, asked } from '#kit/report/answer.server.ts'
import { pieces, share } from '#kit/report/pieces.server.ts'
import { serveReport, type SourceArgs } from '#kit/report/statement.server.ts'
import { AGEING_STEPS } from '../bills/bill.rules.ts'
import { bill } from '../bills/bill.ts'
import { keptAgeing, keptPayables, keptStatistics } from './kept.server.ts'
import { payableAgeing } from './payables.ts'
import { receivedRows } from './received.server.ts'
import { CHANNEL, kindOf, lateStep, LIVE, narrowed, OPEN_PAYABLE, payableStep } from './statistics-ask.server.ts'
import { billAgeing, billStatistics } from './statistics.ts'
import { AGEING, CREDIT, type Ageing, type Credit } from '../billing.wire.ts'

const vehicleOf = ({ filters: { vehicle } }: SourceArgs): RawBuilder<boolean> =>
  vehicle ? sql<boolean>`t.vehicle = any(${vehicle}::bigint[])` : sql<boolean>`true`
const channel = (args: SourceArgs): RawBuilder<unknown> => (args.wants('channel') ? CHANNEL : sql`null::bigint`)

const billsOf = (args: SourceArgs) =>
  args
    .scoped(bill)
    // Every bill has its customer: said so that figures, which name nobody, look nobody up.
    .leftJoin('lessee as l', (join) => join.onRef('l.operatorId', '=', 't.operatorId').onRef('l.id', '=', 't.lessee'))
    .where(kindOf(args))
    .where(narrowed(args))
    .where(sql<boolean>`t.direction = 'receivable'`)

function billRows(args: SourceArgs): RawBuilder<unknown> {
  const day = sql.ref(`t.${args.filters['basis']?.[0] === 'issuedOn' ? 'issuedOn' : 'dueOn'}`)
  // What a coupon gives back of its part is no charge: it lowers what was taken off. All items make the amount, so the few that take off say both.
  const credited = sql<number>`(select coalesce(sum(i.amount), 0)::bigint from bill_item i where i.operator_id = ${args.ctx.user.operatorId} and i.bill = t.id and i.deleted_at is null and (i.amount < 0 or i.fee_item = 'COUPON'))`
  return sql`${billsOf(args)
    .where(LIVE)
    .where(vehicleOf(args))
    .where(sql<boolean>`${day} between ${args.from} and ${args.to}`)
    .select([
      't.id',
      sql`'bill'`.as('entity'),
      't.no as title',
      'l.name as note',
      't.store',
      sql`${day}`.as('day'),
      channel(args).as('channel'),
      sql`t.amount - ${credited}`.as('charged'),
      credited.as('credited'),
      sql`greatest(t.paid, 0)`.as('collected'),
      sql`greatest(t.written_off, 0)`.as('writtenOff'),
      sql`greatest(t.remain, 0)`.as('open'),
      sql`case when t.status in ('unpaid', 'partlyPaid') and t.grace_until < ${args.today} then t.remain else 0 end`.as('overdue'),
    ])}`
}

/**
 * Items with a period, day by day: the first k days of D cost round(A·k/D), so that all parts of an item make the item. `before` and
 * `until`: what the item has earned up to the piece and with it, for whoever divides it further.
 */
export function accrualRows(args: SourceArgs): RawBuilder<unknown> {
  const bills = billsOf(args)
    .where(LIVE)
    .select(['t.id', 't.no', 't.store', 't.vehicle', 'l.name', channel(args).as('channel')])
  const until = addDays(args.to, 1)
  const { vehicle } = args.filters
  // Each by its index: the items that name the vehicle, and those of its bills that name none.
  const ofVehicle = vehicle
    ? sql`and i.id in (select id from bill_item where operator_id = ${args.ctx.user.operatorId} and vehicle = any(${vehicle}::bigint[]) and deleted_at is null
        union all select n.id from bill v join bill_item n on n.operator_id = v.operator_id and n.bill = v.id and n.deleted_at is null where v.operator_id = ${args.ctx.user.operatorId} and v.vehicle = any(${vehicle}::bigint[]) and v.deleted_at is null and n.vehicle is null)`
    : sql``
  const upTo = (day: RawBuilder<unknown>): RawBuilder<unknown> =>
    share(sql`i.amount`, sql`(${day} - i.start_on)`, sql`(i.end_on - i.start_on)`)
  return sql`
    select y.*, y.until - y.before as accrued from (
      select b.id, 'bill' as entity, b.no || '（' || i.description || '）' as title, m.first as day, b.name as note, b.store, b.channel, coalesce(i.vehicle, b.vehicle) as vehicle,
        ${upTo(sql`m.first`)} as before, ${upTo(sql`m.next`)} as until
      from (${bills}) b join bill_item i on i.operator_id = ${args.ctx.user.operatorId} and i.bill = b.id and i.deleted_at is null and i.start_on is not null and i.end_on > i.start_on and i.start_on < ${until} and i.end_on > ${args.from} ${ofVehicle}
      cross join lateral ${pieces(args, sql`i.start_on`, sql`i.end_on`)} m offset 0) y`
}

function ageingRows(args: SourceArgs): RawBuilder<unknown> {
  return sql`${billsOf(args)
    .where('t.status', 'in', ['unpaid', 'partlyPaid'])
    .where('t.graceUntil', '<', args.today)
    .where(vehicleOf(args))
    .select([
      't.id',
      sql`'bill'`.as('entity'),
      't.no as title',
      'l.name as note',
      't.store',
      't.dueOn as day',
      channel(args).as('channel'),
      lateStep(args).as('late'),
      't.remain as amount',
      sql`1`.as('count'),
    ])}`
}

/** What is owed to others and not paid, by how long it is due; what is not due yet has a step of its own (finance.md §3.10). */
const openPayableRows = (args: SourceArgs): RawBuilder<unknown> =>
  sql`${args
    .scoped('payableBill')
    .where(OPEN_PAYABLE)
    .select([
      't.id',
      sql`'payableBill'`.as('entity'),
      't.no as title',
      't.payee as note',
      't.dueOn as day',
      't.partyKind',
      't.store',
      payableStep(args).as('late'),
      sql`t.amount - t.paid`.as('remain'),
      sql`1`.as('count'),
    ])}`

export const billReports = [
  serveReport(billStatistics, { bills: billRows, receipts: receivedRows, accruals: accrualRows }, keptStatistics),
  serveReport(billAgeing, { overdue: ageingRows }, keptAgeing),
  serveReport(payableAgeing, { open: openPayableRows }, keptPayables),
]

/** All steps in their order, the empty ones too, with the due days that fall into each. */
async function ageing(db: Db, ctx: Context): Promise<Ageing['steps']> {
  const today = ctx.clock.today()
  const { lines } = await answerOf(asked(db, ctx, billAgeing, {}))
  let least = 0
  return AGEING_STEPS.map(({ label, upTo }) => {
    const values = lines.find((line) => line.keys[0] === label)?.values
    const step = {
      label,
      count: values?.['count'] ?? 0,
      amount: values?.['amount'] ?? 0,
      from: upTo === Infinity ? null : addDays(today, -upTo),
      to: addDays(today, -least),
    }
    least = upTo + 1
    return step
  })
}
/** 信用: how this customer has paid, from the bills themselves. */
export async function creditOf(db: Db, ctx: Context, lessee: number): Promise<Credit> {
  const today = ctx.clock.today()
  const row = await seenRows(db, ctx, bill)
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
    .executeTakeFirstOrThrow()
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])) as Credit
}

export const statisticsRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/bill/ageing',
    summary: '未收账单的账龄',
    right: ['shouldbillList', 'billInfoList'],
    input: z.strictObject({}),
    output: AGEING,
    handler: (ctx) => ctx.db.read(ctx.user.operatorId, async (db) => ({ steps: await ageing(db, ctx) })),
  }),
  route({
    method: 'GET',
    path: '/api/v1/lessee/credit',
    summary: '承租人的付款情况',
    right: ['memberList', 'billInfoList'],
    input: z.strictObject({ id: z.coerce.number().int().min(1) }),
    output: CREDIT,
    handler: (ctx, { id }) => ctx.db.read(ctx.user.operatorId, (db) => creditOf(db, ctx, id)),
  }),
]
