import { useEffect, useRef, useState, type CSSProperties, type PointerEvent, type RefObject } from 'react'
import { Dropdown, type MenuProps } from 'antd'
import { CaretDownOutlined, CaretUpOutlined, MoreOutlined } from '@ant-design/icons'
import { MAX_WIDTH, MIN_WIDTH, setHidden, setPin, setWidth, type Column } from '../columns.ts'
import { isAge } from '../../../entity/names.ts'
import { parseSort } from '../../state/url-state.ts'
import { filterShape, sortable } from '../kinds.ts'
import { titleOf } from '../widths.ts'
import { widthVar } from './sticky.ts'
import { cellClass, type Sticky } from './table-row.web.tsx'
import type { TableProps } from './table-types.ts'

type Props = TableProps & { shown: readonly Column[]; filler: number; sticky: Sticky; table: RefObject<HTMLTableElement | null> }

export function TableHead(props: Props) {
  const { shown, filler } = props
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = props.pageChosen === 'some'
  }, [props.pageChosen])
  return (
    <thead>
      <tr>
        {props.selectable ? (
          <th className="zyt-pin zyt-check" style={{ left: 0 }} scope="col">
            <input ref={box} type="checkbox" checked={props.pageChosen === 'all'} aria-label="选择本页" onChange={props.onTogglePage} />
          </th>
        ) : null}
        {shown.slice(0, filler).map((column) => (
          <HeadCell key={column.name} {...props} column={column} />
        ))}
        <td aria-hidden="true" />
        {shown.slice(filler).map((column) => (
          <HeadCell key={column.name} {...props} column={column} />
        ))}
        {props.withActions ? (
          <th className="zyt-pin zyt-pin-right" style={{ right: 0 }} scope="col">
            操作
          </th>
        ) : null}
      </tr>
    </thead>
  )
}

function HeadCell(props: Props & { column: Column }) {
  const { column, sort, onSort, sticky } = props
  const key = parseSort(sort).find((one) => one.name === column.name)
  const falling = key?.descending !== isAge(column.field)
  const can = sortable(column.field)
  const title = titleOf(column.field, column.label)
  return (
    <th
      scope="col"
      className={cellClass(column, sticky)}
      style={sticky.get(column.name) as CSSProperties | undefined}
      aria-sort={key ? (falling ? 'descending' : 'ascending') : undefined}
      data-col={column.name}
    >
      <span className="zyt-th">
        {can ? (
          <button
            type="button"
            className="zyt-th-sort"
            title="点击排序，按住 Shift 可多列排序"
            onClick={(event) => onSort(column.name, event.shiftKey)}
          >
            <span className="zyt-ellipsis">{title}</span>
            <span className="zyt-sort" aria-hidden>
              <CaretUpOutlined className={key && !falling ? 'zyt-on' : undefined} />
              <CaretDownOutlined className={key && falling ? 'zyt-on' : undefined} />
            </span>
          </button>
        ) : (
          <span className="zyt-ellipsis" title={column.field.hint}>
            {title}
          </span>
        )}
        <HeadMenu {...props} />
      </span>
      <ResizeHandle {...props} />
    </th>
  )
}

