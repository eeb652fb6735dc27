import {
  CompressOutlined,
  ExpandOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  QuestionCircleOutlined,
  SearchOutlined,
} from '@ant-design/icons'
import { Popover } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useShortcut } from '#kit/ui/screen/keys.web.ts'
import { helpOf } from '#kit/ui/screen/registry.web.ts'
import { Star } from '../menu/own-pages.web.tsx'
import { Bell } from '../notice/bell.web.tsx'
import { useGo } from '../tabs/go.web.ts'
import { useTabName } from '../tabs/tab-bar.web.tsx'
import { useTabs } from '../tabs/tabs.web.ts'
import { LookMenu, UserMenu } from './user-menu.web.tsx'

const Palette = lazy(() => import('../palette/palette.web.tsx'))
const Downloads = lazy(() => import('#kit/ui/dialog/downloads.web.tsx').then((m) => ({ default: m.Downloads })))

interface Props {
  collapsed: boolean
  onToggle: () => void
  maximised: boolean
  onMaximise: () => void
}
export const MOD = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

export function Header({ collapsed, onToggle, maximised, onMaximise }: Props) {
  const [finding, setFinding] = useState(false)
  useShortcut({ combo: 'mod+k', label: '搜索菜单、记录与操作', run: () => setFinding(true), inFields: true })
  return (
    <header className="zyt-head">
      <button
        type="button"
        className="zyt-icon-button"
        aria-label={collapsed ? '展开菜单' : '收起菜单'}
        aria-expanded={!collapsed}
        onClick={onToggle}
      >
        {collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
      </button>
      <Trail />
      <Star />
      <span className="zyt-head-gap" />
      <button
        type="button"
        className="zyt-find"
        aria-label="搜索菜单、记录与操作"
        aria-keyshortcuts="Control+K"
        onClick={() => setFinding(true)}
      >
        <SearchOutlined />
        <span>搜索</span>
        <kbd>{MOD} K</kbd>
      </button>
      <Bell />
      <Suspense fallback={null}>
        <Downloads />
      </Suspense>
      <Help />
      <button type="button" className="zyt-icon-button" aria-label={maximised ? '退出最大化' : '最大化内容区'} onClick={onMaximise}>
        {maximised ? <CompressOutlined /> : <ExpandOutlined />}
      </button>
      <LookMenu />
      <UserMenu />
      {finding ? (
        <Suspense fallback={null}>
          <Palette onClose={() => setFinding(false)} />
        </Suspense>
      ) : null}
    </header>
  )
}

function Trail() {
  const { list, active } = useTabs()
  const { routing } = useGo()
  const nameOf = useTabName()
  const tab = list.find((t) => t.key === active)
  if (!tab) return <div className="zyt-head-trail" />
  const above = routing.trail(tab.code)
  const name = nameOf(tab)
  const steps = above.at(-1) === name ? above : [...above, name]
  return (
    <nav className="zyt-head-trail" aria-label="当前位置">
      <ol>
        {steps.map((step, i) => (
          <li key={`${i}${step}`} aria-current={i === steps.length - 1 ? 'page' : undefined}>
            {step}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** One paragraph of help per screen, from its definition. */
function Help() {
  const { list, active } = useTabs()
  const { routing } = useGo()
  const tab = list.find((t) => t.key === active)
  const resolved = tab ? routing.resolve(tab.path) : null
  const screen = resolved?.kind === 'screen' ? resolved.screen : null
  const text = helpOf(screen ?? undefined) ?? '按 ? 键查看本页面可用的快捷键。'
  return (
    <Popover trigger="click" placement="bottomRight" title={screen?.title} content={<div style={{ maxWidth: 360 }}>{text}</div>}>
      <button type="button" className="zyt-icon-button" aria-label="本页说明">
        <QuestionCircleOutlined />
      </button>
    </Popover>
  )
}
