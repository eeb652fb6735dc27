import { memo, useState, type CSSProperties, type MouseEvent } from 'react'
import { Dropdown } from 'antd'
import { asText } from '../../../basics/text.ts'
import type { Entity } from '../../../entity/entity.ts'
import type { Row } from '../../../entity/wire.ts'
import type { Column } from '../columns.ts'
import { cardMark } from '../../card/card-mark.ts'
import { FieldValue } from '../../field/field-value.web.tsx'
import { Link } from '../../screen/link.web.tsx'
import { entityOf, slots } from '../../screen/registry.web.ts'
import { isNumeric } from '../kinds.ts'
import type { Offer } from '../bulk/legality.ts'
import type { RowHandlers, TableProps } from './table-types.ts'
import { useChangedMark } from './use-changes.web.ts'

export type Sticky = ReadonlyMap<string, { left?: string; right?: string }>

interface Props {
  row: Row
  entity: Entity
  columns: readonly Column[]
  filler: number
  sticky: Sticky
  chosen: boolean
  current: boolean
  lastOpened: boolean
  editing: string | null
  quick: ReadonlySet<string>
  selectable: boolean
  withActions: boolean
  handlers: RowHandlers
  onCurrent: (id: number) => void
  renderEditor: TableProps['renderEditor']
}

const rowClass = (p: Props): string =>
  [p.chosen && 'zyt-row-chosen', p.current && 'zyt-row-current', p.lastOpened && 'zyt-row-opened'].filter(Boolean).join(' ')

/** Memoised: ticking one row of a hundred renders one row. */
export const TableRow = memo(function TableRow(props: Props) {
  const { row, columns, handlers, filler } = props
  const changed = useChangedMark(row)
  return (
    <tr
      data-id={row.id}
      data-changed={changed}
      className={rowClass(props)}
      aria-selected={props.selectable ? props.chosen : undefined}
      onClick={() => props.onCurrent(row.id)}
    >
      {props.selectable ? (
        <td className="zyt-pin zyt-check" style={{ left: 0 }}>
          <input
            type="checkbox"
            checked={props.chosen}
            aria-label={`选择 ${row.$title}`}
            onChange={() => undefined}
            onClick={(event) => handlers.toggle(row, event.shiftKey)}
          />
        </td>
      ) : null}
      {columns.slice(0, filler).map((column) => (
        <Cell key={column.name} {...props} column={column} />
      ))}
      <td aria-hidden="true" />
      {columns.slice(filler).map((column) => (
        <Cell key={column.name} {...props} column={column} />
      ))}
      {props.withActions ? (
        <td className="zyt-pin zyt-pin-right zyt-actions" style={{ right: 0 }}>
          <RowActions row={row} handlers={handlers} />
        </td>
      ) : null}
    </tr>
  )
})

export function cellClass(column: Column, sticky: Sticky): string | undefined {
  const at = sticky.get(column.name)
  const names = [at && 'zyt-pin', at?.right !== undefined && 'zyt-pin-right', isNumeric(column.field) && 'zyt-end']
  return names.filter(Boolean).join(' ') || undefined
}

function Cell({ column, ...props }: Props & { column: Column }) {
  const { row, entity, sticky, handlers } = props
  const quick = props.quick.has(column.name)
  const style = sticky.get(column.name) as CSSProperties | undefined
  if (props.editing === column.name) {
    return (
      <td className={`zyt-editing ${cellClass(column, sticky) ?? ''}`} style={style}>
        {props.renderEditor(row, column)}
      </td>
    )
  }
  return (
    <td
      className={`${cellClass(column, sticky) ?? ''}${quick ? ' zyt-quick' : ''}` || undefined}
      style={style}
      data-col={column.name}
      onDoubleClick={quick ? () => handlers.startCell(row, column.name) : undefined}
    >
      {column.key ? (
        <KeyCell row={row} entity={entity} column={column} handlers={handlers} />
      ) : (
        <FieldValue key={keepsState(column, entity, row) ? row.id : undefined} entity={entity} field={column.name} row={row} />
      )}
      {quick ? (
        <button
          type="button"
          className="zyt-cell-edit"
          aria-label={`修改${column.label}`}
          title={`修改${column.label}（双击亦可）`}
          onClick={() => handlers.startCell(row, column.name)}
        >
          ✎
        </button>
      ) : null}
    </td>
  )
}

