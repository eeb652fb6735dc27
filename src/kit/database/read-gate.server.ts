/**
 * Short reads in turn. More of them at once than PostgreSQL has cores for make nobody faster: they take the processors from each
 * other, and the unlucky wait three times as long as the lucky. So only a few run at once, first come, first served. Whoever takes
 * longer than most no longer counts: behind a report of ten seconds nobody waits.
 */
const SHORT_MS = 50

export class Gate {
  readonly #places: number
  readonly #waiting = new Set<() => void>()
  #inside = 0

  /** `places`: how many short ones run at once; Infinity for no gate at all. */
  constructor(places: number) {
    this.#places = places
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** Resolves when it is this caller's turn, with what gives the place back; false when that took longer than `waitMs`. */
  async enter(waitMs: number, signal?: AbortSignal): Promise<(() => void) | false> {
    if (this.#places === Infinity) return () => {}
    if (this.#inside >= this.#places || this.#waiting.size > 0) {
      const came = await this.#turn(waitMs, signal)
      if (!came) return false
    } else this.#inside++
    return this.#leaving()
  }

  /** A place that is given back is handed over: `#inside` stays as it is. */
  #turn(waitMs: number, signal?: AbortSignal): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', left)
        this.#waiting.delete(go)
      }
      const go = (): void => {
        end()
        resolve(true)
      }
      const left = (): void => {
        end()
        reject(signal!.reason as Error)
      }
      const timer = setTimeout(() => {
        end()
        resolve(false)
      }, waitMs)
      signal?.addEventListener('abort', left)
      this.#waiting.add(go)
    })
  }

  #leaving(): () => void {
    let gone = false
    const leave = (): void => {
      if (gone) return
      gone = true
      clearTimeout(timer)
      const [next] = this.#waiting
      if (next) next()
      else this.#inside--
    }
    const timer = setTimeout(leave, SHORT_MS)
    return leave
  }
}
