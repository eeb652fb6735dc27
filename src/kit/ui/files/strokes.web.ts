/** Writing on a canvas with finger, pen or mouse; the ink is dark in the dark theme too, because it is printed. */
import { useEffect, useRef, type RefObject } from 'react'
import { tokenOf } from '../look/tokens.ts'
import { watchSize } from '../screen/watch-size.web.ts'

interface Strokes {
  /** Of a line, in pixels of the screen. */
  lineWidth: number
  /** The canvas has its pixels, and nothing on them. */
  onBlank?: () => void
  /** After each piece of a line, with its length in pixels of the screen: a tap is no signature. */
  onWritten: (length: number) => void
}

/** Of a canvas: as many pixels as the screen shows of it, at most two each way for one of the page. */
const pixelsOf = (shown: number): number => Math.round(shown * Math.min(window.devicePixelRatio || 1, 2))

/** A dialog that has only just been opened may show nothing yet: the canvas is given its pixels as it grows, until somebody writes. */
export function useStrokes(canvas: RefObject<HTMLCanvasElement | null>, strokes: Strokes): void {
  const latest = useRef(strokes)
  latest.current = strokes
  useEffect(() => {
    const element = canvas.current!
    const pen = element.getContext('2d')!
    let isWritten = false
    const fit = (): void => {
      const [width, height] = [pixelsOf(element.clientWidth), pixelsOf(element.clientHeight)]
      if (isWritten || width === 0 || (width === element.width && height === element.height)) return
      Object.assign(element, { width, height })
      latest.current.onBlank?.()
    }
    fit()
    const growth = watchSize(element, fit)
    let last: { x: number; y: number } | null = null
    /** In pixels of the page within the canvas as it is shown now. */
    const at = (event: PointerEvent): { x: number; y: number } => {
      const frame = element.getBoundingClientRect()
      return { x: event.clientX - frame.left, y: event.clientY - frame.top }
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
      // A dialog that is still growing is smaller than it will be, a telephone may be turned.
      const frame = element.getBoundingClientRect()
      const [across, down] = [element.width / frame.width, element.height / frame.height]
      isWritten = true
      pen.strokeStyle = tokenOf('ink', false)
      pen.lineCap = 'round'
      pen.lineJoin = 'round'
      pen.lineWidth = lineWidth * across * (event.pressure > 0 && event.pointerType === 'pen' ? 0.6 + event.pressure : 1)
      pen.beginPath()
      pen.moveTo(last.x * across, last.y * down)
      pen.lineTo(next.x * across, next.y * down)
      pen.stroke()
      onWritten(Math.hypot(next.x - last.x, next.y - last.y))
      last = next
    }
    const end = (event: PointerEvent): void => {
      if (event.isPrimary) last = null
    }
    // A name ends with a flick: browsers take it for the start of a scroll, and swallow the next tap, which is that on the button below.
    // While the page still rolls on from a swipe the browser lets nobody stop it, and complains of whoever tries.
    const noGesture = (event: TouchEvent): void => void (event.cancelable && event.preventDefault())
    const heard = new AbortController()
    const { signal } = heard
    element.addEventListener('touchstart', noGesture, { passive: false, signal })
    element.addEventListener('pointerdown', begin, { signal })
    element.addEventListener('pointermove', move, { signal })
    element.addEventListener('pointerup', end, { signal })
    element.addEventListener('pointercancel', end, { signal })
    return () => {
      growth()
      heard.abort()
    }
  }, [canvas])
}
