/** 确认交车, made for a phone beside the vehicle: figures, the sheet of the template item by item, photos, who drives off. */
import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Fields } from '#kit/entity/field.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { InputRows, Refusals } from '#kit/ui/record/form/inputs.web.tsx'
import { useActForm } from '#kit/ui/record/use-act-form.web.ts'
import type { ActionDialogSlot } from '#kit/ui/screen/slots.web.ts'
import { LoadingState } from '#kit/ui/parts/state.web.tsx'
import { asText } from '#kit/basics/text.ts'
import type { HandoverKnown } from '../leasing.wire.ts'
import { CheckList, notLooked, type CheckItem } from './check-list.web.tsx'
import { CountedNote } from './counted-note.web.tsx'
import { handoverActions } from './handover.ts'
import { FormFrame } from '#kit/ui/record/form/form-frame.web.tsx'
import '../leasing.css'

const FIELDS = handoverActions.all.confirm.input as unknown as Fields
const BEFORE = ['actualAt', 'odometer', 'energyPercent', 'receiverName', 'receiverMobile'] as const
const AFTER = ['photos', 'receiverSign', 'signedSheet', 'remark'] as const

export default function HandoverDialog(props: ActionDialogSlot) {
  const known = useQuery({
    queryKey: ['entity', 'handover', 'known', props.row.id],
    retry: false,
    gcTime: 0,
    queryFn: ({ signal }) => api.get<HandoverKnown>('/api/v1/handover/known', { id: props.row.id }, { signal, silent: true }),
  })
  if (known.isPending)
    return (
      <Dialog open title="确认交车" width={800} onCancel={props.onClose} okReason="正在读取车辆里程" onOk={async () => undefined}>
        <LoadingState rows={6} />
      </Dialog>
    )
  // Without it everything is typed, as beside a vehicle without a terminal.
  return <HandoverForm {...props} known={known.data ?? { counted: null, receiver: null }} />
}

function HandoverForm({ row, onClose, onDone, known }: ActionDialogSlot & { known: HandoverKnown }) {
  const preset = useMemo(
    () => ({
      actualAt: new Date().toISOString(),
      odometer: known.counted?.km ?? null,
      receiverName: known.receiver,
      items: ((row['items'] as CheckItem[] | null) ?? []).map((item) => ({ ...item, normal: null })),
    }),
    [row, known],
  )
  const { form, run, busy, setFilesBusy } = useActForm({ entity: 'handover', action: 'confirm', row, fields: FIELDS, preset, onDone })
  return (
    <Dialog
      open
      title={`确认交车：${asText(row['vehicle$'] ?? row.$title)}`}
      width={800}
      okText="确认交车"
      okReason={busy ?? notLooked(form.values['items'])}
      onCancel={onClose}
      onOk={run}
    >
      <Refusals form={form} />
      <CountedNote counted={known.counted} />
      <FormFrame>
        <InputRows form={form} names={BEFORE} autoFocus />
        <CheckList
          items={form.values['items'] as CheckItem[] | null}
          error={form.errorAt('items')}
          onChange={(items) => form.set('items', items)}
        />
        <InputRows form={form} names={AFTER} onBusy={setFilesBusy} />
      </FormFrame>
    </Dialog>
  )
}
