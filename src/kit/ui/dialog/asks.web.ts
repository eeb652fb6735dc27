/**
 * What a module asks back before a call may go on (code 40103 with `ask`): the page that made the call knows nothing of it.
 * The module's component shows the question (slot `asks`); the same call is then sent again with the answer beside its body.
 */
import { createStore } from '../state/store.ts'

export interface Asked {
  id: number
  name: string
  /** As the server put it. */
  data: unknown
  message: string
  /** Sends the call again; rejects when it is refused, and the question stays. */
  send: (given: unknown) => Promise<void>
  /** The call ends as it was answered: not done. */
  giveUp: () => void
}
export const asked = createStore<readonly Asked[]>([])
let last = 0

/** Filled by the console: nobody answers on the public pages. */
let known: (name: string) => boolean = () => false
export const setAsks = (knows: (name: string) => boolean): void => {
  known = knows
}

export function askOf(data: unknown): string | null {
  const name = typeof data === 'object' && data !== null ? (data as { ask?: unknown }).ask : undefined
  return typeof name === 'string' && known(name) ? name : null
}

export function askBack<T>(name: string, error: { data: unknown; message: string }, send: (given: unknown) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const id = ++last
    const end = (): void => asked.set((all) => all.filter((a) => a.id !== id))
    const again = async (given: unknown): Promise<void> => {
      const answer = await send(given)
      end()
      resolve(answer)
    }
    const giveUp = (): void => {
      end()
      reject(error)
    }
    asked.set((all) => [...all, { id, name, data: error.data, message: error.message, send: again, giveUp }])
  })
}
