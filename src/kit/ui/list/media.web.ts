import { useSyncExternalStore } from 'react'

const narrow = typeof window === 'undefined' ? null : window.matchMedia('(max-width: 767px)')
const subscribe = (listen: () => void): (() => void) => {
  narrow?.addEventListener('change', listen)
  return () => narrow?.removeEventListener('change', listen)
}
/** Phones: lists become cards, nothing is pinned. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow?.matches ?? false)
