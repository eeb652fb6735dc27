/** 办理换车: both vehicles stand beside each other, the old one comes back, the new one goes out; one sheet for each. */
import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'

import { dayOf } from '#kit/basics/time/day.ts'
import type { Fields } from '#kit/entity/field.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { InputRows, Refusals } from '#kit/ui/record/form/inputs.web.tsx'
import { useActForm } from '#kit/ui/record/use-act-form.web.ts'
import type { ActionDialogSlot } from '#kit/ui/screen/slots.web.ts'
import { LoadingState } from '#kit/ui/parts/state.web.tsx'
import { CheckList, notLooked, type CheckItem } from '../handovers/check-list.web.tsx'
import { CountedNote } from '../handovers/counted-note.web.tsx'
import { SwapDifference } from './change-slots.web.tsx'
import type { SwapSheets } from '../leasing.wire.ts'
import { adjusts, vehicleSwapActions } from './swap.ts'
import { FormFrame } from '#kit/ui/record/form/form-frame.web.tsx'
import '../leasing.css'

const FIELDS = vehicleSwapActions.all.complete.input as unknown as Fields

type Car = SwapSheets['old']

export default function SwapDialog(props: ActionDialogSlot) {
  const query = useQuery({
    queryKey: ['entity', 'vehicleSwap', 'sheets', props.row.id],
    queryFn: ({ signal }) => api.get<SwapSheets>('/api/v1/vehicleSwap/sheets', { id: props.row.id }, { signal, silent: true }),
  })
  if (!query.data && !query.isError)
    return (
      <Dialog open title="办理换车" width={860} onCancel={props.onClose} okReason="正在读取检查清单" onOk={async () => undefined}>
        <LoadingState rows={6} />
      </Dialog>
    )
  return <SwapForm {...props} sheets={query.data ?? { old: { items: [] }, new: { items: [] } }} />
}

const unchecked = (car: Car): CheckItem[] => car.items.map(({ group, name }) => ({ group, name, normal: null, note: null }))

function SwapForm({ row, onClose, onDone, sheets }: ActionDialogSlot & { sheets: SwapSheets }) {
  const preset = useMemo(
    () => ({
      effectiveAt: new Date().toISOString(),
      oldItems: unchecked(sheets.old),
      newItems: unchecked(sheets.new),
      oldOdometer: sheets.old.counted?.km ?? null,
      newOdometer: sheets.new.counted?.km ?? sheets.new.odometer ?? null,
    }),
    [sheets],
  )
  const { form, run, busy, setFilesBusy } = useActForm({ entity: 'vehicleSwap', action: 'complete', row, fields: FIELDS, preset, onDone })
  const inputs = (...names: string[]) => <InputRows form={form} names={names} onBusy={setFilesBusy} />
  const list = (name: 'oldItems' | 'newItems', label: string) => (
    <CheckList
      items={form.values[name] as CheckItem[] | null}
      error={form.errorAt(name)}
      label={label}
      onChange={(items) => form.set(name, items)}
    />
  )
  const { effectiveAt } = form.values
  const on = typeof effectiveAt === 'string' && !Number.isNaN(Date.parse(effectiveAt)) ? dayOf(effectiveAt) : null
  return (
    <Dialog
      open
      title={`办理换车：${row.$title}`}
      width={860}
      okText="办理换车"
      okReason={busy ?? notLooked(form.values['oldItems'], form.values['newItems'])}
      onCancel={onClose}
      onOk={run}
    >
      <Refusals form={form} />
      <FormFrame>
        {inputs('effectiveAt')}
        {on && adjusts(row) ? <SwapDifference id={row.id} version={row.version} on={on} /> : null}
        <h3 className="zyt-swap-car">收回原车 {sheets.old.plateNo ?? ''}</h3>
        <CountedNote counted={sheets.old.counted} />
        {inputs('oldOdometer', 'oldEnergyPercent')}
        {list('oldItems', '原车检查结果')}
        <h3 className="zyt-swap-car">交付新车 {sheets.new.plateNo ?? ''}</h3>
        {inputs('newOdometer', 'newEnergyPercent')}
        {list('newItems', '新车检查结果')}
        {inputs('photos', 'lesseeSign', 'signedSheet')}
      </FormFrame>
    </Dialog>
  )
}
