/** The copy button of spec §2 and §8: copies, then says 已复制. */
import { Button } from 'antd'
import { CopyOutlined } from '@ant-design/icons'
import { TEXT } from '../client/answer.ts'
import { toast } from '../dialog/message.web.tsx'
import '../field/field-value.css'

async function copyText(text: string): Promise<void> {
  if (await write(text)) toast.success(TEXT.copied)
  else toast.error('浏览器不允许复制，请手动选择后复制')
}

async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Plain-http addresses have no clipboard API; the old way still works there.
    const box = document.createElement('textarea')
    box.value = text
    box.style.position = 'fixed'
    box.style.opacity = '0'
    document.body.append(box)
    box.select()
    const done = document.execCommand('copy')
    box.remove()
    return done
  }
}

export function CopyButton({ text, what }: { text: string; what?: string }) {
  const label = what ? `复制${what}` : '复制'
  return (
    <Button
      type="text"
      size="small"
      className="zyt-copy"
      icon={<CopyOutlined />}
      aria-label={label}
      title={label}
      onClick={(event) => {
        event.stopPropagation()
        void copyText(text)
      }}
    />
  )
}
