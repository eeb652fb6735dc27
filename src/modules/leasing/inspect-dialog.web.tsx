/** 验车确认, made for a phone beside the vehicle that has just come back: figures, the sheet against the handover, damages, photos. */
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
import { LoadingState } from '#kit/ui/state.web.tsx'
import { CheckList, type CheckItem } from './check-list.web.tsx'
import { vehicleReturnActions } from './return.ts'
import { useDifferences, type Given } from './settle-slots.web.tsx'
import './leasing.css'

const FIELDS = vehicleReturnActions.all.inspect.input as unknown as Fields
const BEFORE = ['actualAt', 'odometer', 'energyPercent', 'cleaningFee'] as const
const AFTER = ['damages', 'missing', 'photos', 'signedSheet', 'inspectNote'] as const

export default function InspectDialog(props: ActionDialogSlot) {
  const { data, isError } = useDifferences(props.row.id)
  if (!data && !isError)
    return (
      <Dialog open title="验车确认" width={800} onCancel={props.onClose} okReason="正在读取交车记录" onOk={async () => undefined}>
        <LoadingState rows={6} />
      </Dialog>
    )
  return <InspectForm {...props} given={data?.given ?? null} sheet={data?.sheet ?? []} cleaningFee={data?.cleaningFee ?? null} />
}

function InspectForm({ row, onClose, onDone, given, sheet, cleaningFee }: ActionDialogSlot & { given: Given | null; sheet: Pick<CheckItem, 'group' | 'name'>[]; cleaningFee: number | null }) {
  const preset = useMemo(
    () => ({ actualAt: new Date().toISOString(), cleaningFee, items: (given?.items?.length ? given.items : sheet).map(({ group, name }) => ({ group, name, normal: true, note: null })) }),
    [given, sheet, cleaningFee],
  )
  const before = useMemo(() => new Map((given?.items ?? []).map((item) => [item.name, item.normal ? '正常' : `异常：${item.note ?? ''}`])), [given])
  const form = useInputs(FIELDS, undefined, preset)
  const write = useWrite()
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)

  const run = async (): Promise<void> => {
    if (!form.judge()) return
    try {
      const after = await write<Row>('/api/v1/vehicleReturn/inspect', { ...form.values, id: row.id, version: row.version })
      await refresh()
      onDone(after)
    } catch (error) {
      const message = error instanceof ApiError ? error.message : '操作失败，请重试'
      form.refuse(placeErrors(message, error instanceof ApiError && error.code === ERRORS.invalid.code ? error.data : null, Object.keys(FIELDS), FIELDS))
      if (error instanceof ApiError && error.code !== ERRORS.invalid.code) void refresh()
    }
  }
  const field = (name: string) => (
    <FieldRow key={name} name={name} field={FIELDS[name] as Field} value={form.values[name]} error={form.errorAt(name)} errors={form.cellErrors(name)} onBusy={setBusy} onChange={(value) => form.set(name, value)} onLeave={() => form.leave(name)} />
  )
  return (
    <Dialog open title={`验车确认：${String(row['vehicle$'] ?? row.$title)}`} width={860} okText="验车确认" okReason={busy ? '文件上传中，请稍候' : null} onCancel={onClose} onOk={run}>
      {form.general.map((sentence) => (
        <Alert key={sentence} type="error" showIcon title={sentence} className="zyt-form-alert" role="alert" />
      ))}
      {given ? <Alert type="info" showIcon className="zyt-form-alert" title={`交车时：里程 ${given.odometer ?? '—'} km，电量/油量 ${given.energyPercent ?? '—'}%`} /> : null}
      <Form layout="vertical" component={false}>
        <div className="zyt-form-fields">{BEFORE.map(field)}</div>
        <CheckList items={form.values['items'] as CheckItem[] | null} error={form.errorAt('items')} before={before} empty="没有启用的验车模板，可直接登记车损与缺件。" onChange={(items) => form.set('items', items)} />
        <div className="zyt-form-fields">{AFTER.map(field)}</div>
      </Form>
    </Dialog>
  )
}
