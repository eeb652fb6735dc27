/**
 * A surface one can move and zoom: wheel, drag, pinch, keys. Position and scale are written straight to the element's style, never
 * through React, so moving a picture of two hundred nodes renders nothing.
 */
import { useCallback, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, type ReactNode, type Ref } from 'react'
import { Button, Space, Tooltip } from 'antd'
import { ExpandOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons'
import { watchSize } from '#kit/ui/screen/watch-size.web.ts'
import './canvas.css'

export interface CanvasHandle {
  /** Brings an element of the surface to the middle. */
  show: (selector: string) => void
  fit: () => void
  zoom: (factor: number) => void
}
interface Place {
  x: number
  y: number
  scale: number
}

const MIN = 0.2
const MAX = 2
const clamp = (n: number): number => Math.min(MAX, Math.max(MIN, n))
/** What is pressed belongs to the control below the finger, not to the surface. */
const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, input, a, [role="button"], textarea, select, .ant-dropdown, [data-hold]') !== null
/** Narrower than this the surface is a phone's. */
const PHONE_WIDTH = 500

export function Canvas({
  ref,
  children,
  label,
  extra,
}: {
  ref?: Ref<CanvasHandle>
  children: ReactNode
  label: string
  extra?: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  const surface = useRef<HTMLDivElement>(null)
  const place = useRef<Place>({ x: 0, y: 0, scale: 1 })
  /** Where it stood when it was last fitted into the room it had. */
  const fitted = useRef<Place | null>(null)
  const [percent, setPercent] = useState(100)

  const put = useCallback((next: Place) => {
    place.current = next
    if (surface.current) surface.current.style.transform = `translate(${next.x}px, ${next.y}px) scale(${next.scale})`
    setPercent(Math.round(next.scale * 100))
  }, [])
  const zoomAt = useCallback(
    (factor: number, clientX: number, clientY: number) => {
      const frame = box.current!.getBoundingClientRect()
      const { x, y, scale } = place.current
      const next = clamp(scale * factor)
      const px = clientX - frame.left
      const py = clientY - frame.top
      put({ scale: next, x: px - ((px - x) * next) / scale, y: py - ((py - y) * next) / scale })
    },
    [put],
  )
  const zoom = useCallback(
    (factor: number) => {
      const frame = box.current!.getBoundingClientRect()
      zoomAt(factor, frame.left + frame.width / 2, frame.top + frame.height / 3)
    },
    [zoomAt],
  )
  const fit = useCallback(() => {
    const frame = box.current?.getBoundingClientRect()
    const size = surface.current
    if (!frame || !size || frame.width === 0) return
    // Never larger than life, and never so small that nothing can be read: then the top is shown. A tall drawing is scrolled.
    // On a phone a wide drawing is moved by hand rather than read by magnifying glass: its middle, where it begins, is shown.
    const least = frame.width < PHONE_WIDTH ? 0.75 : 0.35
    const scale = Math.max(
      least,
      Math.min(1, (frame.width - 32) / size.offsetWidth, Math.max(0.8, (frame.height - 32) / size.offsetHeight)),
    )
    put({ scale, x: (frame.width - size.offsetWidth * scale) / 2, y: 16 })
    fitted.current = place.current
  }, [put])
  const show = useCallback(
    (selector: string) => {
      const frame = box.current?.getBoundingClientRect()
      const target = surface.current?.querySelector(selector)?.getBoundingClientRect()
      if (!frame || !target) return
      const { x, y, scale } = place.current
      put({
        scale,
        x: x + frame.left + frame.width / 2 - (target.left + target.width / 2),
        y: y + frame.top + frame.height / 3 - (target.top + target.height / 2),
      })
    },
    [put],
  )
  useImperativeHandle(ref, () => ({ show, fit, zoom }), [show, fit, zoom])
  useLayoutEffect(fit, [fit])
  useRoom(box, place, put, { fit, fitted })
  useGestures(box, place, put, zoomAt)
  // Whoever walks with Tab must see where he is; the surface does not scroll by itself.
  const follow = (event: React.FocusEvent): void => {
    if (!surface.current?.contains(event.target)) return
    const next = inSight(box.current!, event.target, place.current)
    if (next !== place.current) put(next)
  }

  return (
    <div className="zyt-canvas" ref={box} role="region" aria-label={label} onFocus={follow}>
      <div className="zyt-canvas-surface" ref={surface}>
        {children}
      </div>
      <Space.Compact className="zyt-canvas-tools">
        {extra}
        <Tooltip title="缩小">
          <Button size="small" icon={<MinusOutlined />} aria-label="缩小" onClick={() => zoom(1 / 1.2)} />
        </Tooltip>
        <Tooltip title="实际大小">
          <Button size="small" aria-label={`当前 ${percent}%，恢复实际大小`} onClick={() => zoom(1 / place.current.scale)}>
            {percent}%
          </Button>
        </Tooltip>
        <Tooltip title="放大">
          <Button size="small" icon={<PlusOutlined />} aria-label="放大" onClick={() => zoom(1.2)} />
        </Tooltip>
        <Tooltip title="适应窗口">
          <Button size="small" icon={<ExpandOutlined />} aria-label="适应窗口" onClick={fit} />
        </Tooltip>
      </Space.Compact>
    </div>
  )
}

/** Moved just so far that the element can be seen. */
function inSight(box: HTMLElement, element: Element, place: Place): Place {
  const frame = box.getBoundingClientRect()
  const target = element.getBoundingClientRect()
  const dx = target.right > frame.right ? frame.right - target.right - 24 : target.left < frame.left ? frame.left - target.left + 24 : 0
  const dy = target.bottom > frame.bottom ? frame.bottom - target.bottom - 24 : target.top < frame.top ? frame.top - target.top + 24 : 0
  return dx || dy ? { ...place, x: place.x + dx, y: place.y + dy } : place
}

/** A panel that opens beside the surface takes its room, not its middle: what fitted fits again, what was moved keeps its middle. */
function useRoom(
  box: React.RefObject<HTMLDivElement | null>,
  place: React.RefObject<Place>,
  put: (next: Place) => void,
  { fit, fitted }: { fit: () => void; fitted: React.RefObject<Place | null> },
): void {
  const known = useRef(0)
  useEffect(() => {
    const element = box.current!
    return watchSize(element, () => {
      const width = element.clientWidth
      const by = width - known.current
      // Zero: a tab in the background.
      if (width === 0 || by === 0) return
      const first = known.current === 0
      known.current = width
      if (fitted.current === place.current) fit()
      else if (!first) put({ ...place.current, x: place.current.x + by / 2 })
      const { activeElement } = document
      if (!activeElement || activeElement === element || !element.contains(activeElement)) return
      const next = inSight(element, activeElement, place.current)
      if (next !== place.current) put(next)
    })
  }, [box, place, put, fit, fitted])
}

function useGestures(
  box: React.RefObject<HTMLDivElement | null>,
  place: React.RefObject<Place>,
  put: (next: Place) => void,
  zoomAt: (factor: number, x: number, y: number) => void,
): void {
  useEffect(() => {
    const element = box.current!
    const fingers = new Map<number, { x: number; y: number }>()
    const spread = (): { d: number; x: number; y: number } => {
      const [a, b] = [...fingers.values()] as [{ x: number; y: number }, { x: number; y: number }]
      return { d: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
    }
    const wheel = (event: WheelEvent): void => {
      event.preventDefault()
      // A pinch on a touch pad arrives as a wheel with Ctrl.
      if (event.ctrlKey || event.metaKey) return zoomAt(Math.exp(-event.deltaY / 200), event.clientX, event.clientY)
      const { x, y, scale } = place.current
      put({ scale, x: x - (event.shiftKey ? event.deltaY : event.deltaX), y: y - (event.shiftKey ? 0 : event.deltaY) })
    }
    const down = (event: PointerEvent): void => {
      if (event.button > 1 || isControl(event.target)) return
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
      element.setPointerCapture(event.pointerId)
      element.dataset['moving'] = ''
    }
    const move = (event: PointerEvent): void => {
      const before = fingers.get(event.pointerId)
      if (!before) return
      if (fingers.size === 2) {
        const was = spread()
        fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
        const is = spread()
        return zoomAt(is.d / Math.max(1, was.d), is.x, is.y)
      }
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
      const { x, y, scale } = place.current
      put({ scale, x: x + event.clientX - before.x, y: y + event.clientY - before.y })
    }
    const up = (event: PointerEvent): void => {
      fingers.delete(event.pointerId)
      if (fingers.size === 0) delete element.dataset['moving']
    }
    // Not passive: the page behind must not scroll.
    element.addEventListener('wheel', wheel, { passive: false })
    element.addEventListener('pointerdown', down)
    element.addEventListener('pointermove', move)
    element.addEventListener('pointerup', up)
    element.addEventListener('pointercancel', up)
    return () => {
      element.removeEventListener('wheel', wheel)
      element.removeEventListener('pointerdown', down)
      element.removeEventListener('pointermove', move)
      element.removeEventListener('pointerup', up)
      element.removeEventListener('pointercancel', up)
    }
  }, [box, place, put, zoomAt])
}
