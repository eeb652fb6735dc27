/** What the bars of both drawing boards share: which version this is, whether it is kept, undo and redo. */
import type { ReactNode } from 'react'
import { Space } from 'antd'
import { RedoOutlined, SaveOutlined, UndoOutlined } from '@ant-design/icons'
import { ReasonButton } from '#kit/ui/record/reason-button.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import type { Saving } from './use-saving.web.ts'

export const VERSION_STATUS = { draft: ['orange', '草稿'], published: ['green', '已发布'], retired: ['grey', '历史版本'] } as const
const SAVED: Readonly<Record<Saving['state'], string>> = { saved: '已保存', dirty: '有改动', saving: '保存中…', failed: '保存失败' }

interface TitleProps {
  name: string
  number: number
  status: keyof typeof VERSION_STATUS
  /** Null: nobody edits here. */
  saved: Saving['state'] | null
}
export function DraftTitle({ name, number, status, saved }: TitleProps): ReactNode {
  const [tone, word] = VERSION_STATUS[status]
  return (
    <h1>
      {name}
      <small>第 {number} 版</small>
      <Tag tone={tone}>{word}</Tag>
      {saved ? (
        <small className={saved === 'failed' ? 'zyt-design-failed' : undefined} role="status">
          {SAVED[saved]}
        </small>
      ) : null}
    </h1>
  )
}

export function SaveDraft({ state, onSave }: { state: Saving['state']; onSave: () => void }): ReactNode {
  return (
    <ReasonButton
      icon={<SaveOutlined />}
      title="保存草稿 Ctrl+S；改动也会自动保存"
      reason={state === 'saved' ? '草稿已保存，改动会自动保存' : state === 'saving' ? '正在保存' : null}
      onClick={onSave}
    >
      保存
    </ReasonButton>
  )
}

export interface UndoRedoProps {
  canUndo: boolean
  canRedo: boolean
  onUndo: () => void
  onRedo: () => void
}
export function UndoRedo({ canUndo, canRedo, onUndo, onRedo }: UndoRedoProps): ReactNode {
  return (
    <Space.Compact>
      <ReasonButton
        icon={<UndoOutlined />}
        label="撤销"
        title="撤销 Ctrl+Z"
        reason={canUndo ? null : '没有可以撤销的修改'}
        onClick={onUndo}
      />
      <ReasonButton
        icon={<RedoOutlined />}
        label="重做"
        title="重做 Ctrl+Shift+Z"
        reason={canRedo ? null : '没有可以重做的修改'}
        onClick={onRedo}
      />
    </Space.Compact>
  )
}
