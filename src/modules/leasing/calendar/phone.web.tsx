/** The calendar on a phone: vehicle by vehicle its days as a list. */
import { useState } from 'react'
import { Button } from 'antd'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type Day } from '#kit/basics/time/day.ts'
import { RecordName } from '#kit/ui/card/record-name.web.tsx'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import { Card, HoldAction } from './card.web.tsx'
import type { CalendarRow, CalendarSpan } from './calendar.wire.ts'
import { daysText } from '../holds/days.rules.ts'
import { lookOf } from './look.web.ts'
import { keyOf, rowsOf, type Which } from './use-rows.web.ts'

const PAGE = 30

interface PhoneProps {
  which: Which
  total: number
  today: Day
  onOpen: (entity: string, id: number) => void
}
export function PhoneList({ which, total, today, onOpen }: PhoneProps) {
  const rows = useInfiniteQuery({
    queryKey: keyOf('list', which),
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => rowsOf(which, pageParam, PAGE, signal),
    getNextPageParam: (_last, pages) => (pages.length * PAGE < total ? pages.length * PAGE : undefined),
  })
  if (rows.isError) return <ErrorState error={rows.error} onRetry={() => void rows.refetch()} />
  if (!rows.data) return <LoadingState rows={6} />
  const all = rows.data.pages.flatMap((p) => p.rows)
  if (all.length === 0) return <EmptyState asked why="没有符合条件的车辆" />
  return (
    <div className="zyt-sched-phone">
      {all.map((row) => (
        <Vehicle key={row.id} row={row} today={today} onOpen={onOpen} />
      ))}
      {rows.hasNextPage ? (
        <Button block loading={rows.isFetchingNextPage} onClick={() => void rows.fetchNextPage()}>
          {`再看 ${Math.min(PAGE, total - all.length)} 辆`}
        </Button>
      ) : null}
    </div>
  )
}

function Vehicle({ row, today, onOpen }: { row: CalendarRow; today: Day; onOpen: PhoneProps['onOpen'] }) {
  const screen = useScreen()
  const can = useCan()
  const [open, setOpen] = useState<CalendarSpan | null>(null)
  const [acting, setActing] = useState<{ id: number; action: string } | null>(null)
  return (
    <section>
      <header>
        <b>
          <RecordName of={{ entity: 'vehicle', id: row.id }}>{row.plateNo}</RecordName>
        </b>
        <small>{`${row.modelName}，${row.storeName}，${row.statusLabel}`}</small>
        {can('vehicleHoldList_add') ? (
          <Button size="small" onClick={() => screen.open('vehicleHoldAdd', { type: 3, vehicle: row.id, store: row.store })}>
            预留
          </Button>
        ) : null}
      </header>
      {row.spans.length === 0 ? <p className="zyt-section-hint">这些天都空着</p> : null}
      {row.spans.map((span, i) => {
        const look = lookOf(span)
        return (
          <div key={`${span.kind}:${span.id ?? i}:${span.from}`}>
            <button type="button" aria-expanded={open === span} onClick={() => setOpen(open === span ? null : span)}>
              <i className={`zyt-sched-chip zyt-sched-${look.style}`}>{look.sign}</i>
              <span>{daysText({ from: span.from as Day, to: span.to as Day }, today)}</span>
              <span>{span.label}</span>
            </button>
            {open === span ? (
              <div className="zyt-sched-open">
                <Card row={row} span={span} onOpen={onOpen} onAct={(action) => setActing({ id: span.id!, action })} />
              </div>
            ) : null}
          </div>
        )
      })}
      {acting ? <HoldAction {...acting} onClose={() => setActing(null)} /> : null}
    </section>
  )
}
