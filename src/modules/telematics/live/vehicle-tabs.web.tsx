/** What stands in the vehicle's own file: where it is now, and how cold its load. */
import { useQuery } from '@tanstack/react-query'
import type { ListAnswer } from '#kit/entity/wire.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { entityKeys } from '#kit/ui/client/entity-keys.ts'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { CurvePanel } from '../cold/curve-panel.web.tsx'
import { stateOf } from './live.layout.ts'
import { PositionMap, usePosition } from './position-map.web.tsx'
import VehicleCard from './vehicle-card.web.tsx'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import '../telematics.css'

export function PositionTab({ row }: TabProps) {
  const { open } = useScreen()
  const query = { vehicle: String(row.id), pageNo: '1', pageSize: '1' }
  const search = useQuery({
    queryKey: entityKeys.list('vehiclePosition', query),
    queryFn: ({ signal }) => api.get<ListAnswer>('/api/v1/vehiclePosition/list', query, { signal, silent: true }),
  })
  const position = usePosition(search.data?.list[0]?.id ?? null)
  if (search.isPending) return <LoadingState rows={5} />
  if (search.isError) return <ErrorState error={search.error} onRetry={() => void search.refetch()} />
  if (search.data.list.length === 0) return <EmptyState why="该车辆没有绑定过 GPS 设备" />
  const p = position.data
  if (!p) return <LoadingState rows={5} />
  const vehicle = {
    id: row.id,
    row: p.id,
    plate: row.$title,
    state: stateOf(p),
    lng: p['lng'] === null ? null : Number(p['lng']),
    lat: p['lat'] === null ? null : Number(p['lat']),
    speed: Math.round(Number(p['speed'] ?? 0)),
    direction: Number(p['direction'] ?? 0),
    at: p['at'] ? Math.round(Date.parse(p['at'] as string) / 1000) : null,
    flags: (p['oilCut'] ? 1 : 0) | (p['circuitCut'] ? 2 : 0),
    alarm: 0,
  }
  return (
    <div className="zyt-place">
      <PositionMap row={p} />
      <aside aria-label="车辆状态">
        <VehicleCard
          vehicle={vehicle}
          follow
          onFollow={() => open('trainWorker', { vehicle: row.id, follow: '1' })}
          onClose={() => open('trainWorker', { vehicle: row.id })}
        />
      </aside>
    </div>
  )
}

export const TemperatureTab = ({ row }: TabProps) => <CurvePanel vehicle={row.id} />
