/**
 * One record: title with state, sections at the left, timeline at the right, lists of what belongs to it as tabs, and
 * what may be done with it in a bar that is always in sight.
 */
import { lazy, Suspense, useState } from 'react'
import { Alert, Button, Space } from 'antd'
import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import type { Entity } from '../../entity/entity.ts'
import { functionCode } from '../../entity/entity.ts'
import type { Field } from '../../entity/field.ts'
import type { DetailExtras, Row } from '../../entity/wire.ts'
import { hasPortrait, Portrait } from '../card/portrait.web.tsx'
import { api, sentenceOf } from '../client/api.web.ts'
import { CopyButton } from '../parts/copy.web.tsx'
import { entityKeys } from '../client/entity-keys.ts'
import { useSiblings } from '../list/siblings.web.ts'
import { useShortcut } from '../screen/keys.web.ts'
import { confirmBox, toast } from '../dialog/message.web.tsx'
import { PageTabs } from '../parts/page-tabs.web.tsx'
import { Link } from '../screen/link.web.tsx'
import { detailPath, editPath, entityOf, hasEntity, slots } from '../screen/registry.web.ts'
import { useScreen } from '../screen/screen.web.ts'
import { useCan } from '../state/session.web.ts'
import { EmptyState, ErrorState, LoadingState } from '../parts/state.web.tsx'
import { Tag } from '../parts/tag.web.tsx'
import { stateColor } from '../parts/tone.ts'
import { ActionBar } from './action-bar.web.tsx'
import { DetailSections } from './detail-sections.web.tsx'
import { EntityFormDrawer } from './form/entity-form.web.tsx'
import { PrintButton } from './print/print-button.web.tsx'
import { ReasonButton } from './reason-button.web.tsx'
import { Timeline } from './timeline.web.tsx'
import { useRefresh, useWrite } from './write.web.ts'
import './detail.css'

const EntityList = lazy(() => import('../list/list.web.tsx').then((m) => ({ default: m.EntityList })))

type Detail = Row & DetailExtras

export interface EntityDetailProps {
  entity: string
  id: number
  /** Actions shown first. */
  promoted?: readonly string[]
}

export function useDetail(entity: string, id: number) {
  return useQuery({
    queryKey: entityKeys.detail(entity, id),
    queryFn: ({ signal }) => api.get<Detail>(`/api/v1/${entity}/detail`, { id }, { signal, silent: true }),
  })
}

export function EntityDetail({ entity: name, id, promoted }: EntityDetailProps) {
  const entity = entityOf(name)
  const query = useDetail(name, id)
  const [removed, setRemoved] = useState<Detail | null>(null)
  if (removed) return <Removed entity={entity} row={removed} onBack={() => setRemoved(null)} />
  if (query.data)
    return <Loaded entity={entity} row={query.data} promoted={promoted} reload={() => void query.refetch()} onRemoved={setRemoved} />
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return <LoadingState as="detail" rows={9} />
}

interface LoadedProps {
  entity: Entity<any>
  row: Detail
  promoted?: readonly string[]
  reload: () => void
  onRemoved: (row: Detail) => void
}

function Loaded({ entity, row, promoted, reload, onRemoved }: LoadedProps) {
  const heads = slots.heads[entity.name] ?? []
  const tabs = useDetailTabs(entity, row, reload)
  const main = (
    <div className="zyt-detail-columns">
      <div className="zyt-detail-main">
        {heads.map((Head, i) => (
          <Suspense key={i} fallback={<LoadingState rows={2} />}>
            <Head row={row} reload={reload} />
          </Suspense>
        ))}
        <DetailSections entity={entity} row={row} />
      </div>
      <aside className="zyt-detail-side" aria-label="动态">
        <Timeline key={row.id} entity={entity.name} id={row.id} />
      </aside>
    </div>
  )
  return (
    <div className="zyt-detail">
      <TitleLine entity={entity} row={row} />
      <Notes notes={row.$notes} />
      {tabs.length === 0 ? main : <PageTabs items={[{ key: 'main', label: '详情', children: main }, ...tabs]} />}
      <Bar entity={entity} row={row} promoted={promoted} onRemoved={onRemoved} />
    </div>
  )
}

function useDetailTabs(entity: Entity<any>, row: Detail, reload: () => void) {
  const can = useCan()
  const own = (slots.tabs[entity.name] ?? [])
    .filter(({ right }) => right === undefined || can(right))
    .map(({ key, label, component: Component }) => ({
      key: `tab-${key}`,
      label,
      children: (
        <Suspense fallback={<LoadingState />}>
          <Component row={row} reload={reload} />
        </Suspense>
      ),
    }))
  const children = (entity.children ?? [])
    .filter((child) => hasEntity(child.entity) && can(entityOf(child.entity).right))
    .map((child) => ({
      key: `child-${child.entity}-${child.by}`,
      label: child.label,
      children: (
        <Suspense fallback={<LoadingState />}>
          <EntityList key={row.id} entity={child.entity} fixed={{ [child.by]: row.id }} embedded addParams={{ [child.by]: row.id }} />
        </Suspense>
      ),
    }))
  return [...own, ...children]
}

