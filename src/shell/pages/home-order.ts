/** How somebody has arranged his home page: cards in his order, and what he does not want to see. Pure. */
export interface Arrangement {
  order: readonly string[]
  hidden: readonly string[]
}
export const AS_DELIVERED: Arrangement = { order: [], hidden: [] }

interface Placed {
  code: string
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

/** `code` where `at` stands now. */
export function movedTo(cards: readonly Placed[], of: Arrangement, code: string, at: string): Arrangement {
  const { shown, hidden } = arranged(cards, of)
  const all = [...shown, ...hidden]
  const [card, target] = [all.find((c) => c.code === code), all.find((c) => c.code === at)]
  if (!card || !target || card === target) return of
  const forward = all.indexOf(card) < all.indexOf(target)
  const rest = all.filter((c) => c !== card)
  const to = rest.indexOf(target) + (forward ? 1 : 0)
  return { ...of, order: [...rest.slice(0, to), card, ...rest.slice(to)].map((c) => c.code) }
}

/** One step among those that are shown; null where it stands at the end. */
export function neighbour(cards: readonly Placed[], of: Arrangement, code: string, step: 1 | -1): string | null {
  const { shown } = arranged(cards, of)
  return shown[shown.findIndex((c) => c.code === code) + step]?.code ?? null
}

export const withHidden = (of: Arrangement, code: string, hide: boolean): Arrangement => ({
  ...of,
  hidden: hide ? [...new Set([...of.hidden, code])] : of.hidden.filter((c) => c !== code),
})

export const LEADS = 2
/** The first charts stand beside the work, whatever stands between them; the rest below, in their order. */
export function leadsOf<C extends { data: { kind: string } }>(shown: readonly C[]): { leads: C[]; rest: C[] } {
  const leads = shown.filter(({ data }) => data.kind === 'series').slice(0, LEADS)
  return { leads, rest: shown.filter((card) => !leads.includes(card)) }
}

/**
 * Cards into columns, each as high as what it holds: the next one goes where there is most room, so that they read from left to right and
 * no column is much longer. `height` in any unit, the same for all.
 */
export function columnsOf<C>(cards: readonly C[], columns: number, height: (card: C) => number): C[][] {
  const filled = Array.from({ length: Math.max(1, columns) }, () => ({ cards: [] as C[], height: 0 }))
  for (const card of cards) {
    const shortest = filled.reduce((least, column) => (column.height < least.height ? column : least))
    shortest.cards.push(card)
    shortest.height += height(card)
  }
  return filled.map((column) => column.cards)
}
