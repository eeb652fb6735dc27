/** 手写签名: drawn with finger, pen or mouse, stored as a picture like any other file. */
import { useEffect, useRef, useState } from 'react'
import { Button, Space } from 'antd'
import type { FileLink } from '../../entity/field.ts'
import { api, sentenceOf } from '../client/api.web.ts'
import { Dialog } from '../dialog/dialog.web.tsx'
import { toast } from '../dialog/message.web.tsx'
import { tokenOf } from '../look/tokens.ts'
import { FilesValue } from './files.web.tsx'
import './signature.css'

interface Props {
  value: FileLink | null
  onChange: (value: FileLink | null) => void
  disabled?: boolean
  label?: string
  id?: string
}

export function SignatureInput({ value, onChange, disabled, label = '签名', id }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <span className="zyt-signature">
      {value ? <FilesValue value={[value]} label={label} /> : null}
      {disabled ? null : (
        <Space>
          <Button id={id} onClick={() => setOpen(true)}>
            {value ? '重新签名' : `点击${byHand(label)}`}
          </Button>
          {value ? (
            <Button type="link" onClick={() => onChange(null)}>
              清除
            </Button>
          ) : null}
        </Space>
      )}
      {open ? <Pad label={label} onClose={() => setOpen(false)} onDone={(file) => (onChange(file), setOpen(false))} /> : null}
    </span>
  )
}

/** A field is often called 手写签名 already. */
const byHand = (label: string): string => (label.startsWith('手写') ? label : `手写${label}`)

const WIDTH = 640
const HEIGHT = 260
const LEAST_INK = 60

/** White paper, stored with the ink: read in the dark theme, dark ink on nothing could not be seen. */
function blank(canvas: HTMLCanvasElement | null): void {
  const pen = canvas?.getContext('2d')
  if (!pen) return
  pen.fillStyle = tokenOf('paper', false)
  pen.fillRect(0, 0, WIDTH, HEIGHT)
}

function Pad({ label, onClose, onDone }: { label: string; onClose: () => void; onDone: (file: FileLink) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  /** How far the pen has gone: a tap is no signature. */
  const [ink, setInk] = useState(0)
  useStrokes(canvas, (length) => setInk((sum) => sum + length))
  useEffect(() => blank(canvas.current), [])
  const clear = (): void => {
    blank(canvas.current)
    setInk(0)
  }
  const save = async (): Promise<void> => {
    const blob = await new Promise<Blob | null>((resolve) => canvas.current!.toBlob(resolve, 'image/png'))
    if (!blob) return
    const form = new FormData()
    form.append('file', blob, `${label}.png`)
    try {
      onDone(await api.upload<FileLink>('/api/v1/file/upload', form, { silent: true }))
    } catch (error) {
      toast.error(sentenceOf(error, '签名上传失败，请重试'))
    }
  }
  return (
    <Dialog
      open
      title={byHand(label)}
      width={720}
      okText="使用此签名"
      okReason={ink === 0 ? '请先在框内书写' : ink < LEAST_INK ? '签名太短，请写完整' : null}
      onCancel={onClose}
      onOk={save}
      extra={<Button onClick={clear}>重写</Button>}
    >
      <canvas
        ref={canvas}
        className="zyt-signature-pad"
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-label={`${label}书写区，用手指、笔或鼠标书写`}
      />
    </Dialog>
  )
}

/** Draws what the pointer does; the paper is white and the ink dark in the dark theme too, because it is printed. */
function useStrokes(canvas: React.RefObject<HTMLCanvasElement | null>, onStroke: (length: number) => void): void {
  const tell = useRef(onStroke)
  tell.current = onStroke
  useEffect(() => {
    const element = canvas.current!
    const pen = element.getContext('2d')!
    let at: { x: number; y: number } | null = null
    let length = 0
    const point = (event: PointerEvent): { x: number; y: number } => {
      const frame = element.getBoundingClientRect()
      return { x: ((event.clientX - frame.left) * WIDTH) / frame.width, y: ((event.clientY - frame.top) * HEIGHT) / frame.height }
    }
    const down = (event: PointerEvent): void => {
      // The palm on the glass and a second finger write nothing.
      if (!event.isPrimary || event.button !== 0) return
      length = 0
      element.setPointerCapture(event.pointerId)
      at = point(event)
    }
    const move = (event: PointerEvent): void => {
      if (!at || !event.isPrimary) return
      const next = point(event)
      pen.strokeStyle = tokenOf('ink', false)
      pen.lineCap = 'round'
      pen.lineWidth = event.pressure > 0 && event.pointerType === 'pen' ? 2 + event.pressure * 4 : 3.5
      pen.beginPath()
      pen.moveTo(at.x, at.y)
      pen.lineTo(next.x, next.y)
      pen.stroke()
      length += Math.hypot(next.x - at.x, next.y - at.y)
      at = next
    }
    const up = (event: PointerEvent): void => {
      if (!event.isPrimary) return
      if (at) tell.current(length)
      at = null
    }
    element.addEventListener('pointerdown', down)
    element.addEventListener('pointermove', move)
    element.addEventListener('pointerup', up)
    element.addEventListener('pointercancel', up)
    return () => {
      element.removeEventListener('pointerdown', down)
      element.removeEventListener('pointermove', move)
      element.removeEventListener('pointerup', up)
      element.removeEventListener('pointercancel', up)
    }
  }, [canvas])
}
