/** Taking hold of a bar or of empty days with the pointer: what lies where is told by the rules of the grid, what follows by the caller. */
import { useCallback, useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import type { Day } from '#kit/basics/time/day.ts'
import type { CalendarRow, CalendarSpan } from './calendar.wire.ts'
import { chosen, dragged, rowAt, type Grip, type Layout } from './grid.rules.ts'
import { LABEL } from './row.web.tsx'

/** As near to its end as this, a bar is taken by the end. */
const EDGE = 7
/** Less than this is a click. */
const STEP = 4

export interface Drop {
  row: CalendarRow
  /** Null: empty days were chosen. */
  span: CalendarSpan | null
  grip: Grip
  from: Day
  to: Day
  /** The row it was let go on. */
  target: CalendarRow
}
interface Ghost {
  top: number
  from: Day
  to: Day
  text: string
}
interface Begun {
  x: number
  y: number
  row: CalendarRow
  span: CalendarSpan | null
  grip: Grip
  /** The column it began in, for a choice of empty days. */
  column: number
  index: number
  moved: boolean
  pointer: number
}
interface Asked {
  box: RefObject<HTMLDivElement | null>
  layout: Layout
  headHeight: number
  from: Day
  width: number
  at: (index: number) => CalendarRow | undefined
  onDrop: (drop: Drop) => void
  onClick: (row: CalendarRow, span: CalendarSpan, pointer: string, element: HTMLElement) => void
  /** Empty days may be chosen. */
  choosing: boolean
}

export function useDrag(asked: Asked) {
  const begun = useRef<Begun | null>(null)
  const [ghost, setGhost] = useState<Ghost | null>(null)
  const now = useRef(asked)
  useEffect(() => {
    now.current = asked
  })

  const grab = useCallback((event: PointerEvent<HTMLElement>): void => {
    const { box, at, width, choosing } = now.current
    if (event.button !== 0 || !box.current) return
    const target = event.target as HTMLElement
    const line = target.closest<HTMLElement>('.zyt-sched-row')
    if (!line || target.closest('.zyt-sched-label')) return
    const index = Number(line.dataset['index'])
    const row = at(index)
    if (!row) return
    const bar = target.closest<HTMLElement>('.zyt-sched-bar')
    const span = bar ? (row.spans[Number(bar.dataset['at'])] ?? null) : null
    const grips = (bar?.dataset['grips'] ?? '').split(',')
    const rect = bar?.getBoundingClientRect()
    const near: Grip = !rect
      ? 'move'
      : rect.right - event.clientX < EDGE && grips.includes('end')
        ? 'end'
        : event.clientX - rect.left < EDGE && grips.includes('start')
          ? 'start'
          : 'move'
    // A finger scrolls; it opens the card by a tap.
    const held = event.pointerType !== 'mouse' ? false : span ? grips.includes(near) : choosing
    const inside = event.clientX - box.current.getBoundingClientRect().left + box.current.scrollLeft - LABEL
    if (!span && !held) return
    begun.current = {
      x: event.clientX,
      y: event.clientY,
      row,
      span,
      grip: near,
      column: Math.floor(inside / width),
      index,
      moved: false,
      pointer: held ? event.pointerId : -1,
    }
    if (held) event.preventDefault()
  }, [])

  useEffect(() => {
    const place = (event: globalThis.PointerEvent, b: Begun): { drop: Drop; ghost: Ghost } | null => {
      const { box, layout, headHeight, from, width, at } = now.current
      const element = box.current
      if (!element) return null
      const rect = element.getBoundingClientRect()
      const own = rowAt(layout, b.y - rect.top + element.scrollTop - headHeight)
      const under = b.grip === 'move' && b.span ? rowAt(layout, event.clientY - rect.top + element.scrollTop - headHeight) : own
      const line = under ?? own
      if (!line) return null
      const target = at(line.index) ?? b.row
      const by = Math.round((event.clientX - b.x) / width)
      const days = b.span
        ? dragged(b.span, b.grip, by)
        : chosen(from, b.column, Math.max(0, Math.floor((event.clientX - rect.left + element.scrollLeft - LABEL) / width)))
      return {
        drop: { row: b.row, span: b.span, grip: b.grip, ...days, target },
        ghost: {
          top: line.top,
          ...days,
          text: `${target.plateNo} ${days.from.slice(5)}～${days.to.slice(5)}`,
        },
      }
    }
    const move = (event: globalThis.PointerEvent): void => {
      const b = begun.current
      if (!b || b.pointer !== event.pointerId) return
      if (!b.moved && Math.hypot(event.clientX - b.x, event.clientY - b.y) < STEP) return
      b.moved = true
      const target = place(event, b)
      if (target) setGhost(target.ghost)
    }
    const end = (event: globalThis.PointerEvent): void => {
      const b = begun.current
      begun.current = null
      setGhost(null)
      if (!b || event.type === 'pointercancel') return
      if (!b.moved) {
        const bar = (event.target as HTMLElement).closest?.<HTMLElement>('.zyt-sched-bar')
        if (b.span && bar) now.current.onClick(b.row, b.span, event.pointerType, bar)
        return
      }
      const drop = place(event, b)?.drop
      if (drop && (!drop.span || drop.from !== drop.span.from || drop.to !== drop.span.to || drop.target.id !== b.row.id))
        now.current.onDrop(drop)
    }
    const stop = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || !begun.current) return
      begun.current = null
      setGhost(null)
    }
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
    window.addEventListener('keydown', stop)
    return () => {
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
      window.removeEventListener('keydown', stop)
    }
  }, [])
  return { ghost, grab }
}
