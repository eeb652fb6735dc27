/** On the page of a vehicle: where it is, when that was heard, and through which terminal. */
import { useQuery } from '@tanstack/react-query'
import { asText } from '#kit/basics/text.ts'
import { formatTime } from '#kit/basics/time/time-format.ts'
import type { ListAnswer } from '#kit/entity/wire.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { entityKeys } from '#kit/ui/client/entity-keys.ts'
import { DetailTable } from '#kit/ui/parts/detail-table.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { Link } from '#kit/ui/screen/link.web.tsx'
import { detailPath, screenOf } from '#kit/ui/screen/registry.web.ts'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import type { LiveCard } from '../telematics.wire.ts'
import { stateOf } from './live.layout.ts'

export default function VehicleHead({ row }: TabProps) {
  const can = useCan()
  const enabled = can('trainWorker')
  const query = { vehicle: String(row.id), pageNo: '1', pageSize: '1' }
  const known = useQuery({
    queryKey: entityKeys.list('vehiclePosition', query),
    enabled,
    queryFn: ({ signal }) => api.get<ListAnswer>('/api/v1/vehiclePosition/list', query, { signal, silent: true }),
  })
  const position = known.data?.list[0]
  const card = useQuery({
    queryKey: ['liveCard', row.id, 'page'],
    enabled: position !== undefined,
    queryFn: ({ signal }) => api.get<LiveCard>('/api/v1/live/vehicle', { vehicle: row.id }, { signal, silent: true }),
  })
  if (!enabled || !known.data) return null
  if (!position)
    return (
      <Section title="位置与终端" hint="没有绑定过终端">
        {null}
      </Section>
    )
  const { terminal, place } = card.data ?? {}
  const page = terminal ? detailPath('terminal', terminal.id) : null
  const no = terminal ? [terminal.no, terminal.profile].filter(Boolean).join(' · ') : '未绑定'
  return (
    <Section
      title="位置与终端"
      extra={
        <Link closed={null} to={`${screenOf('trainWorker').path}?vehicle=${row.id}`}>
          在地图上看
        </Link>
      }
    >
      <DetailTable
        items={[
          { key: 'place', label: '位置', value: place ?? (position['at'] ? '—' : stateOf(position) === 'never' ? '从未上线' : '尚无定位') },
          { key: 'at', label: '定位时间', value: position['at'] ? formatTime(asText(position['at'])) : '—' },
          ...(terminal?.clockFault ? [{ key: 'clock', label: '终端时钟异常', value: terminal.clockFault }] : []),
          { key: 'terminal', label: '终端', value: page ? <Link to={page}>{no}</Link> : no },
        ]}
      />
    </Section>
  )
}
