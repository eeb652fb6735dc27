/** 列设置: which columns, in which order, how wide, pinned where; density; defaults of the team. Saved on the server. */
import { useState, type DragEvent, type KeyboardEvent } from 'react'
import { Button, Checkbox, Drawer, Input, InputNumber, Segmented, Select, Space } from 'antd'
import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined } from '@ant-design/icons'
import { MAX_WIDTH, MIN_WIDTH, moveColumn, setAllHidden, setHidden, setPin, setWidth, type Column, type Density } from '../columns.ts'
import { CLEAR } from '../../parts/clear.web.tsx'
import { inEither } from '../../parts/page-text.ts'
import { usePinyin } from '../../parts/pinyin.web.ts'
import { toast } from '../../dialog/message.web.tsx'
import { ReasonButton } from '../../record/reason-button.web.tsx'
import { useMe } from '../../state/session.web.ts'
import type { ColumnHandle } from './use-columns.web.ts'
import '../list.css'

const DENSITIES: { value: Density; label: string }[] = [
  { value: 'compact', label: '紧凑' },
  { value: 'middle', label: '适中' },
  { value: 'large', label: '宽松' },
]

/** Fewer are seen at a glance. */
const SEARCHED_FROM = 12

export function ColumnPanel({ open, onClose, handle }: { open: boolean; onClose: () => void; handle: ColumnHandle }) {
  const { columns, setColumns } = handle
  const [dragged, setDragged] = useState<string | null>(null)
  const [query, setQuery] = useState('')
  const matches = inEither(usePinyin(query !== ''))
  const listed = query.trim() === '' ? columns : columns.filter(({ label }) => matches(label, query.trim()))
  const move = (name: string, by: 1 | -1): void => {
    const at = columns.findIndex((column) => column.name === name)
    setColumns(moveColumn(columns, name, columns[by < 0 ? at - 1 : at + 2]?.name ?? null))
  }
  return (
    <Drawer title="列设置" open={open} onClose={onClose} size={420} footer={<PanelFoot handle={handle} />}>
      <div className="zyt-list-density">
        <span id="zyt-density">行高</span>
        <Segmented aria-labelledby="zyt-density" options={DENSITIES} value={handle.density} onChange={handle.setDensity} />
      </div>
      {columns.length > SEARCHED_FROM ? (
        <Input
          className="zyt-list-columns-search"
          allowClear={CLEAR}
          aria-label="查找列"
          placeholder="查找列（支持拼音）"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      ) : null}
      <AllOrNone listed={listed} onHide={(hidden) => setColumns(setAllHidden(columns, new Set(listed.map(({ name }) => name)), hidden))} />
      <ul className="zyt-list-columns" aria-label="列，按上下键移动，按住 Alt 调整顺序" onKeyDown={(event) => pressed(event, move)}>
        {listed.map((column) => {
          const i = columns.indexOf(column)
          return (
            <ColumnLine
              key={column.name}
              column={column}
              above={columns[i - 1]}
              dragged={dragged}
              onDrag={setDragged}
              onDrop={() => dragged && setColumns(moveColumn(columns, dragged, column.name))}
              onUp={() => move(column.name, -1)}
              onDown={() => move(column.name, 1)}
              last={i === columns.length - 1}
              onChange={(change) => setColumns(change(columns))}
            />
          )
        })}
      </ul>
      {listed.length === 0 ? <p className="zyt-list-note">没有匹配的列</p> : null}
    </Drawer>
  )
}

/** All that are listed: with a search, what it finds. */
function AllOrNone({ listed, onHide }: { listed: readonly Column[]; onHide: (hidden: boolean) => void }) {
  const free = listed.filter((column) => !column.key)
  return (
    <Space className="zyt-list-columns-all">
      <ReasonButton size="small" reason={free.every((column) => !column.hidden) ? '都已显示' : null} onClick={() => onHide(false)}>
        全部显示
      </ReasonButton>
      <ReasonButton
        size="small"
        reason={free.every((column) => column.hidden) ? '都已隐藏，主列始终显示' : null}
        onClick={() => onHide(true)}
      >
        全部隐藏
      </ReasonButton>
    </Space>
  )
}

