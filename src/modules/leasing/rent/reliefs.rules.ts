/**
 * 减租 as it was granted, and what it takes off the rent as the terms are now. Kept is what was asked for (these days free, so much of a
 * hundred, so many yuan), not what it came to on the day it was granted: days that are free stay free whatever the rent becomes, so a
 * swap and a reduction, or two reductions, end in the same rent in either order (decision 0072).
 */
import { addDays, maxDay, minDay, type Day } from '#kit/basics/time/day.ts'
import { mulDivRound, sumFen } from '#kit/basics/fen.ts'
import type { PlannedItem } from './plan.rules.ts'
import { rentWithin } from './proration.rules.ts'
import { byMonth, touches, type Relief } from './timeline.rules.ts'

export interface Granted {
  id: number
  label: string
  method: 'freeDays' | 'rate' | 'amount'
  startOn: Day
  /** Exclusive. */
  endOn: Day
  /** Basis points of the rent of the days; of `rate` only. */
  rateBp: number | null
  /** Fen; of `amount` only. */
  amountOff: number | null
  /** Fen; it never takes more off. */
  most: number | null
}

/** As it stands in a record, a draft too: one that is not kept yet comes after those of its kind. */
export const grantedAs = (r: {
  id?: number
  no?: string
  method: string
  startOn: Day
  lastOn: Day | null
  rateBp: number | null
  amountOff: number | null
  most: number | null
}): Granted => ({
  id: r.id ?? Infinity,
  label: `减租 ${r.no ?? ''}`,
  method: r.method as Granted['method'],
  startOn: r.startOn,
  endOn: addDays(r.lastOn!, 1),
  rateBp: r.rateBp,
  amountOff: r.amountOff,
  most: r.most,
})

/** Not the order they were granted in: free days first, then shares of the rent, then sums of what is left of it (free days up to a sum are one). */
const turnOf = (g: Granted): number =>
  g.method === 'amount' || (g.method === 'freeDays' && g.most !== null) ? 2 : g.method === 'rate' ? 1 : 0
const inTurn = (granted: readonly Granted[]): Granted[] => granted.toSorted((a, b) => turnOf(a) - turnOf(b) || a.id - b.id)

/** What the reductions take off the given months (all of the lease), together never more than their rent. */
export function reliefsUnder(months: readonly PlannedItem[], granted: readonly Granted[]): Relief[] {
  const reliefs: Relief[] = []
  for (const g of inTurn(granted)) reliefs.push(...reliefsOf(months, g, reliefs))
  return reliefs
}

/** One of them, after those before it; what it may still take is carried from month to month. */
function reliefsOf(months: readonly PlannedItem[], g: Granted, before: readonly Relief[]): Relief[] {
  let left = Math.min(g.most ?? Infinity, g.method === 'amount' ? (g.amountOff ?? 0) : Infinity)
  const relief = (startOn: Day, endOn: Day, amount: number, price?: PlannedItem): Relief[] => {
    const taken = Math.min(amount, left)
    left -= taken
    return taken > 0 ? [{ id: g.id, label: g.label, startOn, endOn, amount: taken, ...(price ? { price } : {}) }] : []
  }
  return byMonth(months).flatMap((pieces) => {
    const [from, to] = [maxDay(g.startOn, pieces[0]!.startOn), minDay(g.endOn, pieces.at(-1)!.endOn)]
    if (to <= from) return []
    const net = (a: Day, b: Day, more: readonly Relief[] = []): number => roomWithin(pieces, [...before, ...more], a, b)
    if (g.method === 'amount') return relief(from, to, net(from, to))
    if (g.method === 'rate') {
      const gross = sumFen(pieces.map((p) => rentWithin(p, from, to)))
      const off = Math.min(left, net(from, to), mulDivRound(gross, g.rateBp ?? 0, 10_000))
      // Spread as the rent is: of dearer days more.
      const until = (day: Day): number => (gross === 0 ? 0 : mulDivRound(off, sumFen(pieces.map((p) => rentWithin(p, from, day))), gross))
      return pieces.flatMap((p) => {
        const [a, b] = [maxDay(from, p.startOn), minDay(to, p.endOn)]
        return b > a ? relief(a, b, until(b) - until(a)) : []
      })
    }
    const free: Relief[] = []
    for (const p of pieces) {
      const [a, b] = [maxDay(from, p.startOn), minDay(to, p.endOn)]
      if (b <= a) continue
      // Days that are free already are not free twice.
      const turns = [...new Set([a, b, ...before.flatMap((r) => [r.startOn, r.endOn]).filter((on) => on > a && on < b)])].toSorted()
      for (const [i, end] of turns.slice(1).entries()) free.push(...relief(turns[i]!, end, net(turns[i]!, end, free), p))
    }
    return free
  })
}

/**
 * Fen that may still be taken off `[from, to)` of one month: what fits once those before it make room within their own days. They can
 * as long as no range of days gives more than it costs (P. Hall, "On Representatives of Subsets", 1935; ranges suffice for ranges), so
 * the tightest range around these days decides. Hence one more reduction never makes a month dearer, not by a fen of rounding either.
 */
function roomWithin(pieces: readonly PlannedItem[], before: readonly Relief[], from: Day, to: Day): number {
  const whole = { startOn: pieces[0]!.startOn, endOn: pieces.at(-1)!.endOn }
  const own = before.filter((r) => touches(r, whole))
  const starts = new Set([from, ...own.map((r) => r.startOn).filter((on) => on < from)])
  const ends = new Set([to, ...own.map((r) => r.endOn).filter((on) => on > to)])
  const left = (a: Day, b: Day): number =>
    sumFen(pieces.map((p) => rentWithin(p, a, b))) - sumFen(own.filter((r) => r.startOn >= a && r.endOn <= b).map((r) => r.amount))
  return Math.max(0, Math.min(...[...starts].flatMap((a) => [...ends].map((b) => left(a, b)))))
}
