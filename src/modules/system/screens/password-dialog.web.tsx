/** An initial password: made by the server, shown once, changed by its owner at the first login. */
import { useState } from 'react'
import { Alert } from 'antd'
import { api } from '#kit/ui/client/api.web.ts'
import { CopyButton } from '#kit/ui/parts/copy.web.tsx'
import { HTTP_TOAST_MS, toast } from '#kit/ui/dialog/message.web.tsx'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { ReasonButton } from '#kit/ui/record/reason-button.web.tsx'
import '../system.css'

interface Props {
  id: number
  name: string
  /** The account has just been made and has no password yet. */
  fresh?: boolean
  onClose: () => void
}

export function PasswordDialog({ id, name, fresh = false, onClose }: Props) {
  const [password, setPassword] = useState<string | null>(null)
  const make = async (): Promise<void> => {
    // A refusal has been told by its toast; the dialog stays for another try.
    const answer = await api.post<{ password: string } | { held: string }>('/api/v1/userPassword/reset', { id }).catch(() => null)
    if (answer && 'held' in answer) {
      toast.info(answer.held, HTTP_TOAST_MS)
      onClose()
    } else if (answer) setPassword(answer.password)
  }
  const title = fresh ? `用户「${name}」已创建` : `重置「${name}」的密码`
  if (password !== null)
    return (
      <Dialog open title={title} width={520} onCancel={onClose} onOk={onClose} okText="我已复制，关闭">
        <p>初始密码只显示这一次，请复制后交给本人。首次登录时必须修改。</p>
        <div className="zyt-password" aria-live="polite">
          <code>{password}</code>
          <CopyButton text={password} what="初始密码" />
        </div>
      </Dialog>
    )
  return (
    <Dialog open title={title} width={520} onCancel={onClose} onOk={make} okText="生成初始密码" cancelText={fresh ? '以后再说' : '取消'}>
      {fresh ? (
        <p>账号还没有密码。生成初始密码后，本人即可登录并修改密码。</p>
      ) : (
        <Alert type="warning" showIcon title="原密码立即失效，该用户所有已登录的设备会退出登录。" />
      )}
    </Dialog>
  )
}

export function ResetPasswordButton({ id, name, reason }: { id: number; name: string; reason: string | null }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <ReasonButton reason={reason} onClick={() => setOpen(true)}>
        重置密码
      </ReasonButton>
      {open ? <PasswordDialog id={id} name={name} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
