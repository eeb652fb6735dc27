/** 确认交车, made for a phone beside the vehicle: figures, the sheet of the template item by item, photos, who drives off. */
import { useMemo, useState } from 'react'
import { Alert, Form } from 'antd'
import { ERRORS } from '#kit/basics/errors.ts'
import type { Field, Fields } from '#kit/entity/field.ts'
import type { Row } from '#kit/entity/wire.ts'
import { ApiError } from '#kit/ui/api.web.ts'
import { Dialog } from '#kit/ui/dialog.web.tsx'
import { useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import { FieldRow } from '#kit/ui/record/field-row.web.tsx'
import { placeErrors } from '#kit/ui/record/server-errors.ts'
import { useInputs } from '#kit/ui/record/use-inputs.web.ts'
import type { ActionDialogSlot } from '#kit/ui/slots.web.ts'
import { CheckList, type CheckItem } from './check-list.web.tsx'
import { handoverActions } from './handover.ts'
import './leasing.css'

const FIELDS = handoverActions.all.confirm.input as unknown as Fields
const BEFORE = ['actualAt', 'odometer', 'energyPercent', 'receiverName', 'receiverMobile'] as const
const AFTER = ['photos', 'signedSheet', 'remark'] as const

export default function HandoverDialog({ row, onClose, onDone }: ActionDialogSlot) {
  const preset = useMemo(() => ({ actualAt: new Date().toISOString(), items: (row['items'] as CheckItem[] | null) ?? [] }), [row])
  const form = useInputs(FIELDS, undefined, preset)
  const write = useWrite()
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)

  const run = async (): Promise<void> => {
    if (!form.judge()) return
    try {
      const after = await write<Row>('/api/v1/handover/confirm', { ...form.values, id: row.id, version: row.version })
      await refresh()
      onDone(after)
    } catch (error) {
      const message = error instanceof ApiError ? error.message : '操作失败，请重试'
      form.refuse(placeErrors(message, error instanceof ApiError && error.code === ERRORS.invalid.code ? error.data : null, Object.keys(FIELDS), FIELDS))
      if (error instanceof ApiError && error.code !== ERRORS.invalid.code) void refresh()
    }
  }
  const field = (name: string, wide?: boolean) => (
    <FieldRow
      key={name}
      name={name}
      field={FIELDS[name] as Field}
      value={form.values[name]}
      error={form.errorAt(name)}
      onBusy={wide ? setBusy : undefined}
      onChange={(value) => form.set(name, value)}
      onLeave={() => form.leave(name)}
    />
  )
  return (
    <Dialog open title={`确认交车：${String(row['vehicle$'] ?? row.$title)}`} width={800} okText="确认交车" okReason={busy ? '文件上传中，请稍候' : null} onCancel={onClose} onOk={run}>
      {form.general.map((sentence) => (
        <Alert key={sentence} type="error" showIcon title={sentence} className="zyt-form-alert" role="alert" />
      ))}
      <Form layout="vertical" component={false}>
        <div className="zyt-form-fields">{BEFORE.map((name) => field(name))}</div>
        <CheckList items={form.values['items'] as CheckItem[] | null} error={form.errorAt('items')} onChange={(items) => form.set('items', items)} />
        <div className="zyt-form-fields">{AFTER.map((name) => field(name, true))}</div>
      </Form>
    </Dialog>
  )
}
