/** The tree at the left of a list. A node stands for everything below it; the server reads it that way. Width is remembered. */
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { Button, Input, Tree } from 'antd'
import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { CLEAR } from '../../parts/clear.web.tsx'
import type { Entity } from '../../../entity/entity.ts'
import type { TreeNode } from '../../../entity/wire.ts'
import { api } from '../../client/api.web.ts'
import { entityKeys } from '../../client/entity-keys.ts'
import { entityOf } from '../../screen/registry.web.ts'
import { ErrorState, LoadingState } from '../../parts/state.web.tsx'
import { usePinyin } from '../../parts/pinyin.web.ts'
import { Splitter } from '../../parts/splitter.web.tsx'
import { fieldOf } from '../kinds.ts'
import { nest, pathsTo, type Nested } from './tree.ts'
import type { Habits } from '../views/use-columns.web.ts'
import { listAddress } from '../use-data.web.ts'

/** Of a tree entity its own nodes; of a list with a left tree the nodes it is filtered by, with how many rows hang at each. */
export const useTree = (entity: string, view?: string) =>
  useQuery({
    queryKey: [...entityKeys.tree(entity), view ?? ''],
    queryFn: ({ signal }) => api.get<TreeNode[]>(listAddress(entity, 'tree'), view ? { view } : undefined, { signal, silent: true }),
    staleTime: 30_000,
  })

interface Props {
  entity: Entity
  /** Name of the reference field that the tree filters. */
  field: string
  view: string | undefined
  chosen: string | null
  onChoose: (id: string | null) => void
  habits: Habits
  setHabits: (part: Habits) => void
  children: ReactNode
}

export function TreeLayout({ entity, field, view, chosen, onChoose, habits, setHabits, children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const width = habits.treeWidth ?? 220
  const spec = fieldOf(entity, field)
  if (spec?.kind !== 'ref') return <>{children}</>
  const label = entityOf(spec.to).label
  return (
    <div className="zyt-split" ref={box} style={{ '--zyt-tree': `${width}px` } as React.CSSProperties}>
      {habits.treeShut ? (
        <Button
          className="zyt-split-open"
          type="text"
          icon={<MenuUnfoldOutlined />}
          aria-label={`展开${label}树`}
          title={`展开${label}树`}
          onClick={() => setHabits({ treeShut: false })}
        />
      ) : (
        <>
          <aside className="zyt-split-left" aria-label={`按${label}筛选`}>
            <header>
              <b>{label}</b>
              <Button
                size="small"
                type="text"
                icon={<MenuFoldOutlined />}
                aria-label={`收起${label}树`}
                title="收起"
                onClick={() => setHabits({ treeShut: true })}
              />
            </header>
            <TreePane entity={entity.name} view={view} chosen={chosen} onChoose={onChoose} />
          </aside>
          <Splitter box={box} width={width} onWidth={(treeWidth) => setHabits({ treeWidth })} />
        </>
      )}
      <div className="zyt-split-right">{children}</div>
    </div>
  )
}

interface PaneProps {
  entity: string
  view?: string
  chosen: string | null
  onChoose: (id: string | null) => void
  onMove?: (id: number, target: number, where: 'inside' | 'before' | 'after') => void
}

export function TreePane({ entity, view, chosen, onChoose, onMove }: PaneProps) {
  const { data, error, refetch, isPending } = useTree(entity, view)
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState<string[] | null>(null)
  const match = usePinyin(typed !== '')
  const shownIds = useMemo(() => pathsTo(data ?? [], typed, match), [data, typed, match])
  const roots = useMemo(
    () => nest(typed === '' ? (data ?? []) : (data ?? []).filter((node) => shownIds.has(node.id))),
    [data, typed, shownIds],
  )
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (isPending) return <LoadingState rows={5} />
  // First level open at the start; while searching everything found.
  const expanded = typed === '' ? (open ?? roots.map((node) => String(node.id))) : [...shownIds].map(String)
  return (
    <div className="zyt-tree-pane">
      <Input
        size="small"
        allowClear={CLEAR}
        placeholder="查找（支持拼音）"
        aria-label="在树中查找"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="zyt-tree-scroll">
        {roots.length === 0 ? (
          <p className="zyt-list-note">{typed === '' ? '没有数据' : '没有匹配的内容，请换个关键字'}</p>
        ) : (
          <Tree
            blockNode
            draggable={onMove && typed === '' ? { icon: false } : false}
            treeData={roots.map(toAntd)}
            expandedKeys={expanded}
            selectedKeys={chosen ? [chosen] : []}
            onExpand={(keys) => setOpen(keys.map(String))}
            onSelect={(keys) => onChoose(keys[0] === undefined ? null : String(keys[0]))}
            onDrop={({ dragNode, node, dropToGap, dropPosition }) => {
              const index = Number(node.pos.split('-').at(-1))
              onMove?.(Number(dragNode.key), Number(node.key), !dropToGap ? 'inside' : dropPosition < index + 1 ? 'before' : 'after')
            }}
          />
        )}
      </div>
    </div>
  )
}

interface AntdNode {
  key: string
  title: ReactNode
  children: AntdNode[]
}
const toAntd = (node: Nested): AntdNode => ({
  key: String(node.id),
  title: (
    <>
      {node.label}
      {node.count === undefined ? null : <small className="zyt-list-count">{node.count}</small>}
    </>
  ),
  children: node.children.map(toAntd),
})
