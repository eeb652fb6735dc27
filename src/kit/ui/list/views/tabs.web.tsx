/** Tabs above a list: 全部, the quick filters of the definition and saved views, each with what it finds now. */
import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import type { Entity } from '../../../entity/entity.ts'
import { filterQuery, readState, type Defaults, type Params } from '../../state/url-state.ts'
import { useCount } from '../use-data.web.ts'
import type { SavedView } from './use-views.web.ts'

interface Props {
  entity: Entity
  /** Quick tabs to show. */
  names: readonly string[]
  extra: { view?: string; fixed?: Record<string, unknown> }
  defaults: Defaults
  counts: Record<string, number> | undefined
  views: readonly SavedView[]
  quick: string
  saved: string
  onAll: () => void
  onQuick: (name: string) => void
  onView: (view: SavedView) => void
}

export function ListTabs(props: Props) {
  const { entity, names, counts, views, quick, saved } = props
  const box = useRef<HTMLDivElement>(null)
  if (names.length === 0 && views.length === 0) return <span />
  const lit = views.find((view) => String(view.id) === saved)
  const step = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    const tabs = [...(box.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
    tabs[(tabs.indexOf(document.activeElement as HTMLElement) + by + tabs.length) % tabs.length]?.focus()
  }
  return (
    <div className="zyt-list-tabs" role="tablist" aria-label={`${entity.label}的视图`} ref={box} onKeyDown={step}>
      <Tab on={!lit && quick === ''} onClick={props.onAll}>
        全部
      </Tab>
      {names.map((name) => (
        <Tab
          key={name}
          on={!lit && quick === name}
          count={shownCount(counts?.[name])}
          exact={(counts?.[name] ?? 0) <= TAB_LIMIT}
          onClick={() => props.onQuick(name)}
        >
          {name}
        </Tab>
      ))}
      {views.map((view) => (
        <ViewTab key={view.id} {...props} savedView={view} on={lit === view} />
      ))}
    </div>
  )
}

/** The server counts no further than this for a tab. */
const TAB_LIMIT = 9999
const shownCount = (count: number | undefined): number | undefined => (count === undefined ? undefined : Math.min(count, TAB_LIMIT))

function Tab({
  on,
  count,
  exact = true,
  onClick,
  children,
  title,
}: {
  on: boolean
  count?: number
  exact?: boolean
  onClick: () => void
  children: ReactNode
  title?: string
}) {
  return (
    <button
      type="button"
      role="tab"
      aria-selected={on}
      tabIndex={on ? 0 : -1}
      className={on ? 'zyt-list-tab zyt-on' : 'zyt-list-tab'}
      onClick={onClick}
      title={title}
    >
      {children}
      {count === undefined ? null : (
        <span className="zyt-list-count">{exact ? count.toLocaleString('zh-CN') : `${count.toLocaleString('zh-CN')}+`}</span>
      )}
    </button>
  )
}

function ViewTab({ savedView, on, onView, entity, extra, defaults }: Props & { savedView: SavedView; on: boolean }) {
  const { state } = readState(savedView.state.params, entity, defaults)
  const query: Params = filterQuery(state, entity, extra)
  const { data } = useCount(entity.name, query)
  return (
    <Tab
      on={on}
      count={data?.total}
      exact={data?.exact ?? true}
      onClick={() => onView(savedView)}
      title={savedView.isDefault ? '默认视图' : undefined}
    >
      {savedView.isDefault ? '★ ' : ''}
      {savedView.name}
    </Tab>
  )
}
