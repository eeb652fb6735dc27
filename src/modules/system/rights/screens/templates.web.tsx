/** Templates at the left, the chosen one at the right. */
import { useState } from 'react'
import { Button, Input, Menu } from 'antd'
import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { CLEAR } from '#kit/ui/parts/clear.web.tsx'
import { clearDraft } from '#kit/ui/state/draft.web.ts'
import { confirmBox } from '#kit/ui/dialog/message.web.tsx'
import { readId } from '#kit/ui/record/form/form-address.ts'
import { useQueryState, useScreen } from '#kit/ui/screen/screen.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { TemplateEditor, templateDraft } from './template-editor.web.tsx'
import { usePinyin } from '#kit/ui/parts/pinyin.web.ts'
import { allRows, useRules } from './use-rules.web.ts'

export function Templates() {
  const [params, setParams] = useQueryState()
  const { setDirty } = useScreen()
  const can = useCan()
  const rules = useRules()
  const [dirty, markDirty] = useState(false)
  const list = useQuery({
    queryKey: ['entity', 'dataTemplate', 'all'],
    queryFn: ({ signal }) => allRows('/api/v1/dataTemplate/list', { sort: 'name' }, signal),
  })
  const error = list.error ?? rules.error
  if (error) return <ErrorState error={error} onRetry={() => (void list.refetch(), rules.refetch())} />
  if (!list.data || !rules.data) return <LoadingState rows={10} />
  const adding = params['add'] !== undefined && can('datatemplate_add')
  const chosen = list.data.find((row) => row.id === readId(params['id'])) ?? null
  const note = (value: boolean): void => {
    markDirty(value)
    setDirty(value)
  }
  const show = async (next: { id?: number; add?: boolean }): Promise<void> => {
    if (
      dirty &&
      !(await confirmBox({ title: '有未保存的内容', content: '离开后未保存的修改会丢失。', okText: '仍然离开', cancelText: '继续编辑' }))
    )
      return
    // Left on purpose: not to come back by itself.
    if (dirty) clearDraft(templateDraft(adding ? null : (chosen?.id ?? null)))
    note(false)
    setParams({ id: next.id ? String(next.id) : null, add: next.add ? '1' : null }, 'push')
  }
  return (
    <div className="zyt-templates">
      <Names
        rows={list.data}
        chosen={chosen?.id ?? null}
        onChoose={(id) => void show({ id })}
        onAdd={can('datatemplate_add') ? () => void show({ add: true }) : null}
      />
      <div className="zyt-template-main">
        {adding ? (
          <TemplateEditor
            key="add"
            row={null}
            rules={rules.data}
            onDirty={note}
            onSaved={(id) => setParams({ id: String(id), add: null })}
            onCancel={() => void show({})}
          />
        ) : chosen ? (
          <TemplateEditor
            key={chosen.id}
            row={chosen}
            rules={rules.data}
            onDirty={note}
            onSaved={() => undefined}
            onDeleted={() => setParams({ id: null })}
          />
        ) : (
          <EmptyState why={list.data.length ? '请选择一个模板' : '还没有数据权限模板；受控页面在分配模板之前看不到任何数据'} />
        )}
      </div>
    </div>
  )
}

function Names({
  rows,
  chosen,
  onChoose,
  onAdd,
}: {
  rows: readonly { id: number; $title: string }[]
  chosen: number | null
  onChoose: (id: number) => void
  onAdd: (() => void) | null
}) {
  const [typed, setTyped] = useState('')
  const match = usePinyin(typed !== '')
  const shown = typed.trim() === '' ? rows : rows.filter((row) => match(row.$title, typed))
  return (
    <aside className="zyt-template-names" aria-label="模板">
      <header>
        <b>模板</b>
        {onAdd ? (
          <Button size="small" icon={<PlusOutlined />} onClick={onAdd}>
            新增
          </Button>
        ) : null}
      </header>
      {rows.length > 8 ? (
        <Input
          size="small"
          allowClear={CLEAR}
          placeholder="查找模板"
          aria-label="查找模板"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      ) : null}
      <Menu
        mode="inline"
        selectedKeys={chosen ? [String(chosen)] : []}
        items={shown.map((row) => ({ key: String(row.id), label: row.$title }))}
        onClick={({ key }) => onChoose(Number(key))}
      />
    </aside>
  )
}
