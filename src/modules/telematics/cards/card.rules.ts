/** What a card in the recorder says of who drove, pure. */

export interface CardEvent {
  action: 'in' | 'out'
  at: string
  driver: number | null
  name: string | null
}
/** Whose card was in the recorder at a moment. */
export interface Carded {
  driver: number | null
  name: string
  /** When it was put in. */
  at: string
}
/** A card nobody took out says nothing of the day after. */
const FORGOTTEN_MS = 24 * 3_600_000

/** Of one vehicle, in any order. A card that could not be read belongs to nobody, and ends the one before it. */
export function cardAt(events: readonly CardEvent[], at: string): Carded | null {
  const t = Date.parse(at)
  let last: CardEvent | null = null
  for (const event of events) {
    const when = Date.parse(event.at)
    if (when > t) continue
    const than = last === null ? -Infinity : Date.parse(last.at)
    // Out and in within one second: the new card is in.
    if (when > than || (when === than && event.action === 'in')) last = event
  }
  if (!last || last.action === 'out' || last.name === null || t - Date.parse(last.at) > FORGOTTEN_MS) return null
  return { driver: last.driver, name: last.name, at: last.at }
}
