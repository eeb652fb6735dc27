/** 反馈问题: for everybody, wherever he stands; whoever answers it does so on 问题反馈. */
import { useId, useState } from 'react'
import { Input } from 'antd'
import { api } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import '../public/public.css'

interface Props {
  /** Address of the page it is about. */
  page: string
  title?: string
  onClose: () => void
}

export function Feedback({ page, title: first = '', onClose }: Props) {
  const id = useId()
  const [title, setTitle] = useState(first)
  const [content, setContent] = useState('')
  const missing = title.trim() === '' ? '请填写标题' : content.trim() === '' ? '请填写问题描述' : null
  const send = async (): Promise<void> => {
    const { no } = await api.post<{ no: string }>('/api/v1/feedback/send', { title, content, page: page.slice(0, 200) })
    toast.success(`已反馈，编号 ${no}；回复会发到您的消息`)
    onClose()
  }
  return (
    <Dialog open title="反馈问题" width={560} okText="发送" okReason={missing} onOk={send} onCancel={onClose}>
      <div className="zyt-fields">
        <div className="zyt-field">
          <label htmlFor={`${id}t`} data-required>
            标题
          </label>
          <Input id={`${id}t`} value={title} maxLength={80} onChange={(event) => setTitle(event.target.value)} />
        </div>
        <div className="zyt-field">
          <label htmlFor={`${id}c`} data-required>
            问题描述
          </label>
          <Input.TextArea
            id={`${id}c`}
            rows={5}
            value={content}
            maxLength={3000}
            placeholder="做了什么、看到什么、本来应该怎样"
            onChange={(event) => setContent(event.target.value)}
          />
        </div>
        <p className="zyt-page-hint">{`所在页面：${page}`}</p>
      </div>
    </Dialog>
  )
}
