/** 手写签名: drawn with finger, pen or mouse, stored as a picture like any other file. */
import { useRef, useState } from 'react'
import { Button, Space } from 'antd'
import type { FileLink } from '../../entity/field.ts'
import { api, sentenceOf } from '../client/api.web.ts'
import { Dialog } from '../dialog/dialog.web.tsx'
import { toast } from '../dialog/message.web.tsx'
import { tokenOf } from '../look/tokens.ts'
import { FilesValue } from './files.web.tsx'
import { useStrokes } from './strokes.web.ts'
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

/** A name is longer than this, in pixels of the screen. */
const LEAST_INK = 60

/** White paper, stored with the ink: read in the dark theme, dark ink on nothing could not be seen. */
function blank(canvas: HTMLCanvasElement | null): void {
  const pen = canvas?.getContext('2d')
  if (!pen) return
  pen.fillStyle = tokenOf('paper', false)
  pen.fillRect(0, 0, canvas!.width, canvas!.height)
}

function Pad({ label, onClose, onDone }: { label: string; onClose: () => void; onDone: (file: FileLink) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const length = useRef(0)
  const [written, setWritten] = useState<'nothing' | 'short' | 'enough'>('nothing')
  useStrokes(canvas, {
    lineWidth: 3.5,
    onBlank: () => blank(canvas.current),
    onWritten: (more) => {
      length.current += more
      setWritten(length.current < LEAST_INK ? 'short' : 'enough')
    },
  })
  const clear = (): void => {
    blank(canvas.current)
    length.current = 0
    setWritten('nothing')
  }
  const save = async (): Promise<void> => {
    const blob = await new Promise<Blob | null>((resolve) => canvas.current!.toBlob(resolve, 'image/png'))
    // Nothing to take a picture of: the browser has thrown the canvas away.
    if (!blob) {
      clear()
      return toast.error('签名没有保存下来，请重新书写')
    }
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
      okReason={{ nothing: '请先在框内书写', short: '签名太短，请写完整', enough: null }[written]}
      onCancel={onClose}
      onOk={save}
      extra={<Button onClick={clear}>重写</Button>}
    >
      <canvas ref={canvas} className="zyt-signature-pad" role="img" aria-label={`${label}书写区，用手指、笔或鼠标书写`} />
    </Dialog>
  )
}
