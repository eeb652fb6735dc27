/** A tree entity as a screen: the tree at the left, dragged to order; the record chosen in it at the right. */
import { Suspense, useRef, useState } from 'react'
import { Button, Space } from 'antd'
import { PlusOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { functionCode, type Entity } from '../../../entity/entity.ts'
import type { Screen } from '../../../entity/module.ts'
import type { DetailExtras, Row } from '../../../entity/wire.ts'
import { api } from '../../client/api.web.ts'
import { toast } from '../../dialog/message.web.tsx'
import { EntityForm } from '../../record/form/entity-form.web.tsx'
import { useRefresh } from '../../record/write.web.ts'
import { entityOf, slots } from '../../screen/registry.web.ts'
import { useQueryState } from '../../screen/screen.web.ts'
import { deleteRow } from '../bulk/act.web.ts'
import { moveNode, type Place } from '../../../entity/tree.ts'
import { Splitter } from '../../parts/splitter.web.tsx'
import { TreePane, useTree } from './tree-pane.web.tsx'
import { useHabits } from '../views/use-columns.web.ts'
import { listAddress } from '../use-data.web.ts'
import { useRights } from '../use-list.web.ts'
import '../list.css'

export function TreeScreen({ screen }: { screen: Screen }) {
  const entity = entityOf(screen.entity ?? '')
  const [params, setParams] = useQueryState()
  const [habits, setHabits] = useHabits(`tree:${screen.code}`)
  const [round, setRound] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const can = useRights()
  const refresh = useRefresh()
  const id = /^[1-9]\d*$/.test(params['id'] ?? '') ? Number(params['id']) : null
  const adding = params['add'] !== undefined
  const may = (verb: string): boolean => (entity.writes ?? 'full') === 'full' && can(functionCode(entity.right, verb))
  const move = useMove(entity)
  const show = (next: { id?: number | null; add?: string | null }): void => {
    setParams({ id: next.id ? String(next.id) : null, add: next.add ?? null }, 'push')
    setRound((n) => n + 1)
  }
  return (
    <div className="zyt-split zyt-tree-screen" ref={box} style={{ '--zyt-tree': `${habits.treeWidth ?? 300}px` } as React.CSSProperties}>
      <aside className="zyt-split-left" aria-label={`${entity.label}树`}>
        <header>
          <b>{entity.label}</b>
          {may('add') ? (
            <Space>
              <Button size="small" icon={<PlusOutlined />} onClick={() => show({ add: 'root' })}>
                新增顶层{entity.label}
              </Button>
            </Space>
          ) : null}
        </header>
        <TreePane
          entity={entity.name}
          chosen={id === null ? null : String(id)}
          onChoose={(key) => show({ id: key === null ? null : Number(key) })}
          onMove={may('edit') && entity.tree ? move : undefined}
        />
        {may('edit') ? <p className="zyt-list-note">拖动一项可以调整上下级和顺序</p> : null}
      </aside>
      <Splitter box={box} width={habits.treeWidth ?? 300} onWidth={(treeWidth) => setHabits({ treeWidth })} />
      <div className="zyt-split-right">
        {id !== null && !adding ? (
          <NodeButtons entity={entity} id={id} may={may} onAdd={() => show({ id, add: 'child' })} onGone={() => show({ id: null })} />
        ) : null}
        {adding ? (
          <NodeForm
            key={`add:${round}`}
            entity={entity}
            preset={params['add'] === 'child' && id !== null && entity.tree ? { [entity.tree]: id } : undefined}
            onCancel={() => show({ id })}
            onDone={(row, again) => (void refresh(), show(again ? { id, add: params['add'] } : { id: row.id }))}
          />
        ) : id !== null ? (
          <NodeForm key={id} entity={entity} id={id} onDone={() => void refresh()} />
        ) : (
          <div className="zyt-tree-screen-empty">请选择一个{entity.label}</div>
        )}
      </div>
    </div>
  )
}

interface FormProps {
  entity: Entity
  id?: number
  preset?: Record<string, unknown>
  onCancel?: () => void
  onDone: (row: Row, again?: boolean) => void
}

function NodeForm({ entity, id, preset, onCancel, onDone }: FormProps) {
  const Own = slots.forms[entity.name]
  if (!Own) return <EntityForm entity={entity.name} id={id} preset={preset} onCancel={onCancel} onDone={onDone} />
  return (
    <Suspense fallback={null}>
      <Own id={id} onDone={(row) => onDone(row)} />
    </Suspense>
  )
}

interface ButtonsProps {
  entity: Entity
  id: number
  may: (verb: string) => boolean
  onAdd: () => void
  onGone: () => void
}

function NodeButtons({ entity, id, may, onAdd, onGone }: ButtonsProps) {
  const client = useQueryClient()
  const remove = async (): Promise<void> => {
    const row = await api.get<Row & DetailExtras>(listAddress(entity.name, 'detail'), { id })
    if (row.$verbs.delete) return toast.error(row.$verbs.delete)
    if (await deleteRow(client, entity, row)) onGone()
  }
  return (
    <Space wrap>
      {may('add') ? (
        <Button icon={<PlusOutlined />} onClick={onAdd}>
          新增下级{entity.label}
        </Button>
      ) : null}
      {may('delete') ? (
        <Button danger onClick={() => void remove()}>
          删除
        </Button>
      ) : null}
    </Space>
  )
}

/** One call: the server writes the new parent and whichever numbers of the siblings change, or nothing at all. */
function useMove(entity: Entity): (id: number, target: number, where: Place) => void {
  const { data } = useTree(entity.name)
  const refresh = useRefresh()
  return (id, target, where) => {
    if (!moveNode(data ?? [], id, target, where)) return toast.error(`不能移动到自己的下级${entity.label}`)
    // Whatever happened, the tree shows what is stored now.
    void api
      .post(listAddress(entity.name, 'move'), { id, target, where })
      .then(
        () => toast.success('已移动'),
        () => undefined,
      )
      .finally(() => void refresh())
  }
}
