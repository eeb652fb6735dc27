/** What other modules know that keeps a 违章押金 from going back (affairs.md §5): laid out by them as `provides: { leaseHolds }`, asked here. */
import type { Context, Tx } from '#kit/access/context.server.ts'

/** Of each lease: why the deposit may not be released yet. */
export interface LeaseHold {
  why(tx: Tx, ctx: Context, leases: readonly number[]): Promise<ReadonlyMap<number, string>>
  /** Leases of which it is proved that nothing is open: somebody has looked, late enough after the return. */
  proved(tx: Tx, ctx: Context, leases: readonly number[]): Promise<ReadonlySet<number>>
}
declare module '#kit/entity/tables.ts' {
  interface Provided {
    leaseHolds: LeaseHold
  }
}

export async function heldBack(tx: Tx, ctx: Context, leases: readonly number[]): Promise<Map<number, string>> {
  const reasons = new Map<number, string>()
  if (leases.length === 0) return reasons
  for (const hold of ctx.registry.provided('leaseHolds'))
    for (const [lease, why] of await hold.why(tx, ctx, leases)) reasons.set(lease, [reasons.get(lease), why].filter(Boolean).join('；'))
  return reasons
}

/** Proved by everybody who could hold it back. */
export async function provedClean(tx: Tx, ctx: Context, lease: number): Promise<boolean> {
  const holds = ctx.registry.provided('leaseHolds')
  for (const hold of holds) if (!(await hold.proved(tx, ctx, [lease])).has(lease)) return false
  return holds.length > 0
}
