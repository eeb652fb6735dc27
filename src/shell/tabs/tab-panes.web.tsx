/**
 * Every live tab in its own <Activity>: hidden ones keep DOM and state, their effects stop. Keyed by tab and refresh
 * counter: a new number is a new tree, closing unmounts; there are no names to match.
 */
import { Activity, memo, Suspense, useEffect, useMemo, useRef, type ReactNode } from 'react'
import { NavigationType, UNSAFE_LocationContext as LocationContext, UNSAFE_RouteContext as RouteContext } from 'react-router'
import type { Screen } from '#kit/entity/module.ts'
import { ScreenContext, type ScreenHandle } from '#kit/ui/screen/screen.web.ts'
import { LoadingState } from '#kit/ui/parts/state.web.tsx'
import { ScreenContent } from '../screen-content.web.tsx'
import { useGo } from './go.web.ts'
import { TabBoundary } from './tab-boundary.web.tsx'
import { useScrolled } from './scrolled.web.ts'
import { find, setDirty, setTitle, type Tab } from './tabs.ts'
import { changeTabs, readTabs, useTabs } from './tabs.web.ts'

export function TabPanes() {
  const { list, active } = useTabs()
  useKeyboardInFront(active)
  return list
    .filter((tab) => tab.live)
    .map((tab) => (
      <Activity key={`${tab.key}:${tab.refresh}`} mode={tab.key === active ? 'visible' : 'hidden'}>
        <Pane tab={tab} active={tab.key === active} />
      </Activity>
    ))
}

/**
 * The keyboard follows the page that comes to the front: whoever opened it from the search box or a link goes on inside it, and not
 * at the top of the menu. The page a visit begins with does not take it, so that Tab meets 跳到内容 first; nor is it taken from the
 * heads of the tabs, where one walks with the arrows.
 */
function useKeyboardInFront(active: string | null): void {
  const before = useRef<string | null>(null)
  useEffect(() => {
    const came = before.current !== null && before.current !== active
    before.current = active
    const pane = came && active !== null ? document.getElementById(`zyt-pane-${active}`) : null
    const at = document.activeElement
    if (pane && !pane.contains(at) && !at?.closest('.zyt-tabs, dialog, .ant-modal-wrap, .ant-drawer')) pane.focus({ preventScroll: true })
  }, [active])
}

/** Memoised: switching tabs redraws the two that change, not all fifteen. */
const Pane = memo(function Pane({ tab, active }: { tab: Tab; active: boolean }) {
  const { routing } = useGo()
  const resolved = useMemo(() => routing.resolve(tab.path), [routing, tab.path])
  if (resolved.kind !== 'screen') return null
  return <ScreenPane tab={tab} active={active} screen={resolved.screen} pathParams={resolved.params} />
})

interface PaneProps {
  tab: Tab
  active: boolean
  screen: Screen
  pathParams: Record<string, string>
}

function ScreenPane({ tab, active, screen, pathParams }: PaneProps) {
  const handle = useHandle(tab, active, screen, pathParams)
  const box = useRef<HTMLDivElement>(null)
  useScrolled(box, tab)
  return (
    <div
      ref={box}
      className="zyt-pane"
      role="tabpanel"
      tabIndex={-1}
      id={`zyt-pane-${tab.key}`}
      aria-labelledby={`zyt-tab-${tab.key}`}
      data-screen={screen.code}
    >
      <ScreenContext value={handle}>
        <TabBoundary tabKey={tab.key}>
          <Suspense fallback={<LoadingState />}>
            <OwnAddress path={tab.path} search={tab.search}>
              <ScreenContent screen={screen} />
            </OwnAddress>
          </Suspense>
        </TabBoundary>
      </ScreenContext>
    </div>
  )
}

/** Screens know no routes of the router; its account of them is another one at every address. */
const NO_ROUTE = { outlet: null, matches: [], isDataRoute: false }

/**
 * Links inside a tab stand on the tab's own address. Under the browser's, every link of every hidden list would be
 * drawn again with each change of tab: half a second with a few long lists open.
 */
function OwnAddress({ path, search, children }: { path: string; search: string; children: ReactNode }) {
  const value = useMemo(
    () => ({
      location: { pathname: path, search, hash: '', state: null, key: 'tab', mask: undefined },
      navigationType: NavigationType.Pop,
    }),
    [path, search],
  )
  return (
    <RouteContext value={NO_ROUTE}>
      <LocationContext value={value}>{children}</LocationContext>
    </RouteContext>
  )
}

function useHandle(tab: Tab, active: boolean, screen: Screen, pathParams: Record<string, string>): ScreenHandle {
  const go = useGo()
  const { key, search } = tab
  const params = useMemo(() => ({ ...Object.fromEntries(new URLSearchParams(search)), ...pathParams }), [search, pathParams])
  // Stable functions: screens put them into effects.
  const acts = useMemo(
    () => ({
      setTitle: (text: string) => changeTabs((tabs) => setTitle(tabs, key, text)),
      setDirty: (dirty: boolean) => changeTabs((tabs) => setDirty(tabs, key, dirty)),
      close: () => go.close('one', key),
      open: go.open,
      show: (other: string) => {
        const isOpen = find(readTabs(), other) !== undefined
        if (isOpen) go.show(other)
        return isOpen
      },
      // Closing goes to the opener, else to a neighbour. The browser's history may lead out of the console.
      back: () => void go.close('one', key),
      setParams: (next: Record<string, string | null | undefined>, how: 'push' | 'replace' = 'replace') => go.setParams(key, next, how),
    }),
    [go, key],
  )
  return useMemo(() => ({ screen, tabKey: key, active, params, ...acts }), [screen, key, active, params, acts])
}
