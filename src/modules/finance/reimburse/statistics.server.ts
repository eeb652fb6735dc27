/** A row a line of a claim: the claim is what a figure opens. */
import { sql } from 'kysely'
import { serveReport } from '#kit/report/statement.server.ts'
import { reimburseStatics } from './statistics.ts'

export const servedReimburseStatics = serveReport(reimburseStatics, {
  claims: ({ scoped }) => {
    const claims = scoped('reimbursement')
      .where('t.status', 'in', ['approving', 'toPay', 'partlyPaid', 'paid'])
      .select(['t.id', 't.no', 't.lines', 't.payee', 't.driver', 't.staff', 't.store'])
    return sql`
      select c.id, 'reimbursement' as entity, c.no as title, (l->>'spentOn')::date as day, c.payee as note, l->>'fee' as fee, c.driver, c.staff, c.store,
        (l->>'amount')::bigint as amount, 1 as items
      from (${claims}) c cross join lateral jsonb_array_elements(c.lines) l`
  },
})
