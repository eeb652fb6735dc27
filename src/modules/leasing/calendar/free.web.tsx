/** 找空闲车: which vehicles are free between two days, and why the others are not. */
import { useState } from 'react'
import { Button, Space } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { asText } from '#kit/basics/text.ts'
import { addDays, isDay, type Day } from '#kit/basics/time/day.ts'
import { f, type Fields } from '#kit/entity/field.ts'
import { RecordName } from '#kit/ui/card/record-name.web.tsx'
import { api } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { FormFrame } from '#kit/ui/record/form/form-frame.web.tsx'
import { InputRows } from '#kit/ui/record/form/inputs.web.tsx'
import { useInputs } from '#kit/ui/record/form/use-inputs.web.ts'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import type { FreeVehicles } from './calendar.wire.ts'
import { keyOf } from './use-rows.web.ts'

const ASK: Fields = {
  model: f.ref('车型', 'vehicleModel', { filter: { status: 'active' } }),
  store: f.ref('门店', 'store', { filter: { status: 'active' } }),
  from: f.day('取车日', { required: true }),
  to: f.day('还车日', { required: true }),
}

export function FreeSearch({ today, preset, onClose }: { today: Day; preset: Record<string, unknown>; onClose: () => void }) {
  const [first] = useState(() => ({ from: today, to: addDays(today, 1), ...preset }))
  const form = useInputs(ASK, undefined, first)
  const { model, store, from, to } = form.values
  const sound = isDay(from) && isDay(to) && to > from
  const asked: Record<string, string> = {
    ...(model ? { model: asText(model) } : {}),
    ...(store ? { store: asText(store) } : {}),
    from: String(from),
    to: String(to),
  }
  const answer = useQuery({
    queryKey: keyOf('free', asked),
    enabled: sound,
    queryFn: ({ signal }) => api.get<FreeVehicles>('/api/v1/vehicleCalendar/free', asked, { signal, silent: true }),
  })
  return (
    <Dialog open width={720} title="找空闲车" footer={null} onCancel={onClose}>
      <FormFrame>
        <InputRows form={form} names={Object.keys(ASK)} narrow />
      </FormFrame>
      {!sound ? (
        <p className="zyt-section-hint">还车日须晚于取车日</p>
      ) : answer.isError ? (
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : answer.data ? (
        <FoundVehicles vehicles={answer.data} asked={asked} onClose={onClose} />
      ) : (
        <LoadingState rows={4} />
      )}
    </Dialog>
  )
}

function FoundVehicles({ vehicles, asked, onClose }: { vehicles: FreeVehicles; asked: Record<string, string>; onClose: () => void }) {
  const screen = useScreen()
  const can = useCan()
  const go = (code: string, params: Record<string, string | number>): void => {
    onClose()
    screen.open(code, {
      type: 3,
      startOn: asked['from']!,
      endOn: asked['to']!,
      ...(asked['store'] ? { store: asked['store'] } : {}),
      ...params,
    })
  }
  return (
    <div className="zyt-sched-found">
      <h3>{`空闲 ${vehicles.free.length} 辆`}</h3>
      {vehicles.free.length === 0 ? <p className="zyt-section-hint">这几天没有空闲车，可以改日期、车型或门店再找</p> : null}
      <ul>
        {vehicles.free.map((v) => (
          <li key={v.id}>
            <b>
              <RecordName of={{ entity: 'vehicle', id: v.id }}>{v.plateNo}</RecordName>
            </b>
            <span>{[v.storeName, ...v.note].join('，')}</span>
            <Space size={6}>
              {can('vehicleHoldList_add') ? (
                <Button size="small" type="primary" onClick={() => go('vehicleHoldAdd', { vehicle: v.id })}>
                  预留
                </Button>
              ) : null}
              {can('contracList_add') ? (
                <Button size="small" onClick={() => go('contracAdd', { vehicles: v.id })}>
                  签合同
                </Button>
              ) : null}
            </Space>
          </li>
        ))}
      </ul>
      {vehicles.others.length ? <h3>{`不空闲 ${vehicles.others.length + vehicles.more} 辆`}</h3> : null}
      <ul>
        {vehicles.others.map((v) => (
          <li key={v.id}>
            <b>
              <RecordName of={{ entity: 'vehicle', id: v.id }}>{v.plateNo}</RecordName>
            </b>
            <span>{[v.storeName, v.why.join('；')].join('，')}</span>
          </li>
        ))}
      </ul>
      {vehicles.more ? <p className="zyt-section-hint">{`还有 ${vehicles.more} 辆没有列出，请选择车型或门店`}</p> : null}
    </div>
  )
}
