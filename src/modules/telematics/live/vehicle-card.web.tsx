/** One vehicle on the map: what it does, where, who has it, and everything one may ask of it. */
import { useQuery } from '@tanstack/react-query'
import { Button, Switch } from 'antd'
import { CloseOutlined } from '@ant-design/icons'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { CardLines } from '#kit/ui/card/card-lines.web.tsx'
import { RecordName } from '#kit/ui/card/record-name.web.tsx'
import { compass } from '#kit/ui/map/geo.ts'
import { ActionBar, useDetail } from '#kit/ui/record.web.tsx'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { ago, type LiveVehicle } from './live.layout.ts'
import { useMinute } from './vehicle-list.web.tsx'
import { LIVE_WORDS, type LiveCard, type LiveState } from '../wire.ts'
import '../telematics.css'

const TONES: Record<LiveState, string> = {
  driving: 'green',
  idling: 'orange',
  parked: 'blue',
  unlocated: 'purple',
  offline: 'grey',
  never: 'grey',
}

export default function VehicleCard({
  vehicle: v,
  follow,
  onFollow,
  onClose,
}: {
  vehicle: LiveVehicle
  follow: boolean
  onFollow: (on: boolean) => void
  onClose: () => void
}) {
  const { open } = useScreen()
  const can = useCan()
  const now = useMinute()
  const card = useQuery({
    queryKey: [
      'liveCard',
      v.id,
      v.lng === null ? null : Math.round(v.lng * 50),
      v.lat === null ? null : Math.round(v.lat * 50),
      v.alarm,
      v.state,
    ],
    queryFn: ({ signal }) => api.get<LiveCard>('/api/v1/live/vehicle', { vehicle: v.id }, { signal, silent: true }),
    placeholderData: (before) => before,
  })
  const row = useDetail('vehiclePosition', v.row).data
  const c = card.data
  const facts: [string, React.ReactNode][] = [
    ['定位', v.at === null ? (v.state === 'never' ? '从未上线' : '尚无定位') : `${formatTime(v.at * 1000)}（${ago(v.at, now)}）`],
    ['速度', v.state === 'driving' ? `${v.speed} km/h · 向${compass(v.direction)}` : '—'],
    ['位置', c?.place ?? '—'],
    ['坐标', v.lng === null || v.lat === null ? '—' : `${v.lng.toFixed(6)}, ${v.lat.toFixed(6)}`],
    ['车型', [c?.model, c?.store].filter(Boolean).join(' · ') || '—'],
    ['终端', c?.terminal ? [c.terminal.no, c.terminal.profile].filter(Boolean).join(' · ') : '未绑定'],
  ]
  return (
    <section className="zyt-vehicle-card" aria-label={`${v.plate} 的状态`}>
      <header>
        <h2>
          <RecordName of={{ entity: 'vehicle', id: v.id }}>{v.plate}</RecordName>
        </h2>
        <Tag tone={TONES[v.state]}>{LIVE_WORDS[v.state]}</Tag>
        {v.alarm > 0 ? <Tag tone="red">报警</Tag> : null}
        {v.flags & 1 ? <Tag tone="red">油路断开</Tag> : null}
        {v.flags & 2 ? <Tag tone="red">电路断开</Tag> : null}
        {c?.terminal?.clockFault ? (
          <span title={c.terminal.clockFault}>
            <Tag tone="orange">终端时钟异常</Tag>
          </span>
        ) : null}
        {c?.armed ? <Tag tone="orange">熄火后限制启动</Tag> : null}
        <Button type="text" size="small" icon={<CloseOutlined />} aria-label="关闭" onClick={onClose} />
      </header>
      <dl>
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        {c ? <CardLines lines={c.lines} /> : null}
      </dl>
      <div className="zyt-vehicle-card-links">
        <label>
          <Switch size="small" checked={follow} onChange={onFollow} aria-label="跟随" /> 跟随
        </label>
        {can('historicalTrajectory') ? (
          <Button size="small" onClick={() => open('historicalTrajectory', { vehicle: v.id, track: '1' })}>
            历史轨迹
          </Button>
        ) : null}
        <Button size="small" onClick={() => open('vehiclePosition', { id: v.row })}>
          车辆位置
        </Button>
        {can('vehicleList') ? (
          <Button size="small" onClick={() => open('vehicleDetail', { id: v.id })}>
            车辆档案
          </Button>
        ) : null}
      </div>
      {row ? <ActionBar entity="vehiclePosition" row={row} promoted={['locate', 'sendText']} visible={2} size="small" /> : null}
    </section>
  )
}
