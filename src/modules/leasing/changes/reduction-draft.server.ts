/** 减租 that another module proposes, e.g. for a vehicle that stood in the workshop: a draft, which a person submits or throws away. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addDays, type Day } from '#kit/basics/time/day.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { rentReduction } from './change.ts'

/** Whole days free of rent from a day on; null when the lease no longer runs. */
export async function draftReduction(
  tx: Tx,
  ctx: Context,
  d: { lease: number; startOn: Day; days: number; reason: string },
): Promise<number | null> {
  const of = await tx.selectFrom('lease').select('status').where('id', '=', d.lease).executeTakeFirstOrThrow()
  if (of.status !== 'active') return null
  const made = await storeOf(rentReduction).add(tx, ctx, {
    lease: d.lease,
    method: 'freeDays',
    startOn: d.startOn,
    lastOn: addDays(d.startOn, d.days - 1),
    reasonKind: 'fault',
    reasonNote: d.reason,
  })
  return made.id
}
