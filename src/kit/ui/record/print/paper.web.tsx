/** A sheet of paper: seen in a dialog first, then printed alone, beside the application so that everything else can be left out. */
import { useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Space } from 'antd'
import { PrinterOutlined } from '@ant-design/icons'
import { ReasonButton } from '../reason-button.web.tsx'
import { Dialog } from '../../dialog/dialog.web.tsx'
import './print-sheet.css'

export interface PaperDialogProps {
  /** Null while it is not there yet. */
  paper: ReactNode
  /** Beside the button: what is to be on the paper. */
  tools?: ReactNode
  /** Above the paper: why it is not there. */
  children?: ReactNode
  onClose: () => void
}

export function PaperDialog({ paper, tools, children, onClose }: PaperDialogProps) {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    if (!printing) return
    const done = (): void => setPrinting(false)
    window.addEventListener('afterprint', done)
    window.print()
    return () => window.removeEventListener('afterprint', done)
  }, [printing])
  return (
    <>
      <Dialog open title="打印预览" width={920} footer={null} onCancel={onClose}>
        <Space className="zyt-paper-tools" wrap>
          <ReasonButton
            type="primary"
            icon={<PrinterOutlined />}
            reason={paper ? null : '内容还没有读取完'}
            onClick={() => setPrinting(true)}
          >
            打印
          </ReasonButton>
          {tools}
        </Space>
        {children}
        <div className="zyt-paper-preview">{paper}</div>
      </Dialog>
      {printing && paper ? createPortal(<div className="zyt-print-root">{paper}</div>, document.body) : null}
    </>
  )
}
