/** Moving about: by code, by path, within a tab, closing. The only file that navigates on behalf of tabs. */
import { createContext, useContext } from 'react'
import type { NavigateOptions } from 'react-router'
import { confirmBox } from '#kit/ui/dialog/message.web.tsx'
import { findScreen } from '#kit/ui/screen/registry.web.ts'
import type { Routing } from '../routes.ts'
import { close, closedBy, find, identityOf, refresh, setSearch, type Closing, type Tab } from './tabs.ts'
import { changeTabs, readTabs } from './tabs.web.ts'

export const HOME = '/dashboard'

/** To an address of the console; the same function as long as the console stands. */
export type Navigate = (to: string, options?: NavigateOptions) => void | Promise<void>

export interface Go {
  routing: Routing
  open: (pathOrCode: string, params?: Record<string, string | number | null | undefined>) => void
  /** Shows an open tab with the query it has. */
  show: (key: string) => void
  close: (how: Closing, key: string) => Promise<void>
  refresh: (key: string) => Promise<void>
  setParams: (key: string, next: Record<string, string | null | undefined>, how: 'push' | 'replace') => void
}

export const addressOf = (tab: Pick<Tab, 'path' | 'search'>): string => tab.path + tab.search

export function createGo(routing: Routing, navigate: Navigate): Go {
  const show = (key: string): void => {
    const tab = find(readTabs(), key)
    if (tab) void navigate(addressOf(tab), { state: { tab: tab.key } })
  }
  return {
    routing,
    show,
    open(pathOrCode, params) {
      const path = pathOrCode.startsWith('/') ? pathOrCode : (routing.pathOf(pathOrCode) ?? findScreen(pathOrCode)?.path)
      if (path === undefined) return void navigate(`/404?from=${encodeURIComponent(pathOrCode)}`)
      void navigate(withParams(path, params))
    },
    async close(how, key) {
      const closing = closedBy(readTabs(), how, key)
      if (!(await mayLose(closing))) return
      const before = readTabs().active
      changeTabs((tabs) => close(tabs, new Set(closing.map((t) => t.key))))
      const now = readTabs()
      if (now.active === null) void navigate(HOME)
      else if (now.active !== before) show(now.active)
    },
    async refresh(key) {
      const tab = find(readTabs(), key)
      if (tab && (await mayLose([tab]))) changeTabs((tabs) => refresh(tabs, key))
    },
    setParams(key, next, how) {
      const tab = find(readTabs(), key)
      if (!tab) return
      const query = new URLSearchParams(tab.search)
      for (const [name, value] of Object.entries(next)) {
        if (value === null || value === undefined || value === '') query.delete(name)
        else query.set(name, value)
      }
      const text = query.toString()
      const search = text === '' ? '' : `?${text}`
      if (search === tab.search) return
      const resolved = routing.resolve(tab.path)
      const identity = resolved.kind === 'screen' ? identityOf(resolved.screen.kind, tab.path, search) : tab.identity
      changeTabs((tabs) => setSearch(tabs, key, search, identity))
      // A tab in the background must not pull the address bar to itself.
      if (readTabs().active === key) void navigate(tab.path + search, { replace: how === 'replace', state: { tab: key } })
    },
  }
}

function withParams(path: string, params: Record<string, string | number | null | undefined> = {}): string {
  const rest = new URLSearchParams()
  let target = path
  for (const [name, value] of Object.entries(params)) {
    if (value === null || value === undefined || value === '') continue
    const filled = target.replace(`:${name}`, encodeURIComponent(String(value))).replace(`{${name}}`, encodeURIComponent(String(value)))
    if (filled === target) rest.set(name, String(value))
    target = filled
  }
  const text = rest.toString()
  return text === '' ? target : `${target}${target.includes('?') ? '&' : '?'}${text}`
}

/** The guard of unsaved input, one for all ways a tab can go. */
async function mayLose(tabs: readonly Tab[]): Promise<boolean> {
  const dirty = tabs.filter((t) => t.dirty)
  if (dirty.length === 0) return true
  const names = dirty.map((t) => `「${t.title ?? findScreen(t.code)?.title ?? ''}」`).join('、')
  return confirmBox({
    title: '有未保存的内容',
    content: `${names}中有未保存的内容，关闭后将丢失（新增表单已存为草稿）。`,
    okText: '仍然关闭',
    cancelText: '继续填写',
  })
}

export const GoContext = createContext<Go | null>(null)
export function useGo(): Go {
  const go = useContext(GoContext)
  if (!go) throw new Error('useGo is only available inside the console')
  return go
}
