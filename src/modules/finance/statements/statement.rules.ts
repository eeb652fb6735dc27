/** What stands on a statement: each document once, and what changed about it since it was written down. Pure. */
import type { Day } from '#kit/basics/time/day.ts'

export interface Figures {
  charge: number
  credit: number
  payment: number
}
interface Document extends Figures {
  docType: string
  docId: number
  day: Day
  text: string
}
/** What earlier statements took of a document, over how many lines. */
export interface Taken extends Figures {
  lines: number
}
export type LineOf<D> = D & { earlier: boolean; key: string }

export const keyOf = (d: { docType: string; docId: number }): string => `${d.docType}:${d.docId}`
export const netOf = (f: Figures): number => f.charge - f.credit - f.payment
const sumOf = (rows: readonly Figures[]): Figures => ({
  charge: rows.reduce((sum, r) => sum + r.charge, 0),
  credit: rows.reduce((sum, r) => sum + r.credit, 0),
  payment: rows.reduce((sum, r) => sum + r.payment, 0),
})

/**
 * A document that is late (its day lies in a period already stated) comes in the next one, and one that was corrected brings its
 * difference; so the closing balance is always what the documents say, and no confirmed statement changes.
 */
export function linesOf<D extends Document>(
  documents: readonly D[],
  taken: ReadonlyMap<string, Taken>,
  period: { from: Day; to: Day; first: boolean },
): LineOf<D>[] {
  const lines: LineOf<D>[] = []
  for (const d of documents) {
    const before = taken.get(keyOf(d))
    if (!before && d.day > period.to) continue
    const rest = {
      charge: d.charge - (before?.charge ?? 0),
      credit: d.credit - (before?.credit ?? 0),
      payment: d.payment - (before?.payment ?? 0),
    }
    if (rest.charge === 0 && rest.credit === 0 && rest.payment === 0) continue
    lines.push({
      ...d,
      ...rest,
      text: before ? `${d.text}（更正）` : d.text,
      day: before && d.day < period.from ? period.from : d.day,
      earlier: period.first && d.day < period.from,
      key: `${keyOf(d)}:${before?.lines ?? 0}`,
    })
  }
  return lines.toSorted((a, b) => (a.day === b.day ? (a.key < b.key ? -1 : 1) : a.day < b.day ? -1 : 1))
}

export function balances(openingBefore: number, lines: readonly (Figures & { earlier: boolean })[]) {
  const opening = openingBefore + netOf(sumOf(lines.filter((l) => l.earlier)))
  const { charge, credit, payment } = sumOf(lines.filter((l) => !l.earlier))
  return { opening, charges: charge, credits: credit, payments: payment, closing: opening + charge - credit - payment }
}
