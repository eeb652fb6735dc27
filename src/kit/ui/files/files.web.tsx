/** Attachments: thumbnails with a viewer, and a place to drag, paste or choose files into. */
import { useEffect, useRef, useState } from 'react'
import { Button, Progress } from 'antd'
import { CloseOutlined, DownloadOutlined, FileOutlined, FilePdfOutlined, PlusOutlined } from '@ant-design/icons'
import type { Field, FileLink } from '../../entity/field.ts'
import { api, sentenceOf } from '../client/api.web.ts'
import { randomId } from '../client/id.ts'
import { asChosen } from './file-order.ts'
import { downloadAll, useFileUrl } from './file-store.web.ts'
import { ANY_FILE, isImage, isPdf, refuseFile } from './file-size.ts'
import { FileViewer } from './file-viewer.web.tsx'
import './files.css'
import '../field/field-value.css'

type FilesField = Extract<Field, { kind: 'files' }>

export const readFiles = (value: unknown): FileLink[] =>
  Array.isArray(value)
    ? value.filter((v): v is FileLink => typeof v === 'object' && v !== null && typeof (v as FileLink).id === 'string')
    : []

export function FilesValue({ value, label, compact }: { value: unknown; label: string; compact?: boolean }) {
  const files = readFiles(value)
  const [at, setAt] = useState<number | null>(null)
  if (files.length === 0) return <span className="zyt-none">—</span>
  const shown = compact ? files.slice(0, 3) : files
  return (
    <span className={compact ? 'zyt-files zyt-files-compact' : 'zyt-files'} onClick={(event) => event.stopPropagation()}>
      {shown.map((file, i) => (
        <Thumb key={file.id} file={file} onOpen={() => setAt(i)} />
      ))}
      {compact && files.length > 3 ? <span>+{files.length - 3}</span> : null}
      {!compact && files.length > 1 ? (
        <Button size="small" type="link" icon={<DownloadOutlined />} onClick={() => void downloadAll(files, label)}>
          全部下载
        </Button>
      ) : null}
      <FileViewer files={files} at={at} onMove={setAt} onClose={() => setAt(null)} />
    </span>
  )
}

function Thumb({ file, onOpen, onRemove }: { file: FileLink; onOpen: () => void; onRemove?: () => void }) {
  const url = useFileUrl(isImage(file) ? file : null)
  return (
    <span className="zyt-thumb">
      <button type="button" className="zyt-thumb-open" onClick={onOpen} title={file.name} aria-label={`查看 ${file.name}`}>
        {isImage(file) && url ? <img src={url} alt="" loading="lazy" /> : isPdf(file) ? <FilePdfOutlined /> : <FileOutlined />}
        <span className="zyt-thumb-name">{file.name}</span>
      </button>
      {onRemove ? (
        <button type="button" className="zyt-thumb-remove" onClick={onRemove} aria-label={`移除 ${file.name}`}>
          <CloseOutlined />
        </button>
      ) : null}
    </span>
  )
}

interface Sending {
  key: string
  name: string
  fraction: number
}

export interface FilesInputProps {
  field: FilesField
  value: unknown
  onChange: (files: FileLink[]) => void
  /** While files travel the form must not be sent without them. */
  onBusy?: (busy: boolean) => void
  disabled?: boolean
  id?: string
  labelledBy?: string
}

export function FilesInput({ field, value, onChange, onBusy, disabled, id }: FilesInputProps) {
  const files = readFiles(value)
  // Several uploads end in any order; each must add to what the others have added meanwhile.
  const latest = useRef(files)
  latest.current = files
  const places = useRef(new Map<string, number>())
  const chosenSoFar = useRef(0)
  const [sending, setSending] = useState<Sending[]>([])
  // Beside the field, until files are chosen again: a toast is gone before its second line is read.
  const [refused, setRefused] = useState<readonly string[]>([])
  const refuse = (sentence: string): void => setRefused((all) => [...all, sentence])
  const [over, setOver] = useState(false)
  const [at, setAt] = useState<number | null>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const accept = field.accept ?? ANY_FILE
  const most = field.maxCount ?? 20
  const room = most - files.length - sending.length
  const busy = sending.length > 0
  const tellBusy = useRef(onBusy)
  tellBusy.current = onBusy
  useEffect(() => tellBusy.current?.(busy), [busy])

  const take = async (chosen: readonly File[]): Promise<void> => {
    const good: File[] = []
    setRefused([])
    for (const file of chosen) {
      const reason = refuseFile(file, accept)
      if (reason) refuse(reason)
      else good.push(file)
    }
    if (good.length > room) refuse(`${field.label}最多 ${most} 个文件`)
    const batch = good.slice(0, Math.max(0, room))
    if (batch.length === 0) return
    await Promise.all(batch.map((file) => send(file, chosenSoFar.current++)))
  }

  const send = async (file: File, place: number): Promise<void> => {
    const key = randomId()
    setSending((all) => [...all, { key, name: file.name, fraction: 0 }])
    const form = new FormData()
    // What a file is, its content says, and the server looks; the sentence about it shall name what belongs here.
    form.append('accept', accept.join(','))
    form.append('file', file, file.name)
    try {
      const link = await api.upload<FileLink>('/api/v1/file/upload', form, {
        silent: true,
        onProgress: (fraction) => setSending((all) => all.map((s) => (s.key === key ? { ...s, fraction } : s))),
      })
      places.current.set(link.id, place)
      latest.current = asChosen(latest.current, link, places.current)
      onChange(latest.current)
    } catch (error) {
      refuse(`「${file.name}」上传失败：${sentenceOf(error, '请重试')}`)
    } finally {
      setSending((all) => all.filter((s) => s.key !== key))
    }
  }

  return (
    <div
      className={over ? 'zyt-files zyt-files-input zyt-files-over' : 'zyt-files zyt-files-input'}
      onDragOver={(event) => {
        event.preventDefault()
        if (!disabled) setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (!disabled) void take([...event.dataTransfer.files])
      }}
      onPaste={(event) => {
        const pasted = [...event.clipboardData.files]
        if (pasted.length === 0 || disabled) return
        event.preventDefault()
        void take(pasted)
      }}
    >
      {files.map((file, i) => (
        <Thumb
          key={file.id}
          file={file}
          onOpen={() => setAt(i)}
          onRemove={disabled ? undefined : () => onChange(files.filter((f) => f.id !== file.id))}
        />
      ))}
      {sending.map((s) => (
        <span key={s.key} className="zyt-thumb" title={s.name}>
          <Progress type="circle" size={44} percent={Math.round(s.fraction * 100)} aria-label={`正在上传 ${s.name}`} />
        </span>
      ))}
      {!disabled && room > 0 ? (
        <button type="button" id={id} className="zyt-files-add" onClick={() => chooser.current?.click()} aria-label={`上传${field.label}`}>
          <PlusOutlined />
          <span>{accept.every((type) => type.startsWith('image/')) ? '上传或粘贴图片' : '上传或粘贴文件'}</span>
        </button>
      ) : null}
      <input
        ref={chooser}
        type="file"
        hidden
        multiple={most > 1}
        accept={accept.join(',')}
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])]
          event.target.value = ''
          void take(chosen)
        }}
      />
      {refused.length > 0 ? (
        <div role="alert" className="zyt-files-refused">
          {refused.map((sentence) => (
            <div key={sentence}>{sentence}</div>
          ))}
        </div>
      ) : null}
      <FileViewer files={files} at={at} onMove={setAt} onClose={() => setAt(null)} />
    </div>
  )
}
