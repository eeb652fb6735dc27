/** Pictures and signatures of the driver's page: made small enough for a bad network, with time and vehicle written on them. */
import { tokenOf } from '#kit/ui/look/tokens.ts'
import { useEffect, useMemo, type ChangeEvent, type PointerEvent, type RefObject } from 'react'
import type { Shot } from './outbox.web.ts'

const SIDE = 1600
const MOST_BYTES = 350_000

const asBlob = (canvas: HTMLCanvasElement, mime: string, quality?: number): Promise<Blob> =>
  new Promise((resolve, reject) => canvas.toBlob((b) => (b ? resolve(b) : reject(new Error('canvas'))), mime, quality))

/** At most 1600 px and 350 kB, whatever the camera gave. */
async function small(file: Blob, stamp: string): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, SIDE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  const pen = canvas.getContext('2d')!
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const size = Math.max(16, Math.round(canvas.width / 40))
  pen.font = `${size}px sans-serif`
  pen.fillStyle = tokenOf('veil', false)
  pen.fillRect(0, canvas.height - size * 2, canvas.width, size * 2)
  pen.fillStyle = tokenOf('paper', false)
  pen.fillText(`${new Date().toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai' })} ${stamp}`, size / 2, canvas.height - size * 0.6)
  let best = await asBlob(canvas, 'image/jpeg', 0.85)
  for (const quality of [0.7, 0.55, 0.4]) {
    if (best.size <= MOST_BYTES) break
    best = await asBlob(canvas, 'image/jpeg', quality)
  }
  return best
}

interface ShotsProps {
  shots: readonly Shot[]
  onChange: (shots: readonly Shot[]) => void
  label: string
  stamp: string
}
export function Shots({ shots, onChange, label, stamp }: ShotsProps) {
  const urls = useMemo(() => shots.map((s) => URL.createObjectURL(s.blob)), [shots])
  useEffect(() => () => urls.forEach((u) => URL.revokeObjectURL(u)), [urls])
  const take = async (e: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const files = [...(e.target.files ?? [])].slice(0, 9 - shots.length)
    e.target.value = ''
    const made = await Promise.all(files.map(async (f) => ({ blob: await small(f, stamp), as: 'photo' as const })))
    onChange([...shots, ...made])
  }
  return (
    <div>
      <label className="zyt-driver-shoot">
        {label}（{shots.length} / 9）
        <span aria-hidden>{shots.length === 0 ? '拍照' : '再拍'}</span>
        <input type="file" accept="image/*" capture="environment" multiple disabled={shots.length >= 9} onChange={(e) => void take(e)} />
      </label>
      <div className="zyt-driver-shots">
        {urls.map((u, i) => (
          <img key={u} src={u} alt={`${label} ${i + 1}`} />
        ))}
      </div>
    </div>
  )
}

export const drawn = (canvas: HTMLCanvasElement): Promise<Blob> => asBlob(canvas, 'image/png')

/** White paper and dark ink in the dark theme too: it is printed. A wiped pad says so: an empty picture must never pass for a signature. */
export function Pad({ ref, onInk }: { ref: RefObject<HTMLCanvasElement | null>; onInk: (signed: boolean) => void }) {
  const blank = (): void => {
    const pen = ref.current?.getContext('2d')
    if (!pen) return
    pen.fillStyle = tokenOf('paper', false)
    pen.fillRect(0, 0, 640, 260)
  }
  useEffect(blank, [ref])
  const again = (): void => {
    blank()
    onInk(false)
  }
  const at = (e: PointerEvent<HTMLCanvasElement>): [number, number] => {
    const box = e.currentTarget.getBoundingClientRect()
    return [((e.clientX - box.left) * 640) / box.width, ((e.clientY - box.top) * 260) / box.height]
  }
  const begin = (e: PointerEvent<HTMLCanvasElement>): void => {
    e.currentTarget.setPointerCapture(e.pointerId)
    const pen = e.currentTarget.getContext('2d')!
    pen.lineWidth = 4
    pen.lineCap = 'round'
    pen.strokeStyle = tokenOf('ink', false)
    pen.beginPath()
    pen.moveTo(...at(e))
  }
  const draw = (e: PointerEvent<HTMLCanvasElement>): void => {
    if (e.buttons === 0) return
    const pen = e.currentTarget.getContext('2d')!
    pen.lineTo(...at(e))
    pen.stroke()
    onInk(true)
  }
  return (
    <div>
      <label>手写签名</label>
      <canvas ref={ref} width={640} height={260} aria-label="手写签名" onPointerDown={begin} onPointerMove={draw} />
      <button onClick={again}>重写</button>
    </div>
  )
}
