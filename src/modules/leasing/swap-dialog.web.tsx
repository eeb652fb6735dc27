/** 办理换车: both vehicles stand beside each other, the old one comes back, the new one goes out; one sheet for each. */
import { useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Alert, Form } from 'antd'
import { ERRORS } from '#kit/basics/errors.ts'
import type { Field, Fields } from '#kit/entity/field.ts'
import type { Row } from '#kit/entity/wire.ts'
import { api, ApiError } from '#kit/ui/api.web.ts'
import { Dialog } from '#kit/ui/dialog.web.tsx'
import { useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import { FieldRow } from '#kit/ui/record/field-row.web.tsx'
import { placeErrors } from '#kit/ui/record/server-errors.ts'
import { useInputs } from '#kit/ui/record/use-inputs.web.ts'
import type { ActionDialogSlot } from '#kit/ui/slots.web.ts'
import { LoadingState } from '#kit/ui/state.web.tsx'
import { CheckList, type CheckItem } from './check-list.web.tsx'
import { vehicleSwapActions } from './swap.ts'
import './leasing.css'

const FIELDS = vehicleSwapActions.all.complete.input as unknown as Fields

interface Car {
  plateNo?: string
  odometer?: number | null
  items: Pick<CheckItem, 'group' | 'name'>[]
}
interface Sheets {
  old: Car
  new: Car
}

export default function SwapDialog(props: ActionDialogSlot) {
  const query = useQuery({ queryKey: ['entity', 'vehicleSwap', 'sheets', props.row.id], queryFn: ({ signal }) => api.get<Sheets>('/api/v1/vehicleSwap/sheets', { id: props.row.id }, { signal, silent: true }) })
  if (!query.data && !query.isError)
    return (
      <Dialog open title="办理换车" width={860} onCancel={props.onClose} okReason="正在读取检查清单" onOk={async () => undefined}>
        <LoadingState rows={6} />
      </Dialog>
    )
  return <SwapForm {...props} sheets={query.data ?? { old: { items: [] }, new: { items: [] } }} />
}

const unchecked = (car: Car): CheckItem[] => car.items.map(({ group, name }) => ({ group, name, normal: true, note: null }))

function SwapForm({ row, onClose, onDone, sheets }: ActionDialogSlot & { sheets: Sheets }) {
  const preset = useMemo(() => ({ effectiveAt: new Date().toISOString(), oldItems: unchecked(sheets.old), newItems: unchecked(sheets.new), newOdometer: sheets.new.odometer ?? null }), [sheets])
  const form = useInputs(FIELDS, undefined, preset)
  const write = useWrite()
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    if (!form.judge()) return
    try {
      const after = await write<Row>('/api/v1/vehicleSwap/complete', { ...form.values, id: row.id, version: row.version })
      await refresh()
      onDone(after)
    } catch (error) {
      const message = error instanceof ApiError ? error.message : '操作失败，请重试'
      form.refuse(placeErrors(message, error instanceof ApiError && error.code === ERRORS.invalid.code ? error.data : null, Object.keys(FIELDS), FIELDS))
      if (error instanceof ApiError && error.code !== ERRORS.invalid.code) void refresh()
    }
  }
  const fields = (...names: string[]) => (
    <div className="zyt-form-fields">
      {names.map((name) => (
        <FieldRow key={name} name={name} field={FIELDS[name] as Field} value={form.values[name]} error={form.errorAt(name)} errors={form.cellErrors(name)} onBusy={setBusy} onChange={(value) => form.set(name, value)} onLeave={() => form.leave(name)} />
      ))}
    </div>
  )
  const list = (name: 'oldItems' | 'newItems', label: string) => (
    <CheckList items={form.values[name] as CheckItem[] | null} error={form.errorAt(name)} label={label} onChange={(items) => form.set(name, items)} />
  )
  return (
    <Dialog open title={`办理换车：${row.$title}`} width={860} okText="办理换车" okReason={busy ? '文件上传中，请稍候' : null} onCancel={onClose} onOk={run}>
      {form.general.map((sentence) => (
        <Alert key={sentence} type="error" showIcon title={sentence} className="zyt-form-alert" role="alert" />
      ))}
      <Form layout="vertical" component={false}>
        {fields('effectiveAt')}
        <h3 className="zyt-swap-car">收回原车 {sheets.old.plateNo ?? ''}</h3>
        {fields('oldOdometer', 'oldEnergyPercent')}
        {list('oldItems', '原车检查结果')}
        <h3 className="zyt-swap-car">交付新车 {sheets.new.plateNo ?? ''}</h3>
        {fields('newOdometer', 'newEnergyPercent')}
        {list('newItems', '新车检查结果')}
        {fields('photos', 'signedSheet')}
      </Form>
    </Dialog>
  )
}
