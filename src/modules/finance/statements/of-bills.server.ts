/** Which statements hold these bills: asked by those who made them, to tell their own customers. Drafts and void ones are nobody's yet. */
import type { Db } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { allRows } from '#kit/entity/query/live-rows.server.ts'
import { STATEMENT_STATES } from './statement.ts'

export interface StatementOfBill {
  bill: number
  no: string
  status: string
  label: string
  from: Day
  to: Day
  /** Day of the bill on the statement. */
  day: Day
}

/** Statements that end within the period, oldest first. */
export async function statementsOfBills(db: Db, bills: readonly number[], period: { from: Day; to: Day }) {
  if (bills.length === 0) return []
  const rows = await allRows(db, 'statementLine as l')
    .innerJoin('statement as s', (join) =>
      join.onRef('s.id', '=', 'l.statement').onRef('s.operatorId', '=', 'l.operatorId').on('s.deletedAt', 'is', null),
    )
    .select(['l.bill', 'l.day', 's.no', 's.status', 's.fromOn', 's.toOn'])
    .where('l.bill', 'in', [...bills])
    .where('l.docType', '=', 'bill')
    .where('s.status', 'not in', ['draft', 'voided'])
    .where('s.toOn', '>=', period.from)
    .where('s.toOn', '<=', period.to)
    .orderBy('s.toOn')
    .orderBy('s.no')
    .orderBy('l.seq')
    .execute()
  return rows.map((r): StatementOfBill => ({
    bill: r.bill!,
    no: r.no,
    status: r.status,
    label: STATEMENT_STATES[r.status],
    from: r.fromOn,
    to: r.toOn,
    day: r.day,
  }))
}
