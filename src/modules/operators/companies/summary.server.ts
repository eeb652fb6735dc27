/** 下级汇总: through one function of the database that gives sums and nothing else (finance.md §5). */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { companySummary, type CompanySummary } from './summary.wire.ts'

interface Row {
  company: number
  name: string
  status: 'active' | 'stopped'
  vehicles: number
  leased: number
  month: string
  contracts: number
  handOvers: number
  bills: number
  charged: number
  received: number
}
const MONTH = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, '月份应为 2026-05 这样的格式')
const MOST_MONTHS = 36
const number = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5))

async function summaryOf(ctx: Context, from: string, to: string): Promise<CompanySummary> {
  if (from > to) throw refused('起始月份不能晚于截止月份')
  if (number(to) - number(from) >= MOST_MONTHS) throw refused(`一次最多汇总 ${MOST_MONTHS} 个月`)
  const { operatorId } = ctx.user
  return ctx.db.read(operatorId, async (db) => {
    const own = await db
      .selectFrom('operator as o')
      .leftJoin('operator as p', 'p.id', 'o.parentId')
      .select(['o.name', 'o.platform', 'o.parentId', 'p.name as parent'])
      .where('o.id', '=', operatorId)
      .executeTakeFirstOrThrow()
    const { rows } = await sql<Row>`
      select company, name, status, vehicles, leased, to_char(month, 'YYYY-MM') as month, contracts, hand_overs as "handOvers", bills, charged, received
      from operator_summary(${operatorId}, ${`${from}-01`}::date, ${`${to}-01`}::date)`.execute(db)
    return {
      own: { name: own.name, level: own.platform ? 'platform' : own.parentId === null ? 'operator' : 'sub', parent: own.parent },
      children: [...Map.groupBy(rows, (r) => r.company).values()].map((of) => {
        const { company, name, status, vehicles, leased } = of[0]!
        const months = of.map(({ month, contracts, handOvers, bills, charged, received }) => ({
          month,
          contracts,
          handOvers,
          bills,
          charged,
          received,
        }))
        return { company, name, status, vehicles, leased, months }
      }),
    }
  })
}

export const summaryRoute: Route = route({
  method: 'GET',
  path: '/api/v1/operation/summary',
  summary: '下级运营商按月汇总',
  right: 'operationSummary',
  input: z.strictObject({ from: MONTH, to: MONTH }),
  output: companySummary,
  handler: (ctx, { from, to }) => summaryOf(ctx, from, to),
})
