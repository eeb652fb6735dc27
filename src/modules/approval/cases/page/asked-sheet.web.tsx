/**
 * 申请表 at the moment a business act is submitted: its process has a form of its own, or leaves somebody to be chosen. The
 * act is sent again with what is filled in here; while it is refused, this stays open with everything typed.
 */
import { useState } from 'react'
import { ERRORS } from '#kit/basics/errors.ts'
import { ApiError } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import type { AskSlot } from '#kit/ui/screen/slots.web.ts'
import type { AskedSheet as Wanted } from '../../wire.ts'
import { ApplyFields, choosing, SheetAlert, useSheet } from '../start/apply-fields.web.tsx'
import './cases.css'
import '#kit/ui/parts/section.css'

export default function AskedSheet({ asked }: AskSlot) {
  const [apply, setApply] = useState(() => asked.data as Wanted)
  // A record that is made by this very call has no number yet to keep a draft by.
  const sheet = useSheet(apply, apply.record === null ? null : `approval:ask:${apply.process.key}:${apply.record}`)
  const [filled, setFilled] = useState<Readonly<Record<string, object>>>({})
  const choose = choosing(apply.choose)
  const refuse = (error: ApiError, sent: object): void => {
    const again = error.code === ERRORS.needsConfirmation.code ? (error.data as Wanted) : null
    sheet.setGeneral(error.message)
    if (again?.ask !== 'approval') return
    if (again.process.key !== apply.process.key) {
      // The same call starts a second process, with a form of its own.
      setFilled((all) => ({ ...all, [apply.process.key]: sent }))
      sheet.empty()
    }
    setApply(again)
    sheet.setErrors(again.errors)
  }
  const send = async (): Promise<void> => {
    const sent = sheet.checked(choose)
    if (!sent) return
    try {
      await asked.send({ ...filled, [apply.process.key]: sent })
      sheet.dropDraft()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      refuse(error, sent)
    }
  }
  return (
    <Dialog
      open
      title={`填写申请表：${apply.process.name}`}
      width={720}
      okText="提交"
      okReason={sheet.waits}
      onCancel={asked.giveUp}
      onOk={send}
    >
      <SheetAlert general={sheet.general} />
      <p className="zyt-section-hint">{apply.process.remark || '这项业务要先经过审批，提交前请填写申请表。'}</p>
      <ApplyFields apply={apply} sheet={sheet} choose={choose} />
    </Dialog>
  )
}
