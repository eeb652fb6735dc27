/** Above the menu: what this person starred, and where he was lately. */
import { HistoryOutlined, StarFilled, StarOutlined } from '@ant-design/icons'
import { Popover } from 'antd'
import { useState } from 'react'
import { findScreen } from '#kit/ui/screen/registry.web.ts'
import { pagesOf } from './work-menu.ts'
import { useGo } from '../tabs/go.web.ts'
import { kindOf, useRecent } from '../tabs/recent.web.ts'
import { useTabs } from '../tabs/tabs.web.ts'
import { useFavourites } from './favourites.web.ts'
import './menu.css'

interface Line {
  path: string
  title: string
  note?: string
}

function Lines({ lines, onGo }: { lines: readonly Line[]; onGo: (path: string) => void }) {
  return (
    <ul className="zyt-own-list">
      {lines.map(({ path, title, note }) => (
        <li key={path}>
          <a
            href={path}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
              event.preventDefault()
              onGo(path)
            }}
          >
            <span>{title}</span>
            {note ? <span className="zyt-own-note">{note}</span> : null}
          </a>
        </li>
      ))}
    </ul>
  )
}

function Own({
  name,
  icon,
  lines,
  empty,
  collapsed,
}: {
  name: string
  icon: React.ReactNode
  lines: readonly Line[]
  empty: string
  collapsed: boolean
}) {
  const go = useGo()
  const [open, setOpen] = useState(false)
  return (
    <Popover
      trigger="click"
      placement="rightTop"
      open={open}
      onOpenChange={setOpen}
      title={name}
      content={
        lines.length === 0 ? (
          <p className="zyt-own-none">{empty}</p>
        ) : (
          <Lines
            lines={lines}
            onGo={(path) => {
              setOpen(false)
              go.open(path)
            }}
          />
        )
      }
    >
      <button type="button" className="zyt-own-button" aria-label={name} aria-expanded={open}>
        {icon}
        {collapsed ? null : <span>{name}</span>}
      </button>
    </Popover>
  )
}

export function OwnPages({ collapsed }: { collapsed: boolean }) {
  const { routing } = useGo()
  const { codes } = useFavourites()
  const recent = useRecent()
  const pages = new Map(pagesOf(routing.menu).map(({ node }) => [node.code, node]))
  const starred = codes.flatMap((code) => {
    const page = pages.get(code)
    return page?.path ? [{ path: page.path, title: page.title }] : []
  })
  const seen = recent
    .filter(({ path }) => routing.resolve(path.split('?')[0]!).kind === 'screen')
    .map((one) => ({ path: one.path, title: one.title, note: kindOf(one, findScreen(one.code)?.title) }))
  return (
    <div className="zyt-own" data-collapsed={collapsed || undefined}>
      <Own name="常用" icon={<StarFilled />} lines={starred} empty="打开常用的页面，点标题旁的 ☆ 收藏" collapsed={collapsed} />
      <Own name="最近" icon={<HistoryOutlined />} lines={seen} empty="打开过的页面会显示在这里" collapsed={collapsed} />
    </div>
  )
}

/** Beside the name of the page in front, when it is a page of the menu. */
export function Star() {
  const { routing } = useGo()
  const { list, active } = useTabs()
  const { codes, turn } = useFavourites()
  const code = list.find((tab) => tab.key === active)?.code
  if (code === undefined || !pagesOf(routing.menu).some(({ node }) => node.code === code)) return null
  const is = codes.includes(code)
  return (
    <button
      type="button"
      className="zyt-icon-button zyt-star"
      aria-label={is ? '取消收藏' : '收藏到常用'}
      aria-pressed={is}
      onClick={() => turn(code)}
    >
      {is ? <StarFilled /> : <StarOutlined />}
    </button>
  )
}
