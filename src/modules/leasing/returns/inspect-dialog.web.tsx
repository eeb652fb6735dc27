/** 验车确认, made for a phone beside the vehicle that has just come back: figures, the sheet against the handover, damages, photos. */
import { useMemo } from 'react'
import { Alert } from 'antd'
import type { Fields } from '#kit/entity/field.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { InputRows, Refusals } from '#kit/ui/record/form/inputs.web.tsx'
import { useActForm } from '#kit/ui/record/use-act-form.web.ts'
import type { ActionDialogSlot } from '#kit/ui/screen/slots.web.ts'
import { LoadingState } from '#kit/ui/parts/state.web.tsx'
import { formatFen } from '#kit/basics/fen.ts'
import { asText } from '#kit/basics/text.ts'
import { CheckList, notLooked, type CheckItem } from '../handovers/check-list.web.tsx'
import { CountedNote } from '../handovers/counted-note.web.tsx'
import type { ReturnDifferences } from '../leasing.wire.ts'
import { vehicleReturnActions } from './return.ts'
import { useDifferences, type Given } from './settle-slots.web.tsx'
import { FormFrame } from '#kit/ui/record/form/form-frame.web.tsx'
import '../leasing.css'

const FIELDS = vehicleReturnActions.all.inspect.input as unknown as Fields
const BEFORE = ['actualAt', 'odometer', 'energyPercent', 'cleaningFee'] as const
const AFTER = ['damages', 'missing', 'photos', 'returnerSign', 'signedSheet', 'inspectNote'] as const

export default function InspectDialog(props: ActionDialogSlot) {
  const { data, isError } = useDifferences(props.row.id)
  if (!data && !isError)
    return (
      <Dialog open title="验车确认" width={800} onCancel={props.onClose} okReason="正在读取交车记录" onOk={async () => undefined}>
        <LoadingState rows={6} />
      </Dialog>
    )
  return (
    <InspectForm
      {...props}
      given={data?.given ?? null}
      sheet={data?.sheet ?? []}
      cleaningFee={data?.cleaningFee ?? null}
      counted={data?.counted ?? null}
    />
  )
}

function InspectForm({
  row,
  onClose,
  onDone,
  given,
  sheet,
  cleaningFee,
  counted,
}: ActionDialogSlot & {
  given: Given | null
  sheet: Pick<CheckItem, 'group' | 'name'>[]
  cleaningFee: number | null
  counted: ReturnDifferences['counted']
}) {
  const preset = useMemo(
    () => ({
      actualAt: new Date().toISOString(),
      odometer: counted?.km ?? null,
      items: (given?.items?.length ? given.items : sheet).map(({ group, name }) => ({ group, name, normal: null, note: null })),
    }),
    [given, sheet, counted],
  )
  const before = useMemo(
    () => new Map((given?.items ?? []).map((item) => [item.name, item.normal ? '正常' : `异常：${item.note ?? ''}`])),
    [given],
  )
  const { form, run, busy, setFilesBusy } = useActForm({ entity: 'vehicleReturn', action: 'inspect', row, fields: FIELDS, preset, onDone })
  return (
    <Dialog
      open
      title={`验车确认：${asText(row['vehicle$'] ?? row.$title)}`}
      width={860}
      okText="验车确认"
      okReason={busy ?? notLooked(form.values['items'])}
      onCancel={onClose}
      onOk={run}
    >
      <Refusals form={form} />
      {given ? (
        <Alert
          type="info"
          showIcon
          className="zyt-form-alert"
          title={`交车时：里程 ${given.odometer ?? '—'} km，电量/油量 ${given.energyPercent ?? '—'}%${cleaningFee ? `；清洁费标准 ${formatFen(cleaningFee)} 元，不收填 0` : ''}`}
        />
      ) : null}
      <CountedNote counted={counted} />
      <FormFrame>
        <InputRows form={form} names={BEFORE} onBusy={setFilesBusy} autoFocus />
        <CheckList
          items={form.values['items'] as CheckItem[] | null}
          error={form.errorAt('items')}
          before={before}
          empty="没有启用的验车模板，可直接登记车损与缺件。"
          onChange={(items) => form.set('items', items)}
        />
        <InputRows form={form} names={AFTER} onBusy={setFilesBusy} />
      </FormFrame>
    </Dialog>
  )
}
