/** What other modules may ask of leasing. */
import type { Tx } from '#kit/access/context.server.ts'

export { issueDue, type IssueReport } from './issue.server.ts'

/** Who had the vehicle at that moment: the one responsible for what happened then (F4). Null when nobody. */
export async function segmentAt(tx: Tx, vehicle: number, at: string): Promise<{ lease: number; contract: number; lessee: number } | null> {
  const row = await tx
    .selectFrom('leaseSegment').select(['lease', 'contract', 'lessee']).where('vehicle', '=', vehicle).where('fromAt', '<=', at)
    .where((eb) => eb.or([eb('toAt', 'is', null), eb('toAt', '>', at)])).where('deletedAt', 'is', null).executeTakeFirst()
  return row ?? null
}
