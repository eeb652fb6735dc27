/** The calendar on a wide window: as many rows as there are vehicles, of which those in sight are drawn. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { daysBetween, type Day } from '#kit/basics/time/day.ts'
import { ErrorState } from '#kit/ui/parts/state.web.tsx'
import { CardHost, type CardOf } from './card.web.tsx'
import type { CalendarRow, CalendarSpan } from './calendar.wire.ts'
import { DaysBack, DaysHead } from './days-head.web.tsx'
import { dayWidth, HEAD, itemsBetween, ROW, type Layout } from './grid.rules.ts'
import { LABEL, VehicleRow } from './row.web.tsx'
import { useDrag, type Drop } from './use-drag.web.ts'
import { useRows, type Which } from './use-rows.web.ts'
import { watchSize } from '#kit/ui/screen/watch-size.web.ts'

const HEAD_HEIGHT = 64

interface GridProps {
  layout: Layout
  which: Which
  from: Day
  days: number
  today: Day
  title: string
  gripsOf: (span: CalendarSpan) => string
  choosing: boolean
  onDrop: (drop: Drop) => void
  onOpen: (entity: string, id: number) => void
}

export function Grid({ layout, which, from, days, today, title, gripsOf, choosing, onDrop, onOpen }: GridProps) {
  const box = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState({ width: 1000, height: 600 })
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    return watchSize(element, () => setRoom({ width: element.clientWidth, height: element.clientHeight }))
  }, [])
  // Drawn anew when another row comes into sight, not with each pixel.
  const onScroll = useCallback(() => setTop(Math.floor((box.current?.scrollTop ?? 0) / ROW) * ROW), [])
  // Another choice of vehicles begins at its top.
  useEffect(() => {
    box.current?.scrollTo({ top: 0 })
  }, [layout])
  const width = dayWidth(room.width - LABEL, days)
  const items = itemsBetween(layout, top, top + room.height)
  const rows = items.flatMap((item) => (item.kind === 'row' ? [item.index] : []))
  const { at, failed } = useRows(which, rows[0] ?? 0, rows.at(-1) ?? 0)
  const [card, setCard] = useState<CardOf | null>(null)
  const onClick = useCallback(
    (row: CalendarRow, span: CalendarSpan, pointer: string, element: HTMLElement) => {
      if (pointer === 'mouse' && span.entity && span.id !== null) onOpen(span.entity, span.id)
      else setCard({ row, span, rect: element.getBoundingClientRect() })
    },
    [onOpen],
  )
  const { ghost, grab } = useDrag({ box, layout, headHeight: HEAD_HEIGHT, from, width, at, onDrop, onClick, choosing })
  const show = (target: EventTarget): void => {
    const bar = (target as HTMLElement).closest<HTMLElement>('.zyt-sched-bar')
    const row = bar ? at(Number(bar.closest<HTMLElement>('.zyt-sched-row')!.dataset['index'])) : undefined
    const span = row?.spans[Number(bar?.dataset['at'])]
    if (bar && row && span) setCard({ row, span, rect: bar.getBoundingClientRect() })
  }
  if (failed && rows.every((index) => !at(index))) return <ErrorState error={failed} />
  return (
    <>
      <div
        ref={box}
        className="zyt-sched-grid"
        role="grid"
        aria-label="车辆排期"
        aria-rowcount={layout.rows}
        tabIndex={0}
        onScroll={onScroll}
        onPointerDown={grab}
        onPointerOver={(event) => (event.pointerType === 'mouse' && event.buttons === 0 ? show(event.target) : undefined)}
        onFocus={(event) => (event.target.matches(':focus-visible') ? show(event.target) : undefined)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          const bar = (event.target as HTMLElement).closest<HTMLElement>('.zyt-sched-bar')
          const row = bar ? at(Number(bar.closest<HTMLElement>('.zyt-sched-row')!.dataset['index'])) : undefined
          const span = row?.spans[Number(bar?.dataset['at'])]
          if (span?.entity && span.id !== null) onOpen(span.entity, span.id)
        }}
        onDoubleClick={(event) => {
          const label = (event.target as HTMLElement).closest<HTMLElement>('.zyt-sched-label[data-vehicle]')
          if (label) onOpen('vehicle', Number(label.dataset['vehicle']))
        }}
      >
        <DaysHead from={from} days={days} width={width} today={today} title={title} />
        <DaysBack
          from={from}
          days={days}
          width={width}
          today={today}
          height={Math.max(0, Math.min(room.height - HEAD_HEIGHT, layout.height))}
        />
        <div className="zyt-sched-rows" style={{ height: layout.height, width: LABEL + days * width }}>
          {items.map((item) =>
            item.kind === 'head' ? (
              <div key={`g${item.band.id}`} className="zyt-sched-group" style={{ transform: `translateY(${item.top}px)`, height: HEAD }}>
                <span>
                  {item.band.name} <small>{item.band.count} 辆</small>
                </span>
              </div>
            ) : (
              <VehicleRow
                key={item.index}
                row={at(item.index)}
                index={item.index}
                top={item.top}
                from={from}
                days={days}
                width={width}
                gripsOf={gripsOf}
              />
            ),
          )}
          {ghost ? (
            <div
              className="zyt-sched-ghost"
              style={{
                transform: `translateY(${ghost.top}px)`,
                left: LABEL + Math.max(0, daysBetween(from, ghost.from)) * width,
                width: Math.max(1, daysBetween(from, ghost.to) - Math.max(0, daysBetween(from, ghost.from))) * width,
              }}
            >
              <b>{ghost.text}</b>
            </div>
          ) : null}
        </div>
      </div>
      {card && !ghost ? <CardHost of={card} onClose={() => setCard(null)} onOpen={onOpen} /> : null}
    </>
  )
}
