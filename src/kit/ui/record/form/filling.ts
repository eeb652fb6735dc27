/**
 * What an answer may still fill in. A person goes on typing while it is asked for, and may ask anew before it is there: what was typed
 * meanwhile stays, and of two questions about one thing the later one's answer is taken.
 */
import type { Values } from './same.ts'

export class Filling {
  #moment = 0
  readonly #changed = new Map<string, number>()
  readonly #asked = new Map<string, number>()

  /** A person changed this field. */
  changed(name: string): void {
    this.#changed.set(name, ++this.#moment)
  }

  /** The form begins anew: no answer that is still on its way belongs into it. */
  restart(): void {
    this.#changed.clear()
    this.#asked.clear()
  }

  /** `about`: the field whose choice asks. Answers what leaves out of an answer whatever it may not fill in; null: nobody waits for it. */
  begin(about: string): (answer: Values) => Values | null {
    const moment = ++this.#moment
    this.#asked.set(about, moment)
    return (answer) => {
      if (this.#asked.get(about) !== moment) return null
      return Object.fromEntries(Object.entries(answer).filter(([name]) => (this.#changed.get(name) ?? 0) < moment))
    }
  }
}
