/** One vehicle of the calendar: its name at the left, its stretches of days at their places. Drawn again only when it changes. */
import { memo, type CSSProperties } from 'react'
import type { Day } from '#kit/basics/time/day.ts'
import type { Row } from '#kit/entity/wire.ts'
import { Portrait } from '#kit/ui/card/portrait.web.tsx'
import { RecordName } from '#kit/ui/card/record-name.web.tsx'
import { entityOf } from '#kit/ui/screen/registry.web.ts'
import type { CalendarRow, CalendarSpan } from './calendar.wire.ts'
import { columns, lanes, type Lane } from './grid.rules.ts'
import { lookOf } from './look.web.ts'

export const LABEL = 184

/** What a figure is drawn by. */
const asRow = ({ id, plateNo, model, energy, isTrailer }: CalendarRow): Row =>
  ({ id, version: 0, $title: plateNo, model, energy, isTrailer }) as Row

interface RowProps {
  row: CalendarRow | undefined
  index: number
  top: number
  from: Day
  days: number
  width: number
  /** What of this row can be taken hold of and how. */
  gripsOf: (span: CalendarSpan) => string
}

export const VehicleRow = memo(function VehicleRow({ row, index, top, from, days, width, gripsOf }: RowProps) {
  const placed = lanes((row?.spans ?? []).map((span) => ({ ...span, thin: lookOf(span).thin === true })))
  return (
    <div className="zyt-sched-row" role="row" aria-rowindex={index + 1} style={{ transform: `translateY(${top}px)` }} data-index={index}>
      <div className="zyt-sched-label" role="rowheader" data-vehicle={row?.id}>
        {row ? (
          <>
            <Portrait entity={entityOf('vehicle')} row={asRow(row)} size="cell" />
            <b>
              <RecordName of={{ entity: 'vehicle', id: row.id }}>{row.plateNo}</RecordName>
            </b>
            <small data-status={row.status}>{row.statusLabel}</small>
            <span title={`${row.modelName}，${row.storeName}`}>{row.storeName}</span>
          </>
        ) : (
          <span className="zyt-sched-wait" />
        )}
      </div>
      {row?.spans.map((span, i) => (
        // Two of one kind never begin on one day for one record.
        <div key={`${span.kind}:${span.id ?? i}:${span.from}`} className="zyt-sched-cell" role="gridcell">
          <Bar span={span} at={i} lane={placed[i]!} from={from} days={days} width={width} grip={gripsOf(span)} />
        </div>
      ))}
    </div>
  )
})

interface BarProps {
  span: CalendarSpan
  at: number
  lane: Lane
  from: Day
  days: number
  width: number
  grip: string
}
function Bar({ span, at, lane, from, days, width, grip }: BarProps) {
  const place = columns(span, from, days)
  if (!place) return null
  const look = lookOf(span)
  const wide = (place.end - place.start) * width
  const style: CSSProperties = { left: LABEL + place.start * width + 1, width: wide - 2, ...lane }
  return (
    <button
      type="button"
      className={`zyt-sched-bar zyt-sched-${look.style}${look.thin ? ' zyt-sched-thin' : ''}${place.cutStart ? ' zyt-sched-cut-start' : ''}${place.cutEnd ? ' zyt-sched-cut-end' : ''}`}
      style={style}
      data-at={at}
      data-grips={grip}
      aria-label={[look.name, ...span.lines].join(' · ')}
    >
      <i>{look.sign}</i>
      {wide > 40 ? <span>{span.label}</span> : null}
    </button>
  )
}
