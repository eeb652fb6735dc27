/** Which document a line of the bank is, when there is one already (finance.md §3.3). Pure. */
import type { Day } from '#kit/basics/time/day.ts'
import { likeness } from './suggest.rules.ts'
import type { MATCH_TARGETS } from './line.ts'

export type Target = keyof typeof MATCH_TARGETS
export interface Candidate {
  target: Target
  id: number
  no: string
  day: Day
  tradeNo: string | null
  account: number | null
  party: string
}
export interface Recognised extends Candidate {
  score: number
  reasons: string[]
}

/** The same number is the same transaction; the only document of this amount nearly so; several are listed for a person to choose. */
export function recognise(
  line: { tradeNo: string; bookedOn: Day; payerName: string | null },
  candidates: readonly Candidate[],
): Recognised[] {
  return candidates
    .map((c): Recognised => {
      const reasons: string[] = ['金额相同']
      if (c.tradeNo !== null && c.tradeNo === line.tradeNo) return { ...c, score: 100, reasons: ['流水号相同', ...reasons] }
      if (c.day === line.bookedOn) reasons.push('日期相同')
      const like = likeness(line.payerName ?? '', c.party)
      if (like > 0.5) reasons.push('户名相近')
      if (candidates.length === 1) return { ...c, score: 90, reasons: [...reasons, '只有这一笔'] }
      return { ...c, score: 60 + (c.day === line.bookedOn ? 5 : 0) + Math.round(15 * like), reasons }
    })
    .toSorted((a, b) => b.score - a.score || a.id - b.id)
}
