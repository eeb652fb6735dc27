import { Menu, type MenuProps } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { local } from '#kit/ui/state/storage.web.ts'
import type { MenuNode } from './menu-node.ts'
import { useGo } from '../tabs/go.web.ts'
import { useTabs } from '../tabs/tabs.web.ts'
import { OwnPages } from './own-pages.web.tsx'
import { MenuIcon, preloadIcons } from './icons.web.tsx'

type Item = NonNullable<MenuProps['items']>[number]

const toItem = (node: MenuNode): Item => {
  const icon = <MenuIcon icon={node.icon} />
  if (node.path !== null && node.children.length === 0) {
    // A real link: middle click, «copy address» and screen readers work as everywhere.
    return {
      key: node.code,
      icon,
      title: node.title,
      label: (
        <a href={node.path} onClick={(e) => isPlain(e) && e.preventDefault()}>
          {node.title}
        </a>
      ),
    }
  }
  return { key: node.code, icon, label: node.title, children: node.children.map(toItem) }
}
const isPlain = (event: React.MouseEvent): boolean => !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0

export function Sidebar({ collapsed }: { collapsed: boolean }) {
  const go = useGo()
  const { list, active } = useTabs()
  const { menu } = go.routing
  const items = useMemo(() => menu.map(toItem), [menu])
  const tab = list.find((t) => t.key === active)
  const current = useMemo(() => selectedCode(menu, tab?.path ?? '', tab?.code ?? '', go.routing.resolve), [menu, tab?.path, tab?.code, go])
  // A menu of one group has nothing to fold.
  const parents = useMemo(() => (menu.length === 1 ? [menu[0]!.code] : parentsOf(menu, current)), [menu, current])
  const [open, setOpen] = useState<string[]>(parents)
  useEffect(() => setOpen((before) => [...new Set([...before, ...parents])]), [parents])
  useEffect(() => {
    const icons = allIcons(menu)
    local.set('sysicons', JSON.stringify(icons.filter(Boolean)))
    void preloadIcons(icons)
  }, [menu])
  return (
    <>
      <OwnPages collapsed={collapsed} />
      <nav className="zyt-menu" aria-label="主菜单">
        <Menu
          mode="inline"
          inlineCollapsed={collapsed}
          items={items}
          selectedKeys={current ? [current] : []}
          {...(collapsed ? {} : { openKeys: open, onOpenChange: setOpen })}
          onClick={({ key, domEvent }) => {
            if (isPlain(domEvent as React.MouseEvent) || domEvent.type === 'keydown') go.open(key)
          }}
        />
      </nav>
    </>
  )
}

/** The page itself, or the page it belongs to (a detail marks its list). */
function selectedCode(
  menu: readonly MenuNode[],
  path: string,
  code: string,
  resolve: (path: string) => { kind: string; screen?: { of?: string } },
): string | null {
  const entryOf = (nodes: readonly MenuNode[], wanted: string): string | null => {
    for (const node of nodes) {
      if (node.code === wanted || node.tabs?.some((tab) => tab.code === wanted)) return node.code
      const deeper = entryOf(node.children, wanted)
      if (deeper) return deeper
    }
    return null
  }
  const of = resolve(path).screen?.of
  return entryOf(menu, code) ?? (of ? entryOf(menu, of) : null)
}

function parentsOf(menu: readonly MenuNode[], code: string | null): string[] {
  for (const node of menu) {
    if (node.children.some((c) => c.code === code)) return [node.code]
    const deeper = parentsOf(node.children, code)
    if (deeper.length > 0) return [node.code, ...deeper]
  }
  return []
}

const allIcons = (menu: readonly MenuNode[]): (string | null)[] => menu.flatMap((n) => [n.icon, ...allIcons(n.children)])
