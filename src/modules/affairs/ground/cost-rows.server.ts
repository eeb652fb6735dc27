/** What vehicles cost within a period: the one place that says it, for every report and page. */
import { sql, type RawBuilder } from 'kysely'
import { pieces, share } from '#kit/report/pieces.server.ts'
import type { SourceArgs } from '#kit/report/statement.server.ts'
import { vehicleFacts } from '#modules/vehicles/vehicles.public.ts'

/** A cost that covers a time (insurance) comes day by day, cumulative, so that all its days make the cost; another on its day. */
function rowsWithin(args: SourceArgs, companyOnly: boolean): RawBuilder<unknown> {
  const until = sql`(${args.to}::date + 1)`
  const costs = args
    .scoped('vehicleCost')
    .$if(companyOnly, (q) => q.where('t.bearer', '=', 'company'))
    .select([
      't.id',
      't.vehicle',
      't.description',
      't.source',
      't.store',
      't.amount',
      't.costOn',
      't.startOn',
      't.endOn',
      't.kind',
      't.bearer',
    ])
  const upTo = (day: RawBuilder<unknown>): RawBuilder<unknown> =>
    share(sql`c.amount`, sql`(${day} - c.start_on)`, sql`(c.end_on - c.start_on)`)
  return sql`
    select x.*, v.model from (
      select c.id, 'vehicleCost' as entity, c.description as title, c.cost_on as day, c.source as note, c.vehicle, c.store, c.kind, c.bearer, c.amount as cost
      from (${costs}) c
      where (c.start_on is null or c.end_on is null or c.end_on <= c.start_on) and c.cost_on between ${args.from}::date and ${args.to}::date
      union all
      select c.id, 'vehicleCost', c.description, m.first, c.source, c.vehicle, c.store, c.kind, c.bearer, ${upTo(sql`m.next`)} - ${upTo(sql`m.first`)}
      from (${costs}) c
      cross join lateral ${pieces(args, sql`c.start_on`, sql`c.end_on`)} m
      where c.end_on > c.start_on and c.start_on < ${until} and c.end_on > ${args.from}::date
    ) x left join ${vehicleFacts(args.ctx)} v on v.id = x.vehicle`
}

/** What the company itself bears, as `cost`. */
export const borneRows = (args: SourceArgs): RawBuilder<unknown> => rowsWithin(args, true)

export const costRows = (args: SourceArgs): RawBuilder<unknown> => sql`
  select r.*, case when r.bearer = 'company' then r.cost else 0 end as borne, case when r.bearer = 'company' then 0 else r.cost end as others
  from (${rowsWithin(args, false)}) r`
