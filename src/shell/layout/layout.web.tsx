/** What surrounds every screen: menu, header, tab bar, panes, notices. */
import { Drawer } from 'antd'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Asks } from '#kit/ui/dialog/asks-host.web.tsx'
import { useFlushOnLeave } from '#kit/ui/state/setting.web.ts'
import { useShortcut } from '#kit/ui/screen/keys.web.ts'
import { readCookie, writeCookie } from '#kit/ui/state/storage.web.ts'
import { PagesBeside } from '../menu/pages-beside.web.tsx'
import { Sidebar } from '../menu/sidebar.web.tsx'
import { NoticePanel } from '../notice/panel.web.tsx'
import { useNoticePoll } from '../notice/poll.web.ts'
import { isNotice, logoOf } from '../site/site.ts'
import { useSite } from '../site/site.web.ts'
import { TabBar } from '../tabs/tab-bar.web.tsx'
import { useGo } from '../tabs/go.web.ts'
import { TabPanes } from '../tabs/tab-panes.web.tsx'
import { useTabs } from '../tabs/tabs.web.ts'
import { useVersionCheck } from '../version/version.web.ts'
import { Header } from './header.web.tsx'
import { OfflineBar } from './offline-bar.web.tsx'
import { ShortcutSheet } from './shortcut-sheet.web.tsx'
import { useNarrow } from '#kit/ui/list/media.web.ts'
import './layout.css'

const Missing = lazy(() => import('../pages/missing.web.tsx'))
/** Nobody points at a plate before there is one to see. */
const CardHost = lazy(() => import('#kit/ui/card/card-host.web.tsx').then((m) => ({ default: m.CardHost })))

/** Spec §2, §9: the cookie holds 1 (open) or 0 (collapsed). */
const COOKIE = 'sidebarStatus'

export function Layout() {
  const [collapsed, setCollapsed] = useState(() => readCookie(COOKIE) === '0')
  const [drawer, setDrawer] = useState(false)
  const [maximised, setMaximised] = useState(false)
  const narrow = useNarrow()
  const go = useGo()
  const location = useLocation()
  useVersionCheck(location.key)
  useNoticePoll()
  useFlushOnLeave()
  useTabTitle()
  useEffect(() => setDrawer(false), [location])
  useShortcut({ combo: 'escape', label: '退出最大化', run: () => setMaximised(false) }, maximised)
  useShortcut({ combo: 'shift+f', label: '最大化内容区', run: () => setMaximised(true) }, !maximised)
  const toggle = useCallback(() => {
    if (narrow) return setDrawer(true)
    setCollapsed((before) => {
      writeCookie(COOKIE, before ? '1' : '0')
      return !before
    })
  }, [narrow])
  const classes = ['zyt-shell', collapsed && 'zyt-shell-collapsed', maximised && 'zyt-shell-max', narrow && 'zyt-shell-narrow']
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      <a className="zyt-skip" href="#zyt-main">
        跳到内容
      </a>
      {narrow ? (
        <Drawer
          open={drawer}
          onClose={() => setDrawer(false)}
          placement="left"
          size={264}
          title={<Brand />}
          styles={{ body: { padding: 0 } }}
        >
          <Sidebar collapsed={false} />
        </Drawer>
      ) : (
        <aside className="zyt-side">
          <Brand collapsed={collapsed} />
          <Sidebar collapsed={collapsed} />
          <NoticePanel place={collapsed ? 'collapsedMenu' : 'menu'} />
        </aside>
      )}
      <Header collapsed={collapsed} onToggle={toggle} maximised={maximised} onMaximise={() => setMaximised(!maximised)} />
      <TabBar />
      {narrow ? <NoticePanel place="strip" /> : null}
      <main id="zyt-main" className="zyt-main" tabIndex={-1}>
        <OfflineBar />
        <PagesBeside />
        <div className="zyt-panes">
          <TabPanes />
          {isNotice(location.pathname) ? (
            <Suspense fallback={null}>
              <Missing />
            </Suspense>
          ) : null}
        </div>
      </main>
      <ShortcutSheet />
      <Asks />
      <Suspense fallback={null}>
        <CardHost onGo={go.open} />
      </Suspense>
    </div>
  )
}

function Brand({ collapsed = false }: { collapsed?: boolean }) {
  const site = useSite()
  const go = useGo()
  return (
    <button type="button" className="zyt-brand" onClick={() => go.open('/dashboard')} title="返回首页">
      <img src={logoOf(site)} alt="" width={28} height={28} />
      {collapsed ? null : <strong>{site?.title ?? ''}</strong>}
    </button>
  )
}

/** The window is named after the page in front: what the browser's own tabs and history show. */
function useTabTitle(): void {
  const { list, active } = useTabs()
  const { routing } = useGo()
  const site = useSite()
  const tab = list.find((t) => t.key === active)
  const resolved = tab ? routing.resolve(tab.path) : null
  const name = tab?.title ?? (resolved?.kind === 'screen' ? resolved.screen.title : null)
  useEffect(() => {
    document.title = [name, site?.title].filter(Boolean).join(' - ')
  }, [name, site])
}
