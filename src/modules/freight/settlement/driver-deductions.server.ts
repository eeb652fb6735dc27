/** What other modules take off a driver's pay: fines, damage, fuel (affairs.md §3.6). */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { fen } from '#kit/basics/fen.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { deduction } from './sheet.ts'

const deductions = storeOf(deduction)

/** Taken off what the driver is paid next. */
export async function draftDeduction(
  tx: Tx,
  ctx: Context,
  d: { driver: number; store: number; amount: number; remark: string; reason?: 'fine' | 'damage' | 'oilCard' },
): Promise<number> {
  const made = await deductions.add(tx, ctx, {
    party: 'driver',
    driver: d.driver,
    reason: d.reason ?? 'fine',
    amount: fen(d.amount),
    openAmount: fen(d.amount),
    store: d.store,
    remark: d.remark.slice(0, 500),
  })
  return made.id
}
/** What each of these takes off the driver's pay: its amount; waived, only what had been taken before. */
export async function deducted(tx: Tx, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await liveRows(tx, 'deduction as d')
    .select(['d.id', 'd.status', 'd.amount'])
    .select((eb) =>
      liveRows(eb, 'deductionUse as u')
        .select(sql<number>`coalesce(sum(u.amount), 0)::bigint`.as('taken'))
        .whereRef('u.deduction', '=', 'd.id')
        .as('taken'),
    )
    .where('d.id', 'in', [...ids])
    .execute()
  return new Map(rows.map((d) => [d.id, d.status === 'waived' ? Number(d.taken) : d.amount]))
}

/** Not charged after all. What has been taken off a payable already stays, for a person to settle. */
export async function dropDeduction(tx: Tx, ctx: Context, id: number, reason: string): Promise<'dropped' | 'used'> {
  const of = await deductions.lock(tx, ctx, id)
  if (of.status === 'waived') return 'dropped'
  if (of.status !== 'open' || (of.openAmount ?? 0) < of.amount) return 'used'
  await deductions.act(tx, ctx, 'waive', id, { reason })
  return 'dropped'
}
