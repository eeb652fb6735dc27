/** What is kept for reports beside bills, receipts and payables, held against the rows themselves: empty when they agree. */
import { sql } from 'kysely'
import { strayFees } from '#modules/billing/statements/fee-days.server.ts'
import type { Company } from './company.ts'

const KEPT = {
  bill: {
    by: 'store, status, direction, bill_type, due_on, issued_on, grace_until',
    of: ['amount', 'paid', 'written_off', 'remain'],
  },
  payment: { by: 'store, status, channel, paid_day', of: ['amount', 'allocated', 'to_balance'] },
  payable_bill: { by: 'store, status, party_kind, fee, due_on', of: ['amount', 'paid', 'remain'] },
} as const

export const strayKept = (company: Company): Promise<string[]> =>
  company.read(async (db) => {
    const fees = await strayFees(db, company.operatorId, { from: '1990-01-01', to: '2199-12-31' } as never)
    const wrong = fees.map(({ fact, day, stored, rows }) => `${fact} ${day}: stored ${stored}, rows ${rows}`)
    for (const [table, { by, of }] of Object.entries(KEPT)) {
      const sums = (sign: string) => of.map((name) => `${sign}coalesce(${name}, 0)`).join(', ')
      const total = ['n', ...of].map((name, i) => `sum(x${i})::bigint as ${name}`).join(', ')
      const names = ['n', ...of].map((_, i) => `x${i}`).join(', ')
      const { rows } = await sql<object>`${sql.raw(`
        select * from (select ${by}, ${total} from (
          select ${by}, 1, ${sums('')} from ${table} where operator_id = ${company.operatorId} and deleted_at is null
          union all select ${by}, -n, ${sums('-')} from ${table}_totals where operator_id = ${company.operatorId}
        ) as y(${by}, ${names}) group by ${by}) z where ${['n', ...of].map((name) => `${name} <> 0`).join(' or ')}`)}`.execute(db)
      wrong.push(...rows.map((row) => `${table}: ${JSON.stringify(row)}`))
    }
    return wrong
  })
