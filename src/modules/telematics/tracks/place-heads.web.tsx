/** Where it happened: one point on the map above the record. */
import { tokenOf, FILLS } from '#kit/ui/look/tokens.ts'
import { useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { api } from '#kit/ui/client/api.web.ts'
import { MapBox, pointAt, type Stage } from '#kit/ui/map/map.web.ts'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import '../telematics.css'

export function Spot({ lng, lat, label }: { lng: number; lat: number; label: string }) {
  const [stage, setStage] = useState<Stage | null>(null)
  const place = useQuery({
    queryKey: ['placeAt', lng, lat],
    staleTime: Infinity,
    queryFn: ({ signal }) => api.get<{ place: string | null }>('/api/v1/place/at', { lng, lat }, { signal, silent: true }),
  }).data?.place
  useEffect(() => {
    if (!stage) return
    stage.source('spot')
    stage.layer({
      id: 'spot',
      source: 'spot',
      type: 'circle',
      paint: { 'circle-radius': 9, 'circle-color': FILLS.red, 'circle-stroke-color': tokenOf('on-fill', false), 'circle-stroke-width': 3 },
    })
    stage.set('spot', [pointAt([lng, lat])])
    stage.jump([lng, lat], 10)
  }, [stage, lng, lat])
  return (
    <div className="zyt-fence-list-map">
      <MapBox label={label} onStage={setStage} initial={{ centre: [lng, lat], zoom: 10 }}>
        <p className="zyt-fence-hint">{[place, `${lng.toFixed(6)}, ${lat.toFixed(6)}`].filter(Boolean).join(' · ')}</p>
      </MapBox>
    </div>
  )
}

const spotOf = ({ row }: TabProps, label: string) =>
  row['lng'] === null || row['lng'] === undefined || row['lat'] === null ? null : (
    <Spot lng={Number(row['lng'])} lat={Number(row['lat'])} label={label} />
  )
export const AlarmHead = (props: TabProps) => spotOf(props, '报警地点')
export const EventHead = (props: TabProps) => spotOf(props, '事件地点')
