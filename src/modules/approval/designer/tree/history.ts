/** Undo and redo of one document. Changes with the same key in a row are one step: a word typed is not taken back letter by letter. */
export interface History<T> {
  past: readonly T[]
  now: T
  future: readonly T[]
  /** Of the last change; null closes it, so that the next one is a step of its own. */
  key: string | null
}

const MOST = 100

export const begin = <T>(now: T): History<T> => ({ past: [], now, future: [], key: null })

export function record<T>(h: History<T>, next: T, key: string | null = null): History<T> {
  if (next === h.now) return h
  if (key !== null && key === h.key) return { ...h, now: next, future: [] }
  return { past: [...h.past, h.now].slice(-MOST), now: next, future: [], key }
}

export function undo<T>(h: History<T>): History<T> {
  const before = h.past.at(-1)
  return h.past.length === 0 ? h : { past: h.past.slice(0, -1), now: before as T, future: [h.now, ...h.future], key: null }
}

export function redo<T>(h: History<T>): History<T> {
  const [next, ...future] = h.future
  return h.future.length === 0 ? h : { past: [...h.past, h.now], now: next as T, future, key: null }
}

/** The next change starts a step of its own (a field was left, a drawer closed). */
export const seal = <T>(h: History<T>): History<T> => (h.key === null ? h : { ...h, key: null })
