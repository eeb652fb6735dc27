/** What letting go of a bar does: the act that exists for it, with its refusal in its own words. Nothing is written without one. */
import { useMemo, useState } from 'react'
import { Alert } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { addDays, type Day } from '#kit/basics/time/day.ts'
import type { Fields } from '#kit/entity/field.ts'
import type { Row } from '#kit/entity/wire.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { HTTP_TOAST_MS, toast } from '#kit/ui/dialog/message.web.tsx'
import { ReasonButton, useDetail, useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import { FormFrame } from '#kit/ui/record/form/form-frame.web.tsx'
import { InputRows, Refusals } from '#kit/ui/record/form/inputs.web.tsx'
import { useActForm } from '#kit/ui/record/use-act-form.web.ts'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import { LoadingState } from '#kit/ui/parts/state.web.tsx'
import { leaseActions } from '../lease.ts'
import type { CalendarSpan, MayProlong } from './calendar.wire.ts'
import { grips } from './grid.rules.ts'
import type { Drop } from './use-drag.web.ts'

const CHANGE = leaseActions.all.changeVehicle.input as unknown as Fields

/** What of a bar this person may take hold of. */
export function useGrips(): (span: CalendarSpan) => string {
  const can = useCan()
  return useMemo(() => {
    const may: Partial<Record<CalendarSpan['kind'], (state: string) => boolean>> = {
      hold: () => can('vehicleHoldList_reschedule'),
      draft: () => can('contracList_edit'),
      lease: (state) =>
        state === 'toPickUp' || state === 'toHandOver'
          ? can('leaseList_changeVehicle')
          : can('renewalOfLease_add') || can('extensionRecord_add'),
    }
    return (span) => (may[span.kind]?.(span.state) ? grips(span).join(',') : '')
  }, [can])
}

export function useDrop() {
  const screen = useScreen()
  const write = useWrite()
  const refresh = useRefresh()
  const [prolonging, setProlonging] = useState<Drop | null>(null)
  const [changing, setChanging] = useState<Drop | null>(null)

  const send = async (path: string, body: object, done: string): Promise<void> => {
    try {
      const after = await write<Row>(path, body)
      if (after.$held) toast.info(after.$held, HTTP_TOAST_MS)
      else toast.success(done)
    } catch (error) {
      toast.error(sentenceOf(error, '没有改成，请重试'), HTTP_TOAST_MS)
    } finally {
      await refresh()
    }
  }
  const drop = (d: Drop): void => {
    const { span, row, target, from, to } = d
    if (!span) return screen.open('vehicleHoldAdd', { type: 3, vehicle: row.id, store: row.store, startOn: from, endOn: to })
    if (span.kind === 'hold')
      return void send(
        '/api/v1/vehicleHold/reschedule',
        { id: span.id, version: span.version, vehicle: target.id, startOn: from, endOn: to },
        `${span.label}的预留已改为 ${target.plateNo} ${from.slice(5)}～${to.slice(5)}`,
      )
    if (span.kind === 'draft') return void moveDraft(d)
    if (d.grip === 'end') return setProlonging(d)
    if (target.id !== row.id) return setChanging(d)
    toast.info('合同已经定了起租日与到期日：按实际交车日起租，要改租期请作废合同后重新签订', HTTP_TOAST_MS)
  }
  /** A draft is edited as on its form; of several vehicles the one that was moved is exchanged. */
  const moveDraft = async ({ span, row, target, from, to }: Drop): Promise<void> => {
    try {
      const draft = await api.get<Row>('/api/v1/contract/detail', { id: String(span!.id) }, { silent: true })
      const shifted = (name: 'startOn' | 'endOn', was: string, now: Day): Day => addDays(draft[name] as Day, daysFrom(was, now))
      await send(
        '/api/v1/contract/edit',
        {
          id: span!.id,
          version: span!.version,
          startOn: shifted('startOn', span!.from, from),
          endOn: shifted('endOn', span!.to, to),
          vehicles: (draft['vehicles'] as number[]).map((id) => (id === row.id ? target.id : id)),
        },
        `合同草稿已改为 ${target.plateNo} ${from.slice(5)}～${to.slice(5)}`,
      )
    } catch (error) {
      toast.error(sentenceOf(error, '没有改成，请重试'), HTTP_TOAST_MS)
    }
  }
  const dialogs = (
    <>
      {prolonging ? <Prolong drop={prolonging} onClose={() => setProlonging(null)} /> : null}
      {changing ? <ChangeVehicle drop={changing} onClose={() => setChanging(null)} /> : null}
    </>
  )
  return { drop, dialogs }
}

const daysFrom = (was: string, now: string): number => Math.round((Date.parse(now) - Date.parse(was)) / 86_400_000)

/** The end of a lease was drawn out: whether it may, and by which of the two papers. */
function Prolong({ drop: { span, row, to }, onClose }: { drop: Drop; onClose: () => void }) {
  const screen = useScreen()
  const can = useCan()
  const lease = span!.id!
  const by = daysFrom(span!.to, to)
  const asked = useQuery({
    queryKey: ['entity', 'lease', 'mayProlong', lease, by],
    queryFn: async ({ signal }) => {
      const { endOn } = await api.get<{ endOn: Day }>('/api/v1/lease/detail', { id: String(lease) }, { signal, silent: true })
      // From an end that has passed a lease is drawn out from today.
      const newEnd = span!.over ? addDays(to as Day, -1) : addDays(endOn, by)
      const may = await api.get<MayProlong>(
        '/api/v1/vehicleCalendar/mayProlong',
        { lease: String(lease), endOn: newEnd },
        { signal, silent: true },
      )
      return { ...may, newEnd }
    },
  })
  const { data } = asked
  const go = (code: string, params: Record<string, string | number>): void => {
    onClose()
    screen.open(code, { type: 3, lease, ...params })
  }
  return (
    <Dialog
      open
      width={520}
      title={`${row.plateNo} ${span!.label}：延长租期`}
      onCancel={onClose}
      okText="办理延期还车"
      okReason={!data ? '正在查询' : (data.refused ?? (can('extensionRecord_add') ? null : '请联系管理员开通新增延期单'))}
      onOk={() => go('extensionAdd', { kind: 'return', newEndOn: data!.newEnd })}
      extra={
        data?.months && !data.refused && can('renewalOfLease_add') ? (
          <ReasonButton reason={null} onClick={() => go('renewalOfLeaseAdd', { months: data.months!, monthlyRent: data.monthlyRent })}>
            {`办理续租 ${data.months} 个月`}
          </ReasonButton>
        ) : null
      }
    >
      {asked.isError ? (
        <Alert type="error" showIcon title={sentenceOf(asked.error, '查询失败，请重试')} />
      ) : !data ? (
        <LoadingState rows={2} />
      ) : data.refused ? (
        <Alert type="warning" showIcon title={data.refused} />
      ) : (
        <p>{`到期日由 ${data.endOn} 延到 ${data.newEnd}。延期还车按原租金延长；整月可以办理续租，重新约定租金。`}</p>
      )}
    </Dialog>
  )
}

/** A lease that waits for its handover was put on another vehicle: its own act, which asks why. */
function ChangeVehicle(props: { drop: Drop; onClose: () => void }) {
  const lease = useDetail('lease', props.drop.span!.id!)
  return lease.data ? <ChangeForm {...props} row={lease.data} /> : null
}
function ChangeForm({ drop, onClose, row }: { drop: Drop; onClose: () => void; row: Row }) {
  const preset = useMemo(() => ({ newVehicle: drop.target.id }), [drop])
  const { form, run, busy } = useActForm({
    entity: 'lease',
    action: 'changeVehicle',
    row,
    fields: CHANGE,
    preset,
    onDone: (after) => {
      if (after.$held) toast.info(after.$held, HTTP_TOAST_MS)
      else toast.success(`已换为 ${drop.target.plateNo}`)
      onClose()
    },
  })
  return (
    <Dialog
      open
      width={560}
      title={`更换车辆：${drop.row.plateNo} → ${drop.target.plateNo}`}
      okText="更换车辆"
      okReason={busy}
      onCancel={onClose}
      onOk={run}
    >
      <Refusals form={form} />
      <FormFrame>
        <InputRows form={form} names={Object.keys(CHANGE)} narrow of={row} />
      </FormFrame>
    </Dialog>
  )
}
