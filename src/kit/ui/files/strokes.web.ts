/** Writing on a canvas with finger, pen or mouse; the ink is dark in the dark theme too, because it is printed. */
import { useEffect, useRef, type RefObject } from 'react'
import { tokenOf } from '../look/tokens.ts'

interface Strokes {
  /** Of a line, in pixels of the screen. */
  lineWidth: number
  /** After each piece of a line, with its length in pixels of the screen: a tap is no signature. */
  onWritten: (length: number) => void
}

/** Gives the canvas as many pixels as the screen shows of it, at most two each way for one of the page. */
export function useStrokes(canvas: RefObject<HTMLCanvasElement | null>, strokes: Strokes): void {
  const latest = useRef(strokes)
  latest.current = strokes
  useEffect(() => {
    const element = canvas.current!
    const ratio = Math.min(window.devicePixelRatio || 1, 2)
    element.width = element.clientWidth * ratio
    element.height = element.clientHeight * ratio
    const pen = element.getContext('2d')!
    pen.scale(ratio, ratio)
    let last: { x: number; y: number } | null = null
    const at = (event: PointerEvent): { x: number; y: number } => {
      const frame = element.getBoundingClientRect()
      // A dialog that is still growing is smaller than it will be.
      const growing = element.clientWidth / frame.width
      return { x: (event.clientX - frame.left) * growing, y: (event.clientY - frame.top) * growing }
    }
    const begin = (event: PointerEvent): void => {
      // The palm on the glass and a second finger write nothing.
      if (!event.isPrimary || event.button !== 0) return
      event.preventDefault()
      element.setPointerCapture(event.pointerId)
      last = at(event)
    }
    const move = (event: PointerEvent): void => {
      if (!last || !event.isPrimary) return
      const next = at(event)
      const { lineWidth, onWritten } = latest.current
      pen.strokeStyle = tokenOf('ink', false)
      pen.lineCap = 'round'
      pen.lineJoin = 'round'
      pen.lineWidth = lineWidth * (event.pressure > 0 && event.pointerType === 'pen' ? 0.6 + event.pressure : 1)
      pen.beginPath()
      pen.moveTo(last.x, last.y)
      pen.lineTo(next.x, next.y)
      pen.stroke()
      onWritten(Math.hypot(next.x - last.x, next.y - last.y))
      last = next
    }
    const end = (event: PointerEvent): void => {
      if (event.isPrimary) last = null
    }
    // A name ends with a flick: browsers take it for the start of a scroll, and swallow the next tap, which is that on the button below.
    const noGesture = (event: TouchEvent): void => event.preventDefault()
    const heard = new AbortController()
    const { signal } = heard
    element.addEventListener('touchstart', noGesture, { passive: false, signal })
    element.addEventListener('pointerdown', begin, { signal })
    element.addEventListener('pointermove', move, { signal })
    element.addEventListener('pointerup', end, { signal })
    element.addEventListener('pointercancel', end, { signal })
    return () => heard.abort()
  }, [canvas])
}
