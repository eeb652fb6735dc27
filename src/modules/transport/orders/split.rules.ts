/** 拆单: goods divided by weight, so that parts sum to the whole in grams and pieces. */
interface Goods {
  pieces: number
  weight: number
  volume: number
  declared: number | null
}

/** Largest remainder; ties go to the earlier part. */
export function shareInteger(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + BigInt(b), 0n)
  if (sum === 0n) return weights.map((_w, i) => (i === 0 ? total : 0))
  const exact = weights.map((w) => BigInt(total) * BigInt(w))
  const floor = exact.map((x) => x / sum)
  let rest = Number(BigInt(total) - floor.reduce((a, b) => a + b, 0n))
  const order = exact
    .map((x, i) => ({ i, remainder: x % sum }))
    .toSorted((a, b) => (a.remainder === b.remainder ? a.i - b.i : a.remainder > b.remainder ? -1 : 1))
  const shares = floor.map(Number)
  for (const { i } of order) if (rest-- > 0) shares[i]!++
  return shares
}

const grams = (kg: number): number => Math.round(kg * 1000)

/** Each part's lines, or why not. Every line is divided in the proportion of the parts. */
export function splitGoods<G extends Goods>(goods: readonly G[], weights: readonly number[]): G[][] | string {
  if (weights.length < 2) return '请至少拆成两单'
  const parts = weights.map(grams)
  const whole = goods.reduce((n, g) => n + grams(g.weight), 0)
  if (parts.reduce((a, b) => a + b, 0) !== whole) return '拆分后各单重量之和必须等于原单'
  const rest = [...parts]
  const split: G[][] = parts.map(() => [])
  for (const g of goods) {
    const own = shareOf(grams(g.weight), rest)
    own.forEach((w, i) => (rest[i]! -= w))
    const [pieces, volume, declared] = [
      shareInteger(g.pieces, own),
      shareInteger(Math.round(g.volume * 10_000), own),
      shareInteger(g.declared ?? 0, own),
    ]
    own.forEach((w, i) => {
      if (w > 0)
        split[i]!.push({
          ...g,
          weight: w / 1000,
          pieces: pieces[i]!,
          volume: volume[i]! / 10_000,
          declared: g.declared === null ? null : declared[i]!,
        })
    })
  }
  return split
}

/** The lines are filled into the parts one after the other, so that a line is divided at most where a part ends. */
function shareOf(weight: number, rest: readonly number[]): number[] {
  let left = weight
  return rest.map((room) => {
    const take = Math.min(left, room)
    left -= take
    return take
  })
}
