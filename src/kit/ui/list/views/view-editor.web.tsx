/** 保存视图 / 更新 / 改名 / 删除. Shown beside the tabs; what is saved is what is on the screen. */
import { useState } from 'react'
import { Button, Checkbox, Input, Radio } from 'antd'
import { SaveOutlined } from '@ant-design/icons'
import { Dialog, useDialog } from '../../dialog/dialog.web.tsx'
import { confirmBox, toast } from '../../dialog/message.web.tsx'
import { useMe } from '../../state/session.web.ts'
import { useChangeView, VIEW_SCOPES, type SavedView, type ViewScope, type ViewState } from './use-views.web.ts'
import '../list.css'

interface Props {
  screen: string
  current: SavedView | undefined
  /** The screen differs from what `current` saved. */
  changed: boolean
  /** There is something worth a name. */
  worth: boolean
  state: ViewState
  onSaved: (id: number) => void
  onRevert: () => void
  onGone: () => void
}

export function ViewEditor({ screen, current, changed, worth, state, onSaved, onRevert, onGone }: Props) {
  const change = useChangeView(screen)
  const dialog = useDialog<'add' | 'edit'>()
  const mine = current?.mine ?? false
  const update = async (): Promise<void> => {
    if (!current) return
    onSaved(await change.mutateAsync({ verb: 'edit', view: { ...plain(current), state } }))
    toast.success(`视图「${current.name}」已更新`)
  }
  const remove = async (): Promise<void> => {
    if (!current || !(await confirmBox({ title: '删除视图', content: `确定删除视图「${current.name}」？只删除视图，不影响数据。` }))) return
    await change.mutateAsync({ verb: 'delete', view: { id: current.id } })
    dialog.close()
    onGone()
  }
  return (
    <span className="zyt-list-view-tools">
      {current && changed ? <small>已修改</small> : null}
      {mine && changed ? (
        <Button size="small" type="link" onClick={() => void update()}>
          更新视图
        </Button>
      ) : null}
      {current && changed ? (
        <Button size="small" type="link" onClick={onRevert}>
          还原
        </Button>
      ) : null}
      {mine ? (
        <Button size="small" type="link" onClick={() => dialog.open('edit')}>
          管理
        </Button>
      ) : null}
      {worth && (!current || changed) ? (
        <Button size="small" type="text" icon={<SaveOutlined />} onClick={() => dialog.open('add')}>
          {current ? '另存为视图' : '保存视图'}
        </Button>
      ) : null}
      {dialog.value ? (
        <ViewDialog
          key={dialog.value}
          view={dialog.value === 'edit' ? current : undefined}
          onCancel={dialog.close}
          onDelete={() => void remove()}
          onSave={async (part) => {
            const saved =
              dialog.value === 'edit' && current
                ? await change.mutateAsync({ verb: 'edit', view: { ...plain(current), ...part } })
                : await change.mutateAsync({ verb: 'add', view: { screen, ...part, state } })
            dialog.close()
            toast.success(`视图「${part.name}」已保存`)
            onSaved(saved)
          }}
        />
      ) : null}
    </span>
  )
}

const plain = ({ id, screen, name, scope, isDefault, state }: SavedView): Omit<SavedView, 'mine'> => ({
  id,
  screen,
  name,
  scope,
  isDefault,
  state,
})

type Part = Pick<SavedView, 'name' | 'scope' | 'isDefault'>

function ViewDialog({
  view,
  onSave,
  onCancel,
  onDelete,
}: {
  view: SavedView | undefined
  onSave: (part: Part) => Promise<void>
  onCancel: () => void
  onDelete: () => void
}) {
  const { isAdmin, dept } = useMe()
  const [part, setPart] = useState<Part>({ name: view?.name ?? '', scope: view?.scope ?? 'private', isDefault: view?.isDefault ?? false })
  const name = part.name.trim()
  return (
    <Dialog
      open
      width={480}
      title={view ? '管理视图' : '保存视图'}
      onCancel={onCancel}
      okReason={name === '' ? '请填写视图名称' : null}
      onOk={() => onSave({ ...part, name })}
      extra={
        view ? (
          <Button danger type="text" onClick={onDelete}>
            删除视图
          </Button>
        ) : undefined
      }
    >
      <div className="zyt-list-view-form">
        <label htmlFor="zyt-view-name">视图名称</label>
        <Input
          id="zyt-view-name"
          autoFocus
          maxLength={20}
          showCount
          value={part.name}
          placeholder="例如：虹桥店待交车"
          onChange={(e) => setPart({ ...part, name: e.target.value })}
        />
        <span>谁可以看到</span>
        <Radio.Group
          value={part.scope}
          options={Object.entries(VIEW_SCOPES).map(([value, label]) => {
            const why =
              value === 'all' && !isAdmin ? '只有管理员可以发布给所有人' : value === 'dept' && !dept ? '您没有所属部门' : undefined
            return { value, label: why ? `${label}（${why}）` : label, disabled: why !== undefined }
          })}
          onChange={(e) => setPart({ ...part, scope: e.target.value as ViewScope })}
        />
        <Checkbox checked={part.isDefault} onChange={(e) => setPart({ ...part, isDefault: e.target.checked })}>
          打开本页面时默认使用此视图
        </Checkbox>
        <p className="zyt-list-note">保存当前的筛选条件、排序和列设置。</p>
      </div>
    </Dialog>
  )
}
