/** 车辆位置: one vehicle live, with the name of the place it is in. */
import { useEffect } from 'react'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { asText } from '#kit/basics/text.ts'
import { stateOf } from './live.layout.ts'
import { PositionMap, usePosition } from './position-map.web.tsx'
import VehicleCard from './vehicle-card.web.tsx'
import '../telematics.css'

export default function PositionScreen() {
  const { params, setTitle, open } = useScreen()
  const id = Number(params['id']) || null
  const position = usePosition(id)
  const row = position.data
  const plate = row ? asText(row['vehicle$']) : ''
  useEffect(() => {
    if (plate) setTitle(`${plate} 车辆位置`)
  }, [plate, setTitle])
  if (id === null) return <EmptyState why="这个地址没有写明是哪辆车，请从列表中打开" />
  if (position.isPending) return <LoadingState rows={8} />
  if (!row) return <ErrorState error={position.error} onRetry={() => void position.refetch()} />
  const vehicle = {
    id: Number(row['vehicle']),
    row: row.id,
    plate,
    state: stateOf(row),
    lng: row['lng'] === null ? null : Number(row['lng']),
    lat: row['lat'] === null ? null : Number(row['lat']),
    speed: Math.round(Number(row['speed'] ?? 0)),
    direction: Number(row['direction'] ?? 0),
    at: row['at'] ? Math.round(Date.parse(row['at'] as string) / 1000) : null,
    flags: (row['oilCut'] ? 1 : 0) | (row['circuitCut'] ? 2 : 0) | (row['accOn'] ? 4 : 0),
    alarm: 0,
  }
  return (
    <div className="zyt-place">
      <PositionMap row={row} />
      <aside aria-label="车辆状态">
        <VehicleCard
          vehicle={vehicle}
          follow
          onFollow={() => open('trainWorker', { vehicle: vehicle.id, follow: '1' })}
          onClose={() => open('trainWorker', { vehicle: vehicle.id })}
        />
      </aside>
    </div>
  )
}
