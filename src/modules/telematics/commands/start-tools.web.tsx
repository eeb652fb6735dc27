/** 下发指令 and 申请断油断电 where their lists stand: choose the vehicle, then what is asked of it. The acts are those of the vehicle itself, with all that guards them. */
import { useState } from 'react'
import { Space } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { RecordName } from '#kit/ui/card/record-name.web.tsx'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { rowOffers } from '#kit/ui/list/bulk/legality.ts'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { LoadingState } from '#kit/ui/parts/state.web.tsx'
import { ActionDialog, ReasonButton, useDetail } from '#kit/ui/record.web.tsx'
import { actionsOf } from '#kit/ui/screen/registry.web.ts'
import { useQueryState } from '#kit/ui/screen/screen.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import type { Row } from '#kit/entity/wire.ts'
import { stateOf } from '../live/live.layout.ts'
import { VehicleSearch } from '../live/vehicle-search.web.tsx'
import type { vehiclePositionActions } from '../tracks/track.ts'
import { LIVE_WORDS, type LiveCard } from '../wire.ts'
import '../telematics.css'

type Act = keyof (typeof vehiclePositionActions)['all']
/** Asked for by one person, agreed to by another; everything else goes straight to the terminal. */
const CUTS: readonly Act[] = ['requestCut', 'requestRestore']

export const CommandTools = () => <Tools label="下发指令" right="remoteCommand_issue" shows={(name) => !CUTS.includes(name as Act)} />
export const CutTools = () => (
  <Tools label="申请断油断电" right="oilAndElectricityControl_request" shows={(name) => CUTS.includes(name as Act)} />
)

interface ToolsProps {
  label: string
  right: string
  shows: (action: string) => boolean
}

function Tools({ label, right, shows }: ToolsProps) {
  const can = useCan()
  const [params] = useQueryState()
  const [open, setOpen] = useState(false)
  const [vehicle, setVehicle] = useState<number | null>(null)
  const [running, setRunning] = useState<{ action: string; row: Row } | null>(null)
  if (!can(right)) return null
  const close = (): void => setOpen(false)
  return (
    <>
      <ReasonButton
        type="primary"
        reason={can('trainWorker') ? null : '您没有「行车监控」的权限，请联系管理员开通'}
        onClick={() => {
          // The list of one vehicle: that is the one which is meant.
          setVehicle(Number(params['vehicle']) || null)
          setOpen(true)
        }}
      >
        {label}
      </ReasonButton>
      <Dialog open={open && !running} title={label} width={620} footer={null} onCancel={close}>
        <div className="zyt-start-command">
          <Chosen vehicle={vehicle} onPick={setVehicle} shows={shows} onRun={(action, row) => setRunning({ action, row })} />
        </div>
      </Dialog>
      {running ? (
        <ActionDialog entity="vehiclePosition" action={running.action} row={running.row} onClose={() => setRunning(null)} onDone={close} />
      ) : null}
    </>
  )
}

interface ChosenProps {
  vehicle: number | null
  onPick: (vehicle: number) => void
  shows: (action: string) => boolean
  onRun: (action: string, row: Row) => void
}

function Chosen({ vehicle, onPick, shows, onRun }: ChosenProps) {
  const { data: card, error } = useQuery({
    queryKey: ['liveCard', vehicle, 'command'],
    enabled: vehicle !== null,
    retry: false,
    queryFn: ({ signal }) => api.get<LiveCard>('/api/v1/live/vehicle', { vehicle }, { signal, silent: true }),
  })
  return (
    <>
      <VehicleSearch label="车辆" value={card ? { vehicle: card.vehicle, plate: card.plate } : null} onPick={onPick} />
      {vehicle === null ? <p className="zyt-section-hint">先选择车辆，再选择要做的操作。没有绑定过终端的车辆不在其中。</p> : null}
      {error ? <p role="alert">{sentenceOf(error, '读取车辆状态失败，请重新选择车辆')}</p> : null}
      {vehicle !== null && !error && !card ? <LoadingState rows={3} /> : null}
      {card ? <Offered key={card.row} card={card} shows={shows} onRun={onRun} /> : null}
    </>
  )
}

function Offered({ card, shows, onRun }: { card: LiveCard } & Pick<ChosenProps, 'shows' | 'onRun'>) {
  const { data: row, error } = useDetail('vehiclePosition', card.row)
  if (error) return <p role="alert">{sentenceOf(error, '读取车辆状态失败，请重新选择车辆')}</p>
  if (!row) return <LoadingState rows={3} />
  const { shown, more } = rowOffers(row, actionsOf('vehiclePosition')?.all ?? {})
  const at = row['at'] as string | null
  return (
    <>
      <p>
        <RecordName of={{ entity: 'vehicle', id: card.vehicle }}>{card.plate}</RecordName> <Tag tone="grey">{LIVE_WORDS[stateOf(row)]}</Tag>{' '}
        {at ? `${formatTime(at)} ${card.place ?? ''}` : '从未上报位置'}
      </p>
      <p className="zyt-section-hint">
        {card.terminal ? `终端 ${[card.terminal.no, card.terminal.profile].filter(Boolean).join(' · ')}` : '没有绑定终端，指令无法下发'}
      </p>
      <Space wrap size="small">
        {[...shown, ...more]
          .filter(({ name }) => shows(name))
          .map(({ name, label, tone, reason }) => (
            <ReasonButton key={name} danger={tone === 'danger'} reason={reason} onClick={() => onRun(name, row)}>
              {label}
            </ReasonButton>
          ))}
      </Space>
    </>
  )
}
