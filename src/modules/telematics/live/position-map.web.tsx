/** One vehicle where it is now; asked again while one looks. */
import { useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { api } from '#kit/ui/client/api.web.ts'
import { MapBox, pointAt, type Stage } from '#kit/ui/map/map.web.ts'
import type { Row } from '#kit/entity/wire.ts'
import { entityKeys } from '#kit/ui/client/entity-keys.ts'
import { asText } from '#kit/basics/text.ts'
import { addVehicleIcons } from './vehicle-icons.web.ts'
import { stateOf } from './live.layout.ts'
import { LIVE_WORDS } from '../wire.ts'

export function usePosition(row: number | null) {
  return useQuery({
    queryKey: entityKeys.detail('vehiclePosition', row ?? 0),
    enabled: row !== null,
    refetchInterval: 3000,
    queryFn: ({ signal }) =>
      api.get<Row>('/api/v1/vehiclePosition/detail', { id: row }, { signal, silent: true, headers: { 'X-Background': '1' } }),
  })
}

export function PositionMap({ row, children }: { row: Row; children?: React.ReactNode }) {
  const [stage, setStage] = useState<Stage | null>(null)
  const [lng, lat] = [row['lng'] === null ? null : Number(row['lng']), row['lat'] === null ? null : Number(row['lat'])]
  const state = stateOf(row)
  const direction = Number(row['direction'] ?? 0)
  useEffect(() => {
    if (!stage) return
    addVehicleIcons(stage)
    stage.source('one')
    stage.layer({
      id: 'one',
      source: 'one',
      type: 'symbol',
      layout: {
        'icon-image': ['get', 'icon'],
        'icon-rotate': ['get', 'turn'],
        'icon-rotation-alignment': 'map',
        'icon-allow-overlap': true,
        'icon-size': 1.3,
      },
    })
    if (lng !== null && lat !== null) stage.jump([lng, lat], 10)
    // Framed once; afterwards the picture is the viewer's.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [stage])
  useEffect(() => {
    if (!stage || lng === null || lat === null) return
    stage.set('one', [pointAt([lng, lat], { icon: `zyt-${state}`, turn: state === 'driving' ? direction : 0 })])
    stage.go([lng, lat])
  }, [stage, lng, lat, state, direction])
  return (
    <MapBox label={`${asText(row['vehicle$'])} 的位置：${LIVE_WORDS[state]}`} onStage={setStage}>
      {lng === null ? <p className="zyt-fence-hint">从未上报位置</p> : children}
    </MapBox>
  )
}
