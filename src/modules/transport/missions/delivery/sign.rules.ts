/** What a receiver took, line by line (transport.md §6): signed + refused + short = what was to be delivered. */
import type { Check } from '#kit/basics/identifiers/checks.ts'

export interface SignLine {
  goods: string
  plan: number
  signed: number
  refused: number
  short: number
  reason: string | null
}
export type Responsible = 'customer' | 'receiver' | 'carrier' | 'driver' | 'company' | 'force' | 'open'

export function linesProblem(lines: readonly SignLine[]): Check {
  if (lines.length === 0) return '请填写签收明细'
  for (const l of lines) {
    if (l.signed + l.refused + l.short !== l.plan)
      return `「${l.goods}」签收 ${l.signed}、拒收 ${l.refused}、短少 ${l.short}，合计应为 ${l.plan} 件`
    if (l.refused + l.short > 0 && !l.reason) return `「${l.goods}」有拒收或短少，请填写原因`
  }
  return null
}

interface Sums {
  plan: number
  signed: number
  refused: number
  short: number
}
export const sumsOf = (lines: readonly SignLine[]): Sums =>
  lines.reduce(
    (t, l) => ({ plan: t.plan + l.plan, signed: t.signed + l.signed, refused: t.refused + l.refused, short: t.short + l.short }),
    { plan: 0, signed: 0, refused: 0, short: 0 },
  )

export const outcomeOf = ({ plan, signed }: Sums): 'sign' | 'part' | 'refuse' =>
  signed === plan ? 'sign' : signed === 0 ? 'refuse' : 'part'

/** What was refused goes back at once where those who ordered or receive it answer for it; what the carriage spoilt does not. */
export const goesBack = (refused: number, responsible: Responsible): boolean =>
  refused > 0 && (responsible === 'customer' || responsible === 'receiver')
/** Who carries the goods answers for them: then the customer has a claim. */
export const isClaim = (lost: number, responsible: Responsible): boolean =>
  lost > 0 && (responsible === 'carrier' || responsible === 'driver' || responsible === 'company')

interface Facts {
  distanceM: number | null
  radius: number
  signFarM: number
  accuracyM: number | null
  at: string
  doubt: string | null
  windowFrom: string
  windowTo: string
  photoSeen: boolean
  signType: string
  signer: string | null
  contact: string | null
}
/** Why somebody should look at a proof again; empty when nothing is strange. */
export function oddities(f: Facts): string[] {
  const far = f.distanceM !== null && (f.distanceM > f.signFarM || f.distanceM > f.radius + 200)
  return [
    far ? `距收货方 ${f.distanceM} m` : null,
    f.accuracyM !== null && f.accuracyM > 200 ? `定位精度 ${f.accuracyM} m` : null,
    f.at < f.windowFrom || f.at > f.windowTo ? '不在送货时段内' : null,
    f.photoSeen ? '照片曾用于其他签收' : null,
    f.doubt,
    f.signType === 'self' && f.signer !== null && f.contact !== null && f.signer !== f.contact
      ? `签收人 ${f.signer} 不是收货人 ${f.contact}`
      : null,
  ].filter((x) => x !== null)
}

interface GoodsLine {
  name: string
  pieces: number
  weight: number
  volume: number
  declared: number | null
}
/** The goods that go back: of each line as many pieces as were refused, with their share of weight and value. */
export function refusedPart<G extends GoodsLine>(
  c: { goods: readonly G[]; pieces: number; weight: number; volume: number; refusedPieces: number | null },
  lines: readonly Pick<SignLine, 'goods' | 'refused'>[],
): { goods: G[]; pieces: number; weight: number; volume: number } {
  const left = new Map<string, number>()
  for (const l of lines) left.set(l.goods, (left.get(l.goods) ?? 0) + l.refused)
  const goods = c.goods.flatMap((g) => {
    const back = Math.min(g.pieces, left.get(g.name) ?? 0)
    left.set(g.name, (left.get(g.name) ?? 0) - back)
    if (back === 0) return []
    const share = (v: number, scale: number): number => Math.round((v * scale * back) / g.pieces) / scale
    // Nothing weighs nothing: a gram at least.
    const weight = Math.max(0.001, share(g.weight, 1000))
    return [
      {
        ...g,
        pieces: back,
        weight,
        volume: share(g.volume, 10_000),
        declared: g.declared === null ? null : (share(g.declared, 1) as G['declared']),
      },
    ]
  })
  if (goods.length === 0) return { goods: [...c.goods], pieces: c.pieces, weight: c.weight, volume: c.volume }
  const sum = (of: (g: G) => number, scale: number): number => goods.reduce((n, g) => n + Math.round(of(g) * scale), 0) / scale
  return {
    goods,
    pieces: goods.reduce((n, g) => n + g.pieces, 0),
    weight: sum((g) => g.weight, 1000),
    volume: sum((g) => g.volume, 10_000),
  }
}
