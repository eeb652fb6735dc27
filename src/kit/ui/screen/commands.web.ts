/** What can be done on the page in front, offered by the search box (Ctrl/⌘K). A record registers its actions here. */
import { use, useEffect, useId, useMemo } from 'react'
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

/** By tab, and in a tab by the part of the page that offers them. */
const byTab = createStore<ReadonlyMap<string, ReadonlyMap<string, readonly Command[]>>>(new Map())
const none: ReadonlyMap<string, readonly Command[]> = new Map()

/** `commands` must be stable (useMemo). While the tab is hidden its effects stop, and its commands with them. */
export function useCommands(commands: readonly Command[]): void {
  const tabKey = use(ScreenContext)?.tabKey
  const part = useId()
  useEffect(() => {
    if (!tabKey || commands.length === 0) return
    byTab.set((all) => new Map(all).set(tabKey, new Map(all.get(tabKey)).set(part, commands)))
    return () =>
      byTab.set((all) => {
        const others = new Map(all.get(tabKey))
        others.delete(part)
        return new Map(all).set(tabKey, others)
      })
  }, [tabKey, part, commands])
}

export function useCommandsOf(tabKey: string | null): readonly Command[] {
  const parts = useStore(byTab).get(tabKey ?? '') ?? none
  return useMemo(() => [...parts.values()].flat(), [parts])
}
