/** Where a name is drawn by finger, pen or mouse; given back as a PNG with a clear ground. */
import { useImperativeHandle, useRef, useState, type Ref } from 'react'
import { useStrokes } from '#kit/ui/files/strokes.web.ts'

export interface Ink {
  /** Base64 without its head, or null when nothing was drawn. */
  png(): string | null
  clear(): void
}

const LINE_WIDTH = 2.6
/** A name is longer than this, in pixels of the screen. */
const LEAST = 20

export function InkPad({ ref, label }: { ref: Ref<Ink>; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const length = useRef(0)
  const [empty, setEmpty] = useState(true)
  const isEnough = (): boolean => length.current > LEAST
  useStrokes(canvas, {
    lineWidth: LINE_WIDTH,
    onWritten: (more) => {
      length.current += more
      if (isEnough()) setEmpty(false)
    },
  })
  useImperativeHandle(ref, () => ({
    png: () => (isEnough() ? canvas.current!.toDataURL('image/png').split(',')[1]! : null),
    clear: () => {
      const target = canvas.current!
      target.getContext('2d')!.clearRect(0, 0, target.width, target.height)
      length.current = 0
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
