/** Who is asked, in which order (transport.md §2.9, J10): why somebody is not asked has a name. */
export interface Candidate {
  driver: number
  online: boolean
  classFits: boolean
  papers: string | null
  free: boolean
  offers: number
  score: number | null
  distanceM: number | null
}
interface Terms {
  radius: number
  minScore: number | null
  openOffersMax: number
}
/** Null: he is asked. */
export function passedOver(c: Candidate, t: Terms): string | null {
  if (!c.online) return '不在线'
  if (!c.classFits) return '车型不符'
  if (!c.free || c.offers >= t.openOffersMax) return '忙'
  if (c.papers) return '证件'
  if (t.minScore !== null && (c.score ?? 0) < t.minScore) return '评分不足'
  return c.distanceM !== null && c.distanceM > t.radius ? '超出范围' : null
}
/** Nearest first; the better one, and then the lower number, where two are as near. */
export const inTurn = (list: readonly Candidate[]): Candidate[] =>
  list.toSorted((a, b) => (a.distanceM ?? Infinity) - (b.distanceM ?? Infinity) || (b.score ?? 0) - (a.score ?? 0) || a.driver - b.driver)
