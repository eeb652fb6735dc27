/** 上传文件: the template, and the file that is chosen or dropped. */
import { useRef, useState } from 'react'
import { Alert, Button, Progress } from 'antd'
import { DownloadOutlined, InboxOutlined } from '@ant-design/icons'
import { api } from '../client/api.web.ts'
import type { Repairs } from './import-state.ts'
import '../record/form/form.css'

interface FileStepProps {
  label: string
  /** Address of the calls of this import. */
  base: string
  /** Share of the file that has arrived, 0 to 1; null while none is under way. */
  sending: number | null
  /** Repairs of an earlier import that were never sent. */
  unsent: Repairs | null
  onForget: () => void
  onFile: (file: File) => void
}

export function FileStep({ label, base, sending, unsent, onForget, onFile }: FileStepProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  return (
    <div>
      {unsent ? (
        <Alert
          type="info"
          showIcon
          className="zyt-form-alert"
          title={`上次的修改还没有导入（${unsent.cells.length} 个单元格${unsent.removed.length ? `，移除 ${unsent.removed.length} 行` : ''}）。重新上传同一文件即可恢复。`}
          action={
            <Button size="small" onClick={onForget}>
              放弃这些修改
            </Button>
          }
        />
      ) : null}
      <p>
        第一次导入请先下载模板，按模板内的说明填写。上传后会先检查全部数据，确认前不会写入。
        <Button
          type="link"
          icon={<DownloadOutlined />}
          onClick={() => void api.download(`${base}/template`, { fileName: `${label}导入模板.xlsx` }).catch(() => undefined)}
        >
          下载模板
        </Button>
      </p>
      <button
        type="button"
        className={over ? 'zyt-drop zyt-drop-over' : 'zyt-drop'}
        disabled={sending !== null}
        onClick={() => chooser.current?.click()}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          const file = event.dataTransfer.files[0]
          if (file) onFile(file)
        }}
      >
        <InboxOutlined className="zyt-drop-icon" />
        {sending === null ? '点击选择，或把 .xlsx 文件拖到这里' : sending < 1 ? '正在上传…' : '正在检查…'}
      </button>
      {sending === null ? null : <Progress percent={Math.round(sending * 100)} status="active" />}
      <input
        ref={chooser}
        type="file"
        accept=".xlsx"
        hidden
        aria-label="选择 Excel 文件"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
    </div>
  )
}