function HeadMenu({ column, onColumns, onSort, onFilterColumn, sort, table }: Props & { column: Column }) {
  const [open, setOpen] = useState(false)
  const items: MenuProps['items'] = [
    ...(sortable(column.field)
      ? [
          // The older the day, the higher the age.
          { key: 'asc', label: isAge(column.field) ? '降序' : '升序' },
          { key: 'desc', label: isAge(column.field) ? '升序' : '降序' },
        ]
      : []),
    ...(filterShape(column.field) ? [{ key: 'filter', label: '按此列筛选' }] : []),
    { type: 'divider' as const },
    // The key column always stands first and shown; for others, what holds already is not offered.
    ...(column.key || column.pin === 'left' ? [] : [{ key: 'left', label: '固定在左侧' }]),
    ...(column.key || column.pin === 'right' ? [] : [{ key: 'right', label: '固定在右侧' }]),
    ...(column.key || column.pin === null ? [] : [{ key: 'free', label: '取消固定' }]),
    { key: 'fit', label: '自适应列宽' },
    ...(column.key ? [] : [{ key: 'hide', label: '隐藏此列' }]),
  ]
  const run = (what: string): void => {
    setOpen(false)
    const current = parseSort(sort).find((one) => one.name === column.name)
    if (what === 'asc' && (!current || current.descending)) onSort(column.name, false)
    // From the unsorted state two steps lead to descending; say it directly instead.
    if (what === 'desc' && !current?.descending) onSort(`-${column.name}`, false)
    if (what === 'filter') onFilterColumn(column.name)
    if (what === 'left' || what === 'right') onColumns((c) => setPin(c, column.name, what))
    if (what === 'free') onColumns((c) => setPin(c, column.name, null))
    if (what === 'hide') onColumns((c) => setHidden(c, column.name, true))
    if (what === 'fit' && table.current)
      onColumns((c) => setWidth(c, column.name, fitWidth(table.current as HTMLTableElement, column.name)))
  }
  return (
    <>
      {open ? (
        <Dropdown open trigger={['click']} onOpenChange={setOpen} menu={{ items, onClick: ({ key }) => run(key), autoFocus: true }}>
          <span className="zyt-th-anchor" />
        </Dropdown>
      ) : null}
      <button
        type="button"
        className="zyt-th-menu"
        aria-label={`${column.label} 列的菜单`}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <MoreOutlined aria-hidden />
      </button>
    </>
  )
}

/** Width of the widest content now in the column, header included: of the words themselves, since their boxes fill the cell. */
function fitWidth(table: HTMLTableElement, name: string): number {
  let widest = 0
  for (const cell of table.querySelectorAll<HTMLElement>(`[data-col="${name}"]`)) {
    const room = cell.tagName === 'TH' ? 40 : 0
    widest = Math.max(widest, wordsWidth(cell) + room)
  }
  return Math.ceil(widest) + 24
}

function wordsWidth(cell: HTMLElement): number {
  const range = document.createRange()
  const words = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest('.zyt-cell-edit') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  )
  const boxes: DOMRect[] = []
  while (words.nextNode()) {
    range.selectNodeContents(words.currentNode)
    boxes.push(range.getBoundingClientRect())
  }
  // Signs stand at the far end of a head; in a row they are content.
  if (cell.tagName === 'TD') for (const sign of cell.querySelectorAll('svg, img, .zyt-tag')) boxes.push(sign.getBoundingClientRect())
  const seen = boxes.filter((box) => box.width > 0)
  return seen.length === 0 ? 0 : Math.max(...seen.map((box) => box.right)) - Math.min(...seen.map((box) => box.left))
}

function ResizeHandle({ column, table, onColumns }: Props & { column: Column }) {
  const drag = (event: PointerEvent<HTMLSpanElement>): void => {
    const element = table.current
    if (!element || event.button !== 0) return
    event.preventDefault()
    event.stopPropagation()
    const handle = event.currentTarget
    const startX = event.clientX
    // A right-pinned column grows to the left.
    const sign = column.pin === 'right' ? -1 : 1
    const begin = parseFloat(getComputedStyle(element).getPropertyValue(widthVar(column.name))) || column.width
    let width = begin
    handle.setPointerCapture(event.pointerId)
    const move = (e: globalThis.PointerEvent): void => {
      width = Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, begin + sign * (e.clientX - startX)))
      element.style.setProperty(widthVar(column.name), `${width}px`)
    }
    const end = (): void => {
      handle.removeEventListener('pointermove', move)
      handle.removeEventListener('lostpointercapture', end)
      if (width !== begin) onColumns((c) => setWidth(c, column.name, width))
    }
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', end)
  }
  return (
    <span
      className={column.pin === 'right' ? 'zyt-resize zyt-resize-left' : 'zyt-resize'}
      role="presentation"
      title="拖动调整列宽，双击自适应"
      onPointerDown={drag}
      onDoubleClick={() =>
        table.current && onColumns((c) => setWidth(c, column.name, fitWidth(table.current as HTMLTableElement, column.name)))
      }
    />
  )
}
