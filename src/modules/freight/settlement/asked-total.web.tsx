/** 合计有变化: confirming a sheet would take another total than the one that was seen. Both are told; the new one goes with the same call. */
import { useState } from 'react'
import { Alert } from 'antd'
import { ERRORS } from '#kit/basics/errors.ts'
import { ApiError } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import type { AskSlot } from '#kit/ui/screen/slots.web.ts'
import type { OtherTotal } from './sheet.ts'

export default function AskedTotal({ asked }: AskSlot) {
  const [shown, setShown] = useState({ total: (asked.data as OtherTotal).now, message: asked.message })
  const [wrong, setWrong] = useState<string | null>(null)
  const send = async (): Promise<void> => {
    try {
      await asked.send(shown.total)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // Somebody confirmed another one meanwhile: this total has not been seen either.
      if (error.code === ERRORS.needsConfirmation.code) setShown({ total: (error.data as OtherTotal).now, message: error.message })
      else setWrong(error.message)
    }
  }
  return (
    <Dialog open title="合计有变化" width={560} okText="按新的合计确认" onCancel={asked.giveUp} onOk={send}>
      {wrong ? <Alert type="error" showIcon title={wrong} role="alert" /> : null}
      <p>{shown.message}</p>
    </Dialog>
  )
}
