/** 确认交车, made for a phone beside the vehicle: figures, the sheet of the template item by item, photos, who drives off. */
import { useMemo } from 'react'

import type { Fields } from '#kit/entity/field.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { InputRows, Refusals } from '#kit/ui/record/form/inputs.web.tsx'
import { useActForm } from '#kit/ui/record/use-act-form.web.ts'
import type { ActionDialogSlot } from '#kit/ui/screen/slots.web.ts'
import { asText } from '#kit/basics/text.ts'
import { CheckList, notLooked, type CheckItem } from './check-list.web.tsx'
import { handoverActions } from './handover.ts'
import { FormFrame } from '#kit/ui/record/form/form-frame.web.tsx'
import '../leasing.css'

const FIELDS = handoverActions.all.confirm.input as unknown as Fields
const BEFORE = ['actualAt', 'odometer', 'energyPercent', 'receiverName', 'receiverMobile'] as const
const AFTER = ['photos', 'signedSheet', 'remark'] as const

export default function HandoverDialog({ row, onClose, onDone }: ActionDialogSlot) {
  const preset = useMemo(
    () => ({
      actualAt: new Date().toISOString(),
      items: ((row['items'] as CheckItem[] | null) ?? []).map((item) => ({ ...item, normal: null })),
    }),
    [row],
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
      <FormFrame>
        <InputRows form={form} names={BEFORE} />
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
