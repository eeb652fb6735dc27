/** 已有签署方签署: revoking is asked for once more, because the copy is not given back. */
import { useState } from 'react'
import { Alert } from 'antd'
import { ApiError } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import type { AskSlot } from '#kit/ui/screen/slots.web.ts'

export default function AskedCopies({ asked }: AskSlot) {
  const [wrong, setWrong] = useState<string | null>(null)
  const send = async (): Promise<void> => {
    try {
      await asked.send(true)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setWrong(error.message)
    }
  }
  return (
    <Dialog open title="确认撤销" width={480} okText="仍然撤销" onCancel={asked.giveUp} onOk={send}>
      {wrong ? <Alert type="error" showIcon title={wrong} role="alert" /> : null}
      <p>{asked.message}</p>
    </Dialog>
  )
}
