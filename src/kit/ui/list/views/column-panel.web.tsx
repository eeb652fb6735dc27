/** 列设置: which columns, in which order, how wide, pinned where; density; defaults of the team. Saved on the server. */
import { useState, type DragEvent } from 'react'
import { Button, Checkbox, Drawer, InputNumber, Segmented, Select, Space } from 'antd'
import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined } from '@ant-design/icons'
import { MAX_WIDTH, MIN_WIDTH, moveColumn, setHidden, setPin, setWidth, type Column, type Density } from '../columns.ts'
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

export function ColumnPanel({ open, onClose, handle }: { open: boolean; onClose: () => void; handle: ColumnHandle }) {
  const { isAdmin } = useMe()
  const { columns, setColumns } = handle
  const [dragged, setDragged] = useState<string | null>(null)
  return (
    <Drawer
      title="列设置"
      open={open}
      onClose={onClose}
      size={420}
      footer={
        <Space wrap>
          <Button onClick={handle.reset}>{handle.hasTeamDefault ? '恢复团队默认' : '恢复默认'}</Button>
          {handle.hasTeamDefault ? <Button onClick={handle.resetToFactory}>恢复出厂设置</Button> : null}
          {isAdmin ? (
            <Button onClick={() => void handle.publish().then(() => toast.success('已发布为团队默认'))}>发布为团队默认</Button>
          ) : null}
          {isAdmin && handle.hasTeamDefault ? (
            <Button danger onClick={() => void handle.unpublish().then(() => toast.success('已取消团队默认'))}>
              取消团队默认
            </Button>
          ) : null}
        </Space>
      }
    >
      <div className="zyt-list-density">
        <span id="zyt-density">行高</span>
        <Segmented aria-labelledby="zyt-density" options={DENSITIES} value={handle.density} onChange={handle.setDensity} />
      </div>
      <ul className="zyt-list-columns" aria-label="列">
        {columns.map((column, i) => (
          <ColumnLine
            key={column.name}
            column={column}
            above={columns[i - 1]}
            dragged={dragged}
            onDrag={setDragged}
            onDrop={() => dragged && setColumns(moveColumn(columns, dragged, column.name))}
            onUp={() => setColumns(moveColumn(columns, column.name, columns[i - 1]?.name ?? null))}
            onDown={() => setColumns(moveColumn(columns, column.name, columns[i + 2]?.name ?? null))}
            last={i === columns.length - 1}
            onChange={(change) => setColumns(change(columns))}
          />
        ))}
      </ul>
    </Drawer>
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
          value={column.width}
          onChange={(w) => typeof w === 'number' && onChange((c) => setWidth(c, name, w))}
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
