/** The line between two parts of a page that may be dragged. */
import type { PointerEvent } from 'react'
import './splitter.css'

interface Props {
  /** Has the width as a CSS variable; it follows the pointer without drawing anything anew. */
  box: React.RefObject<HTMLElement | null>
  width: number
  onWidth: (width: number) => void
  variable?: `--zyt-${string}`
  /** Which of the two parts has the width. */
  part?: 'before' | 'after'
  min?: number
  max?: number
}

/** Drags a CSS variable; the width is remembered when the pointer is let go. Arrow keys do the same by steps. */
export function Splitter({ box, width, onWidth, variable = '--zyt-tree', part = 'before', min = 160, max = 480 }: Props) {
  const clamp = (w: number): number => Math.min(max, Math.max(min, Math.round(w)))
  const way = part === 'before' ? 1 : -1
  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    const handle = event.currentTarget
    const startX = event.clientX
    let next = width
    handle.setPointerCapture(event.pointerId)
    const move = (e: globalThis.PointerEvent): void => {
      next = clamp(width + way * (e.clientX - startX))
      box.current?.style.setProperty(variable, `${next}px`)
    }
    const end = (): void => {
      handle.removeEventListener('pointermove', move)
      handle.removeEventListener('lostpointercapture', end)
      if (next !== width) onWidth(next)
    }
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', end)
  }
  return (
    <div
      className="zyt-splitter"
      role="separator"
      aria-orientation="vertical"
      aria-label="调整宽度"
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowLeft' ? -20 : event.key === 'ArrowRight' ? 20 : 0
        if (by !== 0) onWidth(clamp(width + way * by))
      }}
    />
  )
}
