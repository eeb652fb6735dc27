/** Keyword on the left; 新增, 导入, 导出, columns, refresh and full screen on the right. */
import { useState } from 'react'
import { Button, Input, Tooltip } from 'antd'
import {
  DownloadOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  PlusOutlined,
  ReloadOutlined,
  SettingOutlined,
  UploadOutlined,
} from '@ant-design/icons'
import { CLEAR } from '../parts/clear.web.tsx'
import type { Entity } from '../../entity/entity.ts'
import type { Field } from '../../entity/field.ts'
import { keywordFields } from '../../entity/names.ts'

interface Props {
  entity: Entity
  keyword: string
  onKeyword: (keyword: string) => void
  onAdd: (() => void) | null
  onImport: (() => void) | null
  onExport: (() => void) | null
  onColumns: () => void
  onRefresh: () => void
  busy: boolean
  maximised: boolean
  onMaximise: () => void
  extra: React.ReactNode
  narrow: boolean
}

export function Toolbar(props: Props) {
  const { entity, onAdd, onImport, onExport, maximised } = props
  return (
    <div className="zyt-list-toolbar">
      <Keyword entity={entity} value={props.keyword} onSearch={props.onKeyword} />
      <span className="zyt-list-tools">
        {onAdd ? (
          <Button type="primary" icon={<PlusOutlined />} onClick={onAdd}>
            新增{entity.label}
          </Button>
        ) : null}
        {props.extra}
        {onImport && !props.narrow ? (
          <Button icon={<UploadOutlined />} onClick={onImport}>
            导入
          </Button>
        ) : null}
        {onExport ? (
          <Button icon={<DownloadOutlined />} onClick={onExport}>
            导出
          </Button>
        ) : null}
        <Icon title="刷新" icon={<ReloadOutlined spin={props.busy} />} onClick={props.onRefresh} />
        <Icon title="列设置" icon={<SettingOutlined />} onClick={props.onColumns} />
        {props.narrow ? null : (
          <Icon
            title={maximised ? '退出全屏（Esc）' : '全屏显示'}
            icon={maximised ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
            onClick={props.onMaximise}
          />
        )}
      </span>
    </div>
  )
}

function Icon({ title, icon, onClick }: { title: string; icon: React.ReactNode; onClick: () => void }) {
  return (
    <Tooltip title={title}>
      <Button type="text" icon={icon} aria-label={title} onClick={onClick} />
    </Tooltip>
  )
}

function Keyword({ entity, value, onSearch }: { entity: Entity; value: string; onSearch: (keyword: string) => void }) {
  const [of, setOf] = useState(value)
  const [typed, setTyped] = useState(value)
  // The address moved (chip closed, 返回): what was typed before no longer stands.
  if (of !== value) {
    setOf(value)
    setTyped(value)
  }
  const through = (entity.searchThrough ?? []).map((name) => (entity.fields as Record<string, Field>)[name]!.label)
  const names = [
    ...keywordFields(entity)
      .slice(0, through.length ? 1 : 3)
      .map((field) => field.label),
    ...through,
  ]
  if (names.length === 0) return null
  const hint = `搜索${names.slice(0, 4).join('、')}（支持拼音）`
  return (
    <Input.Search
      className="zyt-list-keyword"
      allowClear={CLEAR}
      aria-label={`按关键字搜索${entity.label}`}
      placeholder={hint}
      title={hint}
      value={typed}
      maxLength={100}
      onChange={(event) => setTyped(event.target.value)}
      onSearch={(text) => onSearch(text.trim())}
    />
  )
}
