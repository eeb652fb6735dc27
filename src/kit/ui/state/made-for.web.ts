/**
 * A record that is missing in a picker is made on the way: the picker opens the page that adds one, and gets it back, in the tab it stands in.
 * A picker in a tab behind others has no effects, so it says what it waits for when it opens that page.
 */
import type { Row } from '../../entity/wire.ts'

/** In the address of the page that adds one: who waits for it. */
const NAME = 'picker'

interface Waiting {
  /** The tab the picker stands in. */
  tabKey: string
  take: (made: Row) => void
}
const waiting = new Map<string, Waiting>()

/** The address of the page that adds a record, which then comes back. */
export function addressFor(path: string, picker: string, by: Waiting): string {
  waiting.set(picker, by)
  return `${path}${path.includes('?') ? '&' : '?'}${NAME}=${encodeURIComponent(picker)}`
}

/** Who waits for what is added here; asked once, when it was saved. */
export function waiterOf(params: Readonly<Record<string, string>>): Waiting | null {
  const picker = params[NAME]
  const by = picker === undefined ? undefined : waiting.get(picker)
  if (picker !== undefined) waiting.delete(picker)
  return by ?? null
}
