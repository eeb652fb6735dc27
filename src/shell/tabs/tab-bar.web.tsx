/** Tabs of visited pages: close one, others, left, right, all; pin; refresh; new window; drag; middle click; dirty mark. */
import { CloseOutlined, DownOutlined, PushpinFilled } from '@ant-design/icons'
import { Dropdown, type MenuProps } from 'antd'
import { memo, useEffect, useRef, useState, type RefObject } from 'react'
import { useShortcut } from '#kit/ui/screen/keys.web.ts'
import { addressOf, useGo, type Go } from './go.web.ts'
import { nameRecent } from './recent.web.ts'
import { closedBy, move, NO_NAME, pin, type Closing, type Tab } from './tabs.ts'
import { changeTabs, readTabs, useTabs } from './tabs.web.ts'
import './tab-bar.css'

export function useTabName(): (tab: Tab) => string {
  const { routing } = useGo()
  return (tab) => {
    const resolved = routing.resolve(tab.path)
    return tab.title ?? (resolved.kind === 'screen' && resolved.screen.title !== '' ? resolved.screen.title : NO_NAME)
  }
}

export function TabBar() {
  const { list, active } = useTabs()
  const go = useGo()
  const nameOf = useTabName()
  const strip = useRef<HTMLDivElement>(null)
  const dragged = useRef<string | null>(null)
  useEffect(() => {
    strip.current?.querySelector('.zyt-tab-active')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const tab = list.find((t) => t.key === active)
    if (tab?.title) nameRecent(addressOf(tab), tab.title)
  }, [active, list])
  const step = (by: number): void => {
    const at = list.findIndex((t) => t.key === active)
    const next = list[(at + by + list.length) % list.length]
    if (next) go.show(next.key)
  }
  useShortcut({ combo: 'alt+arrowright', label: '下一个标签页', run: () => step(1), inFields: true })
  useShortcut({ combo: 'alt+arrowleft', label: '上一个标签页', run: () => step(-1), inFields: true })
  useShortcut({ combo: 'alt+w', label: '关闭当前标签页', run: () => void (active && go.close('one', active)), inFields: true })
  return (
    <div className="zyt-tabs">
      <div ref={strip} className="zyt-tabs-strip" role="tablist" aria-label="已打开的页面">
        {list.map((tab) => (
          <TabHead key={tab.key} tab={tab} name={nameOf(tab)} active={tab.key === active} go={go} dragged={dragged} />
        ))}
      </div>
      {active ? (
        <Dropdown menu={menuFor(active, go)} trigger={['click']} placement="bottomRight">
          <button type="button" className="zyt-tabs-more" aria-label="标签页操作">
            <DownOutlined />
          </button>
        </Dropdown>
      ) : null}
    </div>
  )
}

interface HeadProps {
  tab: Tab
  name: string
  active: boolean
  go: Go
  /** The key of the tab that is being dragged. */
  dragged: RefObject<string | null>
}

/** Memoised, its menu made when it opens: of a bar with dozens of tabs two heads are drawn when another comes to the front. */
const TabHead = memo(function TabHead({ tab, name, active, go, dragged }: HeadProps) {
  const [menu, setMenu] = useState<MenuProps>({ items: [] })
  const drop = (): void => {
    const key = dragged.current
    dragged.current = null
    if (key)
      changeTabs((tabs) =>
        move(
          tabs,
          key,
          tabs.list.findIndex((t) => t.key === tab.key),
        ),
      )
  }
  return (
    <Dropdown menu={menu} trigger={['contextMenu']} onOpenChange={(open) => open && setMenu(menuFor(tab.key, go))}>
      <div
        role="presentation"
        className={`zyt-tab${active ? ' zyt-tab-active' : ''}${tab.pinned ? ' zyt-tab-pinned' : ''}`}
        draggable
        onDragStart={() => (dragged.current = tab.key)}
        onDragEnd={() => (dragged.current = null)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
        onMouseDown={(event) => event.button === 1 && event.preventDefault()}
        onAuxClick={(event) => event.button === 1 && void go.close('one', tab.key)}
      >
        <button
          type="button"
          role="tab"
          id={`zyt-tab-${tab.key}`}
          aria-selected={active}
          aria-keyshortcuts="Delete"
          aria-controls={tab.live ? `zyt-pane-${tab.key}` : undefined}
          tabIndex={active ? 0 : -1}
          className="zyt-tab-name"
          title={name}
          onClick={() => go.show(tab.key)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') focusBeside(event)
            if (event.key === 'Delete') void go.close('one', tab.key)
          }}
        >
          {tab.pinned ? <PushpinFilled aria-label="已固定" /> : null}
          {tab.dirty ? <span className="zyt-tab-dirty" role="img" aria-label="有未保存的内容" title="有未保存的内容" /> : null}
          {name}
        </button>
        {tab.pinned ? null : (
          // For the mouse; by keyboard and screen reader the tab itself is closed with Delete.
          <button
            type="button"
            className="zyt-tab-close"
            aria-hidden="true"
            title={`关闭 ${name}`}
            tabIndex={-1}
            onClick={() => void go.close('one', tab.key)}
          >
            <CloseOutlined />
          </button>
        )}
      </div>
    </Dropdown>
  )
})

function focusBeside(event: React.KeyboardEvent<HTMLElement>): void {
  const heads = [...document.querySelectorAll<HTMLElement>('.zyt-tab-name')]
  const at = heads.indexOf(event.currentTarget)
  heads[at + (event.key === 'ArrowRight' ? 1 : -1)]?.focus()
}

function menuFor(key: string, go: Go): MenuProps {
  const tabs = readTabs()
  const tab = tabs.list.find((t) => t.key === key)
  const closing = (label: string, how: Closing) => {
    const none = closedBy(tabs, how, key).length === 0
    return { key: how, label: none ? `${label}（没有可关闭的）` : label, disabled: none, onClick: () => void go.close(how, key) }
  }
  return {
    items: [
      { key: 'refresh', label: '刷新', onClick: () => void go.refresh(key) },
      { key: 'pin', label: tab?.pinned ? '取消固定' : '固定', onClick: () => changeTabs((all) => pin(all, key)) },
      { key: 'window', label: '在新窗口打开', onClick: () => void (tab && window.open(addressOf(tab), '_blank', 'noopener')) },
      { type: 'divider' },
      closing('关闭', 'one'),
      closing('关闭其他', 'others'),
      closing('关闭左侧', 'left'),
      closing('关闭右侧', 'right'),
      closing('关闭全部', 'all'),
    ],
  }
}
