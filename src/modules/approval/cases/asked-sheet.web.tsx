/**
 * 申请表 at the moment a business act is submitted: its process has a form of its own, or leaves somebody to be chosen. The
 * act is sent again with what is filled in here; while it is refused, this stays open with everything typed.
 */
import { useEffect, useMemo, useState } from 'react'
import { Alert } from 'antd'
import { ERRORS } from '#kit/basics/errors.ts'
import { ApiError } from '#kit/ui/api.web.ts'
import { DetailTable } from '#kit/ui/detail-table.web.tsx'
import { Dialog } from '#kit/ui/dialog.web.tsx'
import { useDraft } from '#kit/ui/setting.web.ts'
import type { AskSlot } from '#kit/ui/slots.web.ts'
import { checkForm } from '../form.ts'
import { firstFormValues, permissionOf } from '../forms/fields.ts'
import type { AskedSheet as Wanted } from '../wire.ts'
import { ApplyFields, choosing, withoutField, type Kept } from './apply-fields.web.tsx'
import './cases.css'

export default function AskedSheet({ asked }: AskSlot) {
  const [apply, setApply] = useState(() => asked.data as Wanted)
  const first = useMemo<Kept>(() => ({ values: firstFormValues(apply.form), choices: {} }), [apply.form])
  // A record that is made by this very call has no number yet to keep a draft by.
  const kept = useDraft<Kept>(apply.record === null ? null : `approval:ask:${apply.process.key}:${apply.record}`)
  const [typed, setTyped] = useState<Kept | null>(null)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [general, setGeneral] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [filled, setFilled] = useState<Readonly<Record<string, object>>>({})
  const found = kept.draft
  useEffect(() => {
    if (found && typed === null) setTyped(found)
  }, [found, typed])
  const now = typed ?? first
  const choose = choosing(apply.choose)
  const refuse = (error: ApiError, sheet: object): void => {
    const again = error.code === ERRORS.needsConfirmation.code ? (error.data as Wanted) : null
    setGeneral(error.message)
    if (again?.ask !== 'approval') return
    if (again.process.key !== apply.process.key) {
      // The same call starts a second process, with a form of its own.
      setFilled((all) => ({ ...all, [apply.process.key]: sheet }))
      setTyped(null)
      setGeneral(null)
    }
    setApply(again)
    setErrors(again.errors)
  }
  const send = async (): Promise<void> => {
    const check = checkForm(apply.form, now.values, { starter: apply.about, asks: (name) => permissionOf(apply.permissions, name, 'edit') === 'edit' })
    setErrors(check.errors)
    if (!check.ok) return setGeneral(`有 ${Object.keys(check.errors).length} 处需要修改`)
    const open = choose.find((c) => !now.choices[c.node]?.length)
    if (open) return setGeneral(`请选择「${open.name}」的审批人`)
    const sheet = { values: check.values, ...(Object.keys(now.choices).length ? { choices: now.choices } : {}) }
    try {
      await asked.send({ ...filled, [apply.process.key]: sheet })
      kept.clear()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      refuse(error, sheet)
    }
  }
  return (
    <Dialog open title={`填写申请表：${apply.process.name}`} width={720} okText="提交" okReason={busy ? '文件上传中，请稍候' : null} onCancel={asked.giveUp} onOk={send}>
      {general ? <Alert type="error" showIcon className="zyt-form-alert" role="alert" title={general} /> : null}
      <p className="zyt-section-hint">{apply.process.remark || '这项业务要先经过审批，提交前请填写申请表。'}</p>
      {apply.subject ? <DetailTable items={[{ key: '$', label: '业务', value: <b>{apply.subject.title}</b>, wide: true }, ...apply.subject.summary.map((s) => ({ key: s.label, label: s.label, value: s.value || '—' }))]} /> : null}
      <ApplyFields
        apply={apply} now={now} choose={choose} errors={errors} onBusy={setBusy}
        onChange={(next, field) => {
          setErrors((all) => withoutField(all, field))
          setGeneral(null)
          setTyped(next)
          kept.save(next)
        }}
      />
    </Dialog>
  )
}
