/** Tiers: what a quantity costs by bands (transport.md §3, step 2). One rounding per line; nothing else rounds. */
import type { Band, Charge, Inversion } from './schema.rules.ts'

/** a/b, half up, for any sign of a. */
function roundHalfUp(a: bigint, b: bigint): bigint {
  const twice = 2n * a + b
  const by = 2n * b
  const q = twice / by
  return twice % by !== 0n && twice < 0n ? q - 1n : q
}
export const R = (a: bigint, b: bigint): number => Number(roundHalfUp(a, b))

/** Index of the band that holds q; bounds belong to the band below. */
const bandOf = (bands: readonly Band[], q: number): number => bands.findIndex((b) => b.to === null || q <= b.to)
const fromOf = (bands: readonly Band[], j: number): number => (j === 0 ? 0 : bands[j - 1]!.to!)

/** Σ quantity·E4 over the part of the quantity that the base price does not cover; not yet divided. */
export function tierSum(
  charge: Pick<Charge, 'mode' | 'bands' | 'included'>,
  q: number,
): { sum: bigint; parts: { quantity: number; e4: number }[] } {
  const { bands, included } = charge
  const over = (x: number): number => Math.max(0, x - included)
  if (over(q) === 0) return { sum: 0n, parts: [] }
  const at = bandOf(bands, q)
  if (charge.mode === 1) {
    const parts = bands.slice(0, at + 1).flatMap((band, j) => {
      const top = j === at ? q : band.to!
      const quantity = over(top) - over(fromOf(bands, j))
      return quantity > 0 ? [{ quantity, e4: band.e4 }] : []
    })
    return { sum: parts.reduce((s, p) => s + BigInt(p.quantity) * BigInt(p.e4), 0n), parts }
  }
  const options = (charge.mode === 2 ? [at] : bands.map((_b, j) => j).slice(at)).map((j) => {
    const quantity = over(j === at ? q : Math.max(q, fromOf(bands, j)))
    return { quantity, e4: bands[j]!.e4, sum: BigInt(quantity) * BigInt(bands[j]!.e4) }
  })
  // Ties stay with the lower band: it is the price a person expects to see.
  const best = options.reduce((a, b) => (b.sum < a.sum ? b : a))
  return { sum: best.sum, parts: [{ quantity: best.quantity, e4: best.e4 }] }
}

export const tierFen = (charge: Pick<Charge, 'mode' | 'bands' | 'included' | 'per'>, q: number): number =>
  R(tierSum(charge, q).sum, BigInt(charge.per) * 100n)

/** Where more costs less: just above a bound the whole-band price falls. */
export function inversions(charge: Charge): Inversion[] {
  if (charge.mode !== 2) return []
  return charge.bands.flatMap((band, j) => {
    if (band.to === null || j === charge.bands.length - 1) return []
    const before = tierFen(charge, band.to)
    const after = tierFen(charge, band.to + Math.max(1, charge.step))
    return after < before ? [{ charge: charge.label, at: band.to, before, after }] : []
  })
}
