/** What can be done on the page in front, offered by the search box (Ctrl/⌘K). A record registers its actions here. */
import { use, useEffect } from 'react'
import { ScreenContext } from './screen.web.ts'
import { createStore } from '../state/store.ts'
import { useStore } from '../state/use-store.web.ts'

export interface Command {
  id: string
  label: string
  hint?: string
  /** Why it cannot be done now: shown, not run. */
  reason?: string | null
  run: () => void
}

const byTab = createStore<ReadonlyMap<string, readonly Command[]>>(new Map())
const none: readonly Command[] = []

/** `commands` must be stable (useMemo). While the tab is hidden its effects stop, and its commands with them. */
export function useCommands(commands: readonly Command[]): void {
  const tabKey = use(ScreenContext)?.tabKey
  useEffect(() => {
    if (!tabKey || commands.length === 0) return
    byTab.set((all) => new Map(all).set(tabKey, commands))
    return () =>
      byTab.set((all) => {
        const rest = new Map(all)
        rest.delete(tabKey)
        return rest
      })
  }, [tabKey, commands])
}

export const useCommandsOf = (tabKey: string | null): readonly Command[] => useStore(byTab).get(tabKey ?? '') ?? none
