/** The rows behind 推广统计. Each step reads what its reader may see, and counts a customer where his first one stands. */
import { fen } from '#kit/basics/fen.ts'
import { sql, type RawBuilder } from 'kysely'
import { serveReport, type SourceArgs } from '#kit/report/statement.server.ts'
import { promote } from './promote.ts'

type Source = (args: SourceArgs) => RawBuilder<unknown>
const ZONE = sql`'Asia/Shanghai'`
const codes = ({ scoped }: SourceArgs): RawBuilder<unknown> =>
  sql`${scoped('promoCode').select(['t.id', 't.name', 't.channel', 't.store'])}`
const customers = ({ scoped }: SourceArgs): RawBuilder<unknown> =>
  sql`${scoped('lessee').where('t.promoCode', 'is not', null).select(['t.id', 't.name', 't.promoCode', 't.createdAt'])}`

const drivers = ({ scoped }: SourceArgs): RawBuilder<unknown> =>
  sql`${scoped('driverApplication').where('t.promoCode', 'is not', null).select(['t.id', 't.name', 't.promoCode', 't.createdAt', 't.hiredOn'])}`

/** `rows`: id, entity, title, note, code, day and the measure's columns. */
const within = (args: SourceArgs, columns: RawBuilder<unknown>, rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select r.id, r.entity, r.title, r.day, r.note, r.code, p.channel, p.store, ${columns}
  from (${rows}) r join (${codes(args)}) p on p.id = r.code
  where r.day between ${args.from} and ${args.to}`

const visits: Source = (args) =>
  within(
    args,
    sql`1 as visits`,
    sql`select v.id, 'promoVisit' as entity, to_char(v.day, 'YYYY-MM-DD') as title, v.day, null::text as note, v.promo_code as code
      from (${args.scoped('promoVisit').select(['t.id', 't.day', 't.promoCode'])}) v`,
  )

const leads: Source = (args) =>
  within(
    args,
    sql`1 as leads`,
    sql`select a.id, 'franchiseApply' as entity, a.no as title, (a.created_at at time zone ${ZONE})::date as day, a.contact as note, a.promo_code as code
      from (${args.scoped('franchiseApply').where('t.promoCode', 'is not', null).select(['t.id', 't.no', 't.createdAt', 't.contact', 't.promoCode'])}) a
      union all
      select l.id, 'lessee', l.name, (l.created_at at time zone ${ZONE})::date, null::text, l.promo_code from (${customers(args)}) l`,
  )

/** Beside registrations: who wants to drive signs no lease, and the rate of contracts is one of customers. */
const applicants: Source = (args) =>
  within(
    args,
    sql`1 as applied`,
    sql`select d.id, 'driverApplication' as entity, d.name as title, (d.created_at at time zone ${ZONE})::date as day, null::text as note, d.promo_code as code
      from (${drivers(args)}) d`,
  )

const hires: Source = (args) =>
  within(
    args,
    sql`1 as hired`,
    sql`select d.id, 'driverApplication' as entity, d.name as title, d.hired_on as day, null::text as note, d.promo_code as code
      from (${drivers(args)}) d where d.hired_on is not null`,
  )

const contracts: Source = (args) =>
  within(
    args,
    sql`1 as contracts`,
    sql`select distinct on (l.id) c.id, 'contract' as entity, c.no as title, c.start_on as day, l.name as note, l.promo_code as code
      from (${args
        .scoped('contract')
        .where('t.status', 'not in', ['draft', 'approving', 'rejected', 'void'])
        .select(['t.id', 't.no', 't.startOn', 't.lessee'])}) c
      join (${customers(args)}) l on l.id = c.lessee order by l.id, c.start_on, c.id`,
  )

const leases: Source = (args) =>
  within(
    args,
    sql`1 as leases`,
    sql`select distinct on (l.id) z.id, 'lease' as entity, z.no as title, (z.handed_over_at at time zone ${ZONE})::date as day, l.name as note, l.promo_code as code
      from (${args.scoped('lease').where('t.handedOverAt', 'is not', null).select(['t.id', 't.no', 't.handedOverAt', 't.lessee'])}) z
      join (${customers(args)}) l on l.id = z.lessee order by l.id, z.handed_over_at, z.id`,
  )

const rents: Source = (args) =>
  within(
    args,
    sql`r.paid as rent`,
    sql`select b.id, 'bill' as entity, b.no as title, b.due_on as day, l.name as note, l.promo_code as code, b.paid
      from (${args
        .scoped('bill')
        .where('t.direction', '=', 'receivable')
        .where('t.billType', '=', 'rent')
        .where('t.status', 'not in', ['draft', 'voided'])
        .where('t.paid', '>', fen(0))
        .where('t.dueOn', '>=', args.from)
        .where('t.dueOn', '<=', args.to)
        .select(['t.id', 't.no', 't.dueOn', 't.lessee', 't.paid'])}) b
      join (${customers(args)}) l on l.id = b.lessee`,
  )

const rewards: Source = (args) =>
  within(
    args,
    sql`r.amount as reward`,
    sql`select w.id, 'promoReward' as entity, l.name as title, w.day, null::text as note, w.promo_code as code, w.amount
      from (${args.scoped('promoReward').select(['t.id', 't.day', 't.promoCode', 't.amount', 't.lessee'])}) w
      left join (${customers(args)}) l on l.id = w.lessee`,
  )

export const servedPromote = serveReport(promote, { visits, leads, applicants, hires, contracts, leases, rents, rewards })