/** ↑ and ↓ go from column to column; with Alt they take the column along. */
function pressed(event: KeyboardEvent<HTMLUListElement>, move: (name: string, by: 1 | -1) => void): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const box = event.target as HTMLElement
  if (!box.matches('input[type=checkbox]')) return
  event.preventDefault()
  const line = box.closest('li')
  const by = event.key === 'ArrowDown' ? 1 : -1
  if (event.altKey) {
    const name = line?.dataset['name']
    if (name && !(box as HTMLInputElement).disabled) move(name, by)
    return
  }
  const lines = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[type=checkbox]:not(:disabled)')]
  lines[lines.indexOf(box as HTMLInputElement) + by]?.focus()
}

function PanelFoot({ handle }: { handle: ColumnHandle }) {
  const { isAdmin } = useMe()
  return (
    <Space wrap>
      <Button onClick={handle.reset}>{handle.hasTeamDefault ? '恢复团队默认' : '恢复默认'}</Button>
      {handle.hasTeamDefault ? <Button onClick={handle.resetToFactory}>恢复出厂设置</Button> : null}
      {isAdmin ? <Button onClick={() => void handle.publish().then(() => toast.success('已发布为团队默认'))}>发布为团队默认</Button> : null}
      {isAdmin && handle.hasTeamDefault ? (
        <Button danger onClick={() => void handle.unpublish().then(() => toast.success('已取消团队默认'))}>
          取消团队默认
        </Button>
      ) : null}
    </Space>
  )
}

interface LineProps {
  column: Column
  above: Column | undefined
  last: boolean
  dragged: string | null
  onDrag: (name: string | null) => void
  onDrop: () => void
  onUp: () => void
  onDown: () => void
  onChange: (change: (columns: readonly Column[]) => Column[]) => void
}

function ColumnLine({ column, above, last, dragged, onDrag, onDrop, onUp, onDown, onChange }: LineProps) {
  const { name, label, key } = column
  const over = (event: DragEvent): void => {
    if (dragged && dragged !== name && !key) event.preventDefault()
  }
  return (
    <li
      data-name={name}
      draggable={!key}
      className={dragged === name ? 'zyt-dragged' : undefined}
      onDragStart={() => onDrag(name)}
      onDragEnd={() => onDrag(null)}
      onDragOver={over}
      onDrop={(event) => {
        event.preventDefault()
        onDrop()
      }}
    >
      <HolderOutlined className="zyt-list-grip" aria-hidden />
      <Checkbox
        checked={!column.hidden}
        disabled={key}
        title={key ? '主列始终显示' : undefined}
        onChange={(e) => onChange((c) => setHidden(c, name, !e.target.checked))}
      >
        {label}
      </Checkbox>
      <span className="zyt-list-column-tools">
        <InputNumber
          size="small"
          aria-label={`${label} 列宽`}
          min={MIN_WIDTH}
          max={MAX_WIDTH}
          step={10}
          placeholder="自动"
          title={column.own ? undefined : '按内容自动调整；填写后固定为所填的宽度，清空恢复自动'}
          value={column.own ? column.width : null}
          onChange={(w) => onChange((c) => setWidth(c, name, w))}
        />
        <Select
          size="small"
          aria-label={`${label} 固定位置`}
          disabled={key}
          value={column.pin ?? 'free'}
          options={[
            { value: 'left', label: '固定左' },
            { value: 'free', label: '不固定' },
            { value: 'right', label: '固定右' },
          ]}
          onChange={(pin: 'left' | 'right' | 'free') => onChange((c) => setPin(c, name, pin === 'free' ? null : pin))}
        />
        <ReasonButton
          size="small"
          type="text"
          icon={<ArrowUpOutlined />}
          label={`${label} 上移`}
          reason={key ? '主列固定在最前' : above?.key === false ? null : '前面只有主列'}
          onClick={onUp}
        />
        <ReasonButton
          size="small"
          type="text"
          icon={<ArrowDownOutlined />}
          label={`${label} 下移`}
          reason={key ? '主列固定在最前' : last ? '已经是最后一列' : null}
          onClick={onDown}
        />
      </span>
    </li>
  )
}
