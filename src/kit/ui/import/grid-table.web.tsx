/** The rows of an import as a grid: only what is in sight is drawn, one cell at a time is typed into. */
import { memo, useCallback, useEffect, useRef, useState } from 'react'
import { Tooltip } from 'antd'
import { DeleteOutlined } from '@ant-design/icons'
import { EmptyState } from '../parts/state.web.tsx'
import { cellKey, verdict, type ImportRow, type ImportState } from './import-state.ts'
import { watchSize } from '../screen/watch-size.web.ts'

const ROW_HEIGHT = 34
/** Drawn beyond the edge, so that scrolling does not show white. */
const SPARE = 8

/** How the rows are spoken of. */
const IMPORTED = { empty: { why: '没有有误的行', next: '关闭「只看有误」可查看全部数据' }, remove: '不导入这一行' }

export interface GridTableProps {
  state: ImportState
  rows: readonly ImportRow[]
  onEdit: (line: number, field: string, before: string, text: string) => void
  onPaste: (line: number, field: string, block: string) => void
  onRemove: (line: number) => void
  words?: typeof IMPORTED
}

export function GridTable({ state, rows, onEdit, onPaste, onRemove, words = IMPORTED }: GridTableProps) {
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(480)
  const [cursor, setCursor] = useState<{ line: number; field: string } | null>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    return watchSize(element, () => setHeight(element.clientHeight))
  }, [])

  const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - SPARE)
  const last = Math.min(rows.length, Math.ceil((top + height) / ROW_HEIGHT) + SPARE)
  const close = useCallback((next: { line: number; field: string } | null) => setCursor(next), [])
  if (rows.length === 0) return <EmptyState compact {...words.empty} />
  return (
    <div
      ref={box}
      className="zyt-grid"
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      role="grid"
      aria-rowcount={rows.length + 1}
    >
      <div className="zyt-grid-row zyt-grid-head" role="row" aria-rowindex={1}>
        <div className="zyt-grid-no" role="columnheader">
          行号
        </div>
        <div className="zyt-grid-why" role="columnheader">
          错误说明
        </div>
        {state.columns.map((column) => (
          <div key={column.field} className="zyt-grid-cell" role="columnheader">
            {column.required ? <span className="zyt-required">* </span> : null}
            {column.label}
          </div>
        ))}
      </div>
      <div style={{ height: first * ROW_HEIGHT }} />
      {rows.slice(first, last).map((row, i) => (
        <GridRow
          key={row.line}
          row={row}
          index={first + i + 2}
          columns={state.columns}
          look={verdict(state, row)}
          edited={state.edited}
          field={cursor?.line === row.line ? cursor.field : null}
          onCursor={close}
          onEdit={onEdit}
          onPaste={onPaste}
          onRemove={onRemove}
          removeText={words.remove}
        />
      ))}
      <div style={{ height: (rows.length - last) * ROW_HEIGHT }} />
    </div>
  )
}

interface RowProps extends Pick<GridTableProps, 'onEdit' | 'onPaste' | 'onRemove'> {
  removeText: string
  row: ImportRow
  index: number
  columns: ImportState['columns']
  look: ReturnType<typeof verdict>
  edited: ReadonlyMap<string, string>
  field: string | null
  onCursor: (at: { line: number; field: string } | null) => void
}

const LOOKS = { right: '正确', wrong: '有误', pending: '待检查' } as const

