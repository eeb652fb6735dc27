/** One trip's cost over its orders (transport.md §3): largest remainder, ties by sequence. */
export type SplitMode = 'weight' | 'tkm' | 'pieces' | 'volume' | 'equal'
export interface Share {
  grams: number
  metres: number
  pieces: number
  volume: number
}

const weightOf = (mode: SplitMode, s: Share): bigint => {
  if (mode === 'weight') return BigInt(s.grams)
  if (mode === 'tkm') return BigInt(s.grams) * BigInt(s.metres)
  if (mode === 'pieces') return BigInt(s.pieces)
  return mode === 'volume' ? BigInt(s.volume) : 1n
}

/** Shares sum to the whole; nothing to measure by means equal shares. */
export function shareFen(total: number, mode: SplitMode, of: readonly Share[]): number[] {
  if (of.length === 0) return []
  const measured = of.map((s) => weightOf(mode, s))
  const measuredSum = measured.reduce((a, b) => a + b, 0n)
  const weights = measuredSum === 0n ? of.map(() => 1n) : measured
  const sum = measuredSum === 0n ? BigInt(of.length) : measuredSum
  const [sign, whole] = total < 0 ? [-1, BigInt(-total)] : [1, BigInt(total)]
  const exact = weights.map((w) => whole * w)
  const shares = exact.map((x) => x / sum)
  let rest = Number(whole - shares.reduce((a, b) => a + b, 0n))
  const byRemainder = exact.map((x, i) => ({ i, r: x % sum })).toSorted((a, b) => (a.r === b.r ? a.i - b.i : a.r > b.r ? -1 : 1))
  for (const { i } of byRemainder) if (rest-- > 0) shares[i]! += 1n
  return shares.map((s) => sign * Number(s))
}
