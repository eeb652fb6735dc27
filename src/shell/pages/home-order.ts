/** The pages that consist of cards. */
export type HomePage = 'homePage' | 'tmsHomePage' | 'dashboard'

/** How somebody has arranged his home page: cards in his order within their group, and what he does not want to see. Pure. */
export interface Arrangement {
  order: readonly string[]
  hidden: readonly string[]
}
export const AS_DELIVERED: Arrangement = { order: [], hidden: [] }

interface Placed {
  code: string
  group: string
}

export const isArrangement = (value: unknown): value is Arrangement =>
  typeof value === 'object' && value !== null && Array.isArray((value as Arrangement).order) && Array.isArray((value as Arrangement).hidden)

/** Cards he has not moved keep the place they were delivered at, behind all that were delivered before them; a new card is seen at once. */
export function arranged<C extends Placed>(cards: readonly C[], { order, hidden }: Arrangement): { shown: C[]; hidden: C[] } {
  const place = new Map<string, number>()
  let before = -1
  for (const card of cards) {
    const own = order.indexOf(card.code)
    before = Math.max(before, own)
    place.set(card.code, own >= 0 ? own : before + 0.5)
  }
  const sorted = cards.toSorted((a, b) => place.get(a.code)! - place.get(b.code)!)
  const off = new Set(hidden)
  return { shown: sorted.filter(({ code }) => !off.has(code)), hidden: sorted.filter(({ code }) => off.has(code)) }
}

/** `code` where `at` stands now: cards stay within their group, which says what they are about. */
export function movedTo(cards: readonly Placed[], of: Arrangement, code: string, at: string): Arrangement {
  const { shown, hidden } = arranged(cards, of)
  const all = [...shown, ...hidden]
  const [card, target] = [all.find((c) => c.code === code), all.find((c) => c.code === at)]
  if (!card || !target || card === target || card.group !== target.group) return of
  const forward = all.indexOf(card) < all.indexOf(target)
  const rest = all.filter((c) => c !== card)
  const to = rest.indexOf(target) + (forward ? 1 : 0)
  return { ...of, order: [...rest.slice(0, to), card, ...rest.slice(to)].map((c) => c.code) }
}

/** One step among those of its group that are shown; null where it stands at the end. */
export function neighbour(cards: readonly Placed[], of: Arrangement, code: string, step: 1 | -1): string | null {
  const { shown } = arranged(cards, of)
  const group = shown.filter((c) => c.group === shown.find((x) => x.code === code)?.group)
  return group[group.findIndex((c) => c.code === code) + step]?.code ?? null
}

export const withHidden = (of: Arrangement, code: string, hide: boolean): Arrangement => ({
  ...of,
  hidden: hide ? [...new Set([...of.hidden, code])] : of.hidden.filter((c) => c !== code),
})
