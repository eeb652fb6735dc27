import { useSyncExternalStore } from 'react'

const media = window.matchMedia('(max-width: 767px)')
const subscribe = (listener: () => void): (() => void) => {
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
/** Phones and half-width windows: the menu becomes a drawer. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => media.matches)
