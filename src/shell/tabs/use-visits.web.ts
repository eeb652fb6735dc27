/** Every change of the address becomes a visit of a tab, a redirect, or a refusal. */
import { useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import type { Routing } from '../routes.ts'
import { noteRecent } from './recent.web.ts'
import { find, identityOf, visit } from './tabs.ts'
import { changeTabs, readTabs } from './tabs.web.ts'
import { isNotice } from '../site/site.ts'
import { HOME, type Navigate } from './go.web.ts'

export function useVisits(routing: Routing, navigate: Navigate): void {
  const location = useLocation()
  const how = useNavigationType()
  useLayoutEffect(() => {
    const { pathname: path, search } = location
    const from = encodeURIComponent(path + search)
    if (isNotice(path)) {
      changeTabs((tabs) => (tabs.active === null ? tabs : { ...tabs, active: null }))
      return
    }
    if (path === '/') return void navigate(HOME, { replace: true })
    const resolved = routing.resolve(path)
    if (resolved.kind === 'moved') return void navigate(resolved.to + search, { replace: true })
    if (resolved.kind === 'denied') return void navigate(`/401?need=${encodeURIComponent(resolved.need)}&from=${from}`, { replace: true })
    if (resolved.kind === 'off') return void navigate(`/404?off=${encodeURIComponent(resolved.part)}&from=${from}`, { replace: true })
    if (resolved.kind === 'absent') return void navigate(`/404?from=${from}`, { replace: true })
    const { screen } = resolved
    const tabKey = (location.state as { tab?: string } | null)?.tab ?? null
    changeTabs((tabs) =>
      visit(tabs, {
        code: screen.code,
        path,
        search,
        tabKey,
        identity: identityOf(screen.kind, path, search),
        keep: screen.keep,
        noCache: screen.noCache,
        exact: how === 'POP',
      }),
    )
    const tab = find(readTabs(), readTabs().active)
    noteRecent(screen, path + (tab?.search ?? ''))
    // Came by the menu to a list that has a filter: the address must say so.
    if (tab && tab.path + tab.search !== path + search) void navigate(tab.path + tab.search, { replace: true, state: { tab: tab.key } })
  }, [location, how, routing, navigate])
}
