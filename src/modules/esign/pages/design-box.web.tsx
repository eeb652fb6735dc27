/** One component on a page: pulled, pulled larger, moved by arrow keys, in the colour of who fills it. */
import { FILLS } from '#kit/ui/look/tokens.ts'
import { useEffect, useRef, useState } from 'react'
import type { Component } from '../templates/template.ts'

const COLOURS: Record<string, string> = { 甲方: FILLS.red, 乙方: FILLS.blue, 丙方: FILLS.amber, 担保方: FILLS.green }

interface BoxProps {
  of: Component
  scale: number
  chosen: boolean
  onChoose: () => void
  onMove: (dx: number, dy: number) => void
  onSize: (dw: number, dh: number) => void
  onRemove: () => void
}
const ARROWS: Record<string, readonly [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

export function DesignBox({ of, scale, chosen, onChoose, onMove, onSize, onRemove }: BoxProps) {
  const from = useRef<{ x: number; y: number; size: boolean } | null>(null)
  const [shift, setShift] = useState({ dx: 0, dy: 0 })
  const held = from.current
  const end = (event: React.PointerEvent): void => {
    const began = from.current
    from.current = null
    setShift({ dx: 0, dy: 0 })
    if (!began) return
    const [dx, dy] = [(event.clientX - began.x) / scale, (event.clientY - began.y) / scale]
    if (Math.abs(dx) + Math.abs(dy) < 0.5) return
    if (began.size) onSize(dx, dy)
    else onMove(dx, dy)
  }
  const grow = held?.size ? shift : { dx: 0, dy: 0 }
  const go = held && !held.size ? shift : { dx: 0, dy: 0 }
  useEffect(() => () => void (from.current = null), [])
  return (
    <button
      type="button"
      className="zyt-design-box"
      aria-pressed={chosen}
      aria-label={`${of.role ?? ''}${of.label}，方向键移动，Delete 删除`}
      style={
        {
          '--role': COLOURS[of.role ?? ''] ?? FILLS.grey,
          left: (of.x + go.dx) * scale,
          top: (of.y + go.dy) * scale,
          width: (of.w + grow.dx) * scale,
          height: (of.h + grow.dy) * scale,
        } as React.CSSProperties
      }
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        from.current = { x: event.clientX, y: event.clientY, size: (event.target as HTMLElement).className === 'zyt-design-grip' }
        onChoose()
      }}
      onPointerMove={(event) => {
        if (from.current) setShift({ dx: (event.clientX - from.current.x) / scale, dy: (event.clientY - from.current.y) / scale })
      }}
      onPointerUp={end}
      onKeyDown={(event) => {
        const arrow = ARROWS[event.key]
        if (event.key === 'Delete') onRemove()
        if (!arrow) return
        event.preventDefault()
        const step = event.shiftKey ? 10 : 0.1
        onMove(arrow[0] * step, arrow[1] * step)
      }}
    >
      {`${of.role ?? ''}${of.label}`}
      <span className="zyt-design-grip" />
    </button>
  )
}
