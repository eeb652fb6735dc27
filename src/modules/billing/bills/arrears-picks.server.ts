/** Who owes is said where a customer is chosen, to those who may see bills. */
import type { PickNote, PickNotes } from '#kit/entity/query/pick.server.ts'
import { formatFen } from '#kit/basics/fen.ts'
import { owedOfLessees } from './owed/owed.server.ts'

export const lesseePicks: PickNotes = {
  entity: 'lessee',
  of: async (db, ctx, ids) => {
    if (!ctx.access.can('billInfoList')) return new Map()
    const owed = await owedOfLessees(db, ctx, ids)
    return new Map(
      [...owed].flatMap(([lessee, { overdue }]): [number, PickNote][] =>
        overdue > 0 ? [[lessee, { words: [`逾期未付 ${formatFen(overdue)}`] }]] : [],
      ),
    )
  },
}
