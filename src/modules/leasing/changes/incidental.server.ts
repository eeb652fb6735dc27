/** 杂费 that other modules found: drafted here, issued by a person (affairs.md §5). */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { anyOf } from '#kit/entity/query/live-rows.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { refused } from '#kit/basics/errors.ts'
import { fen } from '#kit/basics/fen.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { incidental, type INCIDENTAL_FEES } from './change.ts'

const incidentals = storeOf(incidental)
const OPEN = ['active', 'swapping', 'returning', 'toInspect', 'toSettle', 'settling']

interface Draft {
  lease: number
  occurredOn: Day
  dueOn: Day
  lines: readonly { feeItem: keyof typeof INCIDENTAL_FEES; amount: number; note: string | null }[]
  remark: string
}

export async function draftIncidental(tx: Tx, ctx: Context, d: Draft): Promise<number> {
  const of = await tx.selectFrom('lease').select(['no', 'status']).where('id', '=', d.lease).executeTakeFirstOrThrow()
  if (!OPEN.includes(of.status)) throw refused(`租约 ${of.no} 已结算，不能再收杂费，请用「手工出账」或由公司承担`)
  const made = await incidentals.add(tx, ctx, {
    ...d,
    lines: d.lines.map((l) => ({ ...l, amount: fen(l.amount) })),
  })
  return made.id
}

/** How far these have come: drafted, billed or cancelled, and for how much. */
export const incidentalsOf = (tx: Tx, ids: readonly number[]) =>
  tx.selectFrom('incidental').select(['id', 'no', 'status', 'amount']).where('id', '=', anyOf(ids)).execute()

/** Put on a bill at once, where another module may say so. The bill. */
export async function issueIncidental(tx: Tx, ctx: Context, id: number): Promise<number> {
  const { bill } = await incidentals.act(tx, ctx, 'issue', id)
  if (bill === null) throw new Error(`incidental ${id} was issued without a bill`)
  return bill
}

/** What was drafted is not charged after all; what is on a bill already stays, for a person to decide. */
export async function dropIncidental(tx: Tx, ctx: Context, id: number): Promise<'dropped' | 'billed'> {
  const of = await incidentals.lock(tx, ctx, id)
  if (of.status === 'billed') return 'billed'
  if (of.status === 'draft') await incidentals.act(tx, ctx, 'cancel', id, { reason: '来源单据已撤销' })
  return 'dropped'
}
