/** Looks at one of several files: images turn and grow, PDF is shown by the browser, anything else is offered for download. */
import { useEffect, useState } from 'react'
import { Button, Space } from 'antd'
import {
  DownloadOutlined,
  LeftOutlined,
  RightOutlined,
  RotateLeftOutlined,
  RotateRightOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons'
import type { FileLink } from '../../entity/field.ts'
import { Dialog } from '../dialog/dialog.web.tsx'
import { LoadingState } from '../parts/state.web.tsx'
import { downloadFile, useFileUrl } from './file-store.web.ts'
import { sizeText } from '../../basics/size.ts'
import { isImage, isPdf } from './file-size.ts'
import { ReasonButton } from '../record/reason-button.web.tsx'

interface Look {
  turn: number
  zoom: number
}
const STRAIGHT: Look = { turn: 0, zoom: 1 }

interface StageProps {
  files: readonly FileLink[]
  at: number | null
  onMove: (at: number) => void
}

export function FileViewer({ files, at, onMove, onClose }: StageProps & { onClose: () => void }) {
  const file = at === null ? null : (files[at] ?? null)
  return (
    <Dialog open={file !== null} title={file ? `${file.name}（${sizeText(file.size)}）` : ''} onCancel={onClose} footer={null}>
      <FileStage files={files} at={at} onMove={onMove} />
    </Dialog>
  )
}

/** The same without a dialog: beside a form that is typed off it. */
export function FileStage({ files, at, onMove }: StageProps) {
  const file = at === null ? null : (files[at] ?? null)
  const [look, setLook] = useState(STRAIGHT)
  useEffect(() => setLook(STRAIGHT), [file?.id])
  const step = (by: number): void => {
    if (at !== null && files[at + by]) onMove(at + by)
  }
  if (!file) return null
  return (
    <div
      className="zyt-viewer"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') step(-1)
        else if (event.key === 'ArrowRight') step(1)
        else if (event.key === 'r') setLook((l) => ({ ...l, turn: l.turn + 90 }))
      }}
    >
      <div className="zyt-viewer-bar">
        <Space wrap>
          <ReasonButton icon={<LeftOutlined />} reason={at === 0 ? '已经是第一个' : null} onClick={() => step(-1)} label="上一个" />
          <span>
            {(at ?? 0) + 1} / {files.length}
          </span>
          <ReasonButton
            icon={<RightOutlined />}
            reason={at === files.length - 1 ? '已经是最后一个' : null}
            onClick={() => step(1)}
            label="下一个"
          />
        </Space>
        <Space wrap>
          {isImage(file) ? <ImageTools look={look} onChange={setLook} /> : null}
          <Button icon={<DownloadOutlined />} onClick={() => void downloadFile(file)}>
            下载
          </Button>
        </Space>
      </div>
      <Content key={file.id} file={file} look={look} />
    </div>
  )
}

function ImageTools({ look, onChange }: { look: Look; onChange: (next: Look) => void }) {
  return (
    <>
      <Button icon={<RotateLeftOutlined />} aria-label="向左旋转" onClick={() => onChange({ ...look, turn: look.turn - 90 })} />
      <Button icon={<RotateRightOutlined />} aria-label="向右旋转" onClick={() => onChange({ ...look, turn: look.turn + 90 })} />
      <ReasonButton
        icon={<ZoomOutOutlined />}
        label="缩小"
        reason={look.zoom <= 0.5 ? '已经最小' : null}
        onClick={() => onChange({ ...look, zoom: look.zoom / 1.5 })}
      />
      <ReasonButton
        icon={<ZoomInOutlined />}
        label="放大"
        reason={look.zoom >= 5 ? '已经最大' : null}
        onClick={() => onChange({ ...look, zoom: look.zoom * 1.5 })}
      />
    </>
  )
}

function Content({ file, look }: { file: FileLink; look: Look }) {
  const url = useFileUrl(file)
  if (url === undefined) return <LoadingState rows={8} />
  if (url === null)
    return (
      <div role="alert" className="zyt-viewer-stage">
        文件打不开：已被删除，或不在您的数据权限内
      </div>
    )
  if (isPdf(file)) return <iframe className="zyt-viewer-pdf" src={url} title={file.name} />
  if (isImage(file))
    return (
      <div className="zyt-viewer-stage">
        <img src={url} alt={file.name} style={{ transform: `rotate(${look.turn}deg) scale(${look.zoom})` }} />
      </div>
    )
  if (file.mime.startsWith('video/')) return <video className="zyt-viewer-video" src={url} controls aria-label={file.name} />
  return <div className="zyt-viewer-stage">此类文件不能在线预览，请下载后查看</div>
}
