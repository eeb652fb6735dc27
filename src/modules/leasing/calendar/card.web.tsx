/** What a bar is about, beside it: shown while the pointer rests on it, by a tap, or when the keyboard comes to it. */
import { useEffect, useRef, useState } from 'react'
import { Button, Space } from 'antd'
import { RecordName } from '#kit/ui/card/record-name.web.tsx'
import { ActionDialog, useDetail } from '#kit/ui/record.web.tsx'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import type { CalendarRow, CalendarSpan } from './calendar.wire.ts'
import { lookOf } from './look.web.ts'

export interface CardOf {
  row: CalendarRow
  span: CalendarSpan
  rect: DOMRect
}
const WIDTH = 280
const AWAY_MS = 250

export function CardHost({ of, onClose, onOpen }: { of: CardOf; onClose: () => void; onOpen: (entity: string, id: number) => void }) {
  const { row, span, rect } = of
  const card = useRef<HTMLDivElement>(null)
  const [acting, setActing] = useState<string | null>(null)
  useEffect(() => {
    if (acting) return
    let timer: ReturnType<typeof setTimeout> | undefined
    // Over the bar or the card it stays; anywhere else it goes after a moment.
    const over = (event: PointerEvent): void => {
      const target = event.target as HTMLElement
      const near = card.current?.contains(target) || target.closest?.('.zyt-sched-bar')
      clearTimeout(timer)
      if (!near) timer = setTimeout(onClose, event.type === 'pointerdown' ? 0 : AWAY_MS)
    }
    const away = (event: KeyboardEvent): void => (event.key === 'Escape' ? onClose() : undefined)
    window.addEventListener('pointerover', over)
    window.addEventListener('pointerdown', over)
    window.addEventListener('keydown', away)
    window.addEventListener('wheel', onClose, { passive: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pointerover', over)
      window.removeEventListener('pointerdown', over)
      window.removeEventListener('keydown', away)
      window.removeEventListener('wheel', onClose)
    }
  }, [acting, onClose])
  if (acting && span.id !== null) return <HoldAction id={span.id} action={acting} onClose={onClose} />
  const below = rect.bottom + 240 < window.innerHeight
  const left = Math.min(Math.max(8, rect.left), window.innerWidth - WIDTH - 8)
  return (
    <div
      ref={card}
      className="zyt-sched-card"
      role="dialog"
      aria-label={`${row.plateNo} ${lookOf(span).name}`}
      style={{ left, width: WIDTH, ...(below ? { top: rect.bottom + 6 } : { bottom: window.innerHeight - rect.top + 6 }) }}
    >
      <Card row={row} span={span} onOpen={onOpen} onAct={setActing} />
    </div>
  )
}

export function Card({
  row,
  span,
  onOpen,
  onAct,
}: {
  row: CalendarRow
  span: CalendarSpan
  onOpen: (entity: string, id: number) => void
  onAct: (action: string) => void
}) {
  const look = lookOf(span)
  const { entity, id } = span
  return (
    <>
      <h4>
        <RecordName of={{ entity: 'vehicle', id: row.id }}>{row.plateNo}</RecordName> <RecordName of={span.who}>{span.label}</RecordName>
        <small className={`zyt-sched-chip zyt-sched-${look.style}`}>{span.stateLabel || look.name}</small>
      </h4>
      {span.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <Space wrap size={6}>
        {entity && id !== null ? (
          <Button size="small" type="primary" onClick={() => onOpen(entity, id)}>
            打开
          </Button>
        ) : null}
        {entity === 'vehicleHold' && span.state === 'held' && id !== null ? <HoldButtons id={id} onAct={onAct} /> : null}
      </Space>
    </>
  )
}

function HoldButtons({ id, onAct }: { id: number; onAct: (action: string) => void }) {
  const can = useCan()
  const screen = useScreen()
  const act = (action: string, label: string) =>
    can(`vehicleHoldList_${action}`) ? (
      <Button size="small" onClick={() => onAct(action)}>
        {label}
      </Button>
    ) : null
  return (
    <>
      {can('contracList_add') ? (
        <Button size="small" onClick={() => screen.open('contracAdd', { type: 3, hold: id })}>
          签订合同
        </Button>
      ) : null}
      {act('reschedule', '改期改车')}
      {act('prolong', '续留')}
      {act('release', '取消预留')}
    </>
  )
}

/** The same dialogs as on the page of the hold. */
export function HoldAction({ id, action, onClose }: { id: number; action: string; onClose: () => void }) {
  const hold = useDetail('vehicleHold', id)
  return hold.data ? <ActionDialog entity="vehicleHold" action={action} row={hold.data} onClose={onClose} /> : null
}
