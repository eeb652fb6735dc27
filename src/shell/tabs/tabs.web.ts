/** The one tab bar of this window: kept over F5 in the window, over sign-ins on the server. */
import { readSetting, writeSetting } from '#kit/ui/state/setting.web.ts'
import { perWindow, readJson } from '#kit/ui/state/storage.web.ts'
import { createStore } from '#kit/ui/state/store.ts'
import { useStore } from '#kit/ui/state/use-store.web.ts'
import { isLeaving } from '../leaving.web.ts'
import { NO_TABS, restore, type Tabs } from './tabs.ts'

const tabs = createStore<Tabs>(NO_TABS)
let owner: number | null = null

interface Saved {
  uid: number
  tabs: Tabs
}

/** The window's own bar if it belongs to this user; else the one they left on the server. */
export function startTabs(uid: number, isKnown: (path: string) => boolean): void {
  if (owner === uid) return
  owner = uid
  const saved = readJson<Saved>(perWindow, 'zyt:tabs')
  tabs.set(restore(saved?.uid === uid ? saved.tabs : readSetting<unknown>('tabs', null), isKnown))
}

tabs.subscribe(() => {
  if (owner === null) return
  const value = tabs.get()
  perWindow.set('zyt:tabs', JSON.stringify({ uid: owner, tabs: value } satisfies Saved))
  const plain = { count: value.count, list: value.list.map(({ live: _live, dirty: _dirty, refresh: _refresh, seen: _seen, ...t }) => t) }
  const before = readSetting<unknown>('tabs', null)
  // Only a changed bar is worth a request; which tab is looked at is not.
  if (JSON.stringify((before as typeof plain | null)?.list) !== JSON.stringify(plain.list)) writeSetting('tabs', plain)
})

export const useTabs = (): Tabs => useStore(tabs)
export const readTabs = tabs.get
export const changeTabs = (change: (before: Tabs) => Tabs): void => tabs.set(change)

window.addEventListener('beforeunload', (event) => {
  // Closing the window, F5: the browser's own question, only when something would have to be typed again.
  if (!isLeaving() && tabs.get().list.some((t) => t.dirty)) event.preventDefault()
})
