/** What is paid when, and what is taken off it (transport.md §4.3, §4.4). */
import { shareInteger } from '#modules/transport/orders/split.rules.ts'

export interface PlanRow {
  stage: 'advance' | 'arrival' | 'receipt' | 'monthly'
  bp: number
  medium: 'transfer' | 'oilCard' | 'etc'
}
export interface StagePart {
  stage: PlanRow['stage']
  medium: PlanRow['medium']
  amount: number
}

/** The stages share the whole by largest remainder; within a stage its means do. Nothing agreed: all of it with the month. */
export function splitPlan(total: number, plan: readonly PlanRow[] | null): StagePart[] {
  const rows: readonly PlanRow[] = plan?.length ? plan : [{ stage: 'monthly', bp: 10_000, medium: 'transfer' }]
  const stages = [...Map.groupBy(rows, (r) => r.stage)]
  const shares = shareInteger(
    total,
    stages.map(([, of]) => of.reduce((n, r) => n + r.bp, 0)),
  )
  return stages.flatMap(([stage, of], i) => {
    const amounts = shareInteger(
      shares[i]!,
      of.map((r) => r.bp),
    )
    return of.map((r, k) => ({ stage, medium: r.medium, amount: amounts[k]! }))
  })
}

/** What is still to be drawn of each part; never below nothing, even where more was paid in advance than it came to. */
export const stillOwed = (
  parts: readonly StagePart[],
  drawn: readonly { stage: string | null; medium: string | null; gross: number }[],
): StagePart[] =>
  parts.flatMap((p) => {
    const had = drawn.filter((d) => d.stage === p.stage && d.medium === p.medium).reduce((n, d) => n + d.gross, 0)
    return p.amount > had ? [{ ...p, amount: p.amount - had }] : []
  })

/** More was paid in advance than came out at last: it is taken off what is still owed, the last part first. */
export function withoutOverpaid(parts: readonly StagePart[], overpaid: number): StagePart[] {
  let left = Math.max(0, overpaid)
  const reduced = parts.toReversed().map((p) => {
    const off = Math.min(left, p.amount)
    left -= off
    return { ...p, amount: p.amount - off }
  })
  return reduced.toReversed().filter((p) => p.amount > 0)
}

/** Oldest first, at most to nothing; the rest stays open and is carried. */
export function takeOpen<D extends { id: number; openAmount: number }>(due: number, open: readonly D[]): { of: D; amount: number }[] {
  let left = due
  return open.flatMap((d) => {
    const amount = Math.min(left, d.openAmount)
    left -= amount
    return amount > 0 ? [{ of: d, amount }] : []
  })
}

/** 平台服务费: R(freight·bp/10000). */
export const feeOf = (amount: number, bp: number): number => Math.floor((amount * bp * 2 + 10_000) / 20_000)
