/** 实收: what came in from outside, and what it was for. */
import { sql, type RawBuilder } from 'kysely'
import { addDays, instantAt } from '#kit/basics/time/day.ts'
import type { SourceArgs } from '#kit/report/statement.server.ts'
import { OUTSIDE } from '../payments/channels.rules.ts'
import { payment } from '../payments/payment.ts'
import { channelOf } from '../shares/channel.server.ts'
import { narrowed } from './statistics-ask.server.ts'

const PAID_ON = sql`(t.paid_at at time zone 'Asia/Shanghai')::date`

const receiptsOf = (args: SourceArgs) =>
  args
    .scoped(payment)
    .leftJoin('lessee as l', (join) => join.onRef('l.operatorId', '=', 't.operatorId').onRef('l.id', '=', 't.lessee'))
    .where('t.status', '=', 'confirmed')
    .where('t.channel', 'in', [...OUTSIDE])
    .where(narrowed(args))
    .where('t.paidAt', '>=', instantAt(args.from))
    .where('t.paidAt', '<', instantAt(addDays(args.to, 1)))
    .select([
      't.id',
      sql<string>`'payment'`.as('entity'),
      't.no as title',
      PAID_ON.as('day'),
      'l.name as note',
      't.store',
      // Who brought it is told by what it paid.
      sql`null::bigint`.as('channel'),
      't.amount as received',
      't.lessee',
    ])

const KINDS: Record<string, RawBuilder<unknown>> = {
  all: sql``,
  rent: sql`and b.bill_type in ('rent', 'swap')`,
  other: sql`and b.bill_type not in ('rent', 'swap', 'deposit')`,
}

/**
 * What came in; of one vehicle, kind of fee or channel, what the receipts were for. A later credit moves that money to the balance
 * and does not unmake the receipt. What paid no bill was brought by whoever brought the customer.
 */
export function receivedRows(args: SourceArgs): RawBuilder<unknown> {
  const receipts = receiptsOf(args)
  const byChannel = args.wants('channel')
  const { vehicle } = args.filters
  const billType = String(args.filters['billType']?.[0] ?? 'all')
  if (!vehicle && billType === 'all' && !byChannel) return sql`${receipts}`
  const keyOf = (channel: RawBuilder<number | null>): RawBuilder<unknown> => (byChannel ? channel : sql`null::bigint`)
  const paidFor = keyOf(channelOf(sql.ref('b.contract'), sql.ref('b.lessee')))
  const brought = keyOf(channelOf(null, sql.ref('r.lessee')))
  const allocated = sql`allocation a where a.operator_id = ${args.ctx.user.operatorId} and a.payment = r.id and a.reverses is null and a.deleted_at is null`
  const head = sql`r.id, r.entity, r.title, r.day, r.note, r.store`
  // A vehicle has few bills: what paid them is found from there.
  if (vehicle)
    return sql`
      select ${head}, ${paidFor} as channel, sum(a.amount)::bigint as received
      from bill b join allocation a on a.operator_id = b.operator_id and a.bill = b.id and a.reverses is null and a.deleted_at is null join (${receipts}) r on r.id = a.payment
      where b.operator_id = ${args.ctx.user.operatorId} and b.vehicle = any(${vehicle}::bigint[]) ${KINDS[billType]} group by 1, 2, 3, 4, 5, 6, 7`
  const parts = sql`
    select ${head}, ${paidFor} as channel, x.amount
    from r cross join lateral (select a.bill, a.amount from ${allocated}) x join bill b on b.id = x.bill ${KINDS[billType]}`
  const rest = sql`
    union all select ${head}, ${brought} as channel, r.received - x.amount
    from r cross join lateral (select coalesce(sum(a.amount), 0)::bigint as amount from ${allocated}) x where r.received <> x.amount`
  return sql`
    select id, entity, title, day, note, store, channel, sum(amount)::bigint as received
    from (with r as materialized (${receipts}) ${parts} ${billType !== 'all' ? sql`` : rest}) y group by 1, 2, 3, 4, 5, 6, 7`
}
