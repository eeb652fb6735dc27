/** The tree at the left, dragged to order; the resource chosen in it at the right. */
import { useMemo, useRef, useState } from 'react'
import { Button, Input, Space, Tree } from 'antd'
import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { CLEAR } from '#kit/ui/parts/clear.web.tsx'
import { api } from '#kit/ui/client/api.web.ts'
import { Splitter } from '#kit/ui/parts/splitter.web.tsx'
import '#kit/ui/list/list.css'
import { confirmBox, toast } from '#kit/ui/dialog/message.web.tsx'
import { useRefresh } from '#kit/ui/record.web.tsx'
import { useQueryState } from '#kit/ui/screen/screen.web.ts'
import { useCan, useMe } from '#kit/ui/state/session.web.ts'
import { useSetting } from '#kit/ui/state/setting.web.ts'
import { ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { MenuIcon } from '#shell/menu/icons.web.tsx'
import { isUnder, moveResource, nestResources, RESOURCE_TYPES, type ResourceItem, type ResourceNode } from '../resource-tree.ts'
import { ResourceForm } from './resource-form.web.tsx'
import { usePinyin } from '#kit/ui/parts/pinyin.web.ts'
import { ReasonButton } from '#kit/ui/record/reason-button.web.tsx'
import './resource.css'

interface Rights {
  add: string | null
  edit: string
  remove: string | null
  sort: string
}

export function ResourceShaper({ part, rights }: { part: 'all' | 'menu'; rights: Rights }) {
  const query = useQuery({
    queryKey: ['entity', 'resource', 'tree'],
    queryFn: ({ signal }) => api.get<ResourceItem[]>('/api/v1/resource/tree', undefined, { signal, silent: true }),
  })
  const rows = useMemo(() => (query.data ?? []).filter((row) => part === 'all' || row.type !== 'function'), [query.data, part])
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <LoadingState rows={10} />
  return <Shaper rows={rows} part={part} rights={rights} />
}

/** The tree is the installation's: the server lets administrators shape it and nobody else. */
function useMay(rights: Rights): (what: keyof Rights) => boolean {
  const { isAdmin } = useMe()
  const can = useCan()
  return (what) => isAdmin && rights[what] !== null && can(rights[what])
}

function Shaper({ rows, part, rights }: { rows: readonly ResourceItem[]; part: 'all' | 'menu'; rights: Rights }) {
  const [params, setParams] = useQueryState()
  const [width, setWidth] = useSetting('resource:width', 340)
  const box = useRef<HTMLDivElement>(null)
  const may = useMay(rights)
  const refresh = useRefresh()
  const [round, setRound] = useState(0)
  const chosen = rows.find((row) => row.code === params['code']) ?? null
  const adding = params['add'] !== undefined && may('add')
  const show = (next: { code?: string | null; add?: string | null }): void => {
    setParams({ code: next.code ?? null, add: next.add ?? null }, 'push')
    setRound((n) => n + 1)
  }
  const remove = async (row: ResourceItem): Promise<void> => {
    if (!(await confirmBox({ title: '删除资源', content: `确定删除「${row.name}」？已授予各角色的这项权限会一并收回。`, okText: '删除' })))
      return
    const gone = await api.post('/api/v1/resource/delete', { code: row.code }).then(
      () => true,
      () => false,
    )
    if (gone) show({ code: row.parentCode })
    await refresh()
  }
  return (
    <div className="zyt-split zyt-tree-screen" ref={box} style={{ '--zyt-tree': `${width}px` } as React.CSSProperties}>
      <aside className="zyt-split-left" aria-label="资源树">
        <header>
          <b>{part === 'all' ? '资源' : '菜单'}</b>
          {may('add') ? (
            <Button size="small" icon={<PlusOutlined />} onClick={() => show({ add: 'root' })}>
              新增菜单
            </Button>
          ) : null}
        </header>
        <ResourceTree rows={rows} chosen={chosen?.code ?? null} movable={may('sort')} onChoose={(code) => show({ code })} />
        {may('sort') ? <p className="zyt-list-note">拖动可以调整上下级和顺序</p> : null}
      </aside>
      <Splitter box={box} width={width} onWidth={setWidth} />
      <div className="zyt-split-right">
        {chosen && !adding ? (
          <Space wrap className="zyt-resource-buttons">
            {may('add') && chosen.type !== 'function' ? (
              <Button icon={<PlusOutlined />} onClick={() => show({ code: chosen.code, add: 'child' })}>
                {chosen.type === 'menu' ? '新增下级' : '新增功能按钮'}
              </Button>
            ) : null}
            {may('remove') ? (
              <ReasonButton danger reason={chosen.builtin ? '系统内置资源不能删除，可以隐藏' : null} onClick={() => void remove(chosen)}>
                删除
              </ReasonButton>
            ) : null}
            {chosen.builtin ? <span className="zyt-section-hint">系统内置资源不能删除，可以隐藏</span> : null}
          </Space>
        ) : null}
        {adding ? (
          <ResourceForm
            key={`add:${round}`}
            rows={rows}
            parent={params['add'] === 'child' ? chosen : null}
            part={part}
            readOnly={false}
            onCancel={() => show({ code: chosen?.code })}
            onSaved={(code) => show({ code })}
          />
        ) : chosen ? (
          <ResourceForm key={chosen.code} rows={rows} row={chosen} part={part} readOnly={!may('edit')} onSaved={(code) => show({ code })} />
        ) : (
          <div className="zyt-tree-screen-empty">请选择一项</div>
        )}
      </div>
    </div>
  )
}

interface TreeProps {
  rows: readonly ResourceItem[]
  chosen: string | null
  movable: boolean
  onChoose: (code: string | null) => void
}

function ResourceTree({ rows, chosen, movable, onChoose }: TreeProps) {
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState<string[] | null>(null)
  const match = usePinyin(typed !== '')
  const refresh = useRefresh()
  const matching = useMemo(() => {
    if (typed.trim() === '') return null
    const hits = rows.filter((row) => match(row.name, typed) || row.code.toLowerCase().includes(typed.trim().toLowerCase()))
    return new Set(rows.filter((row) => hits.some((hit) => isUnder(rows, hit.code, row.code))).map((row) => row.code))
  }, [rows, typed, match])
  const tree = useMemo(() => nestResources(matching ? rows.filter((row) => matching.has(row.code)) : rows), [rows, matching])
  const above = rows.filter((row) => chosen !== null && row.code !== chosen && isUnder(rows, chosen, row.code)).map((row) => row.code)
  const move = async (code: string, target: string, where: 'inside' | 'before' | 'after'): Promise<void> => {
    const moved = moveResource(rows, code, target, where)
    if ('reason' in moved) return toast.error(moved.reason)
    await api.post('/api/v1/resource/sort', moved).then(
      () => toast.success('已移动'),
      () => undefined,
    )
    await refresh()
  }
  return (
    <div className="zyt-tree-pane">
      <Input
        size="small"
        allowClear={CLEAR}
        placeholder="按名称、拼音、编码查找"
        aria-label="在树中查找"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="zyt-tree-scroll">
        {tree.length === 0 ? <p className="zyt-list-note">没有匹配的资源</p> : null}
        <Tree
          blockNode
          draggable={movable && matching === null ? { icon: false } : false}
          treeData={tree.map(toAntd)}
          expandedKeys={matching ? [...matching] : (open ?? above)}
          selectedKeys={chosen ? [chosen] : []}
          onExpand={(keys) => setOpen(keys.map(String))}
          onSelect={(keys) => onChoose(keys[0] === undefined ? null : String(keys[0]))}
          onDrop={({ dragNode, node, dropToGap, dropPosition }) => {
            const index = Number(node.pos.split('-').at(-1))
            void move(String(dragNode.key), String(node.key), !dropToGap ? 'inside' : dropPosition < index + 1 ? 'before' : 'after')
          }}
        />
      </div>
    </div>
  )
}

interface AntdNode {
  key: string
  title: React.ReactNode
  children: AntdNode[]
}
const toAntd = (node: ResourceNode): AntdNode => ({
  key: node.code,
  title: (
    <span className={node.hidden ? 'zyt-resource zyt-resource-hidden' : 'zyt-resource'}>
      {node.type === 'function' ? <Tag tone="grey">{RESOURCE_TYPES.function.slice(2)}</Tag> : <MenuIcon icon={node.icon} />}
      <span className="zyt-resource-name">{node.name}</span>
      {node.hidden ? <small>已隐藏</small> : null}
      {node.builtin ? null : <small>自建</small>}
    </span>
  ),
  children: node.children.map(toAntd),
})
