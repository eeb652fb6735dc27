/** A list on a narrow screen: the same rows as cards, nothing pinned, nothing to scroll sideways. */
import type { ReactNode } from 'react'
import type { Row } from '../../../entity/wire.ts'
import { shownColumns, type Column } from '../columns.ts'
import { cardMark } from '../../card/card-mark.ts'
import { FieldValue } from '../../field/field-value.web.tsx'
import { ReasonTip } from '../bulk/reason-tip.web.tsx'
import { RowActions } from './table-row.web.tsx'
import { CardTotals, type Summed } from './table-totals.web.tsx'
import type { RowHandlers } from './table-types.ts'
import { useChangedMark } from './use-changes.web.ts'
import { Link } from '../../screen/link.web.tsx'

interface Props extends Summed {
  columns: readonly Column[]
  chosen: 'all' | ReadonlySet<number>
  lastOpenedId: number | null
  selectable: boolean
  withActions: boolean
  handlers: RowHandlers
}

export function ListCards(props: Props) {
  const { entity, columns, rows, chosen, lastOpenedId, selectable, withActions, handlers } = props
  const shown = shownColumns(columns)
  const state = shown.find((column) => column.name === entity.state)
  const lines = shown.filter((column) => !column.key && column !== state)
  return (
    <ReasonTip className="zyt-cards-box">
      <CardTotals entity={entity} rows={rows} totals={props.totals} sumsOf={props.sumsOf} pages={props.pages} columns={columns} />
      <ul className="zyt-cards">
        {rows.map((row) => {
          const path = handlers.pathOf(row)
          return (
            <CardItem key={row.id} row={row} isLastOpened={lastOpenedId === row.id}>
              <header>
                {selectable ? (
                  <input
                    type="checkbox"
                    checked={chosen === 'all' || chosen.has(row.id)}
                    aria-label={`选择 ${row.$title}`}
                    onChange={() => handlers.toggle(row, false)}
                  />
                ) : null}
                {path ? (
                  <Link
                    className="zyt-key"
                    to={path}
                    onClick={(event) => {
                      event.preventDefault()
                      handlers.open(row)
                    }}
                    {...cardMark(entity, row.id)}
                  >
                    {row.$title || `#${row.id}`}
                  </Link>
                ) : (
                  <b>{row.$title}</b>
                )}
                {state ? <FieldValue entity={entity} field={state.name} row={row} /> : null}
              </header>
              <dl>
                {lines.map((column) => (
                  <div key={column.name}>
                    <dt>{column.label}</dt>
                    <dd>
                      <FieldValue entity={entity} field={column.name} row={row} />
                    </dd>
                  </div>
                ))}
              </dl>
              {withActions ? (
                <footer>
                  <RowActions row={row} handlers={handlers} />
                </footer>
              ) : null}
            </CardItem>
          )
        })}
      </ul>
    </ReasonTip>
  )
}

function CardItem({ row, isLastOpened, children }: { row: Row; isLastOpened: boolean; children: ReactNode }) {
  return (
    <li data-changed={useChangedMark(row)} className={isLastOpened ? 'zyt-row-card zyt-row-opened' : 'zyt-row-card'}>
      {children}
    </li>
  )
}
