/** The console tab a component lives in. A tab is an address; these hooks are how a screen reads and moves it. */
import { createContext, useContext, useMemo } from 'react'
import type { Screen } from '../../entity/module.ts'

export type Params = Record<string, string>
export interface ScreenHandle {
  screen: Screen
  tabKey: string
  /** False while the tab is in the background: effects are stopped, dialogs must not be rendered. */
  active: boolean
  /** Query of this tab's address (and path parameters, which cannot be set). */
  params: Readonly<Params>
  setTitle: (text: string) => void
  setDirty: (dirty: boolean) => void
  /** Closes this tab, asking first when it is dirty; settled once it is closed (or the user stayed). */
  close: () => Promise<void>
  /** Opens a screen by its code (`vehicleList`) or path; goes to its tab when it is already open. */
  open: (pathOrCode: string, params?: Record<string, string | number | null | undefined>) => void
  /** Brings another tab to the front; false when it is closed by now. */
  show: (tabKey: string) => boolean
  /** To where this tab was opened from, and closes it. */
  back: () => void
  /** `replace` (default): no new entry in the browser's history. */
  setParams: (next: Record<string, string | null | undefined>, how?: 'push' | 'replace') => void
}

export const ScreenContext = createContext<ScreenHandle | null>(null)

export function useScreen(): ScreenHandle {
  const handle = useContext(ScreenContext)
  if (!handle) throw new Error('useScreen is only available inside a console tab')
  return handle
}

/**
 * The tab's own query: address = state. `setParams` merges; null or an empty text removes a key; unknown keys stay.
 */
export function useQueryState(): [Readonly<Params>, ScreenHandle['setParams']] {
  const { params, setParams } = useScreen()
  return useMemo(() => [params, setParams], [params, setParams])
}