function Notes({ notes }: { notes: DetailExtras['$notes'] }) {
  return notes.map(({ text, link }) => (
    <Alert
      key={text}
      type="info"
      showIcon
      className="zyt-detail-note"
      title={
        <>
          {text}{' '}
          <Link to={link?.to} closed={null}>
            {link?.label}
          </Link>
        </>
      }
    />
  ))
}

/** Title, state and the way to the neighbours in the list one came from. */
function TitleLine({ entity, row }: { entity: Entity<any>; row: Detail }) {
  const state = entity.state ? (entity.fields[entity.state] as Extract<Field, { kind: 'state' }>) : null
  const value = entity.state ? String(row[entity.state]) : ''
  const { prev, next, position, total } = useSiblings(entity.name, row.id)
  const screen = useScreen()
  const go = (id: number | null): void => {
    const path = id === null ? null : detailPath(entity.name, id)
    // The same tab: stepping through forty records must not leave forty tabs.
    if (path === null || id === null) return
    screen.setParams({ id: String(id) }, 'push')
  }
  useShortcut({ combo: 'j', label: '下一条记录', run: () => go(next) }, next !== null)
  useShortcut({ combo: 'k', label: '上一条记录', run: () => go(prev) }, prev !== null)
  // The bare arrows scroll the page.
  useShortcut({ combo: 'alt+arrowdown', label: '下一条记录', run: () => go(next) }, next !== null)
  useShortcut({ combo: 'alt+arrowup', label: '上一条记录', run: () => go(prev) }, prev !== null)
  return (
    <header className="zyt-detail-head">
      {hasPortrait(entity) ? <Portrait entity={entity} row={row} size="head" /> : null}
      <h1>
        {row.$title || `${entity.label} #${row.id}`}
        <CopyButton text={row.$title} />
      </h1>
      {state ? <Tag tone={stateColor(value)}>{state.options[value] ?? value}</Tag> : null}
      {position === null ? null : (
        <Space className="zyt-detail-step">
          <span className="zyt-section-hint">
            {position} / {total}
          </span>
          <ReasonButton
            icon={<UpOutlined />}
            reason={prev === null ? '已经是列表的第一条' : null}
            onClick={() => go(prev)}
            label="上一条"
            keys="K Alt+ArrowUp"
            title="上一条（K 或 Alt+↑）"
          />
          <ReasonButton
            icon={<DownOutlined />}
            reason={next === null ? '已经是列表的最后一条' : null}
            onClick={() => go(next)}
            label="下一条"
            keys="J Alt+ArrowDown"
            title="下一条（J 或 Alt+↓）"
          />
        </Space>
      )}
    </header>
  )
}

function Bar({
  entity,
  row,
  promoted,
  onRemoved,
}: {
  entity: Entity<any>
  row: Detail
  promoted?: readonly string[]
  onRemoved: (row: Detail) => void
}) {
  const can = useCan()
  const screen = useScreen()
  const [editing, setEditing] = useState(false)
  const write = useWrite()
  const refresh = useRefresh()
  const writes = entity.writes ?? 'full'
  const path = editPath(entity.name, row.id)

  const remove = async (): Promise<void> => {
    if (!(await confirmBox({ title: '删除确认', content: `确定删除「${row.$title}」？删除后可以撤销。`, okText: '删除' }))) return
    try {
      await write(`/api/v1/${entity.name}/delete`, { id: row.id, version: row.version })
      onRemoved(row)
      await refresh({ entity: entity.name, id: row.id })
    } catch (error) {
      toast.error(sentenceOf(error, '删除失败，请重试'), 5000)
      void refresh()
    }
  }
  return (
    <footer className="zyt-form-bar">
      <Space wrap size="small" className="zyt-detail-tools">
        <PrintButton entity={entity} row={row} />
        {writes === 'full' && can(functionCode(entity.right, 'delete')) ? (
          <ReasonButton danger reason={row.$verbs.delete} onClick={() => void remove()}>
            删除
          </ReasonButton>
        ) : null}
        {writes === 'full' && can(functionCode(entity.right, 'edit')) ? (
          <ReasonButton reason={row.$verbs.edit} onClick={() => (path ? screen.open(path) : setEditing(true))}>
            修改
          </ReasonButton>
        ) : null}
      </Space>
      <ActionBar entity={entity.name} row={row} promoted={promoted} />
      <EntityFormDrawer
        entity={entity.name}
        id={row.id}
        open={editing}
        onCancel={() => setEditing(false)}
        onDone={() => setEditing(false)}
      />
    </footer>
  )
}

/** What is left on screen after a deletion, with the way back. */
function Removed({ entity, row, onBack }: { entity: Entity<any>; row: Detail; onBack: () => void }) {
  const screen = useScreen()
  const write = useWrite()
  const refresh = useRefresh()
  const restore = async (): Promise<void> => {
    try {
      await write(`/api/v1/${entity.name}/restore`, { id: row.id })
      await refresh()
      toast.success('已撤销删除')
      onBack()
    } catch (error) {
      toast.error(sentenceOf(error, '撤销失败，请重试'), 5000)
    }
  }
  return (
    <EmptyState
      why={`「${row.$title}」已删除`}
      next={
        <Space>
          <Button onClick={() => void restore()}>撤销</Button>
          <Button type="primary" onClick={screen.back}>
            返回
          </Button>
        </Space>
      }
    />
  )
}