const GridRow = memo(function GridRow({
  row,
  index,
  columns,
  look,
  edited,
  field,
  onCursor,
  onEdit,
  onPaste,
  onRemove,
  removeText,
}: RowProps) {
  const why = Object.entries(row.errors).map(([name, text]) =>
    name === '' ? text : text.includes(labelOf(columns, name)) ? text : `${labelOf(columns, name)}：${text}`,
  )
  const wrong = columns.find((column) => row.errors[column.field] !== undefined)
  return (
    <div className={`zyt-grid-row zyt-grid-${look}`} role="row" aria-rowindex={index}>
      <div className="zyt-grid-no" role="rowheader" title={LOOKS[look]}>
        <span aria-label={LOOKS[look]}>{look === 'right' ? '✓' : look === 'wrong' ? '✕' : '…'}</span> {row.line}
        <button
          type="button"
          className="zyt-grid-remove"
          onClick={() => onRemove(row.line)}
          aria-label={`去掉第 ${row.line} 行`}
          title={removeText}
        >
          <DeleteOutlined />
        </button>
      </div>
      <div className="zyt-grid-why" role="gridcell" title={why.join('；')}>
        {wrong ? (
          // With many columns the wrong cell is out of sight: its sentence leads there.
          <button type="button" className="zyt-grid-text" onClick={() => onCursor({ line: row.line, field: wrong.field })}>
            {why.join('；')}
          </button>
        ) : (
          why.join('；')
        )}
      </div>
      {columns.map((column, at) => (
        <Cell
          key={column.field}
          text={row.cells[column.field] ?? ''}
          error={row.errors[column.field] ?? null}
          repaired={edited.has(cellKey(row.line, column.field))}
          label={`第 ${row.line} 行${column.label}`}
          typing={field === column.field}
          onOpen={() => onCursor({ line: row.line, field: column.field })}
          onClose={(text, step) => {
            const next = columns[at + step]
            onCursor(step !== 0 && next ? { line: row.line, field: next.field } : null)
            if (text !== null && text !== (row.cells[column.field] ?? ''))
              onEdit(row.line, column.field, row.cells[column.field] ?? '', text)
          }}
          onPaste={(block) => {
            onCursor(null)
            onPaste(row.line, column.field, block)
          }}
        />
      ))}
    </div>
  )
})

const labelOf = (columns: ImportState['columns'], name: string): string => columns.find((column) => column.field === name)?.label ?? name

interface CellProps {
  text: string
  error: string | null
  repaired: boolean
  label: string
  typing: boolean
  onOpen: () => void
  /** `null`: given up. `step`: to the cell at the right (1) or left (−1). */
  onClose: (text: string | null, step: number) => void
  onPaste: (block: string) => void
}

function Cell({ text, error, repaired, label, typing, onOpen, onClose, onPaste }: CellProps) {
  const look = error ? 'zyt-grid-cell zyt-grid-bad' : repaired ? 'zyt-grid-cell zyt-grid-repaired' : 'zyt-grid-cell'
  if (typing)
    return (
      <div className={look} role="gridcell">
        <CellInput text={text} label={label} error={error} onClose={onClose} onPaste={onPaste} />
      </div>
    )
  const shown = (
    <button type="button" className="zyt-grid-text" onClick={onOpen} aria-label={`${label}：${text || '空'}${error ? `，${error}` : ''}`}>
      {text}
    </button>
  )
  return (
    <div className={look} role="gridcell" aria-invalid={error !== null}>
      {error ? <Tooltip title={error}>{shown}</Tooltip> : shown}
    </div>
  )
}

function CellInput({ text, label, error, onClose, onPaste }: Pick<CellProps, 'text' | 'label' | 'error' | 'onClose' | 'onPaste'>) {
  const [typed, setTyped] = useState(text)
  const done = useRef(false)
  const close = (value: string | null, step: number): void => {
    // Leaving by key also blurs; the cell must not be written twice.
    if (done.current) return
    done.current = true
    onClose(value, step)
  }
  return (
    <input
      autoFocus
      className="zyt-grid-input"
      value={typed}
      aria-label={label}
      aria-invalid={error !== null}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => close(typed.trim(), 0)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') {
          // A question may open at once; this Enter must not also press its button.
          event.preventDefault()
          close(typed.trim(), 0)
        }
        if (event.key === 'Escape') {
          // Not for the dialog: it would close and take all repairs with it.
          event.stopPropagation()
          close(null, 0)
        } else if (event.key === 'Tab') {
          event.preventDefault()
          close(typed.trim(), event.shiftKey ? -1 : 1)
        }
      }}
      onPaste={(event) => {
        const block = event.clipboardData.getData('text/plain')
        if (!/[\t\n]/.test(block.trim())) return
        event.preventDefault()
        done.current = true
        onPaste(block)
      }}
    />
  )
}
