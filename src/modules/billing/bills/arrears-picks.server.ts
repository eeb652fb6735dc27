/** Who owes is said where a customer is chosen, to those who may see bills. */
import type { PickNote, PickNotes } from '#kit/entity/query/pick.server.ts'
import { formatFen } from '#kit/basics/fen.ts'
import { seenRows } from '#kit/entity/query/live-rows.server.ts'

export const lesseePicks: PickNotes = {
  entity: 'lessee',
  of: async (db, ctx, ids) => {
    if (!ctx.access.can('billInfoList')) return new Map()
    const rows = await seenRows(db, ctx, 'bill')
      .where('t.lessee', 'in', [...ids])
      .where('t.direction', '=', 'receivable')
      .where('t.status', 'in', ['unpaid', 'partlyPaid'])
      .where('t.graceUntil', '<', ctx.clock.today())
      .select(({ fn }) => ['t.lessee', fn.sum('t.remain').as('owed')])
      .groupBy('t.lessee')
      .execute()
    return new Map(rows.map((row): [number, PickNote] => [row.lessee, { words: [`逾期未付 ${formatFen(Number(row.owed))}`] }]))
  },
}
