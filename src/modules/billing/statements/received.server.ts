/** 实收: what came in from outside, and what it was for. */
import { sql, type RawBuilder } from 'kysely'
import type { Context, Db } from '#kit/access/context.server.ts'
import { scopedFrom } from '#kit/report/report.server.ts'
import { OUTSIDE } from '../payments/payment.server.ts'
import { payment } from '../payments/payment.ts'
import { channelOf } from '../shares/channel.server.ts'
import { channelKey, groupOf, ofWhom, type Ask, type Source } from './statistics-ask.server.ts'

const PAID_ON = sql`(t.paid_at at time zone 'Asia/Shanghai')::date`

const receiptsOf = (db: Db, ctx: Context, ask: Ask) =>
  scopedFrom(db, ctx, payment)
    .innerJoin('lessee as l', 'l.id', 't.lessee')
    .where('t.status', '=', 'confirmed')
    .where('t.channel', 'in', [...OUTSIDE])
    .where(ofWhom(ask))
    .where(sql<boolean>`${PAID_ON} between ${ask.from} and ${ask.to}`)
    .select([
      // Who brought it is told by what it paid.
      (ask.by === 'channel' ? sql<string>`''` : groupOf(ask.by, PAID_ON)).as('key'),
      't.id',
      't.no as title',
      sql<string>`'payment'`.as('entity'),
      sql<string>`${PAID_ON}::text`.as('day'),
      'l.name as who',
      't.lessee',
      't.amount',
    ])

const KINDS = {
  all: sql``,
  rent: sql`and b.bill_type in ('rent', 'swap')`,
  other: sql`and b.bill_type not in ('rent', 'swap', 'deposit')`,
}
const ofChannel = (ask: Ask, channel: RawBuilder<number | null>): RawBuilder<unknown> =>
  ask.channel ? sql`and ${channel} = ${ask.channel}` : sql``

/**
 * What came in; of one vehicle, kind of fee or channel, what the receipts were for. A later credit moves that money to the balance
 * and does not unmake the receipt. What paid no bill was brought by whoever brought the customer.
 */
export function receivedRows(db: Db, ctx: Context, ask: Ask): Source {
  const receipts = receiptsOf(db, ctx, ask)
  const byChannel = ask.by === 'channel' || ask.channel !== undefined
  if (!ask.vehicle && ask.billType === 'all' && !byChannel) return sql`${receipts}`
  const keyOf = (channel: RawBuilder<number | null>): RawBuilder<unknown> => (ask.by === 'channel' ? channelKey(channel) : sql`r.key`)
  const [paidFor, brought] = [channelOf(sql.ref('b.contract'), sql.ref('b.lessee')), channelOf(null, sql.ref('r.lessee'))]
  const vehicle = ask.vehicle ? sql`and b.vehicle = ${ask.vehicle}` : sql``
  const allocated = sql`allocation a where a.operator_id = ${ctx.user.operatorId} and a.payment = r.id and a.reverses is null and a.deleted_at is null`
  const parts = sql`
    select ${keyOf(paidFor)} as key, r.id, r.title, r.entity, r.day, r.who, x.amount
    from r cross join lateral (select a.bill, a.amount from ${allocated}) x join bill b on b.id = x.bill ${vehicle} ${KINDS[ask.billType]} ${ofChannel(ask, paidFor)}`
  const rest = sql`
    union all select ${keyOf(brought)}, r.id, r.title, r.entity, r.day, r.who, r.amount - x.amount
    from r cross join lateral (select coalesce(sum(a.amount), 0)::bigint as amount from ${allocated}) x where r.amount <> x.amount ${ofChannel(ask, brought)}`
  return sql`
    select key, id, title, entity, day, who, sum(amount)::bigint as amount
    from (with r as materialized (${receipts}) ${parts} ${ask.vehicle || ask.billType !== 'all' ? sql`` : rest}) y group by key, id, title, entity, day, who`
}
