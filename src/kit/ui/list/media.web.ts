import { useSyncExternalStore } from 'react'

const narrow = typeof window === 'undefined' ? null : window.matchMedia('(max-width: 767px)')
const subscribe = (listen: () => void): (() => void) => {
  narrow?.addEventListener('change', listen)
  return () => narrow?.removeEventListener('change', listen)
}
/** Phones and half-width windows: lists become cards, nothing is pinned, the menu is a drawer. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow?.matches ?? false)
