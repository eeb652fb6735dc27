/**
 * The tab bar as data (spec §2 «Tab bar of visited pages», §4). A tab is an address; «live» means its tree is built and kept.
 * Everything here is pure; ./tabs.web.ts holds the one value and ./tab-panes.web.tsx draws it.
 */
export const NO_NAME = '未命名'
/** Trees kept alive at once. More would make an old office computer slow; the rest come back from address and draft. */
export const LIVE_CAP = 15

export interface Tab {
  key: string
  code: string
  path: string
  /** With its question mark, or empty. */
  search: string
  /** Two addresses with the same identity are the same tab. */
  identity: string
  title: string | null
  pinned: boolean
  dirty: boolean
  keep: boolean
  noCache: boolean
  live: boolean
  /** Grows with 刷新: a new number is a new tree. */
  refresh: number
  /** When it was last looked at, in visits. */
  seen: number
  openedFrom: string | null
}
export interface Tabs {
  list: readonly Tab[]
  active: string | null
  /** Counts visits and keys; never goes back. */
  count: number
}
export const NO_TABS: Tabs = { list: [], active: null, count: 0 }

export interface Visit {
  code: string
  path: string
  search: string
  identity: string
  keep?: boolean
  noCache?: boolean
  /** The browser's history names the tab it belonged to. */
  tabKey?: string | null
  /** By menu or name (no query given): an open tab keeps the query it has. By back, forward and F5: exactly the address. */
  exact?: boolean
}

/** Which record a page shows is its identity; which filter a list has is not. */
const IDENTIFYING = /^(?:id|type|no|code|key|process|form|[a-z]\w*(?:Id|Key)|approvalScene|resourceCode)$/
export function identityOf(kind: string, path: string, search: string): string {
  if (kind === 'list' || kind === 'tree') return path
  const parts = [...new URLSearchParams(search)].filter(([name]) => IDENTIFYING.test(name)).map(([name, value]) => `${name}=${value}`)
  return parts.length === 0 ? path : `${path}?${parts.toSorted().join('&')}`
}

export const find = (tabs: Tabs, key: string | null): Tab | undefined => tabs.list.find((t) => t.key === key)
const change = (tabs: Tabs, key: string, patch: Partial<Tab>): Tabs => {
  const before = find(tabs, key)
  if (!before || Object.entries(patch).every(([name, value]) => before[name as keyof Tab] === value)) return tabs
  return { ...tabs, list: tabs.list.map((t) => (t.key === key ? { ...t, ...patch } : t)) }
}

/**
 * A tab opened for a record is the tab of whichever record it steps to: opening that one again finds it. A page opened
 * without a record stays the page, whatever is looked at in it.
 */
const followed = (tab: Tab, identity: string): string => (tab.identity === tab.path ? tab.identity : identity)

export function visit(tabs: Tabs, to: Visit): Tabs {
  const named = find(tabs, to.tabKey ?? null)
  const known = (named?.path === to.path ? named : undefined) ?? tabs.list.find((t) => t.identity === to.identity)
  const count = tabs.count + 1
  if (!known) {
    const tab: Tab = {
      key: `t${count}`,
      code: to.code,
      path: to.path,
      search: to.search,
      identity: to.identity,
      title: null,
      pinned: false,
      dirty: false,
      keep: to.keep ?? false,
      noCache: to.noCache ?? false,
      live: true,
      refresh: 0,
      seen: count,
      openedFrom: tabs.active,
    }
    return evict({ list: [...tabs.list, tab], active: tab.key, count })
  }
  const search = to.search === '' && !to.exact && !named ? known.search : to.search
  const identity = named ? followed(known, to.identity) : to.identity
  return evict(change({ ...tabs, active: known.key, count }, known.key, { search, identity, live: true, seen: count, code: to.code }))
}

/**
 * Over the cap, the least recently seen trees are dropped: ordinary ones first, then those the customer wants kept, those
 * with unsent input last of all. What may not be cached goes as soon as it is left.
 */
export function evict(tabs: Tabs, cap = LIVE_CAP): Tabs {
  const background = tabs.list.filter((t) => t.live && t.key !== tabs.active)
  const dropped = new Set(background.filter((t) => t.noCache).map((t) => t.key))
  const weight = (t: Tab): number => (t.dirty ? 2 : 0) + (t.keep ? 1 : 0)
  const candidates = background.filter((t) => !dropped.has(t.key)).toSorted((a, b) => weight(a) - weight(b) || a.seen - b.seen)
  const room = cap - (find(tabs, tabs.active)?.live ? 1 : 0)
  for (const tab of candidates.slice(0, Math.max(0, candidates.length - room))) dropped.add(tab.key)
  if (dropped.size === 0) return tabs
  return { ...tabs, list: tabs.list.map((t) => (dropped.has(t.key) ? { ...t, live: false } : t)) }
}