/**
 * Rows are keyed by their place, so a new page changes texts instead of building a hundred rows. What remembers something
 * of its record (a revealed number, a module's own cell, a viewer) must not pass it on to the next record in that place.
 */
const keepsState = (column: Column, entity: Entity, row: Row): boolean =>
  row.$masked?.includes(column.name) === true || column.field.kind === 'files' || slots.cells[`${entity.name}.${column.name}`] !== undefined

/** The key column links to the record; a link, so that it can be opened in a new window. */
function KeyCell({ row, entity, column, handlers }: { row: Row; entity: Entity; column: Column; handlers: RowHandlers }) {
  const path = handlers.pathOf(row)
  const plain = ['text', 'serial', 'note', 'day', 'int'].includes(column.field.kind) && !row.$masked?.includes(column.name)
  const text = plain && row[column.name] ? String(row[column.name]) : row.$title || `#${row.id}`
  // A reference names another record; there the row's own title is the link, and the value stays what it is.
  if (!path || (!plain && column.field.kind !== 'ref')) return <FieldValue entity={entity} field={column.name} row={row} />
  const own = column.field.kind === 'ref' ? asText(row[`${column.name}$`] ?? text) : text
  return (
    <Link
      className="zyt-key zyt-ellipsis"
      to={path}
      title={own}
      onClick={(event) => openHere(event, () => handlers.open(row))}
      {...(entity.card || column.field.kind !== 'ref'
        ? cardMark(entity, row.id)
        : cardMark(entityOf(column.field.to), Number(row[column.name])))}
    >
      {own}
    </Link>
  )
}

/** A plain click opens the console tab; with a modifier the browser does what it always does. */
function openHere(event: MouseEvent, open: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  open()
}

export function RowActions({ row, handlers }: { row: Row; handlers: RowHandlers }) {
  const { shown, more } = handlers.offers(row)
  return (
    <span className="zyt-row-actions">
      {shown.map((offer) => (
        <OfferButton key={offer.name} offer={offer} onRun={() => handlers.act(row, offer.name)} />
      ))}
      {more.length > 0 ? <More key={row.id} row={row} more={more} handlers={handlers} /> : null}
    </span>
  )
}

/** Grey, but reachable and explaining itself: the reason is shown by the table's one tooltip. */
function OfferButton({ offer, onRun }: { offer: Offer; onRun: () => void }) {
  const grey = offer.reason !== null
  return (
    <button
      type="button"
      className={`zyt-act${offer.tone === 'danger' ? ' zyt-act-danger' : ''}`}
      aria-disabled={grey || undefined}
      data-reason={offer.reason ?? undefined}
      onClick={(event) => {
        event.stopPropagation()
        if (!grey) onRun()
      }}
    >
      {offer.label}
    </button>
  )
}

/**
 * The menu is made when it is opened: a closed dropdown in every row costs more than all the cells of the row.
 */
function More({ row, more, handlers }: { row: Row; more: Offer[]; handlers: RowHandlers }) {
  const [open, setOpen] = useState(false)
  const button = (
    <button
      type="button"
      className="zyt-act"
      aria-label={`${row.$title} 的更多操作`}
      aria-haspopup="menu"
      aria-expanded={open}
      onClick={(event) => {
        event.stopPropagation()
        setOpen(!open)
      }}
    >
      更多
    </button>
  )
  if (!open) return button
  return (
    <Dropdown
      open
      trigger={['click']}
      onOpenChange={setOpen}
      menu={{
        autoFocus: true,
        items: more.map((offer) => ({
          key: offer.name,
          danger: offer.tone === 'danger',
          disabled: offer.reason !== null,
          label: <OfferLabel offer={offer} />,
        })),
        onClick: ({ key, domEvent }) => {
          domEvent.stopPropagation()
          setOpen(false)
          handlers.act(row, key)
        },
      }}
    >
      {button}
    </Dropdown>
  )
}

/** The reason stands below the words: a menu entry has no hover on a phone. */
function OfferLabel({ offer }: { offer: Offer }) {
  if (!offer.reason) return <>{offer.label}</>
  return (
    <span className="zyt-act-why">
      {offer.label}
      <small>{offer.reason}</small>
    </span>
  )
}
