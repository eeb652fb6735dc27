import type { Check } from '#kit/basics/check.ts'
import { ZERO, fen, mulDivFloor, sumFen } from '#kit/basics/fen.ts'
import type { Fen } from '#kit/basics/fen.ts'

/** A share in basis points, or a fixed amount of every split that is served first. */
type SplitReceiver = { party: string; bp: number; fixed?: undefined } | { party: string; fixed: number; bp?: undefined }

/** `tailParty` bears the rounding: what flooring leaves over is his. */
export type SplitRule = { receivers: readonly SplitReceiver[]; tailParty: string }

/** none: a refund stays with the receivers; proportional: they return their share; full: any refund undoes the split. */
export type SplitRefundMode = 'none' | 'proportional' | 'full'

export type SplitShare = { party: string; amount: Fen }

export function checkSplit({ receivers, tailParty }: SplitRule): Check {
  if (receivers.length === 0) return '请至少添加一个分账方'
  const parties = new Set(receivers.map((receiver) => receiver.party))
  if (parties.size !== receivers.length) return '分账方不能重复'
  if (!parties.has(tailParty)) return '尾差方必须是分账方之一'
  for (const { bp, fixed } of receivers) {
    const value = bp ?? fixed
    if (!Number.isSafeInteger(value) || (value ?? 0) < 0) return '分账比例和金额必须是不小于 0 的整数'
  }
  const shares = receivers.filter((receiver) => receiver.bp !== undefined)
  const total = shares.reduce((sum, receiver) => sum + receiver.bp, 0)
  return shares.length > 0 && total !== 10_000 ? `分账比例合计应为 100%，现为 ${total / 100}%` : null
}

/** What each party is due of a base amount, in the order of the rule; the sum is the base, always. */
export function splitTargets(base: number, rule: SplitRule): SplitShare[] {
  const reason = checkSplit(rule)
  if (reason !== null) throw new RangeError(reason)
  if (!Number.isSafeInteger(base) || base < 0) throw new RangeError(`cannot split ${base}`)
  let rest = base
  const fixed = new Map<string, number>()
  for (const receiver of rule.receivers) {
    if (receiver.fixed === undefined) continue
    const part = Math.min(rest, receiver.fixed)
    fixed.set(receiver.party, part)
    rest -= part
  }
  const shares = rule.receivers.map(({ party, bp }) => ({ party, amount: fixed.get(party) ?? mulDivFloor(rest, bp ?? 0, 10_000) }))
  const tail = base - sumFen(shares.map((share) => share.amount))
  return shares.map(({ party, amount }) => ({ party, amount: fen(party === rule.tailParty ? amount + tail : amount) }))
}

/** The amount the parties share after refunds. */
export function splitBase(received: number, refunded: number, mode: SplitRefundMode): Fen {
  if (refunded < 0 || refunded > received) throw new RangeError(`refunded ${refunded} of ${received}`)
  if (mode === 'none') return fen(received)
  if (mode === 'full') return refunded > 0 ? ZERO : fen(received)
  return fen(received - refunded)
}

/**
 * What to post so that every party ends at its target: positive to pay, negative to take back. Taking the difference of
 * targets instead of splitting each refund keeps the sum of all postings equal to the base after any number of refunds.
 */
export function splitDifference(targets: readonly SplitShare[], already: ReadonlyMap<string, number>): SplitShare[] {
  const known = new Map(targets.map(({ party, amount }) => [party, amount]))
  // A party that has left the rule since must give everything back.
  const parties = [...new Set([...known.keys(), ...already.keys()])]
  return parties.map((party) => ({ party, amount: fen((known.get(party) ?? 0) - (already.get(party) ?? 0)) }))
}
