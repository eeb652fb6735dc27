/** Above an office platform: what is still missing, and a message to oneself that shows whether it works. */
import { Alert } from 'antd'
import { SendOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { ReasonButton } from '#kit/ui/record.web.tsx'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import '../system.css'

type Said = { type: 'success' | 'error'; text: string }

export default function MessengerHead({ row }: TabProps) {
  const can = useCan()
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<Said | null>(null)
  const test = async (): Promise<void> => {
    setBusy(true)
    setSaid(
      await api.post<{ sentence: string }>('/api/v1/messenger/test', { id: row.id }, { silent: true }).then(
        ({ sentence }): Said => ({ type: 'success', text: sentence }),
        (error: unknown): Said => ({ type: 'error', text: sentenceOf(error, '没有发出，请检查网络后重试') }),
      ),
    )
    setBusy(false)
  }
  const ready = Boolean(row['secretAt'])
  return (
    <div className="zyt-user-head">
      <span>{`登录回调网址：${window.location.origin}/login，请在平台的应用中登记`}</span>
      {can('messengerList_test') ? (
        <ReasonButton icon={<SendOutlined />} loading={busy} reason={ready ? null : '请先填写密钥'} onClick={() => void test()}>
          试发一条
        </ReasonButton>
      ) : null}
      {ready ? null : <span className="zyt-section-hint">还没有填写密钥，填写后才会发送和登录</span>}
      {said ? <Alert type={said.type} showIcon title={said.text} role={said.type === 'error' ? 'alert' : 'status'} /> : null}
    </div>
  )
}