export type Closing = 'one' | 'others' | 'left' | 'right' | 'all'

/** Pinned tabs are closed one by one only. */
export function closedBy(tabs: Tabs, how: Closing, key: string): Tab[] {
  const at = tabs.list.findIndex((t) => t.key === key)
  return tabs.list.filter((t, i) => {
    if (how === 'one') return i === at
    if (t.pinned) return false
    if (how === 'all') return true
    return how === 'others' ? i !== at : how === 'left' ? i < at : i > at
  })
}

/** After closing the active one: to where it was opened from, else its right neighbour, else its left. */
export function close(tabs: Tabs, keys: ReadonlySet<string>): Tabs {
  const list = tabs.list.filter((t) => !keys.has(t.key))
  if (list.length === tabs.list.length) return tabs
  const left = find(tabs, tabs.active)
  if (!left || !keys.has(left.key)) return { ...tabs, list }
  const at = tabs.list.indexOf(left)
  const next =
    list.find((t) => t.key === left.openedFrom) ??
    tabs.list.slice(at + 1).find((t) => !keys.has(t.key)) ??
    tabs.list.slice(0, at).findLast((t) => !keys.has(t.key))
  return { ...tabs, list, active: next?.key ?? null }
}

/** Pinned tabs stand left of the others; a tab is dropped only among its kind. */
export function move(tabs: Tabs, key: string, to: number): Tabs {
  const tab = find(tabs, key)
  if (!tab) return tabs
  const rest = tabs.list.filter((t) => t.key !== key)
  const pins = rest.filter((t) => t.pinned).length
  const at = Math.max(tab.pinned ? 0 : pins, Math.min(to, tab.pinned ? pins : rest.length))
  const list = rest.toSpliced(at, 0, tab)
  return list.every((t, i) => t === tabs.list[i]) ? tabs : { ...tabs, list }
}

export function pin(tabs: Tabs, key: string): Tabs {
  const tab = find(tabs, key)
  if (!tab) return tabs
  const pinned = !tab.pinned
  const rest = tabs.list.filter((t) => t.key !== key)
  return { ...tabs, list: rest.toSpliced(rest.filter((t) => t.pinned).length, 0, { ...tab, pinned }) }
}

export const refresh = (tabs: Tabs, key: string): Tabs => {
  const tab = find(tabs, key)
  return tab ? change(tabs, key, { refresh: tab.refresh + 1, dirty: false, live: true, title: null }) : tabs
}
export const setTitle = (tabs: Tabs, key: string, title: string): Tabs =>
  change(tabs, key, { title: title.trim() === '' ? null : title.trim() })
export const setDirty = (tabs: Tabs, key: string, dirty: boolean): Tabs => change(tabs, key, { dirty })
/** A record stepped to may have a tab already: that one goes, unless something was typed into it. */
export function setSearch(tabs: Tabs, key: string, search: string, identity: string): Tabs {
  const tab = find(tabs, key)
  if (!tab) return tabs
  const now = followed(tab, identity)
  const after = change(tabs, key, { search, identity: now })
  const twins = after.list.filter((t) => t.identity === now && t.key !== key && !t.dirty)
  return twins.length === 0 ? after : close(after, new Set(twins.map((t) => t.key)))
}

/** After F5 or a new sign-in: the bar is as it was, trees are built when looked at. Anything malformed is left out. */
export function restore(saved: unknown, isKnown: (path: string) => boolean): Tabs {
  const value = saved as Partial<Tabs> | null
  if (!value || !Array.isArray(value.list)) return NO_TABS
  const list = (value.list as Tab[])
    .filter((t) => typeof t?.key === 'string' && typeof t.path === 'string' && typeof t.identity === 'string' && isKnown(t.path))
    .filter((t, i, all) => all.findIndex((o) => o.key === t.key || o.identity === t.identity) === i)
    .slice(0, 60)
    .map((t): Tab => ({
      key: t.key,
      code: String(t.code),
      path: t.path,
      search: typeof t.search === 'string' ? t.search : '',
      identity: t.identity,
      title: typeof t.title === 'string' ? t.title : null,
      pinned: t.pinned === true,
      keep: t.keep === true,
      noCache: t.noCache === true,
      dirty: false,
      live: false,
      refresh: 0,
      seen: Number(t.seen) || 0,
      openedFrom: typeof t.openedFrom === 'string' ? t.openedFrom : null,
    }))
  const count = Math.max(Number(value.count) || 0, 0, ...list.map((t) => Number(/^t(\d+)$/.exec(t.key)?.[1] ?? 0)))
  return { list, active: null, count }
}
