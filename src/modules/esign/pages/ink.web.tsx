/** Where a name is drawn by finger, pen or mouse; given back as a PNG with a clear ground. */
import { tokenOf } from '#kit/ui/look/tokens.ts'
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react'

export interface Ink {
  /** Base64 without its head, or null when nothing was drawn. */
  png(): string | null
  clear(): void
}

export function InkPad({ ref, label }: { ref: Ref<Ink>; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const drawn = useRef(0)
  const [empty, setEmpty] = useState(true)
  useEffect(() => {
    const target = canvas.current!
    const ratio = Math.min(window.devicePixelRatio || 1, 2)
    target.width = target.clientWidth * ratio
    target.height = target.clientHeight * ratio
    const pen = target.getContext('2d')!
    pen.scale(ratio, ratio)
    pen.lineWidth = 2.6
    pen.lineCap = 'round'
    pen.lineJoin = 'round'
    pen.strokeStyle = tokenOf('ink', false)
    let last: { x: number; y: number } | null = null
    const at = (event: PointerEvent): { x: number; y: number } => {
      const box = target.getBoundingClientRect()
      return { x: event.clientX - box.left, y: event.clientY - box.top }
    }
    const down = (event: PointerEvent): void => {
      event.preventDefault()
      target.setPointerCapture(event.pointerId)
      last = at(event)
    }
    const move = (event: PointerEvent): void => {
      if (!last) return
      const now = at(event)
      pen.beginPath()
      pen.moveTo(last.x, last.y)
      pen.lineTo(now.x, now.y)
      pen.stroke()
      drawn.current += Math.hypot(now.x - last.x, now.y - last.y)
      last = now
      if (drawn.current > 20) setEmpty(false)
    }
    const up = (): void => {
      last = null
    }
    // A name ends with a flick: browsers take it for the start of a scroll, and swallow the next tap, which is that on 确认签署.
    const noGesture = (event: TouchEvent): void => event.preventDefault()
    target.addEventListener('touchstart', noGesture, { passive: false })
    target.addEventListener('pointerdown', down)
    target.addEventListener('pointermove', move)
    target.addEventListener('pointerup', up)
    target.addEventListener('pointercancel', up)
    return () => {
      target.removeEventListener('touchstart', noGesture)
      target.removeEventListener('pointerdown', down)
      target.removeEventListener('pointermove', move)
      target.removeEventListener('pointerup', up)
      target.removeEventListener('pointercancel', up)
    }
  }, [])
  useImperativeHandle(ref, () => ({
    png: () => (drawn.current > 20 ? canvas.current!.toDataURL('image/png').split(',')[1]! : null),
    clear: () => {
      const target = canvas.current!
      target.getContext('2d')!.clearRect(0, 0, target.width, target.height)
      drawn.current = 0
      setEmpty(true)
    },
  }))
  return (
    <div className="zyt-ink">
      <canvas ref={canvas} role="img" aria-label={label} />
      {empty ? <span className="zyt-ink-hint">请在此处手写签名</span> : null}
    </div>
  )
}
