/** Which movement a statement takes back (decision 0098): the one it names, else the last one like it that still stands. Pure. */

/** A spend, a recharge … that stands: of the books (`id`) or of the same statement (`line`). */
export interface Standing {
  id: number | null
  line: number | null
  called: string
  kind: string
  card: number | null
  vehicle: number | null
  amount: number
  /** In hundredths; null: none is said. */
  quantity: number | null
  at: string
  supplierNo: string
  /** Why it cannot be taken back any more. */
  held: string | null
}
interface TakenBack {
  kind: string
  card: number | null
  vehicle: number | null
  amount: number
  quantity: number
  at: string | null
  supplierNo: string
  ofNo: string
}

export const hundredths = (quantity: number): number => Math.round(quantity * 100)

export function takenBack(row: TakenBack, standing: readonly Standing[]): Standing | null {
  const matching = standing.filter(
    (s) =>
      s.kind === row.kind &&
      s.amount === row.amount &&
      s.card === row.card &&
      (row.card !== null || row.kind !== 'spend' || s.vehicle === row.vehicle) &&
      s.at <= (row.at ?? '') &&
      (row.quantity === 0 || s.quantity === null || s.quantity === hundredths(row.quantity)),
  )
  if (row.ofNo) return matching.find((s) => s.supplierNo === row.ofNo) ?? null
  const numbered = row.supplierNo ? matching.find((s) => s.supplierNo === row.supplierNo) : undefined
  return numbered ?? matching.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))[0] ?? null
}
